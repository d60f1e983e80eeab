"""The table of leaves against the value of every single one."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.e_valuate import expressions, tree

from explorer.games.e_valuate.expression import Expression, parse_expression, value_of, variables
from explorer.games.e_valuate.leaves import INVALID, Leaves, leaves_of, tree_size
from explorer.model.errors import OptionError

NUMBERS = st.one_of(st.integers(-9, 9).map(Fraction), st.fractions(-2, 2, max_denominator=5))
DOMAINS = st.lists(NUMBERS, min_size=1, max_size=4, unique=True)
LONG = 10**25


def require_right(leaves: Leaves) -> None:
    """Every leaf has the rank of its value, and ranks stand in the order of the values."""
    values = [leaves.value(rank) for rank in range(leaves.count)]
    assert values == sorted(set(values))
    for places in product(range(len(leaves.domain)), repeat=len(leaves.variables)):
        put = dict(zip(leaves.variables, (leaves.domain[place] for place in places), strict=True))
        rank = int(leaves.ranks[places])
        assert value_of(leaves.expression, put) == (None if rank == INVALID else values[rank])


@given(expressions(), DOMAINS)
def test_every_leaf_has_the_rank_of_its_exact_value(expression: Expression, domain: list[Fraction]):
    choices = product(domain, repeat=len(names := variables(expression)))
    if all(value_of(expression, dict(zip(names, choice, strict=True))) is None for choice in choices):
        with pytest.raises(OptionError, match="divides by zero whatever"):
            leaves_of(expression, domain)
    else:
        require_right(leaves_of(expression, domain))


@pytest.mark.parametrize(
    "text",
    [
        f"x*{LONG} - y*{LONG + 1}",  # past machine words from the start
        "(9007199254740993*x + 1)/9007199254740993 - y",  # past what a quotient of floats tells apart
        "x*9999999999*y*9999999999",  # past machine words on the way
        "(94906267*x + 1)/94906266 + (y + 94906266)/94906267",
    ],
)
def test_long_numbers_stay_exact(text: str):
    require_right(leaves_of(parse_expression(text), [Fraction(digit) for digit in range(3)]))


def test_quotients_that_look_alike_are_told_apart():
    """Both round to 1.0, and are neighbours in lowest terms with parts below 2^53."""
    near = Fraction(2**52 + 1, 2**52), Fraction(2**52 + 3, 2**52 + 2)
    assert float(near[0]) == float(near[1])
    leaves = leaves_of(parse_expression("x"), near)
    require_right(leaves)
    assert leaves.count == 2


@pytest.mark.parametrize(("arithmetic", "kind"), [("double", np.float64), ("single", np.float32)])
def test_rounded_leaves_are_what_numpy_makes_of_them(arithmetic: str, kind: type):
    expression = parse_expression("w - y*z/3 + 3*-x")
    digits = [Fraction(digit) for digit in range(5)]
    leaves = leaves_of(expression, digits, arithmetic=arithmetic)
    assert leaves.variables == ("w", "y", "z", "x")
    for w, y, z, x in product(range(5), repeat=4):
        expected = (kind(w) - kind(y) * kind(z) / kind(3)) + kind(3) * -kind(x)
        assert leaves.value(int(leaves.ranks[w, y, z, x])) == float(expected)


@pytest.mark.parametrize("digits", [1, 2, 10])
def test_the_size_of_the_tree_is_that_of_equation_1(digits: int):
    assert [tree_size(n, digits) for n in range(7)] == [tree(n, digits) for n in range(7)]


def test_the_trees_of_the_paper():
    assert [tree_size(n, 10) for n in (3, 5, 6)] == [12_941, 25_882_561, 1_552_953_671]
