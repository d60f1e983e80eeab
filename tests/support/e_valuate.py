"""e-Valuate once more, plainly: Algorithm 1 word for word, minimax by brute force, and expressions for properties.

Nothing here uses the leaves, the kernel or the positions of the package; values are Python's own fractions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from hypothesis import strategies as st

from explorer.games.e_valuate.expression import Constant, Expression, Negation, Operation, Variable

Value = Fraction | float  # infinities as floats
Formula = Callable[[Mapping[str, Fraction]], Value | None]
Line = tuple[tuple[Fraction, str], ...]


def tree(variables: int, digits: int) -> int:
    """T(n) by equation 1."""
    return 1 if not variables else 1 + digits + digits * variables * tree(variables - 1, digits)


@dataclass
class Algorithm1:
    """Algorithm 1 of the paper, with the transposition table of section 3.1 on request."""

    formula: Formula
    variables: Sequence[str]
    digits: Sequence[Fraction]
    has_table: bool = False
    alpha_prunes: int = 0
    beta_prunes: int = 0
    table_prunes: int = 0
    visits: int = 0
    known: dict[frozenset[tuple[str, Fraction]], tuple[Value, Line]] = field(default_factory=dict)

    def run(self) -> tuple[Value, Line]:
        return self._max({}, math.inf)

    def _max(self, put: dict[str, Fraction], parent: Value) -> tuple[Value, Line]:
        left, size = len(self.variables) - len(put), len(self.digits)
        key = frozenset(put.items())
        if self.has_table and key in self.known:
            self.table_prunes += tree(left, size)
            return self.known[key]
        self.visits += 1
        if not left:
            value = self.formula(put)
            return (math.inf if value is None else value), ()
        best, line, tried = (-math.inf, (), 0)
        for digit in self.digits:
            tried += 1
            value, after = self._min(put, digit, best)
            if value > best and value != math.inf:
                best, line = value, ((digit, after[0][1]), *after[1:])
            if best >= parent:
                self.beta_prunes += (size - tried) * (tree(left, size) - 1) // size
                break
        if self.has_table and tried == size:
            self.known[key] = best, line
        return best, line

    def _min(self, put: dict[str, Fraction], digit: Fraction, parent: Value) -> tuple[Value, Line]:
        self.visits += 1
        free = [name for name in self.variables if name not in put]
        best, line = math.inf, ()
        for place, name in enumerate(free, 1):
            value, after = self._max({**put, name: digit}, best)
            if value < best and value != -math.inf:
                best, line = value, ((digit, name), *after)
            if best <= parent:
                self.alpha_prunes += (len(free) - place) * tree(len(free) - 1, len(self.digits))
                break
        return best, line


def minimax(formula: Formula, variables: Sequence[str], digits: Sequence[Fraction]) -> Fraction | None:
    """The value of the game by brute force; None if no leaf is valid (footnote 1)."""

    def of_max(put: dict[str, Fraction]) -> Fraction | None:
        if len(put) == len(variables):
            return formula(put)
        return max((value for digit in digits if (value := of_min(put, digit)) is not None), default=None)

    def of_min(put: dict[str, Fraction], digit: Fraction) -> Fraction | None:
        free = [name for name in variables if name not in put]
        below = (of_max({**put, name: digit}) for name in free)
        return min((value for value in below if value is not None), default=None)

    return of_max({})


# ---- expressions

NAMES = ("x", "y", "z")


def numbers() -> st.SearchStrategy[Expression]:
    """Numbers as people write them: whole, or with a few decimals."""
    wholes = st.integers(0, 12).map(Fraction)
    decimals = st.integers(1, 999).map(lambda number: Fraction(number, 100))
    return st.one_of(wholes, decimals).map(Constant)


def expressions(names: Sequence[str] = NAMES, *, leaves: int = 6) -> st.SearchStrategy[Expression]:
    """Expressions in some of these variables."""
    return st.recursive(
        st.one_of(st.sampled_from(names).map(Variable), numbers()),
        lambda part: st.one_of(st.builds(Negation, part), st.builds(Operation, st.sampled_from("+-*/"), part, part)),
        max_leaves=leaves,
    )
