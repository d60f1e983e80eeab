"""A checker of explanations that follows their moves and compares, but computes no score.

It shares no code with what makes an explanation: nodes, moves and scores are read from the graph anew, so that a
fault there cannot hide itself here.  What it accepts is a proof: play can reach no worse leaf and no open node,
and ranks fall or endless play is good enough.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

from explorer.explanation.explanation import FIRST, SECOND, ExplainedCompletion, Explanation, Guarantee, PlayPosition
from explorer.explanation.guaranteed_play import NO_SCORES, GuaranteedPlay
from explorer.model.errors import quoted
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score, format_score


def complaints(
    explanation: Explanation,
    graph: GameGraph,
    scores: Mapping[str, Score] = NO_SCORES,
    look: Callable[[int], None] | None = None,
) -> list[str]:
    """Return sentences on what is wrong with an explanation of a node of the graph; none if it is a proof.

    Parameters
    ----------
    scores : open nodes that are taken for leaves, by id.
    look : called with 1 for every position that is visited.
    """
    if explanation.node not in graph.index:
        return [f"there is no node {quoted(explanation.node)} in the graph"]
    checker = _Checker(graph, GuaranteedPlay(graph, explanation.node, explanation.endless, scores, look), look)
    return list(checker.complaints(explanation))


class _Checker:
    """A checker that follows moves in a graph from one node on."""

    def __init__(self, graph: GameGraph, play: GuaranteedPlay, look: Callable[[int], None] | None) -> None:
        self._graph = graph
        self._play = play
        self._look = look

    def complaints(self, explanation: Explanation) -> Iterator[str]:
        for guarantee, side in ((explanation.at_least, FIRST), (explanation.at_most, SECOND)):
            if guarantee.side != side:
                yield "the guarantees of the players are mixed up"
            yield from self._guarantee_complaints(guarantee)
        if explanation.low > explanation.high:
            low, high = format_score(explanation.low), format_score(explanation.high)
            yield f"at least {low} and at most {high} contradict each other"
        yield from self._line_complaints(explanation)
        yield from self._completions_complaints(explanation)

    # ---- a guarantee

    def _guarantee_complaints(self, guarantee: Guarantee) -> Iterator[str]:
        """Yield a sentence for each error in one player's guarantee."""
        if math.isnan(guarantee.limit):
            yield "what is made sure of is no number"
        if guarantee.is_empty:
            if guarantee.moves or guarantee.positions or guarantee.ranks:
                yield "moves are given although nothing is made sure of"
            if guarantee.by_range and guarantee.side * guarantee.limit > guarantee.side * self._play.worst_score(
                guarantee.side
            ):
                yield f"scores can be other than {self._limit_words(guarantee)}"
            return
        if guarantee.ranks is None and guarantee.side * guarantee.limit > guarantee.side * self._play.endless:
            worth = format_score(self._play.endless)
            yield f"endless play is worth {worth}, so {self._limit_words(guarantee)} needs ranks"
        seen: set[PlayPosition] = set()
        used: set[str] = set()
        for here, after in self._play.positions(guarantee):
            seen.add(here)
            if after is None:
                yield f"at {quoted(here.id)} there is no move to {quoted(guarantee.moves.get(here.id))}"
                continue
            if not after:
                yield from self._end_complaints(guarantee, here)
            elif self._play.side_to_move(here) == guarantee.side:
                used.add(here.id)
            if guarantee.ranks is not None:
                yield from _rank_complaints(guarantee.ranks, here, after)
        yield from (
            f"a move is given for {quoted(id)}, which play does not reach" for id in guarantee.moves.keys() - used
        )
        if set(guarantee.positions) != seen or len(guarantee.positions) != len(seen):
            yield "the positions that are given are not those that play can reach"
        if guarantee.ranks is not None and guarantee.ranks.keys() - seen:
            yield "a rank is given for a position that play does not reach"

    def _end_complaints(self, guarantee: Guarantee, at: PlayPosition) -> Iterator[str]:
        """Yield a sentence if play ends here with less than the guarantee, or without a score."""
        score = self._play.leaf_score(at.id)
        if score is None:
            what = "open" if self._graph.kind_of(at.id) is Kind.OPEN else "unfinished"
            yield f"play can reach the {what} node {quoted(at.id)}"
            return
        seen = score if at.is_own else -score
        if guarantee.side * seen < guarantee.side * guarantee.limit:
            limit = self._limit_words(guarantee)
            yield f"play can reach the leaf {quoted(at.id)} with {format_score(seen)}, not {limit}"

    def _limit_words(self, guarantee: Guarantee) -> str:
        return f"at {'least' if guarantee.side == FIRST else 'most'} {format_score(guarantee.limit)}"

    # ---- the play, and completions of open nodes

    def _line_complaints(self, explanation: Explanation) -> Iterator[str]:
        """Yield a sentence for each error in the play in which both keep to their moves."""
        line = explanation.line
        if bool(line) is not explanation.is_known:
            yield "a play belongs to a score that is known, and to no other"
        if not line:
            return
        if line[0] != PlayPosition(explanation.node):
            yield f"play begins at {quoted(line[0].id)}, not at {quoted(explanation.node)}"
            return
        if explanation.back_to is not None and not 0 <= explanation.back_to < len(line):
            yield f"play has no position {explanation.back_to} to go back to"
            return
        on = [*line[1:], *([] if explanation.back_to is None else [line[explanation.back_to]])]
        for here, after in zip(line, on, strict=False):
            guarantee = explanation.at_least if self._play.side_to_move(here) == FIRST else explanation.at_most
            is_kept_to = guarantee.is_empty or guarantee.moves.get(here.id) == after.id
            if (
                not is_kept_to
                or after.id not in self._play.successor_ids(here.id)
                or after != self._play.position_after_move(here, after.id)
            ):
                yield f"play does not go from {quoted(here.id)} to {quoted(after.id)}"
                return
        end = self._play.leaf_score(line[-1].id)
        if explanation.at_least.by_range and explanation.at_most.by_range and end is None:
            return  # no other score is possible
        worth = (
            explanation.endless if explanation.back_to is not None else end if end is None or line[-1].is_own else -end
        )
        if worth != explanation.low:
            yield f"play is worth {format_score(worth)}, and the score is {format_score(explanation.low)}"

    def _completions_complaints(self, explanation: Explanation) -> Iterator[str]:
        """Yield a sentence for each error in the explanation's completions of open nodes."""
        found = explanation.completions
        if not found:
            return
        if len(found) != 2 or explanation.is_known:
            yield "two completions belong to a score that is not known, and to no other"
            return
        for each in found:
            yield from self._completion_complaints(each)
        low, high = (each.explanation for each in found)
        if not low.high < high.low:
            yield "the two completions do not show two different scores"

    def _completion_complaints(self, completion: ExplainedCompletion) -> Iterator[str]:
        """Yield a sentence for each error in one completion of open nodes."""
        for id, score in completion.scores.items():
            if id not in self._graph.index or self._graph.kind_of(id) is not Kind.OPEN:
                yield f"{quoted(id)} is not an open node"
            if not math.isfinite(score):
                yield f"{quoted(id)} cannot have the score {format_score(score)}"
        inner = completion.explanation
        if (inner.node, inner.endless) != (self._play.begin.id, self._play.endless):
            yield "a completion is of another node"
        yield from complaints(inner, self._graph, completion.scores, self._look)


def _rank_complaints(ranks: Mapping[PlayPosition, int], here: PlayPosition, after: list[PlayPosition]) -> Iterator[str]:
    """Yield a sentence for each move of a guarantee that does not lower the rank."""
    rank = ranks.get(here)
    if rank is None:
        yield f"{quoted(here.id)} has no rank"
        return
    for position in after:
        lower = ranks.get(position)
        if lower is not None and not 0 <= lower < rank:
            yield f"the move {quoted(here.id)} → {quoted(position.id)} does not lower the rank: {rank} → {lower}"
