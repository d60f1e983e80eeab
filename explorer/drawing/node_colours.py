"""Colours of nodes by score, and inks in which text can be read on them.

The scale is diverging, blue where Max is better off and vermilion where Min is, through near-white at 0: the pair stays
apart for every common colour blindness.  Colours go by rank, so that one large score (that of a mate, say) does not
take the colour from all others.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score, format_score

_POSITIVE = (0, 90, 181)
_NEGATIVE = (220, 80, 0)
_NEUTRAL = (244, 244, 240)
_FAINTEST = 0.1  # strength of the scores next to 0
_LIGHT_INK, DARK_INK, _BLACK_INK = "#ffffff", "#15181d", "#000000"
_DARK = (0x15, 0x18, 0x1D)
_READABLE = 4.5
NO_SCORE_FILL = "#d9dce1"


@dataclass(frozen=True)
class Fill:
    """The look of a score: its text, the colour behind it and the colour of the text."""

    text: str
    fill: str
    ink: str


UNKNOWN = Fill("?", NO_SCORE_FILL, DARK_INK)


class ColourScale:
    """Colours of scores by their rank among given ones, each side of 0 by itself up to its full colour.

    A score that is none of these has a colour between those of its neighbours, or that of the end; where no score lies
    on its side of 0, the full colour of that side.

    Parameters
    ----------
    scores : in any order; infinite ones and 0 need no rank.
    mirrored : whether the negative of each has a rank, too, for scores that are seen from both sides.
    """

    def __init__(self, scores: Iterable[Score] = (), *, mirrored: bool = False) -> None:
        finite = {score for score in scores if math.isfinite(score)}
        if mirrored:
            finite |= {-score for score in finite}
        self._mirrored = mirrored
        self._above = sorted(score for score in finite if score > 0)
        self._below = sorted(-score for score in finite if score < 0)
        self._colours: dict[Score, tuple[str, str]] = {}

    @classmethod
    def of(cls, graph: GameGraph) -> ColourScale:
        """Return the scale for all pictures of a graph: that of the scores of its leaves."""
        return cls(graph.columns.scale, mirrored=graph.convention is Convention.NEGAMAX)

    @property
    def ends(self) -> tuple[Score, Score]:
        """The least and the largest score that has a rank, or 0 beyond it."""
        return (-self._below[-1] if self._below else 0), (self._above[-1] if self._above else 0)

    @property
    def meaning(self) -> str:
        """A sentence on the colours, with the numbers at the ends."""
        whom = "the player to move" if self._mirrored else "Max"
        low, high = self.ends
        if low == high:
            return f"score for {whom}, low to high"
        return f"score for {whom}, low ({format_score(low)}) to high ({format_score(high)})"

    @property
    def stops(self) -> list[str]:
        """Colours from one end to the other, for a legend: of the least score, 0 and the largest."""
        low, high = self.ends
        if low == high:
            low, high = -1, 1
        return [self.look(score).fill for score in sorted({low, 0, high})]

    def look(self, score: Score | None) -> Fill:
        """Return the look of a score; for None that of an unknown one."""
        if score is None:
            return UNKNOWN
        if score not in self._colours:
            self._colours[score] = self._fill_and_ink(score)
        return Fill(format_score(score), *self._colours[score])

    def _fill_and_ink(self, score: Score) -> tuple[str, str]:
        """Return the colour behind a score and that of its text."""
        end, ranked, size = (_POSITIVE, self._above, score) if score > 0 else (_NEGATIVE, self._below, -score)
        strength = _colour_strength(size, ranked) if score else 0.0
        colour = tuple(round(near + (far - near) * strength) for near, far in zip(_NEUTRAL, end, strict=True))
        return _hex_colour(colour), _readable_ink(colour)


def _colour_strength(size: Score, ranked: Sequence[Score]) -> float:
    """Return the strength of the colour of a number, by its rank among those on its side of 0."""
    if not ranked or size >= ranked[-1]:
        return 1.0
    rank = bisect_left(ranked, size)  # of the first one that is as large
    near, far = Fraction(ranked[rank - 1] if rank else 0), Fraction(ranked[rank])
    share = (rank + float((Fraction(size) - near) / (far - near))) / len(ranked)
    return _FAINTEST + (1 - _FAINTEST) * share


def _readable_ink(colour: tuple[int, ...]) -> str:
    """Return the first ink in which small letters can be read on a colour: 4.5 is the contrast that WCAG 2 asks for."""
    paper = _luminance(colour) + 0.05
    if (1 + 0.05) / paper >= _READABLE:
        return _LIGHT_INK
    return DARK_INK if paper / (_luminance(_DARK) + 0.05) >= _READABLE else _BLACK_INK


def _luminance(colour: Iterable[int]) -> float:
    """Return the relative luminance of WCAG 2."""
    shares = (channel / 255 for channel in colour)
    linear = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _hex_colour(colour: tuple[int, ...]) -> str:
    return "#" + "".join(f"{channel:02x}" for channel in colour)


WORST, NEUTRAL, BEST = map(ColourScale().look, (-1, 0, 1))
