"""What a command says beside its result, and how Ctrl-C ends it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.command import STOPPED
from support.graphs import game

from explorer import formats
from explorer.cli import console
from explorer.cli.commands import compare
from explorer.cli.parser import INTERRUPTED
from explorer.model.work_limits import WorkLimits, set_work_limits
from explorer.trace.run import Run


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A file that gives 100 wrong scores as known."""
    graph = game("a", a=1, **{f"x{number}": 0 for number in range(100)})
    path = tmp_path / "odd.game.json"
    formats.write(graph.replace(expected={"scores": {f"x{number}": 1 for number in range(100)}}), path)
    return path


@pytest.fixture
def few_steps() -> Iterator[None]:
    """Has every run stop after three steps."""
    set_work_limits(WorkLimits(steps=3))
    yield
    set_work_limits()


# ---- how much is said


@pytest.mark.parametrize("argv", [["-q", "solve"], ["solve", "--quiet"]])
def test_quiet_says_nothing_beside_the_result(run, odd: Path, argv: list[str]):
    code, out, err = run(*argv, odd)
    assert (code, out.splitlines()[0], err) == (1, "root a, score 1", "")


@pytest.mark.parametrize("argv", [["-v", "solve"], ["solve", "--verbose"]])
def test_verbose_says_what_was_read_how_long_it_took_and_all_notes(run, odd: Path, argv: list[str]):
    first, *notes, last = run(*argv, odd)[2].splitlines()
    assert re.fullmatch(rf"{re.escape(str(odd))}: 101 nodes, 0 moves, read in \d+\.\d\d s", first)
    assert len(notes) == 100
    assert re.fullmatch(r"all took \d+\.\d\d s", last)


@pytest.mark.parametrize("command", ["trace", "why"])
def test_a_quiet_command_says_all_the_same_that_a_run_was_cut_off(run, few_steps, command: str):
    node = ["a"] if command == "why" else []
    code, _, err = run("-q", command, "sample:figure-1", *node, "--algorithm", "memoised")
    assert (code, err) == (0, "Stopped after 3 steps, the limit; there is no result.\n")


# ---- Ctrl-C


def test_ctrl_c_stops_work_that_can_be_stopped_and_twice_ends_the_program():
    before = signal.getsignal(signal.SIGINT)
    with console.progress(can_stop=True) as tell:
        assert not tell(1)
        signal.raise_signal(signal.SIGINT)
        assert tell(2)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_long_comparison_says_how_far_it_is_and_gives_what_is_known_when_stopped(
    run, monkeypatch: pytest.MonkeyPatch
):
    words = compare._progress_words

    def press_ctrl_c(run: Run) -> str:
        signal.raise_signal(signal.SIGINT)
        return words(run)

    monkeypatch.setattr(console, "_SECONDS_TO_BE_LONG", 0)
    monkeypatch.setattr(compare, "_progress_words", press_ctrl_c)
    code, out, err = run("compare", "game:random?nodes=2000", "--algorithms", "memoised,score-iteration")
    far, *_, stopped = [line for line in err.splitlines() if line.startswith("memoised")]
    assert code == 0
    assert re.fullmatch(
        r"memoised: [\d,]+ steps, [\d,]+ visits so far; Ctrl\+C ends it with what is known by then", far
    )
    assert re.fullmatch(r"memoised: it was stopped after [\d,]+ steps, as you asked, without a result", stopped)
    assert re.search(r"^score-iteration .* yes", out, re.MULTILINE)


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
    ["explorer.solver", "explorer.cli"],
)
def test_ctrl_c_ends_the_program_with_one_line_however_early_it_comes(tmp_path: Path, module: str):
    (tmp_path / "sitecustomize.py").write_text(PRESSED.format(module=module), encoding="utf-8")
    paths = os.pathsep.join([str(tmp_path), *sys.path])
    command = [sys.executable, "-m", "explorer", "trace", "sample:figure-1", "--algorithm", "memoised"]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=False, env=os.environ | {"PYTHONPATH": paths}
    )
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED, "", STOPPED)
