from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import thorough

from explorer.expansion.hitting_set import Work, elements, smallest_hitting_set
from explorer.model.errors import LimitError

SIZE = 7

families = st.lists(st.sets(st.integers(0, SIZE - 1), max_size=4), max_size=8)
pairings = st.sampled_from([{}, {0: 1, 1: 0}, {0: 1, 1: 0, 2: 3, 3: 2, 4: 5, 5: 4}])


def mask(members: set[int]) -> int:
    return sum(1 << member for member in members)


def size_by_brute_force(family: list[set[int]], partner: dict[int, int]) -> int | None:
    for size in range(SIZE + 1):
        for chosen in map(set, combinations(range(SIZE), size)):
            if all(chosen & each for each in family) and not any(partner.get(member) in chosen for member in chosen):
                return size
    return None


@thorough
@given(families, pairings)
def test_the_set_meets_all_and_is_as_small_as_brute_force_finds(family: list[set[int]], partner: dict[int, int]):
    found = smallest_hitting_set([mask(each) for each in family], partner=partner)
    best = size_by_brute_force(family, partner)
    if found is None:
        assert best is None
        return
    chosen = set(elements(found))
    assert len(chosen) == best
    assert all(chosen & each for each in family)
    assert not any(partner.get(member) in chosen for member in chosen)


def test_an_empty_family_needs_nothing_and_an_empty_set_cannot_be_met():
    assert smallest_hitting_set([]) == 0
    assert smallest_hitting_set([0b11, 0]) is None


def test_past_the_work_it_stops_with_a_sentence():
    with pytest.raises(LimitError, match="limit of work"):
        smallest_hitting_set([0b11, 0b110, 0b101], work=Work(3))
