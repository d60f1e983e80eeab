"""Colours of nodes by score, inks that can be read on them, and looks of scores and bounds.

The scale is diverging, blue where Max is better off and vermilion where Min is, through near-white at 0: the pair stays
apart for every common colour blindness.  Colours go by rank, so that one large score (that of a mate, say) does not
take the colour from all others.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from explorer.algorithms import Algorithm, known
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score, format_bounds, format_score
from explorer.trace import Bounds, Relation, Trace

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


class ValueLooks:
    """Looks of scores, and of bounds made of them.

    Bounds have the colour of the score that follows from them: what endless play is worth, or the bound next to it.

    Parameters
    ----------
    scale : the colours of scores.
    endless : the value of endless play.
    names : of scores that are not read as numbers, such as W for 1.
    meaning : the meaning of the colours; that of the scale if it is empty.
    """

    def __init__(
        self, scale: ColourScale, endless: Score = 0, *, names: Mapping[Score, str] | None = None, meaning: str = ""
    ) -> None:
        self.scale, self.endless = scale, endless
        self.meaning = meaning or scale.meaning
        self._names = names or {}
        self._bounds: dict[Bounds, Fill] = {}

    @classmethod
    def of_trace(cls, trace: Trace, algorithm: Algorithm | None = None) -> ValueLooks:
        """Return the looks in a trace: on the scale of its graph, or of its own values if they are no scores of the
        game."""
        entry = algorithm or known().get(trace.algorithm)
        if entry is None:
            return cls(ColourScale.of(trace.graph), trace.endless)
        scale = ColourScale(trace.values) if entry.fills else ColourScale.of(trace.graph)
        return cls(scale, trace.endless, names=entry.words, meaning=entry.fills)

    def score(self, score: Score | None, relation: Relation = Relation.EXACT) -> Fill:
        """Return the look of a score, or of a bound or an estimate ("≥ 10"); for None that of an unknown score."""
        if score is None:
            return UNKNOWN
        look = self.scale.look(score)
        if score in self._names:
            look = replace(look, text=self._names[score])
        if relation is Relation.EXACT:
            return look
        text = f"{relation.sign} {look.text}"
        return replace(look if relation.is_score else UNKNOWN, text=text)

    def bounds(self, bounds: Bounds | None) -> Fill:
        """Return the look of bounds: "−1, 2", or one number where they are equal."""
        if bounds is None:
            return UNKNOWN
        if bounds not in self._bounds:
            colours = self.scale.look(self.score_from(bounds))
            self._bounds[bounds] = Fill(format_bounds(*bounds), colours.fill, colours.ink)
        return self._bounds[bounds]

    def score_from(self, bounds: Bounds) -> Score:
        """Return the score that follows from bounds."""
        lower, upper = bounds
        return max(lower, min(self.endless, upper))


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
