"""Rules about repetition on the command line: `--rule`, `unfold`, and tables with a clock."""

from __future__ import annotations

import json

import pytest

from explorer import formats


@pytest.mark.parametrize(("rule", "score"), [("times=3", 1), ("no-repeats", 2), ("repeats-loses", 2), ("clock=1", 1)])
def test_every_command_works_on_the_graph_under_a_rule(run, rule, score):
    code, out, err = run("solve", "sample:figure-1", "--rule", rule, "--json")
    assert (code, json.loads(out)["score"]) == (0, score)
    assert err.startswith(f"sample:figure-1: {rule}: ")
    _, out, _ = run("trace", "sample:figure-1", "--rule", rule, "--algorithm", "score-iteration", "--json")
    assert json.loads(out)["result"]["scores"]["a"] == score


def test_a_graph_that_is_unfolded_is_written_with_its_origins(run, tmp_path):
    file = tmp_path / "unfolded.game.json"
    assert run("unfold", "sample:figure-1", "--rule", "times=2", "--endless", "1/2", "-o", file)[0] == 0
    graph = formats.load(file).graph
    assert {node.id: node.extra["origin"] for node in graph.nodes} == {
        "a": "a",
        "b": "b",
        "c": "c",
        "d": "d",
        "a#2": "a",
    }
    assert str(graph.node("a#2").score) == "1/2"
    assert graph.extra["repetition"] == "times=2"


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("unfold", "sample:figure-1"), "needs --rule"),
        (("solve", "sample:figure-1", "--rule", "superko"), "no-repeats"),
        (("solve", "game:number-game", "--rule", "times=2"), "without open nodes"),
        (("solve", "sample:figure-1", "--rule", "times=2", "--endless", "inf"), "a number"),
        (("diff", "sample:figure-1", "--rule", "clock=4"), "needs VALUES"),
    ],
)
def test_what_a_rule_cannot_take_is_refused_in_a_sentence(run, argv, words):
    code, _, err = run(*argv)
    assert code == 2
    assert words in err.splitlines()[-1]


def test_the_command_says_which_values_are_wrong_and_why(run, tmp_path):
    """Under a clock of 4 moves a has 1 from the start, and 0 where the clock has run to its end."""
    file = tmp_path / "base.csv"
    file.write_text("node,clock,value\na,0,1\na,3,1\nc,3,0\na,4,1\nc,2,2\n")
    code, out, _ = run("diff", "sample:figure-1", str(file), "--rule", "clock=4")
    assert code == 1
    assert out.splitlines() == [
        "clock=4: 3 of 5 values agree",
        "2 values are wrong: 2 by themselves",
        "  a with 4 moves on the clock: 1, but it is 0, what endless play is worth, since the clock ends the play here",
        "  c with 2 moves on the clock: 2, but it is 1: c → a, 1 with 3 moves on the clock, is best",
    ]
    _, out, _ = run("diff", "sample:figure-1", str(file), "--rule", "clock=4", "--json")
    assert [record["true"] for record in json.loads(out)["wrong"]] == [0, 1]
