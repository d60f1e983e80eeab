"""What is said of a rule about repetition: the scores of copies, and where the rule acts."""

from __future__ import annotations

import pytest
from hypothesis import given
from support.graphs import game_graphs

from explorer.comparison.rule_effects import RuleEffects
from explorer.games.samples import load_sample
from explorer.model.errors import ExplorerError
from explorer.solver import solve
from explorer.unwinding import unfold


@pytest.mark.parametrize(
    ("name", "rule", "sentence"),
    [
        ("repeats-loses", "repeats-loses", "after a → b → a, who moved to a has lost."),
        (
            "no-repeats",
            "no-repeats",
            "a is worth 1, and not 0 as under endless play: after a → b, Min may not move to a.",
        ),
        ("clock", "clock=4", "after a → b → c → d → e, the clock ends the play."),
        ("third-time", "times=3", "a is worth 0, as under endless play."),
    ],
)
def test_the_sentence_of_the_root(name, rule, sentence):
    assert RuleEffects(unfold(load_sample(name), rule)).sentence_of_root().endswith(sentence)


def test_a_history_changes_the_score_on_example_7_1():
    effects = RuleEffects(unfold(load_sample("example-7-1"), "times=2"))
    assert effects.changed == ("a", "c")
    assert effects.sentences_of("c") == [
        "After r → c, c is worth 1, as under endless play.",
        "After r → p → a → c, c is worth 0, and not 1 as under endless play: after c → a, the play ends, since a has "
        "come 2 times.",
        "After r → c → a → c, c is worth 0, and not 1 as under endless play: the play ends, since c has come 2 times.",
    ]


@given(game_graphs())
def test_changed_positions_are_those_with_a_copy_of_another_score(graph):
    try:
        unfolded = unfold(graph, "times=2")
    except ExplorerError:
        return
    plain, scores = solve(unfolded.source).scores, solve(unfolded.graph).scores
    changed = {unfolded.origin(id) for id in unfolded.graph.ids if scores[id] != plain[unfolded.origin(id)]}
    assert set(RuleEffects(unfolded).changed) == changed
    for position in changed:
        assert (
            any(", and not " in each for each in RuleEffects(unfolded).sentences_of(position))
            or len(unfolded.copies_of(position)) > 10
        )
