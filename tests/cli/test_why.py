"""The command `why`: its text, its JSON, exit codes, and that an error is one sentence."""

from __future__ import annotations

import json
from functools import partial

import pytest
from support.command import is_one_sentence

from explorer import read, trace, why

SAMPLE = "sample:figure-1"


@pytest.fixture
def explain(run):
    return partial(run, "why")


def test_the_text_is_that_of_python(explain):
    assert explain(SAMPLE, "c") == (0, f"{why(SAMPLE, 'c')}\n", "")


def test_json_is_one_object_with_the_guarantees_and_the_sentences(explain):
    code, out, err = explain(SAMPLE, "c", "--json", "--endless", "inf")
    found = json.loads(out, parse_constant=pytest.fail)
    assert (code, err) == (0, "")
    assert (found["version"], found["node"], found["score"], found["endless"]) == (1, "c", 2, "inf")
    assert found["at_most"]["moves"] == {"c": "d"}
    assert found["sentences"][0] == "The score of c is 2: Min can force at most 2, and Max can keep it at 2 or more."


@pytest.mark.parametrize(
    ("value", "code", "refuted_by", "words"),
    [
        ("2", 0, "at_most", "The score of a is not 2: Min can keep it at 1 or less."),
        ("-inf", 0, "at_least", "The score of a is not −∞: Max can force at least 1."),
        ("-1/2", 0, "at_least", "The score of a is not −1/2: Max can force at least 1."),
        ("1", 1, None, "The score of a is 1."),
    ],
)
def test_another_value_is_refuted_or_the_exit_code_says_that_it_is_not(explain, value, code, refuted_by, words):
    assert explain(SAMPLE, "a", "--not", value)[0] == code
    found = json.loads(explain(SAMPLE, "a", "--not", value, "--json")[1])
    assert (found["refuted_by"], found["sentences"][0]) == (refuted_by, words)


def test_a_value_in_a_trace_is_followed_back(explain):
    code, out, _ = explain("sample:example-7-1", "r", "--algorithm", "memoised-naive")
    run = trace(read("sample:example-7-1"), "memoised-naive")
    links = ((20, "r", "stored"), (19, "r", "memo"), (10, "c", "stored"), (9, "c", "back link"))
    told = [f"step {step}: {node} = 0 ({how}): {run[step].caption}" for step, node, how in links]
    assert (code, out.splitlines()) == (0, told)


@pytest.mark.parametrize(
    "arguments",
    [
        ("z",),
        ("a", "--step", "1"),
        ("a", "--algorithm", "bounds", "--step", "999"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(explain, arguments):
    code, out, err = explain(SAMPLE, *arguments)
    assert (code, out) == (2, "")
    assert is_one_sentence(err)


def test_open_positions_leave_an_interval(explain):
    code, out, _ = explain("game:number-game?positions=5", "13")
    assert code == 0
    assert "may depend on nodes that are open" in out


def test_path_is_a_shortest_one_and_one_that_best_play_takes(run):
    text = "shortest path, 2 moves: a → c → d\nbest play cannot lead to d: a move on the way gives score away\n"
    assert run("path", SAMPLE, "d") == (0, text, "")
    assert run("path", SAMPLE, "b")[1].splitlines()[1] == "best play, 1 move: a → b"
    code, out, _ = run("path", SAMPLE, "d", "--endless", "inf", "--json")
    assert (code, json.loads(out)["best"]) == (0, ["a", "c", "d"])
    code, _, err = run("path", SAMPLE, "nowhere")
    assert (code, is_one_sentence(err)) == (2, True)
