"""Least fixed points of a growing graph: bounds, which rise, and the reach of open nodes, which falls.

A least fixed point that may only rise can go on from its old values.  One that falls cannot: claims may support each
other in a circle that nothing else supports any more.  So each claim stores *when* it was derived.  Its value is
justified if successors that were derived before it give that value.  A claim without justification is doubted, with
all claims that rest on it at the same value, and those that the rest of the graph does not support fall
(over-deletion and rederivation, as in the maintenance of recursive views).  The largest values are settled first, so
that larger values are certain when a value is looked at.

Dates are numbers with room between them.  Usually a claim that lost its support has another one that is older than all
claims that rest on it; then a new date between the two is enough, and nothing is doubted.
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

    As claims they are a least fixed point.  Expanding a node can only raise its worth, and values below the least fixed
    point that no step lowers lead up to it.  So iteration goes on from the old claims, and only claims with a risen
    successor are looked at.

    Attributes
    ----------
    worth : of each claim.
    """

    def __init__(self, claims: Claims) -> None:
        self.claims = claims
        self.worth: list[Score] = []
        self._add_open_claims()

    def follow(self, index: int) -> dict[Claim, Claim | None]:
        """Return the claims that rise because a node was expanded, each with the one that first raised it.

        They are in the order in which they rise; those of the expanded node have None.
        """
        self._add_open_claims()
        causes: dict[Claim, Claim | None] = {}
        waiting: deque[tuple[Claim, Claim | None]] = deque((claim, None) for claim in numbers_of(index))
        while waiting:
            claim, cause = waiting.popleft()
            worth = self._worth_by_successors(claim)
            if worth > self.worth[claim]:
                self.worth[claim] = worth
                causes.setdefault(claim, cause)
                waiting.extend((before, claim) for before in self.claims.predecessors[claim])
        return causes

    def _add_open_claims(self) -> None:
        """Add the claims of new open nodes, two for each."""
        self.worth += self.claims.floors * ((len(self.claims) - len(self.worth)) // 2)

    def _worth_by_successors(self, claim: Claim) -> Score:
        """Return the worth that its successors give a claim, for a node that is not open."""
        score = self.claims.scores[claim]
        if score is not None:
            return score
        worths = [self.worth[successor] for successor in self.claims.successors[claim]]
        return max(worths) if self.claims.chooses[claim] else min(worths)


class DecreasingFixpoint(ABC):
    """A value for each claim: the least solution of "the largest (smallest) of the successors that count".

    A subclass defines which successors count, and which claims have a fixed value.  Both may change with time, as long
    as no value of the least solution rises; `settle` gets every claim for which they did.

    Attributes
    ----------
    value : for each claim.
    """

    def __init__(self, claims: Claims, *, tops: tuple[Score, Score], bottom: Score) -> None:
        self.claims = claims
        self.tops, self.bottom = tops, bottom  # of the two claims of a node
        self.value: list[Score] = []
        self._derived: list[float] = []  # dates; −∞ for a fixed value, and a value at the bottom needs none
        self._clock = 0.0
        self.take_new()

    @abstractmethod
    def counting_successors(self, claim: Claim) -> Sequence[Claim]:
        """Return the successors that count for a claim without a fixed value."""

    @abstractmethod
    def fixed_value(self, claim: Claim) -> Score | None:
        """Return the fixed value of a claim, if it has one; that of an open node is at the top."""

    def take_new(self) -> None:
        """Add the claims of new open nodes."""
        new = len(self.claims) - len(self.value)
        self.value += self.tops * (new // 2)
        self._derived += [NEGATIVE_INFINITY] * new

    def settle(self, suspects: Iterable[Claim]) -> list[Claim]:
        """Return the claims whose values fall, perhaps repeatedly, when these suspects may have lost support."""
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
            doubted = self._unjustified([claim for claim in group if self.value[claim] == level], level)
            self._keep_supported(doubted, level)
            self._lower_values(doubted)
            fallen += doubted
            for claim in doubted:
                value = self.value[claim]
                for before in self.claims.predecessors[claim]:
                    if before not in doubted and self.bottom < self.value[before] and self.value[before] >= value:
                        heappush(waiting, (-self.value[before], before))
        return fallen

    def _unjustified(self, group: Iterable[Claim], level: Score) -> dict[Claim, None]:
        """Return the claims at this level without justification, or justified only by such claims."""
        doubted: dict[Claim, None] = {}
        waiting = list(group)
        while waiting:
            claim = waiting.pop()
            if claim not in doubted and self.value[claim] == level and not self._is_justified(claim, doubted):
                doubted[claim] = None
                waiting += self.claims.predecessors[claim]
        return doubted

    def _is_justified(self, claim: Claim, doubted: Mapping[Claim, None]) -> bool:
        """Return whether claims derived earlier and not doubted justify the value; may set a new date."""
        value = self.value[claim]
        if value == self.bottom:
            return True
        if (fixed := self.fixed_value(claim)) is not None:
            return fixed == value
        since = self._supported_since(claim, doubted)
        return since is not None and (since < self._derived[claim] or self._can_be_dated_after(since, claim, doubted))

    def _supported_since(self, claim: Claim, doubted: Mapping[Claim, None]) -> float | None:
        """Return the date at which the support of a claim was complete; None if it is not."""
        value, chooses = self.value[claim], self.claims.chooses[claim]
        dates: list[float] = []
        for other in self.counting_successors(claim):
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
        """Set a date after `since` and before all claims that may rest on this one; return whether there is one."""
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

    def _keep_supported(self, doubted: dict[Claim, None], level: Score) -> None:
        """Remove from the doubted claims those that the rest of the graph supports at this level."""
        waiting = list(doubted)
        while waiting:
            claim = waiting.pop()
            if claim in doubted and self._has_support(claim, doubted, level):
                del doubted[claim]
                self._set_date(claim)
                waiting += self.claims.predecessors[claim]

    def _has_support(self, claim: Claim, doubted: dict[Claim, None], level: Score) -> bool:
        if (fixed := self.fixed_value(claim)) is not None:
            return fixed >= level
        given = [self.value[other] >= level and other not in doubted for other in self.counting_successors(claim)]
        return any(given) if self.claims.chooses[claim] else bool(given) and all(given)

    def _lower_values(self, fallen: dict[Claim, None]) -> None:
        """Give the fallen claims their new values: the least solution, with all other claims fixed.

        From the largest value down (Knuth, A generalization of Dijkstra's algorithm).
        """
        unsettled = dict(fallen)
        waiting: list[tuple[Score, Claim]] = []
        for claim in fallen:
            self._push_best_value(claim, unsettled, waiting)
        while waiting:
            value, claim = heappop(waiting)
            if claim not in unsettled:
                continue
            del unsettled[claim]
            self.value[claim] = -value
            self._set_date(claim)
            for before in self.claims.predecessors[claim]:
                if before in unsettled:
                    self._push_best_value(before, unsettled, waiting)
        for claim in unsettled:
            self.value[claim] = self.bottom

    def _push_best_value(self, claim: Claim, unsettled: dict[Claim, None], waiting: list[tuple[Score, Claim]]) -> None:
        """Push on the heap the largest value that settled successors give to a claim, if they give one."""
        if (value := self.fixed_value(claim)) is None:
            counted = self.counting_successors(claim)
            settled = [self.value[other] for other in counted if other not in unsettled]
            if not settled or not (self.claims.chooses[claim] or len(settled) == len(counted)):
                return
            value = max(settled) if self.claims.chooses[claim] else min(settled)
        if value > self.bottom:
            heappush(waiting, (-value, claim))

    def _set_date(self, claim: Claim) -> None:
        """Note the date at which the value of a claim was derived."""
        self._clock += 1
        self._derived[claim] = self._clock if self.fixed_value(claim) is None else NEGATIVE_INFINITY
