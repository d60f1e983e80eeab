"""Construction of the tree of a graph, or of as many of its levels as a budget allows."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score
from explorer.solver.operator import GraphArrays, arrays_of
from explorer.unwinding.counting import count, view_named
from explorer.unwinding.limits import BUDGET, WORK
from explorer.unwinding.states import States, TreeView, states_of, visits
from explorer.unwinding.tree import Copy, CopyRole, Unwinding
from explorer.unwinding.values import Worth, backed_up, scores_after, values_below_paths


def build(
    graph: GameGraph,
    view: str | TreeView,
    *,
    depth: int = 4,
    endless: Score = 0,
    budget: int = BUDGET,
    work: int = WORK,
) -> Unwinding:
    """Return the tree of a graph with the values of its copies, or the first levels that fit the budget.

    In the view "depth" the root's value is s_n(root) of Definition 4.1 for every n.  For that, every copy at depth n
    is fresh, or, a leaf of the graph, unread, and worth endless play: s_0 is 0 at leaves as well, and their score is
    first read by s_1.  (The text of section 4 calls only copies of inner nodes fresh; the two differ in the trees
    where a leaf of the graph lies at depth n exactly, and by one step.)

    In the view "back-links" a back link is worth endless play.  The position that recurs is the node; in a negamax
    graph where endless play is not worth 0 it is the node with the same player to move as before (see `States`), since
    a leaf where the players have changed sides would be worth the opposite.

    Parameters
    ----------
    view : "depth", "unravelled" (acyclic graphs) or "back-links".
    depth : for the view "depth", the n of s_n.
    endless : what endless play is worth, in a negamax graph to the player to move at the root.
    budget : most copies that are built.  Of a larger tree the whole levels that fit are built, the root's always;
        copies whose children are left out are `HIDDEN` and still carry their value in the whole tree.
    work : as `count` takes it.

    Raises
    ------
    GraphError
        If the graph has errors, or the view is "unravelled" and play can run in a circle.
    OptionError
        If the view, the depth or the budget is impossible.
    """
    if budget < 1:
        raise OptionError(f"the budget must be 1 or more, got {budget}")
    wanted = view_named(view)
    size = count(graph, wanted, depth=depth, endless=endless, work=max(work, budget))
    levels = size.levels_within(budget)
    grower = _Grower(graph, wanted, depth, endless, levels)
    return Unwinding(graph, wanted, depth, endless, grower.copies(), size, levels)


@dataclass(frozen=True)
class _Skeleton:
    """Copies of the tree without their values, breadth first."""

    states: list[int]
    parents: list[int | None]
    depths: list[int]
    back_links: list[bool]


class _Grower:
    """Builder of the first levels of a tree, with their scores."""

    def __init__(self, graph: GameGraph, view: TreeView, depth: int, endless: Score, levels: int) -> None:
        self.graph = graph
        self.view = view
        self.depth = depth
        self.levels = levels
        self.arrays: GraphArrays = arrays_of(graph, extra=(endless,))
        self.worth = Worth(self.arrays.rank(endless), graph.sign)
        self.states: States = states_of(graph, endless=endless if view is TreeView.BACK_LINKS else 0)
        self.shape = _skeleton_of(self.states, levels, ends_at_back_links=view is TreeView.BACK_LINKS)
        self.roles = [self._role_of(index) for index in range(len(self.shape.states))]

    def copies(self) -> tuple[Copy, ...]:
        """Return the copies of the first levels of the tree, with their values."""
        shape = self.shape
        indices = [self.states.index(state) for state in shape.states]
        senses = [
            self.graph.orientation[index] if role is CopyRole.INNER else 0
            for index, role in zip(indices, self.roles, strict=True)
        ]
        ranks = backed_up(shape.parents, senses, self.graph.sign, self._end_ranks(indices))
        return tuple(
            Copy(self.graph.ids[index], parent, depth, role, None if rank is None else self.arrays.score(rank))
            for index, parent, depth, role, rank in zip(
                indices, shape.parents, shape.depths, self.roles, ranks, strict=True
            )
        )

    def _role_of(self, index: int) -> CopyRole:
        """Return the role of a copy in the tree."""
        depth = self.shape.depths[index]
        kind = self.graph.nodes[self.states.index(self.shape.states[index])].kind
        if self.view is TreeView.DEPTH and depth == self.depth:
            return CopyRole.UNREAD if kind is Kind.LEAF else CopyRole.FRESH
        if self.shape.back_links[index]:
            return CopyRole.BACK_LINK
        if not kind.is_inner:
            return CopyRole.OPEN if kind is Kind.OPEN else CopyRole.LEAF
        return CopyRole.HIDDEN if depth == self.levels - 1 else CopyRole.INNER

    def _end_ranks(self, nodes: list[int]) -> list[int | None]:
        """Return the rank of each copy that has no children here, None for the others."""
        leaf_ranks = dict(zip(self.arrays.leaves.tolist(), self.arrays.leaf_ranks.tolist(), strict=True))
        ends: list[int | None] = [None] * len(nodes)
        for index, (node, role) in enumerate(zip(nodes, self.roles, strict=True)):
            if role is CopyRole.LEAF:
                ends[index] = leaf_ranks[node]
            elif role is not CopyRole.INNER:
                ends[index] = self.worth.after(self.shape.depths[index])
        hidden = [index for index, role in enumerate(self.roles) if role is CopyRole.HIDDEN]
        for index, rank in zip(hidden, self._ranks_of_hidden(hidden), strict=True):
            ends[index] = rank
        return ends

    def _ranks_of_hidden(self, hidden: list[int]) -> list[int | None]:
        """Return the ranks that hidden copies, all on the last level, have in the whole tree."""
        if not hidden:
            return []
        if self.view is TreeView.BACK_LINKS:
            asked = [(self.shape.states[index], self._states_above(index)) for index in hidden]
            return values_below_paths(self.states, self.arrays, self.worth, asked)
        last = self.levels - 1
        left = self.depth - last if self.view is TreeView.DEPTH else None
        scores: list[int | None] = scores_after(self.arrays, left, self.worth.after(last)).tolist()
        return [scores[self.shape.states[index]] for index in hidden]

    def _states_above(self, index: int) -> frozenset[int]:
        """Return the states on the path from the root to a copy, without its own."""
        path: list[int] = []
        above = self.shape.parents[index]
        while above is not None:
            path.append(self.shape.states[above])
            above = self.shape.parents[above]
        return frozenset(path)


def _skeleton_of(states: States, levels: int, *, ends_at_back_links: bool) -> _Skeleton:
    """Return the copies in the first levels of a tree, each level in the order of a depth-first search."""
    rows: list[tuple[int, int, bool, int]] = []  # state, depth, back link, index of the parent in these rows
    newest = [0] * levels  # on each level, the index of the copy met last
    for index, (state, depth, back_link) in enumerate(
        visits(states, levels - 1, ends_at_back_links=ends_at_back_links)
    ):
        newest[depth] = index
        rows.append((state, depth, back_link, newest[depth - 1] if depth else -1))
    order = sorted(range(len(rows)), key=lambda index: rows[index][1])
    number = {index: number for number, index in enumerate(order)}
    return _Skeleton(
        states=[rows[index][0] for index in order],
        parents=[number[rows[index][3]] if rows[index][1] else None for index in order],
        depths=[rows[index][1] for index in order],
        back_links=[rows[index][2] for index in order],
    )
