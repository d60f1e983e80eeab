"""Words for scores: which score each stands for in which graph, and that no other is guessed."""

from __future__ import annotations

import pytest
from support.graphs import game

from explorer.comparison.claims import claims_of
from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph
from explorer.model.scores import Score

PLAIN = game("a", a="max b c", b=1, c=-1)


def read(graph: GameGraph, given: dict[str, object], **options: object) -> dict[str, str]:
    claims = claims_of(graph, given, **options)
    return {id: str(claims.of(row)) for row, id in enumerate(graph.ids) if claims.of(row)}


@pytest.mark.parametrize(
    ("score", "words"),
    [
        ("1", ["win", "W", "Cursed_Win", "+M3", "#5"]),
        ("0", ["tie", "D", "draw"]),
        ("−1", ["lose", "L", "-M2", "−M2", "#-2", "blessed loss"]),
        ("≥ 0", [">= draw", "≥ tie"]),
    ],
)
def test_a_word_is_read_in_its_usual_spellings(score: str, words: list[str]):
    assert [read(PLAIN, {"a": word}) for word in words] == [{"a": score}] * len(words)


@pytest.mark.parametrize(
    ("leaves", "endless", "scores"),
    [
        ((1, 0, -1), 0, "1 0 −1"),
        ((100, -100), 0, "100 0 −100"),
        ((1,), 0, "1 0 −1"),
        ((0,), 0, "1 0 −1"),
        ((1, 0), 0, "1 0 −1"),
        ((-3,), 0, "3 0 −3"),
        ((2, 0), 1, "2 1 0"),
    ],
)
def test_win_and_loss_are_the_scores_on_both_sides_of_endless_play(
    leaves: tuple[Score, ...], endless: Score, scores: str
):
    names = [f"x{number}" for number in range(len(leaves))]
    graph = game("a", a=f"max b c {' '.join(names)}", b="max a", c="max a", **dict(zip(names, leaves, strict=True)))
    assert [*read(graph, {"a": "win", "b": "draw", "c": "loss"}, endless=endless).values()] == scores.split()


def test_with_more_scores_the_words_have_to_be_given_and_any_word_can_be():
    graph = game("a", a="max b c", b=1, c=5)
    with pytest.raises(OptionError, match="'W' is a word, and the graph has more scores than those of a win"):
        read(graph, {"a": "W"})
    given = {"win": 5, "good for Max": "9/2"}
    assert read(graph, {"a": "W", "b": "Good for max", "c": 1}, words=given) == {"a": "5", "b": "9/2", "c": "1"}
