"""Runs whose steps nobody reads give the same as those that are recorded."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest
from support.graphs import example_7_1, figure_1, game
from support.samples import runnable

from explorer import algorithms
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph
from explorer.scenes.reference import load_reference
from explorer.trace.recording import Limits, recorded

MOST = 3_000

GRAPHS = {
    "cycle": figure_1(),
    "negamax": game("a", "negamax", a="mover b c d", b="mover a c", c="mover d a", d="mover c e", e=-3),
    "wrong memo": example_7_1(-1, 1),
    "open": game("a", a="max b q", b="min a c", c=2, q="open"),
    "tree": load_sample("alpha-beta-tree"),
    "random": load_reference("game:random?nodes=16&seed=4").graph,
}


def choices(name: str) -> Iterator[dict[str, Any]]:
    """Yield options of an algorithm: the defaults, and each option at every other value that has a name."""
    yield {}
    for option in algorithms.find(name).options:
        values = [*(option.choices or ()), *(("1",) if option.name == "endless" else ())]
        yield from ({option.name: value} for value in values if value != option.default)


@pytest.mark.large
@pytest.mark.parametrize("graph", GRAPHS.values(), ids=list(GRAPHS))
def test_a_run_whose_steps_nobody_reads_has_the_same_result_and_counts(graph: GameGraph):
    for name in runnable(graph, algorithms.registered()):
        for options in choices(name):
            read = algorithms.run(graph, name, limits=Limits(run=MOST), **options)
            unread = algorithms.run(graph, name, limits=Limits(run=MOST), **options)
            deque(read, maxlen=0)
            recorded(unread, Limits(steps=1, run=MOST))
            assert unread.result == read.result, (name, options)
            assert unread.step_count == read.step_count, (name, options)
            for count in ("leaves", "depth", "counters"):
                assert getattr(unread.counts, count) == getattr(read.counts, count), (name, options, count)


def test_a_search_makes_no_captions_where_nobody_reads_them():
    steps = []
    run = algorithms.run(load_sample("alpha-beta-tree"), "minimax")
    rest = iter(run)
    next(rest)
    run.finish(step for step in rest if steps.append(step) is None)
    assert len(steps) == run.step_count - 1
    assert {step.caption for step in steps} == {""}


def test_two_runs_that_take_turns_do_not_disturb_each_other():
    graph = figure_1()
    alone = [step.caption for step in algorithms.run(graph, "memoised")]
    one, other = algorithms.run(graph, "memoised"), algorithms.run(graph, "memoised")
    rest, steps = iter(other), iter(one)
    captions = [next(steps).caption]
    next(rest)
    other.finish(rest)
    assert captions + [step.caption for step in steps] == alone
