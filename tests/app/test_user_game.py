"""The app opens the game that the command line named, and no other file of code."""

from __future__ import annotations

import sys

import pytest
from streamlit.testing.v1 import AppTest
from support.app import ROOT
from support.script import run, session

from explorer.app.explore.open_positions import other_troubles
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.session import Session
from explorer.cli.launch import MAIN, command_for

GAME = """\
from pathlib import Path
from explorer import Rules

Path(__file__).with_suffix(".run").touch()

class Path3(Rules):
    title, negamax, initial = "Three steps", True, 3

    def moves(self, number):
        return [number - 1] if number else []

    def score(self, number):
        return 1
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mygame.py"
    path.write_text(GAME, encoding="utf-8")
    return path


def started(monkeypatch: pytest.MonkeyPatch, *argv: str, **query: str) -> Session:
    """The session of an app that was started with these arguments and is opened by a link with this query."""
    monkeypatch.setattr(sys, "argv", ["main.py", *argv])
    app = AppTest.from_file(str(MAIN), default_timeout=60)
    for name, value in query.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    found: Session = app.session_state["session"]
    return found


def test_the_game_that_the_command_line_named_is_opened_with_its_rules(file, monkeypatch):
    reference = f"{file}:Path3"
    assert command_for(reference, port=None, browser=False)[-2:] == ["--", reference]
    session = started(monkeypatch, reference)
    assert (
        session.of(OpenGraph).origin.title,
        session.of(OpenGraph).graph.root,
        len(session.of(OpenGraph).graph.nodes),
    ) == ("Three steps", "3", 4)
    assert session.of(OpenGraph).graph.rules is not None
    assert file.with_suffix(".run").exists()


@pytest.mark.parametrize("key", ["graph", "reference"])
def test_a_link_that_names_a_file_does_not_run_it(file, monkeypatch, key):
    session = started(monkeypatch, **{key: f"{file}:Path3"})
    assert session.of(OpenGraph).graph.rules is None
    assert session.of(OpenGraph).origin.sample == "figure-1"
    assert not file.with_suffix(".run").exists()


def control(app: AppTest) -> str:
    """What the page says of positions that are not expanded; "" if nothing is."""
    return " ".join(each.value for each in app.markdown if "positions are expanded" in each.value)


@pytest.mark.large
def test_a_game_that_is_not_expanded_whole_says_so_and_more_positions_can_be_expanded(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["main.py", f"{ROOT / 'tests/support/dodgem.py'}?positions=60"])
    app = run(AppTest.from_file(str(MAIN), default_timeout=60))
    assert "**60 positions are expanded, 71 are open.** The score of b1c1 a2a3 M lies in −∞..∞" in control(app)
    assert [each.value for each in app.caption if "positions" in each.value] == [
        "60 positions are expanded, 71 are open."
    ]
    assert any("71 are open" in problem.message for problem in session(app).of(OpenGraph).problems)
    assert not any("71 are open" in problem.message for problem in session(app).call(other_troubles))
    box = next(each for each in app.number_input if each.label == "Positions to expand")
    assert box.value == 600
    box.set_value(5_000)
    next(each for each in app.button if each.label == "Expand").click()
    run(app)
    assert (control(app), len(session(app).of(OpenGraph).graph.nodes)) == ("", 1_963)
