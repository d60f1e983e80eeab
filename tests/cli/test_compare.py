"""The command `compare`: its table, its JSON, and that an error is one sentence."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest

from explorer.algorithms import trace
from explorer.games.samples import load_sample

SAMPLE = "sample:example-7-1"
COUNTS = ("visits", "leaves", "cutoffs", "hits", "depth", "steps")
OTHERS = ("sweeps", "messages", "control", "settled")  # which a table has if there are any


@pytest.fixture
def compare(run):
    return partial(run, "compare")


def test_json_is_one_object_with_a_row_an_algorithm(compare):
    names = ["score-iteration", "depth-first", "memoised", "memoised-naive"]
    code, out, err = compare(SAMPLE, "--algorithms", ",".join(names), "--json")
    found: dict[str, Any] = json.loads(out, parse_constant=pytest.fail)
    assert (code, err) == (0, "")
    assert (found["root"], found["score"]) == ("r", 1)
    assert [row["algorithm"] for row in found["rows"]] == names
    assert [(row["value"], row["right"]) for row in found["rows"]] == [(1, True)] * 3 + [(0, False)]
    for row in found["rows"]:
        result = trace(load_sample("example-7-1"), row["algorithm"]).result
        assert set(row) == {"algorithm", "options", "notation", "value", "right", *COUNTS, *OTHERS}
        assert row["visits"] == result.get("visits")
        assert row["hits"] == result.get("hits")


def test_the_table_has_a_line_an_algorithm_in_columns(compare):
    code, out, _ = compare(SAMPLE, "--algorithms", "memoised,memoised-naive")
    head, columns, *lines = out.splitlines()
    assert (code, head) == (0, "root r, score 1")
    assert columns.split() == ["algorithm", "value", "correct", *COUNTS]
    assert [line.split()[:3] for line in lines] == [["memoised", "1", "yes"], ["memoised-naive", "0", "no"]]


def test_with_open_nodes_the_values_say_on_what_they_rest(run, tmp_path):
    (tmp_path / "x.txt").write_text("> a max: b c\nb ?\nc min: a b\n", encoding="utf-8")
    lines = run("compare", tmp_path / "x.txt", "--algorithms", "minimax")[1].splitlines()
    assert lines[0].startswith("root a, score −∞..∞: 1 node is open")
    assert lines[1] == "each value counts open nodes as endless play, and is correct or not on that basis"


def test_one_that_cannot_run_is_said_and_the_others_are_compared(compare):
    code, out, err = compare(SAMPLE, "--algorithms", "memoised,witness:node=nobody", "--json")
    assert code == 0
    assert "nobody" in json.loads(out)["rows"][1]["failure"]
    assert err.startswith("witness:node=nobody: ")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([SAMPLE, "--algorithms", "memoised,guess"], "no algorithm 'guess'"),
        ([SAMPLE, "--algorithms", "witness:node=nobody"], "nobody"),
    ],
)
def test_an_error_is_one_sentence_and_exit_code_2(compare, arguments, words):
    code, out, err = compare(*arguments)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert words in err
