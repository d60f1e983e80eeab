"""What the help shows of code and commands does what it shows."""

from __future__ import annotations

import runpy
import shlex
import subprocess
import sys
from collections.abc import Callable
from doctest import NORMALIZE_WHITESPACE, DocTestParser, DocTestRunner
from pathlib import Path
from typing import Any

import pytest
from algorithms import test_claims, test_registry
from algorithms.searches import test_shown_values
from support.graphs import figure_1
from support.help import README, ROOT, blocks, code_of, text_of

from explorer.algorithms import Algorithm, registered
from explorer.cli import main
from explorer.formats import load_text
from explorer.formats.format import Format
from explorer.games.samples import load_sample
from explorer.model.check import check, errors_in
from explorer.model.errors import FormatError
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.trace.recording import record

PROMPT = "$ "
COMMAND = ["python", "-m", "explorer"]


def shown_commands() -> list[tuple[str, str]]:
    """Every command that stands with what it prints."""
    texts = [README.read_text(encoding="utf-8"), text_of("command-line")]
    shown = [block for text in texts for block in blocks(text, "") if block.startswith(PROMPT)]
    return [(command.removeprefix(PROMPT), output) for command, _, output in (block.partition("\n") for block in shown)]


def sessions() -> list[str]:
    """The sessions with Python, each in one piece."""
    texts = [README.read_text(encoding="utf-8"), text_of("python")]
    return ["".join(blocks(text, "python")) for text in texts]


def run(command: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    words = shlex.split(command)
    assert words[:3] == COMMAND
    code = main(words[3:])
    return code, capsys.readouterr().out


@pytest.mark.parametrize(("command", "output"), shown_commands())
def test_a_command_prints_what_is_shown(command: str, output: str, capsys: pytest.CaptureFixture[str]):
    assert run(command, capsys) == (0, output)


@pytest.mark.large
def test_the_commands_to_try_can_be_carried_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    blocks_without_output = [block for block in code_of("command-line", "") if not block.startswith(PROMPT)]
    commands = [line for block in blocks_without_output for line in block.splitlines()]
    assert len(commands) >= 10
    for command in commands:
        code, _ = run(command, capsys)
        assert code == 0, command
    assert {"ladder.game.json", "ladder.dot", "ladder.svg", "both.svg"} == {path.name for path in tmp_path.iterdir()}


@pytest.mark.large
def test_the_pipes_to_try_can_be_carried_out(tmp_path: Path):
    (block,) = code_of("command-line", "sh")
    lines = block.replace("python -m", f"'{sys.executable}' -m").splitlines()
    assert len(lines) >= 4
    for line in lines:
        done = subprocess.run(["/bin/sh", "-c", line], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, "Error" in done.stderr) == (0, False), line
        assert done.stdout or ">" in line
    assert (tmp_path / "bounds.svg").read_text(encoding="utf-8").endswith("</svg>\n")


@pytest.mark.parametrize("session", sessions())
def test_the_examples_for_python_say_what_python_says(session: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "sample_graphs").symlink_to(ROOT / "sample_graphs")
    monkeypatch.chdir(tmp_path)
    test = DocTestParser().get_doctest(session, {}, "help", None, 0)
    assert len(test.examples) > 3
    said: list[str] = []
    DocTestRunner(optionflags=NORMALIZE_WHITESPACE).run(test, out=said.append)
    assert "".join(said) == ""


def test_the_graph_files_of_the_formats_page_are_the_same_graph():
    graphs = [load_text(code).require_good() for language in ("json", "text") for code in code_of("formats", language)]
    json, text = graphs
    assert [(node.id, node.kind, node.score) for node in text.nodes] != []
    assert (json.root, json.moves) == ("a", (("a", "b"), ("a", "c"), ("c", "d"), ("c", "a"), ("c", "q")))
    assert sorted((node.id, node.kind, node.score) for node in json.nodes) == sorted(
        (node.id, node.kind, node.score) for node in text.nodes
    )
    assert (sorted(text.moves), text.root, text.name) == (sorted(json.moves), json.root, json.name)


def test_the_table_of_moves_is_read_as_is_said():
    (table,) = code_of("formats", "csv")
    graph = load_text(table).graph
    assert graph.convention is Convention.NEGAMAX
    assert {node.id: node.kind for node in graph.nodes} == dict.fromkeys("abcd", Kind.MOVER)


@pytest.fixture
def run_code(tmp_path: Path) -> Callable[[str], dict[str, Any]]:
    """What the code of a section of the page on additions defines."""

    def run_section(section: str) -> dict[str, Any]:
        (code,) = code_of("add-your-own", "python", section=section)
        path = tmp_path / "example.py"
        path.write_text(code, encoding="utf-8")
        return runpy.run_path(str(path))

    return run_section


def test_the_algorithm_to_copy_runs(run_code: Callable[[str], dict[str, Any]]):
    entry: Algorithm = run_code("## An algorithm that comes with the program")["ALGORITHM"]
    for graph, plies, loops in ((figure_1(), 1, False), (ring(), 2, True)):
        trace = record(entry.run(graph), graph, algorithm=entry.name)
        assert trace.result == {"value": None, "plies": plies, "loops": loops}


@pytest.mark.large
def test_the_algorithm_to_copy_passes_the_tests_of_all_algorithms(
    run_code: Callable[[str], dict[str, Any]], monkeypatch: pytest.MonkeyPatch
):
    entry: Algorithm = run_code("## An algorithm that comes with the program")["ALGORITHM"]
    monkeypatch.setitem(registered(), entry.name, entry)
    test_registry.test_an_entry_says_what_a_menu_and_a_reader_need(entry.name)
    test_registry.test_every_step_names_a_line_of_the_pseudocode_and_a_caption()
    test_claims.test_a_false_number_is_noticed(entry.name)
    test_shown_values.test_what_is_shown_as_exact_is_the_value_and_what_is_shown_as_a_bound_is_one(entry.name)
    test_shown_values.test_what_a_search_returns_of_the_root_is_shown_as_exact_at_its_end(entry.name)


def ring() -> GameGraph:
    return load_sample("negamax-loop").replace(moves=(("A", "B"), ("B", "A")))


def test_the_reader_to_copy_keeps_what_is_correct_and_names_the_rest(run_code: Callable[[str], dict[str, Any]]):
    entry: Format = run_code("## A format")["FORMAT"]
    loaded = entry.read("a b\nb c\nx y z\nb\nb a\n", None)
    assert loaded.graph.moves == (("a", "b"), ("b", "c"), ("b", "a"))
    assert loaded.graph.ids == ("a", "b", "c")
    left_out = [problem.line for problem in loaded.problems if "expected two nodes" in problem.message]
    assert left_out == [3, 4]
    assert not errors_in(check(loaded.graph))


def test_the_writer_to_copy_writes_what_is_read_again_or_names_what_it_cannot(
    run_code: Callable[[str], dict[str, Any]],
):
    entry: Format = run_code("## A format")["FORMAT"]
    assert entry.write is not None
    for graph in map(load_sample, ("figure-1", "ladder-3", "negamax-loop")):
        again = entry.read(str(entry.write(graph)), None)
        assert (set(again.graph.moves), errors_in(list(again.problems))) == (set(graph.moves), [])
    with pytest.raises(FormatError, match="'b c'"):
        entry.write(GameGraph((Node("b c", Kind.LEAF, 1),), ()))
    with pytest.raises(FormatError, match="'b', which has no moves"):
        entry.write(GameGraph((Node("b", Kind.LEAF, 1),), ()))
