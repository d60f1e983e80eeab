"""Gravi's JSON: parity games and other directed graphs that are drawn in its editor.

A document has a `type`, `vertices` and `edges`; an edge leads from its `tail` to its `head`, which are numbers of
vertices from 0; a deleted one is null.  In a parity game a vertex has a `player`, 0 or 1, and a `priority`, both 0
unless said; early versions marked those of player 0 by `player0`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from explorer.formats.json_columns import Lists, ends_of, nodes_and_written, objects_in, of_nodes
from explorer.formats.json_values import NO_GAP
from explorer.formats.pgsolver import NOT_OURS
from explorer.model.arrow import Column, in_arrow, joined_texts
from explorer.model.assemble import Assembled, AttributedMove, assemble_attributed, assemble_columns
from explorer.model.builder import GraphBuilder
from explorer.model.errors import FormatError, quoted
from explorer.model.numbering import require
from explorer.model.plain import PlainTables

_PARITY_GAME = "ParityGame"
_OF_A_VERTEX, _ENDS = ("player", "player0", "id"), ("tail", "head")


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


def assemble_large_gravi(data: Mapping[str, Any], lists: Lists) -> Assembled | None:
    """The graph of very many vertices and edges of which nothing is odd; None of any other.

    Raises
    ------
    OddError
        If vertices or edges are odd.
    pyarrow.ArrowException
        If they are no lists.
    """
    require(lists.keys == ("vertices", "edges"))
    found = objects_in(lists.nodes, of_nodes, gap=NO_GAP)
    edges = objects_in(lists.moves, lambda table, _: table, gap=NO_GAP)
    ids, is_parity_game = in_arrow(found.rows).cast("string"), data["type"] == _PARITY_GAME
    own = {key: column for key, column in found.table.items() if key not in _OF_A_VERTEX}
    game = _columns_of_parity_game(found.table, ids) if is_parity_game else {}
    nodes, extras = nodes_and_written(replace(found, table={**own, **game, "id": ids}))
    sources, targets = ends_of(edges, _ENDS, takes_lists=False)
    tables = PlainTables(sources=sources, targets=targets, nodes=nodes, move_lines=(), adds_ends=False, extras=extras)
    builder = GraphBuilder()
    if is_parity_game:
        builder.fields.warn(NOT_OURS)
    return assemble_columns({}, tables, builder.fields)


def _columns_of_parity_game(vertices: Mapping[str, Column], ids: Column) -> dict[str, Column]:
    """Player, priority and label of each vertex."""
    import pyarrow.compute as pc

    zeros = in_arrow(np.zeros(len(ids), np.int64))
    players, priorities, early = (vertices.get(key, zeros) for key in ("player", "priority", "player0"))
    require(all(str(column.type) == "int64" for column in (players, priorities)))
    if "player0" in vertices:
        require(str(early.type) == "bool")
        players = pc.invert(early.fill_null(False)).cast("int64")
    priorities = priorities.fill_null(0)
    label = joined_texts(ids, ": ", priorities.cast("string"))
    return {"player": players.fill_null(0), "priority": priorities, "label": label}


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
