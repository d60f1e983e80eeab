"""Recursive searches without Python recursion: a call is a generator, and the calls under way are a list.

A search is written as its pseudocode is, one function that calls itself: it yields a `Step` for every thing worth
seeing, yields a call of itself to make that call, and gets its answer as the value of the `yield`.
"""

from __future__ import annotations

from collections.abc import Generator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import IntFlag
from typing import NamedTuple, TypeAlias

from explorer.algorithms.searches.index_set import IndexSet
from explorer.model.scores import Score
from explorer.trace import Finality, Relation, Step, Stored

Needs = AbstractSet[int]  # goes through its numbers in ascending order
NOTHING: Needs = IndexSet()


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


class Doubt(IntFlag):
    """Why a number need not be what its bound says."""

    NONE = 0
    OPEN = 1  # an open node was counted as endless play
    ESTIMATE = 2  # a heuristic value went into it
    SPOILT = 4  # it was made of a wrong entry that was used where that was not known to be valid


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A line of play as a chain that answers share: a node, and the line after it."""

    index: int
    then: Line | None = None

    def indices(self) -> list[int]:
        """The nodes in order."""
        found = [self.index]
        here = self.then
        while here is not None:
            found.append(here.index)
            here = here.then
        return found


class Fault(NamedTuple):
    """What made an answer wrong: a back link to a node, or its entry, used where it was not known to be valid."""

    node: int
    is_stored: bool


class Shown(NamedTuple):
    """What a node shows: a number, how final it is, and whether it is the score or a bound or an estimate of it."""

    score: Score | None
    finality: Finality = Finality.UNKNOWN
    relation: Relation = Relation.EXACT


NO_SCORE = Shown(None)


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What a call returns.

    Attributes
    ----------
    score : from Max's view, or in a negamax graph from the view of the player to move at the node.
    bound : whether the score is this number, or at least or at most this number.
    needs : nodes on the path, as the search numbers them, that the number takes for endless play: all of them, so
        that a search may use it wherever they are on the path.
    doubt : why it need not be so.
    line : the play that leads to the number, from the node on.
    fault : what made it wrong, if it is, in a search that is watched.
    is_turned : whether it is known only for a node with the other player to move than at the root.
    met : whether it is exact because one search found it to be a lower bound, and another one an upper bound.
    """

    score: Score
    line: Line
    bound: Relation = Relation.EXACT
    needs: Needs = NOTHING
    doubt: Doubt = Doubt.NONE
    met: bool = False
    fault: Fault | None = None
    is_turned: bool = False

    @property
    def is_conditional(self) -> bool:
        return bool(self.needs) or self.is_turned

    @property
    def is_exact(self) -> bool:
        return self.bound is Relation.EXACT

    @property
    def relation(self) -> Relation:
        """How the number stands to the score: a number that heuristic values went into is an estimate."""
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

    def stored(self, *, has_set: bool) -> Stored:
        """What a memo holds that stores it, with its dependency set or without."""
        return Stored(self.score, self.relation, self.needs if has_set else None)

    @property
    def shown(self) -> Shown:
        """What a node shows that has it: a score, a bound of one, or an estimate."""
        return Shown(self.score, self.finality, self.relation)


Call: TypeAlias = Generator["Step | Call", Answer, Answer]


def run_call(call: Call) -> Generator[Step, None, Answer]:
    """The steps of a call and of all the calls that it makes; returns its answer."""
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
