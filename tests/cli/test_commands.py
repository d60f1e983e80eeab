"""The command line: what it prints, its exit codes, and that an error is one sentence."""

from __future__ import annotations

import csv
import io
import json
import os
import tracemalloc
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import is_one_sentence
from support.examples import examples
from support.graphs import figure_1
from support.rich_graphs import rich_graphs

from explorer import algorithms, cli, formats, games
from explorer.cli import graphs
from explorer.cli.commands import trace as trace_command
from explorer.games import samples
from explorer.model.graph import GameGraph
from explorer.solver import solve
from explorer.trace.recording import Limits

UPPER = "upper of c: known 9, found 2"


def strict(text: str) -> object:
    return json.loads(text, parse_constant=pytest.fail)


# ---- solve


def test_solve_prints_a_line_a_node(run, file):
    code, out, err = run("solve", file)
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert lines[0] == "root a, score 1"
    assert lines[1].startswith(
        "score(a) is 1 if endless play is worth at most 1, what it is worth between 1 and 2, and "
    )
    assert [line.split() for line in lines[3:]] == [
        ["a", "1", "1", "2", "b", "1"],
        ["b", "1", "1", "1", "0"],
        ["c", "1", "1", "2", "a", "2"],
        ["d", "2", "2", "2", "0"],
    ]


def test_solve_json_is_one_object_of_the_shape_that_is_promised(run):
    code, out, _ = run("solve", "sample:figure-5-two-cycle", "--json")
    assert code == 0
    assert strict(out) == {
        "version": 1,
        "root": "a",
        "score": 0,
        "interval": [0, 0],
        "scores": {"a": 0, "c": 0},
        "lower": {"a": "-inf", "c": "-inf"},
        "upper": {"a": "inf", "c": "inf"},
        "best": {"a": "c", "c": "a"},
        "distance": {"a": "endless", "c": "endless"},
    }


@examples(30)
@given(rich_graphs(), st.sampled_from(("0", "1/2", "inf")))
def test_solve_json_is_what_python_gives_whatever_the_nodes_are_named(tmp_path_factory, graph, endless):
    path = tmp_path_factory.mktemp("rich") / "x.game.json"
    path.write_bytes(formats.dump(graph, "game-json"))
    with redirect_stdout(io.StringIO()) as out:
        cli.main(["solve", str(path), "--json", "--endless", endless])
    assert strict(out.getvalue()) == solve(graph, endless=endless).to_json()


@pytest.mark.parametrize(("worth", "score"), [("-1/2", "-1/2"), ("-inf", "-inf"), ("0.5", 0.5)])
def test_endless_play_may_be_worth_anything(run, worth, score):
    for form in (["--endless", worth], [f"--endless={worth}"]):
        code, out, _ = run("solve", *form, "sample:figure-5-two-cycle", "--json")
        assert (code, strict(out)["score"]) == (0, score)


# ---- what was guessed or left out on reading


@pytest.mark.parametrize("command", [["solve"], ["trace", "--algorithm", "depth-first"], ["convert"]])
def test_what_reading_guessed_or_left_out_is_said_on_standard_error(run, tmp_path, command):
    path = tmp_path / "x.csv"
    path.write_text("from,to,weight\na,b,3\na,a,4\n\nid,score\na,\nb,1\n", encoding="utf-8")
    out = [tmp_path / "y.json"] if command == ["convert"] else []
    code, _, err = run(command[0], path, *command[1:], *out)
    assert code == 0
    assert "left out: weight" in err
    assert "no node names a player" in err
    assert "bipartite" not in err


# ---- trace


def running_on(graph):
    return [name for name, entry in algorithms.registered().items() if entry.obstacle(graph) is None]


def test_trace_prints_a_caption_a_line(run):
    graph = samples.load_sample("example-7-1")
    for name in running_on(graph):
        trace = algorithms.trace(graph, name)
        code, out, err = run("trace", "sample:example-7-1", "--algorithm", name)
        assert (code, err) == (0, "")
        assert out.splitlines() == [step.caption for step in trace]


def test_trace_json_is_the_trace(run):
    for name in running_on(samples.load_sample("figure-1")):
        code, out, _ = run("trace", "sample:figure-1", "--algorithm", name, "--json")
        assert code == 0
        assert strict(out) == algorithms.trace(samples.load_sample("figure-1"), name).to_json()
        assert {"algorithm", "result", "steps"} <= set(strict(out))


def test_trace_csv_is_a_table_a_line_a_step(run):
    out = run("trace", "sample:figure-1", "--algorithm", "score-iteration", "--csv")[1]
    rows = list(csv.DictReader(io.StringIO(out, newline="")))
    assert [row["a"] for row in rows] == ["0", "0", "1", "1", "1"]


