"""A smallest set of open nodes that can change a bound: implicit hitting sets.

A set wins (see `explorer.expansion.and_or_graph`) if and only if it meets every *wall*, a set of elements without which
nothing wins.  So collect walls, take a smallest set that meets them, and test whether it wins: if it does, it is
smallest; if not, the opponent's reply to it gives a wall that it does not meet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from explorer.expansion.and_or_graph import Puzzle
from explorer.expansion.hitting_set import Mask, WorkBudget, elements, smallest_hitting_set
from explorer.model.errors import LimitError

_ROUNDS = 12  # passes over all states with all worlds at once, past which single tests are cheaper


@dataclass(frozen=True)
class WinningSet:
    """The result of the search for a smallest winning set.

    Attributes
    ----------
    mask : a winning set without elements that exclude each other, or None.
    is_proven : whether it is known to be smallest; without a set, that there is none.
    """

    mask: Mask | None
    is_proven: bool


def smallest_winning_set(puzzle: Puzzle, *, work: int) -> WinningSet:
    """Return a smallest winning set, or the smallest found if the work does not suffice."""
    search = _WinningSetSearch(puzzle, WorkBudget(work))
    try:
        is_proven = search.run()
    except LimitError:
        is_proven = search.best is not None and search.best.bit_count() == 1  # nothing changes a bound by itself
    return WinningSet(search.best, is_proven)


class _WinningSetSearch:
    """Search for a smallest winning set.

    Every winning set has the elements `_forced`, none has others than those and `_free`; `best` is the smallest winning
    set so far.
    """

    def __init__(self, puzzle: Puzzle, work: WorkBudget) -> None:
        self._puzzle = puzzle
        self._work = work
        self._forced: Mask = 0
        self._free = puzzle.everything
        self.best: Mask | None = None

    def run(self) -> bool:
        """Search, and return whether the result is proved: `best` is smallest, or if it is None, nothing wins."""
        if not self._puzzle.partner:
            self.best = self._puzzle.cheap_set(self._free, 0)  # so that there is one, however little the work
        self._work.spend(4 * self._puzzle.size)
        least = self._puzzle.least_size(rounds=4)
        if self.best is not None and self.best.bit_count() <= least:
            return True
        if not self._find_forced():
            return True
        if self._wins(self._forced):
            self.best = self._forced
            return True
        if single := self._single_winner():
            self.best = self._forced | single
            return True
        cheap = self._cheap_winning_set()
        if cheap is not None:
            self._shrink_best(cheap)
        return (self.best is not None and self.best.bit_count() <= least) or self._prove_smallest()

    def _wins(self, chosen: Mask) -> bool:
        """Return whether these elements win, and subtract the work from the budget."""
        self._work.spend(self._puzzle.size)
        return self._puzzle.wins(chosen)

    def _winning_worlds(self, worlds: list[Mask], full: Mask) -> Mask | None:
        """Return the worlds in which the hero wins; None if that is too much work."""
        cost = self._puzzle.size * (4 + full.bit_length() // 512)
        if cost > self._work.remaining // 4:
            return None
        self._work.spend(cost)
        return self._puzzle.winners(worlds, full, rounds=_ROUNDS)

    def _necessary_elements(self, allowed: Mask) -> Mask:
        """Return elements that every winning set among the allowed ones has; all allowed if nothing wins."""
        full = self._puzzle.everything
        worlds = [full ^ 1 << e if allowed >> e & 1 else 0 for e in range(len(self._puzzle.states))]
        winners = self._winning_worlds(worlds, full)
        return 0 if winners is None else allowed & ~winners

    def _find_forced(self) -> bool:
        """Find the forced elements, drop those they exclude, and return whether anything can still win."""
        while True:
            allowed = self._free | self._forced
            new = self._necessary_elements(allowed) & ~self._forced
            if new and not self._wins(allowed):
                return False
            self._forced |= new
            self._free &= ~(new | self._puzzle.partners(new))
            if not self._puzzle.is_consistent(self._forced):
                return False
            if not self._puzzle.partners(new):
                return True

    def _single_winner(self) -> Mask:
        """Return the first free element that wins with the forced ones, as a set; empty if there is none."""
        full = self._puzzle.everything
        worlds = [full if self._forced >> e & 1 else self._free & 1 << e for e in range(len(self._puzzle.states))]
        winners = (self._winning_worlds(worlds, full) or 0) & self._free
        return winners & -winners

    def _cheap_winning_set(self) -> Mask | None:
        """Return a winning set that is likely to be small, or None if none is found quickly."""
        free = self._free
        while True:
            self._work.spend(self._puzzle.size)
            cheap = self._puzzle.cheap_set(free, self._forced)
            if cheap is None or self._puzzle.is_consistent(cheap):
                return None if cheap is None else cheap | self._forced
            torn = cheap & self._puzzle.partners(cheap)
            one = torn & -torn
            free &= ~(one if self._wins(self._forced | free & ~one) else self._puzzle.partners(one))

    def _shrink_best(self, chosen: Mask) -> None:
        """Remove superfluous elements from a winning set one after the other, for a smaller `best`."""
        needed = self._necessary_elements(chosen) | self._forced
        if self._wins(needed):
            self.best = needed
            return
        self.best = chosen  # and smaller with every success below

        def wins(rest: Mask) -> bool:
            if not self._wins(needed | rest):
                return False
            self.best = needed | rest
            return True

        _minimal_subset(chosen & ~needed, wins)

    def _prove_smallest(self) -> bool:
        """Gather walls until a smallest set that meets them all wins, or is no smaller than the best."""
        walls: list[Mask] = []
        while True:
            hit = smallest_hitting_set(walls, partner=self._puzzle.partner, work=self._work)
            if hit is None:
                return True
            if self.best is not None and (hit | self._forced).bit_count() >= self.best.bit_count():
                return True
            if self._wins(self._forced | hit):
                self.best = self._forced | hit
                return True
            walls += self._walls_missed(hit)

    def _walls_missed(self, hit: Mask) -> list[Mask]:
        """Return pairwise disjoint walls that a set does not meet, as many as are found in turn."""
        walls: list[Mask] = []
        while True:
            self._work.spend(self._puzzle.size)
            wall = self._puzzle.wall(self._forced | hit)
            if wall is None:
                return walls
            walls.append(_minimal_subset(wall & self._free, self._is_wall))
            hit |= walls[-1]
            if not walls[-1]:  # nothing can win
                return walls

    def _is_wall(self, wall: Mask) -> bool:
        return not self._wins((self._free | self._forced) & ~wall)


def _minimal_subset(start: Mask, holds: Callable[[Mask], bool]) -> Mask:
    """Return a subset for which a monotone condition holds, but not with any one element removed.

    The condition holds for the start.  Halves are left out first, then their halves where that fails.
    """
    rest = start
    waiting = [list(elements(start))]
    while waiting:
        part = waiting.pop()
        without = rest & ~sum(1 << element for element in part)
        if without != rest and holds(without):
            rest = without
        elif len(part) > 1:
            middle = len(part) // 2
            waiting += [part[:middle], part[middle:]]
    return rest
