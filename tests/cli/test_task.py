"""The command `task` checks a graph that was changed, and lists what can be asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from explorer.cli import main
from explorer.games.samples import load_sample
from explorer.scenes.reference import load_reference
from explorer.scenes.scene import Scene
from explorer.tasks import registered

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


def test_the_example_of_a_task_is_the_graph_before_unless_another_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(["task", "check", "endless-value?value=1", BEFORE, "--endless", "1"]) == 0
    assert main(["task", "check", "memo-wrong", changed(tmp_path), "--before", "sample:figure-1"]) == 1
    assert load_sample("figure-1").ids == load_reference(BEFORE).graph.ids
    assert "The naive memo finds" in capsys.readouterr().out


def test_all_tasks_are_listed(capsys: pytest.CaptureFixture[str]):
    assert main(["task", "list"]) == 0
    names = [line.partition("?")[0] for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]
    assert names == list(registered())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["check"], "name a task and a graph"),
        (["check", "nothing", BEFORE], "there is no task 'nothing'"),
        (["check", "all-final", "sample:nowhere"], "there is no sample 'nowhere'"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(words: list[str], said: str, capsys: pytest.CaptureFixture[str]):
    assert main(["task", *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert len(error.splitlines()) == 1