@pytest.mark.parametrize(
    "argv",
    [
        ["sample:figure-1", "--algorithm", "score-iteration", "--set", "detail=node", "endless=-inf"],
        ["--set", "detail=node", "--set", "endless=-inf", "--algorithm", "score-iteration", "sample:figure-1"],
    ],
)
def test_options_are_set_in_any_place(run, argv):
    trace = algorithms.trace(samples.load_sample("figure-1"), "score-iteration", detail="node", endless="-inf")
    assert run("trace", *argv)[1].splitlines() == [step.caption for step in trace]


def test_a_trace_that_was_cut_says_so_apart(run, monkeypatch):
    asked = ("trace", "sample:figure-1", "--algorithm", "memoised")
    assert run(*asked, "--from", "2")[2].startswith("Showing steps 2 to ")
    whole = algorithms.run
    monkeypatch.setattr(
        algorithms, "run", lambda *given, **options: whole(*given, **{"limits": Limits(run=2), **options})
    )
    code, out, err = run(*asked)
    assert (code, len(out.splitlines()), err) == (0, 2, "Stopped after 2 steps, the limit; there is no result.\n")
    monkeypatch.setattr(trace_command, "MOST_CELLS", 4)
    written = strict(run(*asked, "--json")[1])
    assert (written["holds"], len(written["steps"]), written["cut"]) == ("changes", 2, err.strip())


@pytest.mark.large
def test_steps_that_are_written_are_not_kept(monkeypatch):
    """A step that is kept takes 300 bytes."""
    monkeypatch.setattr(trace_command, "MOST_CELLS", 5_000)
    asked = ["-q", "trace", "game:ladder?layers=8", "--algorithm", "minimax", "--json"]
    with Path(os.devnull).open("w", encoding="utf-8") as nothing, redirect_stdout(nothing):
        assert cli.main([*asked, "--from", "9000"]) == 0  # what is loaded once is loaded
        tracemalloc.start()
        assert cli.main(asked) == 0
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 150 * 9_979


# ---- check, convert, generate, lists


def test_check_exits_1_on_errors_and_names_the_node(run, tmp_path):
    path = tmp_path / "x.json"
    document = figure_1().to_json()
    document["moves"].append(["c", "nowhere"])
    document["nodes"].append({"id": "lost", "player": "grey"})
    path.write_text(json.dumps(document), encoding="utf-8")
    code, out, err = run("check", path)
    assert (code, err) == (1, "")
    assert [("'nowhere'" in line, "'lost'" in line, line.split(":")[0]) for line in out.splitlines()] == [
        (True, False, "error"),
        (False, True, "error"),
        (False, False, "5 nodes (1 open), 4 moves"),
    ]


def test_check_says_as_json_what_it_says_in_words(run, tmp_path):
    tmp_path.joinpath("m.csv").write_text("from,to\na,b\na,c\n", encoding="utf-8")
    tmp_path.joinpath("m.nodes.csv").write_text("id,player,score\na,max,\nb,,1\nc,,x\n", encoding="utf-8")
    code, out, _ = run("check", tmp_path / "m.csv", "--json")
    found = strict(out)
    (problem,) = found.pop("problems")
    assert code == 1
    assert found == {
        "version": 1, "nodes": 3, "open": 1, "moves": 2, "errors": 1, "warnings": 0, "notes": 0,
        "known_answers_compared": False,
    }  # fmt: skip
    assert [problem[key] for key in ("severity", "node", "line", "table", "count")] == ["error", "c", 4, "nodes", 1]
    assert "line 4 of the table of nodes: " + problem["message"] in run("check", tmp_path / "m.csv")[1]
    found = strict(run("check", "sample:figure-1", "--json")[1])
    assert (found["errors"], found["known_answers_compared"], found["problems"]) == (0, True, [])


def test_check_exits_0_on_warnings_alone(run):
    code, out, _ = run("check", "sample:non-bipartite")
    assert code == 0
    assert out.startswith("note: not bipartite")
    assert out.endswith(": 0 errors, 0 warnings, 1 note\n")
    assert run("check", "sample:figure-1")[:2] == (0, "4 nodes, 4 moves: 0 errors, 0 warnings\n")


@pytest.mark.parametrize("suffix", [".graphml", ".csv"])
def test_convert_goes_through_every_format(run, file, tmp_path, suffix):
    there, back = tmp_path / f"there{suffix}", tmp_path / "back.game.json"
    assert run("convert", file, there) == (0, "", "")
    assert run("convert", there, back)[0] == 0
    assert formats.read(back) == formats.read(file)


