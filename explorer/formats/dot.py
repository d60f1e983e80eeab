"""DOT, the language of Graphviz: the program's own attributes, and what shapes and labels of other files let guess."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from explorer.formats.dot_columns import graph_by_columns
from explorer.formats.dot_meaning import (
    DRAWN,
    is_negamax,
    label_text,
    moves,
    place_of,
    scale,
    top,
    warn_of_structure,
    without_score,
)
from explorer.formats.dot_syntax import DotGraph, DotNode, Text, parse_dot
from explorer.formats.dot_write import NO_LABEL, POINTS_PER_INCH, no_label, write
from explorer.formats.format import Format
from explorer.formats.guess import guess_kinds
from explorer.formats.igraph import keys_of_facts
from explorer.model.assemble import Assembled, Row, assemble_attributed
from explorer.model.builder import GraphBuilder
from explorer.model.errors import FormatError
from explorer.model.fields import without_nothing

__all__ = ["FORMAT", "read", "write"]

_BEGINS = re.compile(
    r"(?>(?:\s+|//[^\n]*\n|/\*.*?\*/|#[^\n]*\n)*)(?:strict\s+)?"
    r'(?:digraph\b(?!\s*[,;\t])|graph\s*(?:\w+|"[^"\n]*")?\s*\{)',
    re.IGNORECASE | re.DOTALL,
)


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a DOT text, and its problems; what is guessed is a warning.

    Raises
    ------
    FormatError
        If it is not DOT, or of an undirected graph.
    """
    if (plainly := graph_by_columns(text)) is not None:
        return plainly
    found = parse_dot(text)
    if found.undirected:
        raise FormatError("a game graph is directed; write digraph instead of graph, and -> instead of --")
    builder = GraphBuilder()
    warn_of_structure(found, builder.fields)
    some = moves(found.edges, builder.fields)
    inner = {str(move.source) for move in some}
    keys = keys_of_facts(text)
    records = {id: without_nothing(_record(id, node, scale(found)), keys) for id, node in found.nodes.items()}
    shapes = {id: _shape(node) for id, node in found.nodes.items()}
    said = top(found)
    guess_kinds(records, shapes, inner, builder, negamax=is_negamax(said))
    return assemble_attributed(said, _rows(found, records), some, builder)


def _record(id: str, node: DotNode, scale: float | None) -> dict[str, Any]:
    """What a node says, under the keys of the model; other attributes as text."""
    attributes = node.attributes
    record: dict[str, Any] = {key: value.plain for key, value in attributes.items() if key not in DRAWN}
    if record.get("open") == "true" and record.get("style") == "dashed":
        del record["style"]  # which is how open nodes are drawn
    label = attributes.get("label")
    if label is not None:
        label = without_score(label, record.get("score"))
        record["label"] = None if label.raw in (NO_LABEL, no_label(id)) else label_text(label, id)
    return _position(attributes, scale) | record | {"id": id}


def _shape(node: DotNode) -> str:
    """How a node is drawn; Graphviz draws an ellipse where nothing else is said."""
    said = node.attributes.get("shape")
    return said.plain.lower() if said is not None else "ellipse"


def _position(attributes: Mapping[str, Text], scale: float | None) -> dict[str, Any]:
    """Where a node is drawn: points, or inches where its position is fixed and the graph has no scale; y upwards."""
    place = place_of(attributes["pos"].plain) if "pos" in attributes else None
    if place is None:
        return {}
    factor = scale or (float(POINTS_PER_INCH) if place[2] else 1.0)
    return {"x": place[0] * factor, "y": 0.0 - place[1] * factor}


def _rows(found: DotGraph, records: Mapping[str, dict[str, Any]]) -> Iterator[Row]:
    for id, record in records.items():
        yield found.nodes[id].line, record


FORMAT = Format(
    name="dot",
    title="Graphviz DOT (.dot, .gv)",
    suffixes=(".dot", ".gv"),
    read=read,
    write=write,
    cannot_carry=(
        "lists and objects (known answers among them), the types of unknown keys, unknown keys that say how Graphviz "
        "draws (shape, pos), and that a graph has no root yet."
    ),
    recognises=lambda text: _BEGINS.match(text) is not None,
    rank=36,
)
