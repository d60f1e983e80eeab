"""GML: read as keys and values with their lines, written by networkx.

A node's `label` is its id here, as it is for networkx; the text that is shown instead of the id is its `caption`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from explorer.formats.format import Format
from explorer.formats.gml_columns import graph_by_columns
from explorer.formats.gml_meaning import (
    OF_A_GRAPH,
    OF_A_NODE,
    moves_of,
    names_of,
    nodes_of,
    top_of,
    warn_of_repeated,
)
from explorer.formats.gml_syntax import parse_gml
from explorer.formats.igraph import keys_of_facts
from explorer.formats.rows import text_of
from explorer.formats.substitution import Substitution
from explorer.formats.told import told
from explorer.model.assemble import (
    Assembled,
    assemble_attributed,
)
from explorer.model.builder import GraphBuilder
from explorer.model.convert import graph_record, node_record
from explorer.model.errors import FormatError
from explorer.model.graph import GameGraph, Node
from explorer.model.late_networkx import nx

_KEY = re.compile(r"[A-Za-z][0-9A-Za-z_]*")
_NODE, _EDGE = "\n  node [\n", "\n  edge [\n"
_BEGINS = re.compile(r"(?>(?:\s*#[^\n]*\n)*)\s*(?:graph\s*\[|(?:Creator|Comment)\s+\"|Version\s+[\"\d])", re.IGNORECASE)


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a GML text, and its problems.

    Raises
    ------
    FormatError
        If it is not GML, has no graph, or the graph is undirected.
    """
    if (plainly := graph_by_columns(text)) is not None:
        return plainly
    graphs = parse_gml(text).lists("graph")
    if not graphs:
        raise FormatError("expected GML with a list graph [ … ], got none")
    builder = GraphBuilder()
    if len(graphs) > 1:
        builder.fields.warn(f"the file has {len(graphs)} graphs; only the first was read")
    graph, first = graphs[0], graphs[0].first
    if first.get("directed") not in (1, "1", "true"):
        raise FormatError('a game graph is directed; write "directed 1" at the beginning of the graph')
    warn_of_repeated(graph, builder)
    facts = keys_of_facts(text)
    names = names_of(graph, facts)
    nodes = list(nodes_of(graph, names, builder, facts))
    return assemble_attributed(top_of(graph, builder), nodes, moves_of(graph, names, builder), builder)


def write(graph: GameGraph) -> str:
    """The graph as GML text as networkx writes it; it is ASCII, all else stands in references such as &#233;."""
    escape: Callable[[str], str] = nx.readwrite.gml.escape
    in_quotes = Substitution(("&", escape("&")), ('"', escape('"')), ("[^ -~]", escape))
    said = told(graph.columns, _record, in_label=in_quotes, in_text=in_quotes)
    network: nx.DiGraph[int] = nx.DiGraph()
    network.graph.update(_writable(graph_record(graph), OF_A_GRAPH))
    network.add_nodes_from(enumerate(said.values))
    head, *nodes = "\n".join(nx.generate_gml(network)).removesuffix("\n]").split(_NODE)
    inside = said.parts([node.split("\n", 2)[2] for node in nodes])  # behind id and label
    names = in_quotes.of(graph.columns.ids)
    numbers = np.arange(len(names), dtype=np.int32)
    sources, targets, order = graph.links.by_source()
    ends = f"{_EDGE}    source ", sources, "\n    target ", targets, "\n"
    orders = () if order is None else ("    order ", order, "\n")
    return "".join(
        (
            head,
            text_of(len(names), f"{_NODE}    id ", numbers, '\n    label "', names, '"\n', *inside),
            text_of(len(sources), *ends, *orders, "  ]"),
            "\n]\n",
        )
    )


def _record(node: Node) -> dict[str, Any]:
    record = _writable(node_record(node), OF_A_NODE | {"x", "y"})
    if node.label is not None:
        record["caption"] = node.label
    if node.x is not None and node.y is not None:
        record["graphics"] = {"x": node.x, "y": node.y}
    return record


def _writable(attributes: Mapping[str, Any], known: frozenset[str]) -> dict[str, Any]:
    """Only what GML can hold: numbers and text under a key of letters and digits."""
    return {
        key: value for key, value in attributes.items() if key not in known and _KEY.fullmatch(key) and _is_plain(value)
    }


def _is_plain(value: object) -> bool:
    return isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))


FORMAT = Format(
    name="gml",
    title="GML (.gml)",
    suffixes=(".gml",),
    read=read,
    write=write,
    cannot_carry=(
        "keys of other characters than letters, digits and _; lists and objects (known answers among them); the types "
        "true and false, and whole numbers past 32 bits, of unknown keys; and that a graph has no root yet."
    ),
    recognises=lambda text: _BEGINS.match(text) is not None,
    rank=32,
)
