from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.game_searches import drained
from support.graphs import figure_1, game, game_graphs, scores, thorough
from support.oracle import scores_of

from explorer.algorithms import trace
from explorer.algorithms.searches.df_pn_steps import SIMULATION
from explorer.games import generate
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.solver.retrograde import limit_scores

many = examples(300)
small = game_graphs(max_open=1, max_inner=5, max_degree=3)
sums = st.sampled_from(["all", "farther"])


@many
@given(small, scores, sums)
def test_the_value_is_the_score_of_the_root(graph: GameGraph, endless: Score, sums: str):
    assert trace(graph, "df-pn", endless=endless, sums=sums).result["value"] == scores_of(graph, endless)[graph.root]


@many
@given(small, scores, scores, sums)
def test_the_answer_is_whether_the_score_is_at_least_k(graph: GameGraph, k: Score, endless: Score, sums: str):
    result = trace(graph, "df-pn", k=k, endless=endless, sums=sums).result
    assert result["at_least"] == (scores_of(graph, endless)[graph.root] >= k)
    assert (result["k"], result["value"], result["questions"]) == (k, None, 1)


@pytest.mark.large
@pytest.mark.parametrize("convention", ["minimax", "negamax"])
def test_it_ends_and_is_right_on_larger_graphs_of_many_cycles(convention: str):
    """Graphs on which proof-number search would take very long, since it knows no shared nodes."""
    rng = Random(convention)
    for seed in range(60):
        kind = {"scores": rng.choice(["-3..3", "-1..1"]), "alternating": rng.random() < 0.5, "convention": convention}
        graph = generate("random", nodes=60, leaves=0.15, degree=2.5, seed=seed, **kind)
        endless = rng.choice([0, 0, 1, -2, float("inf")])
        found = drained(graph, "df-pn", endless=endless, sums=rng.choice(["all", "farther"]))
        assert found["value"] == limit_scores(graph, endless)[graph.root_index]


@thorough
@given(small, scores)
def test_the_variation_is_a_play_to_an_end_that_is_worth_the_score(graph: GameGraph, endless: Score):
    result = trace(graph, "df-pn", endless=endless).result
    line = result["principal_variation"]
    assert line[0] == graph.root
    assert set(pairwise(line)) <= set(graph.moves)
    last, view = graph.node(line[-1]), graph.sign ** (len(line) - 1)
    assert last.id in line[:-1] or not graph.successors_of(last.id)
    is_end = not graph.successors_of(last.id)
    assert result["value"] == (view * last.score if is_end and last.score is not None else endless)


def test_figure_1_as_text():
    assert [step.caption for step in trace(figure_1(1, 2), "df-pn", k=2)] == [
        (
            "The question is whether the score of the root, a, is at least 2. Endless play, worth 0, is less, so a "
            "repetition disproves it."
        ),
        "b is a leaf with the score 1 for the prover, which is not at least 2: proof ∞, disproof 0.",
        "c is new: proof 1, disproof 1.",
        ("a: proof 1, disproof 1, the smallest proof number and the sum of the disproof numbers of its successors."),
        "At a the prover moves: search c, with the smallest proof number, 1, until it has an answer.",
        "d is a leaf with the score 2 for the prover, which is at least 2: proof 0, disproof ∞.",
        (
            "a is already on the path: play can repeat for ever, with the value 0, which is not at least 2: proof ∞, "
            "disproof 0."
        ),
        ("c: proof ∞, disproof 0, so disproved, valid while a is on the path; it is stored with its path, a → c."),
        "a: proof ∞, disproof 0, so disproved, valid on every path.",
        "No: the score of a is not at least 2. So far there have been 5 visits.",
    ]


def simulated(graph: GameGraph) -> list[str]:
    """The captions of steps that check an entry of another path."""
    return [step.caption for step in trace(graph, "df-pn") if step.line == SIMULATION]


def test_an_entry_of_another_path_is_used_where_its_moves_hold_and_refused_where_they_do_not():
    holds = game("a", a="max d b y", b="min a c x", c="max d", d="min c", x=1, y=-1)
    assert simulated(holds) == [
        "c was disproved on the path a → d → c. Its moves, played again from here, end well, so it is disproved here, "
        "too, valid on every path: proof ∞, disproof 0."
    ]
    lost = game("a", a="max d b", b="min c f", c="max d", d="min e c f", e="max x b y", f="max x", x=-1, y=0)
    assert simulated(lost) == [
        "c was proved on the path a → d → c, but is refused here. Its moves, played again from here, lead to d, where "
        "they have no answer: c keeps proof 3, disproof 1."
    ]
    for graph in (holds, lost):
        assert trace(graph, "df-pn").result["value"] == scores_of(graph)["a"]
