"""Numbers as text: as Python writes each of them."""

from __future__ import annotations

import math
import struct

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from explorer.model import views
from explorer.model.arrow import reprs_in_arrow
from explorer.model.scores import shortest
from explorer.model.views import Floats

BITS = st.integers(0, 2**64 - 1).map(lambda bits: struct.unpack("d", struct.pack("Q", bits))[0])
SHORT = st.builds(lambda digits, power: float(f"{digits}e{power}"), st.integers(-99_999, 99_999), st.integers(-14, 18))
NUMBERS = st.lists(BITS | SHORT | st.floats(), max_size=20)


@given(NUMBERS)
@example([0.0, -0.0, 1e-4, 9.5e-5, 1e-5, -1.5e-6, 1e-7, 1e10, 1e10 + 0.5, 1e15, -1e15 - 0.5, 2.0**53, 1e16, 5e-324])
def test_columns_hold_what_python_writes_for_each_number(numbers):
    texts = reprs_in_arrow(np.array(numbers, np.float64)).to_pylist()
    assert texts == [None if math.isnan(number) else repr(number) for number in numbers]


@given(NUMBERS)
def test_whole_numbers_have_no_decimals_in_tables(numbers):
    floats = Floats(np.array(numbers, np.float64))
    expected = ["" if math.isnan(number) else str(shortest(number + 0.0)) for number in numbers]
    assert [*floats.texts] == expected
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(views, "SMALL", -1)
        assert [*floats.texts] == expected
