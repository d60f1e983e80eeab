"""The app opens the game that the command line named, and no other file of code."""

from __future__ import annotations

import sys

import pytest
from streamlit.testing.v1 import AppTest

from explorer.app.state import Session
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
    assert (session.origin.title, session.graph.root, len(session.graph.nodes)) == ("Three steps", "3", 4)
    assert session.graph.rules is not None
    assert file.with_suffix(".run").exists()


@pytest.mark.parametrize("key", ["sample", "graph", "reference", "game"])
def test_a_link_that_names_a_file_does_not_run_it(file, monkeypatch, key):
    session = started(monkeypatch, **{key: f"{file}:Path3"})
    assert session.graph.rules is None
    assert session.origin.sample == "figure-1"
    assert not file.with_suffix(".run").exists()
