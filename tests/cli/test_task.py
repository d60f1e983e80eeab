"""The command `task` checks a graph that was changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from explorer.cli import main
from explorer.scenes.reference import load_reference
from explorer.scenes.scene import Scene

BEFORE = "sample:figure-1-b-neg-d-pos"


def changed(path: Path, *moves: tuple[str, str]) -> str:
    graph = load_reference(BEFORE).graph
    file = path / "mine.game.json"
    file.write_text(json.dumps(graph.replace(moves=(*graph.moves, *moves)).to_json()), encoding="utf-8")
    return str(file)


def test_a_task_that_is_done_is_accepted(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["task", "check", "makes-final?node=a", changed(tmp_path, ("c", "b")), "--before", BEFORE]) == 0
    assert capsys.readouterr().out == "Done. The property holds.\n"


def test_a_refusal_says_why_and_how_to_see_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = changed(tmp_path, ("a", "a"))
    assert main(["task", "check", "makes-final?node=a", path, "--before", BEFORE]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "The shortest play that goes on for ever is a → a." in lines[0]
    assert lines[1].startswith("To step through it: http://localhost:8501/?graph=A")
    assert main(["task", "check", "makes-final?node=a", path, "--before", BEFORE, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["done"], found["allowed"]) == (False, True)
    assert Scene.from_query(found["scene"]).selected == "a"
