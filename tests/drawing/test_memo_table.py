"""The table of a memo says what the search will do with each entry: use what is valid now and refuse what is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import game_graphs

from explorer.algorithms import find, trace
from explorer.drawing.memo_table import MOST_NAMES, memo_rows
from explorer.drawing.trace_data import CHUNK, SentTrace
from explorer.games import generate
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph
from explorer.trace import Activity
from explorer.trace.recording import Limits


@pytest.mark.parametrize("algorithm", ["memoised", "memoised-naive"])
def test_in_example_7_1_the_entry_of_c_is_valid_only_below_a(algorithm: str):
    run = trace(load_sample("example-7-1"), algorithm)
    rows = [{row.id: row for row in memo_rows(run, step)} for step in range(len(run))]
    first = next(step for step, found in enumerate(rows) if "c" in found)
    assert rows[first]["c"].cells == ("c", "0", "{a}", "yes")
    assert "a" in run[first].path
    meets = next(number for number, step in enumerate(run) if step.caption.startswith("c is in the memo"))
    assert rows[meets]["c"].cells == ("c", "0", "{a}", "no")
    assert "a" not in run[meets].path


def test_the_naive_memo_passes_its_mistake_on():
    run = trace(load_sample("example-7-1"), "memoised-naive")
    last = {row.id: row for row in memo_rows(run, len(run) - 1)}
    assert last["r"].cells == ("r", "0", "∅", "no")


@examples(150)
@given(game_graphs(), st.sampled_from([("memoised", {}), ("alpha-beta", {"table": "dependency"})]))
def test_what_is_used_is_valid_and_what_is_refused_is_not(graph: GameGraph, chosen):
    algorithm, options = chosen
    run = trace(graph, algorithm, **options)
    for step, each in enumerate(run):
        rows = {row.id: row for row in memo_rows(run, step)}
        for id, activity in each.activity.items():
            if activity is Activity.HIT:
                assert rows[id].valid
            if activity is Activity.REFUSED:
                assert not rows[id].valid
    if algorithm == "memoised":
        assert len(memo_rows(run, len(run) - 1)) == run.result["stored"]


def test_a_search_without_a_table_has_no_memo():
    run = trace(load_sample("example-7-1"), "alpha-beta")
    assert not run.has_memo
    assert memo_rows(run, len(run) - 1) == []


@pytest.mark.large
@pytest.mark.parametrize("algorithm", ["memoised", "memoised-naive"])
def test_the_browser_is_told_in_short_what_is_valid_at_every_step_of_a_chunk(algorithm: str):
    run = trace(generate("random", nodes=400, leaves="3%", degree=3, seed=2), algorithm, limits=Limits(run=2_000))
    sent, index = SentTrace(run, find(algorithm)), run.graph.index
    most = 0
    for number in range(sent.chunks):
        chunk = sent.chunk(number)
        held = {entry[0]: entry for entry in chunk["start"].get("y", [])}
        for place, step in enumerate(chunk["steps"]):
            held |= {entry[0]: entry for entry in step.get("y", [])}
            at = number * CHUNK + place
            path = {2 * index[id] for id in run[at].path}
            told = {node: (entry[5:7], not entry[4] and path.issuperset(entry[7])) for node, entry in held.items()}
            for state, entry in run.memo_at(at).items() if at % 40 == 0 else ():
                first, is_valid = list(entry.needs)[:MOST_NAMES], not entry.is_tainted and entry.needs <= path
                assert told[state // 2] == ((first, len(entry.needs)), is_valid)
                most = max(most, len(entry.needs))
    assert most > 5 * MOST_NAMES
