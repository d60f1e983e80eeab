"""Bounds from the command line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from explorer.cli import main

HALF = "sample:negamax-half-final"


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(list(arguments)) == 0
    return json.loads(capsys.readouterr().out, parse_constant=pytest.fail)


def test_solve_gives_bounds_for_a_partly_open_graph(capsys: pytest.CaptureFixture[str]):
    found = printed(capsys, "solve", HALF, "--json")
    assert [(id, found["lower"][id], found["upper"][id]) for id in "ABCq"] == [
        ("A", 1, 2),
        ("B", -2, -1),
        ("C", -2, "inf"),
        ("q", "-inf", "inf"),
    ]


def test_a_root_that_is_open_has_bounds_too(capsys: pytest.CaptureFixture[str], tmp_path):
    file = tmp_path / "open.game.json"
    file.write_text(json.dumps({"root": "q", "nodes": [{"id": "q", "open": True}], "moves": []}))
    found = printed(capsys, "solve", str(file), "--json")
    assert (found["score"], found["interval"]) == (None, ["-inf", "inf"])
    assert (found["scores"], found["lower"], found["upper"]) == ({"q": None}, {"q": "-inf"}, {"q": "inf"})
