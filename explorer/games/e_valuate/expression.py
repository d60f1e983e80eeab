"""Arithmetic expressions: parsing, text and exact values.

A sum is of terms, a term of factors, and a factor is a number, a variable, an expression in parentheses, or a minus
sign and a factor; operators of one rank group from the left.  So text is read by precedence alone, as Dijkstra's
shunting yard does it (e-Valuate, section 4), and nothing of it is ever run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple, NoReturn, TypeAlias

from explorer.model.errors import OptionError, quoted

MAX_PARTS = 200  # numbers, variables, signs and parentheses
MAX_OPEN = 99  # parentheses, so that nothing nests deeper than Python's calls may
MAX_LETTERS = 50  # of a variable; digits of a number
MOST_ZEROS = 1_000  # characters of a number, zeros that say nothing included

Operator = Literal["+", "-", "*", "/"]


@dataclass(frozen=True)
class Constant:
    """An exact number."""

    value: Fraction


@dataclass(frozen=True)
class Variable:
    """A variable, by its name."""

    name: str


@dataclass(frozen=True)
class Negation:
    """The negative of an expression."""

    operand: Expression


@dataclass(frozen=True)
class Operation:
    """Two expressions with an operator between them."""

    operator: Operator
    left: Expression
    right: Expression


Expression: TypeAlias = Constant | Variable | Negation | Operation

_RANKS: dict[str, int] = {"+": 1, "-": 1, "*": 2, "/": 2}
_OPERATORS: dict[str, Operator] = {"+": "+", "-": "-", "*": "*", "/": "/"}
_UNARY, _ATOM = 3, 4
_ALIKE = str.maketrans({"−": "-", "–": "-", "×": "*", "·": "*", "∙": "*", "⋅": "*", "÷": "/", "∕": "/"})
_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d*)?|\.\d+)|(?P<name>[^\W\d_²³¹⁰⁴-⁹¼-¾⅐-⅞]+\d*)|(?P<sign>[-+*/()])|(?P<other>\S))"
)


# ---- reading


class _ExpressionToken(NamedTuple):
    kind: str  # number, name, sign, other; "" at the end
    text: str
    column: int


def parse_expression(text: str) -> Expression:
    """Return the expression in a text, such as "x/y + 2*y/z - z/x".

    Signs may be typographic (−, ×, ·, ÷).  A variable is letters and then digits.

    Raises
    ------
    OptionError
        If it is no expression, with the column of the first character that does not fit.

    Examples
    --------
    >>> str_of(parse_expression("(10−X)·Y")), variables(parse_expression("w - y*z/3 + 3*x"))
    ('(10 - X)*Y', ('w', 'y', 'z', 'x'))
    """
    return _ExpressionReader(text).expression()


class _ExpressionReader:
    """A reader of one text, a token at a time."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = _tokens(text.translate(_ALIKE))
        self._next = next(self._tokens)
        self._count = 0
        self._open = 0

    def expression(self) -> Expression:
        """Return the whole text as one expression."""
        found = self._parse_chain(1)
        if self._next.text == ")":
            self._refuse("this parenthesis was never opened")
        if self._next.kind:
            self._refuse("expected an operator, + − * or /, before it")
        return found

    def _parse_chain(self, rank: int) -> Expression:
        """Read operands that are joined by operators of one rank, grouped from the left."""
        found = self._parse_operand(rank)
        while _RANKS.get(self._next.text) == rank:
            operator = _OPERATORS[self._take_token().text]
            found = Operation(operator, found, self._parse_operand(rank))
        return found

    def _parse_operand(self, rank: int) -> Expression:
        return self._parse_chain(rank + 1) if rank + 1 < _UNARY else self._parse_factor()

    def _parse_factor(self) -> Expression:
        """Read a number, a variable, a negation or a parenthesis."""
        token = self._take_token()
        if token.text == "-":
            return Negation(self._parse_factor())
        if token.kind == "number":
            return Constant(Fraction(token.text))
        if token.kind == "name":
            return Variable(token.text)
        if token.text == "(":
            return self._parse_parenthesis(token)
        return self._refuse("expected a number, a variable or an opening parenthesis", token)

    def _parse_parenthesis(self, opening: _ExpressionToken) -> Expression:
        self._open += 1
        if self._open > MAX_OPEN:
            self._refuse(f"at most {MAX_OPEN} parentheses may be open at once", opening)
        found = self._parse_chain(1)
        if not self._next.kind:
            self._refuse("this parenthesis is never closed", opening)
        if self._next.text != ")":
            self._refuse("expected an operator or a closing parenthesis")
        self._take_token()
        self._open -= 1
        return found

    def _take_token(self) -> _ExpressionToken:
        """Return the next token and move on; raise OptionError beyond the limits."""
        token = self._next
        self._count += 1
        if self._count > MAX_PARTS:
            self._refuse(f"an expression has at most {MAX_PARTS} numbers, variables and signs; shorten it", token)
        is_long = len(token.text) > MOST_ZEROS or len(token.text.replace(".", "").lstrip("0")) > MAX_LETTERS
        if is_long:
            self._refuse(f"a number or a variable has at most {MAX_LETTERS} digits or letters; shorten it", token)
        self._next = next(self._tokens, token)
        return token

    def _refuse(self, why: str, token: _ExpressionToken | None = None) -> NoReturn:
        """Raise OptionError for a token, with its column and the reason."""
        token = token or self._next
        what = quoted(token.text) if token.kind else "the end"
        raise OptionError(f"the expression {quoted(self._text)} has {what} at column {token.column}: {why}")


