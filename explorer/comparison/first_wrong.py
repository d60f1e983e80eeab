"""First wrong values of somebody else's solver: contradicted by their successors, or supported by a cycle alone.

A wrong value that does not follow from the values of its successors is wrong by itself.  One that does follow has wrong
values among its successors, those that are *to blame*: as wrong in the same direction.  Who follows the blame either
comes to a value that is wrong by itself, or goes round for ever: then the values on the cycle support one another, as a
fixed point of the operator does that is not the score, and only the cycle decides (Kars, section 5; Loops, Part 1).

The value of a successor is what is claimed of it if that is wrong, and else its score: a true bound, or no claim at
all, proves nothing.  All numbers are ranks in one scale, seen by the player who moves, for whom larger is better.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.comparison.claims import ValueClaims, ValuesInput, claims_of
from explorer.comparison.turns import in_graph_view, viewpoint_of
from explorer.model.check import playable
from explorer.model.columns import LEAF, Csr, compressed_rows
from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, parse_endless
from explorer.solver import Solution, solve
from explorer.solver.attractor import OUTSIDE
from explorer.solver.backwards import predecessor_arrays
from explorer.solver.components import components
from explorer.solver.operator import Ranks, rows_at
from explorer.solver.paths import fewest_moves
from explorer.trace import Relation
from explorer.trace.changes import Numbers

if TYPE_CHECKING:
    import pandas as pd

Flags = NDArray[np.bool_]


class WrongKind(IntEnum):
    """The reason why a value is wrong, in the order in which to look at them."""

    ITSELF = 0
    ON_CYCLE = 1
    AFTER_OTHERS = 2


_WORDS = ("contradicts its successors", "only a cycle decides", "follows from others")
_OF_A_LEAF = "contradicts the leaf"


class RankIntervals(NamedTuple):
    """The least and the greatest score that each node can have."""

    low: Ranks
    high: Ranks

    def excludes(self, other: RankIntervals) -> Flags:
        """Return for each node whether the two intervals are disjoint."""
        return np.asarray((self.high < other.low) | (self.low > other.high))

    def from_view(self, rows: Numbers, orientation: Numbers) -> RankIntervals:
        """Return the intervals of some nodes, seen by the player who takes the largest (+1) or the smallest (-1)."""
        low, high, up = self.low[rows], self.high[rows], orientation > 0
        return RankIntervals(np.where(up, low, -high), np.where(up, high, -low))


class MoveRows(NamedTuple):
    """Moves of some nodes in rows, with the values at both ends, seen by the player who moves.

    Attributes
    ----------
    nodes : the nodes, and `targets` their successors, of which a row begins at each of `starts`.
    numbers : for each move, the place of its node in `nodes`.
    own, true : the claimed and the true values of the nodes.
    after, true_after : the values that count for the successors, and the true ones.
    """

    nodes: Numbers
    targets: Numbers
    starts: Numbers
    numbers: Numbers
    own: RankIntervals
    true: RankIntervals
    after: RankIntervals
    true_after: RankIntervals

    @property
    def backed_up(self) -> RankIntervals:
        """The interval of each node that follows from the values of its successors."""
        if not len(self.nodes):
            return self.own
        return RankIntervals(*(np.asarray(np.maximum.reduceat(side, self.starts), np.int32) for side in self.after))

    @property
    def is_to_blame(self) -> Flags:
        """For each move, whether the successor is wrong in the same direction as its node."""
        too_high = (self.own.low > self.true.high)[self.numbers]
        high, low = self.true.high[self.numbers], self.own.high[self.numbers]
        return self.after.excludes(self.true_after) & np.where(
            too_high, self.after.high > high, self.true_after.low > low
        )

    def any(self, moves: Flags) -> Flags:
        """Return for each node whether a mask over the moves marks one of its moves."""
        return np.bincount(self.numbers[moves], minlength=len(self.nodes)) > 0


@dataclass(frozen=True)
class ValueDifference:
    """Claimed values of a graph beside the true ones.

    Attributes
    ----------
    graph, endless, claims, solution : the claims about a graph, and its solution for this value of endless play.
    scale : all scores, sorted; a rank is an index in it, less that of its middle.
    true : the true value of each node.
    counted : the value that counts for each node: the claimed one if that is wrong, else the true one.
    wrong : the indices of the nodes with a wrong value: by kind, then the nearest to a leaf first.
    kinds : `WrongKind` for each of these.
    blame : for each of these the places in `wrong` of those to blame; none if it is wrong by itself.
    """

    graph: GameGraph
    endless: Score
    claims: ValueClaims
    solution: Solution
    scale: Sequence[Score]
    true: RankIntervals
    counted: RankIntervals
    wrong: NDArray[np.int32]
    kinds: NDArray[np.int8]
    blame: Csr

    @property
    def value_count(self) -> int:
        """Number of nodes for which a value is claimed."""
        return int((self.claims.codes >= 0).sum())

    @property
    def first(self) -> NDArray[np.int64]:
        """Places in `wrong` of the values that do not follow from others; one for each circle that supports itself."""
        firsts = np.flatnonzero(self.kinds != WrongKind.AFTER_OTHERS)
        groups = np.where(self.kinds[firsts] == WrongKind.ITSELF, -1 - firsts, self.circles[firsts])
        return firsts[np.sort(np.unique(groups, return_index=True)[1])]

    @cached_property
    def circles(self) -> NDArray[np.int32]:
        """For each place in `wrong`, the number of the group whose members blame one another."""
        return components(*self.blame)

    @cached_property
    def words(self) -> NDArray[np.object_]:
        """The kind of each wrong value, in words."""
        is_leaf = self.graph.columns.kinds[self.wrong] == LEAF
        return np.where(is_leaf, _OF_A_LEAF, np.array(_WORDS, object)[self.kinds])

    def score(self, rank: int) -> Score:
        """Return the score of a rank."""
        return self.scale[rank + len(self.scale) // 2]

    def rank(self, score: Score) -> int:
        """Return the rank of a score on the scale."""
        return bisect_left(self.scale, score) - len(self.scale) // 2

    def count(self, kind: WrongKind) -> int:
        """Return the number of values that are wrong in this way."""
        return int((self.kinds == kind).sum())

    def moves_of(self, nodes: Numbers, *, is_true: bool = False) -> MoveRows:
        """Return the moves of some inner nodes, by index, with the values at both ends; if `is_true`, the true ones."""
        return _move_rows(self.graph, nodes, self.true if is_true else self.counted, self.true)

    @cached_property
    def score_ranks(self) -> Ranks:
        """Ranks of all true and claimed scores of nodes."""
        is_wrong = np.zeros(len(self.true.low), bool)
        is_wrong[self.wrong] = True
        low, high = self.counted
        return np.unique(np.concatenate((self.true.low, low[(low == high) & is_wrong])))

    @cached_property
    def bounds(self) -> RankIntervals:
        """The lower and the upper bound of each node."""
        ranks = np.array([*map(self.rank, self.solution.lower.scale)], np.int32)
        return RankIntervals(ranks[self.solution.lower.codes], ranks[self.solution.upper.codes])

    @cached_property
    def components(self) -> NDArray[np.int32]:
        """The number of the strongly connected component of each node."""
        return components(*self.graph.links.forward)

    def culprits(self, place: int) -> list[int]:
        """Return the wrong values that are to blame for one of them, all by place."""
        places: list[int] = self.blame.indices[slice(*self.blame.indptr[place : place + 2])].tolist()
        return places

    def cycle(self, place: int) -> list[int]:
        """Return a shortest cycle of blame through a wrong value, by place, from that on."""
        before: dict[int, int] = {}
        waiting = [place]
        for at in waiting:  # grows while it is walked
            for other in self.culprits(at):
                if other not in before:
                    before[other] = at
                    waiting.append(other)
            if place in before:
                break
        path = [before[place]]
        while path[-1] != place:
            path.append(before[path[-1]])
        return path[::-1]

    def frame(self) -> pd.DataFrame:
        """Return the wrong values as a frame with a row a node: by kind, the nearest to a leaf first.

        `node`, `mine` (what was claimed; a bound as text with its sign), `true` (of a node that depends on open ones,
        the score if these count as endless play), `lower` and `upper`, `first wrong` (whether the value does not only
        follow from others), and `kind`.
        """
        import pandas as pd

        mine = np.empty(len(self.claims.values), object)
        mine[:] = [claim.score if claim.relation is Relation.EXACT else str(claim) for claim in self.claims.values]
        solution = self.solution
        sides = {"true": solution.scores, "lower": solution.lower, "upper": solution.upper}
        columns = {
            "node": np.array([*self.graph.ids], object)[self.wrong],
            "mine": mine[self.claims.codes[self.wrong]],
            **{name: scores.column()[self.wrong] for name, scores in sides.items()},
            "first wrong": self.kinds != WrongKind.AFTER_OTHERS,
            "kind": self.words,
        }
        return pd.DataFrame(columns).infer_objects()


def difference(
    graph: GameGraph,
    values: ValuesInput,
    *,
    endless: Score = 0,
    words: Mapping[str, object] | None = None,
    distance: str | None = None,
    values_for: str | None = None,
) -> ValueDifference:
    """Compare claimed values of a graph with the true ones, and find where the wrong ones begin.

    Parameters
    ----------
    values, words, distance : as `claims_of` takes them.
    endless : the value of endless play.
    values_for : the player for whom large values are good: "max" (in a negamax graph who begins), or "mover", the
        player to move; None for whom the graph's own scores are.

    Raises
    ------
    FormatError
        As `claims_of`.
    GraphError
        If the graph has errors.
    OptionError
        If `endless` is no number; or is not 0 in a negamax graph, in which the successors of a node would have their
        scores in another game.
    """
    graph, worth = playable(graph), parse_endless(endless)
    if graph.sign < 0 and worth != 0:
        raise OptionError(
            "values of a negamax graph are compared with endless play worth 0: any other value belongs to the player "
            "to move at one node, and its successors have their scores in another game"
        )
    solution = solve(graph, endless=worth)
    view = viewpoint_of(values_for)
    claims = in_graph_view(graph, claims_of(graph, values, words=words, distance=distance, endless=worth), view)
    scale, true, claimed = _ranks_on_scale(solution, claims)
    is_wrong = claimed.excludes(true)
    counted = RankIntervals(*(np.where(is_wrong, side, old) for side, old in zip(claimed, true, strict=True)))
    nodes = np.flatnonzero(is_wrong)
    kinds, blame = _wrong_kinds(nodes, _move_rows(graph, nodes[graph.columns.orientation[nodes] != 0], counted, true))
    near = fewest_moves(graph.links.backward, np.flatnonzero(graph.columns.orientation == 0))[nodes]
    order = np.lexsort((np.where(near < 0, len(is_wrong), near), kinds))
    wrong = nodes[order].astype(np.int32)
    return ValueDifference(
        graph, worth, claims, solution, scale, true, counted, wrong, kinds[order], _permute_rows(blame, order)
    )


def _permute_rows(rows: Csr, order: Numbers) -> Csr:
    """Return the rows in another order, and their entries by their places in it."""
    flat, starts = rows_at(rows.indptr, order)
    places = np.empty(len(order), np.int32)
    places[order] = np.arange(len(order))
    return Csr(np.append(starts, len(flat)).astype(np.int32), places[rows.indices[flat]])


def _ranks_on_scale(solution: Solution, claims: ValueClaims) -> tuple[list[Score], RankIntervals, RankIntervals]:
    """Return a common scale, the true values on it, and the claimed ones; without a claim, the true ones."""
    known = {score: score for claim in claims.values for score in (claim.score, -claim.score)}
    known |= {score: score for score in solution.scores.scale}
    scale = sorted(known.values())
    top = len(scale) // 2
    place = np.array([bisect_left(scale, score) - top for score in solution.scores.scale], np.int32)
    between = solution.between
    true = RankIntervals(place[between.least.codes], place[between.most.codes])
    ranks = [bisect_left(scale, claim.score) - top for claim in claims.values]
    lows, highs = list(ranks), list(ranks)
    for number, claim in enumerate(claims.values):
        if claim.relation is Relation.AT_LEAST:
            highs[number] = top
        elif claim.relation is Relation.AT_MOST:
            lows[number] = -top
    sides = (np.array([*ends, 0], np.int32)[claims.codes] for ends in (lows, highs))
    claimed = (np.where(claims.codes < 0, old, new) for old, new in zip(true, sides, strict=True))
    return scale, true, RankIntervals(*claimed)


def _move_rows(graph: GameGraph, nodes: Numbers, counted: RankIntervals, true: RankIntervals) -> MoveRows:
    """Return the rows of `ValueDifference.moves_of`."""
    indptr, indices = graph.links.forward
    orientation = graph.columns.orientation[nodes]
    flat, starts = rows_at(indptr, nodes)
    targets = indices[flat]
    numbers = np.repeat(np.arange(len(nodes)), indptr[nodes + 1] - indptr[nodes])
    view = (graph.sign * orientation)[numbers]
    ends = (side.from_view(*each) for each in ((nodes, orientation), (targets, view)) for side in (counted, true))
    return MoveRows(nodes, targets, starts, numbers, *ends)


def _wrong_kinds(nodes: Numbers, rows: MoveRows) -> tuple[NDArray[np.int8], Csr]:
    """Return the kind of each wrong value, and the wrong values to blame for it, by place."""
    backed_up = rows.backed_up
    follows = ~rows.own.excludes(backed_up)
    kinds = np.full(len(nodes), WrongKind.ITSELF, np.int8)
    kinds[np.searchsorted(nodes, rows.nodes[follows])] = WrongKind.AFTER_OTHERS
    blamed = rows.is_to_blame & follows[rows.numbers]
    sources, targets = (
        np.searchsorted(nodes, ends[blamed]).astype(np.int32) for ends in (rows.nodes[rows.numbers], rows.targets)
    )
    blame = compressed_rows(sources, targets, len(nodes))
    stays = fewest_moves(Csr(*predecessor_arrays(*blame)), np.flatnonzero(kinds == WrongKind.ITSELF)) == OUTSIDE
    if stays.any():
        circles = components(*blame)
        leaves = circles[sources] != circles[targets]
        kinds[stays & ~np.isin(circles, circles[sources[leaves]])] = WrongKind.ON_CYCLE
    return kinds, blame
