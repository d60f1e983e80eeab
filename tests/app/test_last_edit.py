"""What a session says of the last edit: a line, the nodes that it marks, and before and after side by side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from support.sessions import SENT, edits

from explorer.app.compare.state import CompareView
from explorer.app.last_edit import LastEdit
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.opener import GraphOpener
from explorer.app.session.requests import Requests
from explorer.app.session.run import CurrentRun
from explorer.app.session.session import Session
from explorer.app.views import Views
from explorer.scenes.scene import Page
from explorer.stage import Stage

pytestmark = pytest.mark.usefixtures("nothing_sent")


@pytest.fixture
def opened() -> Session:
    session = Session()
    session.of(GraphOpener).open_sample("figure-1")
    session.of(CurrentRun).update()
    return session


def rescore(id: str, score: object) -> Callable[[dict[str, Any]], object]:
    """An edit that gives a leaf another score."""

    def change(document: dict[str, Any]) -> None:
        next(node for node in document["nodes"] if node["id"] == id)["score"] = score

    return change


def move(document: dict[str, Any]) -> None:
    document["nodes"][0]["x"] = 777


def run(comparing: CompareView) -> None:
    comparing.run(lambda _: None)


def line_of(opened: Session) -> tuple[str, list[str]] | None:
    data = opened.of(LastEdit).data
    return None if data is None else (data["text"], data["nodes"])


def test_an_edit_is_told_until_the_next_one(opened: Session):
    assert opened.of(LastEdit).data is None
    edits(opened, rescore("b", -1))
    line = "3 scores changed: a 1 → 0, c 1 → 0, b 1 → −1; first at step 1."
    assert line_of(opened) == (line, ["a", "c", "b"])
    before = opened.of(LastEdit).data
    edits(opened, move)
    assert opened.of(LastEdit).data == before
    edits(opened, rescore("d", 3))
    assert line_of(opened) == ("1 score changed: d 2 → 3; first at step 1.", ["d"])
    opened.of(GraphOpener).open_sample("figure-1")
    assert opened.of(LastEdit).data is None


def test_that_no_score_changed_is_not_said_over_the_run_of_another_algorithm(opened: Session):
    edits(opened, lambda document: document["moves"].reverse())
    assert line_of(opened) == ("The last edit changed no score.", [])
    opened.of(CurrentRun).choose("depth-first")
    opened.of(CurrentRun).update()
    assert opened.of(LastEdit).data is None


def test_a_graph_with_errors_has_no_line_and_the_mended_one_is_compared_with_the_last_that_ran(opened: Session):
    def mend(document: dict[str, Any]) -> None:
        document["root"] = "a"
        document["nodes"].append({"id": "e", "player": "min"})
        document["moves"].extend([["e", "d"], ["a", "e"]])

    edits(opened, lambda document: document.pop("root"))
    assert opened.of(LastEdit).data is None
    edits(opened, mend)
    assert str(opened.of(LastEdit).effect).startswith("2 scores changed: a 1 → 2, c 1 → 2; first at step ")


def test_before_and_after_are_compared_from_the_first_difference_on(opened: Session):
    before = opened.of(OpenGraph).graph
    edits(opened, rescore("d", 3))
    message = {"what": "compare", "id": "", "expected": "", "step": 0, "number": "1", "epoch": opened.of(Stage).epoch}
    SENT[opened.of(Stage).key] = {"why": message}
    opened.of(Views).catch_up()
    comparing = opened.of(CompareView)
    assert opened.of(Requests).next_page is Page.COMPARE
    assert comparing.earlier is before
    run(comparing)
    assert [side.algorithm for side in comparing.sides] == [opened.of(CurrentRun).algorithm] * 2
    assert [None if side.run is None else side.run.row.value for side in comparing.sides] == [1, 1]
    assert [None if s.run is None or s.run.trace is None else s.run.trace.graph for s in comparing.sides] == [
        before,
        opened.of(OpenGraph).graph,
    ]
    assert '"at":1,' in comparing.lockstep._data
    comparing.show_open()
    run(comparing)
    assert comparing.left.run is not None
    assert comparing.left.run.trace is not None
    assert comparing.left.run.trace.graph is opened.of(OpenGraph).graph
