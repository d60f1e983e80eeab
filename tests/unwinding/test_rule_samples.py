"""The samples about rules of repetition show what they are for."""

from __future__ import annotations

import pytest

from explorer.games.samples import load_sample
from explorer.solver import solve
from explorer.unwinding.unfolding import unfold


@pytest.mark.parametrize(
    ("name", "rule", "plain", "under_rule"),
    [
        ("repeats-loses", "repeats-loses", 0, 1),
        ("repeats-loses", "no-repeats", 0, 0),
        ("no-repeats", "no-repeats", 0, 1),
        ("clock", "clock=4", 1, 0),
        ("clock", "clock=5", 1, 1),
        ("third-time", "times=3", 0, 0),
    ],
)
def test_the_score_of_the_root_with_and_without_a_rule(name, rule, plain, under_rule):
    graph = load_sample(name)
    assert len(graph.nodes) <= 8
    assert solve(graph).score == plain
    assert solve(unfold(graph, rule).graph).score == under_rule


def test_only_after_a_history_does_the_third_time_change_a_score():
    graph = load_sample("third-time")
    unfolded = unfold(graph, "times=3")
    copies = unfolded.copies_of("b")
    assert [unfolded.history(id).count("b") for id in copies] == [1, 2]
    assert [unfolded.scores[id] for id in copies] == [1, 0]
    assert unfolded.scores[graph.root] == solve(graph).score
