from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game_graphs, long_path, thorough, worths
from support.oracle import median, scores_by_strategies, scores_of

from explorer.algorithms import trace
from explorer.algorithms.fixpoints.bounds import LOWERS, PSEUDOCODE, STABLE, START, UPPERS
from explorer.expansion.exact import exact_finality
from explorer.games.samples import load_sample, sample_names
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score, parse_endless
from explorer.trace import Finality, Trace
from explorer.trace.recording import Limits

ANYTHING = (-math.inf, math.inf)

# ---- the bounds


@thorough
@given(game_graphs(max_open=2), worths)
def test_the_bounds_and_the_scores_between_them_are_those_of_the_oracle(graph: GameGraph, endless: Score):
    found = trace(graph, "bounds", endless=endless).result
    assert found["lower"] == scores_of(graph, -math.inf)
    assert found["upper"] == scores_of(graph, math.inf)
    assert found["scores"] == scores_of(graph, endless)


@thorough
@given(game_graphs(max_open=1, max_inner=3, max_degree=3), worths)
def test_the_score_is_the_median_of_lower_endless_and_upper_whatever_strategies_there_are(
    graph: GameGraph, endless: Score
):
    found = trace(graph, "bounds").result
    pairs = zip(found["lower"].values(), found["upper"].values(), strict=True)
    middle = [median(lower, endless, upper) for lower, upper in pairs]
    assert middle == list(scores_by_strategies(graph, endless).values())


@thorough
@given(game_graphs(max_open=2))
def test_lower_bounds_never_fall_upper_bounds_never_rise_and_they_never_cross(graph: GameGraph):
    run = trace(graph, "bounds")
    for number in range(len(run)):
        for id, (lower, upper) in run.bounds_at(number).items():
            before = run.bounds_at(max(0, number - 1))[id]
            assert before[0] <= lower <= upper <= before[1]


@thorough
@given(game_graphs(max_open=2))
def test_only_leaves_are_known_at_first_and_open_nodes_never(graph: GameGraph):
    run = trace(graph, "bounds")
    for node in graph.nodes:
        assert run.bounds_at(0)[node.id] == (ANYTHING if node.score is None else (node.score, node.score))
        if node.kind is Kind.OPEN:
            assert run.bounds_at(len(run) - 1)[node.id] == ANYTHING


@thorough
@given(game_graphs(max_open=2))
def test_steps_counts_the_sweeps_that_change_something(graph: GameGraph):
    run = trace(graph, "bounds")
    assert len(run) == run.result["steps"] + 2
    assert all(run.bounds_at(n) != run.bounds_at(n - 1) for n in range(1, len(run) - 1))
    last = len(run) - 1
    assert run.bounds_at(last) == run.bounds_at(last - 1)


@pytest.mark.parametrize("name", sample_names())
def test_the_bounds_of_every_sample(name: str):
    graph = load_sample(name)
    found = trace(graph, "bounds").result
    for side in ("lower", "upper", "scores"):
        assert found[side] == {id: parse_endless(score) for id, score in graph.expected[side].items()}


@pytest.mark.large
def test_a_long_path_is_capped_politely():
    run = trace(long_path(2_000), "bounds", limits=Limits(changes=1_000))
    assert run.result["lower"]["v0"] == 1
    assert run.left_out.endswith("The result is of the whole run.")


# ---- finality


@thorough
@given(game_graphs(max_open=2))
def test_before_rest_bounds_are_final_where_they_are_equal_and_at_rest_where_no_open_node_moves_them(graph: GameGraph):
    run = trace(graph, "bounds")
    for number in range(len(run) - 1):
        roles = run.finality_at(number)
        for id, (lower, upper) in run.bounds_at(number).items():
            assert roles[id] is (Finality.FINAL if lower == upper else Finality.TENTATIVE)
    assert tuple(run.finality_at(len(run) - 1).values()) == exact_finality(graph).roles()


# ---- the trace


