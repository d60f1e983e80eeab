"""No search shows a bound as a value: what it shows is what the node is worth on the path, by brute force."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.claims import WRONG_ON_PURPOSE
from support.graphs import examples, game, game_graphs, game_trees
from support.oracle import scores_of
from support.paths import Paths

from explorer.algorithms import registered, trace
from explorer.games.samples import load_sample
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.model.scores import Score
from explorer.trace import Finality, Relation, Step, Trace
from explorer.trace.options import Option

SEARCHES = [name for name, each in registered().items() if ".searches." in each.run.__module__]
WITH_MEMO = ("memoised", "memoised-naive", "df-pn")
UNCONDITIONAL = (Finality.FINAL, Finality.LOWER, Finality.UPPER)
BOUNDS = {Finality.LOWER: (Relation.AT_LEAST, Relation.ABOVE), Finality.UPPER: (Relation.AT_MOST, Relation.BELOW)}
WORTHS = st.sampled_from([0, 0, 1, -2, float("inf")])


@st.composite
def graphs(draw: st.DrawFn) -> GameGraph:
    """Graphs for all searches: trees, acyclic, cyclic, partly open; of few values or of many; heuristic values."""
    shape = game_graphs(max_open=1, max_inner=4, max_degree=3) | game_graphs(acyclic=True, max_inner=4)
    graph = draw(shape | game_trees(max_nodes=9))
    values = draw(st.sampled_from(["own", "own", "two"]))

    def scored(node: Node) -> Node:
        if node.score is None:
            return replace(node, extra={"heuristic": draw(st.integers(-3, 3))})
        return node if values == "own" else replace(node, score=1 if node.score > 0 else -1)

    return graph.replace(nodes=tuple(map(scored, graph.nodes)), expected={})


def options_of(name: str) -> st.SearchStrategy[dict[str, Any]]:
    drawn = {option.name: _drawn(option) for option in registered()[name].options}
    return st.fixed_dictionaries({name: values for name, values in drawn.items() if not values.is_empty})


def _drawn(option: Option) -> st.SearchStrategy[Any]:
    if option.choices is not None:
        return st.sampled_from(list(option.choices))
    return {"endless": WORTHS, "k": st.none() | st.integers(-3, 3)}.get(option.name, st.nothing())


def shown(step: Step) -> Iterator[tuple[tuple[str, ...], str, Score, Relation]]:
    """The numbers that a step paints: the path to the node, the node, the number, and what it is said to be."""
    for id, score in step.scores.items():
        if score is not None:
            path = step.path
            place = max((at for at, each in enumerate(path) if each == id), default=0)
            yield path[:place], id, score, step.relations.get(id, Relation.EXACT)


def false(run: Trace, graph: GameGraph) -> Iterator[str]:
    """A line for every number that is painted and is not true of the node on its path."""
    is_naive = run.algorithm in WRONG_ON_PURPOSE or run.options.get("table") == "naive"
    has_memo = run.algorithm in WITH_MEMO or run.options.get("table", "none") != "none"
    paths = Paths(graph, run.endless)
    scores = scores_of(graph, run.endless)
    for number, step in enumerate(run):
        for path, id, score, relation in shown(step):
            words = f"step {number}: {id} {relation.sign}{score} {step.finality.get(id)} after {path}"
            assert id in step.finality, f"{words}: a step that shows a score says its finality, too"
            role = step.finality[id]
            if role in UNCONDITIONAL and not relation.allows(score, scores[id]):
                yield f"{words}, in truth {scores[id]}"
            if role in BOUNDS and relation not in BOUNDS[role]:
                yield f"{words}: no such bound"
            if not is_naive and not _holds(paths, path, id, score, relation, has_memo=has_memo):
                yield f"{words}, there {paths.value(path, id)}, at most {paths.range(path, id)}"


def _holds(paths: Paths, path: tuple[str, ...], id: str, score: Score, relation: Relation, *, has_memo: bool) -> bool:
    if relation.allows(score, paths.value(path, id)):
        return True
    if not has_memo:
        return False
    low, high = paths.range(path, id)  # what a memo holds was found on another path, and is as good for the root
    return low <= score <= high if relation is Relation.EXACT else any(relation.allows(score, x) for x in (low, high))


@pytest.mark.parametrize("name", SEARCHES)
@examples(60)
@given(data=st.data())
def test_what_is_shown_as_exact_is_the_value_and_what_is_shown_as_a_bound_is_one(name: str, data: st.DataObject):
    graph = data.draw(graphs())
    if registered()[name].obstacle(graph) is None:
        run = trace(graph, name, **data.draw(options_of(name)))
        assert list(false(run, graph)) == []


@pytest.mark.parametrize("name", [name for name in SEARCHES if registered()[name].has_option("endless")])
@examples(60)
@given(
    graph=game_graphs(conventions=(Convention.NEGAMAX,), max_inner=3, max_degree=2),
    endless=st.sampled_from([1, -1, -2, float("inf")]),
)
def test_a_final_number_is_true_for_both_players_where_endless_play_parts_their_views(
    name: str, graph: GameGraph, endless: Score
):
    if registered()[name].obstacle(graph) is None:
        assert list(false(trace(graph, name, endless=endless), graph)) == []


@pytest.mark.parametrize("name", SEARCHES)
@examples(40)
@given(data=st.data())
def test_what_a_search_returns_of_the_root_is_shown_as_exact_at_its_end(name: str, data: st.DataObject):
    graph = data.draw(graphs())
    if registered()[name].obstacle(graph) is None:
        run = trace(graph, name, **data.draw(options_of(name)))
        root, last = str(graph.root), len(run) - 1
        assert "value" in run.result, "a search returns `value`: the score of the root, or None"
        is_known = run.result["value"] is not None and run.result.get("exact", True)
        if is_known and run.options.get("heuristic") != "key":  # which open nodes have, too
            assert run.scores_at(last)[root] == run.result["value"]
            assert root not in run.relations_at(last)
            is_sure = name not in WRONG_ON_PURPOSE and run.options.get("table") != "naive"
            if is_sure and not any(node.kind is Kind.OPEN for node in graph.nodes):
                assert run.finality_at(last)[root] is Finality.FINAL


HARD = "fail-hard: E returns 10, the limit that it was called with, since 7 is below it."


@pytest.mark.parametrize(
    ("fail", "caption", "shown"), [("hard", HARD, "≤ 10"), ("soft", "E returns the bound ≤ 7.", "≤ 7")]
)
def test_a_bound_is_shown_with_its_sign_and_not_as_the_value_that_it_is_not(fail: str, caption: str, shown: str):
    run = trace(load_sample("alpha-beta-tree"), "alpha-beta", fail=fail)
    number = next(number for number, step in enumerate(run) if "E returns" in step.caption)
    assert run[number].caption == caption
    assert f"{run.relations_at(number)['E'].sign} {run.scores_at(number)['E']}" == shown
    assert run.windows_at(number)["E"] == (10, float("inf"))
    assert "E" not in run.windows_at(number + 1)


@pytest.mark.parametrize("options", [{"fail": "hard"}, {"fail": "soft"}, {"table": "dependency"}])
def test_what_a_move_is_only_known_not_to_exceed_is_no_bound_of_its_node(options: dict[str, str]):
    """At a Max reads from c that it is 3 at most, once c was cut off; a itself may be worth less."""
    graph = game("r", r="max x m", x=5, m="min a w", w=9, a="max c v", v=0, c="min y z", y=3, z=1)
    assert not list(false(trace(graph, "alpha-beta", **options), graph))
