"""Bounds and finality from the command line."""

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


@pytest.mark.parametrize("algorithm", ["finality", "exact-finality"])
def test_trace_gives_the_final_bounds(capsys: pytest.CaptureFixture[str], algorithm: str):
    result = printed(capsys, "trace", HALF, "--algorithm", algorithm, "--json")["result"]
    assert {id: (result["lower"][id], result["upper"][id]) for id in "ABCq"} == {
        "A": (False, True),
        "B": (True, False),
        "C": (False, False),
        "q": (False, False),
    }


def test_trace_gives_bounds_with_infinities_as_text(capsys: pytest.CaptureFixture[str]):
    found = printed(capsys, "trace", HALF, "--algorithm", "bounds", "--set", "endless=inf", "--json")
    assert found["result"]["upper"] == found["result"]["scores"]
    assert found["result"]["lower"]["q"] == "-inf"
    assert found["steps"][0]["bounds"]["A"] == ["-inf", "inf"]


def test_a_root_that_is_open_has_bounds_too(capsys: pytest.CaptureFixture[str], tmp_path):
    file = tmp_path / "open.game.json"
    file.write_text(json.dumps({"root": "q", "nodes": [{"id": "q", "open": True}], "moves": []}))
    found = printed(capsys, "solve", str(file), "--json")
    assert (found["score"], found["interval"]) == (None, ["-inf", "inf"])
    assert (found["scores"], found["lower"], found["upper"]) == ({"q": None}, {"q": "-inf"}, {"q": "inf"})
