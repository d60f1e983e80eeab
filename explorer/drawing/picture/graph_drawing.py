"""The graph on a picture: bands beneath moves beneath nodes with their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from explorer.drawing.footprint import PLAIN, Footprint, footprint_of
from explorer.drawing.geometry import HALO, MARK, OWN_HEIGHT, PAD, RADIUS
from explorer.drawing.layout import complete_positions
from explorer.drawing.picture.card import card
from explorer.drawing.picture.edges import band, edge, routes
from explorer.drawing.picture.glyph import glyph, root_arrow
from explorer.drawing.picture.lettering import printable
from explorer.drawing.picture.moment import Looks, Moment, window_words
from explorer.drawing.picture.names import Neighbours, Points, name_texts, window_text
from explorer.drawing.picture.primitives import (
    Box,
    Group,
    Point,
    Shape,
    Text,
    box_around,
    box_of,
    pale,
    transformed,
)
from explorer.drawing.shown import Shown
from explorer.drawing.theme import Page
from explorer.model.board_json import board_of, cells_of
from explorer.model.graph import Move, Node

_AROUND = 8.0  # the graph: broad lines
_MARK: Points = np.array([MARK] * 50)  # a name stands elsewhere if it can


class GraphDrawing:
    """A drawing of a graph: the positions of its nodes and the curves of its moves, the same at every step.

    Attributes
    ----------
    box : the room that it needs at any step.
    """

    def __init__(self, shown: Shown, page: Page) -> None:
        self._graph, self._page = shown.graph, page
        self._trace = shown.trace
        self._looks = Looks(shown)
        self._positions = complete_positions(shown.graph)
        self._board = board_of(shown.graph)
        self._footprint = footprint_of(self._board)
        self._cells = self._positions_on_board()
        self._routes = routes(shown.graph, self._positions, dict.fromkeys(self._cells, self._footprint))
        self._edges = {move: edge(route) for move, route in self._routes.items()}
        ways: dict[str, list[Points]] = {node.id: [] for node in shown.graph.nodes}
        for move, route in self._routes.items():
            for end in set(move):
                ways[end].append(route.samples())
        neighbours = Neighbours(map(self._glyph, self._positions))
        self._names = {id: self._name(id, near, neighbours) for id, near in ways.items()}
        self.box = self._box()

    def _positions_on_board(self) -> dict[str, str]:
        """What lies on the board at each node that has one, by id."""
        if self._board is None:
            return {}
        found = {node.id: cells_of(node, self._board) for node in self._graph.nodes}
        return {id: cells for id, cells in found.items() if cells is not None}

    def _of(self, id: str) -> Footprint:
        """The room that a node takes."""
        return self._footprint if id in self._cells else PLAIN

    def _glyph(self, id: str) -> Point:
        """Where the middle of a node's glyph lies."""
        x, y = self._positions[id]
        return x, y + self._of(id).glyph

    def groups(self, moment: Moment) -> Iterator[Group]:
        """What is drawn at a moment, the first at the bottom."""
        return chain(self._bands(moment), self._moves(moment), self._nodes(moment))

    def _bands(self, moment: Moment) -> Iterator[Group]:
        for each in moment.bands:
            yield Group("band", self._move_name(each.move), 0, 0, (band(self._routes[each.move], each.kind),))

    def _moves(self, moment: Moment) -> Iterator[Group]:
        for move, shapes in self._edges.items():
            if moment.has_move(move):
                yield Group("move", self._move_name(move), 0, 0, shapes)

    def _nodes(self, moment: Moment) -> Iterator[Group]:
        for node in self._graph.nodes:
            if node.id not in moment.kinds:
                continue
            shapes = tuple(self._node(node, moment))
            yield Group("node", printable(self._looks.describe(node, moment)), *self._positions[node.id], shapes)

    def _node(self, node: Node, moment: Moment) -> Iterator[Shape]:
        look, footprint = self._looks.of(node, moment), self._of(node.id)
        shapes: list[Shape] = []
        if node.id in self._cells and self._board is not None:
            shapes += card(self._board, self._cells[node.id], self._page, look.halo)
            look = replace(look, halo=None)
        shapes += (transformed(shape, footprint.size, 0, footprint.glyph) for shape in glyph(look, self._page))
        for shape in (*shapes, *self._names[node.id]):
            yield pale(shape, self._page.paper) if look.is_pale else shape
        if node.id in moment.windows:
            yield self._window(node.id, moment.windows[node.id])

    def _window(self, id: str, words: str) -> Text:
        size, below = self._of(id).size, self._of(id).glyph
        names = (replace(shape, y=(shape.y - below) / size) for shape in self._names[id] if isinstance(shape, Text))
        text = window_text(words, tuple(names), self._page)
        return replace(text, y=text.y * size + below, size=text.size * size)

    def _name(self, id: str, ways: Sequence[Points], neighbours: Neighbours) -> tuple[Shape, ...]:
        """The name, and the arrow over the root; `ways` are those of the node's own moves."""
        is_root = id == self._graph.root
        position, footprint = self._glyph(id), self._of(id)
        marks = _MARK if self._looks.has_bounds else _MARK[:0]
        near = np.concatenate([marks, neighbours.rims(position), *(way - position for way in ways)]) / footprint.size
        room = neighbours.room(position) / footprint.size
        is_card = id in self._cells
        texts = name_texts(self._graph.node(id), self._page, near, room, is_root=is_root, is_card=is_card)
        is_below = any(text.anchor == "middle" for text in texts)
        may_have_tag = self._trace is not None and self._graph.node(id).score is not None
        lower = footprint.glyph
        if is_below:
            lower += (PAD if is_card else 0) + (OWN_HEIGHT if may_have_tag else 0)
        names = tuple(transformed(text, footprint.size, 0, lower) for text in texts)
        return (root_arrow(self._page, -footprint.height / 2), *names) if is_root else names

    def _move_name(self, move: Move) -> str:
        return " → ".join(printable(self._graph.node(id).name) for id in move)

    def _box(self) -> Box:
        nodes = (Box(x, y, x, y).grown(HALO + 2) for x, y in map(self._glyph, self._positions))
        cards = (self._card_box(*self._positions[id]) for id in self._cells)
        names = (
            box_of(transformed(shape, 1, *self._positions[id]))
            for id, shapes in self._names.items()
            for shape in shapes
        )
        windows = (box_of(transformed(shape, 1, *self._positions[id])) for id, shape in self._widest_windows())
        moves = (box_of(shape) for shapes in self._edges.values() for shape in shapes)
        return box_around(chain(nodes, cards, names, windows, moves)).grown(_AROUND)

    def _card_box(self, x: float, y: float) -> Box:
        across, down = self._footprint.width / 2, self._footprint.height / 2
        return Box(x - across, y - down, x + across, y + down).grown(HALO - RADIUS)

    def _widest_windows(self) -> Iterator[tuple[str, Text]]:
        """The widest window that each node has at any step."""
        widest: dict[str, Text] = {}
        for step in self._trace or ():
            for id, window in step.windows.items():
                if window is not None:
                    text = self._window(id, window_words(window))
                    widest[id] = min(text, widest.get(id, text), key=lambda each: each.left)
        return iter(widest.items())
