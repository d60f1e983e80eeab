"""Walks of the tree of an expression by the compiled kernel: what they visit, what they prune, and the line of play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from explorer.games.e_valuate import kernel
from explorer.games.e_valuate.expression import str_of
from explorer.games.e_valuate.kernel import Numbers, Table, Tree
from explorer.games.e_valuate.leaves import INVALID, Leaves, tree_size
from explorer.model.errors import LimitError
from explorer.solver.kernels import compiled

Progress = Callable[[int], None]

MAX_POSITIONS = 50_000_000  # of a transposition table

_SLICE = 1_000_000  # nodes between two words of progress
_COUNTABLE = 2**63


@dataclass(frozen=True)
class Pruned:
    """Nodes of the tree that a search did not visit: after alpha cutoffs, after beta cutoffs, and for the table."""

    alpha: int
    beta: int
    table: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.alpha + self.beta + self.table


class TreeNode(NamedTuple):
    """A position as the kernel has it.

    Attributes
    ----------
    depth : moves since the start; even where Max is to move.
    free : the variables without a digit, as bits.
    base : the index of its first leaf.
    key : its index in the table.
    digit : what Min must put.
    """

    depth: int
    free: int
    base: int = 0
    key: int = 0
    digit: int = 0

    def choosing(self, digit: int) -> TreeNode:
        """After Max's move."""
        return self._replace(depth=self.depth + 1, digit=digit)

    def putting(self, variable: int, tree: Tree) -> TreeNode:
        """After Min's move."""
        base = self.base + self.digit * int(tree.steps[variable])
        key = self.key + (self.digit + 1) * int(tree.keys[variable])
        return TreeNode(self.depth + 1, self.free & ~(1 << variable), base, key)


class Walk:
    """Searches of one tree, whose counts add up.

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
        self._tree = _tree(leaves, order, search=search, has_table=has_table)
        self._table = _empty_table(leaves, has_table=has_table)
        self._frames = np.zeros((2 * len(leaves.variables) + 1, kernel.COLUMNS), dtype=np.int64)
        self._counts = np.zeros(kernel.COUNTS, dtype=np.int64)

    @property
    def tree(self) -> int:
        """Nodes of the whole tree."""
        return int(self._tree.sizes[-1])

    @property
    def visits(self) -> int:
        return int(self._counts[kernel.VISITS])

    @property
    def pruned(self) -> Pruned:
        columns = (kernel.ALPHA_PRUNED, kernel.BETA_PRUNED, kernel.TABLE_PRUNED)
        return Pruned(*(int(self._counts[column]) for column in columns))

    def value(self, alpha: int, beta: int) -> int:
        """The rank of the root, searched with a window."""
        return self._run(self._tree, self._counts, self._root, (alpha, beta))

    @property
    def _root(self) -> TreeNode:
        return TreeNode(0, (1 << len(self.leaves.variables)) - 1)

    def line(self, rank: int) -> Iterator[tuple[int, int]]:
        """The play that both choose, as digit and variable, given the rank of the root.

        Of moves that are equally good it takes the first, as Algorithm 1 does, and finds it by asking of one move
        after the other whether it is good enough.  That is not counted.
        """
        node = self._root
        while node.free:
            chosen = next(after for digit in self._order if self._gives(after := node.choosing(digit), rank))
            variables = (variable for variable in range(len(self._tree.steps)) if node.free >> variable & 1)
            put = ((variable, chosen.putting(variable, self._tree)) for variable in variables)
            variable, node = next((variable, after) for variable, after in put if self._keeps(after, rank))
            yield chosen.digit, variable

    def _gives(self, node: TreeNode, rank: int) -> bool:
        """Whether a node where Min is to move is worth at least this rank."""
        return rank <= self._ask(node, (rank - 1, rank)) < self.leaves.count

    def _keeps(self, node: TreeNode, rank: int) -> bool:
        """Whether a node where Max is to move is worth at most this rank."""
        return INVALID < self._ask(node, (rank, rank + 1)) <= rank

    def _ask(self, node: TreeNode, window: tuple[int, int]) -> int:
        tree = self._tree._replace(is_shallow=False, has_tests=False)
        return self._run(tree, np.zeros_like(self._counts), node, window)

    def _run(self, tree: Tree, counts: Numbers, node: TreeNode, window: tuple[int, int]) -> int:
        """The rank of a node, searched in slices so that the walk can be watched and cancelled."""
        top = self._frames[node.depth]
        top[[kernel.ALPHA, kernel.BETA]] = window
        top[[kernel.FREE, kernel.BASE, kernel.DIGIT, kernel.KEY]] = node.free, node.base, node.digit, node.key
        counts[[kernel.DEPTH, kernel.TOP, kernel.IS_ENTERING]] = node.depth, node.depth, 1
        advance = compiled(kernel.advance)
        while not advance(tree, self._table, self._frames, counts, _SLICE):
            self._progress(int(counts[kernel.VISITS]))
        return int(counts[kernel.VALUE])


def _tree(leaves: Leaves, order: Sequence[int], *, search: str, has_table: bool) -> Tree:
    digits, count = len(leaves.domain), len(leaves.variables)
    sizes = [tree_size(left, digits) for left in range(count + 1)]
    if sizes[-1] >= _COUNTABLE:
        raise LimitError(f"the tree of {str_of(leaves.expression)} has {sizes[-1]:.2e} nodes; take fewer variables")
    variables = range(count)
    return Tree(
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


def _empty_table(leaves: Leaves, *, has_table: bool) -> Table:
    size = (len(leaves.domain) + 1) ** len(leaves.variables) if has_table else 1
    if size > MAX_POSITIONS:
        raise LimitError(f"a table would need {size:,} positions, more than {MAX_POSITIONS:,}; search without a table")
    return Table(np.full(size, INVALID, dtype=np.int32), np.full(size, leaves.count, dtype=np.int32))
