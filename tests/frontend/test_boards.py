"""Boards in the browser: read as Python reads them, and as large as Python says."""

from __future__ import annotations

import json

import pytest
from frontend.conftest import Run
from support.board_games import EVERYTHING, NOUGHTS
from support.malformed_boards import MALFORMED

from explorer.drawing.footprint import footprint_of
from explorer.drawing.geometry import GEOMETRY
from explorer.model.board import Board, Cell, Piece
from explorer.model.board_json import ROLES, board_to_json


@pytest.fixture(autouse=True)
def geometry(run: Run) -> None:
    run("size => $geometry.useGeometry(size)", GEOMETRY)


def is_json(data: object) -> bool:
    try:
        json.dumps(data, allow_nan=False)
    except ValueError:
        return False
    return len(str(data)) < 10**6


def test_the_stage_reads_the_boards_that_python_reads_and_no_others(run: Run):
    every_role = Board(
        1, 1, (Cell("disc", ((0.5, 1),), 0.5),), {chr(97 + k): Piece("disc", role) for k, role in enumerate(ROLES)}
    )
    good = [board_to_json(board) for board in (NOUGHTS, EVERYTHING, every_role)]
    assert run("x => x.map(data => $board.readBoard(data).cells.length)", good) == [9, 4, 1]
    odd = [data for data, _ in MALFORMED if not isinstance(data, dict) or is_json(data)]
    assert len(odd) > 30
    assert run("x => x.map(data => $board.readBoard(data) === undefined)", odd) == [True] * len(odd)
    texts = ["abcdefghi", "♟♟♟♟♟♟♟♟𝟙", "abc", 7, None]
    lengths = "x => x[1].map(text => $board.readCells($board.readBoard(x[0]), text)?.length ?? null)"
    assert run(lengths, [good[0], texts]) == [9, 9, None, None, None]


@pytest.mark.parametrize("board", [NOUGHTS, EVERYTHING, Board(40, 1, NOUGHTS.cells[:1], {})])
def test_cards_are_as_large_in_python(run: Run, board: Board):
    found = run("x => $cards.footprintOf($board.readBoard(x))", board_to_json(board))
    card = footprint_of(board)
    assert (found["width"], found["height"], found["glyph"]) == pytest.approx((card.width, card.height, card.glyph))
    assert found["unit"] * max(board.width, board.height) == pytest.approx(card.side)
