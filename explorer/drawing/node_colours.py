"""What colour a node has by its score, and in which ink text is read on it.

The scale is diverging, blue where Max is better off and vermilion where Min is, through near-white at 0: the pair stays
apart for every common colour blindness.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from explorer.model.scores import Score, format_score

_POSITIVE = (0, 90, 181)
_NEGATIVE = (220, 80, 0)
_NEUTRAL = (244, 244, 240)
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


def fills(scores: Iterable[Score | None], *, beside: Iterable[Score] = ()) -> list[Fill]:
    """The look of every score, in order, on one scale: the largest finite magnitude has the full colour.

    The scores `beside` them are on the same scale, so that pictures of the same graph have the same colours.
    """
    listed = list(scores)
    finite = [abs(float(score)) for score in [*listed, *beside] if score is not None and math.isfinite(score)]
    largest = max(finite, default=1.0) or 1.0
    return [fill(score, largest) for score in listed]


def fill(score: Score | None, largest: float) -> Fill:
    """The look of one score on a scale that ends at ±`largest`; infinities look like its ends."""
    if score is None:
        return Fill("?", NO_SCORE_FILL, DARK_INK)
    share = 1.0 if math.isinf(score) else min(1.0, abs(float(score)) / largest)
    strength = 0.0 if not share else 0.22 + 0.78 * share**0.8
    end = _POSITIVE if score > 0 else _NEGATIVE
    colour = tuple(round(near + (far - near) * strength) for near, far in zip(_NEUTRAL, end, strict=True))
    return Fill(format_score(score), _hex(colour), _ink(colour))


def _ink(colour: tuple[int, ...]) -> str:
    """The first ink that small letters can be read in on a colour: 4.5 is the contrast that WCAG 2 asks for."""
    paper = _luminance(colour) + 0.05
    if (1 + 0.05) / paper >= _READABLE:
        return _LIGHT_INK
    return DARK_INK if paper / (_luminance(_DARK) + 0.05) >= _READABLE else _BLACK_INK


def _luminance(colour: Iterable[int]) -> float:
    """The relative luminance of WCAG 2."""
    shares = (channel / 255 for channel in colour)
    linear = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _hex(colour: tuple[int, ...]) -> str:
    return "#" + "".join(f"{channel:02x}" for channel in colour)
