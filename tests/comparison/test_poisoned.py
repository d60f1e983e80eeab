"""The first wrong value of the naive memo, against the oracle."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import example_7_1, figure_1, game_graphs, thorough
from support.oracle import scores_of
from support.textbook import algorithm_7_2

from explorer.algorithms import trace
from explorer.comparison.poisoned import answers_wrong, poisoned, run_around, stores_wrong, strongest_predicate
from explorer.model.errors import LimitError
from explorer.model.graph import GameGraph
from explorer.trace import Activity
from explorer.trace.recording import Limits


@thorough
@given(game_graphs(max_inner=6, max_degree=3))
def test_the_value_is_really_wrong_and_really_the_first(graph: GameGraph):
    truth, steps = scores_of(graph), trace(graph, "memoised-naive")
    stored = [
        (number, str(step.focus), step.scores[str(step.focus)])
        for number, step in enumerate(steps)
        if {Activity.STORED, Activity.EVALUATED} & set(step.activity.values()) or step.line == 9
        if str(step.focus) in step.scores
    ]
    wrong = [each for each in stored if each[2] != truth[each[1]]]
    found = poisoned(graph, to_end=True)
    assert (found is None) == (not wrong)
    if found is not None:
        assert (found.step, found.node, found.stored) == wrong[0]
        assert found.truth == truth[found.node]
        assert (found.value, found.score) == (algorithm_7_2(graph, naive=True).value, truth[str(graph.root)])


@thorough
@given(game_graphs(max_inner=6, max_degree=3))
def test_the_path_leads_from_the_root_to_the_node_along_moves(graph: GameGraph):
    found = poisoned(graph)
    if found is not None:
        assert (found.path[0], found.path[-1]) == (graph.root, found.node)
        assert set(pairwise(found.path)) <= set(graph.moves)


@thorough
@given(game_graphs(max_inner=6, max_degree=3))
def test_a_wrong_value_is_used_after_it_was_stored(graph: GameGraph):
    found = poisoned(graph, to_end=True)
    if found is not None and found.used is not None:
        assert found.used.step > found.step
        assert "is in the memo" in found.used.caption
        assert "Wrong" in found.used.caption
        used = [
            n for n, step in enumerate(found.trace) if "in the memo with" in step.caption and "Wrong" in step.caption
        ]
        assert used[0] == found.used.step


@thorough
@given(game_graphs(max_inner=5, max_degree=3))
def test_the_predicates_say_what_the_oracle_says(graph: GameGraph):
    truth, naive = scores_of(graph), algorithm_7_2(graph, naive=True)
    assert answers_wrong(graph) == (naive.value != truth[str(graph.root)])
    assert stores_wrong(graph) == (poisoned(graph) is not None)
    assert stores_wrong(graph) or not answers_wrong(graph)


def test_example_7_1():
    found = poisoned(example_7_1(1, 2), to_end=True)
    assert found is not None
    assert (found.node, found.stored, found.truth) == ("c", 0, 1)
    assert found.path == ("r", "a", "c")
    assert found.used is not None
    assert found.used.path == ("r", "e", "c")
    assert (found.value, found.score, found.is_answer_wrong) == (0, 1, True)
    assert strongest_predicate(found)(example_7_1(1, 2))
    assert not strongest_predicate(found)(figure_1(1, 2))  # stores a wrong value, but its root is right


@thorough
@given(game_graphs(max_inner=6, max_degree=3), st.integers(1, 9))
def test_how_much_is_kept_makes_no_difference_to_what_is_found(graph: GameGraph, kept: int):
    whole, found = poisoned(graph, to_end=True), poisoned(graph, to_end=True, limits=Limits(steps=kept))
    assert (whole is None) == (found is None)
    if whole is None or found is None:
        return
    assert replace(found, trace=whole.trace) == whole
    for step in (whole.step, *([whole.used.step] if whole.used else [])):
        shown = run_around(found, step, limits=Limits(steps=kept))
        assert shown[step - shown.first].caption == whole.trace[step].caption


def test_of_a_run_that_was_stopped_nothing_is_claimed():
    graph = example_7_1(1, 2)
    with pytest.raises(LimitError, match="in the first 5 steps; there the run was stopped"):
        poisoned(graph, limits=Limits(run=5))
    cut = poisoned(graph, to_end=True, limits=Limits(run=11))
    assert cut is not None
    assert (cut.is_finished, cut.value, cut.is_answer_wrong, cut.steps) == (False, None, False, 11)


@thorough
@given(game_graphs(max_inner=6, max_degree=3))
def test_the_run_stops_at_the_first_wrong_value(graph: GameGraph):
    found, whole = poisoned(graph), poisoned(graph, to_end=True)
    assert (found is None) == (whole is None)
    if found is not None and whole is not None:
        assert (found.steps, len(found.trace), found.used, found.value) == (found.step + 1, found.step + 1, None, None)
        assert (found.step, found.node, found.caption) == (whole.step, whole.node, whole.caption)
