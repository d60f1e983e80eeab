"""Boxes in cells: what is near a box, and which lines run through it."""

from __future__ import annotations

from typing import Any

from frontend.conftest import Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

NEAR = """([size, boxes, wanted]) => {
  const cells = new $cells.Cells(size);
  boxes.forEach((box, number) => cells.add(box, number));
  return wanted.map(box => cells.near(box));
}"""
CROSSES = "([start, stop, box]) => $cells.crosses(start, stop, box)"

lengths = st.integers(0, 120)
places = st.tuples(st.integers(-300, 300), st.integers(-300, 300))


@st.composite
def boxes(draw: st.DrawFn) -> dict[str, int]:
    left, top = draw(places)
    return {"left": left, "right": left + draw(lengths), "top": top, "bottom": top + draw(lengths)}


def share(one: dict[str, int], other: dict[str, int]) -> bool:
    across = one["left"] < other["right"] and other["left"] < one["right"]
    return across and one["top"] < other["bottom"] and other["top"] < one["bottom"]


@examples(200)
@given(st.integers(20, 200), st.lists(boxes(), max_size=12), st.lists(boxes(), max_size=4))
def test_what_is_near_a_box_is_what_shares_more_than_an_edge_with_it_each_once(
    run: Run, size: int, added: list[dict[str, int]], wanted: list[dict[str, int]]
) -> None:
    for box, found in zip(wanted, run(NEAR, [size, added, wanted]), strict=True):
        assert sorted(found) == [number for number, each in enumerate(added) if share(box, each)]


@examples(300)
@given(places, places, boxes())
def test_a_line_runs_through_a_box_if_a_side_or_an_end_does(run: Run, start: Any, stop: Any, box: Any) -> None:
    """Exact, in whole numbers: an end within the box, or a line that has corners on both sides, and reaches it."""
    left, right, top, bottom = box["left"], box["right"], box["top"], box["bottom"]
    apart = max(start[0], stop[0]) < left or min(start[0], stop[0]) > right
    apart = apart or max(start[1], stop[1]) < top or min(start[1], stop[1]) > bottom
    sides = [
        (stop[0] - start[0]) * (y - start[1]) - (stop[1] - start[1]) * (x - start[0])
        for x in (left, right)
        for y in (top, bottom)
    ]
    assert run(CROSSES, [start, stop, box]) == (not apart and min(sides) <= 0 <= max(sides))
