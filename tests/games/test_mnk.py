"""m,n,k games and tic-tac-toe against counts and results that are published, and against a brute force."""

from __future__ import annotations

from functools import cache

import pytest

from explorer.comparison.expected import disagreements
from explorer.games import find, generate
from explorer.games.grid import canonical
from explorer.games.mnk import known_score
from explorer.model.graph import GameGraph, Kind
from explorer.solver import solve

SMALL = [
    (rows, columns, k) for rows in range(1, 4) for columns in range(1, 5) for k in range(1, 5) if rows * columns < 10
]


def whole(name: str, **parameters: object) -> GameGraph:
    graph = generate(name, **parameters)
    assert not any(node.kind is Kind.OPEN for node in graph.nodes)
    return graph


def lines_of(rows: int, columns: int, k: int) -> list[list[int]]:
    """Every k cells in a row, found by walking from each cell in each direction."""
    found = []
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + step * down, column + step * right) for step in range(k)]
                if all(0 <= r < rows and 0 <= c < columns for r, c in cells):
                    found.append([r * columns + c for r, c in cells])
    return found


def by_force(rows: int, columns: int, k: int) -> dict[str, int]:
    """The value of every position that can be reached, by the definition."""
    lines, values = lines_of(rows, columns, k), {}

    @cache
    def value(board: str) -> int:
        turn = "XO"[(len(board) - board.count(".")) % 2]
        for player, score in (("X", 1), ("O", -1)):
            if any(all(board[cell] == player for cell in line) for line in lines):
                values[board] = score
                return score
        free = [cell for cell, stone in enumerate(board) if stone == "."]
        after = [value(board[:cell] + turn + board[cell + 1 :]) for cell in free]
        values[board] = (max if turn == "X" else min)(after, default=0)
        return values[board]

    value("." * (rows * columns))
    return values


@pytest.mark.parametrize(("mirrored", "positions"), [("no", 5_478), ("yes", 765)])
def test_tic_tac_toe_has_the_published_number_of_positions_and_is_a_draw(mirrored: str, positions: int):
    graph = whole("tic-tac-toe", mirrored=mirrored)
    assert len(graph.nodes) == positions
    assert solve(graph).score == 0


def test_tic_tac_toe_ends_as_often_as_is_published():
    """958 final boards: X wins 626, O 316, and 16 are draws; 91, 44 and 3 up to symmetry."""
    for mirrored, published in (("no", (626, 316, 16)), ("yes", (91, 44, 3))):
        ends = [node.score for node in whole("tic-tac-toe", mirrored=mirrored).nodes if node.kind is Kind.LEAF]
        assert tuple(ends.count(score) for score in (1, -1, 0)) == published


@pytest.mark.parametrize(("rows", "columns", "k"), SMALL)
def test_every_position_has_the_value_that_brute_force_finds(rows: int, columns: int, k: int):
    values = by_force(rows, columns, k)
    graph = whole("mnk", rows=rows, columns=columns, k=k, mirrored="no")
    assert {id.replace("/", ""): score for id, score in solve(graph).scores.items()} == values
    mirrored = whole("mnk", rows=rows, columns=columns, k=k)
    merged = {canonical(board, rows, columns): score for board, score in values.items()}
    assert {id.replace("/", ""): score for id, score in solve(mirrored).scores.items()} == merged
    assert values["." * (rows * columns)] == known_score(rows=rows, columns=columns, k=k)
    assert disagreements(graph) == disagreements(mirrored) == []


def test_moves_and_pictures_are_told_in_words():
    game = find("mnk")
    rules = game.rules_with(rows=2, columns=3, k=2, mirrored=False, positions=1)
    assert rules.move_name("X.....", "X..O..") == "O a1"
    assert rules.picture("X..O.X") == "X . .\nO . X\nO to move"
    assert rules.picture("XXO...") == "X X O\n. . .\nX has won"
    mirrored = game.rules_with(rows=2, columns=3, k=2, mirrored=True, positions=1)
    names = [mirrored.move_name("......", after) for after in dict.fromkeys(mirrored.moves("......"))]
    assert names == ["X a2", "X b2"]  # on the board before, of alike moves the first
