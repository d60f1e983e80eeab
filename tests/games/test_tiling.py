"""The tiling game: values, symmetries, and the smallest maximal tilings, against enumerations of their own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.games import generate
from explorer.games.maximal_tilings import arrangements, dominoes, fewest, is_maximal, most
from explorer.games.tiling import Tiling
from explorer.games.tiling_values import TilingValues
from explorer.model.check import check
from explorer.model.graph import GameGraph, Kind
from explorer.solver import solve

SMALL = [(rows, columns) for rows in range(1, 13) for columns in range(1, 13) if rows * columns <= 12]
ON_BOARDS = [(rows, columns) for rows, columns in SMALL if max(rows, columns) <= 8]

Squares = frozenset[complex]


def board(rows: int, columns: int) -> Squares:
    return frozenset(complex(row, column) for row in range(rows) for column in range(columns))


def dominoes_on(free: Squares) -> Iterator[Squares]:
    return (frozenset({square, square + step}) for square in free for step in (1, 1j) if square + step in free)


@cache
def played(free: Squares, is_max: bool) -> int:
    """How many more dominoes are placed on the free squares, by a search that knows nothing but the rules."""
    values = [1 + played(free - domino, not is_max) for domino in dominoes_on(free)]
    return (max if is_max else min)(values, default=0)


@cache
def finished(free: Squares) -> frozenset[int]:
    """All numbers of further dominoes with which a tiling can be maximal."""
    counts = [finished(free - domino) for domino in dominoes_on(free)]
    return frozenset(1 + count for each in counts for count in each) if counts else frozenset({0})


def whole(**parameters: object) -> GameGraph:
    graph = generate("tiling", **parameters)
    assert not any(node.kind is Kind.OPEN for node in graph.nodes)
    return graph


def halves_match(tiling: str, columns: int) -> bool:
    """Whether every half of a domino has its other half."""
    other = {"<": (1, ">"), ">": (-1, "<"), "^": (columns, "v"), "v": (-columns, "^")}
    for place, square in enumerate(tiling):
        if square in other:
            step, half = other[square]
            beside = place + step
            if not 0 <= beside < len(tiling) or tiling[beside] != half:
                return False
            if abs(step) == 1 and columns > 1 and place // columns != beside // columns:
                return False
    return True


# ---- values


def squares(rows: int, columns: int) -> list[tuple[int, int]]:
    return [(row, column) for row in range(rows) for column in range(columns)]


@pytest.mark.parametrize(("rows", "columns"), SMALL)
def test_small_boards_have_the_values_of_a_search_by_the_rules_alone(rows, columns):
    for max_first in (True, False):
        assert TilingValues().value(squares(rows, columns), is_max=max_first) == played(board(rows, columns), max_first)


@given(st.frozensets(st.tuples(st.integers(0, 3), st.integers(0, 4)), max_size=13), st.booleans())
def test_boards_of_any_shape_have_the_values_of_that_search(shape, is_max):
    free = frozenset(complex(*square) for square in shape)
    assert TilingValues().value(shape, is_max=is_max) == played(free, is_max)


@pytest.mark.parametrize(("rows", "columns"), ON_BOARDS)
def test_the_graph_has_that_value_however_positions_are_merged(rows, columns):
    value = played(board(rows, columns), True)
    sizes = []
    for symmetric in ("no", "yes"):
        for outlines in ("no", "yes"):
            graph = whole(rows=rows, columns=columns, symmetric=symmetric, outlines=outlines)
            assert solve(graph).score == value == graph.rules.value(graph.rules.initial)
            assert not check(graph)
            sizes.append(len(graph.nodes))
    assert sizes[0] == max(sizes) == arrangements(rows, columns)


def test_the_value_of_every_position_is_its_score():
    for merged in ("no", "yes"):
        graph = whole(rows=3, columns=4, symmetric=merged, outlines=merged, max_first="no")
        scores = solve(graph).scores
        assert {id: graph.rules.value(id.replace("/", "")) for id in scores} == scores


@pytest.mark.large
def test_the_5_by_5_board_ends_with_12_dominoes_and_with_11_if_min_begins():
    for max_first, value in ((True, 12), (False, 11)):
        values = TilingValues()
        assert values.value(squares(5, 5), is_max=max_first) == value
        assert values.states < 20_000


# ---- maximal tilings


@pytest.mark.parametrize(("rows", "columns"), [*SMALL, (4, 4), (3, 5), (2, 8)])
def test_no_maximal_tiling_has_fewer_or_more_dominoes(rows, columns):
    counts = finished(board(rows, columns))
    smallest = fewest(rows, columns)
    assert (dominoes(smallest), most(rows, columns)) == (min(counts), max(counts))
    assert is_maximal(smallest, columns)
    assert halves_match(smallest, columns)


def test_theorem_1_a_maximal_tiling_of_8_by_8_has_22_to_32_dominoes():
    smallest = fewest(8, 8)
    assert (dominoes(smallest), most(8, 8)) == (22, 32)
    assert halves_match(smallest, 8)
    empty = {divmod(at, 8) for at, square in enumerate(smallest) if square == "."}
    assert len(empty) == 64 - 2 * 22
    assert not any((row + down, column + 1 - down) in empty for row, column in empty for down in (0, 1))


def test_smallest_maximal_tilings_are_smallest_maximal_matchings():
    """A smallest maximal independent set of the line graph: networkx finds them all on a small board."""
    for rows, columns in [(2, 4), (3, 3), (3, 4)]:
        line = nx.complement(nx.line_graph(nx.grid_2d_graph(rows, columns)))
        assert dominoes(fewest(rows, columns)) == min(map(len, nx.find_cliques(line)))


# ---- the rules


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (2, 4), (4, 2), (1, 5)])
def test_every_position_is_a_tiling_with_whole_dominoes_and_its_turns_are(rows, columns):
    graph = whole(rows=rows, columns=columns, symmetric="yes")
    for node in graph.nodes:
        tiling = node.id.replace("/", "")
        assert halves_match(tiling, columns)
        for turn in graph.rules._symmetry_functions:
            turned = turn(tiling)
            assert halves_match(turned, columns)
            assert graph.rules._canonical_position(turned) == tiling


def test_the_turn_passes_and_a_move_covers_two_squares():
    graph = whole(rows=3, columns=3)
    for source, target in graph.moves:
        assert source.count(".") - target.count(".") == 2
    for node in graph.nodes:
        if node.kind is not Kind.LEAF:
            assert node.kind is (Kind.MAX if dominoes(node.id.replace("/", "")) % 2 == 0 else Kind.MIN)
        else:
            assert (node.score, is_maximal(node.id.replace("/", ""), 3)) == (dominoes(node.id.replace("/", "")), True)


def test_dominoes_stand_on_a_board_of_one_column():
    assert Tiling(rows=3, columns=1).moves("...") == ["^v.", ".^v"]
