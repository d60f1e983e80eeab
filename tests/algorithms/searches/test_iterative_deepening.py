from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from support.game_searches import depth_limited
from support.graphs import game, game_graphs, scores, thorough
from support.oracle import scores_of

from explorer.algorithms import trace
from explorer.games.samples import load_sample
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score
from explorer.trace import Relation

ESTIMATED = (Relation.ABOUT, Relation.ABOUT_AT_LEAST, Relation.ABOUT_AT_MOST)

minimax_graphs = game_graphs(conventions=(Convention.MINIMAX,), max_inner=4, max_open=1)


def with_heuristics(graph: GameGraph, values: Mapping[str, Score | str]) -> GameGraph:
    nodes = (replace(node, extra={"heuristic": values[node.id]} if node.id in values else {}) for node in graph.nodes)
    return graph.replace(nodes=tuple(nodes))


@thorough
@given(minimax_graphs, st.integers(1, 4), st.data())
def test_every_round_has_the_value_of_definition_84(graph: GameGraph, depth: int, data: st.DataObject):
    values = {node.id: data.draw(scores) for node in graph.nodes if data.draw(st.booleans())}
    run = trace(with_heuristics(graph, values), "iterative-deepening", depth=depth, heuristic="key")
    rounds = [depth_limited(graph, horizon, values) for horizon in range(1, len(run.result["rounds"]) + 1)]
    assert run.result["rounds"] == rounds
    assert run.result["value"] == rounds[-1]


@thorough
@given(game_graphs(max_inner=4))
def test_a_round_that_meets_no_horizon_is_exact_and_the_last(graph: GameGraph):
    run = trace(graph, "iterative-deepening")
    assert run.result["exact"]
    assert run.result["value"] == scores_of(graph)[str(graph.root)]
    shallow = trace(graph, "iterative-deepening", depth=1).result
    assert shallow["exact"] == (run.result["depth"] == 1)


def test_rounds_go_from_the_first_horizon_on_to_the_deepest():
    graph = load_sample("alpha-beta-tree")
    result = trace(graph, "iterative-deepening", first=1, further=2, depth=4).result
    assert (result["depth"], result["rounds"], result["exact"]) == (4, [0, 10, 10], True)
    assert trace(graph, "iterative-deepening", first=9, depth=2).result["rounds"] == [0]


def test_captions_say_of_estimates_and_estimated_bounds_that_they_are_such():
    graph = game("a", a="min b c", b=0, c="max d e", d="min f", e=-2, f=-1)
    run = trace(graph, "iterative-deepening")
    assert [run[number].caption for number in (5, 6, 14, 15, 16, 17)] == [
        "Move a → c: value(c) ≈ 0, not less than β = 0, which stays.",
        "a returns the estimate ≈ 0.",
        "Move c → d: value(d) ≈ 0, greater than α = −∞, so α becomes 0.",
        "β cutoff at c: value(c) ≳ 0, and β = 0, so by this estimate Min gains nothing by letting play reach c from a; "
        "e is skipped; c returns the estimated bound ≳ 0.",
        "Move a → c: value(c) ≳ 0, not less than β = 0, which stays.",
        "a returns the estimate ≈ 0.",
    ]
    assert all("≈" not in step.caption and "≳" not in step.caption for step in run.steps.between(19, len(run)))


@thorough
@given(game_graphs(acyclic=True, max_inner=5), st.integers(1, 4), st.data())
def test_what_is_not_called_an_estimate_is_true_of_the_scores(graph: GameGraph, depth: int, data: st.DataObject):
    values = {node.id: data.draw(scores) for node in graph.nodes if node.kind.is_inner}
    run = trace(with_heuristics(graph, values), "iterative-deepening", depth=depth, heuristic="key")
    truth = scores_of(graph)
    for number in range(len(run)):
        shown, relations = run.scores_at(number), run.relations_at(number)
        for id, score in shown.items():
            assert relations.get(id, Relation.EXACT).allows(score, truth[id])
    for step in run:
        if re.search(r"returns (the bound )?[≥≤]? ?[−\d]", step.caption):
            assert step.relations.get(step.focus or "", Relation.EXACT) not in ESTIMATED
