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
from explorer.formats.rows import Part, changed, first_with, text_of
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
ENTITY = re.compile(rf"&(?=(?:#\d+|#[xX][0-9a-fA-F]+|{'|'.join(name2codepoint)});)")

_BARE = re.compile(rf"(?!(?:{'|'.join(KEYWORDS)})\Z)[A-Za-z_]\w*|-?\d+", re.IGNORECASE | re.ASCII)
_MAY_BE_QUOTED = (  # in the syntax of RE2
    rf"[^A-Za-z0-9_-]|.-|^-?[0-9]+[^0-9]|^-?$|^-[^0-9]|(?i:^(?:{'|'.join(KEYWORDS)})$)"
)
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
    name = f"{_word(_quotable(graph.name))} " if graph.name else ""
    words, links = changed(graph.columns.ids, _MAY_BE_QUOTED, lambda id: _word(_escaped(id))), graph.links
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
            in_label=lambda text: _in_quotes(_escaped_label(_without_null(text))),
            in_text=lambda text: _in_quotes(_quotable(text)),
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
    return "[" + ", ".join(f"{_word(_escaped(key))}={_word(value)}" for key, value in attributes.items()) + "]"


def _quotable(text: str) -> str:
    return _escaped(_without_null(text))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\")


def _without_null(text: str) -> str:
    return text.replace("\0", "\ufffd")


def _word(escaped: str) -> str:
    """A word of DOT, in quotes unless it needs none; its backslashes are escaped already."""
    if _BARE.fullmatch(escaped):
        return escaped
    return f'"{_in_quotes(escaped)}"'


def _in_quotes(escaped: str) -> str:
    return escaped.replace('"', '\\"')


# ---- labels


def no_label(id: str) -> str:
    """What stands for the name of a node, so that Graphviz shows it as it is; no label of a node is written so."""
    if not id.startswith("%") and not ENTITY.search(id):
        return NO_LABEL
    return f"&#{ord(id[0])};{_escaped_label(id[1:])}"


def _leaf_label(escaped: str, score: Score) -> str:
    """The escaped label of a leaf with its score below."""
    return f"{escaped}\\n{format_score(score)}"


def _escaped_label(text: str) -> str:
    """The text as Graphviz's labels write it."""
    return ENTITY.sub("&amp;", text).replace("\\", "\\\\").replace("\n", "\\n")