def same_at_sweep_ends(sweeps: Trace, nodes: Trace) -> bool:
    last_of = {step.counters["n"]: number for number, step in enumerate(nodes)}
    return all(
        sweeps.bounds_at(n) == nodes.bounds_at(last_of[n])
        and sweeps.finality_at(n) == nodes.finality_at(last_of[n])
        and sweeps[n].counters == nodes[last_of[n]].counters
        for n in range(len(sweeps))
    )


@thorough
@given(game_graphs(max_open=1), worths)
def test_a_step_a_node_shows_the_same_sweeps(graph: GameGraph, endless: Score):
    sweeps, nodes = (trace(graph, "bounds", endless=endless, detail=detail) for detail in ("sweep", "node"))
    assert sweeps.result == nodes.result
    assert same_at_sweep_ends(sweeps, nodes)
    for before, step in pairwise(nodes):
        if step.counters["n"] == before.counters["n"]:
            assert step.counters["changed"] == before.counters["changed"] + len(step.bounds)


@thorough
@given(game_graphs(max_open=1), st.sampled_from(["sweep", "node"]))
def test_a_step_holds_what_changes_and_its_line_says_which_bound(graph: GameGraph, detail: str):
    run = trace(graph, "bounds", detail=detail)
    for number in range(1, len(run) - 1):
        step, before = run[number], run.bounds_at(number - 1)
        assert all(before[id] != pair for id, pair in step.bounds.items())
        raised = any(before[id][0] != pair[0] for id, pair in step.bounds.items())
        assert step.line == (LOWERS if raised or not step.bounds else UPPERS)
        for id in list(step.bounds)[:3]:
            assert f"({id}) = " in step.caption


def test_lines_say_what_a_step_does():
    assert "−∞" in PSEUDOCODE[START - 1]
    assert PSEUDOCODE[LOWERS - 1].strip().startswith("lower(p)")
    assert PSEUDOCODE[UPPERS - 1].strip().startswith("upper(p)")
    assert PSEUDOCODE[STABLE - 1].startswith("the score is the value of endless play")


def captions(name: str, **options: str) -> list[str]:
    return [step.caption for step in trace(load_sample(name), "bounds", **options)]


def test_figure_1_as_text():
    assert captions("figure-1") == [
        "The lower and upper bounds of every leaf are its score; all other nodes start at [−∞, ∞].",
        (
            "Sweep 1: 2 nodes change: lower₁(a) = max{lower₀(b), lower₀(c)} = max{1, −∞} = 1 (was −∞); "
            "upper₁(c) = min{upper₀(d), upper₀(a)} = min{2, ∞} = 2 (was ∞)."
        ),
        (
            "Sweep 2: 2 nodes change: upper₂(a) = max{upper₁(b), upper₁(c)} = max{1, 2} = 2 (was ∞); lower₂(c) "
            "= min{lower₁(d), lower₁(a)} = min{2, 1} = 1 (was −∞)."
        ),
        (
            "The bounds are stable after 2 sweeps. 2 of 4 scores depend on the value of endless play; with the "
            "value 0: score(a) = 1 in [1, 2]; score(c) = 1 in [1, 2]."
        ),
    ]


def test_the_half_final_loop_tells_of_open_nodes():
    first, *_, last = captions("negamax-half-final", endless="3/2")
    assert first.endswith("[−∞, ∞]. 2 open nodes keep these bounds and are shown as ?.")
    assert last == (
        "The bounds are stable after 2 sweeps. 3 of 6 scores depend on the value of endless play and on open nodes; "
        "with the value 3/2: score(A) = 3/2 in [1, 2]; score(B) = −1 in [−2, −1]; score(C) = 3/2 in [−2, ∞]. 8 bounds "
        "may still change when open nodes are expanded."
    )


def test_node_by_node_both_bounds_are_explained_where_nothing_changes():
    texts = captions("negamax-loop", detail="node")
    assert texts[1] == "Sweep 1: lower₁(A) = max{−upper₀(1), −upper₀(B)} = max{−1, −∞} = −1 (was −∞)."
    assert "No score depends on the value of endless play." in captions("negamax-tree")[-1]
    still = captions("negamax-half-final", detail="node")
    assert any(" and upper" in text and text.endswith(", as before.") for text in still)
