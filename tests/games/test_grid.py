"""The symmetries of a board are those of a rectangle."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.games.grid import canonical, rows_of, symmetries

sides = st.integers(1, 4)


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 2), (1, 4)])
def test_they_are_all_permutations_that_keep_neighbours_and_corners(rows: int, columns: int):
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    beside = {
        (a, b)
        for a, one in enumerate(cells)
        for b, other in enumerate(cells)
        if abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
    }
    found = {
        places for places in permutations(range(len(cells))) if {(places[a], places[b]) for a, b in beside} == beside
    }
    assert set(symmetries(rows, columns)) == found
    assert symmetries(rows, columns)[0] == tuple(range(len(cells)))


@given(rows=sides, columns=sides, data=st.data())
def test_all_images_of_a_board_have_one_canonical_board_which_is_one_of_them(
    rows: int, columns: int, data: st.DataObject
):
    board = data.draw(st.text("XO.", min_size=rows * columns, max_size=rows * columns))
    images = {"".join(board[place] for place in places) for places in symmetries(rows, columns)}
    assert {canonical(image, rows, columns) for image in images} == {canonical(board, rows, columns)}
    assert canonical(board, rows, columns) in images
    assert "".join(rows_of(board, columns)) == board
