"""Tables as text look the same however many rows they have."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

from explorer.cli import tables

cells = st.text(st.characters(codec="utf-8", exclude_characters="\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), max_size=6)


@examples(60)
@given(st.lists(st.tuples(cells, cells, cells), max_size=12))
def test_large_tables_are_written_as_small_ones(rows):
    columns = [[row[number] for row in rows] for number in range(3)]
    small = "".join(tables.lines_of(("node", "score", "best move"), columns))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "_LARGE", 0)
        patch.setattr(tables, "_AT_ONCE", 5)
        assert "".join(tables.lines_of(("node", "score", "best move"), columns)) == small
    assert small.count("\n") == len(rows) + 1
