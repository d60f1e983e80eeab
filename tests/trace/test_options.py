"""Options read what they write, and refuse with a sentence what they cannot read."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import scores

from explorer import algorithms, games
from explorer.model.errors import OptionError
from explorer.trace.options import score_list, share_or_number

LIST = score_list("scores", "Scores", (0,), "Help.")
AMOUNT = share_or_number("leaves", "Leaves", 0.4, "Help.")


def test_the_default_of_every_option_is_read_as_it_is_written():
    entries = [*algorithms.registered().values(), *games.registered().values()]
    for entry in entries:
        for option in entry.options if isinstance(entry, algorithms.Algorithm) else entry.parameters:
            assert option.parse(option.default) == option.default, (entry.name, option.name)
            assert option.parse(option.write(option.default)) == option.default, (entry.name, option.name)


@given(st.lists(scores, min_size=1, max_size=9))
def test_a_list_of_scores_is_read_as_it_is_written(listed):
    assert LIST.parse(listed) == tuple(listed)
    assert LIST.parse(LIST.write(tuple(listed))) == tuple(listed)


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("-1,0,1", (-1, 0, 1)),
        (" 5/2 ; −3 ", (Fraction(5, 2), -3)),
        ("-2..2", (-2, -1, 0, 1, 2)),
        ("2…0, 2", (2, 1, 0, 2)),
        ("7", (7,)),
    ],
)
def test_lists_of_scores_are_text_with_commas_and_ranges(text, listed):
    assert LIST.parse(text) == listed


@pytest.mark.parametrize("value", ["", "1,,2", "inf", "0..1000", None, [None]])
def test_what_is_no_list_of_scores_is_refused(value):
    with pytest.raises(OptionError, match="scores"):
        LIST.parse(value)


@given(st.one_of(st.integers(0, 10**8), st.integers(0, 1000).map(lambda k: k / 1000)))
def test_an_amount_is_read_as_it_is_written(amount):
    read = AMOUNT.parse(AMOUNT.write(amount))
    assert (read, type(read)) == (pytest.approx(amount), type(amount))
