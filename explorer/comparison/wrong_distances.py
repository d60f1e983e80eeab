"""Claimed distances to the end beside those under best play.

A player who gets more than endless play is worth hurries: a node of that player is one move farther from the end than
the nearest of the successors that keep its score; one of the other player, who delays, than the farthest of these.
Where the score equals the value of endless play, nobody needs to hurry, and programs count differently: it is not
compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from explorer.comparison.claims import NEVER, ClaimedDistances, DistanceUnit
from explorer.comparison.first_wrong import Flags, ValueDifference
from explorer.comparison.sentences import BY_ITSELF, FOLLOWING, first_few, name_of, wrong_counts
from explorer.model.words import counted, joined
from explorer.solver.operator import rows_at

if TYPE_CHECKING:
    import pandas as pd

_NOT_COMPARED = -1

MoveCounts = NDArray[np.int64]
RowIndices = NDArray[np.int64]


@dataclass(frozen=True)
class WrongDistances:
    """Claimed distances beside the true ones.

    Attributes
    ----------
    difference, claims : the comparison of the values, and the claimed distances.
    true : for each node the moves to the end; -1 where nothing can be compared with them.
    is_compared : for each node, whether its distance is compared.
    least, most : for each node the distance that counts, as moves of both players: the claimed one if that is wrong,
        else the true one.
    rows : the nodes with a wrong distance, by index: those wrong by themselves first, the nearest to the end first.
    is_by_itself : for each of these, whether it does not follow from the distances of the successors.
    """

    difference: ValueDifference
    claims: ClaimedDistances
    true: MoveCounts
    is_compared: Flags
    least: MoveCounts
    most: MoveCounts
    rows: RowIndices
    is_by_itself: Flags

    @property
    def first(self) -> list[int]:
        """The nodes whose distance is wrong by itself, by index."""
        rows: list[int] = self.rows[self.is_by_itself].tolist()
        return rows

    @property
    def fits_other_unit(self) -> bool:
        """Return whether all distances would be right in the other unit."""
        rows, unit = np.flatnonzero(self.is_compared), self.claims.unit.other
        counts = self.claims.counts[rows]
        return bool(((unit.least(counts) <= self.true[rows]) & (self.true[rows] <= unit.most(counts))).all())

    def frame(self) -> pd.DataFrame:
        """Return the wrong distances in the form of `ValueDifference.frame`, in the claimed unit."""
        import pandas as pd

        kinds = np.where(self.is_by_itself, "contradicts its successors", "follows from others")
        columns = {
            "node": np.array([*self.difference.graph.ids], object)[self.rows],
            "mine": np.array(
                ["endless" if count == NEVER else count for count in self.claims.counts[self.rows].tolist()], object
            ),
            "true": self.claims.unit.in_unit(self.true[self.rows]),
            "first wrong": self.is_by_itself,
            "kind": kinds,
        }
        return pd.DataFrame(columns).infer_objects()


def wrong_distances(difference: ValueDifference) -> WrongDistances | None:
    """Return the distances that are claimed with some values, beside the true ones; None if there are none."""
    claims = difference.claims.distances
    if claims is None:
        return None
    true = true_moves(difference)
    is_compared = claims.has & (true != _NOT_COMPARED)
    is_compared[difference.wrong] = False  # it leads to another end
    low, high = claims.unit.least(claims.counts), claims.unit.most(claims.counts)
    is_wrong = is_compared & ((true < low) | (true > high))
    least, most = np.where(is_wrong, low, true), np.where(is_wrong, high, true)
    rows = np.flatnonzero(is_wrong)
    ends = [_backed_up_distances(difference, rows, side, true) for side in (least, most)]
    is_by_itself = (most[rows] < ends[0]) | (least[rows] > ends[1])
    order = np.lexsort((true[rows], ~is_by_itself))
    return WrongDistances(difference, claims, true, is_compared, least, most, rows[order], is_by_itself[order])


def true_moves(difference: ValueDifference) -> MoveCounts:
    """Return for each node the moves to the end; -1 where the score is that of endless play, or is not known."""
    distance, scores = difference.solution.distance, difference.solution.scores
    moves = np.full(len(difference.graph.nodes), _NOT_COMPARED, np.int64)
    moves[distance.rows] = distance.codes
    moves[np.array([score == difference.endless for score in scores.scale])[scores.codes]] = _NOT_COMPARED
    return moves


def _backed_up_distances(
    difference: ValueDifference, rows: RowIndices, distances: MoveCounts, true: MoveCounts
) -> MoveCounts:
    """Return the distances of some nodes that follow from those of their successors; 0 for a leaf."""
    result = np.zeros(len(rows), np.int64)
    inner = np.flatnonzero(difference.graph.columns.orientation[rows] != 0)
    flat, starts = rows_at(difference.graph.links.forward.indptr, rows[inner])
    if not len(flat):
        return result
    targets = difference.graph.links.forward.indices[flat]
    numbers = np.repeat(inner, np.diff([*starts.tolist(), len(flat)]))
    keeps = _keeps_score(difference, rows[numbers], targets) & (true[targets] != _NOT_COMPARED)
    nearest = np.minimum.reduceat(np.where(keeps, distances[targets], NEVER), starts)
    farthest = np.maximum.reduceat(np.where(keeps, distances[targets], 0), starts)
    result[inner] = 1 + np.where(beats_endless(difference, rows[inner]), nearest, farthest)
    return result


def _keeps_score(difference: ValueDifference, sources: RowIndices, targets: NDArray[np.int32]) -> Flags:
    """Return for each move, whether it keeps the score."""
    true = difference.true.low
    return np.asarray(true[sources] == difference.graph.sign * true[targets])


def beats_endless(difference: ValueDifference, rows: RowIndices) -> Flags:
    """Return for each node whether the player who moves gets more than endless play is worth."""
    up = difference.graph.columns.orientation[rows] > 0
    return np.asarray((difference.true.low[rows] > difference.rank(difference.endless)) == up)


# ---- in sentences


def distance_summary(wrong: WrongDistances) -> Iterator[str]:
    """Yield sentences with the unit, and the numbers of right and of wrong distances."""
    claims, compared = wrong.claims, int(wrong.is_compared.sum())
    agree = compared - len(wrong.rows)
    yield f"column {claims.title}, read as {claims.unit.words}: {agree:,} of {counted(compared, 'distance')} agree"
    is_endless = claims.has & (wrong.true == _NOT_COMPARED)
    kinds = {
        "worth as much as endless play": is_endless,
        "with a wrong value": claims.has & ~is_endless & ~wrong.is_compared,
    }
    if left := [f"{counted(int(nodes.sum()), 'node')} {words}" for words, nodes in kinds.items() if nodes.any()]:
        yield f"distances are not compared at {joined(left)}"
    if not len(wrong.rows):
        return
    count = sum(wrong.is_by_itself.tolist())
    yield wrong_counts("distance", {BY_ITSELF: count, FOLLOWING: len(wrong.rows) - count})
    if wrong.fits_other_unit:
        other = wrong.claims.unit.other
        yield f"all agree if they are {other.words}: --distance {other}"
    elif by := _constant_error(wrong):
        yield f"all wrong distances are consistent with one that is off by one: each is too {by}"


def _constant_error(wrong: WrongDistances) -> str:
    """Return "large" or "small" if all distances, perhaps except at leaves, are off by one that way; else ""."""
    has_moves = wrong.difference.graph.columns.orientation != 0
    right = wrong.claims.unit.in_unit(wrong.true)
    for where in (wrong.is_compared, wrong.is_compared & has_moves):
        by = wrong.claims.counts[where] - right[where]
        if len(by) > 1 and abs(by[0]) == 1 and (by == by[0]).all() and where[wrong.rows].all():
            return "large" if by[0] > 0 else "small"
    return ""


def distance_proof(wrong: WrongDistances, row: int) -> str:
    """Return a sentence that proves the distance of a node, by its index, wrong."""
    difference, unit = wrong.difference, wrong.claims.unit
    claim, true = int(wrong.claims.counts[row]), int(unit.in_unit(wrong.true[row]))
    is_plain = unit is DistanceUnit.MOVES and claim != NEVER
    right = f"{true:,}" if is_plain else _distance_words(unit, true)
    begin = f"{name_of(difference.graph, row)} is said to be {_distance_words(unit, claim)}, and is {right}"
    if not difference.graph.columns.orientation[row]:
        return f"{begin}: the game is over"
    targets = np.array([*dict.fromkeys(difference.graph.successors[row])])
    keeps = _keeps_score(difference, np.full(len(targets), row), targets) & (wrong.true[targets] != _NOT_COMPARED)
    after = targets[keeps].tolist()
    operator = "min" if beats_endless(difference, np.array([row]))[0] else "max"
    names = ", ".join(first_few([f"distance({name_of(difference.graph, node)})" for node in after]))
    values = ", ".join(first_few([_counted_distance_words(wrong, node) for node in after]))
    ends = (
        _backed_up_distances(difference, np.array([row]), side, wrong.true)[0] for side in (wrong.least, wrong.most)
    )
    return f"{begin}: 1 + {operator}{{{names}}} = 1 + {operator}{{{values}}} = {_interval_words(*map(int, ends))}"


def _distance_words(unit: DistanceUnit, count: int) -> str:
    if count == NEVER:
        return "endless"
    return f"mate in {count:,}" if unit is DistanceUnit.MATE else counted(count, "move") + " from the end"


def _counted_distance_words(wrong: WrongDistances, row: int) -> str:
    """Return the distance that counts for a node; the true one follows in brackets if it differs."""
    least, most, true = (int(side[row]) for side in (wrong.least, wrong.most, wrong.true))
    return f"{_interval_words(least, most)}{'' if least == most == true else f' (in truth {true:,})'}"


def _interval_words(least: int, most: int) -> str:
    return "∞" if least >= NEVER else f"{least:,}" if least == most else f"{least:,}..{most:,}"
