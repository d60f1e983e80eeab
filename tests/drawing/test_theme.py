"""What a look must do: tell roles apart, and scores for every eye, in their order."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import scores, worths

from explorer.drawing.node_colours import BEST, UNKNOWN, WORST, ColourScale
from explorer.drawing.theme import FINALITY
from explorer.trace import Finality

# Machado, Oliveira and Fernandes (2009), severity 1: what protanopes, deuteranopes and tritanopes see, on linear RGB.
DICHROMATS = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
# Ottosson (2020): from linear RGB to cones, and from their cube roots to Oklab, in which distances are as seen.
CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
OKLAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
SEEN = 0.02  # just noticed in Oklab


def linear(colour: str) -> list[float]:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]


def luminance(colour: str) -> float:
    return sum(weight * channel for weight, channel in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def times(matrix: Sequence[Sequence[float]], vector: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def lightness_and_hue(colour: str, eye: str | None) -> list[float]:
    """A colour in Oklab, as an eye sees it."""
    rgb = linear(colour) if eye is None else [max(0.0, channel) for channel in times(DICHROMATS[eye], linear(colour))]
    return times(OKLAB, [cone ** (1 / 3) for cone in times(CONES, rgb)])


def distance(one: list[float], other: list[float]) -> float:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5


def test_the_left_half_is_the_lower_bound_and_the_right_half_the_upper():
    final, tentative = FINALITY[Finality.FINAL].left, FINALITY[Finality.TENTATIVE].left
    assert (FINALITY[Finality.LOWER].left, FINALITY[Finality.LOWER].right) == (final, tentative)
    assert (FINALITY[Finality.UPPER].left, FINALITY[Finality.UPPER].right) == (tentative, final)
    assert final.width > tentative.width
    assert not final.dash
    assert tentative.dash


@pytest.mark.parametrize("eye", [None, *DICHROMATS])
def test_good_bad_neutral_and_neighbouring_ranks_stay_apart_for_every_eye(eye: str | None):
    """Up to nine scores a side, however far apart the numbers are."""
    listed = [sign * 10**size for sign in (-1, 1) for size in range(9)]
    scale = ColourScale(listed)
    looks = [lightness_and_hue(scale.look(score).fill, eye) for score in sorted([0, *listed])]
    assert all(distance(one, other) > SEEN for one, other in pairwise(looks))
    assert all(distance(one, other) > 10 * SEEN for one, other in combinations([looks[0], looks[9], looks[-1]], 2))


@given(st.lists(worths, max_size=8), st.lists(st.none() | worths, max_size=8))
def test_the_text_in_a_node_can_be_read_on_its_fill(ranked: list, values: list):
    for look in map(ColourScale(ranked).look, values):
        assert contrast(look.fill, look.ink) >= 4.5  # in chips and tables it is small


def warmth(fill: str) -> int:
    """From vermilion through near-white to blue: the redder, the larger."""
    return int(fill[1:3], 16) - int(fill[5:7], 16)


@given(st.lists(scores, min_size=1, max_size=8), st.lists(worths, min_size=2, max_size=8, unique=True), st.booleans())
def test_fills_follow_the_order_of_the_scores(ranked: list, values: list, mirrored: bool):
    scale = ColourScale(ranked, mirrored=mirrored)
    looks = [scale.look(value) for value in sorted(values)]
    assert all(warmth(one.fill) >= warmth(other.fill) for one, other in pairwise(looks))


@given(st.lists(scores, min_size=1, max_size=8), scores)
def test_scores_off_the_scale_lie_between_their_neighbours_and_take_no_colour_from_others(ranked: list, worth):
    scale = ColourScale(ranked)
    before = {score: scale.look(score) for score in ranked}
    look = scale.look(worth)
    assert {score: ColourScale(ranked).look(score) for score in ranked} == before
    below = max((score for score in [*ranked, 0] if score <= worth), default=None)
    above = min((score for score in [*ranked, 0] if score >= worth), default=None)
    if below is not None and above is not None:
        assert warmth(scale.look(below).fill) >= warmth(look.fill) >= warmth(scale.look(above).fill)


@given(st.lists(scores, max_size=8), worths)
def test_a_mirrored_scale_gives_a_score_and_its_negative_the_same_strength(ranked: list, score):
    one, other = ColourScale(ranked, mirrored=True), ColourScale([-each for each in ranked], mirrored=True)
    assert one.look(score) == other.look(score)
    assert one.ends[0] == -one.ends[1]


@given(st.lists(scores, max_size=8), scores)
def test_zero_is_neutral_and_no_score_has_its_colour(ranked: list, score):
    scale = ColourScale(ranked)
    assert (scale.look(score).fill == scale.look(0).fill) == (score == 0)
    assert scale.look(None) == UNKNOWN
    assert UNKNOWN.fill not in {scale.look(0).fill, scale.look(score).fill}


def test_infinities_look_like_the_ends_and_the_last_scores_have_the_full_colour():
    scale = ColourScale([-4, Fraction(1, 3), 4])
    looks = [*map(scale.look, [float("-inf"), -4, Fraction(1, 3), 4, float("inf")])]
    assert looks[0].fill == looks[1].fill == WORST.fill
    assert looks[3].fill == looks[4].fill == BEST.fill
    assert [look.text for look in looks] == ["−∞", "−4", "1/3", "4", "∞"]
