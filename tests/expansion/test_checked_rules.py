"""Rules are asked a position at a time, and whatever is wrong with them is one sentence that says where."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import count

import numpy as np
import pytest

from explorer.expansion.checked_rules import MAX_MOVES, CheckedRules
from explorer.model.board import Board, Piece, squares
from explorer.model.board_json import board_to_json
from explorer.model.errors import GraphError
from explorer.model.graph import Kind, Node
from explorer.model.rules import Rules


class Countdown(Rules):
    """Take one or two from a number; the last score is the number."""

    title = "Count down"
    initial = 3

    def moves(self, number):
        return [number - 1, number - 2] if number > 1 else []

    def score(self, number):
        return Fraction(number, 2)

    def owner(self, number):
        return "max" if number % 2 else "min"

    def label(self, number):
        return f"n{number}"


def changed(**methods: object) -> CheckedRules:
    """The game asked, with other methods or attributes."""
    return CheckedRules(type("Changed", (Countdown,), {"title": "Game", **methods})())


def test_a_position_is_open_until_it_is_expanded():
    asked = CheckedRules(Countdown())
    assert asked.node(3) == Node("3", Kind.OPEN, label="n3")
    assert asked.expand(3) == (Node("3", Kind.MAX, label="n3"), (2, 1))
    assert asked.node(3).kind is Kind.MAX
    assert asked.node(1).kind is Kind.OPEN
    assert asked.expand(1) == (Node("1", Kind.LEAF, Fraction(1, 2), label="n1"), ())
    assert asked.expand(2)[0].kind is Kind.MIN


def test_only_what_is_expanded_is_asked_and_only_once():
    calls: Counter[object] = Counter()

    def moves(self, number):
        calls[number] += 1
        return [number + 1, number + 2]

    asked = changed(moves=moves)
    for _ in range(3):
        asked.expand(3)
        asked.node(4)
    assert calls == {3: 1}


def test_a_move_that_is_given_twice_counts_once_where_it_stands_first():
    assert changed(moves=lambda self, number: [5, 4, 5, 4.0, 6]).expand(3)[1] == (5, 4, 6)


@pytest.mark.parametrize(
    ("given", "score"), [(np.int64(2), 2), (np.float64(0.5), 0.5), ("5/2", Fraction(5, 2)), (Fraction(4, 2), 2)]
)
def test_a_score_is_any_finite_number(given, score):
    found = changed(score=lambda self, number: given).expand(0)[0].score
    assert (found, type(found) in (int, float, Fraction)) == (score, True)


def test_a_picture_is_shown_if_there_is_one():
    assert CheckedRules(Countdown()).picture(3) is None
    assert changed(picture=lambda self, number: "#" * number).picture(3) == "###"
    assert changed(picture=lambda self, number: ["#", "##"]).picture(3) == "#\n##"  # a list of lines will do
    with pytest.raises(GraphError, match=r"picture\(\) at position 3 must give a text or None"):
        changed(picture=lambda self, number: ["#", 2]).picture(3)


STRIP = Board(2, 1, tuple(squares(1, 2)), {"x": Piece("disc", "max")})


def test_what_lies_on_the_board_goes_to_the_node_beside_the_picture():
    shown = changed(board=STRIP, cells=lambda self, number: "x.", picture=lambda self, number: "#")
    assert shown.node(3).extra == {"picture": "#", "board": "x."}
    assert shown.expand(3)[0].extra == shown.node(3).extra
    assert shown.extra == {"board": board_to_json(STRIP)}
    assert changed(board=STRIP).node(3).extra == {}
    assert changed(cells=lambda self, number: "x.").node(3).extra == {}  # without a board there are no cells
    assert CheckedRules(Countdown()).extra == {}


def fails(self, number):
    raise ZeroDivisionError("no\nway")


MISTAKES = [
    ({"moves": fails}, r"Game: moves\(\) at position 3 failed, line \d+: ZeroDivisionError: no way$"),
    ({"moves": lambda self, number: None}, r"moves\(\) at position 3 must give a list .* \[\] if .* got None"),
    ({"moves": lambda self, number: {1, 2}}, r"moves\(\) at position 3 gives a set, which has no order"),
    (
        {"moves": lambda self, number: [[1]]},
        r"moves\(\) at position 3 gives the position \[1\], a list, which can change",
    ),
    ({"moves": lambda self, number: count()}, rf"moves\(\) at position 3 gives more than {MAX_MOVES:,} moves"),
    ({"moves": Rules.moves}, r"moves\(\) at position 3 is needed; write a method moves\(self, position\)"),
    (
        {"owner": lambda self, number: "Max"},
        r"owner\(\) at position 3 must give \"max\" or \"min\", or 0 or 1 .* got 'Max'",
    ),
    ({"name": lambda self, number: number}, r"name\(\) at position 3 must give a text that is not empty, got 3"),
    ({"label": lambda self, number: 3}, r"label\(\) at position 3 must give a text or None, got 3"),
    (
        {"board": STRIP, "cells": lambda self, number: "x"},
        r"cells\(\) at position \S+ must give one character for each of the 2 cells of the board, got 'x'",
    ),
    ({"initial": [3]}, r"Game: initial is the position \[3\], a list, which can change"),
]


@pytest.mark.parametrize(("methods", "sentence"), MISTAKES)
def test_a_mistake_is_one_sentence_that_names_game_method_and_position(methods, sentence):
    asked = changed(**methods)
    with pytest.raises(GraphError, match=sentence) as caught:
        asked.expand(asked.initial)
    assert "\n" not in str(caught.value)
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("score", [None, math.nan, math.inf, True, "many"])
def test_a_score_that_is_no_finite_number_is_refused(score):
    with pytest.raises(GraphError, match=r"score\(\) at position 1 must give the score of a finished game: expected a"):
        changed(score=lambda self, number: score).expand(1)
