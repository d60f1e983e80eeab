"""DOT, the language of Graphviz: the program's own attributes, and what shapes and labels of other files let guess."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from explorer.formats.dot_syntax import DotEdge, DotGraph, DotNode, Text, parse_dot
from explorer.formats.dot_write import ENTITY, NO_LABEL, POINTS_PER_INCH, no_label, write
from explorer.formats.format import Format
from explorer.formats.guess import guess_kinds
from explorer.model.assemble import Assembled, AttributedMove, Row, assemble_attributed
from explorer.model.builder import GraphBuilder
from explorer.model.errors import FormatError, OptionError
from explorer.model.graph import Convention
from explorer.model.scores import format_score, parse_score
from explorer.model.words import counted

__all__ = ["FORMAT", "read", "write"]

_DRAWN = ("label", "shape", "pos")  # attributes that are read in a way of their own
_PLACE = re.compile(r"\s*([^,\s]+)[,\s]\s*+([^,!\s]+)(?>(?:[,\s][^,!]++)?)(!?)\s*+")
_BEGINS = re.compile(
    r"(?>(?:\s+|//[^\n]*\n|/\*.*?\*/|#[^\n]*\n)*)(?:strict\s+)?"
    r'(?:digraph\b(?!\s*[,;\t])|graph\s*(?:\w+|"[^"\n]*")?\s*\{)',
    re.IGNORECASE | re.DOTALL,
)

_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_WHOLE_ENTITY = re.compile(rf"{ENTITY.pattern}[^;]+;")

_INVISIBLE = "style=invis"
_MEANT = {
    "dir=back": "drawn backwards; the move goes the other way",
    "dir=both": "drawn both ways; each is two moves",
    "dir=none": "drawn without a direction; left out",
    _INVISIBLE: "not drawn; left out",
}


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
    moves = _moves(found.edges, builder)
    inner = {str(move.source) for move in moves}
    records = {id: _record(id, node, _scale(found)) for id, node in found.nodes.items()}
    shapes = {id: _shape(node) for id, node in found.nodes.items()}
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
        top["label"] = _label_text(found.attributes["label"], found.name)
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
        label = _without_score(label, record.get("score"))
        record["label"] = None if label.raw in (NO_LABEL, no_label(id)) else _label_text(label, id)
    return _position(attributes, scale) | record | {"id": id}


def _shape(node: DotNode) -> str:
    """How a node is drawn; Graphviz draws an ellipse where nothing else is said."""
    said = node.attributes.get("shape")
    return said.plain.lower() if said is not None else "ellipse"


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


# ---- labels


def _label_text(label: Text, id: str) -> str:
    """What Graphviz shows for a label: without escapes, or without the marks of HTML."""
    if label.is_html:
        return html.unescape(_TAG.sub("", _BREAK.sub("\n", label.raw))).strip()
    meaning = {"n": "\n", "l": "\n", "r": "\n", "N": id, "\n": ""}
    shown = _ESCAPE.sub(lambda escape: meaning.get(escape[1], escape[1]), label.raw).removesuffix("\n")
    return _WHOLE_ENTITY.sub(lambda entity: html.unescape(entity[0]), shown)


def _without_score(label: Text, score: object) -> Text:
    """The label of a leaf without its score, where that stands on the last line."""
    try:
        shown = parse_score(score)
    except OptionError:
        return label
    for text in (format_score(shown), str(shown)):
        if not label.is_html and label.raw.endswith("\\n" + text):
            return Text(label.raw.removesuffix("\\n" + text))
    return label


# ---- moves


def _moves(edges: Iterable[DotEdge], builder: GraphBuilder) -> list[AttributedMove]:
    """The moves in order; for each way of drawing that is not the usual one there is a warning."""
    moves: list[AttributedMove] = []
    found: Counter[str] = Counter()
    lines: dict[str, int] = {}
    for edge in edges:
        drawn = _drawn(edge)
        found[drawn] += 1
        lines.setdefault(drawn, edge.line)
        moves += _moves_of_edge(edge, drawn)
    for drawn, meaning in _MEANT.items():
        if found[drawn]:
            verb = "is" if found[drawn] == 1 else "are"
            builder.fields.warn(f"{counted(found[drawn], 'edge')} with {drawn} {verb} {meaning}", line=lines[drawn])
    return moves


def _drawn(edge: DotEdge) -> str:
    """How an edge is drawn: a key of `_MEANT`, or something else for the usual way."""
    style, direction = (edge.attributes[key].plain if key in edge.attributes else "" for key in ("style", "dir"))
    return _INVISIBLE if "invis" in style.replace(" ", "").split(",") else f"dir={direction}"


def _moves_of_edge(edge: DotEdge, drawn: str) -> list[AttributedMove]:
    attributes = {key: text.plain for key, text in edge.attributes.items() if key != "dir"} if edge.attributes else {}
    there = AttributedMove(edge.source, edge.target, attributes, edge.line)
    back = AttributedMove(edge.target, edge.source, attributes, edge.line)
    ways = {"dir=back": [back], "dir=both": [there, back], "dir=none": [], _INVISIBLE: []}
    return ways.get(drawn, [there])


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
