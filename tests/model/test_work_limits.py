"""What a visitor of a server may have it do, whatever way the work comes in."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic, sleep

import pytest

from explorer import algorithms, formats, read
from explorer.app.job import Job
from explorer.games import generate
from explorer.model.errors import LimitError
from explorer.model.work_limits import WorkLimits, set_work_limits
from explorer.scenes.reference import load_reference
from explorer.trace.recording import Limits, Recording


@pytest.fixture
def limits() -> Iterator[None]:
    set_work_limits(WorkLimits(nodes=100, moves=150, steps=50, changes=40, seconds=0.2))
    yield
    set_work_limits()


def line(nodes: int) -> bytes:
    return "".join(f"a{n} max: a{n + 1}\n" for n in range(nodes - 1)).encode() + f"a{nodes - 1} = 0".encode()


@pytest.mark.usefixtures("limits")
def test_a_graph_that_is_read_or_generated_is_refused_in_one_sentence_beyond_the_limits():
    assert len(formats.load_bytes("a.txt", line(100)).graph.nodes) == 100
    dense = "a max: " + " ".join(f"b{n}" for n in range(90))
    for load in (
        lambda: formats.load_bytes("a.txt", line(101)),
        lambda: formats.load_bytes("a.csv", b"from,to\n" + b"".join(b"a%d,b%d\n" % (n, n) for n in range(200))),
        lambda: formats.load_bytes("a.txt", (dense + "\n" + dense.replace("a", "c", 1)).encode()),
        lambda: load_reference("game:random?nodes=1000"),
        lambda: load_reference("game:l-game"),
        lambda: generate("tree", branching=3, depth=6),
    ):
        with pytest.raises(LimitError, match=r"this server takes graphs with at most 1[05]0 (nodes|moves); choose a"):
            load()


@pytest.mark.usefixtures("limits")
def test_a_run_ends_with_its_steps_so_far_at_any_of_the_limits():
    trace = algorithms.trace(read("sample:alpha-beta-tree"), "depth-first")
    assert len(trace) <= 50
    assert trace.left_out.startswith(("Stopped after", "Showing the first"))
    set_work_limits(WorkLimits(seconds=0.2))
    began = monotonic()
    run = algorithms.run(read("sample:alpha-beta-tree"), "depth-first", limits=Limits())
    run._steps = endless(run._steps)
    trace = Recording(run).whole()
    assert monotonic() - began < 5
    assert "the time limit; there is no result" in trace.left_out


def endless(steps):
    """The first step of a run, again and again."""
    first = next(steps)
    while True:
        yield first


@pytest.mark.usefixtures("limits")
def test_work_beside_the_page_ends_in_a_sentence():
    def work(report):
        while True:
            sleep(0.01)
            report(1, 2)

    job = Job[None]("work")
    job.start(work)
    job.wait(10)
    assert job.failure.startswith("this server ends work after 0.2 seconds; choose a smaller graph")
