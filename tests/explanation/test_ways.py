"""How play gets to a node and goes on from there, in sentences that light their moves."""

from __future__ import annotations

import pytest
from support.graphs import figure_1, game

from explorer.explanation.ways import best_line_sentences, path_sentences
from explorer.explanation.words import Sentence, text
from explorer.model.graph import GameGraph
from explorer.model.scores import Score

TRAP = game("a", a="max b c", b="max x", c="min d", d="max x y", x=-1, y=2)


@pytest.mark.parametrize(
    ("graph", "node", "words"),
    [
        (TRAP, "a", "A is the root: play starts here."),
        (TRAP, "b", "A shortest path from the root has 1 move: a → b.\nBest play cannot lead to b: a move on the way "
            "gives score away."),
        (TRAP, "y", "A shortest path from the root has 3 moves: a → c → d → y.\n"
            "Best play can take it: every move on it keeps the score."),
        (game("a", a="max b c", b="min x z", c="min d", d="max z", x=-1, z=1), "z",
            "A shortest path from the root has 2 moves: a → b → z.\n"
            "A shortest one on which every move keeps the score has 3 moves: a → c → d → z."),
        (game("a", a=1, z=2), "z", "No path leads from the root to z."),
    ],
)  # fmt: skip
def test_the_ways_to_a_node(graph: GameGraph, node: str, words: str):
    assert text(path_sentences(graph, node)).lower() == words.lower()


@pytest.mark.parametrize(
    ("graph", "node", "endless", "words"),
    [
        (TRAP, "a", 0, "Best play goes a → c → d → y and ends after 3 moves with 2."),
        (figure_1(b=-1, d=2), "c", 0, "Best play goes c → a → c and so on for ever, which is worth 0."),
        (figure_1(b=-1, d=2), "c", 5, "Best play goes c → d and ends after 1 move with 2."),
        (TRAP, "x", 0, "x is a leaf: play ends here."),
        (game("a", a="max q", q="open"), "a", 0, "a: best play may depend on nodes that are open."),
    ],
)
def test_the_line_of_best_play(graph: GameGraph, node: str, endless: Score, words: str):
    assert text(best_line_sentences(graph, node, endless=endless)) == words


def test_a_sentence_lights_its_path():
    shortest, best = path_sentences(TRAP, "d")
    assert (shortest.nodes, shortest.moves, shortest.mark) == (("a", "c", "d"), (("a", "c"), ("c", "d")), "chain")
    assert (best.moves, best.mark) == (shortest.moves, "best")
    (line,) = best_line_sentences(figure_1(b=-1, d=2), "c")
    assert isinstance(line, Sentence)
    assert (line.nodes, line.moves, line.mark) == (("c", "a"), (("c", "a"), ("a", "c")), "best")
