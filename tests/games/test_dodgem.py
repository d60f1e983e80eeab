"""Dodgem keeps to its rules, has the number of positions that is known, and is a win for the first player."""

from __future__ import annotations

import pytest

from explorer.games import generate
from explorer.model.graph import GameGraph, Kind
from explorer.solver import solve

Cars = frozenset[tuple[int, int]]  # columns and rows, from the corner at the bottom left
Position = tuple[Cars, Cars, str]


def position(id: str) -> Position:
    board, turn = id.split()
    cells = [(x, y, car) for y, row in enumerate(reversed(board.split("/"))) for x, car in enumerate(row)]
    north, east = (frozenset((x, y) for x, y, car in cells if car == wanted) for wanted in "NE")
    return north, east, turn


def after(at: Position, size: int) -> set[Position]:
    """The positions after each move; the board of Min is that of Max mirrored at the diagonal."""
    north, east, turn = at
    if turn == "E":
        return {(_flipped(b), _flipped(a), "N") for a, b, _ in after((_flipped(east), _flipped(north), "N"), size)}
    found = set()
    for x, y in north:
        rest = north - {(x, y)}
        targets = {(x - 1, y), (x + 1, y), (x, y + 1)} - north - east
        found |= {(rest | {(a, b)}, east, "E") for a, b in targets if 0 <= a < size and b < size}
        if y + 1 == size:
            found.add((rest, east, "E"))
    return found


def _flipped(cars: Cars) -> Cars:
    return frozenset((y, x) for x, y in cars)


@pytest.fixture(scope="module", params=[2, 3])
def game(request: pytest.FixtureRequest) -> tuple[int, GameGraph]:
    graph = generate("dodgem", size=request.param)
    assert not any(node.kind is Kind.OPEN for node in graph.nodes)
    return request.param, graph


def test_the_positions_and_moves_are_those_that_the_rules_give(game: tuple[int, GameGraph]):
    size, graph = game
    for node in graph.nodes:
        at = north, east, turn = position(node.id)
        moves = {position(other.id) for other in graph.successors_of(node.id)}
        if not north or not east:
            assert (moves, node.score) == (set(), 1 if not north else -1)
        else:
            assert moves == after(at, size)
            if not moves:
                assert node.score == (1 if turn == "N" else -1)


def test_three_by_three_has_1963_positions_and_is_won_by_who_begins():
    graph = generate("dodgem")
    assert (len(graph.nodes), solve(graph).score) == (1_963, 1)
    assert graph.expected == {"scores": {graph.root: 1}}
