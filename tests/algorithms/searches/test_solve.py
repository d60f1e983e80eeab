from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.game_searches import KINDS, THOUSANDS, drained
from support.graphs import game, game_trees, thorough
from support.oracle import scores_of

from explorer.algorithms import trace
from explorer.algorithms.searches.solve import two_values
from explorer.model.errors import GraphError
from explorer.model.graph import Convention, GameGraph
from explorer.solver.retrograde import limit_scores


def two_valued(graph: GameGraph, seed: int, *, draws: bool) -> GameGraph:
    """The graph with two scores: a win and a loss, or where there are `draws` a win or a loss and 0."""
    rng = Random(seed)
    low, high = rng.choice([(0, 3), (-2, 0)] if draws else [(-1, 1), (Fraction(-1, 2), Fraction(1, 2))])
    if draws and graph.convention is Convention.NEGAMAX:
        low = high = 0
    scores = (node if node.score is None else (node, rng.choice([low, high])) for node in graph.nodes)
    changed = [
        part[0].__class__(part[0].id, part[0].kind, part[1]) if isinstance(part, tuple) else part for part in scores
    ]
    return graph.replace(nodes=tuple(changed))


@pytest.mark.parametrize("kind", KINDS)
def test_so_it_is_on_thousands_of_them(kind: str):
    rng = Random(kind)
    for seed in range(THOUSANDS):
        graph = two_valued(KINDS[kind](rng), seed, draws=True)
        assert drained(graph, "solve")["value"] == limit_scores(graph)[graph.root_index]


@thorough
@given(game_trees(max_nodes=20), st.integers(0, 99))
def test_on_a_tree_at_least_the_winners_smallest_strategy_is_read(tree: GameGraph, seed: int):
    graph = two_valued(tree, seed, draws=False)
    truth = scores_of(graph)
    for order in ("drawn", "best", "worst"):
        result = trace(graph, "solve", order=order).result
        assert result["value"] == truth["n0"]
        assert result["minimal_leaves"] <= result["leaves"] <= result["minimax_leaves"]
        assert result["leaves"] <= trace(graph, "alpha-beta", order=order).result["leaves"]


def test_the_early_return_is_told():
    graph = game("a", a="max b c", b="min e d", c="min f g", d=1, e=0, f=1, g=1)
    captions = [step.caption for step in trace(graph, "solve")]
    assert "b returns a loss for Max (0): d is skipped." in captions
    result = trace(graph, "solve").result
    assert (result["value"], result["leaves"], result["minimal_leaves"]) == (1, 3, 2)


def test_a_third_value_is_refused_with_its_node():
    with pytest.raises(GraphError, match=r"two values, win and loss, but this graph has 3: 1 \(x\), 2 \(y\), 3 \(z\)"):
        trace(game("a", a="max x y z", x=1, y=2, z=3), "solve")
    problem = two_values(game("a", a="max x y z", x=1, y=2, z=3))
    assert problem is not None
    assert problem.node == "z"


def test_a_single_value_is_a_win_or_a_loss_by_its_sign():
    for score in (2, 0, -2):
        result = trace(game("a", a="max b", b="min x y", x=score, y=score), "solve").result
        assert result["value"] == score
        assert result["leaves"] == result["minimal_leaves"] == (2 if score > 0 else 1)
