"""A small picture of a graph as SVG text: shapes, scores of leaves, moves, and the names that have room."""

from __future__ import annotations

from explorer.drawing.exports.svg import shapes_svg
from explorer.drawing.graph_view import GraphView, Style
from explorer.drawing.messages.sheet import SmallData
from explorer.drawing.picture.primitives import shapes_from
from explorer.drawing.picture.sheets import sheet_data
from explorer.drawing.script import call_script, note
from explorer.model.graph import GameGraph

_SIZE = 360, 200


def thumbnail(graph: GameGraph, *, dark: bool = False, with_names: bool = True) -> str:
    """Return the picture, 360 × 200 pixels, for a light or a dark page, with or without names."""
    data = sheet_data(GraphView(graph), Style(dark=dark), [0], measured=with_names)
    request: SmallData = {"data": data, "size": _SIZE, "with_names": with_names}
    shapes = shapes_from(call_script("small", request, [note(data["page"]["ink"])]))
    return shapes_svg(*_SIZE, shapes)


def alternative(graph: GameGraph) -> str:
    """Return a description of the picture for those who do not see it."""
    nodes, moves = len(graph.nodes), len(graph.moves)
    size = f"{nodes} node{'s' * (nodes != 1)} and {moves} move{'s' * (moves != 1)}"
    return f"{graph.name or 'A graph'}, drawn: {size}"
