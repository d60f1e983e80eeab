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
    for one, other in found["lines"]:
        assert one["x"] == other["x"] or one["y"] == other["y"]
    assert bool(found["lines"]) == any(
        abs(other[axis] - one[axis]) <= WITHIN for axis in "xy" for one in moving for other in resting
    )
