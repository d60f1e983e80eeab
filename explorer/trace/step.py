"""One step of an algorithm: its changes, and the reason in words."""

from __future__ import annotations

import operator
from collections.abc import Callable, Generator, Iterator, Mapping, Set
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Any

from explorer.model.graph import Move, Node
from explorer.model.scores import Score
from explorer.trace.caption import Caption


class Finality(IntEnum):
    """The certainty of a node's score; the theme gives each role its ring."""

    UNKNOWN = 0  # no score yet
    TENTATIVE = 1  # a score that may still move either way
    CONDITIONAL = 2  # holds on certain paths: while some nodes are on them, or with one player to move
    LOWER = 3  # cannot fall any more
    UPPER = 4  # cannot rise any more
    FINAL = 5  # cannot change
    WRONG = 6  # contradicts the true score: a naive memo or table gives it to a node

    @property
    def words(self) -> str:
        """The name of the finality wherever people or programs read it: on screen, in tables, JSON and CSV."""
        return _FINALITY_WORDS[self]


_FINALITY_WORDS = {
    Finality.UNKNOWN: "unknown",
    Finality.TENTATIVE: "not final",
    Finality.CONDITIONAL: "conditional",
    Finality.LOWER: "lower bound final",
    Finality.UPPER: "upper bound final",
    Finality.FINAL: "final",
    Finality.WRONG: "wrong",
}


class Relation(StrEnum):
    """The relation of the number shown at a node to the node's value on the path that led there."""

    EXACT = "exact"
    AT_LEAST = "at least"
    AT_MOST = "at most"
    ABOVE = "above"
    BELOW = "below"
    ABOUT = "about"  # an estimate, from heuristic values
    ABOUT_AT_LEAST = "about at least"
    ABOUT_AT_MOST = "about at most"
    MERIT = "merit"  # of a state in SSS*, not of this node alone

    @property
    def sign(self) -> str:
        """The sign before the number; "" before an exact one."""
        return _SIGNS[self]

    @property
    def is_score(self) -> bool:
        """Return whether the number is a score or a bound of one, and is drawn in its colour."""
        return self is not Relation.MERIT

    def allows(self, number: Score, truth: Score) -> bool:
        """Return whether the relation holds between a number and the true score; an estimate allows any."""
        if self in _COMPARISONS:
            return _COMPARISONS[self](truth, number)
        return True

    def times(self, sign: int) -> Relation:
        """Return the relation for the negated number if `sign` is negative, else the same relation."""
        return self if sign > 0 else _MIRRORED.get(self, self)


_SIGNS = {
    Relation.EXACT: "",
    Relation.AT_LEAST: "≥",
    Relation.AT_MOST: "≤",
    Relation.ABOVE: ">",
    Relation.BELOW: "<",
    Relation.ABOUT: "≈",
    Relation.ABOUT_AT_LEAST: "≳",
    Relation.ABOUT_AT_MOST: "≲",
    Relation.MERIT: "h =",
}
_COMPARISONS: dict[Relation, Callable[[Any, Any], bool]] = {
    Relation.EXACT: operator.eq,
    Relation.AT_LEAST: operator.ge,
    Relation.AT_MOST: operator.le,
    Relation.ABOVE: operator.gt,
    Relation.BELOW: operator.lt,
}
_MIRRORED = {
    Relation.AT_LEAST: Relation.AT_MOST,
    Relation.AT_MOST: Relation.AT_LEAST,
    Relation.ABOVE: Relation.BELOW,
    Relation.BELOW: Relation.ABOVE,
    Relation.ABOUT_AT_LEAST: Relation.ABOUT_AT_MOST,
    Relation.ABOUT_AT_MOST: Relation.ABOUT_AT_LEAST,
}


class Activity(StrEnum):
    """The role of a node in one step."""

    CHANGED = "changed"
    COMPARED = "compared"
    EVALUATED = "evaluated"  # a leaf's score is read
    BACK_LINK = "back_link"  # reached by a back link
    STORED = "stored"
    HIT = "hit"  # answered from the memo
    REFUSED = "refused"  # a memo entry that must not be used
    WRONG = "wrong"  # differs from the truth


class SearchEvent(StrEnum):
    """The event in a depth-first search that a step shows."""

    ENTER = "enter"  # an inner node
    END = "end"  # evaluates a leaf or an open node, or one at the horizon
    BACK_LINK = "back link"
    HIT = "hit"  # uses a stored value
    REFUSED = "refused"  # must not use one, so that the node is entered next
    UNDECIDED = "undecided"  # a stored bound does not decide the search, so that the node is entered next
    COMPARE = "compare"  # a value with the best so far
    LEAVE = "leave"  # returns a value
    CUTOFF = "cutoff"  # returns a value while moves are left


class Mark(StrEnum):
    """The role of a move in one step."""

    PLUS = "plus"  # chosen by the strategy of Max
    MINUS = "minus"  # chosen by the strategy of Min
    REPLY = "reply"  # of the other player, to a strategy
    BACK = "back"  # a back link that the search meets
    STALLING = "stalling"  # keeps the score but makes no progress
    UNPLAYED = "unplayed"  # not drawn: a strategy never plays it


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Path:
    """The path from the root to a node, as a chain that steps share; a step costs the same at any length."""

    node: str
    before: Path | None = None
    length: int = 1

    def then(self, node: str) -> Path:
        """Return the path with one more node at its end."""
        return Path(node, self, self.length + 1)

    def ids(self) -> tuple[str, ...]:
        """Return the ids of the path's nodes, from the root on."""
        nodes: list[str] = []
        here: Path | None = self
        while here is not None:
            nodes.append(here.node)
            here = here.before
        return tuple(reversed(nodes))

    def __repr__(self) -> str:
        return f"Path({' → '.join(self.ids())})"


