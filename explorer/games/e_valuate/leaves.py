"""All leaves of the game tree at once: the rank of the exact value for every choice of digits.

The leaves are a table with one axis for every variable.  Every part of the expression is computed once for the
variables that it has, with whole numerators and denominators; searches then see only the index of a value among all
values, so that they compare whole numbers and never round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.games.e_valuate.expression import Constant, Expression, Negation, Operation, Operator, Variable, str_of
from explorer.games.e_valuate.expression import variables as variables_of
from explorer.model.errors import LimitError, OptionError
from explorer.model.scores import MAX_DIGITS, Score

MAX_VARIABLES = 24  # numpy allows no more axes than 64
MAX_LEAVES = 10_000_000  # 7 variables and 10 digits
MAX_LONG_LEAVES = 1_000_000  # where the numbers are too long for machine words
INVALID = -1  # rank of a leaf that divides by zero
ARITHMETICS = {"exact": "Exact fractions", "double": "Rounded, 64 bits", "single": "Rounded, 32 bits"}

_WORD = 2**63
_EXACT_FLOAT = 2**53
_TOO_LONG = 10**MAX_DIGITS

LeafRanks = NDArray[np.int32]
RankTable = tuple[LeafRanks, NDArray[Any], NDArray[Any]]  # with numerators and denominators by rank


@dataclass(frozen=True, eq=False)
class Leaves:
    """The leaves of the tree of an expression.

    Attributes
    ----------
    expression, variables, domain : of the game; the variables in order of first occurrence.
    ranks : for every choice of a digit (by its index in the domain) for every variable, the index of the value among
        all values, from 0; `INVALID` where the expression divides by zero.
    numerators, denominators : the values by rank; of rounded arithmetic the values and ones.
    """

    expression: Expression
    variables: tuple[str, ...]
    domain: tuple[Fraction, ...]
    ranks: LeafRanks
    numerators: NDArray[Any]
    denominators: NDArray[Any]

    @property
    def count(self) -> int:
        """Number of different values among the leaves."""
        return len(self.numerators)

    def value(self, rank: int) -> Score:
        """Return the value with this rank."""
        if self.numerators.dtype.kind == "f":
            return float(self.numerators[rank])
        found = Fraction(int(self.numerators[rank]), int(self.denominators[rank]))
        return found.numerator if found.denominator == 1 else found


def leaves_of(expression: Expression, domain: Sequence[Fraction], *, arithmetic: str = "exact") -> Leaves:
    """Return the leaves of the tree of an expression.

    A leaf is valid if it divides by zero nowhere.  FloatArray arithmetic, "double" or "single", is there to reproduce
    counts that were made with it: equal values can differ in their last bit, and then fewer cutoffs follow.  There a
    leaf is valid if its value is finite.

    Raises
    ------
    LimitError
        If there are too many.
    OptionError
        If no leaf is valid: then neither is the root, and the game has no value (e-Valuate, footnote 1).
    """
    names = variables_of(expression)
    if len(names) > MAX_VARIABLES:
        raise LimitError(f"the expression has {len(names)} variables, and at most {MAX_VARIABLES} can be worked with")
    _require_size(len(domain) ** len(names), MAX_LEAVES, expression)
    if arithmetic == "exact":
        found = _fractions(expression, names, domain)
    else:
        with np.errstate(all="ignore"):
            found = _finite_as_fractions(
                _rounded_values(expression, names, domain, np.float32 if arithmetic == "single" else np.float64)
            )
    shape = (len(domain),) * len(names)
    top, bottom = (np.broadcast_to(part, shape).ravel() for part in found)
    valid = bottom != 0
    if not valid.any():
        what = "divides by zero" if arithmetic == "exact" else "is not finite in rounded arithmetic"
        raise OptionError(f"{str_of(expression)} {what} whatever is put for its variables; it has no value")
    ranks = np.full(len(bottom), INVALID, dtype=np.int32)
    ranks[valid], tops, bottoms = _rank_table(top[valid], bottom[valid], expression)
    if max(_largest_magnitude(tops), _largest_magnitude(bottoms)) >= _TOO_LONG:
        raise LimitError(f"values of {str_of(expression)} have more than {MAX_DIGITS} digits; take smaller numbers")
    return Leaves(expression, names, tuple(domain), ranks.reshape(shape), tops, bottoms)


def _require_size(count: int, limit: int, expression: Expression) -> None:
    """Raise LimitError if an expression has too many leaves."""
    if count > limit:
        raise LimitError(
            f"{str_of(expression)} has {count:,} leaves that differ, more than {limit:,}; "
            "take fewer variables or a smaller domain"
        )


# ---- values as numerators and denominators; 0/0 is an invalid one, and so is every result with it

FractionArrays = tuple[NDArray[Any], NDArray[Any]]


def _fractions(expression: Expression, names: Sequence[str], domain: Sequence[Fraction]) -> FractionArrays:
    """Return the values of a part of the expression as fractions; axes of variables that it lacks have length 1."""
    match expression:
        case Constant(value):
            return _fraction_arrays([value], (1,) * len(names))
        case Variable(name):
            return _fraction_arrays(domain, tuple(len(domain) if name == other else 1 for other in names))
        case Negation(operand):
            top, bottom = _fractions(operand, names, domain)
            return -top, bottom
        case Operation(operator, left, right):
            return _in_lowest_terms(
                _apply_operator(operator, _fractions(left, names, domain), _fractions(right, names, domain))
            )


def _fraction_arrays(values: Sequence[Fraction], shape: tuple[int, ...]) -> FractionArrays:
    """Return numbers as arrays of numerators and denominators, in a shape."""
    tops, bottoms = [value.numerator for value in values], [value.denominator for value in values]
    kind = np.int64 if max(map(abs, tops + bottoms)) < _EXACT_FLOAT else object
    return np.array(tops, dtype=kind).reshape(shape), np.array(bottoms, dtype=kind).reshape(shape)


def _apply_operator(operator: Operator, one: FractionArrays, other: FractionArrays) -> FractionArrays:
    """Return the fractions that an operator makes of two arrays of fractions."""
    (a, b), (c, d) = _without_overflow(one, other)
    if operator == "*":
        return a * c, b * d
    if operator == "/":
        return a * d, b * c
    return (a * d + c * b if operator == "+" else a * d - c * b), b * d


def _without_overflow(one: FractionArrays, other: FractionArrays) -> tuple[FractionArrays, FractionArrays]:
    """Return both operands, as Python's own whole numbers if machine words could overflow."""
    a, b, c, d = (_largest_magnitude(part) for part in (*one, *other))
    if max(a * d + c * b, b * d, a * c, b * c) < _WORD:
        return one, other
    if np.broadcast(one[0], other[0]).size > MAX_LONG_LEAVES:
        raise LimitError(f"the numbers are too long for more than {MAX_LONG_LEAVES:,} leaves; take fewer variables")
    return (one[0].astype(object), one[1].astype(object)), (other[0].astype(object), other[1].astype(object))


