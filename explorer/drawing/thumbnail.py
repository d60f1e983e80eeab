"""A small picture of a graph as SVG text: shapes, scores of leaves and moves, and the names for which there is room."""

from __future__ import annotations

from explorer.drawing.exports.svg import shapes_svg
from explorer.drawing.messages.sheet import SmallData
from explorer.drawing.picture.primitives import shapes_from
from explorer.drawing.picture.sheets import sheet_data
from explorer.drawing.script import call_script, note
from explorer.drawing.shown import Shown, Style
from explorer.model.graph import GameGraph

_SIZE = 360, 200


def thumbnail(graph: GameGraph, *, dark: bool = False, named: bool = True) -> str:
    """The picture, 360 × 200 pixels, with the graph fitted in, for a light or a dark page; it may go without names."""
    data = sheet_data(Shown(graph), Style(dark=dark), [0], measured=named)
    asked: SmallData = {"data": data, "size": _SIZE, "named": named}
    shapes = shapes_from(call_script("small", asked, [note(data["page"]["ink"])]))
    return shapes_svg(*_SIZE, shapes)


def alternative(graph: GameGraph) -> str:
    """What the picture is of, for those who do not see it."""
    nodes, moves = len(graph.nodes), len(graph.moves)
    size = f"{nodes} node{'s' * (nodes != 1)} and {moves} move{'s' * (moves != 1)}"
    return f"{graph.name or 'A graph'}, drawn: {size}"
