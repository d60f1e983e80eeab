"""Clicks on a board: every move can be made by its cells in any order, and no click makes a move that is not meant."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from frontend.conftest import Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

CLICKED = """([gestures, ways]) => ways.map(clicks => {
  let pick = $board_gestures.begin(gestures);
  const seen = [];
  for (const cell of clicks) {
    const legal = $board_gestures.targets(gestures, pick);
    pick = $board_gestures.press(gestures, pick, cell);
    const { moves, isSure } = $board_gestures.complete(gestures, pick);
    seen.push({ legal, moves, isSure });
    if (isSure) break;
  }
  return seen;
})"""

# Before and after each click in a row: of every cell, the last of which belongs to no gesture, what a click there does.
PRESSED = """([gestures, clicks]) => {
  const start = $board_gestures.begin(gestures);
  const pressed = (before, cell) => ({
    takes: $board_gestures.takes(gestures, before, cell), start, before, cell,
    after: $board_gestures.press(gestures, before, cell),
  });
  const picks = [start];
  for (const cell of clicks) picks.push($board_gestures.press(gestures, picks.at(-1), cell));
  return picks.flatMap(before => Array.from({ length: 9 }, (_, cell) => pressed(before, cell)));
}"""


def gesture(move: int, cells: list[int], source: int | None = None) -> dict[str, Any]:
    return {"move": move, "cells": cells, "source": source, "also": []}


@st.composite
def gesture_lists(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Gestures of several moves, by pieces and by free cells, which may share cells."""
    cells = st.lists(st.integers(0, 5), min_size=1, max_size=3, unique=True)
    either = st.tuples(cells, st.sampled_from([None, None, 6, 7]))
    return [
        gesture(move, found if source is None else found[:1], source)
        for move, (found, source) in enumerate(draw(st.lists(either, min_size=1, max_size=5)))
    ]


@examples(60)
@given(gestures=gesture_lists())
def test_the_cells_of_a_gesture_make_its_move_in_any_order(run: Run, gestures: list[dict[str, Any]]):
    is_chosen = len({each["source"] for each in gestures}) == 1  # the only piece
    ways = [
        (each, [*([] if is_chosen or each["source"] is None else [each["source"]]), *cells])
        for each in gestures
        for cells in permutations(each["cells"])
    ]
    for (each, clicks), seen in zip(ways, run(CLICKED, [gestures, [clicks for _, clicks in ways]]), strict=True):
        clicked = {*clicks[: len(seen)]} - {each["source"]}
        fits = {
            other["move"] for other in gestures if other["source"] == each["source"] and clicked <= {*other["cells"]}
        }
        if seen[-1]["isSure"]:
            assert fits == {*seen[-1]["moves"]}
        else:
            assert each["move"] in seen[-1]["moves"]


@examples(60)
@given(gestures=gesture_lists(), clicks=st.lists(st.integers(0, 8), max_size=8))
def test_a_click_that_chooses_a_cell_is_taken_and_one_that_is_not_taken_chooses_none(run: Run, gestures, clicks):
    for each in run(PRESSED, [gestures, clicks]):
        cell, before, after = each["cell"], each["before"], each["after"]
        is_chosen = cell in (after["source"], *after["cells"])
        if each["takes"]:
            assert is_chosen or cell == before["source"]  # a piece is put down again
        else:
            assert after in (each["start"], before)
        if before == each["start"]:
            assert each["takes"] == is_chosen


def test_a_piece_is_chosen_before_its_target_and_what_differs_in_the_end_is_asked(run: Run):
    pieces = [gesture(0, [4], 1), gesture(1, [5], 1), gesture(2, [5], 2), gesture(3, [7], 3), gesture(4, [7], 3)]
    no_piece, another, promoted = run(CLICKED, [pieces, [[5], [1, 2, 5], [3, 7]]])
    assert no_piece == [{"legal": [], "moves": [], "isSure": False}]
    assert [each["legal"] for each in another] == [[], [4, 5], [5]]
    assert (another[-1]["moves"], another[-1]["isSure"]) == ([2], True)
    assert (promoted[-1]["moves"], promoted[-1]["isSure"]) == ([3, 4], False)  # a pawn that becomes a queen or a rook
