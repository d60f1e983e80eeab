"""The shapes of nodes: outline by kind, one clean ring of two halves, signs where names keep away."""

from __future__ import annotations

import math
from typing import Any

import pytest
from frontend.conftest import Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

from explorer.drawing.theme import FINALITY, LIGHT, SHAPES, Ring
from explorer.trace import Finality

GLYPH = "([look, paint]) => $glyph.glyph(look, paint)"
REACH = """([radius, turn, shapes]) =>
  shapes.map(shape => [$glyph.reach(shape, radius, turn), ...$glyph.corners(shape, radius)])"""
OUTLINES = sorted({shape for shape, _ in SHAPES.values()})
FILL = "#123456"
PAINT = {"dark": False, "paper": LIGHT.paper, "ink": LIGHT.ink}


def ring(ring: Ring) -> dict[str, Any]:
    return {"light": ring.light, "dark": ring.dark, "width": ring.width, "dash": list(ring.dash)}


def glyph(run: Run, shape: str, role: Finality = Finality.FINAL, **changes: Any) -> list[dict[str, Any]]:
    sides = {"left": ring(FINALITY[role].left), "right": ring(FINALITY[role].right)}
    look = {"shape": shape, "fill": FILL, "ink": "#ffffff", "text": "1", **sides, **changes}
    shapes: list[dict[str, Any]] = run(GLYPH, [look, PAINT])
    return shapes


def way_around(shape: dict[str, Any]) -> float:
    if shape["is"] == "circle":
        return float(2 * math.pi * shape["radius"])
    points = shape["points"]
    return sum(math.dist(one, other) for one, other in zip(points, [*points[1:], points[0]], strict=True))


@pytest.mark.parametrize("shape", OUTLINES)
@pytest.mark.parametrize("role", [role for role in Finality if FINALITY[role].left == FINALITY[role].right])
def test_a_ring_of_two_alike_halves_is_one_closed_outline_into_which_its_dashes_fit(run: Run, shape: str, role):
    look = FINALITY[role].left
    (outline,) = [each for each in glyph(run, shape, role) if (each.get("stroke") or {}).get("colour") == look.light]
    assert outline["is"] == ("circle" if shape == "circle" else "polygon")
    dash = outline["stroke"].get("dash")
    assert bool(dash) == bool(look.dash)
    if dash:
        periods = way_around(outline) / sum(dash)
        assert periods == pytest.approx(round(periods))
        assert dash == pytest.approx(look.dash, rel=0.15)


@pytest.mark.parametrize("shape", OUTLINES)
@pytest.mark.parametrize(("role", "side"), [(Finality.LOWER, -1), (Finality.UPPER, 1)])
def test_the_final_half_is_solid_up_to_its_corners_at_its_own_side(run: Run, shape: str, role: Finality, side: int):
    """The lower bound has the left half; a half with corners is an area, whose corners no pen cuts off."""
    final = FINALITY[Finality.FINAL].left.light
    drawn = glyph(run, shape, role)
    (half,) = [each for each in drawn if final in (each.get("fill"), (each.get("stroke") or {}).get("colour"))]
    points = half["points"] if half["is"] == "polygon" else [half["start"], *(bend[2] for bend in half["bends"])]
    assert half["is"] == ("curve" if shape == "circle" else "polygon")
    assert all(side * x > -1e-9 for x, _ in points)
    dashed = [each for each in drawn if each["is"] in ("line", "curve") and each["stroke"].get("dash")]
    assert len(dashed) == 1


@examples(100)
@given(st.floats(1, 100), st.floats(-math.pi, math.pi))
def test_no_outline_is_farther_than_its_corners_nor_nearer_than_its_sides(run: Run, radius: float, direction: float):
    for far, *corners in run(REACH, [radius, direction, OUTLINES]):
        most = max((math.hypot(*corner) for corner in corners), default=radius)
        assert 0.7 * radius < far <= most + 1e-6


def test_long_numbers_are_small_and_longer_ones_are_cut(run: Run):
    def letters(*bounds: str) -> list[tuple[str, float]]:
        shapes = glyph(run, "circle", bounds=bounds)
        return [(each["text"], each["size"]) for each in shapes if each["is"] == "text"]

    sizes = [letters(*bounds)[0][1] for bounds in (("1", "2"), ("−10", "2"), ("1", "16/3"), ("−100/3", "1"))]
    assert sizes == sorted(sizes, reverse=True)
    assert letters("123456789", "1")[0][0] == "123456…"


def test_what_was_cut_off_is_mostly_paper(run: Run):
    for each in glyph(run, "square", pale=True):
        for colour in (each.get("fill"), each.get("colour"), (each.get("stroke") or {}).get("colour")):
            assert colour is None or min(int(colour[at : at + 2], 16) for at in (1, 3, 5)) > 150
