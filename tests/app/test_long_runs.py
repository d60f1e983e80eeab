"""A run that takes long: its first steps are there while it goes on, and all else waits for its end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from explorer import algorithms
from explorer.app.session import run as current_run
from explorer.app.session.opener import GraphOpener
from explorer.app.session.run import CurrentRun
from explorer.app.session.session import Session
from explorer.stage import Stage

pytestmark = pytest.mark.usefixtures("nothing_sent")


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """A session with a run that takes a minute."""
    monkeypatch.setattr(current_run, "PATIENCE", 0)
    session = Session()
    session.of(GraphOpener).open_reference("game:random?nodes=120&leaves=20%&degree=4&seed=1")
    session.of(CurrentRun).choose("depth-first")
    yield session
    session.of(CurrentRun).end_without_trace()


def test_the_first_steps_are_there_while_the_run_goes_on_and_a_stopped_one_keeps_the_steps_so_far(opened: Session):
    opened.of(CurrentRun).update(whole=False)
    first = opened.of(CurrentRun).sent_trace
    assert (opened.of(CurrentRun).goes_on, opened.of(CurrentRun).trace) == (True, None)
    assert first is not None
    opened.of(CurrentRun).cancel()
    opened.of(CurrentRun).update(whole=False)
    assert opened.of(CurrentRun).trace is not None
    assert list(opened.of(CurrentRun).trace[: len(first)]) == list(first)
    assert opened.of(CurrentRun).failure == opened.of(CurrentRun).trace.left_out
    assert "as you asked; there is no result" in opened.of(CurrentRun).failure
    assert not opened.of(Stage)._restart  # the player stays where it is
    stopped = opened.of(CurrentRun).trace
    opened.of(CurrentRun).update(whole=False)
    assert opened.of(CurrentRun).trace is stopped
    opened.of(CurrentRun).run_again()
    opened.of(CurrentRun).update(whole=False)
    assert opened.of(CurrentRun).goes_on


def test_the_first_steps_reach_as_far_as_the_step_that_an_address_names(opened: Session):
    opened.of(CurrentRun).begin_at(3_000)
    opened.of(CurrentRun).update(whole=False)
    assert opened.of(CurrentRun).goes_on
    assert opened.of(CurrentRun).sent_trace is not None
    assert len(opened.of(CurrentRun).sent_trace) > opened.of(CurrentRun).step == 3_000


def test_a_run_that_goes_on_gives_way_to_another_one(opened: Session):
    opened.of(CurrentRun).update(whole=False)
    before = opened.of(CurrentRun)._job
    opened.of(CurrentRun).choose("score-iteration")
    opened.of(CurrentRun).update()
    assert before is not None
    before.wait(60)
    assert (before.is_running, before.content) == (False, None)
    assert opened.of(CurrentRun).trace is not None
    assert opened.of(CurrentRun).trace.algorithm == "score-iteration"


def test_a_fault_in_a_run_is_not_hidden(opened: Session, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object, **__: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr(algorithms, "run", fail)
    with pytest.raises(KeyError):
        opened.of(CurrentRun).update()
