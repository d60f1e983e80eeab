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
from support.graphs import figure_1, game

from explorer import formats
from explorer.cli import main
from explorer.cli.commands import open as open_command
from explorer.games import generate
from explorer.model.graph import GameGraph
from explorer.solver import solve

Type = Callable[[bytes], None]

TREE = game("a", a="max b c", b=1, c="min d e", d=2, e=-1)  # which every format holds


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Type:
    """A function that has something come from standard input."""
    return lambda data: monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


@pytest.fixture
def printed(capsysbinary: pytest.CaptureFixture[bytes]) -> Callable[..., bytes]:
    """A function that runs a command, which must succeed; what it writes to standard output."""

    def run_command(*argv: str) -> bytes:
        assert main(argv) == 0
        return capsysbinary.readouterr().out

    return run_command


@pytest.mark.filterwarnings("ignore::explorer.ReadingWarning")
@pytest.mark.parametrize("name", [name for name, entry in formats.registered().items() if entry.write is not None])
def test_every_format_goes_to_standard_output_and_comes_from_standard_input(printed, typed: Type, name: str, tmp_path):
    formats.write(TREE, tmp_path / "tree.game.json")
    content = printed("convert", str(tmp_path / "tree.game.json"), "-", "--to", name)
    assert content == formats.dump(TREE, name)
    for told in (["--format", name], []):
        typed(content)
        found = GameGraph.from_json(json.loads(printed("convert", "-", "-", *told)))
        assert found == formats.find(name).load(content).graph


@pytest.mark.large
def test_a_pipe_carries_a_graph_from_one_process_to_another():
    explorer = f'"{sys.executable}" -m explorer'
    pipe = f"{explorer} generate ladder -o - --to parquet | {explorer} solve - --json"
    done = subprocess.run(["/bin/sh", "-c", pipe], capture_output=True, text=True, check=True)
    assert (json.loads(done.stdout)["score"], done.stderr) == (solve(generate("ladder")).score, "")


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

    def run_app(reference: str, reading: bytes, **settings: object) -> None:
        opened.append((Path(reference), formats.read(reference)))

    monkeypatch.setattr(open_command, "run_app", run_app)
    typed(b"> a max: b\nb = 3\n")
    assert run("open", "-")[0] == 0
    ((path, graph),) = opened
    assert (graph.root, graph.node("b").score) == ("a", 3)
    assert not path.exists()


@pytest.mark.parametrize(
    ("argv", "data", "words"),
    [
        (["solve", "-"], b"{", "standard input: not valid JSON at line 1"),
        (["solve", "-", "--format", "nope"], b"", "game-json"),
        (["convert", "sample:figure-1", "-", "--to", "edges"], b"", "game-json"),  # which is only read
        (["export", "sample:figure-1", "-o", "-"], b"", "-o - needs --to, one of png"),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_code_2(run, typed: Type, argv: list[str], data: bytes, words: str):
    typed(data)
    code, out, err = run(*argv)
    assert (code, out) == (2, "")
    assert is_one_sentence(err)
    assert words in err
