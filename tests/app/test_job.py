"""Long work beside the page."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

import pytest

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
    assert (job.content, job.failure, job.done, job.total, job.is_running) == (b"made", "", 3, 4, False)


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
