from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game_graphs, thorough, worths
from support.oracle import scores_of

from explorer.algorithms import trace
from explorer.algorithms.fixpoints.bounds import LOWERS, UPPERS
from explorer.expansion.exact import exact_finality
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.trace import Finality

# ---- the bounds


@thorough
@given(game_graphs(max_open=2), worths)
def test_the_bounds_and_the_scores_between_them_are_those_of_the_oracle(graph: GameGraph, endless: Score):
    found = trace(graph, "bounds", endless=endless).result
    assert found["lower"] == scores_of(graph, -math.inf)
    assert found["upper"] == scores_of(graph, math.inf)
    assert found["scores"] == scores_of(graph, endless)


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
def test_steps_counts_the_sweeps_that_change_something(graph: GameGraph):
    run = trace(graph, "bounds")
    assert len(run) == run.result["steps"] + 2
    assert all(run.bounds_at(n) != run.bounds_at(n - 1) for n in range(1, len(run) - 1))
    last = len(run) - 1
    assert run.bounds_at(last) == run.bounds_at(last - 1)


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


@thorough
@given(
    st.sampled_from(["bounds", "score-iteration"]), st.sampled_from(["sweep", "node"]), game_graphs(max_open=1), worths
)
def test_a_step_counts_its_sweep_and_the_nodes_that_this_has_changed(
    name: str, detail: str, graph: GameGraph, endless: Score
):
    run = trace(graph, name, detail=detail, endless=endless)
    known = run.bounds_at if run.has_bounds else run.scores_at
    before, sweep = known(0), 0
    for number in range(1, len(run)):
        counters = run[number].counters
        if counters["n"] > sweep:
            before, sweep = known(number - 1), sweep + 1
        changed = sum(value != before[id] for id, value in known(number).items())
        assert counters == {"n": sweep, "changed": changed}


def captions(name: str, **options: str) -> list[str]:
    return [step.caption for step in trace(load_sample(name), "bounds", **options)]


def test_the_half_final_loop_tells_of_open_nodes():
    first, *_, last = captions("negamax-half-final", endless="3/2")
    assert first.endswith("[−∞, ∞]. 2 open nodes keep these bounds and are shown as ?.")
    assert last == (
        "The bounds are stable after 2 sweeps. 3 of 6 scores depend on the value of endless play and on open nodes; "
        "with the value 3/2: score(A) = 3/2 in [1, 2]; score(B) = −1 in [−2, −1]; score(C) = 3/2 in [−2, ∞]. score(A) "
        "is 1 if endless play is worth at most 1 to the player to move at A, what it is worth between 1 and 2, and 2 "
        "above. Open nodes count as endless play. 8 bounds may still change when open nodes are expanded."
    )
