"""What the help shows of code and commands does what it shows."""

from __future__ import annotations

import runpy
import shlex
from collections.abc import Callable
from doctest import NORMALIZE_WHITESPACE, DocTestParser, DocTestRunner
from pathlib import Path
from typing import Any

import pytest
from support.help import README, ROOT, blocks, code_of, text_of

from explorer.cli import main
from explorer.formats.format import Format
from explorer.model.check import check, errors_in

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


@pytest.mark.parametrize("session", sessions())
def test_the_examples_for_python_say_what_python_says(session: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "sample_graphs").symlink_to(ROOT / "sample_graphs")
    monkeypatch.chdir(tmp_path)
    test = DocTestParser().get_doctest(session, {}, "help", None, 0)
    assert len(test.examples) > 3
    said: list[str] = []
    DocTestRunner(optionflags=NORMALIZE_WHITESPACE).run(test, out=said.append)
    assert "".join(said) == ""


@pytest.fixture
def run_code(tmp_path: Path) -> Callable[[str], dict[str, Any]]:
    """What the code of a section of the page on additions defines."""

    def run_section(section: str) -> dict[str, Any]:
        (code,) = code_of("add-your-own", "python", section=section)
        path = tmp_path / "example.py"
        path.write_text(code, encoding="utf-8")
        return runpy.run_path(str(path))

    return run_section


def test_the_reader_to_copy_keeps_what_is_correct_and_names_the_rest(run_code: Callable[[str], dict[str, Any]]):
    entry: Format = run_code("## A format")["FORMAT"]
    loaded = entry.read("a b\nb c\nx y z\nb\nb a\n", None)
    assert loaded.graph.moves == (("a", "b"), ("b", "c"), ("b", "a"))
    assert loaded.graph.ids == ("a", "b", "c")
    left_out = [problem.line for problem in loaded.problems if "expected two nodes" in problem.message]
    assert left_out == [3, 4]
    assert not errors_in(check(loaded.graph))
