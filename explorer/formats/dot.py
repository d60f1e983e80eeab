"""DOT, the language of Graphviz: the program's own attributes, and what shapes and labels of other files let guess."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from explorer.formats.dot_edges import moves_of
from explorer.formats.dot_guess import guess_kinds
from explorer.formats.dot_labels import NO_LABEL, label_text, no_label, without_score
from explorer.formats.dot_model import DotGraph, DotNode, Text
from explorer.formats.dot_syntax import parse_dot
from explorer.formats.dot_write import POINTS_PER_INCH, write
from explorer.formats.format import Format
from explorer.model.assemble import Assembled, Row, assemble_attributed
from explorer.model.builder import GraphBuilder
from explorer.model.errors import FormatError
from explorer.model.graph import Convention

__all__ = ["FORMAT", "read", "write"]

_DRAWN = ("label", "shape", "pos")  # attributes that are read in a way of their own
_PLACE = re.compile(r"\s*([^,\s]+)[,\s]\s*+([^,!\s]+)(?:[,\s][^,!]++)?+(!?)\s*+")
_BEGINS = re.compile(
    r"(?>\s+|//[^\n]*\n|/\*.*?\*/|#[^\n]*\n)*+(?:strict\s+)?"
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
    found = parse_dot(text)
    if found.undirected:
        raise FormatError("a game graph is directed; write digraph instead of graph, and -> instead of --")
    builder = GraphBuilder()
    _warn_of_structure(found, builder)
    moves = moves_of(found.edges, builder)
    inner = {str(move.source) for move in moves}
    records = {id: _record(id, node, _scale(found)) for id, node in found.nodes.items()}
    shapes = {id: node.attributes["shape"].plain for id, node in found.nodes.items() if "shape" in node.attributes}
    top = _top(found)
    negamax = str(top.get("convention", "")).strip().lower() == Convention.NEGAMAX
    guess_kinds(records, shapes, inner, builder, negamax=negamax)
    return assemble_attributed(top, _rows(found, records), moves, builder)


def _warn_of_structure(found: DotGraph, builder: GraphBuilder) -> None:
    if found.has_more:
        builder.fields.warn("the file has more than one graph; only the first was read")
    if found.groups:
        builder.fields.warn(
            f"subgraphs were left out, their nodes kept: {', '.join(list(dict.fromkeys(found.groups))[:5])}"[:200]
        )


def _top(found: DotGraph) -> dict[str, Any]:
    """The attributes of the graph; its name is the one before the bracket, or else its title."""
    top: dict[str, Any] = {key: value.plain for key, value in found.attributes.items() if key != "inputscale"}
    if "label" in found.attributes:
        top["label"] = label_text(found.attributes["label"], found.name)
    name = found.name or top.get("name") or top.pop("label", "")
    return {**top, "name": name}


def _scale(found: DotGraph) -> float | None:
    """Points for a unit of position, as the graph says; None where it does not."""
    said = found.attributes.get("inputscale")
    return 1.0 if said is not None and said.plain == POINTS_PER_INCH else None


def _record(id: str, node: DotNode, scale: float | None) -> dict[str, Any]:
    """What a node says, under the keys of the model; other attributes as text."""
    attributes = node.attributes
    record: dict[str, Any] = {key: value.plain for key, value in attributes.items() if key not in _DRAWN}
    if record.get("open") == "true" and record.get("style") == "dashed":
        del record["style"]  # which is how open nodes are drawn
    label = attributes.get("label")
    if label is not None:
        label = without_score(label, record.get("score"))
        record["label"] = None if label.raw in (NO_LABEL, no_label(id)) else label_text(label, id)
    return _position(attributes, scale) | record | {"id": id}


def _position(attributes: Mapping[str, Text], scale: float | None) -> dict[str, Any]:
    """Where a node is drawn: points, or inches where its position is fixed and the graph has no scale; y upwards."""
    match = _PLACE.fullmatch(attributes["pos"].plain) if "pos" in attributes else None
    if match is None:
        return {}
    factor = scale or (float(POINTS_PER_INCH) if match[3] else 1.0)
    try:
        x, y = float(match[1]) * factor, float(match[2]) * factor
    except ValueError:
        return {}
    return {"x": x, "y": 0.0 - y}


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
