"""The name of a move is in what captions, explanations and the line of best play say of it."""

from __future__ import annotations

import pytest
from support.graphs import figure_1

from explorer import algorithms
from explorer.explanation.making import why
from explorer.explanation.ways import best_line_sentences
from explorer.explanation.words import sentences, text
from explorer.games import generate

GRAPH = figure_1().replace(
    move_names={("a", "b"): "take 1", ("a", "c"): "take 2", ("c", "d"): "jump", ("c", "a"): "back"}
)


@pytest.mark.parametrize("name", ["minimax", "alpha-beta", "memoised", "scout"])
def test_a_search_says_who_plays_which_move(name: str):
    said = " ".join(str(step.caption) for step in algorithms.trace(GRAPH, name))
    assert "Max plays “take 2”: enter Min node c" in said
    assert "Move “take 1”, a → b: " in said


def test_strategies_and_the_play_of_both_name_their_moves():
    said = " ".join(
        str(step.caption) for step in algorithms.trace(GRAPH.replace(nodes=figure_1(b=1).nodes), "strategies")
    )
    assert "chooses b by “take 1”" in said
    assert "play is a –“take 1”→ b" in said


def test_an_explanation_says_which_moves_are_played_and_could_be():
    pile = generate("takeaway", stones="4", take="1,2")
    said = text(sentences(why(pile, "4")))
    assert "plays “take 1”, to node 3" in said
    assert "the second player can move to node 2 (rank 1) by “take 1”, or to node 1" in said
    assert "4 –“take 1”→ 3" in text(best_line_sentences(pile, "4"))
