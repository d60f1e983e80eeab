"""Algorithms of one's own: functions and files of steps, run and compared as ours are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from support.faulty_solvers import naive_memo
from support.graphs import figure_1, game_graphs
from support.help import code_of
from support.oracle import scores_of

from explorer import algorithms, compare, trace
from explorer.cli import main
from explorer.model.errors import FormatError
from explorer.model.graph import GameGraph
from explorer.trace import Finality, Step

SECTION = "## An algorithm of your own"


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch: pytest.MonkeyPatch):
    """None of these is one of the registry for another test."""
    monkeypatch.setattr(algorithms, "_OWN", {})


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The file of the help, by the name that it has there."""
    (code,) = code_of("add-your-own", "python", section=SECTION)
    monkeypatch.chdir(tmp_path)
    Path("my.py").write_text(code, encoding="utf-8")
    return "my.py:naive"


@given(graph=game_graphs())
def test_a_table_of_values_is_wrong_just_where_the_oracle_says_so(graph: GameGraph):
    truth, table = scores_of(graph), naive_memo(graph)
    run = trace(graph, naive_memo)
    assert (run.result["scores"], run.result["value"]) == (table, table[str(graph.root)])
    roles = run.finality_at(-1)
    wrong = {id for id, value in table.items() if value != truth[id]}
    assert {id for id in table if roles[id] is Finality.WRONG} == wrong
    assert (run.first_wrong(truth) is None) == (not wrong)
    (row,) = compare(graph, naive_memo).rows
    assert (row.value, row.right) == (table[str(graph.root)], table[str(graph.root)] == truth[str(graph.root)])


def test_the_only_function_of_a_file_needs_no_name(example: str, capsys: pytest.CaptureFixture[str]):
    assert main(["trace", "sample:figure-1", "--algorithm", "my.py"]) == 0
    assert capsys.readouterr().out.startswith("c gets the value 0.")
    for wrong, words in (("my.py:best", "no function 'best'; choose one of my.py:naive"), ("none.py", "no file")):
        assert main(["trace", "sample:figure-1", "--algorithm", wrong]) == 2
        assert words in capsys.readouterr().err


def test_a_step_in_the_style_of_ours_passes_and_what_is_returned_counts():
    def counting(graph: GameGraph, *, endless: float = 0) -> Any:
        yield Step("This is a.", 2, {"a": endless}, counters={"visits": 1})
        yield "c", "1/2", "Half of it."
        return {"value": endless + 5, "visits": 1}

    run = trace(figure_1(), counting, endless=3)
    assert [step.caption for step in run] == ["This is a.", "Half of it."]
    assert (run.result, run[0].line, run[1].line) == ({"value": 8, "visits": 1}, 2, 3)
    row, other = compare(figure_1(), [counting, "memoised-naive"]).rows
    assert (row.visits, row.right, other.contender.algorithm) == (1, False, "memoised-naive")


def fails(graph: GameGraph) -> Any:
    return {"a": 1 / 0}


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (fails, rf"fails\(\), line {fails.__code__.co_firstlineno + 1}: ZeroDivisionError: division by zero"),
        (lambda graph: {"nobody": 1}, "names 'nobody', which is no node of the graph"),
        (lambda graph: {"a": "much"}, "gives a the value 'much', which is no number"),
        (lambda graph: (each for each in "ab"), r"must yield \(node, value\), perhaps with a sentence; got 'a'"),
    ],
)
def test_a_fault_of_a_function_is_one_sentence(function: Any, words: str):
    with pytest.raises(FormatError, match=words):
        trace(figure_1(), function)


def test_steps_in_a_file_are_stepped_and_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["trace", "sample:figure-1", "--algorithm", "memoised-naive", "--json"]) == 0
    Path("run.json").write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["trace", "sample:figure-1", "--algorithm", "run.json"]) == 0
    assert main(["trace", "sample:figure-1", "--algorithm", "memoised-naive"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[: len(lines) // 2] == lines[len(lines) // 2 :]
    assert main(["compare", "sample:figure-1", "--algorithms", "run.json,memoised-naive"]) == 0
    first, second = (line.split()[1:] for line in capsys.readouterr().out.splitlines()[2:])
    assert first == second
    assert main(["trace", "game:ladder", "--algorithm", "run.json"]) == 2
    assert "of the trace: there is no node" in capsys.readouterr().err
