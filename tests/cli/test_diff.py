"""The command `diff`: what it prints of values and of a solver of one's own, and that an error is one sentence."""

from __future__ import annotations

import json
import shlex
import sys
from functools import partial
from importlib.resources import files
from pathlib import Path

import pytest
from support.command import is_one_sentence
from support.faulty_solvers import naive_memo
from support.graphs import example_7_1, figure_1

import explorer
from explorer import formats, read
from explorer.comparison.faults import fitting_faults
from explorer.comparison.first_wrong import difference
from explorer.comparison.first_wrong_proofs import proof, summary
from explorer.model.errors import FormatError

MINE = {"a": 1, "c": 0, "b": 1, "d": 2}


@pytest.fixture
def diff(run, tmp_path: Path, monkeypatch):
    """The command in a folder with the solver of the help, a graph, and wrong values of it."""
    monkeypatch.chdir(tmp_path)
    page = files("explorer").joinpath("help/large-graphs.md").read_text(encoding="utf-8")
    solver = page.partition("```python\n")[2].partition("```")[0]
    Path("naive.py").write_text(solver, encoding="utf-8")
    Path("mine.json").write_text(json.dumps(MINE), encoding="utf-8")
    formats.write(example_7_1(1, 2), "x.game.json")
    return partial(run, "diff")


NAIVE = shlex.join([sys.executable, "naive.py"]) + " {graph}"
FAILING = shlex.join([sys.executable, "-c", "raise ValueError('no such node')", "{graph}"])
SILENT = shlex.join([sys.executable, "-c", "pass", "{graph}"])


def test_the_text_is_that_of_python(diff):
    found = difference(read("sample:figure-1"), MINE)
    lines = [*summary(found), *(f"  {proof(found, place)}" for place in found.first.tolist())]
    assert diff("sample:figure-1", "mine.json") == (1, "\n".join([*lines, ""]), "")


def test_json_has_all_wrong_values(diff):
    code, out, _ = diff("x.game.json", "--solver", NAIVE, "--json")
    found = json.loads(out)
    assert (code, found["compared"], found["agree"]) == (1, 6, 3)
    assert [(each["node"], each["mine"], each["true"], each["first_wrong"]) for each in found["wrong"]] == [
        ("c", 0, 1, True), ("r", 0, 1, False), ("e", 0, 1, False),
    ]  # fmt: skip
    assert [each["node"] for each in found["first"]] == ["c"]


def test_a_solver_of_ones_own_is_run_on_smaller_and_smaller_graphs(diff):
    code, out, err = diff("x.game.json", "--solver", NAIVE, "--shrink", "-o", "small.game.json")
    assert (code, err) == (1, "")
    assert out.splitlines()[1].startswith("1 value is wrong: by itself")
    assert len(read("small.game.json").nodes) == 3


def test_a_search_that_is_stopped_keeps_the_smallest_graph_so_far(diff):
    shrink = ("x.game.json", "--shrink", "-o", "small.game.json")
    code, _, err = diff(*shrink, "--solver", NAIVE, "--seconds", "0.0001")
    assert (code, len(read("small.game.json").nodes)) == (1, 6)
    assert "stopped after 0 smaller graphs; there may be one that is smaller still. --seconds allows more time" in err


def test_without_values_those_that_the_graph_carries_are_compared(diff):
    assert diff("sample:figure-1") == (0, "4 of 4 values agree\n", "")
    formats.write(figure_1(1, 2).replace(expected={"scores": {"a": 2, "c": 2}}), "known.game.json")
    assert diff("known.game.json", "--endless", "3")[0] == 0
    code, out, _ = diff("known.game.json")
    assert (code, "every value on the cycle a → c → a agrees" in out) == (1, True)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["missing.csv"], "missing.csv: No such file"),
        (["--solver", "my"], "--solver needs {graph}"),
        (["--solver", "my {graph}", "--keep-running"], "with --keep-running the solver has no {graph}"),
        (["--solver", FAILING], "ended with exit code 1: ValueError: no such node"),
        (["--solver", SILENT], "printed no values: "),
        (["--solver", "no-such-program {graph}"], "no-such-program cannot be run: No such file"),
        ([], "the graph carries no known scores"),
    ],
)
def test_what_cannot_be_compared_is_one_sentence(diff, given, words):
    code, out, err = diff("x.game.json", *given)
    assert (code, out) == (2, "")
    assert is_one_sentence(err)
    assert words in err


