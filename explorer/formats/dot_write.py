"""Graphs as DOT text that Graphviz draws: Max round, Min square, leaves as diamonds with their scores.

Graphviz reads the entities of HTML 4, as `&lt;`, in every label, and in names that it shows; a name that begins with %
it takes for one of its own making, and shows another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html.entities import name2codepoint
from typing import Any

from explorer.formats.dot_syntax import KEYWORDS
from explorer.formats.rows import Part, first_with, text_of
from explorer.formats.substitution import Quoting, Substitution
from explorer.formats.text import refuse_null
from explorer.formats.told import told
from explorer.model.convert import document_from_graph, node_record
from explorer.model.graph import GameGraph, Kind, Node
from explorer.model.scores import Score, format_score
from explorer.model.views import Picked

SHAPES = {
    Kind.MAX: "circle",
    Kind.MIN: "square",
    Kind.MOVER: "circle",
    Kind.LEAF: "diamond",
    Kind.OPEN: "hexagon",
}
POINTS_PER_INCH = "72"  # told to Graphviz, so that positions are in points
NO_LABEL = "\\N"  # Graphviz shows the name of the node

ENTITY = rf"&(?:#[0-9]+|#[xX][0-9a-fA-F]+|{'|'.join(name2codepoint)});"

_BARE = "[A-Za-z_][A-Za-z_0-9]*|-?[0-9]+"
_without_null = Substitution(("\0", "\ufffd"))
_escaped = Substitution(("\\", "\\\\"))
_escaped_label = (
    Substitution((ENTITY, lambda entity: f"&amp;{entity[1:]}")).then(_escaped).then(Substitution(("\n", "\\n")))
)
"""The text as Graphviz's labels write it."""
_quotable = _without_null.then(_escaped)
_in_quotes = Substitution(('"', '\\"'))
_word = Quoting(_BARE, _in_quotes, but=KEYWORDS)
"""A word of DOT, in quotes unless it needs none; its backslashes are escaped already."""
_id = Quoting(_BARE, _escaped.then(_in_quotes), but=KEYWORDS)
_NOT_ATTRIBUTES = ("format", "version", "name", "nodes", "moves", "inputscale")
_NOT_OF_NODES = ("id", "label", "x", "y", "shape", "pos")


def write(graph: GameGraph) -> str:
    """The graph as DOT text, a node or a move a line.

    Raises
    ------
    FormatError
        If an id has a null character.
    """
    refuse_null(graph.columns.ids, "DOT")
    name = f"{_id(_without_null(graph.name))} " if graph.name else ""
    words, links = _id.of(graph.columns.ids), graph.links
    lines = [
        f"digraph {name}{{",
        *_of_graph(graph),
        f'  node [label="{NO_LABEL}"];',  # the default of Graphviz, which not every program that reads DOT knows
        text_of(len(words), "  ", words, " ", *_of_nodes(graph), ";\n")
        + text_of(len(links.sources), "  ", Picked(words, links.sources), " -> ", Picked(words, links.targets), ";\n"),
    ]
    return "\n".join(lines) + "}\n"


def _of_graph(graph: GameGraph) -> Iterable[str]:
    document = document_from_graph(graph.replace(nodes=(), moves=(), root=None))
    attributes = _written(document, _NOT_ATTRIBUTES)
    if graph.root is not None:
        attributes = {"root": _escaped(graph.root)} | attributes
    if len(graph.columns.placed):
        attributes["inputscale"] = POINTS_PER_INCH
    return [f"  graph {_list(attributes)};"] if attributes else []


def _of_nodes(graph: GameGraph) -> tuple[Part, ...]:
    """The attributes of every node in brackets, in parts."""
    if first_with(graph.columns.ids, "^%|&") is None:
        said = told(
            graph.columns,
            lambda node: _list(_of_node(node)),
            in_label=_without_null.then(_escaped_label).then(_in_quotes),
            in_text=_quotable.then(_in_quotes),
        )
        return said.parts(said.values)
    return ([_list(_of_node(node)) for node in graph.nodes],)


def _of_node(node: Node) -> Mapping[str, str]:
    """The attributes of a node, escaped: what it is, how it is drawn, and those that the program does not know."""
    attributes = _written(node_record(node), _NOT_OF_NODES)
    attributes["shape"] = SHAPES[node.kind]
    label = no_label(node.id) if node.label is None else _escaped_label(_without_null(node.label))
    if node.kind is Kind.OPEN:
        attributes["style"] = "dashed"
    if node.kind is Kind.LEAF and node.score is not None:
        attributes["label"] = _leaf_label(label, node.score)
    elif label != NO_LABEL:
        attributes["label"] = label
    if node.x is not None and node.y is not None:  # y goes upwards in Graphviz; ! keeps the position
        attributes["pos"] = f"{node.x!r},{0.0 - node.y!r}!"
    return attributes


def _written(record: Mapping[str, Any], left_out: tuple[str, ...]) -> dict[str, str]:
    """The values that DOT can hold, numbers and text, as escaped text."""
    return {
        key: str(value).lower() if isinstance(value, bool) else _quotable(str(value))
        for key, value in record.items()
        if key not in left_out and isinstance(value, str | int | float) and "\0" not in key
    }


def _list(attributes: Mapping[str, str]) -> str:
    return "[" + ", ".join(f"{_id(key)}={_word(value)}" for key, value in attributes.items()) + "]"


# ---- labels


def no_label(id: str) -> str:
    """What stands for the name of a node, so that Graphviz shows it as it is; no label of a node is written so."""
    if not id.startswith("%") and not re.search(ENTITY, id):
        return NO_LABEL
    return f"&#{ord(id[0])};{_escaped_label(id[1:])}"


def _leaf_label(escaped: str, score: Score) -> str:
    """The escaped label of a leaf with its score below."""
    return f"{escaped}\\n{format_score(score)}"
