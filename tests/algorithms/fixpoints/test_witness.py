from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st
from support.golden import trace_text
from support.graphs import game, game_graphs, thorough
from support.oracle import scores_of
from support.partly_open import BOUNDS, bound_by_oracle, is_final

from explorer.algorithms import trace
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.trace import Finality

LOOP = game("A", "negamax", A="mover b B C", B="mover c A", C="mover d q r", b=-1, c=2, d=2, q="open", r="open")


def bounds_by_oracle(graph: GameGraph) -> dict[str, tuple[Score, Score]]:
    lower, upper = scores_of(graph, -math.inf), scores_of(graph, math.inf)
    return {id: (lower[id], upper[id]) for id in lower}


def test_a_bound_that_can_change_is_shown_with_both_completions():
    run = trace(LOOP, "witness")
    assert trace_text(run).splitlines() == [
        "1 [] - | The lower bound of A is 1; the question is whether open nodes can change it.",
        (
            "3 [] - | A smallest set of open nodes that can change the lower bound of A: q, r. No smaller set "
            "of open nodes can change this bound."
        ),
        "4 [] - | If q, r are each worth 1, the lower bound of A stays 1.",
        "5 [] - | If q, r are each worth 2, the lower bound of A becomes 2.",
        "2 [] - | So the lower bound of A, 1, is not final: it can turn out to be 1 or 2.",
    ]
    assert [run.bounds_at(step)["A"] for step in range(5)] == [(1, 2), (1, 2), (1, 2), (2, 2), (1, 2)]
    assert [run.finality_at(step)["A"] for step in range(5)] == [Finality.UPPER] * 2 + [Finality.FINAL] * 2 + [
        Finality.UPPER
    ]


def test_a_bound_that_would_need_a_score_for_each_turn_is_final():
    torn = game("a", "negamax", a="mover m z", m="mover q n", n="mover q", q="open", z=0)
    run = trace(torn, "witness")
    assert "different score for each turn" in run[1].caption
    assert (run.result["final"], run.result["witness"], run.result["certificate"]) == (True, None, None)
    assert run.finality_at(1)["a"] is Finality.LOWER


@thorough
@given(game_graphs(max_open=2), st.sampled_from(BOUNDS))
def test_the_result_is_a_witness_or_a_certificate_and_each_step_shows_the_bounds_it_speaks_of(
    graph: GameGraph, bound: str
):
    run = trace(graph, "witness", bound=bound)
    root, side = str(graph.root), BOUNDS.index(bound)
    now = bounds_by_oracle(graph)
    assert run.bounds_at(0) == run.bounds_at(len(run) - 1) == now
    result = run.result
    assert result["value"] == bound_by_oracle(graph, root, bound)
    assert (result["certificate"] is not None) is is_final(graph, root, bound)
    if result["witness"] is not None:
        assert result["final"] is False
        values = [run.bounds_at(step)[root][side] for step in (2, 3)]
        assert values == [result["witness"]["low_value"], result["witness"]["high_value"]]
    assert run.to_json()
