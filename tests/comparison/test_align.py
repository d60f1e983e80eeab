"""Two traces in lock-step: by step, by visit, and where they begin to differ."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import figure_1, game_graphs, thorough

from explorer.algorithms import trace
from explorer.comparison.align import AlignedBy, Alignment, align, alignment_ways
from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph
from explorer.trace import Trace
from explorer.trace.recording import Limits

PAIRS = [("depth-first", "memoised"), ("memoised-naive", "memoised")]


def visits(steps: Trace, step: int) -> int:
    return steps[step].counters["visits"]


@thorough
@given(game_graphs(max_inner=5, max_degree=3))
def test_by_visit_each_stands_at_the_first_step_of_its_nth_visit_or_waits_at_its_end(graph: GameGraph):
    for names in PAIRS:
        both = [trace(graph, name) for name in names]
        found = align(*both, AlignedBy.VISIT)
        totals = [visits(steps, len(steps) - 1) for steps in both]
        for steps, column in zip(both, (found.left, found.right), strict=True):
            assert column[0] == 0
            assert column[-1] == len(steps) - 1
            assert all(one <= other for one, other in pairwise(column))
            for number in range(1, max(totals) + 1):
                first = next((n for n in range(len(steps)) if visits(steps, n) >= number), len(steps) - 1)
                assert first in column
        moments = list(zip(found.left, found.right, strict=True))
        assert len(set(moments)) == len(moments)
        for one, other in moments[:-1]:
            made = visits(both[0], one), visits(both[1], other)
            ended = one == len(both[0]) - 1, other == len(both[1]) - 1
            assert made[0] == made[1] or any(ended)


@thorough
@given(game_graphs(max_inner=4, max_degree=3))
def test_by_step_the_shorter_one_waits_at_its_last_step(graph: GameGraph):
    left, right = trace(graph, "score-iteration"), trace(graph, "memoised")
    found = align(left, right, AlignedBy.STEP)
    assert len(found) == max(len(left), len(right))
    assert found.left == tuple(min(n, len(left) - 1) for n in range(len(found)))
    assert found.right == tuple(min(n, len(right) - 1) for n in range(len(found)))


@thorough
@given(game_graphs(max_inner=4, max_degree=3))
def test_a_difference_begins_where_a_node_gets_two_scores_that_it_had_not_before_or_the_visits_part(graph: GameGraph):
    left, right = trace(graph, "memoised-naive"), trace(graph, "memoised")
    for way in AlignedBy:
        found = align(left, right, way)
        assert set(found.differences) == expected_differences(left, right, found)


def expected_differences(left: Trace, right: Trace, found: Alignment) -> set[int]:
    starts: set[int] = set()
    apart, before = False, set()
    for moment, (one, other) in enumerate(zip(found.left, found.right, strict=True)):
        first, second = left.scores_at(one), right.scores_at(other)
        bounds = left.relations_at(one), right.relations_at(other)  # between a bound and a score is no contradiction
        both = [id for id in first if id in second and bounds[0].get(id) == bounds[1].get(id)]
        now = {(id, first[id], second[id]) for id in both if first[id] != second[id]}
        parted = deed(left, one) != deed(right, other)
        if now - before or (parted and not apart):
            starts.add(moment)
        apart, before = parted, now
    return starts


def deed(steps: Trace, number: int) -> tuple[str | None, str | None]:
    step = steps[number]
    role = step.activity.get(str(step.focus))
    return step.focus, role if role in {"hit", "back_link", "refused", "evaluated"} else None


def test_only_searches_are_aligned_by_visit():
    sweep, search = (trace(figure_1(), name) for name in ("score-iteration", "memoised"))
    assert alignment_ways(sweep, search) == [AlignedBy.STEP]
    assert alignment_ways(search, search) == [AlignedBy.STEP, AlignedBy.VISIT]
    with pytest.raises(OptionError, match="only searches count visits"):
        align(sweep, search, AlignedBy.VISIT)


@thorough
@given(game_graphs(max_inner=5, max_degree=3), st.integers(1, 12), st.sampled_from(AlignedBy))
def test_of_a_run_that_is_kept_in_part_no_difference_is_claimed_but_those_of_the_whole(
    graph: GameGraph, kept: int, by: AlignedBy
):
    for names in PAIRS:
        left, right = (trace(graph, name) for name in names)
        part = trace(graph, names[0], limits=Limits(steps=kept))
        whole, found = align(left, right, by), align(part, right, by)
        assert found.limit == (f"in the first {kept} steps" if kept < len(left) else "")
        seen = {(whole.left[moment], whole.right[moment]) for moment in whole.differences}
        last = len(found) - 1  # at which one of the two may stand in the middle of a visit
        assert {(found.left[moment], found.right[moment]) for moment in found.differences if moment < last} <= seen
        assert all(step < len(part) for step in found.left)


def test_bounds_that_differ_are_a_difference():
    graph = figure_1(1, 2)
    coarse, fine = trace(graph, "bounds"), trace(graph, "bounds", detail="node")
    assert align(coarse, fine, AlignedBy.STEP).differences
