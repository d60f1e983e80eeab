"""The rows of a comparison: values, counts, and whether a value is right."""

from __future__ import annotations

import pytest
from hypothesis import given
from support.graphs import complete_digraph, example_7_1, figure_1, game, game_graphs, thorough
from support.oracle import scores_of
from support.textbook import algorithm_6_7, algorithm_7_2

from explorer.algorithms import trace
from explorer.comparison.compare import compare, counts_of, header, run
from explorer.comparison.contender import parse_contender, parse_contenders
from explorer.model.graph import GameGraph
from explorer.scenes.reference import load_reference
from explorer.trace.recording import Limits
from explorer.trace.run import Run

SEARCHES = "depth-first,memoised,memoised-naive"


@thorough
@given(game_graphs(max_inner=5, max_degree=3))
def test_values_and_counts_are_those_of_the_searches_as_the_sources_write_them(graph: GameGraph):
    plain, memo, naive = compare(graph, parse_contenders(SEARCHES)).rows
    truth = scores_of(graph)[str(graph.root)]
    assert (plain.value, plain.visits, plain.right) == (truth, algorithm_6_7(graph).visits, True)
    assert (memo.value, memo.visits, memo.right) == (truth, algorithm_7_2(graph).visits, True)
    written = algorithm_7_2(graph, naive=True)
    assert (naive.value, naive.visits, naive.right) == (written.value, written.visits, written.value == truth)


@thorough
@given(game_graphs(max_inner=5, max_degree=3))
def test_counts_are_those_of_the_recorded_steps(graph: GameGraph):
    for contender in parse_contenders(SEARCHES):
        row, steps = run(graph, contender).row, trace(graph, contender.algorithm)
        ends = [step for step in steps if {"EVALUATED", "BACK_LINK"} & {role.name for role in step.activity.values()}]
        assert (row.steps, row.leaves) == (len(steps), len(ends))
        assert row.depth == max((len(step.path) - 1 for step in steps if step.path), default=None)


def test_each_is_right_by_what_endless_play_is_worth_to_it():
    rows = compare(game("a", a="max a"), parse_contenders("score-iteration,score-iteration:endless=-3,bounds")).rows
    assert [(row.value, row.right) for row in rows] == [(0, True), (-3, True), (0, True)]


def test_one_that_cannot_run_says_why_and_the_others_run():
    graph = figure_1()
    refused, counted = compare(graph, parse_contenders("witness:node=nobody,memoised")).rows
    assert "nobody" in refused.failure
    assert refused.visits is None
    assert counted.right


def test_a_run_past_the_limit_has_counts_and_no_value():
    row = run(example_7_1(1, 2), parse_contender("memoised"), limits=Limits(steps=1, run=7)).row
    assert (row.steps, row.value, row.right) == (7, None, None)
    assert row.visits is not None
    assert "stopped after 7 steps" in row.failure


def test_messages_stand_beside_sweeps_and_the_bounds_that_the_solver_settles():
    graph = example_7_1(1, 2)
    contenders = "distributed, distributed:mode=asynchronous, score-iteration, retrograde"
    rounds, messages, sweeps, solver = compare(graph, contenders).rows
    result = trace(graph, "distributed").result
    assert (rounds.sweeps, rounds.messages, rounds.control) == tuple(
        result[key] for key in ("rounds", "messages", "control")
    )
    assert rounds.messages == result["rounds"] * len(graph.moves) > messages.messages
    assert (sweeps.sweeps, sweeps.messages) == (trace(graph, "score-iteration").result["steps"] + 1, None)
    assert (solver.settled, solver.sweeps) == (2 * len(graph.nodes), None)
    assert counts_of([rounds, solver])[6:] == ("sweeps", "messages", "control", "settled")
    assert len(counts_of([run(graph, parse_contender("memoised")).row])) == 6


def test_the_table_as_text_and_as_json_says_the_same():
    found = compare(example_7_1(1, 2), parse_contenders("score-iteration:endless=1,memoised-naive"))
    assert found.to_json()["rows"][0]["options"] == {"endless": "1"}
    for row in found.rows:
        data = row.to_json()
        texts = dict(zip(header(counts_of(found.rows)), row.cells(counts_of(found.rows)), strict=True))
        assert texts["algorithm"] == data["notation"]
        assert texts["correct"] == ("yes" if data["right"] else "no")
        for name in counts_of(found.rows):
            assert texts[name] == ("" if data[name] is None else str(data[name]))


def test_the_frame_of_a_comparison_has_its_rows_with_whole_counts():
    found = compare("sample:figure-1", "minimax, kernel, bounds")
    frame = found.frame()
    assert list(frame["algorithm"]) == ["minimax", "kernel", "bounds"]
    assert list(frame["value"]) == [row.value for row in found.rows]
    assert [str(frame[name].dtype) for name in ("correct", "visits", "steps")] == ["boolean", "Int64", "Int64"]
    assert (frame["visits"][0], frame["visits"].isna().tolist()) == (found.rows[0].visits, [False, True, True])
    assert frame["failure"][1] == found.rows[1].failure
    assert found._repr_html_().count("<tr") == 4


@pytest.mark.parametrize("algorithm", ["minimax", "depth-first"])
def test_a_search_of_more_paths_than_its_limit_says_so_without_a_run(algorithm: str):
    graph = complete_digraph(30)  # with more than 10³⁰ paths
    row, other = compare(graph, [algorithm, "score-iteration"]).rows
    assert (row.value, row.steps) == (None, 0)
    assert "it searches every path, and there are more than 30,000,000" in row.failure
    assert other.right


def test_the_first_steps_of_such_a_search_are_recorded_all_the_same():
    made = run(complete_digraph(30), parse_contender("minimax"), limits=Limits(steps=50, run=1_000_000))
    assert made.trace is not None
    assert len(made.trace) == made.row.steps == 50
    assert "more than 1,000,000" in made.row.failure


def test_a_run_that_the_user_stops_has_the_counts_so_far():
    runs: list[Run] = []
    graph = load_reference("game:random?nodes=2000").graph
    stopped, small = compare(
        graph, "memoised, score-iteration", progress=lambda steps: steps >= 5_000, observe=runs.append
    ).rows
    assert (stopped.steps, stopped.value) == (5_000, None)
    assert stopped.visits == runs[0].counts.counters["visits"] > 1_000
    assert "stopped after 5,000 steps, as you asked" in stopped.failure
    assert small.right
