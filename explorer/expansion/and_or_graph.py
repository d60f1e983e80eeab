"""The open nodes that can change a bound, as an and-or graph: which of them must be expanded at the least?

A bound can change if the hero (see `explorer.expansion.bound_game`) can force play to a leaf better than the bound or
to an open node of a set S, taken at its best.  States that are decided without S are left out: a state from which
better leaves are forced anyway counts as reached, one from which not even all open nodes help as lost.  The rest are
states where one successor must be reached (the hero moves), states where all must (his opponent moves), and
*elements*: open nodes, which are reached if they are in S.

In a negamax graph one node can be two states.  If the bound is below 0, the score 0 raises both, so they are one
element.  Otherwise a score that raises one of them does not raise the other, so they are two elements that exclude
each other; S then says of each node for whom it is good.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from math import ceil

from explorer.expansion.bound_game import HERO, BoundGame
from explorer.expansion.hitting_set import Mask, elements
from explorer.solver.attractor import OUTSIDE, Compressed, attract, flat_rows, predecessor_rows
from explorer.solver.states import State, reachable_from

_ROUNDING = 1e-6  # more than floats lose in sums of a million shares


@dataclass(frozen=True)
class Puzzle:
    """The states that decide whether a set of open nodes changes a bound, the initial state first.

    Attributes
    ----------
    successors : for each state, its successors that matter; none for open nodes.
    needs_one : for each state, whether reaching one successor is enough; otherwise all are needed.
    element : for each state, the number of its element, -1 for states that move.
    states : for each element, the states of the game that it represents.
    partner : for an element, the one that excludes it.
    order : all states, those nearest to open nodes first.
    """

    successors: Sequence[Sequence[int]]
    needs_one: Sequence[bool]
    element: Sequence[int]
    states: Sequence[Sequence[State]]
    partner: Mapping[int, int]
    order: Sequence[int]

    @property
    def everything(self) -> Mask:
        """The set of all elements of the puzzle, as a bit mask."""
        return (1 << len(self.states)) - 1

    @cached_property
    def size(self) -> int:
        """The number of states and moves together: the work of looking at each once."""
        return len(self.successors) + sum(map(len, self.successors))

    @cached_property
    def predecessors(self) -> list[list[int]]:
        """The states with a move to each state."""
        return predecessor_rows(self.successors)

    @cached_property
    def _compressed_predecessors(self) -> Compressed:
        return flat_rows(self.predecessors)

    @cached_property
    def _ends(self) -> list[tuple[int, int]]:
        """The states of open nodes, each with its element."""
        return [(state, element) for state, element in enumerate(self.element) if element >= 0]

    @cached_property
    def _wait_counts(self) -> list[int]:
        return [1 if one else len(row) for one, row in zip(self.needs_one, self.successors, strict=True)]

    def winning_states(self, chosen: Mask) -> list[bool]:
        """Return for each state whether the hero forces play from it to one of the chosen elements."""
        targets = [state for state, element in self._ends if chosen >> element & 1]
        return [
            level != OUTSIDE for level in attract(self._compressed_predecessors, self._wait_counts, [targets]).levels
        ]

    def wins(self, chosen: Mask) -> bool:
        """Return whether these elements together change the bound."""
        return self.winning_states(chosen)[0]

    def winners(self, worlds: Sequence[Mask], full: Mask, *, rounds: int) -> Mask | None:
        """Return the worlds in which the hero wins, all tried at once; None if the rounds do not suffice.

        Parameters
        ----------
        worlds : for each element, the worlds in which it is chosen, a bit each.
        full : the set of all worlds.
        rounds : the most passes over all states; where no cycle needs more, two are enough.
        """
        winning = [worlds[element] if element >= 0 else 0 for element in self.element]
        for _ in range(rounds):
            changed = False
            for state in self.order:
                row = self.successors[state]
                if not row:
                    continue
                now = 0 if self.needs_one[state] else full
                for after in row:
                    now = now | winning[after] if self.needs_one[state] else now & winning[after]
                changed |= now != winning[state]
                winning[state] = now
            if not changed:
                return winning[0]
        return None

    def cheap_set(self, free: Mask, fixed: Mask) -> Mask | None:
        """Return a small set of free elements that wins together with the fixed ones, not always smallest, or None.

        Each element costs 1.  Where one successor is needed, the cheapest is taken; where all are needed, the costs are
        added (Knuth's generalisation of Dijkstra's algorithm): elements that are needed twice are counted twice.
        """
        waits, sums = self._wait_counts.copy(), [0] * len(self.successors)
        taken: list[Sequence[int] | None] = [None] * len(self.successors)
        queue: list[tuple[int, int]] = []
        for state, element in self._ends:
            if (free | fixed) >> element & 1:
                heappush(queue, (free >> element & 1, state))
                taken[state] = ()
        while queue and taken[0] is None:
            cost, state = heappop(queue)
            for before in self.predecessors[state]:
                waits[before] -= 1
                sums[before] += cost
                if not waits[before]:
                    taken[before] = (state,) if self.needs_one[before] else self.successors[before]
                    heappush(queue, (sums[before], before))
        if taken[0] is None:
            return None
        return self._reachable_elements([row or () for row in taken]) & free

    def least_size(self, *, rounds: int) -> int:
        """Return a lower bound of the size of winning sets; exact where no state is shared.

        An element costs 1, its states in equal parts, and each state hands its cost in equal parts to the states with a
        move to it, so no element counts more than once in all.  Costs rise from 0, so they are lower bounds after any
        number of rounds.
        """
        shares = [1 / max(1, len(row)) for row in self.predecessors]
        found = [1 / len(self.states[element]) if element >= 0 else 0.0 for element in self.element]
        for _ in range(rounds):
            changed = False
            for state in self.order:
                row = self.successors[state]
                if row:
                    costs = [found[after] * shares[after] for after in row]
                    now = min(costs) if self.needs_one[state] else sum(costs)
                    changed |= now != found[state]
                    found[state] = now
            if not changed:
                break
        return ceil(found[0] - _ROUNDING)

    def wall(self, chosen: Mask) -> Mask | None:
        """Return elements, none of them chosen, of which every winning set has one; None if the chosen ones win.

        The opponent keeps play away from the chosen elements; the wall is the elements that play can meet then.
        """
        done = self.winning_states(chosen)
        if done[0]:
            return None
        kept = [
            row if one else tuple([after for after in row if not done[after]][:1])
            for one, row in zip(self.needs_one, self.successors, strict=True)
        ]
        return self._reachable_elements(kept)

    def _reachable_elements(self, moves: Sequence[Sequence[int]]) -> Mask:
        """Return the elements that play from the initial state can meet with these moves."""
        met = {self.element[state] for state in reachable_from(0, moves.__getitem__)} - {-1}
        return sum(1 << element for element in met)

    def is_consistent(self, chosen: Mask) -> bool:
        """Return whether no element of the set excludes another."""
        return not any(element in self.partner and chosen >> self.partner[element] & 1 for element in elements(chosen))

    def partners(self, chosen: Mask) -> Mask:
        """Return the elements that the elements of a set exclude."""
        return sum(1 << self.partner[element] for element in elements(chosen) if element in self.partner)


def puzzle_of(where: BoundGame) -> Puzzle | None:
    """Return the puzzle of a game, or None if its bound is exactly final: open nodes cannot change it."""
    floor = where.floor
    better = where.leaves(lambda worth: worth > floor)
    levels = where.threats(floor)
    if levels[0] == OUTSIDE:
        return None
    won = where.attractor(better).levels
    number = {0: 0}
    kept = [0]
    rows: list[list[int]] = []
    for state in kept:  # grows while it is walked
        matter = [after for after in where.successors[state] if won[after] == OUTSIDE and levels[after] != OUTSIDE]
        for after in matter:
            if after not in number:
                number[after] = len(kept)
                kept.append(after)
        rows.append([number[after] for after in matter])
    needs_one = [where.owner[state] == HERO for state in kept]
    order = sorted(range(len(kept)), key=lambda index: levels[kept[index]])
    opens = [where.states[state] if not row else None for state, row in zip(kept, rows, strict=True)]
    element, states, partner = _elements_of_states(opens, exclusive=floor >= 0)
    return Puzzle(rows, needs_one, element, states, partner, order)


def _elements_of_states(
    opens: Sequence[State | None], *, exclusive: bool
) -> tuple[list[int], list[list[State]], dict[int, int]]:
    """Return the element of each state, the states of each element, and the elements that exclude each other."""
    number: dict[tuple[int, int], int] = {}
    states: list[list[State]] = []
    element: list[int] = []
    for state in opens:
        if state is None:
            element.append(-1)
            continue
        key = state if exclusive else (state.node, 0)
        if key not in number:
            number[key] = len(states)
            states.append([])
        states[number[key]].append(state)
        element.append(number[key])
    partner = {e: number[index, -view] for (index, view), e in number.items() if view and (index, -view) in number}
    return element, states, partner
