"""The rules of e-Valuate: Max proposes a number, Min puts it for a variable, until none is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from typing import NamedTuple

import numpy as np

from explorer.games.e_valuate.expression import Expression, parse_expression, str_of, substitute, value_of
from explorer.games.e_valuate.leaves import INVALID, LeafRanks, Leaves, leaves_of, tree_size
from explorer.games.e_valuate.search import exact_domain, heuristic_order
from explorer.model.errors import LimitError
from explorer.model.rules import Owner, Rules
from explorer.model.scores import Score, format_score
from explorer.model.words import counted

_LONGEST_NAME = 24  # characters of an expression that names the root
_NOBODY = -1
MAX_POSITIONS = 20_000_000  # Max positions: 7 variables and 10 digits


class Position(NamedTuple):
    """The numbers that stand for variables so far, and the number that Max has proposed.

    Attributes
    ----------
    assignments : pairs of variable and number, each by its index: in order of play, or where equal positions are
        shared in the order of the variables.
    proposal : the index of the number that Min must put for a variable now; -1 if it is Max's turn.
    """

    assignments: tuple[tuple[int, int], ...] = ()
    proposal: int = _NOBODY


class EValuate(Rules):
    """The game on one expression.

    A position without a valid leaf below it is left out (e-Valuate, footnote 1), so that every inner node has moves
    and every leaf has a value.

    Parameters
    ----------
    expression, domain : as `explorer.games.e_valuate.search.evaluate` takes them.
    shared : whether positions with the same numbers for the same variables are one.
    order, seed : in which order Max's moves stand, as `evaluate` has them.

    Raises
    ------
    OptionError, LimitError
        If the expression or the domain cannot be read, is too large, or has no valid leaf.
    """

    judged_by_minimax = True

    def __init__(
        self, expression: str, domain: Sequence[Score], *, shared: bool = False, order: str = "natural", seed: int = 1
    ) -> None:
        self.expression = parse_expression(expression)
        self.leaves = leaves_of(self.expression, exact_domain(domain))
        self.shared = shared
        indices = heuristic_order(self.leaves, seed) if order == "heuristic" else range(len(self.leaves.domain))
        self._digits = tuple(indices)
        self._all_valid = bool((self.leaves.ranks != INVALID).all())
        self.initial = Position()
        self.title = f"e-Valuate {_display_text(self.expression)}"
        self.description = self._description()

    def _description(self) -> str:
        """Return the rules of the game on this expression, with the size of its tree."""
        names, size = self.leaves.variables, len(self.leaves.domain)
        value = self.value(self.initial)
        invalid = " Substitutions that divide by zero are invalid and left out, so that this graph has fewer."
        left_out = "" if self._all_valid else invalid
        same = "Equal positions are one node here. " if self.shared else ""
        known = "" if value is None else f" Its minimax value is {format_score(value)}."
        numbers = f"one of {size} numbers" if size > 1 else "the only number"
        return (
            f"Max proposes {numbers}, Min substitutes it for a variable of {_display_text(self.expression)}, "
            f"until {'it has its number' if len(names) == 1 else 'none is left'}.{known} {same}"
            f"The whole tree has T({len(names)}) = {counted(tree_size(len(names), size), 'node')}.{left_out}"
        )

    def moves(self, position: Position) -> list[Position]:
        return [after for after in self._positions_after(position) if self._has_valid_leaf(after)]

    def _positions_after(self, position: Position) -> Iterator[Position]:
        """Yield the positions after each move, valid or not."""
        assignments, proposal = position
        free = [variable for variable in range(len(self.leaves.variables)) if variable not in dict(assignments)]
        if proposal == _NOBODY:
            return (Position(assignments, digit) for digit in self._digits) if free else iter(())
        puts = ((*assignments, (variable, proposal)) for variable in free)
        return (Position(tuple(sorted(put)) if self.shared else put) for put in puts)

    def _has_valid_leaf(self, position: Position) -> bool:
        """Return whether a play from a position ends in a valid leaf."""
        if self._all_valid:
            return True
        digits = dict(position.assignments)
        index = tuple(digits.get(variable, slice(None)) for variable in range(len(self.leaves.variables)))
        below = self.leaves.ranks[index]
        if position.proposal == _NOBODY:
            return bool((below != INVALID).any())
        return any(bool((below.take(position.proposal, axis) != INVALID).any()) for axis in range(below.ndim))

    def owner(self, position: Position) -> Owner:
        return "max" if position.proposal == _NOBODY else "min"

    def score(self, position: Position) -> Score:
        found = value_of(self.expression, self._numbers_by_variable(position))
        if found is None:
            raise ZeroDivisionError(f"{self.name(position)} divides by zero")
        return found.numerator if found.denominator == 1 else found

    def _numbers_by_variable(self, position: Position) -> dict[str, Fraction]:
        """Return the numbers that stand for variables at a position, by name."""
        return {self.leaves.variables[variable]: self.leaves.domain[digit] for variable, digit in position.assignments}

    # ---- text for people

    def name(self, position: Position) -> str:
        """Return the numbers of the variables, and the one that Min must put: "X=5, 9?"."""
        put = [f"{variable}={value}" for variable, value in self._numbers_by_variable(position).items()]
        asked = [] if position.proposal == _NOBODY else [f"{self.leaves.domain[position.proposal]}?"]
        return ", ".join(put + asked) or self._root_name()

    def _root_name(self) -> str:
        text = str_of(self.expression)
        return text if len(text) <= _LONGEST_NAME else "start"

    def label(self, position: Position) -> str | None:
        """Return the name with true minus signs, if it has any."""
        name = self.name(position)
        return name.replace("-", "−") if "-" in name else None

    def picture(self, position: Position) -> str:
        """Return the expression with its numbers so far, and the number that Min must put."""
        text = _display_text(substitute(self.expression, self._numbers_by_variable(position)))
        if position.proposal == _NOBODY:
            return text
        return f"{text}\nMin puts {_number_text(self.leaves.domain[position.proposal])}"

    def move_name(self, position: Position, after: Position) -> str:
        """Return a number, or a number and its variable: "9", "9 → Y"."""
        if after.proposal != _NOBODY:
            return _number_text(self.leaves.domain[after.proposal])
        variable, digit = next(put for put in after.assignments if put not in position.assignments)
        return f"{_number_text(self.leaves.domain[digit])} → {self.leaves.variables[variable]}"

    # ---- values without the graph

    @cached_property
    def _position_values(self) -> PositionValues | None:
        try:
            return PositionValues(self.leaves)
        except LimitError:
            return None

    def value(self, position: Position) -> Score | None:
        """Return the minimax value of a position, or None if the game is too large."""
        if self._position_values is None:
            return None
        digits = dict(position.assignments)
        row = tuple(digits.get(variable, _NOBODY) for variable in range(len(self.leaves.variables)))
        return self._position_values.value(row, position.proposal)


def _display_text(expression: Expression) -> str:
    """Return an expression as people read it, with true minus signs."""
    return str_of(expression).replace("-", "−")


def _number_text(value: Fraction) -> str:
    return format_score(value)


# ---- values by backward induction, independent of the searches


class PositionValues:
    """The exact values of all positions of a game, by backward induction over sets of variables.

    Positions in which the same variables have digits stand in one array, and each array follows from those in which one
    variable more has its digit (e-Valuate, section 2).

    Raises
    ------
    LimitError
        If there are more than `MAX_POSITIONS`.
    """

    def __init__(self, leaves: Leaves) -> None:
        size = (len(leaves.domain) + 1) ** len(leaves.variables)
        if size > MAX_POSITIONS:
            raise LimitError(f"the game has {size:,} positions, more than {MAX_POSITIONS:,}; take fewer variables")
        self._leaves = leaves
        self._ranks: dict[int, LeafRanks] = {0: leaves.ranks}  # by the set of free variables, whose axes have length 1
        for free in range(1, 1 << len(leaves.variables)):
            self._ranks[free] = self._max_ranks(free)

    def value(self, digits: tuple[int, ...], pending: int = INVALID) -> Score | None:
        """Return the value of a position; None if no play from it ends in a valid leaf.

        Parameters
        ----------
        digits : for every variable the index of its digit in the domain, -1 for a free one.
        pending : the digit that Min must put somewhere; -1 if it is Max's turn.
        """
        free = sum(1 << axis for axis, digit in enumerate(digits) if digit < 0)
        if pending < 0:
            rank = int(self._ranks[free][tuple(max(digit, 0) for digit in digits)])
        else:
            rank = int(self._min_ranks(free, pending)[tuple(max(digit, 0) for digit in digits)])
        return None if rank in (INVALID, self._leaves.count) else self._leaves.value(rank)

    def _max_ranks(self, free: int) -> LeafRanks:
        """Return the largest rank that Min leaves for any digit, without digits that end invalid."""
        count = self._leaves.count
        below = (self._min_ranks(free, digit) for digit in range(len(self._leaves.domain)))
        found: LeafRanks = reduce(np.maximum, (np.where(ranks == count, INVALID, ranks) for ranks in below))
        return found

    def _min_ranks(self, free: int, digit: int) -> LeafRanks:
        """Return the smallest rank of a digit over the free variables; the number of ranks if none is valid."""
        below = (
            self._ranks[free & ~(1 << axis)].take([digit], axis=axis)
            for axis in range(len(self._leaves.variables))
            if free >> axis & 1
        )
        found: LeafRanks = reduce(
            np.minimum, (np.where(ranks == INVALID, self._leaves.count, ranks).astype(np.int32) for ranks in below)
        )
        return found
