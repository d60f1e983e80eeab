"""How an algorithm with options is written."""

from __future__ import annotations

import pytest

from explorer.comparison.contender import parse_contender, parse_contenders
from explorer.model.errors import OptionError


@pytest.mark.parametrize(
    ("text", "algorithm", "options", "notation"),
    [
        ("memoised", "memoised", {}, "memoised"),
        ("score-iteration:endless=1/2", "score-iteration", {"endless": "1/2"}, "score-iteration:endless=1/2"),
        ("bounds:detail=node:endless=-inf", "bounds", {"endless": "-inf", "detail": "node"}, None),
        ("score-iteration:endless=0:detail=sweep", "score-iteration", {}, "score-iteration"),
    ],
)
def test_a_contender_is_a_name_and_the_options_that_are_not_at_their_defaults(text, algorithm, options, notation):
    contender = parse_contender(text)
    assert (contender.algorithm, contender.settings) == (algorithm, options)
    assert contender.notation == (notation or f"bounds:endless={options['endless']}:detail=node")
    assert parse_contender(contender.notation) == contender
    assert parse_contender(contender.notation).options == contender.options


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("memoised:", "expected NAME:OPTION=VALUE, got 'memoised:'"),
        ("memoised:fast=yes", "memoised has no option 'fast'"),
        ("bounds:endless=much", "endless"),
        ("bounds,bounds:endless=0", "bounds is named twice"),
    ],
)
def test_what_is_no_contender_is_refused_in_a_sentence(text, message):
    with pytest.raises(OptionError, match=message):
        parse_contenders(text)