def _tokens(text: str) -> Iterator[_ExpressionToken]:
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        yield _ExpressionToken(kind, match[kind], match.start(kind) + 1)
    yield _ExpressionToken("", "", len(text) + 1)


# ---- writing


def str_of(expression: Expression) -> str:
    """Return the expression as text for `parse_expression`, with no more parentheses than needed."""
    match expression:
        case Constant(value):
            return _number_text(value)
        case Variable(name):
            return name
        case Negation(operand):
            return f"-{_operand_text(operand, _UNARY)}"
        case Operation(operator, left, right):
            rank = _RANKS[operator]
            sign = f" {operator} " if rank == 1 else operator
            return f"{_operand_text(left, rank)}{sign}{_operand_text(right, rank + 1)}"


def _operand_text(expression: Expression, rank: int) -> str:
    """Return an operand as text, in parentheses if it binds too weakly."""
    text = str_of(expression)
    return text if _binding_rank(expression) >= rank else f"({text})"


def _binding_rank(expression: Expression) -> int:
    """Return how tightly the outermost operator of an expression binds."""
    match expression:
        case Operation(operator, _, _):
            return _RANKS[operator]
        case Negation(_):
            return _UNARY
        case Constant(value) if value < 0:
            return _UNARY
        case Constant(value) if "/" in _number_text(value):
            return _RANKS["/"]
        case _:
            return _ATOM


def _number_text(value: Fraction) -> str:
    """Return a number in decimals if they end, else as a fraction."""
    rest, decimals = value.denominator, 0
    for prime in (2, 5):
        power = 0
        while rest % prime == 0:
            rest, power = rest // prime, power + 1
        decimals = max(decimals, power)
    if rest > 1 or not decimals:
        return str(value)
    digits = str(abs(value.numerator) * 10**decimals // value.denominator).rjust(decimals + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-decimals]}.{digits[-decimals:]}"


# ---- meaning


def variables(expression: Expression) -> tuple[str, ...]:
    """Return the variables in order of first occurrence, each once."""
    match expression:
        case Variable(name):
            return (name,)
        case Negation(operand):
            return variables(operand)
        case Operation(_, left, right):
            return tuple(dict.fromkeys(variables(left) + variables(right)))
        case _:
            return ()


def substitute(expression: Expression, values: Mapping[str, Fraction]) -> Expression:
    """Return the expression with numbers for some of its variables."""
    match expression:
        case Variable(name) if name in values:
            return Constant(values[name])
        case Negation(operand):
            return Negation(substitute(operand, values))
        case Operation(operator, left, right):
            return Operation(operator, substitute(left, values), substitute(right, values))
        case _:
            return expression


def value_of(expression: Expression, values: Mapping[str, Fraction]) -> Fraction | None:
    """Return the exact value of the expression; None if it divides by zero anywhere."""
    match expression:
        case Constant(value):
            return value
        case Variable(name):
            return values[name]
        case Negation(operand):
            found = value_of(operand, values)
            return None if found is None else -found
        case Operation(operator, left, right):
            one, other = value_of(left, values), value_of(right, values)
            if one is None or other is None or (operator == "/" and other == 0):
                return None
            return _apply_operator(operator, one, other)


def _apply_operator(operator: Operator, one: Fraction, other: Fraction) -> Fraction:
    if operator == "+":
        return one + other
    if operator == "-":
        return one - other
    return one * other if operator == "*" else one / other
