"""The example of a game of one's own is run as it stands in the help."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.help import code_of

from explorer.model.check import check
from explorer.scenes.reference import load_reference
from explorer.solver import solve

PAGE = "add-your-own"
SECTION = "## A game of your own"


@pytest.fixture
def example(tmp_path) -> Path:
    (code,) = code_of(PAGE, "python", section=SECTION)
    path = tmp_path / "mygame.py"
    path.write_text(code, encoding="utf-8")
    return path


def test_the_game_opens_and_has_the_score_that_is_said(example):
    graph = load_reference(f"{example}:Chase").require_good()
    assert graph == load_reference(str(example)).graph
    assert not check(graph)
    solution = solve(graph)
    assert (solution.score, solution.lower[graph.root], solution.upper[graph.root]) == (0, -1, 1)
