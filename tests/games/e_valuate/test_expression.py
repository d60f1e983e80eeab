"""Expressions: what is read, what is written, what is refused, and what they are worth."""

from __future__ import annotations

import ast
import operator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.e_valuate import NAMES, expressions

from explorer.games.e_valuate.expression import (
    Expression,
    Variable,
    parse_expression,
    str_of,
    substitute,
    value_of,
    variables,
)
from explorer.model.errors import OptionError

OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}
DIGITS = st.integers(-3, 9).map(Fraction)


@given(expressions(leaves=12))
def test_an_expression_that_is_written_is_read_as_the_same(expression: Expression):
    assert parse_expression(str_of(expression)) == expression


def pythons_value(text: str, values: dict[str, Fraction]) -> Fraction:
    """What Python's own grammar makes of a text, in fractions."""

    def of(node: ast.expr) -> Fraction:
        if isinstance(node, ast.Constant):
            return Fraction(str(node.value))
        if isinstance(node, ast.Name):
            return values[node.id]
        if isinstance(node, ast.UnaryOp):
            return -of(node.operand)
        assert isinstance(node, ast.BinOp)
        return OPERATORS[type(node.op)](of(node.left), of(node.right))

    return of(ast.parse(text, mode="eval").body)


@given(expressions(), st.fixed_dictionaries(dict.fromkeys(NAMES, DIGITS)))
def test_an_expression_is_worth_what_python_makes_of_its_text(expression: Expression, values: dict[str, Fraction]):
    try:
        expected = pythons_value(str_of(expression), values)
    except ZeroDivisionError:
        expected = None
    assert value_of(expression, values) == expected
    assert value_of(substitute(expression, values), {}) == expected


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("(10−X)·Y", "(10 - X)*Y"),
        ("x÷y+2×y∕z–z/x", "x/y + 2*y/z - z/x"),
        ("a-(b-c)-d", "a - (b - c) - d"),
        ("a/(b*c)/d", "a/(b*c)/d"),
        ("--x1*-(y+.5)", "--x1*-(y + 0.5)"),
        ("2. * βeta12", "2*βeta12"),
        ("((((x))))", "x"),
        ("0.0500", "0.05"),
    ],
)
def test_a_text_is_read_and_written(text: str, written: str):
    assert str_of(parse_expression(text)) == written


def test_variables_stand_in_the_order_of_the_expression():
    assert variables(parse_expression("w - y*z/3 + 3*x + w")) == ("w", "y", "z", "x")


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("", 1, "the end"),
        ("x+", 3, "expected a number, a variable"),
        ("x y", 3, "'y'"),
        ("2*(x+1", 3, "never closed"),
        ("x $ 2", 3, "'$'"),
        ("__import__('os')", 1, "'_'"),
    ],
)
def test_a_text_that_is_no_expression_is_refused_at_its_column(text: str, column: int, words: str):
    with pytest.raises(OptionError, match=rf"at column {column}: ") as error:
        parse_expression(text)
    assert words in str(error.value)
    assert str(error.value).count("\n") == 0


def test_dividing_by_zero_anywhere_makes_an_expression_invalid():
    expression = parse_expression("0*(1/x) + 1/(1/x)")
    assert value_of(expression, {"x": Fraction(0)}) is None
    assert value_of(expression, {"x": Fraction(3)}) == 3
    assert isinstance(parse_expression("x"), Variable)
