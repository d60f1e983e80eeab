"""Recursive searches without Python recursion: a call is a generator, and the calls under way are a list.

A search is written as its pseudocode is, one function that calls itself: it yields a `Step` for every event worth
showing, yields a call of itself to make that call, and gets its answer as the value of the `yield`.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple, TypeAlias

from explorer.algorithms.searches.index_set import IndexSet
from explorer.model.scores import Score
from explorer.trace import Finality, Relation, Step, Stored

Needs: TypeAlias = IndexSet
NOTHING = IndexSet()


ESTIMATES = {
    Relation.EXACT: Relation.ABOUT,
    Relation.AT_LEAST: Relation.ABOUT_AT_LEAST,
    Relation.AT_MOST: Relation.ABOUT_AT_MOST,
}
_FINALITIES = {
    Relation.EXACT: Finality.FINAL,
    Relation.AT_LEAST: Finality.LOWER,
    Relation.AT_MOST: Finality.UPPER,
}


class Doubt(IntEnum):
    """Reasons why a number may be less certain than its bound; several are their sum."""

    NONE = 0
    OPEN = 1  # an open node was counted as endless play
    ESTIMATE = 2  # it depends on a heuristic value
    SPOILT = 4  # it depends on a wrong entry, used where the entry was not known to be valid


@dataclass(slots=True, eq=False)
class Line:
    """A line of play: a node, and the line after it, which answers share."""

    index: int
    then: Line | None = None

    def indices(self) -> list[int]:
        """Return the nodes of the line of play, in order."""
        indices = [self.index]
        here = self.then
        while here is not None:
            indices.append(here.index)
            here = here.then
        return indices


class FaultCause(NamedTuple):
    """Cause of a wrong answer: a back link to a node, or its entry, used where it was not known to be valid."""

    node: int
    is_stored: bool


class NodeScore(NamedTuple):
    """The number that a node shows, its finality, and its relation to the score."""

    score: Score | None
    finality: Finality = Finality.UNKNOWN
    relation: Relation = Relation.EXACT


NO_SCORE = NodeScore(None)


@dataclass(slots=True, eq=False)
class Answer:
    """The answer that the search of a node returns: a number, its certainty, and the play that leads to it.

    Attributes
    ----------
    score : from Max's view, or in a negamax graph from the view of the player to move at the node.
    bound : whether the score is this number, or at least or at most it.
    needs : nodes on the path, as the search numbers them, that the number takes for endless play: all of them, so
        that a search may use it wherever they are on the path.
    doubt : reasons why it may be less certain.
    line : the play that leads to the number, from the node on.
    fault : the cause of its error, if it is wrong, in a search that is watched.
    is_turned : whether it is known only for nodes where the player to move is not that of the root.
    has_both_bounds : whether it is exact because one search found it as a lower bound, and another as an upper bound.
    """

    score: Score
    line: Line
    bound: Relation = Relation.EXACT
    needs: Needs = NOTHING
    doubt: int = Doubt.NONE
    has_both_bounds: bool = False
    fault: FaultCause | None = None
    is_turned: bool = False

    @property
    def is_conditional(self) -> bool:
        """Return whether the answer depends on nodes of the path, or on the player to move."""
        return bool(self.needs) or self.is_turned

    @property
    def is_exact(self) -> bool:
        """Return whether the answer's number is the score and not a bound."""
        return self.bound is Relation.EXACT

    @property
    def relation(self) -> Relation:
        """The relation of the number to the score: a number that depends on heuristic values is an estimate."""
        return ESTIMATES[self.bound] if self.doubt and self.doubt & Doubt.ESTIMATE else self.bound

    @property
    def finality(self) -> Finality:
        if self.fault is not None:
            return Finality.WRONG
        if self.doubt & ~Doubt.SPOILT:
            return Finality.TENTATIVE
        if self.is_conditional or self.doubt:
            return Finality.CONDITIONAL
        return _FINALITIES[self.bound]

    def memo_entry(self, *, has_set: bool) -> Stored:
        """Return the answer as an entry for a memo, with its dependency set or without."""
        return Stored(self.score, self.relation, self.needs if has_set else None)

    @property
    def node_score(self) -> NodeScore:
        """The number that a node with this answer shows: a score, a bound of one, or an estimate."""
        return NodeScore(self.score, self.finality, self.relation)


Call: TypeAlias = Generator["Step | Call", Answer, Answer]
Inquiry: TypeAlias = Generator[Step, Answer, Answer | None]


def _look_in_vain() -> Inquiry:
    return None
    yield  # which makes it a generator


NO_ANSWER = _look_in_vain()
"""A generator at its end, which costs nothing to make: `yield from` gives None at once."""
next(NO_ANSWER, None)


def run_call(call: Call) -> Generator[Step, None, Answer]:
    """Yield the steps of a call and of all the calls that it makes, and return its answer."""
    waiting = [call]
    answer: Answer | None = None
    while True:
        try:
            made = next(waiting[-1]) if answer is None else waiting[-1].send(answer)
        except StopIteration as stop:
            returned: Answer = stop.value
            waiting.pop()
            if not waiting:
                return returned
            answer = returned
            continue
        answer = None
        if isinstance(made, Step):
            yield made
        else:
            waiting.append(made)
