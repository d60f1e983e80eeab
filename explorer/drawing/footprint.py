"""Room that a node takes: a glyph alone, or a card with a board above and the glyph below."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from explorer.drawing.script import call_script
from explorer.model.board import Board, Point
from explorer.model.board_json import BOARD, board_of
from explorer.model.graph import GameGraph

_APART = 130.0, 120.0  # between the middles of neighbours without a board, across and down
_BETWEEN = 30.0, 52.0  # between cards, at least
_NEARLY = 1e-6


class Footprint(NamedTuple):
    """The room that a node takes around its middle, in pixels of the canvas."""

    width: float
    height: float


_PLAIN = Footprint(48.0, 48.0)
_LARGEST = Footprint(112.0, 176.0)  # of any card, where nothing that draws is installed


def footprint_of(board: Board | None) -> Footprint:
    """Return the room that a node takes: that of a card with a board, or of a glyph without one."""
    return _PLAIN if board is None else _card(board.width, board.height, len(board.cells))


def _card(width: float, height: float, cells: int) -> Footprint:
    asked = {"width": width, "height": height, "cells": {"length": cells}}
    found = call_script("footprint", asked, _LARGEST._asdict())
    return Footprint(found["width"], found["height"])


def stretch(graph: GameGraph) -> Point:
    """Return the factors by which nodes with boards lie farther apart than others, across and down; 1 without a
    board."""
    footprint = footprint_of(board_of(graph))
    across, down = max(_APART[0], footprint.width + _BETWEEN[0]), max(_APART[1], footprint.height + _BETWEEN[1])
    return across / _APART[0], down / _APART[1]


def with_room_for_boards(graph: GameGraph, draw: Callable[[GameGraph], dict[str, Point]]) -> dict[str, Point]:
    """Return positions for a graph whose nodes may have boards, by a layout that knows of none.

    The layout is given the graph without its board and drawn as much closer together; nodes that it leaves where they
    were keep their exact positions.
    """
    across, down = stretch(graph)
    if (across, down) == (1, 1):
        return draw(graph)
    own = {node.id: (node.x, node.y) for node in graph.nodes if node.x is not None and node.y is not None}
    nodes = tuple(
        node if node.x is None or node.y is None else replace(node, x=node.x / across, y=node.y / down)
        for node in graph.nodes
    )
    extra = {key: value for key, value in graph.extra.items() if key != BOARD}
    found: dict[str, Point] = {}
    for id, (x, y) in draw(graph.replace(nodes=nodes, extra=extra)).items():
        position = x * across, y * down
        stays = id in own and math.dist(own[id], position) < _NEARLY * (1 + math.hypot(*position))
        found[id] = own[id] if stays else (round(position[0], 1), round(position[1], 1))
    return found
