"""Drawings lie side by side, as they are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from explorer.drawing.packing import box_of, packed

GAP = 50.0
blocks = st.lists(
    st.lists(st.tuples(st.integers(0, 500), st.integers(0, 500)), min_size=1, max_size=4), max_size=8
).map(lambda drawn: [{f"{b}.{k}": point for k, point in enumerate(points)} for b, points in enumerate(drawn)])


@given(blocks)
def test_drawings_keep_their_shape_and_a_gap_from_each_other(drawn):
    points = packed(drawn, gap=GAP)
    assert list(points) == [id for block in drawn for id in block]
    boxes = []
    for block in drawn:
        shifts = {(round(points[id][0] - x, 6), round(points[id][1] - y, 6)) for id, (x, y) in block.items()}
        assert len(shifts) == 1
        boxes.append(box_of([points[id] for id in block]))
    for number, (left, top, right, bottom) in enumerate(boxes):
        for other_left, other_top, other_right, other_bottom in boxes[:number]:
            across = max(left - other_right, other_left - right)
            down = max(top - other_bottom, other_top - bottom)
            assert max(across, down) >= GAP - 1e-6
