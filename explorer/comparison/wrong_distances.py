"""Distances to the end that somebody else gives, beside those under best play.

Who gets more than endless play is worth hurries: a node of that player is one move farther from the end than the
nearest of the successors that keep its score; one of the other player, who delays, than the farthest of these.  Where
the score is what endless play is worth, nobody needs to hurry, and programs count differently: nothing is compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from explorer.comparison.claims import NEVER, DistanceUnit, GivenDistances
from explorer.comparison.first_wrong import Difference, Mask
from explorer.comparison.sentences import BY_ITSELF, FOLLOWING, first_of, name_of, wrong_counts
from explorer.model.words import counted, joined
from explorer.solver.operator import rows_at

if TYPE_CHECKING:
    import pandas as pd

_NOT_COMPARED = -1

Moves = NDArray[np.int64]
Rows = NDArray[np.int64]


@dataclass(frozen=True)
class WrongDistances:
    """Distances as they are given beside the true ones.

    Attributes
    ----------
    found, given : the comparison of the values, and the distances.
    true : for each node the moves to the end; -1 where nothing can be compared with them.
    compared : for each node, whether its distance was.
    least, most : for each node what counts as its distance, as moves of both players: the given one if that is wrong,
        else the true one.
    rows : the nodes whose distance is wrong, by index: those that are so by themselves first, the nearest to the end
        first.
    is_by_itself : for each of these, whether it does not follow from the distances of the successors.
    """

    found: Difference
    given: GivenDistances
    true: Moves
    compared: Mask
    least: Moves
    most: Moves
    rows: Rows
    is_by_itself: Mask

    @property
    def first(self) -> list[int]:
        """The nodes whose distance is wrong by itself, by index."""
        rows: list[int] = self.rows[self.is_by_itself].tolist()
        return rows

    @property
    def fits_other_unit(self) -> bool:
        """Whether all would be right if they counted the other moves."""
        rows, unit = np.flatnonzero(self.compared), self.given.unit.other
        counts = self.given.counts[rows]
        return bool(((unit.least(counts) <= self.true[rows]) & (self.true[rows] <= unit.most(counts))).all())

    def frame(self) -> pd.DataFrame:
        """The wrong distances as `Difference.frame` has values: `mine` and `true` count what the given ones count."""
        import pandas as pd

        kinds = np.where(self.is_by_itself, "contradicts its successors", "follows from others")
        columns = {
            "node": np.array([*self.found.graph.ids], object)[self.rows],
            "mine": np.array(
                ["endless" if count == NEVER else count for count in self.given.counts[self.rows].tolist()], object
            ),
            "true": self.given.unit.counted(self.true[self.rows]),
            "first wrong": self.is_by_itself,
            "kind": kinds,
        }
        return pd.DataFrame(columns).infer_objects()


def wrong_distances(found: Difference) -> WrongDistances | None:
    """Return the distances that are given with some values, beside the true ones; None if there are none."""
    given = found.claims.distances
    if given is None:
        return None
    true = true_moves(found)
    compared = given.has & (true != _NOT_COMPARED)
    compared[found.wrong] = False  # it leads to another end
    low, high = given.unit.least(given.counts), given.unit.most(given.counts)
    is_wrong = compared & ((true < low) | (true > high))
    least, most = np.where(is_wrong, low, true), np.where(is_wrong, high, true)
    rows = np.flatnonzero(is_wrong)
    ends = [_backed_up(found, rows, side, true) for side in (least, most)]
    is_by_itself = (most[rows] < ends[0]) | (least[rows] > ends[1])
    order = np.lexsort((true[rows], ~is_by_itself))
    return WrongDistances(found, given, true, compared, least, most, rows[order], is_by_itself[order])


def true_moves(found: Difference) -> Moves:
    """For each node the moves to the end; -1 where the score is that of endless play, or is not known."""
    distance, scores = found.solution.distance, found.solution.scores
    moves = np.full(len(found.graph.nodes), _NOT_COMPARED, np.int64)
    moves[distance.rows] = distance.codes
    moves[np.array([score == found.endless for score in scores.scale])[scores.codes]] = _NOT_COMPARED
    return moves


def _backed_up(found: Difference, rows: Rows, counted_as: Moves, true: Moves) -> Moves:
    """What follows for the distance of some nodes from what counts as that of their successors; 0 for a leaf."""
    result = np.zeros(len(rows), np.int64)
    inner = np.flatnonzero(found.graph.columns.orientation[rows] != 0)
    flat, starts = rows_at(found.graph.links.forward.indptr, rows[inner])
    if not len(flat):
        return result
    targets = found.graph.links.forward.indices[flat]
    numbers = np.repeat(inner, np.diff([*starts.tolist(), len(flat)]))
    keeps = _keep(found, rows[numbers], targets) & (true[targets] != _NOT_COMPARED)
    nearest = np.minimum.reduceat(np.where(keeps, counted_as[targets], NEVER), starts)
    farthest = np.maximum.reduceat(np.where(keeps, counted_as[targets], 0), starts)
    result[inner] = 1 + np.where(hurry(found, rows[inner]), nearest, farthest)
    return result


def _keep(found: Difference, sources: Rows, targets: NDArray[np.int32]) -> Mask:
    """For each move, whether it keeps the score."""
    true = found.true.low
    return np.asarray(true[sources] == found.graph.sign * true[targets])


def hurry(found: Difference, rows: Rows) -> Mask:
    """Return for each node whether the player who moves gets more than endless play is worth."""
    up = found.graph.columns.orientation[rows] > 0
    return np.asarray((found.true.low[rows] > found.rank(found.endless)) == up)


# ---- in sentences


def distance_summary(wrong: WrongDistances) -> Iterator[str]:
    """How many distances agree, what they are read as, and how many are wrong."""
    given, compared = wrong.given, int(wrong.compared.sum())
    agree = compared - len(wrong.rows)
    yield f"column {given.title}, read as {given.unit.words}: {agree:,} of {counted(compared, 'distance')} agree"
    is_endless = given.has & (wrong.true == _NOT_COMPARED)
    kinds = {
        "worth as much as endless play": is_endless,
        "with a wrong value": given.has & ~is_endless & ~wrong.compared,
    }
    if left := [f"{counted(int(nodes.sum()), 'node')} {words}" for words, nodes in kinds.items() if nodes.any()]:
        yield f"distances are not compared at {joined(left)}"
    if not len(wrong.rows):
        return
    count = sum(wrong.is_by_itself.tolist())
    yield wrong_counts("distance", {BY_ITSELF: count, FOLLOWING: len(wrong.rows) - count})
    if wrong.fits_other_unit:
        other = wrong.given.unit.other
        yield f"all agree if they are {other.words}: --distance {other}"
    elif by := _constant_error(wrong):
        yield f"all wrong distances are consistent with one that is off by one: each is too {by}"


def _constant_error(wrong: WrongDistances) -> str:
    """Return "large" or "small" if that is what each distance is by one, at all nodes or at all but leaves; else ""."""
    has_moves = wrong.found.graph.columns.orientation != 0
    right = wrong.given.unit.counted(wrong.true)
    for where in (wrong.compared, wrong.compared & has_moves):
        by = wrong.given.counts[where] - right[where]
        if len(by) > 1 and abs(by[0]) == 1 and (by == by[0]).all() and where[wrong.rows].all():
            return "large" if by[0] > 0 else "small"
    return ""


def distance_proof(wrong: WrongDistances, row: int) -> str:
    """Show in a sentence why the distance of a node, by its index, is wrong."""
    found, unit = wrong.found, wrong.given.unit
    given, true = int(wrong.given.counts[row]), int(unit.counted(wrong.true[row]))
    is_plain = unit is DistanceUnit.MOVES and given != NEVER
    right = f"{true:,}" if is_plain else _words(unit, true)
    begin = f"{name_of(found.graph, row)} is said to be {_words(unit, given)}, and is {right}"
    if not found.graph.columns.orientation[row]:
        return f"{begin}: the game is over"
    targets = np.array([*dict.fromkeys(found.graph.successors[row])])
    keeps = _keep(found, np.full(len(targets), row), targets) & (wrong.true[targets] != _NOT_COMPARED)
    after = targets[keeps].tolist()
    operator = "min" if hurry(found, np.array([row]))[0] else "max"
    names = ", ".join(first_of([f"distance({name_of(found.graph, node)})" for node in after]))
    values = ", ".join(first_of([_counted_as(wrong, node) for node in after]))
    ends = (_backed_up(found, np.array([row]), side, wrong.true)[0] for side in (wrong.least, wrong.most))
    return f"{begin}: 1 + {operator}{{{names}}} = 1 + {operator}{{{values}}} = {_interval(*map(int, ends))}"


def _words(unit: DistanceUnit, count: int) -> str:
    if count == NEVER:
        return "endless"
    return f"mate in {count:,}" if unit is DistanceUnit.MATE else counted(count, "move") + " from the end"


def _counted_as(wrong: WrongDistances, row: int) -> str:
    """What counts as the distance of a node; in brackets what is true, if that is not the same."""
    least, most, true = (int(side[row]) for side in (wrong.least, wrong.most, wrong.true))
    return f"{_interval(least, most)}{'' if least == most == true else f' (in truth {true:,})'}"


def _interval(least: int, most: int) -> str:
    return "∞" if least >= NEVER else f"{least:,}" if least == most else f"{least:,}..{most:,}"
