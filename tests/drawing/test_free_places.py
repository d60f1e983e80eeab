"""The nearest free place is free, and near."""

from __future__ import annotations

import math
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from explorer.drawing.free_positions import FreePositions

points = st.tuples(st.floats(-300, 300), st.floats(-300, 300))


@given(st.lists(points, max_size=12), st.lists(points, max_size=12))
def test_places_are_apart_from_each_other_and_from_what_is_taken(taken, wished):
    found = FreePositions(taken, apart=50, step=(30, 30)).occupy(wished)
    assert len(found) == len(wished)
    assert all(math.dist(one, other) >= 50 for one, other in combinations(found, 2))
    assert all(math.dist(one, other) >= 50 for one in found for other in taken)


@given(st.lists(points, max_size=12), points)
def test_a_free_place_is_given_as_it_is_wished(taken, wished):
    places = FreePositions(taken, apart=50, step=(30, 30))
    rounded = round(wished[0], 1), round(wished[1], 1)
    if places.is_free(rounded):
        assert places.occupy([wished]) == [rounded]


def test_one_node_in_the_way_moves_a_wish_by_two_steps_at_most():
    (found,) = FreePositions([(0, 0)], apart=50, step=(30, 30)).occupy([(0, 0)])
    assert 50 <= math.dist(found, (0, 0)) <= 61
