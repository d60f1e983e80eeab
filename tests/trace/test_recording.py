"""What is kept of a run: the first steps, or those from a later one on."""

from __future__ import annotations

import pytest

from explorer import algorithms
from explorer.algorithms import find, trace
from explorer.games.samples import load_sample, sample_names
from explorer.model.errors import LimitError
from explorer.model.graph import GameGraph
from explorer.trace import Trace
from explorer.trace.recording import Limits, record

RUNNING = sorted(name for name, entry in algorithms.registered().items() if not entry.grows)


def recorded_from(graph: GameGraph, name: str, first: int, limits: Limits = Limits()) -> Trace:
    entry = find(name)
    options = entry.parsed({})
    steps, beginning = entry.run(graph, **entry.for_run(options, graph)), entry.begin(graph)
    return record(steps, beginning, algorithm=name, options=options, first=first, limits=limits)


def notes_of(run: Trace, end: int) -> dict[str, str]:
    notes: dict[str, str] = {}
    for step in run.steps[: end + 1]:
        notes |= step.notes
    return notes


def same_from(whole: Trace, later: Trace) -> None:
    """The later steps look as they do in the whole run."""
    assert len(later) == len(whole) - later.first
    for place in range(len(later)):
        number = later.first + place
        assert later[place].caption == whole[number].caption
        assert later.scores_at(place) == whole.scores_at(number)
        assert later.bounds_at(place) == whole.bounds_at(number)
        assert later.finality_at(place) == whole.finality_at(number)
        assert later.windows_at(place) == whole.windows_at(number)
        assert later.pruned_at(place) == whole.pruned_at(number)
        assert notes_of(later, place) == notes_of(whole, number)
    assert later.result == whole.result


@pytest.mark.parametrize("name", RUNNING)
def test_steps_that_are_kept_from_a_later_one_on_look_as_in_the_whole_run(name: str):
    samples = map(load_sample, ("example-7-1", *sample_names()))
    graph = next(each for each in samples if find(name).obstacle(each) is None)
    whole = trace(graph, name)
    same_from(whole, recorded_from(graph, name, len(whole) // 2))


@pytest.mark.parametrize("name", sorted(algorithms.registered()))
def test_changes_and_rises_from_a_later_step_on_are_those_of_the_whole_run(name: str):
    samples = map(load_sample, ("example-7-1", *sample_names()))
    graph = next(each for each in samples if find(name).obstacle(each) is None)
    whole = trace(graph, name)
    for first in range(0, len(whole), max(1, len(whole) // 12)):
        later = recorded_from(graph, name, first)
        for id in graph.index:
            assert later.changes_of(id) == [step - first for step in whole.changes_of(id) if step >= first]
        for counter in whole.steps.counters:
            assert later.rises_of(counter) == [step - first for step in whole.rises_of(counter) if step >= first]


def test_what_is_kept_is_said_with_the_numbers_of_the_run():
    graph = load_sample("example-7-1")
    whole = trace(graph, "memoised-naive")
    later = recorded_from(graph, "memoised-naive", 4, Limits(steps=3))
    assert later.left_out == f"Showing steps 4 to 6 of {len(whole)}. The result is of the whole run."
    assert list(later.table().index) == [4, 5, 6]
    assert [step["n"] for step in later.json_steps()] == [4, 5, 6]
    with pytest.raises(LimitError, match=f"made no step 99, only {len(whole)} steps"):
        recorded_from(graph, "memoised-naive", 99)
