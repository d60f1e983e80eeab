"""Alignment of dragged nodes: the nearest row and column of others, and lines that show it."""

from __future__ import annotations

from frontend.conftest import Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

places = st.builds(dict, x=st.integers(-30, 30), y=st.integers(-30, 30))
WITHIN = 6


def alignment(run: Run, moving: list[dict], resting: list[dict]) -> dict:
    return run("given => $guides.alignment(...given)", [moving, resting, WITHIN])


@examples(60)
@given(st.lists(places, min_size=1, max_size=3), st.lists(places, max_size=4))
def test_nodes_snap_to_the_nearest_row_and_column_and_no_farther_than_that(run: Run, moving, resting):
    found = alignment(run, moving, resting)
    for axis, step in (("x", found["dx"]), ("y", found["dy"])):
        gaps = [other[axis] - one[axis] for one in moving for other in resting]
        near = min(map(abs, gaps), default=WITHIN + 1)
        assert (step in gaps and abs(step) == near) if near <= WITHIN else step == 0


@examples(60)
@given(st.lists(places, min_size=1, max_size=3), st.lists(places, max_size=4))
def test_every_line_is_level_or_upright_and_leads_to_a_node_that_rests(run: Run, moving, resting):
    found = alignment(run, moving, resting)
    moved = [{"x": one["x"] + found["dx"], "y": one["y"] + found["dy"]} for one in moving]
    for start, end in found["lines"]:
        assert start["x"] == end["x"] or start["y"] == end["y"]
        assert all(each in moved + resting for each in (start, end))
    assert bool(found["lines"]) == any(
        one[axis] == other[axis]
        for one in moved
        for other in resting
        for axis in "xy"
        if any(abs(before[axis] - rest[axis]) <= WITHIN for before in moving for rest in resting)
    )
