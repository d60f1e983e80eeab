from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import example_7_1, figure_1, game_graphs

from explorer import algorithms
from explorer.explanation.origin import Link, Source, origin
from explorer.model.errors import GraphError, OptionError
from explorer.model.graph import GameGraph, Kind
from explorer.trace import Trace

SWEEPS = ["score-iteration", "bounds"]
SEARCHES = ["depth-first", "memoised", "memoised-naive", "minimax", "alpha-beta", "negascout", "mtd-f"]
GROUND = {Source.LEAF, Source.OPEN, Source.BACK_LINK, Source.START}
GIVEN_ON = {Source.MEMO, Source.CUTOFF, Source.WINDOW, Source.SUCCESSOR}

graphs = game_graphs(max_open=1)


def assert_linked(trace: Trace, chain: list[Link]) -> None:
    """Every link is what the trace says at its step, and the next one is about the node that gave the value."""
    sign = trace.graph.sign
    for link, after in zip(chain, [*chain[1:], None], strict=True):
        node = trace.graph.node(link.node)
        assert link.caption == trace[link.step].caption
        if not trace.has_bounds:
            assert trace.scores_at(link.step)[link.node] == link.value
        if link.source is Source.LEAF:
            assert (node.kind, node.score) == (Kind.LEAF, link.value)
        if after is None:
            assert link.source not in GIVEN_ON
            continue
        assert link.source in GIVEN_ON
        assert after.node == link.giver
        assert after.step <= link.step
        if link.source in (Source.SUCCESSOR, Source.MEMO):
            assert after.node in {node.id for node in trace.graph.successors_of(link.node)}
            if trace.algorithm not in ("alpha-beta", "negascout", "mtd-f"):
                assert sign * after.value == link.value


@examples(25)
@given(graphs, st.sampled_from([*SWEEPS, *SEARCHES]), st.data())
def test_a_value_is_followed_back_to_the_ground(graph: GameGraph, algorithm: str, data: st.DataObject):
    if algorithms.find(algorithm).obstacle(graph) is not None:
        return
    trace = algorithms.trace(graph, algorithm)
    step = data.draw(st.integers(0, len(trace) - 1))
    for node in graph.nodes:
        for upper in (False, True) if trace.has_bounds else (False,):
            chain = origin(trace, node.id, step, upper=upper)
            if chain:
                assert_linked(trace, chain)
                assert chain[-1].source in GROUND
            known = trace.bounds_at(step) if trace.has_bounds else trace.scores_at(step)
            assert bool(chain) is (node.id in known)


@examples(10)
@given(graphs, st.sampled_from([*algorithms.registered()]))
def test_every_algorithm_is_followed(graph: GameGraph, algorithm: str):
    entry = algorithms.find(algorithm)
    if entry.grows or entry.obstacle(graph) is not None:
        return
    trace = algorithms.trace(graph, algorithm)
    for node in graph.nodes:
        chain = origin(trace, node.id)
        assert all(link.caption == trace[link.step].caption for link in chain)


def test_sweeps_are_followed_step_by_step():
    trace = algorithms.trace(figure_1(b=1, d=2), "score-iteration")
    chain = origin(trace, "c")
    assert [(link.step, link.node, link.value, link.source.value) for link in chain] == [
        (3, "c", 1, "successor"),
        (2, "a", 1, "successor"),
        (1, "b", 1, "leaf"),
    ]
    by_node = algorithms.trace(figure_1(b=1, d=2), "score-iteration", detail="node")
    assert [link.node for link in origin(by_node, "c")] == ["c", "a", "b"]


def test_a_wrong_value_leads_to_the_memo_and_the_back_link_that_made_it():
    trace = algorithms.trace(example_7_1(b=1, d=2), "memoised-naive")
    chain = origin(trace, "r")
    assert [(link.node, link.source) for link in chain] == [
        ("r", Source.SUCCESSOR),
        ("e", Source.MEMO),
        ("c", Source.BACK_LINK),
    ]


def test_a_node_without_a_value_has_no_chain():
    trace = algorithms.trace(figure_1(), "depth-first")
    assert origin(trace, "d", 0) == []


def test_what_does_not_exist_is_refused():
    trace = algorithms.trace(figure_1(), "depth-first")
    with pytest.raises(GraphError, match="there is no node 'z'"):
        origin(trace, "z")
    with pytest.raises(OptionError, match="the trace has the steps 0 to"):
        origin(trace, "a", 999)


def test_the_sources_have_names_of_their_own():
    assert max(Counter(source.value for source in Source).values()) == 1
