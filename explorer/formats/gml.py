"""GML: read as keys and values with their lines, written by networkx.

A node's `label` is its id here, as it is for networkx; the text that is shown instead of the id is its `caption`.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import numpy as np

from explorer.formats.format import Format
from explorer.formats.gml_syntax import LISTS, PAIR, GmlList, parse_gml, typed
from explorer.formats.igraph import keys_of_facts
from explorer.formats.rows import text_of
from explorer.formats.runs import column as column_of
from explorer.formats.runs import in_order, unless_odd, values
from explorer.formats.substitution import Substitution
from explorer.formats.told import told
from explorer.model import plain
from explorer.model.arrow import Column, is_text, texts_in_arrow
from explorer.model.assemble import (
    Assembled,
    AttributedMove,
    Row,
    assemble_attributed,
    assemble_columns,
    notes_on_moves,
)
from explorer.model.builder import GraphBuilder
from explorer.model.convert import graph_record, node_record
from explorer.model.errors import FormatError, quoted
from explorer.model.fields import without_nothing
from explorer.model.graph import GameGraph, Node
from explorer.model.late_networkx import nx
from explorer.model.mending import at_rows
from explorer.model.numbering import require
from explorer.model.plain import PlainTables, nodes_and_extras

_KEY = re.compile(r"[A-Za-z][0-9A-Za-z_]*")
_NODE, _EDGE = "\n  node [\n", "\n  edge [\n"
_ENDS = ("source", "target")
_OF_A_GRAPH = frozenset(("directed", "multigraph", "node", "edge", "label"))
_OF_A_NODE = frozenset(("id", "label", "caption", "graphics"))
_BEGINS = re.compile(r"(?>(?:\s*#[^\n]*\n)*)\s*(?:graph\s*\[|(?:Creator|Comment)\s+\"|Version\s+[\"\d])", re.IGNORECASE)


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a GML text, and its problems.

    Raises
    ------
    FormatError
        If it is not GML, has no graph, or the graph is undirected.
    """
    if (plainly := _plain(text)) is not None:
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
    _warn_of_repeated(graph, builder)
    facts = keys_of_facts(text)
    names = _names(graph, facts)
    nodes = list(_nodes(graph, names, builder, facts))
    return assemble_attributed(_top(graph, builder), nodes, _moves(graph, names, builder), builder)


def _top(graph: GmlList, builder: GraphBuilder) -> dict[str, Any]:
    return {"name": graph.first.get("label"), **_flat(graph.first, _OF_A_GRAPH, "the graph", builder)}


def _warn_of_repeated(graph: GmlList, builder: GraphBuilder) -> None:
    """Say where a key stands twice; of a graph, only nodes and edges may."""
    _warn_of_keys(graph, "the graph", builder)
    for what in ("node", "edge"):
        for each in graph.lists(what):
            _warn_of_keys(each, f"this {what}", builder)


def _warn_of_keys(values: GmlList, what: str, builder: GraphBuilder) -> None:
    keys = [key for key, _ in values.pairs]
    if len(set(keys)) < len(keys):
        repeated = [key for key, count in Counter(keys).items() if count > 1 and key not in ("node", "edge")]
        for key in repeated:
            _warn_of_key(key, what, builder, values.line)


def _warn_of_key(key: str, what: str, builder: GraphBuilder, line: int) -> None:
    builder.fields.warn(f"{what} has the key {quoted(key)} more than once; kept the first", line=line)


def _names(graph: GmlList, facts: Collection[str]) -> dict[str, str]:
    """The id of each node by its number in the file: its label, if every node has one of its own, else the number."""
    nodes = [without_nothing(node.first, facts) for node in graph.lists("node")]
    labels = [str(node.get("label") or "") for node in nodes]
    labelled = all(labels) and len(set(labels)) == len(labels)
    pairs = [(str(node["id"]), label) for node, label in zip(nodes, labels, strict=True) if "id" in node]
    return {number: label if labelled else number for number, label in reversed(pairs)}


def _nodes(graph: GmlList, names: Mapping[str, str], builder: GraphBuilder, facts: Collection[str]) -> Iterator[Row]:
    seen: set[str] = set()
    for node in graph.lists("node"):
        first = without_nothing(node.first, facts)
        number = str(first.get("id", ""))
        if number in seen:
            builder.refuse_node(f"line {node.line}: two nodes have the id {quoted(number)}; the second was left out")
            continue
        seen.add(number)
        id = names.get(number)
        shown = first.get("caption") or (first.get("label") if first.get("label") != id else None)
        record = _flat(first, _OF_A_NODE, f"node {quoted(number)}", builder, line=node.line)
        yield node.line, {**_position(first), **record, "id": id, "label": shown}


def _position(first: Mapping[str, Any]) -> dict[str, Any]:
    """Where a node is drawn, as its list `graphics` says."""
    graphics = first.get("graphics")
    drawn = graphics.first if isinstance(graphics, GmlList) else {}
    return {key: drawn[key] for key in ("x", "y") if key in drawn and {"x", "y"} <= drawn.keys()}