def _largest_magnitude(numbers: NDArray[Any]) -> int:
    return max(int(numbers.max()), -int(numbers.min()))


def _in_lowest_terms(column: FractionArrays) -> FractionArrays:
    """Return the same fractions in lowest terms, with denominators above 0; n/0 becomes 0/0."""
    top, bottom = np.broadcast_arrays(*column)
    top = np.where(bottom == 0, 0, top)
    divisor = np.gcd(top, bottom)
    divisor = np.where(bottom < 0, -divisor, np.where(divisor == 0, 1, divisor))
    return top // divisor, bottom // divisor


# ---- values in rounded arithmetic

FloatArray = NDArray[np.floating[Any]]


def _rounded_values(
    expression: Expression, names: Sequence[str], domain: Sequence[Fraction], kind: type[np.floating[Any]]
) -> FloatArray:
    """Return the values of a part of the expression, rounded after every operation."""
    match expression:
        case Constant(value):
            return np.full((1,) * len(names), float(value), dtype=kind)
        case Variable(name):
            shape = tuple(len(domain) if name == other else 1 for other in names)
            return np.array([float(value) for value in domain], dtype=kind).reshape(shape)
        case Negation(operand):
            return -_rounded_values(operand, names, domain, kind)
        case Operation(operator, left, right):
            one, other = (_rounded_values(part, names, domain, kind) for part in (left, right))
            found: FloatArray = _UFUNCS[operator](one, other)
            return found


_UFUNCS: dict[str, np.ufunc] = {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide}


def _finite_as_fractions(values: FloatArray) -> FractionArrays:
    """Return the values over 1 where they are finite, else 0/0."""
    finite = np.isfinite(values)
    return np.where(finite, values.astype(np.float64), 0.0), finite.astype(np.int64)


# ---- ranks


def _rank_table(top: NDArray[Any], bottom: NDArray[Any], expression: Expression) -> RankTable:
    """Return the ranks of fractions in lowest terms, and numerators and denominators by rank.

    Division rounds but keeps order, so quotients can only fail to tell two fractions apart, which is seen.
    """
    if top.dtype.kind == "f" or max(_largest_magnitude(top), _largest_magnitude(bottom)) < _EXACT_FLOAT:
        _, first, ranks = np.unique(top / bottom, return_index=True, return_inverse=True)
        tops, bottoms = top[first], bottom[first]
        if (tops[ranks] == top).all() and (bottoms[ranks] == bottom).all():
            return ranks.astype(np.int32), tops, bottoms
    _require_size(len(top), MAX_LONG_LEAVES, expression)
    return _rank_table_by_sorting(top, bottom)


def _rank_table_by_sorting(top: NDArray[Any], bottom: NDArray[Any]) -> RankTable:
    """Return the ranks of fractions, compared exactly, and numerators and denominators by rank."""
    values = [Fraction(int(one), int(other)) for one, other in zip(top, bottom, strict=True)]
    ordered = sorted(set(values))
    rank = {value: index for index, value in enumerate(ordered)}
    tops, bottoms = ([getattr(value, part) for value in ordered] for part in ("numerator", "denominator"))
    ranks = np.fromiter((rank[value] for value in values), dtype=np.int32, count=len(values))
    return ranks, np.array(tops, dtype=object), np.array(bottoms, dtype=object)


def tree_size(variables: int, digits: int) -> int:
    """Return T(n), the nodes of the tree: 1 + d + d·n·T(n − 1) for d digits, T(0) = 1 (e-Valuate, equation 1).

    Examples
    --------
    >>> [tree_size(n, 10) for n in range(5)]
    [1, 21, 431, 12941, 517651]
    """
    size = 1
    for left in range(1, variables + 1):
        size = 1 + digits + digits * left * size
    return size