def test_convert_says_once_what_is_a_formula_and_guards_it_on_demand(run, tmp_path):
    path, out = tmp_path / "x.txt", tmp_path / "x.csv"
    path.write_text('a max: "=b", "@c"\n"=b" = 1\n"@c" = -1\n', encoding="utf-8")
    code, _, err = run("convert", path, out)
    assert (code, err.count("--guard-formulas guards them")) == (0, 1)
    assert "a,=b\na,@c\n" in out.read_text("utf-8")
    code, _, err = run("convert", path, out, "--guard-formulas")
    assert (code, err.count("have an apostrophe before them")) == (0, 1)
    assert "a,'=b\na,'@c\n" in out.read_text("utf-8")
    assert "a,'=b\na,'@c\n" in run("convert", path, "-", "--to", "csv", "--guard-formulas")[1]
    assert "apostrophe" not in run("convert", "sample:figure-1", out, "--guard-formulas")[2]
    assert "formulas" not in run("convert", path, tmp_path / "x.gml")[2]


def test_convert_says_what_is_lost(run, tmp_path):
    code, _, err = run("convert", "sample:figure-1", tmp_path / "x.csv")
    assert code == 0
    assert "the name of the graph is lost" in err


def test_generate_writes_a_game(run, tmp_path):
    path = tmp_path / "ladder.graphml"
    assert run("generate", "ladder", "layers=4", "-o", path)[0] == 0
    assert solve(formats.read(path)).scores == solve(games.generate("ladder", layers=4)).scores
    assert GameGraph.from_json(strict(run("generate", "ladder")[1])) == games.generate("ladder")
    assert run("generate", "game:ladder?layers=4")[1] == run("generate", "ladder", "layers=4")[1]


def test_lists_name_every_entry(run):
    for command, names in (
        ("samples", samples.sample_names()),
        ("games", games.registered()),
        ("algorithms", algorithms.registered()),
    ):
        code, out, _ = run(command)
        heads = [line.split(":")[0] for line in out.splitlines() if not line.startswith(" ")]
        assert (code, heads) == (0, list(names))


# ---- errors


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        ("solve missing.csv", "missing.csv"),
        ("solve sample:figure-1 --endless much", "'much'"),
        ("solve sample:figure-1 --nonsense", "--nonsense"),
        ("trace sample:figure-1 --algorithm nope", "score-iteration"),
        ("trace sample:figure-1 --algorithm score-iteration --set detail=x", "sweep, node"),
        ("convert sample:figure-1 x.pdf", ".graphml"),
        ("generate ladder layers=0", "layers"),
        ("generate my.py:Nim", "convert"),
        ("open --port x", "'x'"),
        ("nope", "'nope'"),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_code_2(run, argv, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*argv.split())
    assert (code, out) == (2, "")
    assert is_one_sentence(err)
    assert words in err


@pytest.mark.parametrize("fault", [MemoryError(), ValueError("odd\nthing")])
def test_a_fault_is_one_sentence_too(run, monkeypatch, fault):
    def fail(*_: object, **settings: object) -> None:
        raise fault

    monkeypatch.setattr(graphs, "load_reference", fail)
    code, _, err = run("solve", "sample:figure-1")
    assert code == 2
    assert is_one_sentence(err)


# ---- what is said of large graphs, and of known answers


@pytest.mark.parametrize(
    ("given", "options", "lines"),
    [
        ({"scores": {"a": 0, "c": 0}, "lower": {"c": -1}}, [], []),
        ({"scores": {"a": 2}, "upper": {"c": 9}}, [], ["scores of a: known 2, found 0", UPPER]),
        ({"scores": {"a": 1}, "upper": {"c": 9}}, ["--endless", "1"], [UPPER]),
        ({"scores": {"a": 2}}, ["--endless", "1"], ["scores of a: known 2, found 1"]),
        ({"visits": {"memoised": 77}}, [], []),
    ],
)
def test_solve_says_which_known_scores_and_bounds_it_does_not_find(run, tmp_path, given, options, lines):
    path = tmp_path / "x.game.json"
    path.write_text(json.dumps(figure_1().to_json() | {"expected": given}), encoding="utf-8")
    code, out, err = run("solve", path, *options)
    assert (code, out.partition(",")[0]) == (1 if lines else 0, "root a")
    assert err.splitlines() == [f"{path}: {line}" for line in lines]


def test_check_looks_at_the_known_answers(run, tmp_path):
    document = figure_1().to_json()
    for scores, expected in (
        ({"a": 0, "c": 0}, (0, ["4 nodes, 4 moves: 0 errors, 0 warnings"])),
        (
            {"a": 2},
            (1, ["error: scores of a: known 2, found 0", "4 nodes, 4 moves: 1 error, 0 warnings"]),
        ),
    ):
        (tmp_path / "x.game.json").write_text(json.dumps(document | {"expected": {"scores": scores}}), encoding="utf-8")
        code, out, err = run("check", tmp_path / "x.game.json")
        assert (code, out.splitlines(), err) == (*expected, "")
