"""Captions as data: text, nodes, and numbers with their meaning, so that each number can be checked."""

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
    """The kind of a number in a caption, such as a score, a bound or a counter."""

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
    PROOF_LIMIT = "proof limit"  # the proof number at which the call of the node at the end of the path ends
    DISPROOF_LIMIT = "disproof limit"


_COUNTS = (Quantity.COUNTER, Quantity.SIZE)
_COUNTED = ("steps", "rounds", "bound", "peak", "minimax_leaves", "minimal_leaves")  # in a result


class When(StrEnum):
    """The moment at which a number in a caption holds."""

    NOW = "now"  # once the step has been made
    BEFORE = "before"  # before it, or before the sweep that it is part of
    FIRST = "first"  # at the first step


@dataclass(frozen=True, slots=True)
class Named:
    """A node in a caption, under its name.

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
    """A number in a caption, with its meaning.

    Attributes
    ----------
    number : as the caption shows it, the sign of the view included.
    quantity : its meaning.
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


CaptionPart = str | Named | Value


class Caption:
    """A caption of one or more sentences, in parts; `str` gives the plain text.

    A search spends most of its time on words, and few captions of a long run are read.  So a caption can be given as a
    function, which is called when the first part is read.  The words must be the same whenever that is, so the function
    looks at nothing that the run changes.
    """

    __slots__ = ("_parts", "_words")

    def __init__(self, words: tuple[Words, ...] | Callable[[], Caption] = ()) -> None:
        self._words = words
        self._parts: tuple[CaptionPart, ...] | None = None

    @property
    def is_made(self) -> bool:
        """Return whether the caption's words exist yet, and not only the function that makes them."""
        return not callable(self._words)

    @property
    def parts(self) -> tuple[CaptionPart, ...]:
        """The parts of the caption, in order; no two texts are adjacent."""
        if self._parts is None:
            words, parts = self._words, list[CaptionPart]()
            text = (words() if callable(words) else self)._append_parts(parts, "")
            self._parts = self._words = (*parts, text) if text else tuple(parts)
        return self._parts

    def _append_parts(self, parts: list[CaptionPart], text: str) -> str:
        """Append the flat parts of a caption to `parts`, with `text` before them; return the text left over."""
        words = self._words
        for word in self.parts if callable(words) else words:
            if isinstance(word, str):
                text += word
            elif isinstance(word, Caption):
                text = word._append_parts(parts, text)
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
        return "".join(words for words, _ in self._parts_with_text())

    @property
    def names(self) -> tuple[tuple[int, int, str], ...]:
        """Spans of node names in the plain text: first character, one past the last, node id."""
        spans: list[tuple[int, int, str]] = []
        position = 0
        for words, part in self._parts_with_text():
            position += len(words)
            if isinstance(part, Named):
                spans.append((position - len(part.name), position, part.node))
        return tuple(spans)

    def _parts_with_text(self) -> Iterator[tuple[str, CaptionPart]]:
        """Yield each part of the caption with its words in the plain text."""
        end = ". "
        for part in self.parts:
            words = part if isinstance(part, str) else part.text
            if end == ". " and isinstance(part, Named) and words != part.name:
                words = f"N{words[1:]}"
            yield words, part
            end = (end + words)[-2:]

    @property
    def values(self) -> tuple[Value, ...]:
        """The numbers in the caption, in order."""
        return tuple(part for part in self.parts if isinstance(part, Value))


Words = str | Named | Value | Caption


def caption(*words: Words) -> Caption:
    """Return the caption that consists of these words in a row.

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
    """A node that a caption can name."""

    @property
    def id(self) -> str:
        """The id in the graph."""

    @property
    def name(self) -> str:
        """The name that people read."""


def named(node: HasName) -> Named:
    """Return the node as a part of a caption, under its name."""
    return Named(node.id, node.name)


def bare(node: HasName) -> Named:
    """Return the node as a part of a caption where no number is possible: in brackets, or after an arrow."""
    return Named(node.id, node.name, is_bare=True)


def move_name(graph: GameGraph, source: str, target: str) -> str:
    """Return the name of a move in quotes, since it may read as a number; "" if it has none."""
    name = graph.move_names.get((source, target))
    return f"“{name}”" if name else ""


def way(graph: GameGraph, ids: Sequence[str], most: int) -> Caption:
    """Return a path with the names of its moves, cut after `most` nodes: "a → b –“take 2”→ c → …"."""
    arrows = (f" –{name}→ " if (name := move_name(graph, *move)) else " → " for move in pairwise(ids[:most]))
    nodes = [(bare if number else named)(graph.node(id)) for number, id in enumerate(ids[:most])]
    rest = " → …" if len(ids) > most else ""
    after: Iterable[tuple[Words, Words]] = zip(arrows, nodes[1:], strict=True)
    return caption(*nodes[:1], *chain.from_iterable(after), rest)


def listing(words: Iterable[Words], most: int, between: str = ", ") -> Caption:
    """Join words with commas, the first `most` of them; "…" stands for the rest."""
    items = list(words)
    first: Sequence[Words] = [*items[:most], *(["…"] if len(items) > most else [])]
    return caption(*chain.from_iterable((between, word) if number else (word,) for number, word in enumerate(first)))
