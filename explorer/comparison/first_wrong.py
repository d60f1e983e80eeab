"""Where somebody else's values of a graph go wrong first: by their own successors, or on a cycle that they share.

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
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.comparison.claims import Claims, Values, claims_of
from explorer.comparison.turns import seen_by, view_of
from explorer.model.check import playable
from explorer.model.columns import LEAF, Csr
from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, parse_endless
from explorer.solver import Solution, solve
from explorer.solver.attractor import OUTSIDE
from explorer.solver.backwards import predecessor_arrays
from explorer.solver.components import components
from explorer.solver.operator import rows_at
from explorer.solver.paths import fewest_moves
from explorer.trace import Relation

if TYPE_CHECKING:
    import pandas as pd

Ranks = NDArray[np.int32]
Mask = NDArray[np.bool_]
Numbers = NDArray[Any]


class Wrong(IntEnum):
    """Why a value is wrong, the ones to look at first being the first."""

    ITSELF = 0
    ON_CYCLE = 1
    AFTER_OTHERS = 2


_WORDS = ("contradicts its successors", "only a cycle decides", "follows from others")
_OF_A_LEAF = "contradicts the leaf"


class Sides(NamedTuple):
    """What a score lies between, by node."""

    low: Ranks
    high: Ranks

    def excludes(self, other: Sides) -> Mask:
        """For each node, whether nothing lies between both."""
        return np.asarray((self.high < other.low) | (self.low > other.high))

    def seen(self, rows: Numbers, orientation: Numbers) -> Sides:
        """The same of some nodes, as the player sees it who takes the largest (+1) or the smallest (-1)."""
        low, high, up = self.low[rows], self.high[rows], orientation > 0
        return Sides(np.where(up, low, -high), np.where(up, high, -low))


class Rows(NamedTuple):
    """Moves of some nodes, row by row, and what is known of both ends, as the player sees it who moves.

    Attributes
    ----------
    nodes : the nodes, and `targets` their successors, of which a row begins at each of `starts`.
    numbers : for each move, that of its node among `nodes`.
    own, true : what is claimed of a node, and what is true.
    after, true_after : what counts as the value of a successor, and what is true.
    """

    nodes: Numbers
    targets: Numbers
    starts: Numbers
    numbers: Numbers
    own: Sides
    true: Sides
    after: Sides
    true_after: Sides

    @property
    def backed_up(self) -> Sides:
        """What follows for each node from the values of its successors."""
        if not len(self.nodes):
            return self.own
        return Sides(*(np.asarray(np.maximum.reduceat(side, self.starts), np.int32) for side in self.after))

    @property
    def is_to_blame(self) -> Mask:
        """For each move, whether the successor is wrong in the direction in which its node is."""
        too_high = (self.own.low > self.true.high)[self.numbers]
        high, low = self.true.high[self.numbers], self.own.high[self.numbers]
        return self.after.excludes(self.true_after) & np.where(
            too_high, self.after.high > high, self.true_after.low > low
        )

    def any(self, moves: Mask) -> Mask:
        """For each node, whether one of its moves is among some."""
        return np.bincount(self.numbers[moves], minlength=len(self.nodes)) > 0


@dataclass(frozen=True)
class Difference:
    """Claims about a graph beside what is true.

    Attributes
    ----------
    graph, endless, claims, solution : what was compared, and with what.
    scale : every score that occurs; ranks are indices in it, less that of its middle.
    true : what each node is worth.
    counted : what counts as its value: what is claimed of it if that is wrong, else the same.
    wrong : the indices of the nodes of which something wrong is claimed: by kind, then the nearest to a leaf first.
    kinds : `Wrong` for each of these.
    blame : for each of these which of these are to blame, by their places in `wrong`; none if it is wrong by itself.
    """

    graph: GameGraph
    endless: Score
    claims: Claims
    solution: Solution
    scale: Sequence[Score]
    true: Sides
    counted: Sides
    wrong: NDArray[np.int32]
    kinds: NDArray[np.int8]
    blame: Csr

    @property
    def compared(self) -> int:
        """Of how many nodes something is claimed."""
        return int((self.claims.codes >= 0).sum())

    @property
    def first(self) -> NDArray[np.int64]:
        """The places in `wrong` of those that do not follow from others; of a circle that supports itself, of one."""
        places = np.flatnonzero(self.kinds != Wrong.AFTER_OTHERS)
        groups = np.where(self.kinds[places] == Wrong.ITSELF, -1 - places, self.circles[places])
        return places[np.sort(np.unique(groups, return_index=True)[1])]

    @cached_property
    def circles(self) -> NDArray[np.int32]:
        """For each place in `wrong` the number of those that support one another, by blame."""
        return components(*self.blame)

    @cached_property
    def words(self) -> NDArray[np.object_]:
        """How each of the wrong is so."""
        is_leaf = self.graph.columns.kinds[self.wrong] == LEAF
        return np.where(is_leaf, _OF_A_LEAF, np.array(_WORDS, object)[self.kinds])

    def score(self, rank: int) -> Score:
        """The score of a rank."""
        return self.scale[rank + len(self.scale) // 2]

    def rank(self, score: Score) -> int:
        """The rank of a score on the scale."""
        return bisect_left(self.scale, score) - len(self.scale) // 2

    def count(self, kind: Wrong) -> int:
        """How many values are wrong in this way."""
        return int((self.kinds == kind).sum())

    def moves_of(self, nodes: Numbers, *, is_true: bool = False) -> Rows:
        """The moves of some inner nodes, by index, and what is known of both ends; if `is_true`, nothing is claimed."""
        return _rows(self.graph, nodes, self.true if is_true else self.counted, self.true)

    @cached_property
    def occurring(self) -> Ranks:
        """The ranks that are the score of a node, or claimed of one."""
        is_wrong = np.zeros(len(self.true.low), bool)
        is_wrong[self.wrong] = True
        low, high = self.counted
        return np.unique(np.concatenate((self.true.low, low[(low == high) & is_wrong])))

    @cached_property
    def bounds(self) -> Sides:
        """The lower and the upper bound of each node."""
        ranks = np.array([*map(self.rank, self.solution.lower.scale)], np.int32)
        return Sides(ranks[self.solution.lower.codes], ranks[self.solution.upper.codes])

    @cached_property
    def components(self) -> NDArray[np.int32]:
        """The number of the strongly connected component of each node."""
        return components(*self.graph.links.forward)

    def blamed(self, place: int) -> list[int]:
        """Which of the wrong are to blame for one of them, by place."""
        found: list[int] = self.blame.indices[slice(*self.blame.indptr[place : place + 2])].tolist()
        return found

    def cycle(self, place: int) -> list[int]:
        """A shortest cycle of blame through one of the wrong, by place, from that on."""
        before: dict[int, int] = {}
        waiting = [place]
        for at in waiting:  # grows while it is walked
            for other in self.blamed(at):
                if other not in before:
                    before[other] = at
                    waiting.append(other)
            if place in before:
                break
        found = [before[place]]
        while found[-1] != place:
            found.append(before[found[-1]])
        return found[::-1]

    def frame(self) -> pd.DataFrame:
        """The wrong values as a frame with a row a node: by kind, the nearest to a leaf first.

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
            "first wrong": self.kinds != Wrong.AFTER_OTHERS,
            "kind": self.words,
        }
        return pd.DataFrame(columns).infer_objects()


