"""How an algorithm with options is written."""

from __future__ import annotations

import pytest

from explorer.algorithms import find
from explorer.comparison.contender import Contender, as_contenders, parse_contender, parse_contenders
from explorer.model.errors import OptionError, UnknownNameError


@pytest.mark.parametrize(
    ("text", "algorithm", "options", "notation"),
    [
        ("memoised", "memoised", {}, "memoised"),
        (" score-iteration : ".replace(" : ", ""), "score-iteration", {}, "score-iteration"),
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


def test_its_title_has_the_options():
    assert parse_contender("score-iteration:endless=1/2").title == "Score iteration: s₀, s₁, … (endless 1/2)"


def test_options_that_were_parsed_already_are_taken_too():
    options = parse_contender("bounds:endless=3").options
    assert Contender("bounds", options).options == options


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("memoised:", "expected NAME:OPTION=VALUE, got 'memoised:'"),
        ("memoised:fast", "expected NAME:OPTION=VALUE"),
        ("memoised:fast=yes", "memoised has no option 'fast'"),
        ("bounds:endless=much", "endless"),
        ("bounds:endless=1:endless=2", "twice"),
        ("memoised,memoised", "memoised is named twice"),
        ("bounds,bounds:endless=0", "bounds is named twice"),
        (" , ", "name the algorithms"),
    ],
)
def test_what_is_no_contender_is_refused_in_a_sentence(text, message):
    with pytest.raises(OptionError, match=message):
        parse_contenders(text)


def test_an_unknown_algorithm_is_refused_with_those_that_there_are():
    with pytest.raises(UnknownNameError, match="no algorithm 'guess'; choose one of score-iteration"):
        parse_contenders("memoised,guess")


def test_a_list_of_contenders_may_hold_entries_of_the_registry():
    chosen = as_contenders(["bounds:endless=1", find("bounds"), Contender("minimax")])
    assert [each.notation for each in chosen] == ["bounds:endless=1", "bounds", "minimax"]
    assert as_contenders(find("bounds")) == [Contender("bounds")]


@pytest.mark.parametrize("given", [[{}], [3], None, [["minimax"]]])
def test_a_list_of_other_things_is_refused_in_a_sentence(given):
    with pytest.raises(OptionError, match=r'^expected the names of algorithms, such as \["depth-first", .*, got '):
        as_contenders(given)
