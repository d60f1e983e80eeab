"""A graph from standard input and to standard output: `-` for GRAPH, for OUT and after -o."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support.command import is_one_sentence
from support.graphs import figure_1

from explorer import formats
from explorer.cli import commands
from explorer.drawing import exports
from explorer.drawing.exports import Shown
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph

Type = Callable[[bytes], None]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Type:
    """A function that has something come from standard input."""
    return lambda data: monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def python(*argv: str, data: bytes = b"") -> bytes:
    """What the program as a process of its own writes to standard output."""
    return subprocess.run([sys.executable, "-m", "explorer", *argv], input=data, capture_output=True, check=True).stdout


@pytest.mark.parametrize("name", formats.registered())
def test_every_format_comes_from_standard_input_and_goes_to_standard_output(name: str, tmp_path: Path):
    content = python("convert", "sample:figure-1", "-", "--to", name)
    assert content == formats.dump(load_sample("figure-1"), name)
    again = python("convert", "-", "-", "--format", name, data=content)
    assert GameGraph.from_json(json.loads(again)) == formats.find(name).load(content).graph


@pytest.mark.parametrize("name", formats.registered())
def test_the_format_of_standard_input_is_told_by_its_content(run, typed: Type, name: str):
    content = formats.dump(figure_1(), name)
    typed(content)
    code, out, _ = run("solve", "-", "--json")
    assert (code, json.loads(out)["score"]) == (0, json.loads(run("solve", "sample:figure-1", "--json")[1])["score"])


def test_every_command_that_takes_a_graph_takes_standard_input(run, typed: Type, tmp_path: Path):
    for command in (
        ["solve", "-"],
        ["check", "-"],
        ["trace", "-", "--algorithm", "memoised"],
        ["compare", "-", "--algorithms", "memoised"],
        ["convert", "-", tmp_path / "x.gml"],
        ["export", "-", "-o", tmp_path / "x.svg"],
        ["link", "-"],
    ):
        typed(formats.dump(figure_1(), "game-json"))
        assert run(*command)[0] == 0, command
    assert formats.read(tmp_path / "x.gml").moves == figure_1().moves


def test_the_app_opens_a_file_of_standard_input_that_is_there_while_it_runs(run, typed: Type, monkeypatch):
    opened: list[tuple[Path, GameGraph]] = []

    def run_app(reference: str, **settings: object) -> None:
        opened.append((Path(reference), formats.read(reference)))

    monkeypatch.setattr(commands, "run_app", run_app)
    typed(b"> a max: b\nb = 3\n")
    assert run("open", "-")[0] == 0
    ((path, graph),) = opened
    assert (graph.root, graph.node("b").score) == ("a", 3)
    assert not path.exists()


def test_what_was_guessed_of_standard_input_and_lost_on_standard_output_is_said_by_these_names(run, typed: Type):
    typed(b"from,to,weight\na,b,3\n\nid,score\na,\nb,1\n")
    code, out, err = run("convert", "-", "-", "--to", "pgsolver")
    assert (code, bool(out)) == (0, True)
    assert "standard input: warning: " in err
    typed(formats.dump(load_sample("figure-1"), "game-json"))
    assert "standard output: the name of the graph is lost" in run("convert", "-", "-", "--to", "csv")[2]


@pytest.mark.parametrize("name", [name for name, entry in exports.registered().items() if name not in ("xlsx", "pdf")])
def test_every_export_goes_to_standard_output(name: str):
    content = python("export", "sample:figure-1", "-o", "-", "--to", name, "--algorithm", "score-iteration")
    assert content == exports.export(_shown(), name)


def _shown() -> Shown:
    from explorer import algorithms

    run = algorithms.trace(load_sample("figure-1"), "score-iteration")
    return Shown(run.graph, run, algorithms.find("score-iteration"), 0)


def test_a_generated_graph_goes_to_standard_output_in_any_format(run):
    assert run("generate", "ladder")[1] == run("generate", "ladder", "-o", "-")[1]
    assert run("generate", "ladder", "--to", "csv")[1] == run("generate", "ladder", "-o", "-", "--to", "csv")[1]


@pytest.mark.parametrize(
    ("argv", "data", "words"),
    [
        (["solve", "-"], b"", "standard input: "),
        (["solve", "-"], b"{", "standard input: line 1"),
        (["solve", "-"], b"\x89PNG\0", "standard input: "),
        (["solve", "-", "--format", "csv"], b'{"root": "a"}', "standard input: "),
        (["solve", "-", "--format", "nope"], b"", "game-json"),
        (["solve", "-"], b"> a max: b\n", "standard input: "),
        (["solve", "sample:figure-1", "--format", "csv"], b"", "told by its suffix"),
        (["convert", "sample:figure-1", "x.csv", "--to", "csv"], b"", "told by its suffix"),
        (["convert", "sample:figure-1", "-", "--to", "nope"], b"", "game-json"),
        (["export", "sample:figure-1", "-o", "-"], b"", "--to, one of svg"),
        (["export", "sample:figure-1", "-o", "-", "--to", "nope"], b"", "svg"),
        (["export", "sample:figure-1", "-o", "x.svg", "--to", "svg"], b"", "told by its suffix"),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_code_2(run, typed: Type, argv: list[str], data: bytes, words: str):
    typed(data)
    code, out, err = run(*argv)
    assert (code, out) == (2, "")
    assert is_one_sentence(err)
    assert words in err
