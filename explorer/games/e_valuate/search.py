"""The minimax value of an expression at full speed, and what each search prunes for it (e-Valuate, sections 3 and 4).

`evaluate` is Algorithm 1, with the static order of digits and the transposition table of the paper on request, or
NegaScout or MTD(f), which the paper names and leaves undone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from explorer.games.e_valuate.expression import parse_expression
from explorer.games.e_valuate.leaves import ARITHMETICS, INVALID, Leaves, leaves_of
from explorer.games.e_valuate.walk import Progress, Pruned, Walk
from explorer.model.errors import OptionError, quoted
from explorer.model.scores import Score, score_to_json

DIGITS: tuple[Fraction, ...] = tuple(map(Fraction, range(10)))
ORDERS = {"natural": "As they stand", "heuristic": "Best first by random instantiations"}
SEARCHES = {"alpha-beta": "Alpha-beta, Algorithm 1", "negascout": "NegaScout", "mtd-f": "MTD(f)"}
WALKS_AGAIN = "This search walks parts of the tree more than once, and every walk is counted."
INSTANTIATIONS = 100  # of every move that the heuristic estimates
_VERSION = 1  # of what `Found.to_json` gives


@dataclass(frozen=True)
class Found:
    """What a search found.

    Attributes
    ----------
    value : the minimax value of the expression.
    principal_variation : the digits of Max and for which variables Min puts them; of equal moves the first.
    pruned, visits : of the search for the value.  A node that the table answers counts as pruned with all below it, so
        that visits and pruned nodes of Algorithm 1 together are the tree.  NegaScout and MTD(f) walk parts of it more
        than once, and every walk is counted.
    tree : T(n), the nodes of the whole tree.
    digits : the digits in the order in which they were tried.
    """

    value: Score
    principal_variation: tuple[tuple[Score, str], ...]
    pruned: Pruned
    visits: int
    tree: int
    digits: tuple[Score, ...]

    @property
    def walks_again(self) -> bool:
        """Whether the search walked parts of the tree more than once."""
        return self.visits + self.pruned.total > self.tree

    def to_json(self) -> dict[str, Any]:
        """As the command line prints it."""
        return {
            "version": _VERSION,
            "value": score_to_json(self.value),
            "principal_variation": [[str(digit), variable] for digit, variable in self.principal_variation],
            "pruned": {"alpha": self.pruned.alpha, "beta": self.pruned.beta, "table": self.pruned.table},
            "visits": self.visits,
            "tree": self.tree,
        }


def evaluate(
    expression: str,
    *,
    domain: Sequence[Score] = DIGITS,
    order: str = "natural",
    seed: int = 1,
    table: bool = False,
    search: str = "alpha-beta",
    arithmetic: str = "exact",
    progress: Progress | None = None,
) -> Found:
    """The minimax value of an expression, with the play that both choose and the work that it took.

    Parameters
    ----------
    domain : the numbers that Max may propose, in the order in which the search tries them.
    order, seed : "natural" keeps that order, "heuristic" tries first what random instantiations say is best.
    table : whether equal positions are searched once.
    search : "alpha-beta" (Algorithm 1), "negascout" or "mtd-f", which has a table in any case.
    arithmetic : "exact", or "double" or "single" to see what rounding does to the counts.
    progress : called with the number of nodes that were visited, every now and then; it may raise to cancel.

    Raises
    ------
    OptionError
        If the expression or an option cannot be read, or the expression divides by zero for all numbers.
    LimitError
        If there are too many leaves, positions or nodes.

    Examples
    --------
    >>> found = evaluate("(10 - X)*Y")
    >>> found.value, found.principal_variation, found.pruned.alpha, found.visits, found.tree
    (45, ((5, 'X'), (9, 'Y')), 84, 329, 431)
    """
    _require(order, ORDERS, "order")
    _require(search, SEARCHES, "search")
    _require(arithmetic, ARITHMETICS, "arithmetic")
    leaves = leaves_of(parse_expression(expression), exact_domain(domain), arithmetic=arithmetic)
    indices = heuristic_order(leaves, seed) if order == "heuristic" else range(len(leaves.domain))
    has_table = table or search == "mtd-f"
    walk = Walk(leaves, tuple(indices), search=search, has_table=has_table, progress=progress or (lambda visits: None))
    full = INVALID, leaves.count
    rank = _closing_in(walk, first_guess(leaves, seed)) if search == "mtd-f" else walk.value(*full)
    line = tuple((_score(leaves.domain[digit]), leaves.variables[variable]) for digit, variable in walk.line(rank))
    digits = tuple(_score(leaves.domain[index]) for index in indices)
    return Found(leaves.value(rank), line, walk.pruned, walk.visits, walk.tree, digits)


def exact_domain(domain: Sequence[Score]) -> tuple[Fraction, ...]:
    """The numbers of a domain exactly: a float is the decimal that it is written as.

    Raises
    ------
    OptionError
        If there is none, or one is there twice.
    """
    if not domain:
        raise OptionError("domain: there is no number for Max to propose; give one at least")
    exact = tuple(Fraction(repr(number)) if isinstance(number, float) else Fraction(number) for number in domain)
    twice = [number for index, number in enumerate(exact) if number in exact[:index]]
    if twice:
        raise OptionError(f"domain: {twice[0]} is there twice; give every number once")
    return exact


def _score(number: Fraction) -> Score:
    return number.numerator if number.denominator == 1 else number


def _require(value: str, choices: dict[str, str], name: str) -> None:
    if value not in choices:
        raise OptionError(f"{name} must be one of {', '.join(choices)}; got {quoted(value)}")


def _closing_in(walk: Walk, guess: int) -> int:
    """The rank of the root by MTD(f): null windows only, each of which moves one of its two bounds."""
    low, high = 0, walk.leaves.count - 1
    if low == high:
        return walk.value(INVALID, walk.leaves.count)
    while low < high:
        beta = min(max(guess, low + 1), high)
        guess = walk.value(beta - 1, beta)
        if guess >= beta:
            low = guess
        else:
            high = guess
    return low


# ---- estimates by random instantiation


def heuristic_order(leaves: Leaves, seed: int, *, samples: int = INSTANTIATIONS) -> tuple[int, ...]:
    """The indices of the digits, the one with the largest estimate first (e-Valuate, section 3.1).

    A digit is worth the smallest of the estimates for its variables, and one of these the largest value among some
    random instantiations of the others.  Digits with equal estimates keep their order.
    """
    estimates = _estimates(leaves, seed, samples)
    return tuple(sorted(range(len(leaves.domain)), key=lambda index: -estimates[index]))


def first_guess(leaves: Leaves, seed: int) -> int:
    """A rank to begin MTD(f) with: what the heuristic says of the root."""
    return max(_estimates(leaves, seed, INSTANTIATIONS))


def _estimates(leaves: Leaves, seed: int, samples: int) -> list[int]:
    """The estimated rank of every digit at the root; `INVALID` where no valid instantiation was met."""
    chance = Random(seed)
    return [_of_digit(leaves, digit, chance, samples) for digit in range(len(leaves.domain))]


def _of_digit(leaves: Leaves, digit: int, chance: Random, samples: int) -> int:
    best = (
        max(_instantiated(leaves, variable, digit, chance) for _ in range(samples))
        for variable in range(len(leaves.variables))
    )
    return min((rank for rank in best if rank != INVALID), default=INVALID)


def _instantiated(leaves: Leaves, variable: int, digit: int, chance: Random) -> int:
    """The rank of a leaf with one digit for one variable and chance for all others."""
    size = len(leaves.domain)
    index = tuple(digit if axis == variable else chance.randrange(size) for axis in range(len(leaves.variables)))
    return int(leaves.ranks[index])
