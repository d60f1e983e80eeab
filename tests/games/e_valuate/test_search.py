"""The compiled searches against Algorithm 1 word for word, brute force, and the figures of the paper."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.e_valuate import Algorithm1, expressions, minimax, tree

from explorer.games.e_valuate.expression import Expression, parse_expression, str_of, value_of, variables
from explorer.games.e_valuate.leaves import leaves_of
from explorer.games.e_valuate.rules import PositionValues
from explorer.games.e_valuate.search import DIGITS, EvaluationResult, evaluate
from explorer.model.errors import OptionError

NUMBERS = st.one_of(st.integers(-4, 9).map(Fraction), st.fractions(-2, 2, max_denominator=3))
DOMAINS = st.lists(NUMBERS, min_size=1, max_size=4, unique=True)
METHODS: list[dict[str, Any]] = [
    {"search": search, "table": table, "order": order}
    for search in ("alpha-beta", "negascout", "mtd-f")
    for table in (False, True)
    for order in ("natural", "heuristic")
]


def counts(found: EvaluationResult) -> tuple[int, ...]:
    return found.pruned.alpha, found.pruned.beta, found.pruned.table, found.visits


def algorithm_1(expression: Expression, domain: list[Fraction], *, has_table: bool) -> tuple[Any, ...]:
    """Value, line and counts by the transcription."""
    names = variables(expression)
    slow = Algorithm1(lambda put: value_of(expression, put), names, domain, has_table)
    value, line = slow.run()
    return value, line, (slow.alpha_prunes, slow.beta_prunes, slow.table_prunes, slow.visits)


@given(expressions(("x", "y", "z", "u"), leaves=8), DOMAINS, st.booleans())
@example(parse_expression("x/y + 2*y/z - z/x"), [Fraction(digit) for digit in (0, 2, 3, 1)], True)
@example(parse_expression("x/(y - z) + u"), [Fraction(digit) for digit in range(4)], False)
def test_the_kernel_counts_as_algorithm_1_does_bit_for_bit(
    expression: Expression, domain: list[Fraction], has_table: bool
):
    value, line, pruned = algorithm_1(expression, domain, has_table=has_table)
    if value in (float("inf"), -float("inf")):
        with pytest.raises(OptionError, match="divides by zero"):
            evaluate(str_of(expression), domain=domain)
        return
    found = evaluate(str_of(expression), domain=domain, table=has_table)
    assert (found.value, found.principal_variation, counts(found)) == (value, line, pruned)
    assert found.visits + found.pruned.total == found.tree == tree(len(variables(expression)), len(domain))


@pytest.mark.large
@settings(max_examples=60)
@given(expressions(), DOMAINS, st.integers(0, 9))
def test_every_search_finds_the_value_of_brute_force(expression: Expression, domain: list[Fraction], seed: int):
    names = variables(expression)
    value = minimax(lambda put: value_of(expression, put), names, domain)
    if value is None:
        return
    natural = evaluate(str_of(expression), domain=domain).principal_variation
    for method in METHODS:
        found = evaluate(str_of(expression), domain=domain, seed=seed, **method)
        assert found.value == value
        put = {name: Fraction(digit) for digit, name in found.principal_variation}
        assert value_of(expression, put) == value
        assert method["order"] == "heuristic" or found.principal_variation == natural
        whole_walks, rest = divmod(found.visits + found.pruned.total, found.tree)
        assert method["search"] == "negascout" or (rest == 0 and whole_walks >= method["search"].startswith("a"))


@pytest.mark.parametrize(
    ("expression", "value", "line", "pruned"),
    [
        ("(10 - X)*Y", 45, "5X 9Y", 102),
        ("x/y + 2*y/z - z/x", Fraction(16, 3), "3x 3z 9y", 4_515),
        ("w - y*z/3 + 3*x", 21, "6w 5x 0y 0z", 302_314),
        ("v + w + x - y - z", 12, "6v 4w 2x 0y 0z", 21_739_075),
    ],
)
def test_plain_alpha_beta_prunes_what_is_published(expression: str, value: object, line: str, pruned: int):
    found = evaluate(expression)
    assert (found.value, found.pruned.total) == (value, pruned)
    assert " ".join(f"{digit}{name}" for digit, name in found.principal_variation) == line


@pytest.mark.parametrize(
    ("expression", "digits", "line", "pruned"),
    [
        ("x/y + 2*y/z - z/x", "1435672890", "3x 3z 9y", 7_526),
        ("w - y*z/3 + 3*x", "9876543210", "6w 7y 5x 0z", 464_162),
        ("v + w + x - y - z", "7345612890", "7y 8v 7w 4x 0z", 25_346_022),
    ],
)
def test_the_table_prunes_what_is_published_with_the_paper_s_order_of_digits(
    expression: str, digits: str, line: str, pruned: int
):
    """The paper prints 7,526, 464,162 and about 2.53·10⁷ (its power of ten is one too high)."""
    found = evaluate(expression, domain=[int(digit) for digit in digits], table=True)
    assert found.pruned.total == pruned
    assert " ".join(f"{digit}{name}" for digit, name in found.principal_variation) == line


def test_the_paper_s_other_count_is_that_of_32_bits():
    """Table 1 prints 302,271, which rounding to single precision gives, and no other arithmetic."""
    found = {each: evaluate("w - y*z/3 + 3*x", arithmetic=each).pruned.total for each in ("exact", "double", "single")}
    assert found == {"exact": 302_314, "double": 302_314, "single": 302_271}


@pytest.mark.large
def test_six_variables_with_order_and_table():
    found = evaluate("(a + b)/c + (d + e)/f", domain=[5, 4, 3, 2, 8, 1, 9, 0, 6, 7], table=True)
    assert (found.value, found.tree, found.pruned.total) == (Fraction(38, 5), 1_552_953_671, 1_545_098_925)
    assert " ".join(f"{digit}{name}" for digit, name in found.principal_variation) == "3a 3c 5f 9b 9d 9e"


def test_the_example_of_section_1():
    """X·(Y − Z): the minimax value is 18, and 6 → Y, 3 → X, 0 → Z is one of the ways to it."""
    assert evaluate("X*(Y - Z)").value == 18
    values = PositionValues(leaves_of(parse_expression("X*(Y - Z)"), DIGITS))
    assert [values.value(row, digit) for row, digit in (((-1, -1, -1), 6), ((-1, 6, -1), 3), ((3, 6, -1), 0))] == [
        18
    ] * 3


@settings(max_examples=60)
@given(expressions(), DOMAINS)
def test_backward_induction_agrees_with_brute_force_after_any_moves(expression: Expression, domain: list[Fraction]):
    names = variables(expression)
    value = minimax(lambda put: value_of(expression, put), names, domain)
    if value is None:
        return
    values = PositionValues(leaves_of(expression, domain))
    assert values.value((-1,) * len(names)) == value
    for place, digit in enumerate(domain):
        for axis, name in enumerate(names):
            row = tuple(place if other == axis else -1 for other in range(len(names)))
            rest = [other for other in names if other != name]
            put = {name: digit}
            assert values.value(row) == minimax(
                lambda more, put=put: value_of(expression, {**put, **more}), rest, domain
            )
