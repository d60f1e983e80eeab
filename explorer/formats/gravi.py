"""Gravi's JSON: parity games and other directed graphs that are drawn in its editor.

A document has a `type`, `vertices` and `edges`; an edge leads from its `tail` to its `head`, which are numbers of
vertices from 0; a deleted one is null.  In a parity game a vertex has a `player`, 0 or 1, and a `priority`, both 0
unless said; early versions marked those of player 0 by `player0`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from explorer.formats.pgsolver import NOT_OURS
from explorer.model.assemble import Assembled, AttributedMove, assemble_attributed
from explorer.model.builder import GraphBuilder
from explorer.model.errors import FormatError, quoted

_PARITY_GAME = "ParityGame"
_OF_A_VERTEX = ("player", "player0", "id")


def is_gravi(data: Mapping[str, Any]) -> bool:
    """Whether a JSON object is a graph of Gravi."""
    return "vertices" in data and "type" in data and "nodes" not in data


def assemble_gravi(data: Mapping[str, Any]) -> Assembled:
    """The good part of a graph of Gravi, and its problems.

    Raises
    ------
    FormatError
        If its vertices or edges are no list.
    """
    builder = GraphBuilder()
    vertices, edges = (_list(data, key) for key in ("vertices", "edges"))
    is_parity_game = data["type"] == _PARITY_GAME
    is_early = any(isinstance(vertex, Mapping) and "player0" in vertex for vertex in vertices)
    rows = []
    for number, vertex in enumerate(vertices):
        if isinstance(vertex, Mapping):
            kept = {key: value for key, value in vertex.items() if key not in _OF_A_VERTEX}
            game = _of_parity_game(number, vertex, is_early=is_early) if is_parity_game else {}
            rows.append((None, {**kept, **game, "id": str(number)}))
        elif vertex is not None:
            builder.refuse_node(f"vertex {number} must be an object, got {quoted(vertex)}; it was left out")
    moves = []
    for number, edge in enumerate(edges):
        if isinstance(edge, Mapping):
            moves.append(AttributedMove(edge.get("tail"), edge.get("head")))
        elif edge is not None:
            builder.refuse_move(f"edge {number} must be an object with tail and head, got {quoted(edge)}; left out")
    if is_parity_game:
        builder.fields.warn(NOT_OURS)
    return assemble_attributed({}, rows, moves, builder)


def _of_parity_game(number: int, vertex: Mapping[str, Any], *, is_early: bool) -> dict[str, Any]:
    """The player, priority and label of a vertex."""
    player = (0 if vertex.get("player0") else 1) if is_early else vertex.get("player", 0)
    priority = vertex.get("priority", 0)
    return {"player": player, "priority": priority, "label": f"{number}: {priority}"}


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    value = data.get(key) or []
    if not isinstance(value, list):
        raise FormatError(f'"{key}" must be a list, got {quoted(value)}')
    return value
