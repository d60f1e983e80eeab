"""What a score or the worth of endless play is read from, and as what."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from explorer.model.errors import OptionError
from explorer.model.scores import parse_endless, parse_score

HALVES = [0.5, Fraction(1, 2), Decimal("0.5"), np.float16(0.5), np.float32(0.5), np.float64(0.5), "0.5", "1/2", " .5 "]
WHOLE = [-3, -3.0, Fraction(-3), "-3", "−3", "-6/2", np.int8(-3), np.float32(-3), Decimal("-3.0"), Decimal("-0.3e1")]


@pytest.mark.parametrize("read", [parse_score, parse_endless])
@pytest.mark.parametrize(("written", "score"), [(HALVES, Fraction(1, 2)), (WHOLE, -3)])
def test_a_number_of_any_type_is_a_plain_one(read, written, score):
    found = [read(each) for each in written]
    assert found == [score] * len(written)
    assert set(map(type, found)) <= {int, float, Fraction}


@pytest.mark.parametrize(
    "value", [True, np.bool_(True), 1j, None, "", "x", b"1", Decimal("nan"), math.nan, np.float32("nan"), "1/0"]
)
def test_what_is_no_number_is_refused(value):
    for read in (parse_score, parse_endless):
        with pytest.raises(OptionError, match="number"):
            read(value)


@pytest.mark.parametrize(
    "value", [math.inf, np.float32("inf"), np.float64("inf"), Decimal("Infinity"), "inf", "∞", "+Infinity"]
)
def test_endless_play_alone_may_be_worth_more_than_every_score(value):
    assert type(parse_endless(value)) is float
    assert parse_endless(value) == math.inf
    with pytest.raises(OptionError, match="number"):
        parse_score(value)
