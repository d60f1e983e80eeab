"""Boards in the browser: read as Python reads them."""

from __future__ import annotations

import json

from frontend.conftest import Run
from support.board_games import EVERYTHING, NOUGHTS
from support.malformed_boards import MALFORMED

from explorer.model.board import Board, Cell, Piece
from explorer.model.board_json import ROLES, board_to_json


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
