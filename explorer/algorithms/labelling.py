"""Win, draw and loss from the leaves backwards, as events for the status labels and the loopy kernel.

A node is labelled as soon as one of the cases of its definition (Lecture, Definitions 81 and 83) holds whatever the
successors not looked at yet turn out to be; they are looked at in the order in which they are labelled.  A counter
holds how many are left.  This does not use `explorer.solver.attractor`, which settles one set after the other and does
not report moves that settle nothing: here three labels spread at once, and each move that is looked at is an event with
the remaining count.  In a graph with cycles some nodes are never labelled so; there nobody can force a win,
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
    """The case of the definition that gives a node its label."""

    LEAF = auto()
    BEST = auto()  # a successor has the label that the player to move wants
    WORST = auto()  # all successors have the label that this player does not want
    MIDDLE = auto()  # all are labelled, some draw, none as this player wants
    WAITING = auto()  # no label yet
    LEFT = auto()  # never labelled: nobody can force a win


@dataclass(frozen=True, slots=True)
class LabelEvent:
    """One event at a node: it is labelled, or one of its successors is looked at.

    Attributes
    ----------
    index : of the node.
    case : the reason for its label, or `WAITING`.
    cause : index of the successor, labelled before, that is looked at; -1 for none.
    """

    index: int
    case: Case
    cause: int = -1


class Labelling:
    """The labels of a graph whose leaves score -1, 0 or 1, from the view of its scores.

    Attributes
    ----------
    labels : of the nodes, in node order; None where there is none yet.
    waits : the number of successors of each node that have not been looked at.
    distances : moves to the end if the winner hurries and the loser delays; None for a draw that is no leaf.
    """

    def __init__(self, graph: GameGraph) -> None:
        self.graph = graph
        self.labels: list[int | None] = [None] * len(graph.nodes)
        self.waits = [len(row) for row in graph.successors]
        self.distances: list[int | None] = [None] * len(graph.nodes)
        self._has_draw = [False] * len(graph.nodes)

    def events(self) -> Iterator[LabelEvent]:
        """Label every node of the graph, yielding each event when it has happened."""
        queue: list[int] = []
        for index, node in enumerate(self.graph.nodes):
            if node.score is not None:
                self.labels[index], self.distances[index] = int(node.score), 0
                queue.append(index)
                yield LabelEvent(index, Case.LEAF)
        for cause in queue:  # grows while it is walked; nearest to the end first
            for index in self.graph.predecessors[cause]:
                if self.labels[index] is None:
                    yield self._examine_move(index, cause, queue)
        for index, label in enumerate(self.labels):
            if label is None:
                self.labels[index] = DRAW
                yield LabelEvent(index, Case.LEFT)

    def _examine_move(self, index: int, cause: int, queue: list[int]) -> LabelEvent:
        """Examine a move to a node that was just labelled, and return the event at the node it comes from."""
        seen = self.graph.sign * (self.labels[cause] or DRAW)
        winning = self.graph.orientation[index]
        self.waits[index] -= 1
        self._has_draw[index] |= seen == DRAW
        if seen != winning and self.waits[index]:
            return LabelEvent(index, Case.WAITING, cause)
        case = Case.BEST if seen == winning else Case.MIDDLE if self._has_draw[index] else Case.WORST
        self.labels[index] = {Case.BEST: winning, Case.MIDDLE: DRAW, Case.WORST: -winning}[case]
        if case is not Case.MIDDLE:
            self.distances[index] = 1 + (self.distances[cause] or 0)
        queue.append(index)
        return LabelEvent(index, case, cause)
