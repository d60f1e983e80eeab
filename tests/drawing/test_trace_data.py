"""The trace that the browser gets, decoded here a second time, is the trace that was recorded."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import examples, game_graphs, long_path, thorough
from support.samples import runnable
from support.sent import EDGES, batched, merged, opened, unpacked
from support.stepped import ENTRY, bounds_by_sweeps, growing, traced

from explorer import algorithms
from explorer.drawing.endless_worths import MOST_WORTHS_HALVED, worths_of_endless
from explorer.drawing.node_colours import ColourScale
from explorer.drawing.trace_data import CHUNK, SentTrace, number_text, still_data
from explorer.games import generate
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, format_score
from explorer.solver.retrograde import limit_scores
from explorer.trace import Step, Trace
from explorer.trace.caption import Named
from explorer.trace.recording import Limits


def sent(trace: Trace, shown: set[str] | None = None) -> dict[str, Any]:
    """The data after their way through strict JSON."""
    entry = ENTRY if trace.algorithm == ENTRY.name else algorithms.find(trace.algorithm)
    data = SentTrace(trace, entry, shown).whole()
    return merged(json.loads(json.dumps(data, allow_nan=False)))


def pairs(flat: list[int]) -> dict[int, int]:
    return dict(zip(flat[::2], flat[1::2], strict=True))


def assert_same(trace: Trace, data: dict[str, Any]) -> None:
    """Replay the data from the first step on, and compare every step."""
    ids = data["nodes"]
    scores: dict[int, int] = {}
    signs: dict[int, int] = {}
    words = algorithms.registered()[trace.algorithm].words if trace.algorithm in algorithms.registered() else {}
    roles: dict[int, int] = {}
    notes: dict[int, str] = {}
    remembered: dict[str, str] = {}
    assert len(data["steps"]) == len(trace)
    for number, (step, there) in enumerate(zip(trace, data["steps"], strict=True)):
        scores |= pairs(there["s"])
        signs |= dict(zip(there["s"][::2], there.get("e", [0] * len(there["s"])), strict=False))
        roles |= pairs(there["r"])
        notes |= dict(there["o"])
        remembered |= step.notes
        texts = {ids[node]: data["values"][value]["text"] for node, value in scores.items() if value >= 0}
        assert texts == {id: words.get(score, format_score(score)) for id, score in trace.scores_at(number).items()}
        before = {ids[node]: data["signs"][sign]["text"] for node, sign in signs.items() if sign}
        assert before == {id: relation.sign for id, relation in trace.relations_at(number).items()}
        found = data.get("discovery", [0] * len(ids))
        finality = {id: data["roles"][roles.get(node, 0)] for node, id in enumerate(ids) if found[node] <= number}
        assert finality == {id: role.name.lower() for id, role in trace.finality_at(number).items()}
        assert {ids[node]: data["activities"][role] for node, role in pairs(there["a"]).items()} == step.activity
        assert {ids[node]: note for node, note in notes.items() if note} == {i: n for i, n in remembered.items() if n}
        assert (None if there["f"] < 0 else ids[there["f"]]) == step.focus
        assert (there["m"] and tuple(ids[node] for node in there["m"])) == step.move
        assert path_of(data, there["p"]) == list(step.path)
        assert there["k"] == [step.counters.get(name, 0) for name in data["counters"]]
        assert set(step.counters) <= set(data["counters"])
        assert (there["c"], there["l"]) == (step.caption, step.line)
        places = [there.get("n", [])[at : at + 3] for at in range(0, len(there.get("n", [])), 3)]
        assert [(step.caption[start:end], ids[node]) for start, end, node in places] == named(step)


def named(step: Step) -> list[tuple[str, str]]:
    """The nodes that a caption names: each with its name and its id."""
    parts = [] if isinstance(step.words, str) else step.words.parts
    return [(part.name, part.node) for part in parts if isinstance(part, Named)]


def path_of(data: dict[str, Any], cell: int) -> list[str]:
    ids = []
    while cell >= 0:
        node, cell = data["cells"][cell]
        ids.append(data["nodes"][node])
    return ids[::-1]


def decoded(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What each step says, by the ids of the nodes."""
    ids = [*data["nodes"], *(id for id, _ in data.get("others", []))]
    for step in data["steps"]:
        yield {
            "caption": step["c"],
            "line": step["l"],
            "counters": step["k"],
            "focus": None if step["f"] < 0 else ids[step["f"]],
            "path": path_of(data | {"nodes": ids}, step["p"]),
            "move": step["m"] and [ids[node] for node in step["m"]],
            **{part: {ids[node]: value for node, value in pairs(step[part]).items()} for part in "sra"},
            "e": {ids[node]: sign for node, sign in zip(step["s"][::2], step.get("e", []), strict=False)},
            **{part: {ids[row[0]]: row[1:] for row in batched(step.get(part, []), 3)} for part in "bw"},
            "g": {ids[node]: value for node, value in pairs(step.get("g", [])).items()},
            "o": {ids[node]: note for node, note in step["o"]},
            "n": [(start, end, ids[node]) for start, end, node in batched(step.get("n", []), 3)],
            "q": [[ids[a], ids[b], mark] for a, b, mark in step.get("q", [])],
        }


