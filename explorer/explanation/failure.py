"""Failures of guarantees that somebody claims, each with the play that refutes the claim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from explorer.explanation.explanation import Guarantee, PlayPosition
from explorer.explanation.guaranteed_play import GuaranteedPlay
from explorer.model.graph import GameGraph
from explorer.model.scores import Score

_MovesByPosition = Mapping[PlayPosition, Sequence[PlayPosition]]


class FailureKind(StrEnum):
    """A way in which a guarantee fails."""

    LEAF = "worse leaf"
    OPEN = "open node"
    NO_MOVE = "no move"
    ENDLESS = "endless play"
    NO_RANK = "no rank"
    RANK = "rank"


@dataclass(frozen=True)
class Failure:
    """A failure of a guarantee, and the play that leads to it.

    Attributes
    ----------
    play : from the first node on, to where the guarantee fails; of `RANK`, to the end of the move that does not lower
        the rank.
    back_to : where in `play` endless play goes on after its last position; else None.
    worth : of a play that ends or is endless, its score as the first node's; else None.
    """

    kind: FailureKind
    play: tuple[PlayPosition, ...]
    back_to: int | None = None
    worth: Score | None = None

    @property
    def node(self) -> str:
        """The node at which the guarantee fails."""
        last = -2 if self.kind is FailureKind.RANK else -1
        return self.play[last if self.back_to is None else self.back_to].id


@dataclass(frozen=True)
class CheckedGuarantee:
    """A guarantee's first failure, if it has one, and the number of positions that play can reach."""

    failure: Failure | None
    positions: int


def check_guarantee(
    graph: GameGraph, node: str, guarantee: Guarantee, endless: Score, limit: Score
) -> CheckedGuarantee:
    """Return whether a player who plays the moves of a guarantee from a node on makes sure of a limit.

    Its own limit and its `positions` are not looked at, and there may be more moves and ranks than play needs.  Play is
    followed to the nearest worse leaf, open node or missing move; then, if endless play is not good enough, to a cycle;
    then to a rank that is missing or does not fall.
    """
    return _GuaranteeCheck(GuaranteedPlay(graph, node, endless), guarantee, limit).result()


class _GuaranteeCheck:
    """A check of one guarantee, with what is known of play so far.

    `_after` has for each position those after it, `_before` the one from which it was reached first.
    """

    def __init__(self, play: GuaranteedPlay, guarantee: Guarantee, limit: Score) -> None:
        self._play = play
        self._guarantee = guarantee
        self._limit = limit
        self._after: dict[PlayPosition, Sequence[PlayPosition]] = {}
        self._before: dict[PlayPosition, PlayPosition] = {}

    def result(self) -> CheckedGuarantee:
        side, limit = self._guarantee.side, self._guarantee.side * self._limit
        if limit <= side * self._play.worst_score(side):
            return CheckedGuarantee(None, 0)
        failure = self._end_failure()
        if failure is None and limit > side * self._play.endless:
            failure = self._endless_failure() or self._rank_failure()
        return CheckedGuarantee(failure, len(self._after))

    def _end_failure(self) -> Failure | None:
        """Follow play; return the nearest worse leaf, open node or missing move."""
        for here, after in self._play.positions(self._guarantee):
            self._after[here] = after or ()
            for position in after or ():
                self._before.setdefault(position, here)
            if after is None:
                return Failure(FailureKind.NO_MOVE, self._play_to(here))
            if not after and (failure := self._failure_at_end(here)) is not None:
                return failure
        return None

    def _failure_at_end(self, here: PlayPosition) -> Failure | None:
        side, score = self._guarantee.side, self._play.leaf_score(here.id)
        if score is None:
            return Failure(FailureKind.OPEN, self._play_to(here))
        worth = score if here.is_own else 0 - score
        is_worse = side * worth < side * self._limit
        return Failure(FailureKind.LEAF, self._play_to(here), worth=worth) if is_worse else None

    def _play_to(self, end: PlayPosition) -> tuple[PlayPosition, ...]:
        play = [end]
        while play[-1] != self._play.begin:
            play.append(self._before[play[-1]])
        return tuple(reversed(play))

    def _endless_failure(self) -> Failure | None:
        """Return an endless play, if there is one; it takes the first move that comes back to it."""
        rows = _rows_that_go_on(self._after)
        if not rows:
            return None
        play, places = [self._play.begin], {self._play.begin: 0}
        while True:
            row = rows[play[-1]]
            after = next((position for position in row if position in places), row[0])
            if after in places:
                return Failure(FailureKind.ENDLESS, tuple(play), places[after], self._play.endless)
            places[after] = len(play)
            play.append(after)

    def _rank_failure(self) -> Failure | None:
        """Return the failure at the nearest position without a rank, or with a move that does not lower it."""
        ranks = self._guarantee.ranks
        if ranks is None:
            return None
        for here, after in self._after.items():
            if here not in ranks:
                return Failure(FailureKind.NO_RANK, self._play_to(here))
            for position in after:
                if position in ranks and ranks[position] >= ranks[here]:
                    return Failure(FailureKind.RANK, (*self._play_to(here), position))
        return None


def _rows_that_go_on(after_each: _MovesByPosition) -> _MovesByPosition:
    """Return the positions from which play can be endless, each with those after it that are of the kind."""
    left = {here: len(after) for here, after in after_each.items()}
    before: dict[PlayPosition, list[PlayPosition]] = {here: [] for here in after_each}
    for here, after in after_each.items():
        for position in after:
            before[position].append(here)
    ended = [here for here, count in left.items() if not count]
    for position in ended:  # grows while it is walked
        for here in before[position]:
            left[here] -= 1
            if not left[here]:
                ended.append(here)
    return {here: [at for at in after if left[at]] for here, after in after_each.items() if left[here]}