def difference(
    graph: GameGraph,
    values: Values,
    *,
    endless: Score = 0,
    words: Mapping[str, object] | None = None,
    distance: str | None = None,
    values_for: str | None = None,
) -> Difference:
    """What is wrong in somebody else's values of a graph, and where it begins.

    Parameters
    ----------
    values, words, distance : as `claims_of` takes them.
    endless : what endless play is worth.
    values_for : for whom the values are good if they are large: "max" (in a negamax graph who begins), or "mover", the
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
    view = view_of(values_for)
    claims = seen_by(graph, claims_of(graph, values, words=words, distance=distance, endless=worth), view)
    scale, true, claimed = _ranked(solution, claims)
    is_wrong = claimed.excludes(true)
    counted = Sides(*(np.where(is_wrong, side, old) for side, old in zip(claimed, true, strict=True)))
    nodes = np.flatnonzero(is_wrong)
    kinds, blame = _kinds(nodes, _rows(graph, nodes[graph.columns.orientation[nodes] != 0], counted, true))
    near = fewest_moves(graph.links.backward, np.flatnonzero(graph.columns.orientation == 0))[nodes]
    order = np.lexsort((np.where(near < 0, len(is_wrong), near), kinds))
    wrong = nodes[order].astype(np.int32)
    return Difference(
        graph, worth, claims, solution, scale, true, counted, wrong, kinds[order], _reordered(blame, order)
    )


def _reordered(rows: Csr, order: Numbers) -> Csr:
    """The rows in another order, and their entries by their places in it."""
    flat, starts = rows_at(rows.indptr, order)
    places = np.empty(len(order), np.int32)
    places[order] = np.arange(len(order))
    return Csr(np.append(starts, len(flat)).astype(np.int32), places[rows.indices[flat]])


def _ranked(solution: Solution, claims: Claims) -> tuple[list[Score], Sides, Sides]:
    """A scale that has the claims, too, what is true on it, and what is claimed: where nothing is, what is true."""
    known = {score: score for claim in claims.values for score in (claim.score, -claim.score)}
    known |= {score: score for score in solution.scores.scale}
    scale = sorted(known.values())
    top = len(scale) // 2
    place = np.array([bisect_left(scale, score) - top for score in solution.scores.scale], np.int32)
    between = solution.between
    true = Sides(place[between.least.codes], place[between.most.codes])
    ranks = [bisect_left(scale, claim.score) - top for claim in claims.values]
    lows, highs = list(ranks), list(ranks)
    for number, claim in enumerate(claims.values):
        if claim.relation is Relation.AT_LEAST:
            highs[number] = top
        elif claim.relation is Relation.AT_MOST:
            lows[number] = -top
    sides = (np.array([*ends, 0], np.int32)[claims.codes] for ends in (lows, highs))
    claimed = (np.where(claims.codes < 0, old, new) for old, new in zip(true, sides, strict=True))
    return scale, true, Sides(*claimed)


def _rows(graph: GameGraph, nodes: Numbers, counted: Sides, true: Sides) -> Rows:
    """See `Difference.moves_of`."""
    indptr, indices = graph.links.forward
    orientation = graph.columns.orientation[nodes]
    flat, starts = rows_at(indptr, nodes)
    targets = indices[flat]
    numbers = np.repeat(np.arange(len(nodes)), indptr[nodes + 1] - indptr[nodes])
    view = (graph.sign * orientation)[numbers]
    ends = (side.seen(*each) for each in ((nodes, orientation), (targets, view)) for side in (counted, true))
    return Rows(nodes, targets, starts, numbers, *ends)


def _kinds(nodes: Numbers, rows: Rows) -> tuple[NDArray[np.int8], Csr]:
    """For each wrong node how it is wrong, and who is to blame, both by their places among these nodes."""
    found = rows.backed_up
    follows = ~rows.own.excludes(found)
    kinds = np.full(len(nodes), Wrong.ITSELF, np.int8)
    kinds[np.searchsorted(nodes, rows.nodes[follows])] = Wrong.AFTER_OTHERS
    blamed = rows.is_to_blame & follows[rows.numbers]
    sources, targets = (
        np.searchsorted(nodes, ends[blamed]).astype(np.int32) for ends in (rows.nodes[rows.numbers], rows.targets)
    )
    ends = np.cumsum(np.bincount(sources, minlength=len(nodes)))
    blame = Csr(np.concatenate(([0], ends)).astype(np.int32), targets)
    stays = fewest_moves(Csr(*predecessor_arrays(*blame)), np.flatnonzero(kinds == Wrong.ITSELF)) == OUTSIDE
    if stays.any():
        circles = components(*blame)
        leaves = circles[sources] != circles[targets]
        kinds[stays & ~np.isin(circles, circles[sources[leaves]])] = Wrong.ON_CYCLE
    return kinds, blame