NO_PATH: tuple[str, ...] = ()

Bounds = tuple[Score, Score]  # lower and upper, from the view of the node's score


@dataclass(frozen=True, slots=True)
class Growth:
    """The nodes and moves that become known in a step that expands a node.

    Attributes
    ----------
    nodes : new nodes, and the expanded one as it is now that it is not open any more, under the id that it had.
    moves : new moves, to be tried in this order.
    names : of those moves that have one.
    """

    nodes: tuple[Node, ...]
    moves: tuple[Move, ...]
    names: Mapping[Move, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Transit:
    """The messages on a move between processes.

    Attributes
    ----------
    values : of those that go against the move, with commas, the one first that arrives first.
    signals : the number of answers that go along it.
    """

    values: str = ""
    signals: int = 0


@dataclass(frozen=True, slots=True)
class Stored:
    """An entry in the memo or table of a search, for one state of play.

    Attributes
    ----------
    score, relation : the number, and whether it is the score or a bound of it.
    needs : its dependency set: the numbers of states on the path; it is valid while all of them are there.  None if the
        search keeps no such sets.
    """

    score: Score
    relation: Relation
    needs: Set[int] | None


class Notes(Mapping[str, str]):
    """Notes on nodes by node id, whose texts are made when they are read; "" for none."""

    __slots__ = ("_words",)

    def __init__(self, words: Mapping[str, Caption | str]) -> None:
        self._words = words

    def __getitem__(self, id: str) -> str:
        return str(self._words[id])

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its changes, and the reason in words.

    Attributes
    ----------
    words : the caption, with its numbers as parts that can be checked, or as plain text; `caption` is the text.
    line : line of the algorithm's pseudocode, from 1.
    scores : the scores that changed, by node id; None takes a score back.
    relations : of those that are bounds or estimates, by node id; the others are exact.
    bounds : the bounds that changed, by node id.
    finality : the finalities that changed, by node id.
    activity : the roles of nodes in this step alone.
    focus : the node that the step is about.
    move : the move that the step is about.
    trail : the current path, focus included, or None; `path` gives its ids.
    counters : every counter of the algorithm, with its value now.
    notes : text to remember of a node besides its score (a dependency set); "" takes a note back.
    growth : the nodes and moves that become known, before anything else of the step.
    windows : the windows of alpha and beta that changed, by node id, seen as the node's scores are; None takes one
        back.
    pruned : whether nodes are cut off, where that changed, by id: skipped by a cutoff, or out of reach where moves are
        hidden.
    marks : the roles of moves in this step alone.
    memo : new entries of the memo or the table, by the numbers of states.
    transits : the messages on moves that this step shows.
    event : the event of a depth-first search at the focus; like `giver`, it is in no file.
    giver : the number in the run of the step that gave the value: for a comparison the end of the call of the move, for
        a return the comparison that found the value, for a hit the step that stored the entry.
    """

    words: Caption | str
    line: int
    scores: Mapping[str, Score | None] = field(default_factory=dict)
    bounds: Mapping[str, Bounds] = field(default_factory=dict)
    finality: Mapping[str, Finality] = field(default_factory=dict)
    activity: Mapping[str, Activity] = field(default_factory=dict)
    focus: str | None = None
    move: Move | None = None
    trail: Path | None = None
    counters: Mapping[str, int] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    growth: Growth | None = None
    windows: Mapping[str, Bounds | None] = field(default_factory=dict)
    pruned: Mapping[str, bool] = field(default_factory=dict)
    marks: Mapping[Move, Mark] = field(default_factory=dict)
    relations: Mapping[str, Relation] = field(default_factory=dict)
    memo: Mapping[int, Stored] = field(default_factory=dict)
    transits: Mapping[Move, Transit] = field(default_factory=dict)
    event: SearchEvent | None = None
    giver: int | None = None

    @property
    def ends_path(self) -> bool:
        """Return whether a path ends with the step: at a leaf, an open node, a back link or the horizon."""
        return self.focus is not None and self.activity.get(self.focus) in PATH_ENDS

    @property
    def is_return(self) -> bool:
        """Return whether a call of a search ends with the step, with what its comparisons found."""
        return self.event in _RETURNS

    said = property(lambda step: step.words)  # the earlier name, which programs of users may read

    @property
    def caption(self) -> str:
        """The caption as plain text."""
        return str(self.words)

    @property
    def path(self) -> tuple[str, ...]:
        """Ids of the nodes on the current path, from the root."""
        return self.trail.ids() if self.trail is not None else NO_PATH


_RETURNS = (SearchEvent.LEAVE, SearchEvent.CUTOFF)
PATH_ENDS = (Activity.EVALUATED, Activity.BACK_LINK)


Result = Mapping[str, Any]
Steps = Generator[Step, None, Result]
