"""What the help shows of code and commands does what it shows."""

from __future__ import annotations

import io
import os
import re
import runpy
import shlex
import subprocess
import sys
from collections.abc import Callable
from doctest import DocTestParser, DocTestRunner, OutputChecker
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from support.help import PAGES, README, ROOT, blocks, code_of, prose, text_of

from explorer import algorithms
from explorer.cli import main
from explorer.cli.commands.command import DISAGREES
from explorer.cli.console import PROGRAM
from explorer.cli.parser import _parse
from explorer.formats.format import Format
from explorer.model.check import check, errors_in

PROMPT = "$ "
COMMAND = ["python", "-m", "explorer"]
TEXTS = {"the README": README.read_text(encoding="utf-8")} | {page: text_of(page) for page in PAGES}
CODE = {  # by the file that a page asks for: the beginning of the code on the page
    "add-your-own": {"mygame.py": "from explorer import Rules", "my.py": "def naive"},
    "large-graphs": {
        "naive.py": "import json, sys",
        "search_log.py": "import json\n\n_log",
        "engine.py": "import json, math, sys",
    },
}
LEFT_OUT = "…"  # a line for any number of them
MEASURED = re.compile(r"\d[\d.,]* ?(?:ms|s|min|kB|MB|GB)\b|https?://localhost:\d+|/tmp/\S+")
IN_PROSE = re.compile(r"`((?:python -m explorer|game-graph-explorer) [^`|]+)")
SETTING_UP = ".venv"


def with_prompt(page: str) -> list[tuple[str, str]]:
    """The commands of a page that stand with what they print, in order."""
    shown = "".join(block for block in blocks(TEXTS[page], "") if block.startswith(PROMPT))
    parts = [part.partition("\n") for part in f"\n{shown}".split(f"\n{PROMPT}")[1:]]
    return [(command, output.removesuffix("\n") + "\n" if output else "") for command, _, output in parts]


def without_prompt(page: str) -> list[str]:
    """The commands of a page that stand in blocks without what they print."""
    listed = [*blocks(TEXTS[page], ""), *blocks(TEXTS[page], "sh")]
    lines = [line for block in listed if not block.startswith(PROMPT) for line in block.splitlines()]
    return [line for line in lines if "-m explorer" in line and SETTING_UP not in line]


class Shell:
    """A folder with the files that a page names, in which its commands are carried out, ours without a new process."""

    def __init__(
        self, page: str, folder: Path, patch: pytest.MonkeyPatch, printed: pytest.CaptureFixture[bytes]
    ) -> None:
        self.patch, self.printed = patch, printed
        for name, beginning in CODE.get(page, {}).items():
            (code,) = [code for code in code_of(page, "python") if code.startswith(beginning)]
            (folder / name).write_text(code, encoding="utf-8")
        patch.chdir(folder)
        patch.setattr(algorithms, "_OWN", {})  # what a command loads is gone for the tests after it
        patch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")

    def output_of(self, line: str) -> str:
        """What a line prints, with its pipes; whatever goes wrong fails the test."""
        words = shlex.shlex(line, posix=True, punctuation_chars="|>")
        words.whitespace_split = True
        output = b""
        for is_sign, some in groupby(words, lambda word: word in ("|", ">")):
            if is_sign:
                continue
            command = [*some]
            output = self._ours(command[3:], output) if command[:3] == COMMAND else self._other(command, output)
        return output.decode()

    def _ours(self, words: list[str], given: bytes) -> bytes:
        if words[0] in ("open", "serve") or "--engine" in words:  # the app, or a cluster; their tests start them
            _parse(words)
            return b""
        self.patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
        code = main(words)
        printed = self.printed.readouterr()
        assert code in (0, DISAGREES), printed.err.decode()
        return printed.out

    def _other(self, words: list[str], given: bytes) -> bytes:
        if words in (["bounds.svg"], ["values.json"]):  # the file that output goes to
            Path(words[0]).write_bytes(given)
            return b""
        assert words[0] in ("printf", "python")
        return subprocess.run(words, input=given, stdout=subprocess.PIPE, check=True).stdout


def as_pattern(shown: str) -> str:
    """A pattern for what is shown, to the letter but for what is measured and for lines that are left out."""
    lines = MEASURED.sub("?", shown).splitlines()
    return "".join("(?:.*\n)*" if line.strip() == LEFT_OUT else f"{re.escape(line)}\n" for line in lines)


class Checker(OutputChecker):
    """To the letter, but for blanks at the ends of lines, as pandas has them."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return super().check_output(want, re.sub(r" +$", "", got, flags=re.MULTILINE), optionflags)


@pytest.fixture
def shell_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Callable[[str], Shell]:
    return lambda page: Shell(page, tmp_path, monkeypatch, capsysbinary)


SHOWING = [
    pytest.param(page, marks=pytest.mark.large if page == "large-graphs" else ()) for page in TEXTS if with_prompt(page)
]


@pytest.mark.parametrize("page", SHOWING)
def test_commands_print_what_is_shown(page: str, shell_of: Callable[[str], Shell]):
    shell = shell_of(page)
    for command, shown in with_prompt(page):
        printed = MEASURED.sub("?", shell.output_of(command))
        assert re.fullmatch(as_pattern(shown), printed), f"{command} prints\n{printed}"


@pytest.mark.large
@pytest.mark.parametrize("page", [page for page in TEXTS if without_prompt(page)])
def test_commands_to_try_can_be_carried_out(page: str, shell_of: Callable[[str], Shell]):
    shell = shell_of(page)
    for command in without_prompt(page):
        shell.output_of(command)


@pytest.mark.parametrize("page", [page for page in TEXTS if IN_PROSE.search(prose(TEXTS[page]))])
def test_commands_in_the_text_have_the_arguments_that_there_are(page: str):
    for command in IN_PROSE.findall(prose(TEXTS[page])):
        _parse(shlex.split(command.removesuffix(')"').replace("python -m explorer", PROGRAM))[1:])


@pytest.mark.parametrize("page", [page for page in TEXTS if ">>> " in TEXTS[page]])
def test_sessions_with_python_say_what_python_says(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "sample_graphs").symlink_to(ROOT / "sample_graphs")
    monkeypatch.chdir(tmp_path)
    session = "".join(block for block in blocks(TEXTS[page], "python") if block.startswith(">>> "))
    test = DocTestParser().get_doctest(session, {}, "help", None, 0)
    assert len(test.examples) > 1
    said: list[str] = []
    DocTestRunner(Checker()).run(test, out=said.append)
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
