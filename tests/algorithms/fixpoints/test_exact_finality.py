from __future__ import annotations

import re

from hypothesis import given
from support.completions import by_the_rule
from support.graphs import game, game_graphs, thorough

from explorer.algorithms import trace
from explorer.algorithms.fixpoints.exact_finality import (
    BEST,
    BOUNDS,
    LAST,
    LOWERS,
    MISSED,
    UPPERS,
    VERDICT,
    WORST,
)
from explorer.expansion.exact import exact_finality, extremes, reachable_for_both
from explorer.model.graph import GameGraph

LOOP_BACK = game("a", a="max x m", m="min a q", x=-2, q="open")
RESERVE = "the test is sound here but not complete"


@thorough
@given(game_graphs(max_open=3))
def test_the_result_is_that_of_the_test_and_of_the_last_rings(graph: GameGraph):
    run = trace(graph, "exact-finality")
    final, rule = exact_finality(graph), by_the_rule(graph)
    sides = final.by_id(graph)
    assert {side: run.result[side] for side in sides} == sides
    assert tuple(run.finality_at(len(run) - 1).values()) == final.roles()
    missed = {
        side: [id for id, is_final in verdicts.items() if is_final and not rule.by_id(graph)[side][id]]
        for side, verdicts in sides.items()
    }
    assert run.result["missed"] == missed
    number = sum(sum(side.values()) for side in sides.values())
    assert re.match(f"{number} of {2 * len(graph)} bounds (is|are) final", run[-1].caption)
    lost = sum(map(len, missed.values()))
    assert (f"The rule of the source misses {lost} of them" in run[-1].caption) == bool(lost)


@thorough
@given(game_graphs(max_open=3))
def test_the_first_steps_show_the_bounds_and_the_two_extremes(graph: GameGraph):
    run, found = trace(graph, "exact-finality"), extremes(graph)
    ids = [node.id for node in graph.nodes]
    for number, pair in enumerate((found.bounds, found.worst, found.best, found.bounds)):
        assert run.bounds_at(number) == dict(zip(ids, zip(*pair, strict=True), strict=True))
    assert [step.line for step in run][:4] == [BOUNDS, WORST, BEST, VERDICT]
    assert run.bounds_at(len(run) - 1) == run.bounds_at(0)


@thorough
@given(game_graphs(max_open=3))
def test_there_is_a_verdict_on_every_node_whose_bounds_lie_apart(graph: GameGraph):
    run = trace(graph, "exact-finality")
    missed = run.result["missed"]
    verdicts = list(run)[4:-1]
    found = dict(zip(run.bounds_at(0), zip(*extremes(graph).bounds, strict=True), strict=True))
    apart = [node.id for node in graph.nodes if node.kind.is_inner and found[node.id][0] != found[node.id][1]]
    assert [step.focus for step in verdicts] == apart
    for step in verdicts:
        assert step.focus is not None
        sides = [side for side in ("lower", "upper") if step.focus in missed[side]]
        assert (step.line == MISSED) == bool(sides) == (step.move is not None)
        for side in sides:
            assert f"The rule does not see that the {side} bound of {step.focus} is final, because " in step.caption
        if not sides:
            assert step.line == (
                LOWERS if run.result["lower"][step.focus] >= run.result["upper"][step.focus] else UPPERS
            )


@thorough
@given(game_graphs(max_open=2))
def test_the_last_caption_warns_where_either_player_can_meet_an_open_node(graph: GameGraph):
    *_, last = trace(graph, "exact-finality")
    assert last.line == LAST
    assert (RESERVE in last.caption) == bool(reachable_for_both(graph))


def captions(graph: GameGraph) -> list[str]:
    return [step.caption for step in trace(graph, "exact-finality")]


def test_what_the_rule_misses_is_told_with_the_child_and_the_condition():
    found = captions(LOOP_BACK)
    assert found[1:3] == [
        "With every open node worth −∞ to Max, 2 upper bounds fall: a from ∞ to −2, m from ∞ to −∞.",
        "With every open node worth ∞ to Max, 1 lower bound rises: m from −∞ to −2.",
    ]
    assert found[4:6] == [
        (
            "bounds(a) = [−2, ∞]; its lower bound stays −2 with the open nodes at their best: final; its upper "
            "bound falls to −2 with the open nodes at their worst: not final. The rule does not see that the "
            "lower bound of a is final, because m could raise it, up to ∞ > −2, and the lower bound of m, −∞, "
            "does not count as final."
        ),
        (
            "bounds(m) = [−∞, ∞]; its lower bound rises to −2 with the open nodes at their best: not final; "
            "its upper bound falls to −∞ with the open nodes at their worst: not final."
        ),
    ]
    assert trace(LOOP_BACK, "exact-finality").result["missed"] == {"lower": ["a"], "upper": []}
