"""Plain text from graphs, as `explorer.formats.plain_text` reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import numpy as np

from explorer.formats.json_text import in_quotes
from explorer.formats.plain_text_said import END
from explorer.formats.plain_text_syntax import id_text, json_string, raw_or_quoted
from explorer.formats.rows import behind, but, joined, text_of
from explorer.formats.told import told
from explorer.model.columns import IS_INNER, MOVER
from explorer.model.convert import node_record
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.model.views import Floats, Picked

_COMMENT = re.compile(r"#[^\r\n]*")


def write(graph: GameGraph) -> str:
    """The graph as text: what is said of it as a whole, its nodes, and their positions.

    Comments that were written beside the canvas (`explorer/stage/frontend/comments.js`) stand where they stood.
    """
    parts = (_lines(_head(graph)), _node_lines(graph), _places(graph))
    return "\n".join(part for part in parts if part)


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _head(graph: GameGraph) -> Iterator[str]:
    if graph.name:
        yield f"@name {raw_or_quoted(graph.name)}"
    if graph.description:
        for line in graph.description.split("\n"):
            yield f"@description {raw_or_quoted(line)}".rstrip(" ")
    if graph.convention is Convention.NEGAMAX or (graph.columns.kinds == MOVER).any():
        yield f"@convention {graph.convention}"
    if graph.nodes and graph.root is None:
        yield "@no-root"


def _node_lines(graph: GameGraph) -> str:
    """What the file says of nodes, a line each, with the comments above and beside it."""
    said = told(graph.columns, _said, in_label=in_quotes)
    ids, links = id_text.of(graph.columns.ids), graph.links.forward
    begins = {} if graph.root is None else {graph.root_index: f"> {ids[graph.root_index]}"}
    ends, comments = {}, graph.extra.get("comments")
    for index, id in enumerate(graph.columns.ids if comments else ()):
        above, beside = _comments(comments, id)
        begins[index] = _lines(above) + begins.get(index, ids[index])
        ends[index] = " ".join(["", *beside])
    has_colon = IS_INNER[graph.columns.kinds] | (np.diff(links.indptr) > 0)
    successors = Picked(["", ":"], has_colon.astype(np.int8)), joined(behind(" ", ids), links)
    nothing = Picked([""], np.zeros(len(ids), np.int8))
    lines = text_of(len(ids), but(ids, begins), *said.parts(said.values), *successors, but(nothing, ends), "\n")
    return lines + _lines(_comments(comments, END)[0])


def _said(node: Node) -> str:
    """What a line says of a node, behind its id."""
    words = [] if node.label is None else [json_string(node.label)]
    return "".join(f" {word}" for word in words + _kind_words(node))


def _comments(comments: object, id: str) -> tuple[list[str], list[str]]:
    """The comments above a node and beside it; a file may hold anything under this key."""
    found = comments.get(id) if isinstance(comments, dict) else None
    above, beside = (found.get("above"), found.get("beside")) if isinstance(found, dict) else (None, None)
    return _kept(above if isinstance(above, list) else []), _kept([beside])


def _kept(comments: list[object]) -> list[str]:
    return [text for text in comments if isinstance(text, str) and _COMMENT.fullmatch(text)]


def _kind_words(node: Node) -> list[str]:
    if node.kind is Kind.LEAF:
        score = node_record(node).get("score")
        return ["="] if score is None else ["=", str(score)]
    return {Kind.MAX: ["max"], Kind.MIN: ["min"], Kind.OPEN: ["?"]}.get(node.kind, [])


def _places(graph: GameGraph) -> str:
    """The positions, a line each."""
    columns, placed = graph.columns, graph.columns.placed
    if columns.points is None or not len(placed):
        return ""
    x, y = (Floats(columns.points[placed, axis]).texts for axis in range(2))
    return text_of(len(placed), "@at ", Picked(id_text.of(columns.ids), placed), " ", x, " ", y, "\n")
