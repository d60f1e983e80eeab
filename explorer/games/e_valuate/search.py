"""The minimax value of an expression at full speed, and the nodes that each search prunes (e-Valuate, 3 and 4).

`evaluate` is Algorithm 1, with the static order of digits and the transposition table of the paper on request, or
NegaScout or MTD(f), which the paper names and leaves undone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import numpy as np

from explorer.games.e_valuate import kernel
from explorer.games.e_valuate.expression import parse_expression, str_of
from explorer.games.e_valuate.kernel import BoundsTable, Int64Array, TreeArrays
from explorer.games.e_valuate.leaves import ARITHMETICS, INVALID, Leaves, leaves_of, tree_size
from explorer.model.errors import LimitError, OptionError, quoted
from explorer.model.scores import Score, score_to_json
from explorer.solver.kernels import compiled_kernel
from explorer.trace.run import Progress

DIGITS: tuple[Fraction, ...] = tuple(map(Fraction, range(10)))
ORDERS = {"natural": "As they stand", "heuristic": "Best first by random instantiations"}
SEARCHES = {"alpha-beta": "Alpha-beta, Algorithm 1", "negascout": "NegaScout", "mtd-f": "MTD(f)"}
WALKS_AGAIN = "This search walks parts of the tree more than once, and every walk is counted."
INSTANTIATIONS = 100  # of every move that the heuristic estimates
_VERSION = 1  # of the JSON of `EvaluationResult`

MAX_POSITIONS = 50_000_000  # of a transposition table

_SLICE = 1_000_000  # nodes between two words of progress
_COUNTABLE = 2**63


@dataclass(frozen=True)
class Pruned:
    """Nodes that a search did not visit: after alpha cutoffs, after beta cutoffs, and for the table."""

    alpha: int
    beta: int
    table: int

    @property
    def total(self) -> int:
        """Number of all pruned nodes."""
        return self.alpha + self.beta + self.table


@dataclass(frozen=True)
class EvaluationResult:
    """The value of an expression, with the play and the counts of the search.

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
        """Return whether the search walked parts of the tree more than once."""
        return self.visits + self.pruned.total > self.tree

    def to_json(self) -> dict[str, Any]:
        """Return the result as the command line prints it."""
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
) -> EvaluationResult:
    """Return the minimax value of an expression, with the best play and the counts of the search.

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
    _require_choice(order, ORDERS, "order")
    _require_choice(search, SEARCHES, "search")
    _require_choice(arithmetic, ARITHMETICS, "arithmetic")
    leaves = leaves_of(parse_expression(expression), exact_domain(domain), arithmetic=arithmetic)
    indices = heuristic_order(leaves, seed) if order == "heuristic" else range(len(leaves.domain))
    has_table = table or search == "mtd-f"
    walk = KernelSearch(
        leaves, tuple(indices), search=search, has_table=has_table, progress=progress or (lambda visits: None)
    )
    full = INVALID, leaves.count
    rank = _search_by_mtdf(walk, first_guess(leaves, seed)) if search == "mtd-f" else walk.value(*full)
    line = tuple(
        (_exact_score(leaves.domain[digit]), leaves.variables[variable]) for digit, variable in walk.line(rank)
    )
    digits = tuple(_exact_score(leaves.domain[index]) for index in indices)
    return EvaluationResult(leaves.value(rank), line, walk.pruned, walk.visits, walk.tree, digits)


def exact_domain(domain: Sequence[Score]) -> tuple[Fraction, ...]:
    """Return the numbers of a domain exactly: a float is the decimal that it is written as.

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


def _exact_score(number: Fraction) -> Score:
    """Return a fraction as a whole number where it is one."""
    return number.numerator if number.denominator == 1 else number


def _require_choice(value: str, choices: dict[str, str], name: str) -> None:
    """Raise OptionError if an option is none of the choices."""
    if value not in choices:
        raise OptionError(f"{name} must be one of {', '.join(choices)}; got {quoted(value)}")


def _search_by_mtdf(walk: KernelSearch, guess: int) -> int:
    """Return the rank of the root by MTD(f): each null window moves one of two bounds."""
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


