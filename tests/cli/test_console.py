"""What a command says beside its result, and how Ctrl-C ends it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.command import STOPPED
from support.graphs import game

from explorer import formats
from explorer.cli.parser import INTERRUPTED


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A file that gives 100 wrong scores as known."""
    graph = game("a", a=1, **{f"x{number}": 0 for number in range(100)})
    path = tmp_path / "odd.game.json"
    formats.write(graph.replace(expected={"scores": {f"x{number}": 1 for number in range(100)}}), path)
    return path


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