@examples(20)
@given(graph=game_graphs(max_open=1, max_inner=4), bits=st.integers(0, 2**8 - 1))
def test_the_browser_gets_the_trace_and_of_nodes_that_are_not_shown_focus_and_path_alone(graph: GameGraph, bits: int):
    for name in runnable(graph, algorithms.registered()):
        trace = algorithms.trace(graph, name, limits=Limits(steps=300, run=300))
        whole = sent(trace)
        assert_same(trace, whole)
        assert_part(trace, whole, {node.id for place, node in enumerate(trace.graph.nodes) if bits >> place % 8 & 1})


def assert_part(trace: Trace, whole: dict[str, Any], shown: set[str]) -> None:
    """Of the trace, only what these nodes need is sent."""
    ids, part = [node.id for node in trace.graph.nodes], sent(trace, shown)
    assert part["nodes"] == [id for id in ids if id in shown]
    told = {id for step in trace for id in (step.focus, *step.path, *(id for _, id in named(step))) if id is not None}
    assert dict(part.get("others", [])) == {id: trace.graph.node(id).name for id in told - shown}
    for all_, some in zip(decoded(whole), decoded(part), strict=True):
        expected = all_ | {"move": all_["move"] if all_["move"] and shown >= set(all_["move"]) else None}
        for kind in "serabwgo":
            expected[kind] = {id: value for id, value in all_[kind].items() if id in shown}
        expected["q"] = [mark for mark in all_["q"] if shown >= set(mark[:2])]
        assert some == expected
    for array in ("discovery", "expanded"):
        kept = [value for id, value in zip(ids, whole.get(array, []), strict=False) if id in shown]
        assert part.get(array, []) == kept


@given(st.lists(st.sampled_from(EDGES) | st.integers(-(2**53), 2**53), max_size=6))
def test_packed_numbers_are_the_same_numbers_in_the_fewest_bytes_that_hold_them(numbers: list[int]):
    text = number_text(numbers)
    assert unpacked(text) == numbers
    fits = [size for size in (1, 2, 4) if all(abs(2 * number + 1) < 256**size for number in numbers)]
    assert text[0] == str(fits[0] if fits else 8)


def test_a_still_picture_has_the_score_of_every_node_and_nothing_else():
    scores = {"a": 2, "b": None, "c": -1}
    data = still_data(scores, scale := ColourScale([-2, 4]))
    (step,) = opened(data["chunks"][0], data)["steps"]
    values = data["values"]
    assert {data["nodes"][node]: values[place]["text"] for node, place in pairs(step["s"]).items()} == {
        "a": "2",
        "c": "−1",
    }
    assert [value["fill"] for value in values] == [scale.look(score).fill for score in scores.values()]
    assert (step["c"], step["r"], step["a"], step["f"], step["m"], step["p"]) == ("", [], [], -1, None, -1)


def triples(flat: list[int]) -> dict[int, tuple[int, int]]:
    return {node: (low, high) for node, low, high in zip(flat[::3], flat[1::3], flat[2::3], strict=True)}


def assert_same_bounds(trace: Trace, data: dict[str, Any]) -> None:
    bounds: dict[int, tuple[int, int]] = {}
    for number, there in enumerate(data["steps"]):
        bounds |= triples(there["b"])
        texts = {
            data["nodes"][node]: [data["values"][place]["text"] for place in pair] for node, pair in bounds.items()
        }
        assert texts == {id: [format_score(bound) for bound in pair] for id, pair in trace.bounds_at(number).items()}


@thorough
@given(graph=game_graphs(max_open=1, max_inner=4))
def test_the_browser_gets_the_bounds_that_were_recorded(graph: GameGraph):
    trace = traced(graph, bounds_by_sweeps(graph))
    data = sent(trace)
    assert data["bounded"]
    assert_same_bounds(trace, data)


@thorough
@given(graph=game_graphs(max_inner=4), rank=st.integers(0, 1_000))
def test_the_median_of_the_ranks_is_the_score_for_every_worth_of_endless_play(graph: GameGraph, rank: int):
    trace = traced(graph, bounds_by_sweeps(graph))
    endless = sent(trace)["endless"]
    rank %= len(endless["worths"])
    worth = worths_of_endless(trace.values)[rank]
    ranks = dict(zip(trace.values, endless["ranks"], strict=True))
    pairs = trace.bounds_at(len(trace) - 1).values()
    found = [endless["worths"][sorted([ranks[low], rank, ranks[high]])[1]]["text"] for low, high in pairs]
    assert found == [format_score(score) for score in limit_scores(graph, worth)]


@given(st.lists(st.integers(-9, 9) | st.fractions(-9, 9) | st.floats(-9, 9) | st.sampled_from([math.inf, -math.inf])))
def test_worths_ascend_from_minus_to_plus_infinity_with_every_value_and_zero(values: list[Score]):
    worths = worths_of_endless(values)
    assert worths == sorted(set(worths))
    assert {-math.inf, 0, math.inf, *values} <= set(worths)
    finite = sorted({0, *values} - {-math.inf, math.inf})
    if len(finite) <= MOST_WORTHS_HALVED:
        assert all(any(low <= worth <= high for worth in worths) for low, high in itertools.pairwise(finite))


