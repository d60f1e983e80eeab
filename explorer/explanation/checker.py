"""The checker of explanations: it walks along the moves and compares, and computes no score.

It shares no code with what makes an explanation: nodes, moves and scores are read from the graph anew, so that a
fault there cannot hide itself here.  What it accepts is a proof: play can reach no worse leaf and no open node,
and ranks fall or endless play is good enough.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

from explorer.explanation.explanation import FIRST, SECOND, Completion, Explanation, Guarantee, Position
from explorer.model.errors import quoted
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.model.scores import Score, format_score

NO_SCORES: Mapping[str, Score] = {}


def complaints(
    given: Explanation,
    graph: GameGraph,
    scores: Mapping[str, Score] = NO_SCORES,
    look: Callable[[int], None] | None = None,
) -> list[str]:
    """What is wrong with an explanation of a node of the graph, in sentences; nothing if it is a proof.

    Parameters
    ----------
    scores : open nodes that are taken for leaves, by id.
    look : is told of every position that is looked at.
    """
    if given.node not in graph.index:
        return [f"there is no node {quoted(given.node)} in the graph"]
    return list(_Checker(given, graph, scores, look).complaints())


class _Checker:
    """Walks along an explanation's moves in a graph."""

    def __init__(
        self, given: Explanation, graph: GameGraph, scores: Mapping[str, Score], look: Callable[[int], None] | None
    ) -> None:
        self._given = given
        self._graph = graph
        self._scores = scores
        self._look = look
        self._negamax = graph.convention is Convention.NEGAMAX

    def complaints(self) -> Iterator[str]:
        given = self._given
        for guarantee, side in ((given.at_least, FIRST), (given.at_most, SECOND)):
            if guarantee.side != side:
                yield "the guarantees of the players are mixed up"
            yield from self._of_guarantee(guarantee)
        if given.low > given.high:
            yield f"at least {format_score(given.low)} and at most {format_score(given.high)} contradict each other"
        yield from self._of_line()
        yield from self._of_completions()

    # ---- what the graph says

    def _score(self, id: str) -> Score | None:
        """Return the score of a leaf, in the view of the player to move there."""
        node = self._graph.node(id)
        return self._scores.get(id) if node.kind is Kind.OPEN else node.score

    def _mover(self, at: Position) -> int:
        if self._negamax:
            return FIRST if at.is_own else SECOND
        return FIRST if self._graph.kind_of(at.id) is Kind.MAX else SECOND

    def _after(self, at: Position, id: str) -> Position:
        return Position(id, not at.is_own) if self._negamax else Position(id)

    def _row(self, id: str) -> list[str]:
        return self._graph.ids_after(id)

    # ---- a guarantee

    def _of_guarantee(self, given: Guarantee) -> Iterator[str]:
        """What is wrong with what one player makes sure of."""
        if math.isnan(given.limit):
            yield "what is made sure of is no number"
        if given.is_empty:
            if given.moves or given.positions or given.ranks:
                yield "moves are given although nothing is made sure of"
            if given.by_range and given.side * given.limit > given.side * self._end(given.side):
                yield f"scores can be other than {self._limit(given)}"
            return
        if given.ranks is None and given.side * given.limit > given.side * self._given.endless:
            yield f"endless play is worth {format_score(self._given.endless)}, so {self._limit(given)} needs ranks"
        begin = Position(self._given.node)
        seen, waiting, used = {begin}, [begin], set()
        for here in waiting:  # grows while it is walked
            if self._look is not None:
                self._look(1)
            row = self._row(here.id)
            if not row:
                yield from self._of_end(given, here)
            elif self._mover(here) == given.side:
                used.add(here.id)
                if given.moves.get(here.id) not in row:
                    yield f"at {quoted(here.id)} there is no move to {quoted(given.moves.get(here.id))}"
                    continue
                row = [given.moves[here.id]]
            after = [self._after(here, id) for id in row]
            yield from self._of_ranks(given, here, after)
            waiting += [position for position in after if position not in seen]
            seen.update(after)
        yield from (f"a move is given for {quoted(id)}, which play does not reach" for id in given.moves.keys() - used)
        if set(given.positions) != seen or len(given.positions) != len(seen):
            yield "the positions that are given are not those that play can reach"
        if given.ranks is not None and given.ranks.keys() - seen:
            yield "a rank is given for a position that play does not reach"

    def _end(self, side: int) -> Score:
        """Return the score beyond which none is, in the direction that is bad for a side."""
        ends = [*(self._graph.score_range or (-math.inf, math.inf))]
        ends += [-end for end in ends] if self._negamax else []
        return min(*ends, self._given.endless) if side == FIRST else max(*ends, self._given.endless)

    def _of_end(self, given: Guarantee, at: Position) -> Iterator[str]:
        """What is wrong if play ends here."""
        score = self._score(at.id)
        if score is None:
            what = "open" if self._graph.kind_of(at.id) is Kind.OPEN else "unfinished"
            yield f"play can reach the {what} node {quoted(at.id)}"
            return
        seen = score if at.is_own else -score
        if given.side * seen < given.side * given.limit:
            yield f"play can reach the leaf {quoted(at.id)} with {format_score(seen)}, not {self._limit(given)}"

    def _of_ranks(self, given: Guarantee, here: Position, after: list[Position]) -> Iterator[str]:
        """Yield whether every move lowers the rank."""
        if given.ranks is None:
            return
        rank = given.ranks.get(here)
        if rank is None:
            yield f"{quoted(here.id)} has no rank"
            return
        for position in after:
            lower = given.ranks.get(position)
            if lower is not None and not 0 <= lower < rank:
                yield f"the move {quoted(here.id)} → {quoted(position.id)} does not lower the rank: {rank} → {lower}"

    def _limit(self, given: Guarantee) -> str:
        return f"at {'least' if given.side == FIRST else 'most'} {format_score(given.limit)}"

    # ---- the play, and what open nodes may turn out to be

    def _of_line(self) -> Iterator[str]:
        """What is wrong with the play in which both keep to their moves."""
        given = self._given
        line = given.line
        if bool(line) is not given.is_known:
            yield "a play belongs to a score that is known, and to no other"
        if not line:
            return
        if line[0] != Position(given.node):
            yield f"play begins at {quoted(line[0].id)}, not at {quoted(given.node)}"
            return
        if given.back_to is not None and not 0 <= given.back_to < len(line):
            yield f"play has no position {given.back_to} to go back to"
            return
        on = [*line[1:], *([] if given.back_to is None else [line[given.back_to]])]
        for here, after in zip(line, on, strict=False):
            guarantee = given.at_least if self._mover(here) == FIRST else given.at_most
            is_kept_to = guarantee.is_empty or guarantee.moves.get(here.id) == after.id
            if not is_kept_to or after.id not in self._row(here.id) or after != self._after(here, after.id):
                yield f"play does not go from {quoted(here.id)} to {quoted(after.id)}"
                return
        end = self._score(line[-1].id)
        if given.at_least.by_range and given.at_most.by_range and end is None:
            return  # no other score is possible
        worth = given.endless if given.back_to is not None else end if end is None or line[-1].is_own else -end
        if worth != given.low:
            yield f"play is worth {format_score(worth)}, and the score is {format_score(given.low)}"

    def _of_completions(self) -> Iterator[str]:
        """What is wrong with the ways in which open nodes may turn out."""
        found = self._given.completions
        if not found:
            return
        if len(found) != 2 or self._given.is_known:
            yield "two completions belong to a score that is not known, and to no other"
            return
        for each in found:
            yield from self._of_completion(each)
        low, high = (each.explanation for each in found)
        if not low.high < high.low:
            yield "the two completions do not show two different scores"

    def _of_completion(self, given: Completion) -> Iterator[str]:
        """What is wrong with one of them."""
        for id, score in given.scores.items():
            if id not in self._graph.index or self._graph.kind_of(id) is not Kind.OPEN:
                yield f"{quoted(id)} is not an open node"
            if not math.isfinite(score):
                yield f"{quoted(id)} cannot have the score {format_score(score)}"
        inner = given.explanation
        if (inner.node, inner.endless) != (self._given.node, self._given.endless):
            yield "a completion is of another node"
        yield from complaints(inner, self._graph, given.scores, self._look)
