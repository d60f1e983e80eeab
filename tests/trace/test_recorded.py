"""What is kept of a run is the run: every step as it was made, and how things stand at it as a replay makes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import figure_1, game, game_graphs
from support.samples import sample_for
from support.stepped import growing

from explorer.algorithms import find, registered, run, trace
from explorer.games import generate
from explorer.games.samples import load_sample
from explorer.model.errors import LimitError
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score
from explorer.solver.retrograde import limit_scores
from explorer.trace import Activity, Bounds, Finality, Relation, Step, Trace, sentences
from explorer.trace import run as running
from explorer.trace.caption import Caption, Named, Quantity, Value, When, caption
from explorer.trace.recording import Limits, Recording, record, recorded

every_algorithm = pytest.mark.parametrize("name", registered())


def run_of(graph: GameGraph, name: str) -> tuple[Trace, list[Step]]:
    """The trace of a run, and its steps as the algorithm made them."""
    made: list[Step] = []
    return recorded(run(graph, name, watch=made.append)), made


@dataclass
class Replay:
    """How things stand after some steps, one after the other, as plain dictionaries."""

    scores: dict[str, Score] = field(default_factory=dict)
    relations: dict[str, Relation] = field(default_factory=dict)
    bounds: dict[str, Bounds] = field(default_factory=dict)
    finality: dict[str, Finality] = field(default_factory=dict)
    windows: dict[str, Bounds] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    pruned: set[str] = field(default_factory=set)
    kinds: dict[str, Kind] = field(default_factory=dict)

    def take(self, step: Step) -> None:
        self.scores = {id: score for id, score in {**self.scores, **step.scores}.items() if score is not None}
        self.relations = {id: each for id, each in self.relations.items() if id not in step.scores} | dict(
            step.relations
        )
        self.windows = {id: window for id, window in {**self.windows, **step.windows}.items() if window is not None}
        self.bounds |= step.bounds
        self.finality |= step.finality
        self.notes = {id: note for id, note in {**self.notes, **step.notes}.items() if note}
        self.pruned = {*self.pruned, *step.pruned} - {id for id, is_pruned in step.pruned.items() if not is_pruned}
        if step.growth is not None:
            self.kinds |= {node.id: node.kind for node in step.growth.nodes}

    def seen(self) -> dict[str, Any]:
        finality = {id: self.finality.get(id, Finality.UNKNOWN) for id in self.kinds}
        return {
            "scores": dict(self.scores),
            "relations": dict(self.relations),
            "bounds": dict(self.bounds),
            "finality": finality,
            "windows": dict(self.windows),
            "notes": dict(self.notes),
            "pruned": set(self.pruned),
            "kinds": dict(self.kinds),
        }


def replayed(graph: GameGraph, steps: list[Step]) -> list[dict[str, Any]]:
    """How things stand at every step."""
    replay, listed = Replay(kinds={node.id: node.kind for node in graph.nodes}), []
    for step in steps:
        replay.take(step)
        listed.append(replay.seen())
    return listed


def seen_of(run: Trace, step: int) -> dict[str, Any]:
    return {
        "scores": run.scores_at(step),
        "relations": run.relations_at(step),
        "bounds": run.bounds_at(step),
        "finality": run.finality_at(step),
        "windows": run.windows_at(step),
        "notes": run.notes_at(step),
        "pruned": set(run.pruned_at(step)),
        "kinds": run.kinds_at(step),
    }


@every_algorithm
@examples(15)
@given(graph=game_graphs(max_open=1, max_inner=4), data=st.data())
def test_every_step_and_all_that_is_known_at_it_is_what_a_replay_gives(
    name: str, graph: GameGraph, data: st.DataObject
):
    if find(name).obstacle(graph) is not None:
        return
    run, made = run_of(graph, name)
    assert list(run) == made
    expected = replayed(find(name).begin(graph), made)
    for step in data.draw(st.lists(st.integers(0, len(made) - 1), min_size=1, max_size=8)):  # in any order
        assert run[step] == made[step]
        assert str(run[step].words) == str(made[step].words)
        assert run[step].path == made[step].path
        assert seen_of(run, step) == expected[step]


@every_algorithm
def test_rows_of_some_nodes_are_what_is_known_at_each_step(name: str):
    run = trace(load_sample(sample_for(name)), name)
    nodes = [node.id for node in run.graph.nodes][::2]
    steps = range(0, len(run), 3)
    for at, scores, bounds, finals in zip(
        steps, run.score_rows(steps, nodes), run.bound_rows(steps, nodes), run.finals(steps, nodes), strict=True
    ):
        assert scores == [run.scores_at(at).get(id) for id in nodes]
        relations = run.relations_at(at)
        assert run.relation_rows([at], nodes) == [[relations.get(id, Relation.EXACT) for id in nodes]]
        assert bounds == [run.bounds_at(at).get(id) for id in nodes]
        roles = run.finality_at(at)
        assert finals.tolist() == [roles.get(id) is Finality.FINAL for id in nodes]


# ---- where something happens


@every_algorithm
@examples(15)
@given(graph=game_graphs(max_open=1, max_inner=4))
def test_jumps_lead_to_every_step_of_their_kind(name: str, graph: GameGraph):
    if find(name).obstacle(graph) is not None:
        return
    run, made = run_of(graph, name)
    listed = replayed(find(name).begin(graph), made)
    for id in run.graph.index:
        known = [
            (
                seen["scores"].get(id),
                seen["relations"].get(id),
                seen["bounds"].get(id),
                seen["finality"].get(id, Finality.UNKNOWN),
            )
            for seen in listed
        ]
        assert run.changes_of(id) == changed([(None, None, None, Finality.UNKNOWN), *known])
    for counter in {name for step in made for name in step.counters}:
        counts = [step.counters.get(counter, 0) for step in made]
        assert run.counts_of(counter).tolist() == counts
        assert run.rises_of(counter) == [step for step in changed([0, *counts]) if counts[step] > [0, *counts][step]]


def changed(listed: list[Any]) -> list[int]:
    """Where something differs from what is before it."""
    return [step for step, (before, now) in enumerate(pairwise(listed)) if before != now]


@examples(60)
@given(graph=game_graphs(max_inner=5))
def test_the_first_wrong_step_is_the_one_that_the_naive_memo_names(graph: GameGraph):
    truth = dict(zip(graph.index, limit_scores(graph), strict=True))
    run = trace(graph, "memoised-naive")
    stored = (Activity.STORED, Activity.EVALUATED, Activity.WRONG)
    wrong = []
    for number, step in enumerate(run):
        claims = [id for id, role in step.finality.items() if role is Finality.FINAL]
        claims += [id for id, role in step.activity.items() if role in stored]
        scores = run.scores_at(number)
        wrong += [number for id in claims if id in scores and scores[id] != truth[id]]
    assert run.first_wrong(truth) == (wrong[0] if wrong else None)
    first = run.result["first_wrong"]
    assert first is None or run.first_wrong(truth) == first["step"]


def test_of_a_run_that_was_cut_it_is_not_said_that_nothing_is_wrong():
    graph = generate("ladder", layers=6)
    truth = dict(zip(graph.index, limit_scores(graph), strict=True))
    assert trace(graph, "memoised-naive").first_wrong(truth) == 55
    for limits in (Limits(steps=56), Limits(run=56)):
        assert trace(graph, "memoised-naive", limits=limits).first_wrong(truth) == 55
    for limits in (Limits(steps=55), Limits(run=55), Limits(steps=55, run=70)):
        with pytest.raises(LimitError, match=r"no score is wrong in steps 0 to 54; .* raise the limits"):
            trace(graph, "memoised-naive", limits=limits).first_wrong(truth)
    with pytest.raises(LimitError, match=r"no score is wrong in steps 40 to 44; .* begin at step 0"):
        trace(graph, "memoised-naive", from_step=40, limits=Limits(steps=5)).first_wrong(truth)
    assert trace(graph, "memoised-naive", from_step=40).first_wrong(truth) == 15


@pytest.mark.parametrize(
    ("name", "options"), [("memoised", {}), ("mtd-f", {}), ("alpha-beta", {"table": "dependency"})]
)
@examples(60)
@given(graph=game_graphs(max_inner=6, max_degree=3))
@example(graph=figure_1(1, 2))  # where the memo holds 0 for c while a is on the path
def test_a_correct_search_has_no_wrong_step(name: str, options: dict[str, str], graph: GameGraph):
    truth = dict(zip(graph.index, limit_scores(graph), strict=True))
    run = trace(graph, name, **options)
    assert run.result["value"] == truth[str(graph.root)]
    assert run.first_wrong(truth) is None


def test_the_first_wrong_bounds_are_found():
    run = growing()
    last = run.bounds_at(-1)
    truth: dict[str, Score] = {id: low for id, (low, _) in last.items()}
    assert run.first_wrong(truth) is None
    id, (_, high) = next((id, pair) for id, pair in last.items() if pair[0] == pair[1])
    begins = next(step for step in range(len(run)) if not run.bounds_at(step).get(id, (high, high + 1))[1] >= high + 1)
    assert run.first_wrong({id: high + 1}) == begins


def test_every_name_and_number_of_a_caption_is_given_back_as_it_was():
    sentence = caption(
        Named("b", "another name", is_bare=True),
        " of ",
        Named("far away", "elsewhere"),
        ": ",
        *(Value(number, Quantity.SCORE, "b") for number in (1, 1.0, Fraction(7, 3), 2**70, -5, float("-inf"))),
        Value(3, Quantity.COUNTER, key="visits", when=When.BEFORE, sign=-1),
    )
    step = Step(sentence, 1, focus="elsewhere", windows={"a": (0, Fraction(1, 2))}, counters={"kept": 2**40})
    run = record(iter([step]), game("a", a="max b", b=1), algorithm="by hand")
    assert list(run) == [step]
    assert [type(value.number) for value in sentence.values] == [type(value.number) for value in run[0].words.values]


@pytest.mark.parametrize("unmade", [0, 3, 100_000])
@every_algorithm
def test_a_caption_says_the_same_whenever_it_is_made(name: str, unmade: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sentences, "_MOST_UNMADE", unmade)
    graph = load_sample(sample_for(name))
    at_once: list[str] = []
    recorded(run(graph, name, watch=lambda step: at_once.append(step.caption)))
    assert [step.caption for step in trace(graph, name)] == at_once


def test_recording_makes_no_caption_of_a_search():
    made: list[Step] = []
    recorded(run(figure_1(), "memoised-naive", watch=made.append))
    assert len(made) > 10
    assert not any(step.words.is_made for step in made[:-1] if isinstance(step.words, Caption))


@every_algorithm
def test_the_trace_so_far_is_the_beginning_of_the_whole_and_changes_nothing_in_it(
    name: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(running, "_SECONDS_BETWEEN_REPORTS", -1)  # word of every step
    graph = load_sample(sample_for(name))
    parts: list[Trace] = []
    made: list[Step] = []
    watched = run(graph, name, watch=made.append, progress=lambda steps: parts.append(recording.so_far()))
    recording = Recording(watched)
    whole = recording.whole()
    assert [len(part) for part in parts] == list(range(1, len(whole) + 1))
    assert list(whole) == made
    for part in (parts[0], parts[len(parts) // 2], parts[-1]):
        assert list(part) == [*whole][: len(part)]
        assert dict(part.scores_at(len(part) - 1)) == dict(whole.scores_at(len(part) - 1))
        assert (part.result, part.left_out) == ({}, "")


def test_a_run_that_is_stopped_keeps_its_steps(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(running, "_SECONDS_BETWEEN_REPORTS", -1)
    stopped = trace(figure_1(), "depth-first", progress=lambda steps: steps == 3)
    assert [step.caption for step in stopped] == [step.caption for step in trace(figure_1(), "depth-first")][:3]
    assert (stopped.result, stopped.left_out) == ({}, "Stopped after 3 steps, as you asked; there is no result.")
