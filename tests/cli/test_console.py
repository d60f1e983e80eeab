"""What a command says beside its result: how much of it, progress on a terminal alone, and how Ctrl-C ends it."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.command import STOPPED, is_one_sentence
from support.graphs import game

from explorer import formats
from explorer.cli import parser
from explorer.cli.parser import EXIT_CODES, INTERRUPTED

COUNT = """\
from explorer import Rules

class Count(Rules):
    "Count for ever, slowly enough to be watched."
    negamax, initial = True, 0

    def moves(self, number):
        return [number + 1]
"""


@pytest.fixture
def endless(tmp_path: Path) -> str:
    """A game of which ten million positions are to be expanded, which takes minutes."""
    (tmp_path / "count.py").write_text(COUNT, encoding="utf-8")
    return f"{tmp_path / 'count.py'}:Count?positions=10000000"


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A file that gives 100 wrong scores as known."""
    graph = game("a", a=1, **{f"x{number}": 0 for number in range(100)})
    path = tmp_path / "odd.game.json"
    formats.write(graph.replace(expected={"scores": {f"x{number}": 1 for number in range(100)}}), path)
    return path


# ---- how much is said


@pytest.mark.parametrize("argv", [["-q", "solve"], ["solve", "-q"], ["solve", "--quiet"]])
def test_quiet_says_nothing_beside_the_result(run, odd: Path, argv: list[str]):
    code, out, err = run(*argv, odd)
    assert (code, out.splitlines()[0], err) == (1, "root a, score 1", "")


def test_quiet_still_says_why_something_cannot_be_done(run):
    code, out, err = run("-q", "solve", "missing.csv")
    assert (code, out) == (2, "")
    assert is_one_sentence(err)


@pytest.mark.parametrize("argv", [["-v", "solve"], ["solve", "-v"], ["solve", "--verbose"]])
def test_verbose_says_what_was_read_how_long_it_took_and_all_notes(run, odd: Path, argv: list[str]):
    first, *notes, last = run(*argv, odd)[2].splitlines()
    assert re.fullmatch(rf"{re.escape(str(odd))}: 101 nodes, 0 moves, read in \d+\.\d\d s", first)
    assert len(notes) == 100
    assert re.fullmatch(r"all took \d+\.\d\d s", last)


def test_one_command_is_as_loud_as_it_was_asked_to_be_and_not_as_the_one_before(run, odd: Path):
    run("-q", "solve", odd)
    assert len(run("solve", odd)[2].splitlines()) == 21


# ---- progress


class Terminal:
    """The program with standard error on a terminal."""

    def __init__(self, *argv: str) -> None:
        self._end, other = pty.openpty()
        command = [sys.executable, "-m", "explorer", *argv]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=other)
        os.close(other)
        self.text = ""

    def read_until(self, words: str) -> None:
        while words not in self.text:
            self.text += os.read(self._end, 10_000).decode()

    def wait(self) -> int:
        try:
            while data := os.read(self._end, 10_000):
                self.text += data.decode()
        except OSError:  # the other end is closed
            pass
        os.close(self._end)
        return self.process.wait()


@pytest.mark.large
def test_progress_is_one_line_on_a_terminal_and_ctrl_c_leaves_one_line_there(endless: str):
    terminal = Terminal("check", endless)
    terminal.read_until("positions expanded, of 10,000,000 at most")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.wait() == INTERRUPTED
    progress, erased, end = terminal.text.rpartition("\r\x1b[K")
    assert (erased, end.replace("\r\n", "\n")) == ("\r\x1b[K", STOPPED)
    assert "\n" not in progress


@pytest.mark.large
def test_a_quiet_command_shows_no_progress_on_a_terminal_either(run, terminal):
    assert run("-q", "generate", "tic-tac-toe", "mirrored=no")[2] == ""


@pytest.mark.large
def test_in_a_pipe_there_is_no_progress(run, monkeypatch):
    monkeypatch.setattr("explorer.cli.console._SECONDS_BETWEEN_WORDS", 0.0)
    code, out, err = run("generate", "tic-tac-toe", "mirrored=no")
    assert (code, len(json.loads(out)["nodes"]), err) == (0, 5_478, "")


# ---- Ctrl-C

PRESSED = """\
import os, signal, sys

class Press:
    "Presses Ctrl-C as soon as a module is looked for."

    def find_spec(self, name, path=None, target=None):
        if name == "{module}":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Press())
"""


@pytest.mark.large
@pytest.mark.parametrize(
    "module",
    ["explorer.algorithms", "explorer.solver", "explorer.cli", "explorer.cli.graphs", "explorer.algorithms.fixpoints"],
)
def test_ctrl_c_ends_the_program_with_one_line_however_early_it_comes(tmp_path: Path, module: str):
    (tmp_path / "sitecustomize.py").write_text(PRESSED.format(module=module), encoding="utf-8")
    paths = os.pathsep.join([str(tmp_path), *sys.path])
    command = [sys.executable, "-m", "explorer", "trace", "sample:figure-1", "--algorithm", "memoised"]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=False, env=os.environ | {"PYTHONPATH": paths}
    )
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED, "", STOPPED)


def test_a_program_that_imports_the_package_keeps_its_own_ctrl_c():
    script = "import signal, explorer; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout == b"True\n"


# ---- exit codes and the version


def test_the_help_of_every_command_lists_the_exit_codes(capsys: pytest.CaptureFixture[str]):
    for argv in (["--help"], ["solve", "--help"], ["completion", "--help"]):
        with pytest.raises(SystemExit) as ended:
            parser.main(argv)
        told = capsys.readouterr().out.partition("exit codes:\n")[2]
        listed = dict(line.strip().split(maxsplit=1) for line in told.splitlines())
        assert (ended.value.code, listed) == (0, {str(code): when for code, when in EXIT_CODES.items()})


def test_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        parser.main(["--version"])
    assert ended.value.code == 0
    assert re.fullmatch(r"game-graph-explorer \d+\.\d+\.\d+\n", capsys.readouterr().out)
