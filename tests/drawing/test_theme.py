"""What a look must do: tell roles apart without colour, and scores apart for every eye."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import scores, worths

from explorer.drawing.node_colours import fill, fills
from explorer.drawing.theme import (
    ACTIVITY,
    COPIES,
    DARK,
    FINALITY,
    LIGHT,
    MARKS,
    SHAPES,
    SIGNS,
    as_data,
    finality_words,
)
from explorer.model.graph import Kind
from explorer.trace import Activity, Finality
from explorer.unwinding import Role

# Viénot, Brettel and Mollon (1999): what a protanope and a deuteranope see, on linear RGB.
DICHROMATS = {
    "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


def linear(colour: str) -> list[float]:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]


def luminance(colour: str) -> float:
    return sum(weight * channel for weight, channel in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def seen(colour: str, matrix: tuple[tuple[float, ...], ...]) -> list[float]:
    rgb = linear(colour)
    return [max(0.0, sum(a * b for a, b in zip(row, rgb, strict=True))) ** (1 / 2.4) for row in matrix]


def distance(one: list[float], other: list[float]) -> float:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5


def test_every_role_has_a_look_and_a_meaning():
    assert set(FINALITY) == set(Finality)
    assert set(SHAPES) == set(Kind)
    assert set(ACTIVITY) == set(Activity)
    assert set(COPIES) <= set(Role)
    meanings = [finality_words(role) for role in FINALITY]
    meanings += [text for _, text in [*SHAPES.values(), *ACTIVITY.values(), *MARKS.values(), *COPIES.values()]]
    assert all(meanings)
    assert len(set(meanings)) == len(meanings)


def test_one_swatch_means_one_thing():
    """What is done to a node is never marked like the path, nor is what was played; that it changed can be seen on both
    pages."""
    along = [MARKS[name][0] for name in ("path", "move", "endless", "selected", "problem", "played")]
    done = [colour for colour, _ in ACTIVITY.values()]
    assert len({*along, *done}) == len(along) + len(done)
    assert len(set(SIGNS.values())) == len(SIGNS)
    colour, _ = ACTIVITY[Activity.CHANGED]
    visible = (colour, MARKS["played"][0])
    assert all(contrast(each, page.paper) >= 3 for each in visible for page in (LIGHT, DARK))
    assert contrast(colour, "#ffffff") >= 4.5  # of the sign in it


def test_the_legend_begins_with_the_names_that_are_used_everywhere():
    data = as_data()["finality"]
    for role in Finality:
        look = data[role.name.lower()]
        assert look["name"] == role.words
        assert look["meaning"].startswith(f"{role.words}: ")
        assert look["of_bounds"].startswith(f"{role.words}: ")


def test_finalities_differ_without_colour():
    """In width or dash pattern of one half at least, so that they read in grey."""
    drawn = {
        role: ((look.left.width, look.left.dash), (look.right.width, look.right.dash))
        for role, look in FINALITY.items()
    }
    assert len(set(drawn.values())) == len(drawn)


def test_the_left_half_is_the_lower_bound_and_the_right_half_the_upper():
    final, tentative = FINALITY[Finality.FINAL].left, FINALITY[Finality.TENTATIVE].left
    assert (FINALITY[Finality.LOWER].left, FINALITY[Finality.LOWER].right) == (final, tentative)
    assert (FINALITY[Finality.UPPER].left, FINALITY[Finality.UPPER].right) == (tentative, final)
    assert final.width > tentative.width
    assert not final.dash
    assert tentative.dash


def test_max_min_leaf_and_open_nodes_have_shapes_of_their_own():
    minimax = [SHAPES[kind][0] for kind in (Kind.MAX, Kind.MIN, Kind.LEAF, Kind.OPEN)]
    negamax = [SHAPES[kind][0] for kind in (Kind.MOVER, Kind.LEAF, Kind.OPEN)]
    assert len(set(minimax)) == 4
    assert len(set(negamax)) == 3


@pytest.mark.parametrize("eye", DICHROMATS)
def test_good_bad_and_neutral_stay_apart_for_colour_blind_eyes(eye: str):
    looks = [seen(fill(score, 1.0).fill, DICHROMATS[eye]) for score in (-1, 0, 1)]
    assert all(distance(one, other) > 0.25 for one, other in combinations(looks, 2))


@given(st.lists(st.none() | worths, max_size=8))
def test_the_text_in_a_node_can_be_read_on_its_fill(values: list):
    for look in fills(values):
        assert contrast(look.fill, look.ink) >= 4.5  # in chips and tables it is small


@given(st.lists(scores, min_size=1, max_size=8, unique=True))
def test_fills_follow_the_order_of_the_scores(values: list):
    """From vermilion through near-white to blue: the redder, the lower."""
    looks = dict(zip(values, fills(values), strict=True))
    warmth = [int(looks[v].fill[1:3], 16) - int(looks[v].fill[5:7], 16) for v in sorted(values)]
    assert all(before >= after for before, after in pairwise(warmth))


@given(scores, st.floats(0.1, 100))
def test_zero_is_neutral_and_no_score_has_its_colour(score, largest: float):
    assert (fill(score, largest).fill == fill(0, largest).fill) == (score == 0)
    assert fill(None, largest).fill not in {fill(0, largest).fill, fill(score, largest).fill}
    assert fill(None, largest).text == "?"


def test_infinities_look_like_the_ends_and_the_largest_score_has_the_full_colour():
    looks = fills([float("-inf"), -4, Fraction(1, 3), 4, float("inf")])
    assert looks[0].fill == looks[1].fill
    assert looks[3].fill == looks[4].fill
    assert [look.text for look in looks] == ["−∞", "−4", "1/3", "4", "∞"]


def test_a_graph_without_scores_or_with_zeros_alone_has_looks():
    assert [look.text for look in fills([None, 0])] == ["?", "0"]
    assert fills([]) == []


def test_the_browser_gets_every_role_by_name():
    data = json.loads(json.dumps(as_data(), allow_nan=False))
    assert set(data["finality"]) == {role.name.lower() for role in Finality}
    assert data["roles"] == [role.name.lower() for role in Finality]
    assert set(data["shapes"]) == set(map(str, Kind))
    assert set(data["activity"]) == set(map(str, Activity))
    assert set(data["marks"]) >= {"path", "move", "back", "selected", "copies", "problem"}


@pytest.mark.parametrize("background", ["#ffffff", "#14171c"])
def test_rings_stand_out_from_the_page_in_light_and_dark(background: str):
    for look in FINALITY.values():
        for ring in (look.left, look.right):
            colour = ring.light if background == "#ffffff" else ring.dark
            assert contrast(colour, background) >= 2.5
