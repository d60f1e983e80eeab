from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.completions import random_completion
from support.golden import trace_text
from support.graphs import (
    BOTH,
    figure_1,
    game,
    game_graphs,
    thorough,
    with_open_nodes_as,
    worths,
)
from support.oracle import scores_of, tree_value

from explorer.algorithms import trace
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.model.scores import Score
from explorer.trace import Finality, Trace

FAR = 99  # beyond every score that the strategies make


def role(lowest: Score, now: Score, highest: Score) -> Finality:
    """The finality of a score of which the lowest and highest completions are known."""
    if lowest == highest:
        return Finality.FINAL
    if now == highest:
        return Finality.UPPER
    return Finality.LOWER if now == lowest else Finality.TENTATIVE


# ---- s_n


@thorough
@given(game_graphs(max_open=1, max_inner=4, max_degree=3), worths)
def test_s_n_is_the_value_of_the_tree_of_depth_n(graph: GameGraph, endless: Score):
    run = trace(graph, "score-iteration", endless=endless)
    for n in range(min(4, len(run) - 1)):
        expected = {node.id: tree_value(graph, node.id, n, lambda: endless) for node in graph.nodes}
        assert run.scores_at(n) == expected


@thorough
@given(game_graphs(max_open=1), worths)
def test_lemma_5_3_scores_move_away_from_the_worth_of_endless_play_and_never_back(graph: GameGraph, endless: Score):
    run = trace(graph, "score-iteration", endless=endless)
    for before, after in zip(range(len(run)), range(1, len(run)), strict=False):
        for id, new in run.scores_at(after).items():
            old = run.scores_at(before)[id]
            assert endless <= old <= new or endless >= old >= new


@pytest.mark.parametrize("convention", BOTH)
@thorough
@given(data=st.data())
def test_theorem_5_4_stable_within_the_bound(convention: Convention, data: st.DataObject):
    graph = data.draw(game_graphs(conventions=(convention,), max_inner=8))
    endless = data.draw(worths)
    run = trace(graph, "score-iteration", endless=endless)
    leaf_scores = {node.score for node in graph.nodes if node.score is not None}
    assert run.result["steps"] <= run.result["bound"]
    scores, states = leaf_scores | {endless}, len(graph.nodes)
    if convention is Convention.NEGAMAX and endless != 0:  # a node is worth something else with the other turn
        scores, states = scores | {-score for score in scores}, 2 * states
    assert run.result["bound"] == len(scores) * states


@thorough
@given(game_graphs(max_open=1), worths)
def test_steps_is_the_least_n_at_which_nothing_changes(graph: GameGraph, endless: Score):
    run = trace(graph, "score-iteration", endless=endless)
    stable = run.result["steps"]
    assert len(run) == stable + 2
    assert run.scores_at(stable) == run.scores_at(stable + 1) == run.result["scores"]
    if stable and (graph.convention is Convention.MINIMAX or endless == 0):
        assert run.scores_at(stable - 1) != run.scores_at(stable)


# ---- finality


@pytest.mark.parametrize("convention", BOTH)
@thorough
@given(data=st.data())
def test_finality_at_n_is_what_all_completions_of_the_tree_have_in_common(convention: Convention, data: st.DataObject):
    graph = data.draw(game_graphs(conventions=(convention,), max_open=1, max_inner=4, max_degree=3))
    endless, random = data.draw(worths), data.draw(st.randoms(use_true_random=False))
    run = trace(graph, "score-iteration", endless=endless)
    far = max(FAR, abs(endless))
    for n in range(min(4, len(run) - 1)):
        roles, now = run.finality_at(n), run.scores_at(n)
        for id in roles:
            lowest, highest = (tree_value(graph, id, n, lambda end=end: end) for end in (-far, far))
            has_own_score = graph.node(id).score == now[id]  # of a leaf, which cannot change even before it is read
            assert roles[id] is (Finality.FINAL if has_own_score else role(lowest, now[id], highest))
            for _ in range(3):
                completed = tree_value(graph, id, n, lambda: random.choice([-FAR, -2, -1, 0, 1, 2, FAR]))
                assert lowest <= completed <= highest


