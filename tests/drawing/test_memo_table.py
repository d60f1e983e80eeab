"""The table of a memo says what the search will do with each entry: use what is valid now and refuse what is not."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import game_graphs

from explorer.algorithms import trace
from explorer.drawing.memo_table import memo_head, memo_rows
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph
from explorer.trace import Activity


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
