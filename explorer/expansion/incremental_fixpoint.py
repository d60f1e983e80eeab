"""Least fixed points kept up while a graph grows: bounds, which rise, and what open nodes can change, which falls.

A least fixed point that may only rise can go on from its old values.  One that falls cannot: claims may hold each
other up in a circle that nothing supports any more.  So each claim remembers *when* it was derived.  Its value is
justified if successors that were derived before it give it; one whose justification has gone is doubted, with
all that rests on it at the same value, and what the rest of the graph does not give back falls (over-deletion and
rederivation, as in the upkeep of recursive views).  The largest values are settled first, so that what is above a
value is certain when it is looked at.

Dates are numbers with room between them.  Mostly a claim that lost its support has another one that is older than all
that rests on the claim; then a new date between the two is enough, and nothing is doubted.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush

from explorer.expansion.claims import Claim, Claims
from explorer.model.scores import NEGATIVE_INFINITY, Score
from explorer.solver.states import numbers_of


class RisingBounds:
    """The bounds of a growing graph, open nodes being worth anything (Loops, Part 1).

    As claims they are a least fixed point.  To expand a node can only raise what it is worth, and whatever lies below
    the least fixed point and is not lowered by a step leads up to it; so the old claims are where to go on from, and
    only claims with a risen successor are looked at.

    Attributes
    ----------
    worth : for each claim, what it is worth.
    """

    def __init__(self, claims: Claims) -> None:
        self.claims = claims
        self.worth: list[Score] = []
        self._take_new()

    def follow(self, index: int) -> dict[Claim, Claim | None]:
        """The claims that rise because the node at an index was expanded, each with the one that made it rise first.

        They stand in the order in which the news reaches them; those of the expanded node have None.
        """
        self._take_new()
        causes: dict[Claim, Claim | None] = {}
        waiting: deque[tuple[Claim, Claim | None]] = deque((claim, None) for claim in numbers_of(index))
        while waiting:
            claim, cause = waiting.popleft()
            worth = self._taken(claim)
            if worth > self.worth[claim]:
                self.worth[claim] = worth
                causes.setdefault(claim, cause)
                waiting.extend((before, claim) for before in self.claims.predecessors[claim])
        return causes

    def _take_new(self) -> None:
        """Take in the claims of new open nodes, two for each."""
        self.worth += self.claims.floors * ((len(self.claims) - len(self.worth)) // 2)

    def _taken(self, claim: Claim) -> Score:
        """What a claim of a node that is not open is worth by its successors."""
        score = self.claims.scores[claim]
        if score is not None:
            return score
        worths = [self.worth[successor] for successor in self.claims.successors[claim]]
        return max(worths) if self.claims.chooses[claim] else min(worths)


class DecreasingFixpoint(ABC):
    """A value for each claim: the least solution of "the largest (smallest) of the successors that count".

    A subclass says which successors count, and which claims have a fixed value.  Both may change with time, as long as
    no value of the least solution rises; `settle` is told of every claim for which they did.

    Attributes
    ----------
    value : for each claim.
    """

    def __init__(self, claims: Claims, *, tops: tuple[Score, Score], bottom: Score) -> None:
        self.claims = claims
        self.tops, self.bottom = tops, bottom  # of the two claims of a node
        self.value: list[Score] = []
        self._derived: list[float] = []  # when; a fixed value always was, and one at the bottom needs no support
        self._clock = 0.0
        self.take_new()

    @abstractmethod
    def counted(self, claim: Claim) -> Sequence[Claim]:
        """The successors that count for a claim that has no fixed value."""

    @abstractmethod
    def fixed(self, claim: Claim) -> Score | None:
        """The fixed value of a claim, if it has one; that of an open node is at the top."""

    def take_new(self) -> None:
        """Take in the claims of new open nodes."""
        new = len(self.claims) - len(self.value)
        self.value += self.tops * (new // 2)
        self._derived += [NEGATIVE_INFINITY] * new

    def settle(self, suspects: Iterable[Claim]) -> list[Claim]:
        """The claims whose values fall, some more than once, now that the suspects may have lost their support."""
        fallen: list[Claim] = []
        waiting = [(-self.value[claim], claim) for claim in suspects]
        heapify(waiting)
        while waiting:
            level = self.value[waiting[0][1]]
            if -waiting[0][0] != level:  # it fell meanwhile, justified
                heappop(waiting)
                continue
            group = []
            while waiting and -waiting[0][0] == level:
                group.append(heappop(waiting)[1])
            doubted = self._doubted([claim for claim in group if self.value[claim] == level], level)
            self._derive_again(doubted, level)
            self._lower(doubted)
            fallen += doubted
            for claim in doubted:
                value = self.value[claim]
                for before in self.claims.predecessors[claim]:
                    if before not in doubted and self.bottom < self.value[before] and self.value[before] >= value:
                        heappush(waiting, (-self.value[before], before))
        return fallen

    def _doubted(self, group: Iterable[Claim], level: Score) -> dict[Claim, None]:
        """The claims at this level that are not justified, or only by such claims; in a fixed order."""
        doubted: dict[Claim, None] = {}
        waiting = list(group)
        while waiting:
            claim = waiting.pop()
            if claim not in doubted and self.value[claim] == level and not self._is_justified(claim, doubted):
                doubted[claim] = None
                waiting += self.claims.predecessors[claim]
        return doubted

    def _is_justified(self, claim: Claim, doubted: Mapping[Claim, None]) -> bool:
        """Whether what was derived before a claim, and is not doubted, gives it its value; it may get a new date."""
        value = self.value[claim]
        if value == self.bottom:
            return True
        if (fixed := self.fixed(claim)) is not None:
            return fixed == value
        since = self._supported_since(claim, doubted)
        return since is not None and (since < self._derived[claim] or self._can_be_dated_after(since, claim, doubted))

    def _supported_since(self, claim: Claim, doubted: Mapping[Claim, None]) -> float | None:
        """When the support of a claim was complete; None if it lacks some."""
        value, chooses = self.value[claim], self.claims.chooses[claim]
        dates: list[float] = []
        for other in self.counted(claim):
            held = self.value[other]
            if held > value:
                dates.append(NEGATIVE_INFINITY)
            elif held == value and other != claim and other not in doubted:
                dates.append(self._derived[other])
            elif not chooses:
                return None
        if not dates:
            return None
        return min(dates) if chooses else max(dates)

    def _can_be_dated_after(self, since: float, claim: Claim, doubted: Mapping[Claim, None]) -> bool:
        """Whether there is a date after this one and before everything that may rest on the claim; it is taken."""
        value = self.value[claim]
        users = [
            self._derived[before]
            for before in self.claims.predecessors[claim]
            if self.value[before] == value and before != claim and before not in doubted
        ]
        until = min(users, default=self._clock + 2)
        date = until - 1 if since == NEGATIVE_INFINITY else (since + until) / 2
        if not since < date < until:
            return False
        self._derived[claim] = date
        self._clock = max(self._clock, date)
        return True

    def _derive_again(self, doubted: dict[Claim, None], level: Score) -> None:
        """Take out of the doubted claims those to which the rest of the graph gives the level back."""
        waiting = list(doubted)
        while waiting:
            claim = waiting.pop()
            if claim in doubted and self._is_given(claim, doubted, level):
                del doubted[claim]
                self._date(claim)
                waiting += self.claims.predecessors[claim]

    def _is_given(self, claim: Claim, doubted: dict[Claim, None], level: Score) -> bool:
        if (fixed := self.fixed(claim)) is not None:
            return fixed >= level
        given = [self.value[other] >= level and other not in doubted for other in self.counted(claim)]
        return any(given) if self.claims.chooses[claim] else bool(given) and all(given)

    def _lower(self, fallen: dict[Claim, None]) -> None:
        """Give the fallen claims the least solution for them alone, the others being as they are.

        From the largest value down (Knuth, A generalization of Dijkstra's algorithm).
        """
        unsettled = dict(fallen)
        waiting: list[tuple[Score, Claim]] = []
        for claim in fallen:
            self._offer(claim, unsettled, waiting)
        while waiting:
            value, claim = heappop(waiting)
            if claim not in unsettled:
                continue
            del unsettled[claim]
            self.value[claim] = -value
            self._date(claim)
            for before in self.claims.predecessors[claim]:
                if before in unsettled:
                    self._offer(before, unsettled, waiting)
        for claim in unsettled:
            self.value[claim] = self.bottom

    def _offer(self, claim: Claim, unsettled: dict[Claim, None], waiting: list[tuple[Score, Claim]]) -> None:
        """Put on the heap the largest value that what is settled gives to a claim, if it gives one."""
        if (value := self.fixed(claim)) is None:
            counted = self.counted(claim)
            settled = [self.value[other] for other in counted if other not in unsettled]
            if not settled or not (self.claims.chooses[claim] or len(settled) == len(counted)):
                return
            value = max(settled) if self.claims.chooses[claim] else min(settled)
        if value > self.bottom:
            heappush(waiting, (-value, claim))

    def _date(self, claim: Claim) -> None:
        self._clock += 1
        self._derived[claim] = self._clock if self.fixed(claim) is None else NEGATIVE_INFINITY
