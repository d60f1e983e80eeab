from __future__ import annotations

from hypothesis import given
from support.completions import by_the_rule
from support.graphs import game_graphs, thorough

from explorer.algorithms import trace
from explorer.algorithms.fixpoints.finality import BOUNDS, EQUAL, LAST, LINES, OPEN
from explorer.expansion.exact import extremes
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph, Kind
from explorer.trace import Activity, Finality

HOLDS = {Finality.TENTATIVE: set(), Finality.LOWER: {"lower"}, Finality.UPPER: {"upper"}}
HOLDS |= {Finality.FINAL: {"lower", "upper"}}


@thorough
@given(game_graphs(max_open=3))
def test_the_result_is_that_of_the_rule_and_of_the_last_rings(graph: GameGraph):
    run = trace(graph, "finality")
    final = by_the_rule(graph)
    assert run.result == final.by_id(graph)
    assert tuple(run.finality_at(len(run) - 1).values()) == final.roles()
    number = sum(map(sum, (final.lower, final.upper)))
    assert run[-1].counters == {"not final": 2 * len(graph) - number}
    assert f"by the rule {number} of {2 * len(graph)} bounds " in run[-1].caption


@thorough
@given(game_graphs(max_open=3))
def test_the_steps_are_those_of_the_source(graph: GameGraph):
    run = trace(graph, "finality")
    lower, upper = extremes(graph).bounds
    assert run.bounds_at(0) == {
        node.id: pair for node, pair in zip(graph.nodes, zip(lower, upper, strict=True), strict=True)
    }
    for node, role in zip(graph.nodes, run.finality_at(1).values(), strict=True):
        low, high = run.bounds_at(0)[node.id]
        assert role is (Finality.FINAL if low == high else Finality.TENTATIVE)
    for node, role in zip(graph.nodes, run.finality_at(2).values(), strict=True):
        assert role is (Finality.TENTATIVE if node.kind is Kind.OPEN else Finality.FINAL)
    assert [step.line for step in run][:3] == [BOUNDS, EQUAL, OPEN]
    assert run[len(run) - 1].line == LAST


@thorough
@given(game_graphs(max_open=3))
def test_every_later_step_takes_one_bound_away_and_names_the_child_that_costs_it(graph: GameGraph):
    run = trace(graph, "finality")
    for number in range(3, len(run) - 1):
        step = run[number]
        assert step.focus is not None
        assert step.move is not None
        node, child = step.move
        lost = HOLDS[run.finality_at(number - 1)[node]] - HOLDS[run.finality_at(number)[node]]
        assert len(lost) == 1
        assert node == step.focus
        assert set(step.finality) == {node}
        assert step.activity[node] is Activity.CHANGED
        assert child in step.activity
        assert step.caption.startswith(
            f"Rule {'3' if step.line == LINES[3] else '4'}: the {lost.pop()} bound of {node}, "
        )
        assert step.line in LINES.values()


def captions(graph: GameGraph) -> list[str]:
    return [step.caption for step in trace(graph, "finality")]


def test_the_half_final_loop_as_text():
    assert captions(load_sample("negamax-half-final")) == [
        (
            "Lower and upper bound differ: bounds(A) = [1, 2], bounds(B) = [−2, −1], bounds(C) = [−2, ∞]; of 2 "
            "open nodes nothing is known."
        ),
        "Rule 1: 3 nodes (node -1, node 2, 2') have equal bounds; these are final.",
        "Rule 2: Neither bound of 2 open nodes (q, r) is final. "
        "The bounds of the other 3 nodes count as final for now.",
        (
            "Rule 3: the lower bound of C, −2, no longer counts as final, because q could raise it, up to ∞ > −2, "
            "and q is open, so neither of its bounds is final."
        ),
        (
            "Rule 4: the upper bound of C, ∞, no longer counts as final, because it comes from q, r, and none of their "
            "lower bounds (from the view of C: upper bounds) is final."
        ),
        (
            "Rule 3: the lower bound of A, 1, no longer counts as final, because C could raise it, up to 2 > 1, and "
            "the upper bound of C, ∞ (from the view of A: a lower bound of −∞), does not count as final."
        ),
        (
            "Rule 4: the upper bound of B, −1, no longer counts as final, because it comes only from A, and the "
            "lower bound of A, 1 (from the view of B: an upper bound of −1), does not count as final."
        ),
        "Rule 5: Nothing changes any more: by the rule 8 of 16 bounds are final.",
    ]
