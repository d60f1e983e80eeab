"""Tables as text: every cell stands under its title, however the column is given and cut into pieces."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

from explorer.cli import tables
from explorer.solver.solution import ItemColumn

HEADER = ("node", "score", "best move")

cells = st.text(st.characters(codec="utf-8", exclude_characters="\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), max_size=6)


@examples(60)
@given(st.lists(st.tuples(cells, cells, cells), max_size=12), st.integers(1, 5))
def test_every_cell_stands_under_its_title(rows, at_once):
    columns = [[row[number] for row in rows] for number in range(3)]
    words = sorted(set(columns[1]))
    picked = ItemColumn(words, np.array([words.index(cell) for cell in columns[1]], np.int64))
    widths = [max(map(len, (title, *column))) for title, column in zip(HEADER, columns, strict=True)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "_AT_ONCE", at_once)
        text = "".join(tables.lines_of(HEADER, (columns[0], picked, columns[2])))
    expected = [f"{a:<{widths[0]}}  {b:<{widths[1]}}  {c:<{widths[2]}}".rstrip() + "\n" for a, b, c in (HEADER, *rows)]
    assert text == "".join(expected)
