"""Win, draw and loss from the leaves backwards, as events: what the status labels and the loopy kernel share.

A node is labelled as soon as one of the cases of its definition (Lecture, Definitions 81 and 83) holds whatever the
successors not looked at yet turn out to be; they are looked at in the order in which they are labelled.  A counter
holds how many are left.  This does not stand on `explorer.solver.attractor`, which settles one set after the other and
says nothing of moves that settle nothing: here three labels spread at once, and each move that is looked at is an event
with the count that it leaves.  In a graph with cycles some nodes are never labelled so; there nobody can force a win,
and they are draws.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from explorer.model.graph import GameGraph

WIN, DRAW, LOSS = 1, 0, -1
WORDS = {WIN: "win", DRAW: "draw", LOSS: "loss"}


class Case(Enum):
    """Why a node has its label."""

    LEAF = auto()
    BEST = auto()  # some successor has the label that the player to move wants
    WORST = auto()  # all successors have the label that this player does not want
    MIDDLE = auto()  # all are labelled, some draw, none as this player wants
    WAITING = auto()  # no label yet
    LEFT = auto()  # never labelled: nobody can force a win


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happens to a node.

    Attributes
    ----------
    index : of the node.
    case : why it is labelled, or that it still waits.
    cause : index of the successor, labelled before, that is looked at; -1 for none.
    """

    index: int
    case: Case
    cause: int = -1


class Labelling:
    """The labels of a graph whose leaves score -1, 0 or 1, from the view of its scores.

    Attributes
    ----------
    labels : in node order; None where there is none yet.
    waits : how many successors of each node have not been looked at.
    distances : moves to the end if the winner hurries and the loser delays; None for a draw that is no leaf.
    """

    def __init__(self, graph: GameGraph) -> None:
        self.graph = graph
        self.labels: list[int | None] = [None] * len(graph.nodes)
        self.waits = [len(row) for row in graph.successors]
        self.distances: list[int | None] = [None] * len(graph.nodes)
        self._has_draw = [False] * len(graph.nodes)

    def events(self) -> Iterator[Event]:
        """Label every node; each event is yielded when it has happened."""
        queue: list[int] = []
        for index, node in enumerate(self.graph.nodes):
            if node.score is not None:
                self.labels[index], self.distances[index] = int(node.score), 0
                queue.append(index)
                yield Event(index, Case.LEAF)
        for cause in queue:  # grows while it is walked; nearest to the end first
            for index in self.graph.predecessors[cause]:
                if self.labels[index] is None:
                    yield self._look(index, cause, queue)
        for index, label in enumerate(self.labels):
            if label is None:
                self.labels[index] = DRAW
                yield Event(index, Case.LEFT)

    def _look(self, index: int, cause: int, queue: list[int]) -> Event:
        """A move to a node that was just labelled."""
        seen = self.graph.sign * (self.labels[cause] or DRAW)
        wanted = self.graph.orientation[index]
        self.waits[index] -= 1
        self._has_draw[index] |= seen == DRAW
        if seen != wanted and self.waits[index]:
            return Event(index, Case.WAITING, cause)
        case = Case.BEST if seen == wanted else Case.MIDDLE if self._has_draw[index] else Case.WORST
        self.labels[index] = {Case.BEST: wanted, Case.MIDDLE: DRAW, Case.WORST: -wanted}[case]
        if case is not Case.MIDDLE:
            self.distances[index] = 1 + (self.distances[cause] or 0)
        queue.append(index)
        return Event(index, case, cause)
