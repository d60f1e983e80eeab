"""The table of a memo says what the search will do with each entry: use what is valid now and refuse what is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import game_graphs
from support.sent import opened

from explorer.algorithms import find, trace
from explorer.drawing.memo_table import MOST_NAMES, memo_head, memo_rows
from explorer.drawing.trace_data import CHUNK, SentTrace
from explorer.games import generate
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph
from explorer.trace import Activity
from explorer.trace.recording import Limits


def test_in_example_7_1_the_entry_of_c_is_valid_only_below_a():
    run = trace(load_sample("example-7-1"), "memoised")
    assert memo_head(run) == ("node", "score", "dependency set", "valid for sure")
    rows = [{row.id: row for row in memo_rows(run, step)} for step in range(len(run))]
    first = next(step for step, found in enumerate(rows) if "c" in found)
    assert rows[first]["c"].cells == ("c", "0", "{a}", "yes")
    assert "a" in run[first].path
    meets = next(number for number, step in enumerate(run) if step.caption.startswith("c is in the memo"))
    assert rows[meets]["c"].cells == ("c", "0", "{a}", "no")
    assert "a" not in run[meets].path


@pytest.mark.parametrize(("algorithm", "options"), [("memoised-naive", {}), ("alpha-beta", {"table": "naive"})])
def test_of_a_search_that_keeps_no_dependency_sets_the_table_has_none(algorithm: str, options: dict[str, str]):
    run = trace(load_sample("example-7-1"), algorithm, **options)
    assert memo_head(run) == ("node", "score")
    assert {len(row.cells) for row in memo_rows(run, len(run) - 1)} == {2}


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
def test_the_browser_is_told_in_short_what_is_valid_at_every_step_of_a_chunk():
    run = trace(generate("random", nodes=400, leaves="3%", degree=3, seed=2), "memoised", limits=Limits(run=2_000))
    sent, index = SentTrace(run, find("memoised")), run.graph.index
    most = 0
    for number in range(sent.chunks):
        chunk = opened(sent.chunk(number), sent.with_chunks([]))
        held = {entry[0]: entry for entry in chunk["start"].get("y", [])}
        for place, step in enumerate(chunk["steps"]):
            held |= {entry[0]: entry for entry in step.get("y", [])}
            at = number * CHUNK + place
            path = {2 * index[id] for id in run[at].path}
            told = {node: (entry[4:6], path.issuperset(entry[6])) for node, entry in held.items()}
            for state, entry in run.memo_at(at).items() if at % 40 == 0 else ():
                assert entry.needs is not None
                first, is_valid = list(entry.needs)[:MOST_NAMES], entry.needs <= path
                assert told[state // 2] == ((first, len(entry.needs)), is_valid)
                most = max(most, len(entry.needs))
    assert most > 5 * MOST_NAMES
