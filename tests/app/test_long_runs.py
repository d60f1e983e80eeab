"""A run that takes long: its first steps are there while it goes on, and all else waits for its end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from explorer import algorithms
from explorer.app import run_job
from explorer.app.state import Session

pytestmark = pytest.mark.usefixtures("nothing_sent")


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """A session with a run that takes a minute."""
    monkeypatch.setattr(run_job, "PATIENCE", 0)
    session = Session()
    session.open_reference("game:random?nodes=120&leaves=20%&degree=4&seed=1")
    session.choose("depth-first")
    yield session
    session._end_run_without_trace()


def test_the_first_steps_are_there_while_the_run_goes_on_and_a_stopped_one_keeps_the_steps_so_far(opened: Session):
    opened.run(whole=False)
    first = opened.sent_trace
    assert (opened.goes_on, opened.trace) == (True, None)
    assert first is not None
    opened.cancel()
    opened.run(whole=False)
    assert opened.trace is not None
    assert list(opened.trace[: len(first)]) == list(first)
    assert opened.failure == opened.trace.left_out
    assert "as you asked; there is no result" in opened.failure
    assert not opened.stage._restart  # the player stays where it is
    stopped = opened.trace
    opened.run(whole=False)
    assert opened.trace is stopped
    opened.run_again()
    opened.run(whole=False)
    assert opened.goes_on


def test_the_first_steps_reach_as_far_as_the_step_that_an_address_names(opened: Session):
    opened.begin_at(3_000)
    opened.run(whole=False)
    assert opened.goes_on
    assert opened.sent_trace is not None
    assert len(opened.sent_trace) > opened.step == 3_000


def test_a_run_that_goes_on_gives_way_to_another_one(opened: Session):
    opened.run(whole=False)
    before = opened._job
    opened.choose("score-iteration")
    opened.run()
    assert before is not None
    before.wait(60)
    assert (before.is_running, before.content) == (False, None)
    assert opened.trace is not None
    assert opened.trace.algorithm == "score-iteration"


def test_a_fault_in_a_run_is_not_hidden(opened: Session, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object, **__: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr(algorithms, "run", fail)
    with pytest.raises(KeyError):
        opened.run()