# ---- walks of the tree by the compiled kernel


class KernelNode(NamedTuple):
    """A position in the form of the kernel.

    Attributes
    ----------
    depth : moves since the start; even where Max is to move.
    free : the variables without a digit, as bits.
    base : the index of its first leaf.
    key : its index in the table.
    digit : the digit that Min must put.
    """

    depth: int
    free: int
    base: int = 0
    key: int = 0
    digit: int = 0

    def after_max(self, digit: int) -> KernelNode:
        """Return the node after Max proposes a digit."""
        return self._replace(depth=self.depth + 1, digit=digit)

    def after_min(self, variable: int, tree: TreeArrays) -> KernelNode:
        """Return the node after Min puts the digit for a variable."""
        base = self.base + self.digit * int(tree.steps[variable])
        key = self.key + (self.digit + 1) * int(tree.keys[variable])
        return KernelNode(self.depth + 1, self.free & ~(1 << variable), base, key)


class KernelSearch:
    """Searches of the game tree of one expression, with counts that add up.

    Attributes
    ----------
    visits, pruned : so far.
    """

    def __init__(
        self, leaves: Leaves, order: tuple[int, ...], *, search: str, has_table: bool, progress: Progress
    ) -> None:
        self.leaves = leaves
        self._progress = progress
        self._order = order
        self._tree = _tree_arrays(leaves, order, search=search, has_table=has_table)
        self._table = _empty_table(leaves, has_table=has_table)
        self._frames = np.zeros((2 * len(leaves.variables) + 1, kernel.COLUMNS), dtype=np.int64)
        self._counts = np.zeros(kernel.COUNTS, dtype=np.int64)

    @property
    def tree(self) -> int:
        """Number of nodes of the whole game tree."""
        return int(self._tree.sizes[-1])

    @property
    def visits(self) -> int:
        return int(self._counts[kernel.VISITS])

    @property
    def pruned(self) -> Pruned:
        columns = (kernel.ALPHA_PRUNED, kernel.BETA_PRUNED, kernel.TABLE_PRUNED)
        return Pruned(*(int(self._counts[column]) for column in columns))

    def value(self, alpha: int, beta: int) -> int:
        """Return the rank of the root, searched with a window."""
        return self._search_node(self._tree, self._counts, self._root_node, (alpha, beta))

    @property
    def _root_node(self) -> KernelNode:
        return KernelNode(0, (1 << len(self.leaves.variables)) - 1)

    def line(self, rank: int) -> Iterator[tuple[int, int]]:
        """Yield the digits and variables of the best play, given the rank of the root.

        Of moves that are equally good it takes the first, as Algorithm 1 does, and finds it by asking of one move
        after the other whether it is good enough.  That is not counted.
        """
        node = self._root_node
        while node.free:
            chosen = next(after for digit in self._order if self._is_at_least(after := node.after_max(digit), rank))
            variables = (variable for variable in range(len(self._tree.steps)) if node.free >> variable & 1)
            put = ((variable, chosen.after_min(variable, self._tree)) for variable in variables)
            variable, node = next((variable, after) for variable, after in put if self._is_at_most(after, rank))
            yield chosen.digit, variable

    def _is_at_least(self, node: KernelNode, rank: int) -> bool:
        """Return whether a node where Min is to move is worth at least this rank."""
        return rank <= self._value_in_window(node, (rank - 1, rank)) < self.leaves.count

    def _is_at_most(self, node: KernelNode, rank: int) -> bool:
        """Return whether a node where Max is to move is worth at most this rank."""
        return INVALID < self._value_in_window(node, (rank, rank + 1)) <= rank

    def _value_in_window(self, node: KernelNode, window: tuple[int, int]) -> int:
        """Return the rank of a node by a search with a window that is not counted."""
        tree = self._tree._replace(is_shallow=False, has_tests=False)
        return self._search_node(tree, np.zeros_like(self._counts), node, window)

    def _search_node(self, tree: TreeArrays, counts: Int64Array, node: KernelNode, window: tuple[int, int]) -> int:
        """Return the rank of a node, searched in slices so that the search can report and be cancelled."""
        top = self._frames[node.depth]
        top[[kernel.ALPHA, kernel.BETA]] = window
        top[[kernel.FREE, kernel.BASE, kernel.DIGIT, kernel.KEY]] = node.free, node.base, node.digit, node.key
        counts[[kernel.DEPTH, kernel.TOP, kernel.IS_ENTERING]] = node.depth, node.depth, 1
        advance = compiled_kernel(kernel.advance)
        while not advance(tree, self._table, self._frames, counts, _SLICE):
            self._progress(int(counts[kernel.VISITS]))
        return int(counts[kernel.VALUE])