def test_of_a_graph_that_grew_the_browser_hears_when_each_node_was_found_and_expanded():
    trace = growing()
    data = sent(trace)
    assert (data["discovery"], data["expanded"]) == (trace.discovery.tolist(), trace.expanded.tolist())
    assert data["discovery"][data["nodes"].index("17")] == 1  # with 13
    assert data["expanded"][data["nodes"].index("17")] == 5
    assert_same_bounds(trace, data)


# ---- chunks


def standing(rows: list[list[int]], width: int, blank: list[int]) -> dict[int, list[int]]:
    """What nodes have after some changes, without those that have nothing."""
    known: dict[int, list[int]] = {}
    for row in rows:
        known |= {row[at]: row[at + 1 : at + width] for at in range(0, len(row), width)}
    return {node: value for node, value in known.items() if value != blank}


@pytest.mark.parametrize("name", ["memoised", "alpha-beta", "bounds"])
def test_a_chunk_begins_where_all_steps_before_it_lead_to(name: str):
    trace = algorithms.trace(generate("random", nodes="300", seed="2"), name, limits=Limits(run=3 * CHUNK + 7))
    ids = [node.id for node in trace.graph.nodes][::3]
    sent_trace = SentTrace(trace, algorithms.find(name), ids)
    data = sent_trace.with_chunks([])
    chunks = [opened(sent_trace.chunk(number), data) for number in range(sent_trace.chunks)]
    steps = [step for chunk in chunks for step in chunk["steps"]]
    assert len(steps) == len(trace)
    for chunk in chunks:
        before, start = steps[: chunk["number"] * CHUNK], chunk["start"]
        for part, width, blank in (
            ("s", 2, [-1]),
            ("r", 2, [0]),
            ("b", 3, [-1, -1]),
            ("w", 3, [-1, -1]),
            ("g", 2, [0]),
        ):
            led_to = standing([step.get(part, []) for step in before], width, blank)
            assert standing([start.get(part, [])], width, blank) == led_to
        notes = {node: note for step in before for node, note in step["o"]}
        assert chunk["number"] or not any(start.values())
        assert dict(start["o"]) == {node: note for node, note in notes.items() if note}


def test_a_jump_leads_to_the_next_and_the_last_step_of_its_kind():
    trace = algorithms.trace(load_sample("example-7-1"), "memoised")
    sent_trace = SentTrace(trace, algorithms.find("memoised"))
    (refused,) = trace.rises_of("refusals")
    assert sent_trace.jump("rise", "refusals", 0, forward=True) == refused
    assert sent_trace.jump("rise", "refusals", refused, forward=True) is None
    assert sent_trace.jump("rise", "refusals", len(trace), forward=False) == refused
    changes = trace.changes_of("a")
    assert sent_trace.jump("change", "a", changes[0], forward=True) == changes[1]
    assert sent_trace.jump("change", "nobody", 0, forward=True) is None


@pytest.mark.large
def test_of_a_long_trace_only_what_is_around_a_step_travels_at_first():
    trace = algorithms.trace(generate("random", nodes="300", seed="2"), "depth-first", limits=Limits(run=20 * CHUNK))
    sent_trace = SentTrace(trace, algorithms.find("depth-first"))
    assert [chunk["number"] for chunk in sent_trace.data()["chunks"]] == [0, 1]
    assert [chunk["number"] for chunk in sent_trace.data(7 * CHUNK + 1)["chunks"]] == [6, 7, 8]
    assert [chunk["number"] for chunk in sent_trace.data(len(trace) - 1)["chunks"]] == [18, 19]
    assert len(json.dumps(sent_trace.data())) < 700 * 2 * CHUNK
    assert len(sent_trace.whole()["chunks"]) == sent_trace.chunks == 20


@pytest.mark.large
def test_a_path_far_through_nodes_that_are_not_shown_stays_small():
    trace = algorithms.trace(long_path(5_000), "depth-first")
    ids = [f"v{number}" for number in (0, 3, 4, 2_000)]
    sent_trace = SentTrace(trace, algorithms.find("depth-first"), ids)
    chunk = opened(sent_trace.chunk(len(trace) // CHUNK // 2), sent_trace.with_chunks([]))
    assert len(chunk["cells"]) < 4 * CHUNK
    listed = [*ids, *(id for id, _ in chunk.get("others", []))]
    first = trace[chunk["number"] * CHUNK].path
    path: list[str | None] = []
    cell = chunk["steps"][0]["p"]
    while cell >= 0:
        node, cell = chunk["cells"][cell]
        path += [None] * -node if node < 0 else [listed[node]]
    assert len(path) == len(first)
    assert all(said in (None, id) for said, id in zip(path[::-1], first, strict=True))
    assert [id for id in path[::-1] if id in ids] == [id for id in first if id in ids] != []
    assert None not in path[:100]
