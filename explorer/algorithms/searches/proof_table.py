"""The table of depth-first proof-number search: numbers of states, answers, and where each answer is valid.

One question asks whether the root's score is at least k, so a repetition, worth d, favours the same player all through
it: the prover if d ≥ k, else the opponent.  Kishimoto and Müller (2004) call that the first-player-loss scenario.

- An answer for the *other* player rests on leaves alone, which that player reaches in finitely many moves whatever the
  path was.  It is valid everywhere.
- An answer for the favoured player is a choice of moves with which each play ends well, goes on for ever, or comes to
  one of some nodes of the path, its *dependency set*.  With an empty set it is valid everywhere.  Else it is a *twin*:
  a second entry of the same position, for the path on which it was found (Breuker, van den Herik, Uiterwijk and Allis,
  2001).

A twin answers on its own path, and wherever its dependency set is on the path; comparing the sets answers more often
than comparing paths, and is as sound.  On other paths it is checked by simulation (Kawano 1996, Kishimoto and Müller
2004, 2005): the favoured player's moves are borrowed from the entries and played again from here, against all moves of
the other player.  Since cycles favour the same player, every node needs one look, and no tree of plays is walked.  If
all ends are good, the answer holds here, with the nodes of the path that were met as its dependency set.

Soundness: take a node off the path when its own answer is known, and plays that come back to it go on as from there, so
they end well or never end.  So its set loses the node itself, and the root's set is empty.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto

from explorer.algorithms.searches.calls import NOTHING, Needs
from explorer.algorithms.searches.index_set import IndexSet
from explorer.algorithms.searches.proof_tree import DISPROVED, PROVED, UNKNOWN, ProofNumber
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.trace import Path

NumberPair = tuple[ProofNumber, ProofNumber]


@dataclass(slots=True)
class StateBounds:
    """All that is known of a state on every path: the number that its score reaches, and the one that it does not.

    Attributes
    ----------
    floor, ceiling : the score is at least `floor` and less than `ceiling`; None as long as no such number is known.
    floor_move, ceiling_move : the states after the moves that prove it; None where the other player moves.
    """

    floor: Score | None = None
    ceiling: Score | None = None
    floor_move: int | None = None
    ceiling_move: int | None = None


class EntryUse(Enum):
    """The way in which the table answers for a successor, or fails to."""

    LEAF = auto()
    OPEN = auto()
    BACK_LINK = auto()
    EVERYWHERE = auto()  # an answer that is valid on every path
    VALID = auto()  # a twin, whose dependency set is on the path
    SIMULATED = auto()  # a twin of another path, whose moves are an answer here, too
    REFUSED = auto()  # a twin whose moves are none here
    SEARCHED = auto()  # no answer yet, but numbers
    NEW = auto()


_TRIED = 4  # twins of a state, the last ones, that are simulated on a path

ENDS = (EntryUse.LEAF, EntryUse.OPEN, EntryUse.BACK_LINK)


@dataclass(frozen=True, slots=True)
class Twin:
    """An answer for the favoured player that needs states on the path.

    Attributes
    ----------
    needs : the numbers of these states.
    move : the state after the favoured player's move; None where the other player moves.
    trail : the path on which it was found.
    """

    needs: Needs
    move: int | None
    trail: Path


@dataclass(slots=True)
class ProofEntry:
    """All that the table holds of a state, apart from answers that are valid everywhere.

    Attributes
    ----------
    numbers : with which its last search ended without an answer.
    distance : the smallest number of moves from the root with which it was reached.
    """

    numbers: NumberPair = UNKNOWN
    is_expanded: bool = False
    distance: float = math.inf
    twins: list[Twin] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Row:
    """A successor as it was last looked at.

    Attributes
    ----------
    needs : the dependency set of its answer.
    twin : the twin that was used or tried.
    replay_count : the number of states that a simulation looked at.
    gap : the state at which it failed.
    """

    state: int
    numbers: NumberPair
    use: EntryUse
    needs: Needs = NOTHING
    twin: Twin | None = None
    replay_count: int = 0
    gap: int | None = None

    @property
    def is_answered(self) -> bool:
        return 0 in self.numbers


@dataclass(frozen=True, slots=True)
class _Simulation:
    """The states that borrowed moves reach, with these moves, the states of the path among them, and the gap."""

    moves: dict[int, int | None]
    needs: Needs
    gap: int | None


class ProofTable:
    """The entries of one question, and the path of the search that fills them.

    Attributes
    ----------
    bounds : by state, what is valid everywhere; questions about other numbers use it, too.
    path : the states on the path, in order.
    has_farther_only : whether sums leave out successors that lie no farther from the root, as df-pn(r) does.
    """

    def __init__(
        self, graph: GameGraph, k: Score, endless: Score, bounds: dict[int, StateBounds], *, has_farther_only: bool
    ) -> None:
        self.graph = graph
        self.k = k
        self.endless = endless
        self.bounds = bounds
        self.has_farther_only = has_farther_only
        self.entries: dict[int, ProofEntry] = {}
        self.path: dict[int, None] = {}
        self._on_path: Needs = NOTHING
        self.is_favoured = endless >= k  # the prover

    # ---- states

    def view(self, state: int) -> int:
        """Return the factor that turns a score at a state into the root's view."""
        return -1 if state & 1 else 1

    def after(self, state: int) -> list[int]:
        """Return the states after each move, in move order."""
        side = state & 1 if self.graph.sign > 0 else 1 - (state & 1)
        return [2 * index + side for index in self.graph.successors[state >> 1]]

    def is_provers_move(self, state: int) -> bool:
        """Return whether the prover, who wants the answer yes, moves at a state."""
        return self.graph.orientation[state >> 1] * self.view(state) > 0

    def entry(self, state: int) -> ProofEntry:
        """Return the entry of a state, a new one if there is none."""
        return self.entries.setdefault(state, ProofEntry())

    # ---- the path

    def push(self, state: int) -> ProofEntry:
        """Put a state at the end of the path, and return its entry."""
        entry = self.entry(state)
        entry.distance = min(entry.distance, len(self.path))
        self.path[state] = None
        self._on_path |= IndexSet([state])
        return entry

    def pop(self) -> None:
        """Take the last state off the path."""
        state, _ = self.path.popitem()
        self._on_path -= IndexSet([state])

    # ---- answers

    def answer_everywhere(self, state: int) -> bool | None:
        """Return the answer of a state that is valid on every path, or None."""
        known = self.bounds.get(state)
        if known is not None and known.floor is not None and known.floor >= self.k:
            return True
        return False if known is not None and known.ceiling is not None and known.ceiling <= self.k else None

    def chosen_move(self, state: int) -> int | None:
        """Return the state after the move of the answer that is valid on this path; None if it names no move."""
        row, known = self.look_up(state), self.bounds.get(state)
        if row.use is EntryUse.EVERYWHERE and known is not None:
            return known.floor_move if row.numbers == PROVED else known.ceiling_move
        return None if row.twin is None else row.twin.move

    def look(self, state: int, *, replays: bool = True) -> Row:
        """Return what is known of a successor on this path; `replays` if twins of other paths are to be simulated."""
        row = self.look_up(state)
        twins = self.entries[state].twins if row.use is EntryUse.SEARCHED and replays else []
        failure = row
        for twin in reversed(twins[-_TRIED:]):
            simulation = self._simulate(state, twin)
            count = failure.replay_count + len(simulation.moves)
            if simulation.gap is None:
                self._store_simulation(simulation, twin)
                return Row(state, self._favour(), EntryUse.SIMULATED, simulation.needs, twin, count)
            failure = Row(state, row.numbers, EntryUse.REFUSED, NOTHING, twin, count, simulation.gap)
        return failure

    def look_up(self, state: int) -> Row:
        """Return what is known of a successor on this path without a simulation."""
        node = self.graph.nodes[state >> 1]
        if not self.graph.successors[state >> 1]:
            score = self.endless if node.score is None else self.view(state) * node.score
            use = EntryUse.OPEN if node.score is None else EntryUse.LEAF
            return Row(state, PROVED if score >= self.k else DISPROVED, use)
        if state in self.path:
            return Row(state, self._favour(), EntryUse.BACK_LINK, IndexSet([state]))
        if (answer := self.answer_everywhere(state)) is not None:
            return Row(state, PROVED if answer else DISPROVED, EntryUse.EVERYWHERE)
        entry = self.entries.get(state)
        if entry is None:
            return Row(state, UNKNOWN, EntryUse.NEW)
        valid = next((twin for twin in entry.twins if twin.needs <= self._on_path), None)
        if valid is not None:
            return Row(state, self._favour(), EntryUse.VALID, valid.needs, valid)
        return Row(state, entry.numbers, EntryUse.SEARCHED)

    def store(self, state: int, rows: list[Row], trail: Path) -> Needs:
        """Store the answer of a state that follows from its successors, and return the states that it needs."""
        numbers = self.numbers(state, rows)
        is_yes = not numbers[0]
        deciding = [row for row in rows if row.numbers == numbers]
        chooses = self.is_provers_move(state) is is_yes
        chosen = min(deciding, key=lambda row: len(row.needs)) if chooses else None
        needs = NOTHING
        for row in deciding if chosen is None else [chosen]:
            needs = row.needs if not needs else needs if row.needs <= needs else needs | row.needs
        needs -= IndexSet([state])
        self._store_answer(state, is_yes, needs, None if chosen is None else chosen.state, trail)
        return needs

    def numbers(self, state: int, rows: list[Row]) -> NumberPair:
        """Return the proof and disproof number of a state by those of its successors."""
        proofs, disproofs = zip(*(row.numbers for row in rows), strict=True)
        if self.is_provers_move(state):
            return min(proofs), self._sum(state, rows, disproofs)
        return self._sum(state, rows, proofs), min(disproofs)

    def _sum(self, state: int, rows: list[Row], numbers: tuple[ProofNumber, ...]) -> ProofNumber:
        """Return the sum of the successors' numbers.

        With `has_farther_only` a successor that is reached from the root in no more moves than this state, so that its
        numbers may count this state's own, is left out; where there is no other, the largest number counts.
        """
        if self.has_farther_only and math.inf not in numbers:
            here = self.entries[state].distance
            farther = [number for row, number in zip(rows, numbers, strict=True) if self._distance(row, here) > here]
            return sum(farther) or max(numbers)
        return sum(numbers)

    def _distance(self, row: Row, here: float) -> float:
        return min(self.entries[row.state].distance, here + 1) if row.state in self.entries else here + 1

    def _favour(self) -> NumberPair:
        """Return the numbers of an answer for the player whom repetitions favour."""
        return PROVED if self.is_favoured else DISPROVED

    def _store_answer(self, state: int, is_yes: bool, needs: Needs, move: int | None, trail: Path) -> None:
        if needs:
            self.entry(state).twins.append(Twin(needs, move, trail))
            return
        known = self.bounds.setdefault(state, StateBounds())
        if is_yes:
            known.floor, known.floor_move = self.k, move
        else:
            known.ceiling, known.ceiling_move = self.k, move

    # ---- simulation

    def _simulate(self, start: int, twin: Twin) -> _Simulation:
        """Play the favoured player's moves again from a state on this path, against all moves of the other player."""
        moves: dict[int, int | None] = {start: twin.move}
        met: set[int] = set()
        waiting = [start]
        while waiting:
            state = waiting.pop()
            move = moves[state]
            for other in self.after(state) if move is None else [move]:
                if other in moves:
                    continue
                row = self.look_up(other)
                if row.numbers == self._favour():
                    met.update(row.needs)
                elif row.use is EntryUse.SEARCHED and self.entries[other].twins:
                    moves[other] = self.entries[other].twins[-1].move
                    waiting.append(other)
                else:
                    return _Simulation(moves, NOTHING, other)
        return _Simulation(moves, IndexSet(met), None)

    def _store_simulation(self, simulation: _Simulation, twin: Twin) -> None:
        """Store that all states of a simulation have the answer of its start, as they can reach no others."""
        for state, move in simulation.moves.items():
            self._store_answer(state, self.is_favoured, simulation.needs, move, twin.trail)


def proving_play(table_of: dict[bool, ProofTable], graph: GameGraph) -> Iterator[str]:
    """Yield the ids of a play in which each player makes the moves that prove that player's claim.

    Parameters
    ----------
    table_of : the tables of the last questions that were answered yes and no; empty paths, which this fills.
    """
    state = 2 * graph.root_index
    some = next(iter(table_of.values()))
    while True:
        yield graph.ids[state >> 1]
        row = graph.successors[state >> 1]
        if not row or state in some.path:
            return
        guide = table_of.get(some.is_provers_move(state))
        move = None if guide is None else guide.chosen_move(state)
        for table in table_of.values():
            table.push(state)
        state = some.after(state)[0] if move is None else move
