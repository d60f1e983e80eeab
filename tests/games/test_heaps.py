"""Boards and pictures of heaps, and what is known of Nim and takeaway."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.comparison.expected import disagreements
from explorer.games import find, generate
from explorer.games.heaps import MOST_STONES
from explorer.games.nim import Nim
from explorer.games.takeaway import Takeaway, known_score

heaps = st.lists(st.integers(0, 4), min_size=1, max_size=3).map(tuple)


@given(sizes=heaps)
def test_the_known_score_of_nim_is_the_one_that_is_found(sizes: tuple[int, ...]):
    graph = generate("nim", heaps=sizes)
    assert graph.expected["scores"][graph.root] in (1, -1)
    assert disagreements(graph) == []


@given(sizes=heaps, most=st.integers(1, 4))
def test_the_known_score_of_takeaway_is_the_one_that_is_found(sizes: tuple[int, ...], most: int):
    graph = generate("takeaway", stones=sizes, take=tuple(range(1, most + 1)))
    assert graph.expected["scores"][graph.root] in (1, -1)
    assert disagreements(graph) == []


def test_nothing_is_known_where_some_numbers_may_not_be_taken():
    assert known_score(stones=(7,), take=(2, 5)) is None
    assert generate("takeaway", stones=7, take="2,5").expected == {}


@given(sizes=heaps.filter(any))
def test_the_board_has_a_disc_for_every_stone_within_its_box(sizes: tuple[int, ...]):
    for rules in (Nim(heaps=sizes), Takeaway(stones=sizes, take=(1, 2))):
        board = rules.board
        assert len({cell.points for cell in board.cells}) == len(board.cells) == sum(sizes)
        for cell in board.cells:
            ((x, y),) = cell.points
            assert cell.radius <= x <= board.width - cell.radius
            assert cell.radius <= y <= board.height - cell.radius
        assert rules.cells(sizes) == "o" * sum(sizes)


def test_a_pile_of_which_one_to_four_are_taken_lies_in_rows_of_five():
    rules = Takeaway(stones=(7,), take=(1, 2, 3, 4))
    assert rules.picture((6,)) == "o o o o o\no ."
    assert (rules.board.width, rules.board.height) == (5, 2)
    assert rules.cells((6,)) == "oooooo."


def test_heaps_stand_one_under_the_other():
    rules = Nim(heaps=(1, 3))
    assert rules.picture((0, 2)) == ".\no o ."
    assert rules.cells((0, 2)) == ".oo."


@pytest.mark.parametrize("sizes", [(0,), (MOST_STONES + 1,)])
def test_none_or_too_many_stones_are_not_drawn(sizes: tuple[int, ...]):
    rules = Nim(heaps=sizes)
    assert (rules.board, rules.cells(sizes), rules.picture(sizes)) == (None, None, None)
    assert find("nim").graph(heaps=sizes).extra == {}
