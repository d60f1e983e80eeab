"""The command `bench`: what it prints, and the peers' bounds."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from explorer.cli import main
from explorer.comparison.benchmark import GRAPHS, Timing, measured
from explorer.comparison.peers import PEERS, Peer


def test_every_graph_has_a_time_for_every_way_and_compilation_is_told(capsys: pytest.CaptureFixture[str]):
    assert main(["bench", "--size", "1e3", "--peers", "numpy,networkx"]) == 0
    first, *lines = capsys.readouterr().out.splitlines()
    assert re.match(r"numba (compiled \d+ functions?|loaded compiled code) in [\d.]+ s \(.+\)$", first)
    assert [line.split(":")[0] for line in lines if not line.startswith(" ")] == list(GRAPHS)
    for line in lines:
        if line.startswith(" "):
            way, words = line.split(maxsplit=1)
            assert re.fullmatch(r"[\d,.]+ ms" + ("" if way == "solver" else r", [\d,.]+ times as long"), words)


@pytest.mark.parametrize("name", GRAPHS)
def test_peers_find_the_same_bounds(name: str):
    arrays = GRAPHS[name](400)
    line = measured(name, arrays, [PEERS["numpy"], PEERS["networkx"]], patience=60)
    assert [timing.is_same for timing in line.timings] == [True, True, True]
    assert abs(line.moves - 400) < 200
    assert len(np.unique(arrays.leaf_ranks)) > 0


def test_a_peer_that_takes_too_long_is_stopped():
    line = measured("grid", GRAPHS["grid"](400), [PEERS["numpy"]], patience=0)
    assert line.timings[1] == Timing("numpy", None, "more than 0 s")
    assert line.ratio(line.timings[1]) is None


def test_a_peer_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setitem(sys.modules, "graphblas", None)
    assert main(["bench", "--size", "200", "--peers", "graphblas"]) == 0
    said = capsys.readouterr().out
    assert "graphblas products of GraphBLAS need python-graphblas, which is not installed: pip install" in said


@pytest.mark.parametrize(
    "content", ["import sys\nsys.no_such_thing\n", "def __getattr__(name): raise AttributeError\n"]
)
def test_a_peer_that_does_not_load_is_said(
    content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    tmp_path.joinpath("graphblas.py").write_text(content, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "graphblas", raising=False)
    assert main(["bench", "--size", "200", "--peers", "numpy,graphblas"]) == 0
    said = capsys.readouterr().out
    assert "python-graphblas cannot be loaded: AttributeError" in said
    assert "numpy" in said


def test_other_bounds_are_said_and_fail(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    wrong = Peer("numpy", lambda given: lambda until: np.zeros((2, len(given.orientation)), np.int32))
    monkeypatch.setitem(PEERS, "numpy", wrong)
    assert main(["bench", "--size", "200"]) == 1
    assert "OTHER BOUNDS" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--size", "many"], ["--size", "1"], ["--size", "1e12"], ["--peers", "matlab"]])
def test_what_cannot_be_measured_is_refused_in_a_sentence(arguments: list[str], capsys: pytest.CaptureFixture[str]):
    assert main(["bench", *arguments]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.large
def test_a_small_graph_is_solved_without_numba():
    program = (
        "import sys; from explorer.cli import main; main(['solve', 'sample:figure-1']); print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"
