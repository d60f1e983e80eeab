"""Transposition tables: stored answers of a search, and the conditions for using them again.

An entry is a score or a lower or upper bound of it.  On a cyclic graph it was found on one path, where back links were
taken for endless play, and may be false on another: the graph-history problem.  The remedy is that of Kars, Algorithm
7.2: an entry has the nodes on the path that it takes for endless play, and holds only while all of them are there.
After a cutoff only the value that caused it counts, so the entry has the needs of that value alone.

Proof that this is sound.  Under a path A, call a tree of plays from p legitimate if it breaks off only at nodes of A or
of the play since p; let V(p, A) be the numbers from the smallest to the largest score of such trees.  By the cut-off
theorem (Kars, 6.6) all such trees in one index of the root's tree give the root the same score, and since maximum and
minimum are monotone so does any number in V(p, A).  Backing up numbers in V(q, A + p) gives one in V(p, A), and V(p, A)
grows with A.  An entry "at least x" that needs N says that V(p, N) has a number of x or more, "at most x" one of x or
less, "x" that x is in it; so it says the same of V(p, A) for every A that holds N, and V(root, ∅) is the root's score
alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from explorer.algorithms.searches.calls import Answer, Doubt
from explorer.algorithms.searches.faults import FaultTracker
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.trace import Activity, Step
from explorer.trace.caption import Quantity, Value, Words, caption, named
from explorer.trace.options import Option, choice

TABLES = {
    "none": "None",
    "naive": "Naive: wrong on cyclic graphs",
    "dependency": "With dependency sets: correct on all graphs",
}


def table_option(default: str = "none") -> Option:
    """Return the option `table`."""
    tables = {default: TABLES[default]} | TABLES
    return choice(
        "table",
        "Transposition table",
        tables,
        "What the search stores of nodes. A naive table uses an entry on every path, which is wrong on cyclic graphs; "
        "a dependency set says on which paths an entry is valid.",
    )


class TranspositionTable:
    """The entries of a search, by state; the last one stored counts.

    Attributes
    ----------
    faults : of a naive table, which is watched, to show where an entry is false and why.
    """

    def __init__(self, kind: str, graph: GameGraph, endless: Score) -> None:
        self.is_used = kind != "none"
        self.is_careful = kind != "naive"
        self.wrong = 0
        self._graph = graph
        self._entries: dict[int, Answer] = {}
        self.faults = FaultTracker(graph, endless) if kind == "naive" else None

    def find(self, state: int) -> Answer | None:
        """Return the entry of a state, if there is one."""
        return self._entries.get(state)

    def store(self, state: int, answer: Answer) -> None:
        """Store an answer."""
        self._entries[state] = answer

    def marked(self, step: Step, answer: Answer, depth: int, why: Words) -> Step:
        """Return the step that stores or uses an answer, marked as wrong if a naive table's is false.

        `why` is the reason, if the answer has a dependency set that says where it is valid.
        """
        if self.faults is None or answer.fault is None:
            return step
        self.wrong += 1
        node = self._graph.nodes[answer.line.index]
        truth = Value(self.faults.true_score(answer.line.index, depth), Quantity.TRUE, node.id)
        reason = why
        if answer.doubt & Doubt.SPOILT:
            reason = caption("the entry ", self.faults.cause_words(answer, "table"))
        return replace(
            step,
            words=caption(step.words, " The true score of ", named(node), " is ", truth, "; ", reason, "."),
            activity={**step.activity, node.id: Activity.WRONG},
        )

    def result(self) -> dict[str, Any]:
        """Return a naive table's additions to the result: the root's true score and the number of wrong entries."""
        if self.faults is None:
            return {}
        return {"truth": self.faults.true_score(self._graph.root_index), "wrong": self.wrong}

    def verdict(self, score: Score) -> Words:
        """Return a naive table's addition to the last caption: whether the root's score is wrong."""
        if self.faults is None:
            return ""
        truth = self.faults.true_score(self._graph.root_index)
        if score == truth:
            return " The naive table has not changed it."
        true = Value(truth, Quantity.TRUE, self._graph.nodes[self._graph.root_index].id)
        return caption(" This is wrong, because the table is naive: the true score is ", true, ".")
