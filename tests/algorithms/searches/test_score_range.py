"""Searches that know the range of scores: they find the same score, and read no more."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game, game_graphs, game_trees, thorough
from support.oracle import scores_of

from explorer.algorithms import registered, trace
from explorer.model.graph import GameGraph
from explorer.model.scores import Score

WINDOWS = ["alpha-beta", "scout", "negascout", "mtd-f", "iterative-deepening", "sss-star", "proof-number"]
worths = st.sampled_from([0, 1, -2, 5])


@st.composite
def ranged(draw: st.DrawFn) -> GameGraph:
    """A tree, a graph without cycles or one with, and a range that ends at its scores or beyond."""
    graph = draw(
        game_trees(max_nodes=14)
        | game_graphs(acyclic=True, max_inner=6, max_open=1)
        | game_graphs(max_inner=4, max_degree=3)
    )
    ends = graph.columns.scale or (0,)
    room = st.integers(0, 2)
    return graph.replace(score_range=(ends[0] - draw(room), ends[-1] + draw(room)))


def options_of(name: str) -> st.SearchStrategy[dict[str, Any]]:
    choices = {o.name: st.sampled_from([*o.choices]) for o in registered()[name].options if o.choices is not None}
    choices.pop("table", None)
    if registered()[name].has_option("table"):
        choices["table"] = st.sampled_from(["none", "dependency"])
    return st.fixed_dictionaries(choices)


@pytest.mark.parametrize("name", WINDOWS)
@thorough
@given(data=st.data(), graph=ranged(), endless=worths)
def test_a_search_finds_the_same_score_with_the_range_and_without(
    name: str, data: st.DataObject, graph: GameGraph, endless: Score
):
    if registered()[name].obstacle(graph) is not None:
        return
    options = data.draw(options_of(name)) | {"endless": endless}
    truth = scores_of(graph, endless)[str(graph.root)]
    found, without = (trace(each, name, **options).result for each in (graph, graph.replace(score_range=None)))
    assert found["value"] == without["value"] == truth
    if name in ("alpha-beta", "sss-star") and options.get("table", "none") == "none":
        assert found["visits"] <= without["visits"]
    if "minimal_leaves" in found:
        assert found["minimal_leaves"] <= found["leaves"]


@thorough
@given(ranged(), st.integers(-6, 6), worths)
def test_a_question_that_the_range_answers_needs_no_search(graph: GameGraph, k: int, endless: Score):
    found = trace(graph, "proof-number", k=k, endless=endless).result
    assert found["at_least"] == (scores_of(graph, endless)[str(graph.root)] >= k)
    least, most = graph.hull(endless)
    if not least < k <= most:
        assert found["visits"] == 1


@pytest.mark.parametrize(("name", "leaves"), [("alpha-beta", 1), ("negascout", 1), ("scout", 1), ("sss-star", 1)])
def test_the_best_score_there_is_ends_the_search_and_is_exact(name: str, leaves: int):
    graph = game("a", a="max b c", b="min d e", c="min f g", d=1, e=1, f=0, g=-1).replace(score_range=(-1, 1))
    assert trace(graph.replace(score_range=None), name).result["leaves"] > 2
    found = trace(graph, name)
    assert (found.result["value"], found.result["leaves"], found.result["minimal_leaves"]) == (1, 2, 2)
    assert found.finality_at(len(found) - 1)["a"].name == "FINAL"