def test_ids_without_a_node_and_nodes_without_a_value_are_results(diff):
    Path("some.csv").write_text("node,value\na,1\nz,0\n", encoding="utf-8")
    code, out, err = diff("sample:figure-1", "some.csv")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "1 of 1 value agree", "no value is given for 3 nodes: c, b, d", "1 id not in the graph: z",
    ]  # fmt: skip
    found = json.loads(diff("sample:figure-1", "some.csv", "--json")[1])
    assert (found["not_in_graph"], found["without_value"]) == (["z"], ["c", "b", "d"])


def test_a_graph_in_the_place_of_values_is_compared_with_the_graph(diff):
    Path("moves.csv").write_text("from,to\nr,e\nr,p\n", encoding="utf-8")
    code, out, _ = diff("x.game.json", "moves.csv")
    assert code == 1
    assert "  r → p is a move of the second graph alone" in out.splitlines()
    found = json.loads(diff("x.game.json", "moves.csv", "--json")[1])
    assert {"kind": "node", "node": "p", "to": "", "first": "", "second": "yes", "distance": 1} in found["differences"]
    assert diff("x.game.json", "x.game.json")[0] == 0


GOING_ON = """
import json, subprocess, sys
for line in sys.stdin:
    found = subprocess.run([sys.executable, "naive.py", line.strip()], capture_output=True, text=True).stdout
    print(found.strip(), flush=True)
"""


def test_a_solver_that_keeps_running_is_started_once_and_finds_the_same(diff):
    Path("going_on.py").write_text(GOING_ON, encoding="utf-8")
    going_on = shlex.join([sys.executable, "going_on.py"])
    once = diff("x.game.json", "--solver", going_on, "--keep-running", "--shrink", "-o", "one.game.json")
    assert once == diff("x.game.json", "--solver", NAIVE, "--shrink", "-o", "other.game.json")
    assert read("one.game.json") == read("other.game.json")
    code, _, err = diff("x.game.json", "--solver", shlex.join([sys.executable, "-c", "1/0"]), "--keep-running")
    assert (code, "ended without an answer: ZeroDivisionError: division by zero" in err) == (2, True)


def test_the_solver_gets_the_graph_as_game_json_unless_another_format_is_named(diff):
    formats.write(example_7_1(1, 2), "x.graphml")
    assert diff("x.graphml", "--solver", NAIVE)[:2] == diff("x.game.json", "--solver", NAIVE)[:2]
    printing = shlex.join([sys.executable, "-c", "import sys; sys.exit(sys.argv[1])", "{graph}"])
    assert diff("x.game.json", "--solver", printing, "--solver-format", "dot")[2].rstrip(".\n").endswith("graph.dot")


def test_a_smaller_graph_still_has_a_fault_that_the_whole_one_has_and_others_are_named(diff):
    code, out, _ = diff("x.game.json", "--solver", NAIVE, "--shrink", "-o", "small.game.json")
    whole, small = (difference(graph, naive_memo(graph)) for graph in map(read, ("x.game.json", "small.game.json")))
    before, after = ({fault.name for fault in fitting_faults(each)} for each in (whole, small))
    assert before & after
    gained = [line for line in out.splitlines() if line.startswith("fits this graph and not the whole one: ")]
    assert {*gained[0].partition(": ")[2].split("; ")} == after - before if after - before else not gained
    assert code == 1


def test_no_values_are_no_agreement(diff):
    Path("empty.csv").write_text("node,value\na,\n", encoding="utf-8")
    code, out, err = diff("sample:figure-1", "empty.csv")
    assert (code, out, "nothing was compared: no node is given a value" in err) == (2, "", True)
    with pytest.raises(FormatError, match="nothing was compared"):
        explorer.diff("sample:figure-1", {})


def test_of_large_rules_it_is_said_once_that_a_converted_graph_is_compared_faster(diff):
    rules = """
from explorer import Rules

class G(Rules):
    initial = 0
    negamax = True

    def moves(self, p):
        return [p + 1] * (p < 2500)

    def score(self, p):
        return -1
"""
    Path("long.py").write_text(rules, encoding="utf-8")
    Path("long.json").write_text(json.dumps({"2500": -1}), encoding="utf-8")
    _, _, told = diff("long.py:G", "long.json")
    assert told.count("compared faster: convert long.py:G game.parquet, once") == 1
    _, _, told = diff("x.game.json", "mine.json")
    assert "faster" not in told