def _tree_arrays(leaves: Leaves, order: Sequence[int], *, search: str, has_table: bool) -> TreeArrays:
    """Return the game tree of an expression as arrays for the kernel; raise LimitError if it is too large."""
    digits, count = len(leaves.domain), len(leaves.variables)
    sizes = [tree_size(left, digits) for left in range(count + 1)]
    if sizes[-1] >= _COUNTABLE:
        raise LimitError(f"the tree of {str_of(leaves.expression)} has {sizes[-1]:.2e} nodes; take fewer variables")
    variables = range(count)
    return TreeArrays(
        ranks=leaves.ranks.ravel(),
        steps=np.array([digits ** (count - 1 - variable) for variable in variables], dtype=np.int64),
        keys=np.array([(digits + 1) ** variable if has_table else 0 for variable in variables], dtype=np.int64),
        order=np.array(order, dtype=np.int64),
        sizes=np.array(sizes, dtype=np.int64),
        ceiling=leaves.count,
        is_shallow=search == "alpha-beta",
        has_tests=search == "negascout",
        has_table=has_table,
    )


def _empty_table(leaves: Leaves, *, has_table: bool) -> BoundsTable:
    """Return a table of bounds that knows no position yet; raise LimitError if it is too large."""
    size = (len(leaves.domain) + 1) ** len(leaves.variables) if has_table else 1
    if size > MAX_POSITIONS:
        raise LimitError(f"a table would need {size:,} positions, more than {MAX_POSITIONS:,}; search without a table")
    return BoundsTable(np.full(size, INVALID, dtype=np.int32), np.full(size, leaves.count, dtype=np.int32))


# ---- estimates by random instantiation


def heuristic_order(leaves: Leaves, seed: int, *, samples: int = INSTANTIATIONS) -> tuple[int, ...]:
    """Return the indices of the digits, the largest estimate first (e-Valuate, section 3.1).

    A digit is worth the smallest of the estimates for its variables, and one of these the largest value among some
    random instantiations of the others.  Digits with equal estimates keep their order.
    """
    estimates = _digit_estimates(leaves, seed, samples)
    return tuple(sorted(range(len(leaves.domain)), key=lambda index: -estimates[index]))


def first_guess(leaves: Leaves, seed: int) -> int:
    """Return a rank to begin MTD(f) with, the heuristic's estimate of the root."""
    return max(_digit_estimates(leaves, seed, INSTANTIATIONS))


def _digit_estimates(leaves: Leaves, seed: int, samples: int) -> list[int]:
    """Return the estimated rank of every digit at the root; `INVALID` without a valid instantiation."""
    chance = Random(seed)
    return [_digit_estimate(leaves, digit, chance, samples) for digit in range(len(leaves.domain))]


def _digit_estimate(leaves: Leaves, digit: int, chance: Random, samples: int) -> int:
    """Return the estimated rank of one digit, the least over the variables."""
    best = (
        max(_random_leaf_rank(leaves, variable, digit, chance) for _ in range(samples))
        for variable in range(len(leaves.variables))
    )
    return min((rank for rank in best if rank != INVALID), default=INVALID)


def _random_leaf_rank(leaves: Leaves, variable: int, digit: int, chance: Random) -> int:
    """Return the rank of a leaf with one digit for one variable and random ones for the others."""
    size = len(leaves.domain)
    index = tuple(digit if axis == variable else chance.randrange(size) for axis in range(len(leaves.variables)))
    return int(leaves.ranks[index])
