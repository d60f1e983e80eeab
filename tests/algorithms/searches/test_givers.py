"""A step of a depth-first search names the step that gave it its value, for the program alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import game_graphs

from explorer import algorithms
from explorer.model.graph import GameGraph
from explorer.questions.search_calls import returned_value
from explorer.trace import SearchEvent, Step

SOFT = ["depth-first", "memoised", "memoised-naive", "minimax", "solve", "mtd-f", "e-valuate"]
SEARCHES = [*SOFT, "alpha-beta", "negascout", "scout", "iterative-deepening"]
UNGIVEN = (None, SearchEvent.ENTER, SearchEvent.END, SearchEvent.BACK_LINK)
ENDS = (SearchEvent.END, SearchEvent.BACK_LINK, SearchEvent.HIT, SearchEvent.LEAVE, SearchEvent.CUTOFF)


def assert_given(step: Step, giver: Step, sign: int, *, is_soft: bool) -> None:
    """The giver is the end of the call of the move, the comparison of the best move, or the entry's storing step."""
    node = step.focus or ""
    if step.event is SearchEvent.COMPARE:
        assert step.move == (node, giver.focus)
        assert giver.event in ENDS
        if is_soft and giver.scores:
            assert returned_value(step) == sign * (giver.scores[giver.focus or ""] or 0)
    elif step.is_return:
        assert (giver.event, giver.focus) == (SearchEvent.COMPARE, node)
        if is_soft:
            assert step.scores[node] == returned_value(giver)
    else:
        assert giver.focus == node
        assert giver.memo


@examples(60)
@given(game_graphs(max_open=1), st.sampled_from(SEARCHES), st.booleans())
def test_a_value_comes_from_the_step_that_is_named(graph: GameGraph, algorithm: str, has_table: bool):
    entry = algorithms.find(algorithm)
    if entry.obstacle(graph) is not None:
        return
    options = {"table": "dependency"} if has_table and entry.has_option("table") else {}
    trace = algorithms.trace(graph, algorithm, **options)
    for number, step in enumerate(trace):
        assert (step.giver is None) == (step.event in UNGIVEN)
        if step.giver is not None:
            assert step.giver < number
            assert_given(step, trace[step.giver], graph.sign, is_soft=algorithm in SOFT)
    assert not any({"event", "giver"} & step.keys() for step in trace.to_json()["steps"])
