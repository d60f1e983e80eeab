"""Long work beside the page."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from support.app import eventually, running_script
from support.raw_session import raw_session

from explorer.app.job import Job
from explorer.model.errors import LimitError

Progress = Callable[[int, int], None]


def test_what_was_made_is_there_when_the_job_has_ended():
    def work(progress: Progress) -> bytes:
        progress(3, 4)
        return b"made"

    job = Job("key")
    assert not job.is_running
    job.start(work)
    job.wait()
    assert (job.content, job.failure, job.progress, job.total, job.is_running) == (b"made", "", 3, 4, False)


def test_a_cancelled_job_ends_at_the_next_word_of_its_progress():
    begun, go_on = Event(), Event()
    steps = []

    def work(progress: Progress) -> bytes:
        for step in range(1_000):
            steps.append(step)
            begun.set()
            go_on.wait(30)
            progress(step, 1_000)
        return b"made"

    job = Job("key")
    job.start(work)
    begun.wait(30)
    assert job.is_running
    job.cancel()
    go_on.set()
    job.wait()
    assert steps == [0]
    assert (job.content, job.failure) == (None, "it was cancelled")


@pytest.mark.large
def test_a_job_ends_when_its_page_is_closed_and_no_sooner(tmp_path: Path):
    file = tmp_path / "counted"
    with running_script("tests/support/busy_app.py", "--", str(file)) as url:
        with raw_session(url) as session:
            session.run()
            time.sleep(2)
            before = file.read_text(encoding="utf-8")
            eventually(lambda: file.read_text(encoding="utf-8") != before, True)
        eventually(lambda: grows(file), False)


def grows(file: Path) -> bool:
    """Return whether somebody writes a file within a second."""
    before = file.read_text(encoding="utf-8")
    time.sleep(1)
    return file.read_text(encoding="utf-8") != before


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (LimitError("there are too many"), "there are too many"),
        (MemoryError(), "it is too large for the memory of this machine; choose a smaller one"),
        (KeyError("x"), "unexpected KeyError: 'x'; this is a fault of the program, please report it"),
    ],
)
def test_a_job_that_fails_says_why_in_one_sentence(error: Exception, sentence: str):
    def work(progress: Progress) -> bytes:
        raise error

    job = Job("key")
    job.start(work)
    job.wait()
    assert (job.content, job.failure) == (None, sentence)
