from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from support.examples import examples
from support.graphs import figure_1, game, game_graphs, scores, thorough
from support.oracle import scores_of

from explorer.algorithms import trace
from explorer.algorithms.searches.proof_number import ANSWER, PSEUDOCODE
from explorer.model.graph import GameGraph
from explorer.model.scores import Score

many = examples(300)
small = game_graphs(max_open=1, max_inner=4, max_degree=3)


@many
@given(small, scores)
def test_the_value_is_the_score_of_the_root(graph: GameGraph, endless: Score):
    assert trace(graph, "proof-number", endless=endless).result["value"] == scores_of(graph, endless)[graph.root]


def test_a_position_with_the_other_player_to_move_is_no_repetition_if_endless_play_favours_one():
    graph = game("p", "negamax", p="mover p x", x=0)
    result = trace(graph, "proof-number", endless=1).result
    assert (result["value"], result["principal_variation"]) == (0, ["p", "p", "x"])


@many
@given(small, scores, scores)
def test_the_answer_is_whether_the_score_is_at_least_k(graph: GameGraph, k: Score, endless: Score):
    result = trace(graph, "proof-number", k=k, endless=endless).result
    assert result["at_least"] == (scores_of(graph, endless)[graph.root] >= k)
    assert (result["k"], result["value"], result["questions"]) == (k, None, 1)


@thorough
@given(small)
def test_the_variation_is_a_play_from_the_root_to_an_end(graph: GameGraph):
    line = trace(graph, "proof-number").result["principal_variation"]
    assert line[0] == graph.root
    assert set(pairwise(line)) <= set(graph.moves)
    assert not graph.successors_of(line[-1]) or line[-1] in line[:-1]


def test_figure_1_as_text():
    assert [step.caption for step in trace(figure_1(1, 2), "proof-number", k=2)] == [
        "The question is whether the score of the root, a, is at least 2.",
        "Expand Max node a: it has 2 moves.",
        "b is a leaf with the score 1 for the prover, which is not at least 2. Proof ∞, disproof 0.",
        "c is not known yet: one node to prove, one to disprove. Proof 1, disproof 1.",
        "At a the prover moves: go to c, the successor with the smallest proof number, 1.",
        "Expand Min node c: it has 2 moves.",
        "d is a leaf with the score 2 for the prover, which is at least 2. Proof 0, disproof ∞.",
        (
            "a is already on the path: play can repeat for ever, with the value 0, which is not at least 2. "
            "Proof ∞, disproof 0."
        ),
        (
            "c: proof ∞, disproof 0, the sum of the proof numbers and the smallest disproof number of its "
            "successors, so disproved."
        ),
        (
            "a: proof ∞, disproof 0, the smallest proof number and the sum of the disproof numbers of its "
            "successors, so disproved."
        ),
        "No: the score of a is not at least 2. So far 5 nodes have been visited.",
    ]
    assert PSEUDOCODE[ANSWER - 1].startswith("proof 0 is yes")
