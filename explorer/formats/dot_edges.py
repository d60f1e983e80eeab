"""The moves that the edges of a DOT text stand for: drawn backwards, both ways, or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from explorer.formats.dot_model import DotEdge
from explorer.formats.text import counted
from explorer.model.assemble import AttributedMove
from explorer.model.builder import GraphBuilder

_INVISIBLE = "style=invis"
_MEANT = {
    "dir=back": "drawn backwards; the move goes the other way",
    "dir=both": "drawn both ways; each is two moves",
    "dir=none": "drawn without a direction; left out",
    _INVISIBLE: "not drawn; left out",
}


def moves_of(edges: Iterable[DotEdge], builder: GraphBuilder) -> list[AttributedMove]:
    """The moves in order; for each way of drawing that is not the usual one there is a warning."""
    moves: list[AttributedMove] = []
    found: Counter[str] = Counter()
    lines: dict[str, int] = {}
    for edge in edges:
        drawn = _drawn(edge)
        found[drawn] += 1
        lines.setdefault(drawn, edge.line)
        moves += _moves_of(edge, drawn)
    for drawn, meaning in _MEANT.items():
        if found[drawn]:
            verb = "is" if found[drawn] == 1 else "are"
            builder.fields.warn(f"{counted(found[drawn], 'edge')} with {drawn} {verb} {meaning}", line=lines[drawn])
    return moves


def _drawn(edge: DotEdge) -> str:
    """How an edge is drawn: a key of `_MEANT`, or something else for the usual way."""
    style, direction = (edge.attributes[key].plain if key in edge.attributes else "" for key in ("style", "dir"))
    return _INVISIBLE if "invis" in style.replace(" ", "").split(",") else f"dir={direction}"


def _moves_of(edge: DotEdge, drawn: str) -> list[AttributedMove]:
    attributes = {key: text.plain for key, text in edge.attributes.items() if key != "dir"} if edge.attributes else {}
    there = AttributedMove(edge.source, edge.target, attributes, edge.line)
    back = AttributedMove(edge.target, edge.source, attributes, edge.line)
    ways = {"dir=back": [back], "dir=both": [there, back], "dir=none": [], _INVISIBLE: []}
    return ways.get(drawn, [there])
