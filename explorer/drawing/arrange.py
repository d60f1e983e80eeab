"""Layouts on demand, for the whole graph or for chosen nodes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from explorer.drawing.footprint import stretch, with_room_for_boards
from explorer.drawing.forest import circle, forest
from explorer.drawing.free_positions import FreePositions
from explorer.drawing.layout import ASPECT, complete_positions, layered_positions
from explorer.drawing.packing import box_of
from explorer.drawing.springs import springs
from explorer.drawing.sugiyama import sugiyama
from explorer.model.board import Point
from explorer.model.graph import GameGraph
from explorer.trace.registry import find_entry

LAYOUTS: dict[str, str] = {
    "layered": "Layers with few crossings",
    "distance": "Layers by distance from the root",
    "tree": "Tree",
    "circle": "Circle",
    "force": "Springs",
    "grid": "Snap to a grid",
}

APART = 56.0  # the least distance between a node that is arranged and any other; a node is 48 wide
GRID = (65.0, 60.0)  # across and down
_CARDS = 2.11  # times as far apart are nodes with boards, before they are drawn farther apart

_FUNCTIONS: dict[str, Callable[[GameGraph, float], dict[str, Point]]] = {
    "layered": sugiyama,
    "distance": layered_positions,
    "tree": forest,
    "circle": lambda graph, _: circle(graph),
    "force": springs,
}
_STEP = 20.0  # by which nodes move aside
_AWAY = (0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5)  # times `_ASIDE`: how far a whole arrangement may move aside
_ASIDE = 60.0


def arrange(
    graph: GameGraph,
    layout: str,
    *,
    ids: Sequence[str] | None = None,
    pinned: Collection[str] = (),
    aspect: float = ASPECT,
) -> dict[str, Point]:
    """Return the positions of the chosen nodes after a layout, by id in node order.

    Only the moves between chosen nodes count.  The middle of the nodes stays where it is.  If nodes among them are
    pinned, the others are arranged around them: the layout is of all, and the middle of the pinned ones stays.
    Where others are in the way, the arrangement moves aside a little, as a whole if that helps.

    Parameters
    ----------
    layout : a name of `LAYOUTS`.  "layered" becomes "distance" where the drawing would be far larger than a screen,
        and "force" for more than 3,000 nodes.
    ids : the chosen nodes; None for all.
    pinned : nodes that stay exactly where they are, among the chosen ones or not.
    aspect : width over height of the canvas.

    Raises
    ------
    UnknownNameError
        If there is no such layout.
    GraphError
        If there is no such node.
    """
    find_entry(layout, LAYOUTS, "layout")
    chosen = set(graph.index) if ids is None else {graph.node(id).id for id in ids}
    across, down = stretch(graph)
    room = _DrawingArea(aspect * down / across, 1.0 if (across, down) == (1, 1) else _CARDS)
    return with_room_for_boards(graph, lambda plain: _arranged_positions(plain, layout, chosen, pinned, room))


@dataclass(frozen=True)
class _DrawingArea:
    """Aspect of the canvas, and the factor by which boards keep nodes farther apart."""

    aspect: float
    spacing: float


def _arranged_positions(
    graph: GameGraph, layout: str, chosen: set[str], pinned: Collection[str], room: _DrawingArea
) -> dict[str, Point]:
    """Return the positions of the chosen nodes, as if no node had a board."""
    moving = [node.id for node in graph.nodes if node.id in chosen and node.id not in pinned]
    old = complete_positions(graph)
    fixed = [point for id, point in old.items() if id not in chosen or id in pinned]
    if layout == "grid":
        new = _snapped_to_grid({id: old[id] for id in moving}, fixed, room.spacing)
    else:
        part = _subgraph_of(graph, chosen)
        wished = _moved_to_old_middle(_FUNCTIONS[layout](part, room.aspect), old, chosen.intersection(pinned))
        new = _clear_of_fixed({id: wished[id] for id in moving}, fixed, room.spacing)
    return {node.id: new.get(node.id, old[node.id]) for node in graph.nodes if node.id in chosen}


def _subgraph_of(graph: GameGraph, chosen: Collection[str]) -> GameGraph:
    """Return the graph of the chosen nodes and the moves between them."""
    if len(chosen) == len(graph.nodes):
        return graph
    return graph.replace(
        nodes=tuple(node for node in graph.nodes if node.id in chosen),
        moves=tuple(move for move in graph.moves if move[0] in chosen and move[1] in chosen),
        root=graph.root if graph.root in chosen else None,
    )


def _moved_to_old_middle(
    drawing: Mapping[str, Point], old: Mapping[str, Point], anchors: Collection[str]
) -> dict[str, Point]:
    """Return a layout shifted so that the middle of its nodes, or of the `anchors`, stays where it was."""
    ids = [id for id in drawing if id in anchors] or list(drawing)
    if not ids:
        return {}
    x, y = _middle_of_box([drawing[id] for id in ids])
    to_x, to_y = _middle_of_box([old[id] for id in ids])
    return {id: (px + to_x - x, py + to_y - y) for id, (px, py) in drawing.items()}


def _middle_of_box(points: Sequence[Point]) -> Point:
    """Return the middle of the box around points."""
    left, top, right, bottom = box_of(points)
    return (left + right) / 2, (top + bottom) / 2


def _clear_of_fixed(wished: Mapping[str, Point], fixed: Sequence[Point], spacing: float) -> dict[str, Point]:
    """Return positions clear of the fixed ones: a little away together, or each moved aside where one is in the way."""
    positions = FreePositions(fixed, apart=spacing * APART, step=(_STEP, _STEP))
    shifts = sorted(product(_AWAY, repeat=2), key=lambda shift: shift[0] ** 2 + shift[1] ** 2)
    for dx, dy in shifts if fixed else ():
        shifted = {id: (x + dx * _ASIDE, y + dy * _ASIDE) for id, (x, y) in wished.items()}
        if all(positions.is_free(point) for point in shifted.values()):
            wished = shifted
            break
    return dict(zip(wished, positions.occupy(list(wished.values())), strict=True))


def _snapped_to_grid(points: Mapping[str, Point], fixed: Sequence[Point], spacing: float) -> dict[str, Point]:
    """Return positions on free points of the grid; the nodes that are nearest to one choose first."""
    across, down = (spacing * step for step in GRID)
    positions = FreePositions(fixed, apart=spacing * APART, step=(across, down))
    nearest = {id: (across * round(x / across), down * round(y / down)) for id, (x, y) in points.items()}

    def squared_distance(id: str) -> float:
        return (points[id][0] - nearest[id][0]) ** 2 + (points[id][1] - nearest[id][1]) ** 2

    order = sorted(points, key=squared_distance)
    return dict(zip(order, positions.occupy([nearest[id] for id in order]), strict=True))
