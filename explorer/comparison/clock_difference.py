"""Wrong values in a table base with a move clock: for each node and each number of moves on the clock a value.

True values come by sweeps over the nodes (`explorer.solver.clock_sweeps`), not from the graph that the clock unfolds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from explorer.comparison.claims import ClockClaims, ValuesInput, clock_claims_of
from explorer.comparison.score_words import ValueClaim
from explorer.comparison.sentences import BY_ITSELF, FOLLOWING, examples, name_of, wrong_counts
from explorer.model.check import playable
from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, format_score, parse_endless
from explorer.model.words import counted
from explorer.solver.clock_sweeps import clock_ranks, progress_in_rows
from explorer.solver.operator import GraphArrays, Ranks, arrays_of, rows_at
from explorer.trace import Relation
from explorer.unwinding import Repetition
from explorer.unwinding.unfolding import require_closed

if TYPE_CHECKING:
    import pandas as pd

ClaimPlaces = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class ClockDifference:
    """Values that somebody claims under a clock, and those of them that are wrong.

    Attributes
    ----------
    graph, rule, claims : what was compared.
    arrays, true : the scale of ranks, and the true rank of each node, a row for each number of moves on the clock.
    wrong : the places of the wrong values in the claims: first those that do not follow from others, then by the moves
        on the clock, the most first.
    follows : for each of these whether it follows from the values of its successors.
    """

    graph: GameGraph
    rule: Repetition
    claims: ClockClaims
    arrays: GraphArrays
    true: Ranks
    wrong: ClaimPlaces
    follows: NDArray[np.bool_]

    @property
    def value_count(self) -> int:
        """Number of values that were compared."""
        return len(self.claims.rows)

    def claim(self, place: int) -> ValueClaim:
        """Return the claim at a place."""
        return self.claims.values[int(self.claims.codes[place])]

    def score(self, row: int, clock: int) -> Score:
        """Return the true score of a node, by index, with so many moves on the clock."""
        return self.arrays.score(int(self.true[clock, row]))

    def summary(self) -> Iterator[str]:
        """Yield sentences with the number of values and of wrong ones."""
        agree, claims = self.value_count - len(self.wrong), self.claims
        yield f"{self.rule}: {agree:,} of {counted(self.value_count, 'value')} agree"
        if len(self.wrong):
            after = int(self.follows.sum())
            yield wrong_counts("value", {BY_ITSELF: len(self.wrong) - after, FOLLOWING: after})
        if claims.strangers:
            ids = [*dict.fromkeys(claims.strangers)]
            yield f"{counted(len(ids), 'id')} not in the graph: {examples(ids)}"
        if claims.words:
            yield f"words are read as {claims.words}"
        if claims.left_out:
            yield f"not compared: {', '.join(claims.left_out)}"

    @property
    def first(self) -> ClaimPlaces:
        """ClaimPlaces of the values that do not follow from others; of all wrong values if each follows."""
        first = self.wrong[~self.follows]
        return first if len(first) else self.wrong

    def proofs(self) -> Iterator[str]:
        """Yield a sentence for each of the first wrong values."""
        return map(self._proof, self.first.tolist())

    def _proof(self, place: int) -> str:
        """Return why the value at a place is wrong: with the best move, or the end that it is."""
        row, clock = int(self.claims.rows[place]), int(self.claims.clocks[place])
        name, true = name_of(self.graph, row), format_score(self.score(row, clock))
        begin = f"{name} with {counted(clock, 'move')} on the clock: {self.claim(place)}, but it is {true}"
        after = self.graph.successors[row]
        if not after:
            return f"{begin}, its score as a leaf"
        if clock == self.rule.number:
            return f"{begin}, what endless play is worth, since the clock ends the play here"
        marks = self.graph.progress
        clocks = [0 if (self.graph.ids[row], self.graph.ids[one]) in marks else clock + 1 for one in after]
        worths = [self.graph.sign * int(self.true[at, one]) for at, one in zip(clocks, after, strict=True)]
        best = worths.index(max(worths) if self.graph.orientation[row] > 0 else min(worths))
        move = f"{name} → {name_of(self.graph, after[best])}"
        worth = format_score(self.score(after[best], clocks[best]))
        return f"{begin}: {move}, {worth} with {counted(clocks[best], 'move')} on the clock, is best"

    def frame(self) -> pd.DataFrame:
        """Return the wrong values, a row for each: `node`, `clock`, `mine`, `true` and `first wrong`."""
        import pandas as pd

        records = self.records()
        titles = ("node", "clock", "mine", "true", "first wrong")
        return pd.DataFrame({title: [record[place] for record in records] for place, title in enumerate(titles)})

    def records(self) -> list[tuple[str, int, Score | str, Score, bool]]:
        """Return node, clock, claim, true score and whether it does not follow from others, of each wrong value."""
        claims, ids = self.claims, self.graph.ids
        rows, clocks = claims.rows[self.wrong].tolist(), claims.clocks[self.wrong].tolist()
        found = [self.claim(place) for place in self.wrong.tolist()]
        mine = [claim.score if claim.relation is Relation.EXACT else str(claim) for claim in found]
        true = [self.score(row, clock) for row, clock in zip(rows, clocks, strict=True)]
        return [*zip((ids[row] for row in rows), clocks, mine, true, (~self.follows).tolist(), strict=True)]


def clock_difference(
    graph: GameGraph,
    values: ValuesInput,
    rule: Repetition | str,
    *,
    endless: Score = 0,
    words: Mapping[str, object] | None = None,
) -> ClockDifference:
    """Compare claimed values of a graph under a clock with the true ones.

    Parameters
    ----------
    values : a table with columns node, value and perhaps clock, the moves on the clock, as `clock_claims_of` takes it.
    rule : "clock=m".
    endless : the worth of a play that the clock ends, and of endless play.

    Raises
    ------
    OptionError
        If the rule is no clock, or `endless` is not 0 in a negamax graph.
    GraphError
        If the graph has errors, or play can reach an open node.
    FormatError
        As `clock_claims_of`.
    LimitError
        If the clock is too large for the graph.
    """
    graph, rule, worth = playable(graph), Repetition.parse(rule), parse_endless(endless)
    if not rule.has_clock:
        raise OptionError(
            f"values of nodes are compared under a clock, clock=M, got {rule}; under another rule a value belongs to a "
            "history: compare those of the graph that unfold writes"
        )
    if graph.sign < 0 and worth != 0:
        raise OptionError("values of a negamax graph are compared under a clock with endless play worth 0")
    require_closed(graph)
    claims = clock_claims_of(graph, values, rule.number, words=words, endless=worth)
    arrays = arrays_of(graph, extra=(worth, *(claim.score for claim in claims.values)))
    resets = progress_in_rows(graph)
    true = clock_ranks(arrays, resets, rule.number, arrays.rank(worth))
    low, high = _claimed_ranks(arrays, claims)
    ranks = true[claims.clocks, claims.rows]
    wrong = np.flatnonzero((ranks < low) | (ranks > high))
    counted_ranks = true.copy()
    counted_ranks[claims.clocks[wrong], claims.rows[wrong]] = np.clip(ranks, low, high)[wrong]
    follows = _do_follow(arrays, claims, wrong, counted_ranks, resets)
    order = np.lexsort((claims.rows[wrong], -claims.clocks[wrong], follows))
    return ClockDifference(graph, rule, claims, arrays, true, wrong[order], follows[order])


def _claimed_ranks(arrays: GraphArrays, claims: ClockClaims) -> tuple[Ranks, Ranks]:
    """Return the least and the largest rank that each claim allows."""
    ranks = [arrays.rank(claim.score) for claim in claims.values]
    relations = [claim.relation for claim in claims.values]
    pairs: Sequence[tuple[int, Relation]] = [*zip(ranks, relations, strict=True)]
    lows = [-arrays.top if relation is Relation.AT_MOST else rank for rank, relation in pairs]
    highs = [arrays.top if relation is Relation.AT_LEAST else rank for rank, relation in pairs]
    return np.array(lows, np.int32)[claims.codes], np.array(highs, np.int32)[claims.codes]


def _do_follow(
    arrays: GraphArrays, claims: ClockClaims, wrong: ClaimPlaces, ranks: Ranks, resets: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return for each wrong value whether it follows from the values of its successors, which stand in `ranks`."""
    follows, clocks, rows = np.zeros(len(wrong), np.bool_), claims.clocks[wrong], claims.rows[wrong]
    goes_on = (arrays.orientation[rows] != 0) & (clocks + 1 < len(ranks))
    for clock in np.unique(clocks[goes_on]).tolist():
        at = np.flatnonzero(goes_on & (clocks == clock))
        flat, starts = rows_at(arrays.indptr, rows[at])
        after = ranks[np.where(resets[flat], 0, clock + 1), arrays.indices[flat]]
        sense = arrays.orientation[rows[at]].astype(np.int32)
        view = arrays.sign * np.repeat(sense, np.diff(np.append(starts, len(flat))))
        follows[at] = sense * np.maximum.reduceat(view * after, starts) == ranks[clock, rows[at]]
    return follows
