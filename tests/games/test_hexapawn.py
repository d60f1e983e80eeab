"""Hexapawn against a brute force written by other means, and its known result."""

from __future__ import annotations

from functools import cache

import pytest

from explorer.games import generate
from explorer.model.graph import GameGraph, Kind
from explorer.solver import solve

Pawns = frozenset[tuple[int, int]]  # rows from White's side, columns


def whole(**parameters: object) -> GameGraph:
    graph = generate("hexapawn", **parameters)
    assert not any(node.kind is Kind.OPEN for node in graph.nodes)
    return graph


def by_force(rows: int, columns: int) -> dict[tuple[Pawns, Pawns, str], int]:
    """The value to White of every position, as sets of pawns; each player sees the board from their own side."""
    values = {}

    def turned(pawns: Pawns) -> Pawns:
        return frozenset((rows - 1 - row, column) for row, column in pawns)

    @cache
    def wins(mine: Pawns, other: Pawns, player: str) -> bool:
        """Whether the player to move wins; both sets as this player sees them."""
        after = []
        for row, column in mine:
            after += [(row, column, row + 1, column)] if (row + 1, column) not in mine | other else []
            after += [(row, column, row + 1, to) for to in (column - 1, column + 1) if (row + 1, to) in other]
        won = False
        if not any(row == 0 for row, _ in other):  # the other has not arrived
            for row, column, to_row, to in after:
                moved = mine - {(row, column)} | {(to_row, to)}
                won |= not wins(turned(other - {(to_row, to)}), turned(moved), "B" if player == "W" else "W")
        white, black = (mine, other) if player == "W" else (turned(other), turned(mine))
        values[white, black, player] = 1 if won == (player == "W") else -1
        return won

    line = frozenset((0, column) for column in range(columns))
    wins(line, turned(line), "W")
    return values


def position(id: str) -> tuple[Pawns, Pawns, str]:
    board, turn = id.split()
    cells = [
        (row, column, piece) for row, line in enumerate(reversed(board.split("/"))) for column, piece in enumerate(line)
    ]
    white, black = (frozenset((row, column) for row, column, piece in cells if piece == wanted) for wanted in "WB")
    return white, black, turn


@pytest.mark.parametrize(("rows", "columns"), [(3, 1), (3, 2), (3, 3), (3, 4), (4, 2), (4, 3), (5, 2)])
def test_every_position_has_the_value_that_brute_force_finds(rows: int, columns: int):
    scores = solve(whole(rows=rows, columns=columns, mirrored="no")).scores
    values = by_force(rows, columns)
    assert {position(id): score for id, score in scores.items()} == values
    mirrored = solve(whole(rows=rows, columns=columns)).scores
    assert {position(id): score for id, score in mirrored.items()}.items() <= values.items()
    assert {(len(w), len(b), t, values[w, b, t]) for w, b, t in values} == {
        (len(w), len(b), t, score) for (w, b, t), score in ((position(id), score) for id, score in mirrored.items())
    }


def test_the_second_player_wins_gardner_s_game():
    graph = whole()
    assert solve(graph).score == -1
    assert graph.expected == {"scores": {"BBB/.../WWW W": -1}}
