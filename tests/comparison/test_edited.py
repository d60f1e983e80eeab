from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from support.graphs import figure_1, game, game_graphs, scores, thorough, worths
from support.oracle import scores_of

from explorer import algorithms
from explorer.comparison.edited import effect, first_difference
from explorer.model.graph import GameGraph, Kind, Node
from explorer.model.scores import Score


def rescored(graph: GameGraph, id: str, score: Score) -> GameGraph:
    """The graph with another score of a leaf."""
    nodes = tuple(Node(node.id, Kind.LEAF, score) if node.id == id else node for node in graph.nodes)
    return graph.replace(nodes=nodes)


@thorough
@given(game_graphs(), scores, worths, st.data())
def test_the_changed_scores_are_those_that_the_oracle_finds(
    graph: GameGraph, score: Score, endless: Score, data: st.DataObject
):
    leaves = [node.id for node in graph.nodes if node.kind is Kind.LEAF]
    after = rescored(graph, data.draw(st.sampled_from(leaves)), score) if leaves else graph
    found = effect(graph, after, endless=endless)
    assert found is not None
    old, new = scores_of(graph, endless), scores_of(after, endless)
    assert {id: (one[0], other[0]) for id, (one, other) in found.score_changes.items()} == {
        id: (old[id], new[id]) for id in old if old[id] != new[id]
    }


@thorough
@given(game_graphs(), scores, st.sampled_from(["score-iteration", "bounds", "depth-first", "alpha-beta"]), st.data())
def test_the_first_difference_is_the_first_step_that_shows_one(
    graph: GameGraph, score: Score, algorithm: str, data: st.DataObject
):
    leaves = [node.id for node in graph.nodes if node.kind is Kind.LEAF]
    after = rescored(graph, data.draw(st.sampled_from(leaves)), score) if leaves else graph
    one, other = (algorithms.trace(each, algorithm) for each in (graph, after))
    shown = ([run.bounds_at(n) or run.scores_at(n) for n in range(min(len(one), len(other)))] for run in (one, other))
    differing = [n for n, (row, its) in enumerate(zip(*shown, strict=True)) if row != its]
    assert first_difference(one, other) == (differing[0] if differing else None)


def test_the_line_names_scores_and_the_first_step():
    before, after = figure_1(b=1, d=2), figure_1(b=-1, d=2)
    runs = algorithms.trace(before, "score-iteration"), algorithms.trace(after, "score-iteration")
    found = effect(before, after, runs=runs)
    assert str(found) == "3 scores changed: a 1 → 0, b 1 → −1, c 1 → 0; first at step 1."
    assert str(effect(before, before)) == "The last edit changed no score."


def test_nodes_that_come_or_go_are_no_changes_and_unfinished_graphs_have_none():
    before, after = figure_1(b=1, d=2), game("a", a="max b e", b=1, e=5)
    assert str(effect(before, after)) == "1 score changed: a 1 → 5."
    assert effect(before, game("a", a="max", b=1)) is None