def with_open_nodes_worth(graph: GameGraph, score: Score) -> GameGraph:
    return with_open_nodes_as(graph, lambda node: (Node(node.id, Kind.LEAF, score), ()))


@thorough
@given(game_graphs(max_open=2), st.integers(-2, 2), st.randoms(use_true_random=False))
def test_at_the_end_no_way_to_expand_the_open_nodes_breaks_a_finality(graph: GameGraph, endless: int, random: Random):
    run = trace(graph, "score-iteration", endless=endless)
    roles, now = run.finality_at(len(run) - 1), run.result["scores"]
    extremes = [with_open_nodes_worth(graph, score) for score in (-FAR, FAR)]
    for completed in [*extremes, *(random_completion(graph, random) for _ in range(4))]:
        scores = scores_of(completed, endless)
        for id, found in roles.items():
            if found in (Finality.FINAL, Finality.LOWER):
                assert scores[id] >= now[id]
            if found in (Finality.FINAL, Finality.UPPER):
                assert scores[id] <= now[id]


@thorough
@given(game_graphs(conventions=(Convention.MINIMAX,), max_open=2), st.integers(-2, 2))
def test_at_the_end_a_minimax_score_that_is_not_final_can_be_moved(graph: GameGraph, endless: int):
    run = trace(graph, "score-iteration", endless=endless)
    roles, now = run.finality_at(len(run) - 1), run.result["scores"]
    lowest, highest = (scores_of(with_open_nodes_worth(graph, score), endless) for score in (-FAR, FAR))
    assert roles == {id: role(lowest[id], now[id], highest[id]) for id in roles}


# ---- the trace


def same_at_sweep_ends(sweeps: Trace, nodes: Trace) -> bool:
    last_of = {step.counters["n"]: number for number, step in enumerate(nodes)}
    return all(
        sweeps.scores_at(n) == nodes.scores_at(last_of[n])
        and sweeps.bounds_at(n) == nodes.bounds_at(last_of[n])
        and sweeps.finality_at(n) == nodes.finality_at(last_of[n])
        and sweeps[n].counters == nodes[last_of[n]].counters
        for n in range(len(sweeps))
    )


@pytest.mark.parametrize("name", ["score-iteration", "bounds"])
@thorough
@given(graph=game_graphs(max_open=1), endless=worths)
def test_a_step_a_node_shows_the_same_sweeps(name: str, graph: GameGraph, endless: Score):
    sweeps, nodes = (trace(graph, name, endless=endless, detail=detail) for detail in ("sweep", "node"))
    assert sweeps.result == nodes.result
    assert same_at_sweep_ends(sweeps, nodes)
    for before, step in pairwise(nodes):
        if step.counters["n"] == before.counters["n"]:
            assert step.counters["changed"] == before.counters["changed"] + len(step.scores) + len(step.bounds)


def test_the_last_step_counts_what_open_nodes_can_still_change():
    run = trace(game("a", a="max b q", b=1, q="open"), "score-iteration")
    assert run[len(run) - 1].caption.endswith("2 scores may still change when open nodes are expanded.")
    assert run.finality_at(len(run) - 1) == {"a": Finality.LOWER, "b": Finality.FINAL, "q": Finality.TENTATIVE}


def test_figure_1_as_text():
    assert (
        trace_text(trace(figure_1(1, 2), "score-iteration"))
        == """\
1 [] a=0 b=0 c=0 d=0 | s₀: every node starts at 0, the value of endless play.
4 [] a=0 b=1 c=0 d=2 | Sweep 1: 2 nodes change: s₁(b) = 1, its score as a leaf (was 0); s₁(d) = 2, its score as a \
leaf (was 0).
5 [] a=1 b=1 c=0 d=2 | Sweep 2: 1 node changes: s₂(a) = max{s₁(b), s₁(c)} = max{1, 0} = 1 (was 0).
5 [] a=1 b=1 c=1 d=2 | Sweep 3: 1 node changes: s₃(c) = min{s₂(d), s₂(a)} = min{2, 1} = 1 (was 0).
7 [] a=1 b=1 c=1 d=2 | s₄ = s₃: no score changes. The scores are stable after 3 sweeps; the bound |K|·|V| of \
Theorem 5.4 is 12."""
    )