def _moves(graph: GmlList, names: Mapping[str, str], builder: GraphBuilder) -> Iterator[AttributedMove]:
    for edge in graph.lists("edge"):
        first = edge.first
        source, target = (names.get(str(first[end]), first[end]) if end in first else None for end in _ENDS)
        attributes = {key: value for key, value in first.items() if key not in (*_ENDS, "id", "key")}
        yield AttributedMove(source, target, attributes, edge.line)


def _flat(
    first: Mapping[str, Any], known: frozenset[str], what: str, builder: GraphBuilder, *, line: int | None = None
) -> dict[str, Any]:
    """The values of the keys that are not known, without lists, of which there is a warning."""
    others = {key: value for key, value in first.items() if key not in known}
    for key, value in others.items():
        if isinstance(value, GmlList):
            builder.fields.warn(
                f"{what} has a list {quoted(key)}, of which nothing is known; it was left out", line=line
            )
    return {key: value for key, value in others.items() if not isinstance(value, GmlList)}


# ---- very many nodes and moves that are written alike, taken apart into columns


@unless_odd
def _plain(text: str) -> Assembled | None:
    """The graph of a large text of which nothing is odd; None of any other."""
    import pyarrow.compute as pc

    run = LISTS.run_in(text)
    if run is None:
        return None
    graph, builder = parse_gml(run.rest).lists("graph")[0], GraphBuilder()
    _warn_of_repeated(graph, builder)
    top = _top(graph, builder)
    require(graph.first.get("directed") in (1, "1", "true") and not graph.lists("node") and not graph.lists("edge"))
    require(not builder.fields.problems)
    before, graphics, behind = run.nodes
    of_nodes = pc.binary_join_element_wise(before, behind, texts_in_arrow([""])[0])
    numbers, table = _table(_said(of_nodes, "this node", run.lines, builder), graphics, keys_of_facts(text))
    *ends, more = run.edges
    said = _said(more, "this edge", run.edge_lines, builder)
    require(said.keys().isdisjoint(_ENDS))
    order = typed(said.pop("order")) if "order" in said else None
    named = (_ends(each, numbers, table["id"]) for each in ends)
    sources, targets, move_lines = in_order(named, run.edge_lines, order)
    nodes, extras = nodes_and_extras(table)
    tables = PlainTables(
        sources=sources,
        targets=targets,
        nodes=nodes,
        lines=run.lines,
        move_lines=move_lines,
        extras=extras,
        notes=notes_on_moves([key for key in said if key not in ("id", "key")]),
    )
    return assemble_columns(top, tables, builder.fields)


def _said(lists: Column, what: str, lines: Collection[int], builder: GraphBuilder) -> dict[str, Column]:
    """What stands first under each key in some lists; it is noted where a key stands there again."""
    again: list[tuple[int, str]] = []
    found = values(lists, PAIR, lambda row, key: again.append((row, key)))
    where = at_rows(lines, np.array([row for row, _ in again]))
    for row, key in again:
        _warn_of_key(key, what, builder, where[row])
    return found


def _table(said: Mapping[str, Column], graphics: Column, facts: Collection[str]) -> tuple[Column, dict[str, Column]]:
    """The numbers of nodes in the file as text, and what it says of each under the keys of the model."""
    import pyarrow as pa
    import pyarrow.compute as pc

    empty = texts_in_arrow([""])[0]
    places = {key: column for key, column in values(graphics, PAIR).items() if key in ("x", "y")}
    require(len(places) != 1 and said.keys().isdisjoint(("graphics", *places)) and "id" in said)
    table = plain.without_nothing({key: typed(column) for key, column in {**said, **places}.items()}, facts)
    numbers = table["id"].cast(pa.string())
    require(not numbers.null_count and len(pc.unique(numbers)) == len(numbers))
    labels, captions = (_texts(table.pop(key, None), len(numbers)) for key in ("label", "caption"))
    is_named = pc.all(pc.not_equal(labels, empty)).as_py() and len(pc.unique(labels)) == len(labels)
    table["id"] = labels if is_named else numbers
    others = pc.if_else(pc.equal(labels, table["id"]), empty, labels)
    table["label"] = pc.if_else(pc.equal(captions, empty), others, captions)
    return numbers, table


def _texts(column: Column | None, count: int) -> Column:
    """The texts of a column, empty where there is none."""
    import pyarrow.compute as pc

    require(column is None or is_text(column.type))
    return column_of([""] * count) if column is None else pc.fill_null(column, "")


def _ends(words: Column, numbers: Column, ids: Column) -> Column:
    """The nodes that moves have at one end."""
    import pyarrow as pa
    import pyarrow.compute as pc

    found = pc.index_in(typed(words).cast(pa.string()), value_set=numbers)
    require(not found.null_count)
    return ids.take(found)


def write(graph: GameGraph) -> str:
    """The graph as GML text as networkx writes it; it is ASCII, all else stands in references such as &#233;."""
    escape: Callable[[str], str] = nx.readwrite.gml.escape
    in_quotes = Substitution(("&", escape("&")), ('"', escape('"')), ("[^ -~]", escape))
    said = told(graph.columns, _record, in_label=in_quotes, in_text=in_quotes)
    network: nx.DiGraph[int] = nx.DiGraph()
    network.graph.update(_writable(graph_record(graph), _OF_A_GRAPH))
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
    record = _writable(node_record(node), _OF_A_NODE | {"x", "y"})
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
