"""A caption as data: text, nodes, and numbers of which it is said what they are, so that each can be checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, pairwise
from typing import Protocol

from explorer.model.graph import GameGraph
from explorer.model.scores import Score, format_score

_NUMBER = re.compile(r"[-−+]?[\d∞][\d.,/ ]*")


class Quantity(StrEnum):
    """What a number in a caption is said to be."""

    SCORE = "score"  # of a node, as the trace shows it
    LOWER = "lower bound"  # of a node, as the trace shows it
    UPPER = "upper bound"
    ALPHA = "alpha"  # of the window of a node
    BETA = "beta"
    LEAF = "leaf"  # the score that the graph gives a leaf
    TRUE = "true score"  # of a node, as the solver has it
    AT_LEAST = "at least"  # the true score of a node is not smaller
    AT_MOST = "at most"  # the true score of a node is not larger
    RETURNED = "returned"  # by the call of a search for a node that has just ended
    TRIED = "tried"  # returned by the call for a node during this visit of its predecessor
    BEST = "best"  # of the values that this visit of a node has seen so far
    STORED = "stored"  # in the memo or table of a search for a node
    ENDLESS = "endless"  # the value of endless play
    HEARD = "heard"  # what a process (its key) last heard from a successor, as it sees it
    OTHER_TURN = "other turn"  # S of the process of a node for the turn that the node is not shown with
    OPPOSITE = "opposite"  # the score of a node if endless play had the opposite value
    COUNTER = "counter"  # under its name
    RESULT = "result"  # of the whole run, under its name and perhaps a node
    SIZE = "size"  # a number of nodes or moves of the graph, under its name
    LEFT = "left"  # how many successors of a node, or how many nodes, are still to be dealt with
    WORST = "worst"  # a bound of a node with all open nodes at their worst for Max, under "lower" or "upper"
    BEST_CASE = "best case"  # the same with all open nodes at their best
    END = "end"  # the least or the largest score that a node can have, by the range of the graph
    MERIT = "merit"  # of a state in SSS*
    THRESHOLD = "threshold"  # the number of a question: whether the root's score is at least that
    PROOF = "proof"  # the proof number of the node at the end of the path
    DISPROOF = "disproof"


_COUNTS = (Quantity.COUNTER, Quantity.SIZE)
_COUNTED = ("steps", "rounds", "bound", "peak", "minimax_leaves", "minimal_leaves")  # in a result


class When(StrEnum):
    """The moment at which a number is said to hold."""

    NOW = "now"  # once the step has been made
    BEFORE = "before"  # before it, or before the sweep that it is part of
    FIRST = "first"  # at the first step


@dataclass(frozen=True, slots=True)
class Named:
    """A node in a caption, under its name; a name that reads as a number is set apart: "node 15".

    Attributes
    ----------
    is_bare : whether it stands where no number is meant: in brackets after a function, "value(15)", or at an arrow.
    """

    node: str
    name: str
    is_bare: bool = False

    @property
    def text(self) -> str:
        return self.name if self.is_bare or not _NUMBER.fullmatch(self.name) else f"node {self.name}"


@dataclass(frozen=True, slots=True)
class Value:
    """A number in a caption, and what it is.

    Attributes
    ----------
    number : as it is written, the sign of the view included.
    quantity : what it is.
    node : the id of the node that it belongs to, or "".
    key : the name of a counter, a size or an entry of the result, or "".
    when : the moment at which it holds.
    sign : -1 if the number is the negated quantity.
    """

    number: Score
    quantity: Quantity
    node: str = ""
    key: str = ""
    when: When = When.NOW
    sign: int = 1

    @property
    def text(self) -> str:
        is_count = self.quantity in _COUNTS or (self.quantity is Quantity.RESULT and self.key in _COUNTED)
        return f"{self.number:,}" if is_count else format_score(self.number)


Part = str | Named | Value


class Caption:
    """A sentence or more, in parts; `str` gives the plain text.

    Most of what a search does is making words, and of a long run few are read: a caption can be given as the function
    that makes it, which is called when the first part is read.  The words must be the same whenever that is, so the
    function looks at nothing that the run changes.
    """

    __slots__ = ("_parts", "_words")

    def __init__(self, words: tuple[Words, ...] | Callable[[], Caption] = ()) -> None:
        self._words = words
        self._parts: tuple[Part, ...] | None = None

    @property
    def is_made(self) -> bool:
        """Whether the caption has its words, and not only the function that makes them."""
        return not callable(self._words)

    @property
    def parts(self) -> tuple[Part, ...]:
        """What the caption is made of, in order; no two texts stand side by side."""
        if self._parts is None:
            words, parts = self._words, list[Part]()
            text = (words() if callable(words) else self)._unfold(parts, "")
            self._parts = self._words = (*parts, text) if text else tuple(parts)
        return self._parts

    def _unfold(self, parts: list[Part], text: str) -> str:
        """Add the parts to others, with a text before that is not among these yet; the text that is not at the end."""
        words = self._words
        for word in self.parts if callable(words) else words:
            if isinstance(word, str):
                text += word
            elif isinstance(word, Caption):
                text = word._unfold(parts, text)
            else:
                if text:
                    parts.append(text)
                    text = ""
                parts.append(word)
        return text

    def __eq__(self, other: object) -> bool:
        return self.parts == other.parts if isinstance(other, Caption) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.parts)

    def __repr__(self) -> str:
        return f"Caption({self.parts!r})"

    def __str__(self) -> str:
        return "".join(words for words, _ in self._written())

    @property
    def names(self) -> tuple[tuple[int, int, str], ...]:
        """Where names of nodes stand in the plain text: the first character, the one after the last, and the node."""
        spans: list[tuple[int, int, str]] = []
        done = 0
        for words, part in self._written():
            done += len(words)
            if isinstance(part, Named):
                spans.append((done - len(part.name), done, part.node))
        return tuple(spans)

    def _written(self) -> Iterator[tuple[str, Part]]:
        """Every part and what stands for it in the plain text."""
        end = ". "
        for part in self.parts:
            words = part if isinstance(part, str) else part.text
            if end == ". " and isinstance(part, Named) and words != part.name:
                words = f"N{words[1:]}"
            yield words, part
            end = (end + words)[-2:]

    @property
    def values(self) -> tuple[Value, ...]:
        """The numbers that the caption claims, in order."""
        return tuple(part for part in self.parts if isinstance(part, Value))


Words = str | Named | Value | Caption


def caption(*words: Words) -> Caption:
    """The caption that these words make in a row.

    Examples
    --------
    >>> value = Value(-2, Quantity.SCORE, "b")
    >>> str(caption("score(", Named("b", "b"), ") = ", value, caption(".")))
    'score(b) = −2.'
    >>> str(caption(Named("15", "15"), " is a leaf."))
    'Node 15 is a leaf.'
    """
    if len(words) == 1 and isinstance(words[0], Caption):
        return words[0]
    return Caption(words)


said = caption  # the earlier name, which programs of users may import


class HasName(Protocol):
    """A node, as far as a caption is concerned."""

    @property
    def id(self) -> str:
        """Under which the graph knows it."""

    @property
    def name(self) -> str:
        """Under which people know it."""


def named(node: HasName) -> Named:
    """A node in a sentence."""
    return Named(node.id, node.name)


def bare(node: HasName) -> Named:
    """A node where no number is meant: in brackets after a function, or after an arrow."""
    return Named(node.id, node.name, is_bare=True)


def move_name(graph: GameGraph, source: str, target: str) -> str:
    """The name of a move in quotes, since it may read as a number; "" if it has none."""
    name = graph.move_names.get((source, target))
    return f"“{name}”" if name else ""


def way(graph: GameGraph, ids: Sequence[str], most: int) -> Caption:
    """A way from node to node, the first `most` of them, with the names of its moves: "a → b –“take 2”→ c → …"."""
    arrows = (f" –{name}→ " if (name := move_name(graph, *move)) else " → " for move in pairwise(ids[:most]))
    nodes = [(bare if number else named)(graph.node(id)) for number, id in enumerate(ids[:most])]
    rest = " → …" if len(ids) > most else ""
    after: Iterable[tuple[Words, Words]] = zip(arrows, nodes[1:], strict=True)
    return caption(*nodes[:1], *chain.from_iterable(after), rest)


def listing(words: Iterable[Words], most: int, between: str = ", ") -> Caption:
    """Words with commas between them, the first `most` of them; "…" stands for the rest."""
    items = list(words)
    shown: Sequence[Words] = [*items[:most], *(["…"] if len(items) > most else [])]
    return caption(*chain.from_iterable((between, word) if number else (word,) for number, word in enumerate(shown)))
