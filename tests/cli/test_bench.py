"""The command `bench`: what it prints, and the peers' bounds."""

from __future__ import annotations

import re

import numpy as np
import pytest

from explorer.cli import main
from explorer.comparison.benchmark import GRAPHS, Peer, peers, time_solver_and_peers


def test_every_graph_has_a_time_for_every_way_and_compilation_is_told(capsys: pytest.CaptureFixture[str]):
    assert main(["bench", "--size", "1e3", "--peers", "numpy"]) == 0
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
    line = time_solver_and_peers(name, arrays, [peers()["numpy"], peers()["networkx"]], patience=60)
    assert [timing.is_same for timing in line.timings] == [True, True, True]
    assert abs(line.moves - 400) < 200
    assert len(np.unique(arrays.leaf_ranks)) > 0


def test_other_bounds_are_said_and_fail(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    wrong = Peer("numpy", lambda given: lambda until: np.zeros((2, len(given.orientation)), np.int32))
    monkeypatch.setitem(peers(), "numpy", wrong)
    assert main(["bench", "--size", "200"]) == 1
    assert "OTHER BOUNDS" in capsys.readouterr().out
