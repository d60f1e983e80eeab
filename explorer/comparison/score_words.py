"""Words and mates that stand for scores: win, draw and loss in many spellings, +M3 and −M2."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from explorer.model.errors import OptionError, quoted
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, format_score, parse_endless
from explorer.trace import Relation

WIN, DRAW, LOSS = "win", "draw", "loss"

_SPELLINGS = {
    WIN: ("win", "won", "wins", "w", "cursed win"),
    DRAW: ("draw", "drawn", "draws", "d", "tie", "tied", "t"),
    LOSS: ("loss", "lose", "lost", "loses", "l", "blessed loss"),
}
_MEANINGS = {word: meaning for meaning, words in _SPELLINGS.items() for word in words}
_MATE = re.compile(r"([+\-−]?)(?:#|M)([+\-−]?)(\d+)", re.IGNORECASE)  # +M3, #-2
_SIGN = re.compile(r"\s*(>=|≥|<=|≤)\s*(.*)", re.DOTALL)
_BOUNDS = {">=": Relation.AT_LEAST, "≥": Relation.AT_LEAST, "<=": Relation.AT_MOST, "≤": Relation.AT_MOST}


class ValueClaim(NamedTuple):
    """A claimed score, or a bound of it."""

    score: Score
    relation: Relation = Relation.EXACT

    def times(self, sign: int) -> ValueClaim:
        """Return the claim about the negated score, if `sign` is negative."""
        return ValueClaim(sign * self.score, self.relation.times(sign))

    def __str__(self) -> str:
        return f"{self.relation.sign} {format_score(self.score)}".lstrip()


@dataclass(frozen=True)
class ScoreWords:
    """The scores for which words stand.

    Attributes
    ----------
    scores : by word, in lower case; with one of win, draw and loss go its other spellings.
    """

    scores: Mapping[str, Score]

    def claim(self, cell: object) -> ValueClaim | None:
        """Return the claim in a cell, a number, a bound or a word; None if it is none of these."""
        sign = _SIGN.fullmatch(cell) if isinstance(cell, str) else None
        text = sign[2] if sign else cell
        relation = _BOUNDS[sign[1]] if sign else Relation.EXACT
        if isinstance(text, str) and (word := self.word(text)):
            return ValueClaim(self.scores[word], relation)
        try:
            return ValueClaim(parse_endless(text), relation)
        except OptionError:
            return None

    def word(self, text: str) -> str:
        """Return the word of the table for which a text stands; "" if there is none."""
        plain = _plain_word(text)
        return next((word for word in (plain, _standard_result(plain)) if word in self.scores), "")

    def __str__(self) -> str:
        return ", ".join(f"{word} = {format_score(score)}" for word, score in self.scores.items())


def is_value(cell: str) -> bool:
    """Return whether a cell can be a value: a number, a bound or a word for a score."""
    return ScoreWords({WIN: 1, DRAW: 0, LOSS: -1}).claim(cell) is not None


def is_word(cell: object) -> bool:
    """Return whether a cell is a usual word for a win, a draw or a loss, or a mate."""
    return isinstance(cell, str) and bool(_standard_result(_plain_word(cell)))


def mate_moves(cell: object) -> int | None:
    """Return the moves of the winner that a mate such as +M3 counts; None if the cell is no mate."""
    mate = _MATE.fullmatch(cell.strip()) if isinstance(cell, str) else None
    return None if mate is None else int(mate[3])


def _plain_word(text: str) -> str:
    return " ".join(text.replace("_", " ").replace("-", " ").lower().split()) if not _MATE.match(text) else text.strip()


def _standard_result(text: str) -> str:
    """Return the result that a word in any spelling stands for, win, draw or loss; "" if none of them."""
    if mate := _MATE.fullmatch(text):
        return LOSS if {"-", "−"} & {mate[1], mate[2]} else WIN
    return _MEANINGS.get(text, "")


def split_words(text: str | None) -> dict[str, str]:
    """Return the words in a text such as "win=1, draw=0", with the text of the score of each.

    Raises
    ------
    OptionError
        If it is no such text.
    """
    pairs = [part.rpartition("=") for part in (text or "").split(",") if part.strip()]
    if not all(word.strip() for word, _, _ in pairs):
        raise OptionError(f"expected words and scores, as in win=1,draw=0,loss=-1, got {quoted(text)}")
    return {word.strip(): score.strip() for word, _, score in pairs}


def parse_words(scores: Mapping[str, object]) -> ScoreWords:
    """Return the table of words and scores that a user gives.

    Raises
    ------
    OptionError
        If a word stands for no number.
    """
    return ScoreWords({_plain_word(word): parse_endless(score) for word, score in scores.items()})


def usual_words(graph: GameGraph, endless: Score) -> ScoreWords | None:
    """Return the scores of win, draw and loss that a graph suggests; None if it has more than these three.

    A draw is worth endless play.  Where leaves have scores on one side of it alone, the other lies as far from it.
    """
    leaves = {*graph.columns.scale, *(graph.score_range or ())}
    scores = leaves | ({-score for score in leaves} if graph.sign < 0 else set())
    above, below = ([score for score in scores if (score - endless) * side > 0] for side in (1, -1))
    if len(above) > 1 or len(below) > 1:
        return None
    win = above[0] if above else 2 * endless - below[0] if below else endless + 1
    return ScoreWords({WIN: win, DRAW: endless, LOSS: below[0] if below else 2 * endless - win})


def unknown_word_error(cell: object) -> OptionError:
    """Return the error for a word whose score is not known."""
    return OptionError(
        f"{quoted(cell)} is a word, and the graph has more scores than those of a win, a draw and a loss; say what "
        "words stand for, as in --words win=1,draw=0,loss=-1"
    )
