from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import example_7_1, game, game_graphs
from support.oracle import scores_of

from explorer import algorithms
from explorer.explanation.origin import Link, Source, origin
from explorer.model.graph import GameGraph, Kind
from explorer.trace import Relation, SearchEvent, Trace

LAST_MOVE = game("a", a="max b c", b=3, c="min d", d=1)
HORIZON = game("a", a="min b c", b=0, c="max d e", d="min f", e=-2, f=-1)
BOUNDING = [
    *("alpha-beta", "negascout", "scout", "mtd-f", "proof-number", "iterative-deepening", "sss-star"),
    *("bounds", "retrograde"),
]
SWEEPS = ["score-iteration", "bounds"]
SEARCHES = ["depth-first", "memoised", "memoised-naive", "minimax", "alpha-beta", "negascout", "mtd-f"]
GROUND = {Source.LEAF, Source.OPEN, Source.BACK_LINK, Source.START}
GIVEN_ON = {Source.MEMO, Source.CUTOFF, Source.WINDOW, Source.SUCCESSOR, Source.STORED}

graphs = game_graphs(max_open=1)


def reference() -> GameGraph:
    """A Max root from which one loop of two nodes is reached by two ways."""
    return game("r", r="max p c", p="min a e", e=-1, a="max c b", c="min a d", b=0, d=2)


BY_SIGN = {relation.sign or "=": relation for relation in Relation}


def says_change(trace: Trace, link: Link) -> bool:
    """Whether a link of a sweep that changes many nodes says that its own is one of them."""
    counters = trace[link.step].counters
    many = f"Sweep {counters.get('n')}: {counters.get('changed')} nodes change, among them "
    return link.caption.startswith(many) and link.node in link.caption.removeprefix(many)


def assert_linked(trace: Trace, chain: list[Link]) -> None:
    """Every link is what the trace says at its step, and the next one is about the node that gave the value."""
    sign = trace.graph.sign
    for link, after in zip(chain, [*chain[1:], None], strict=True):
        node = trace.graph.node(link.node)
        assert link.caption == trace[link.step].caption or says_change(trace, link)
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


@examples(60)
@given(game_graphs(acyclic=True), st.sampled_from(BOUNDING), st.data())
def test_links_say_of_bounds_and_estimates_that_they_are_such(graph: GameGraph, algorithm: str, data: st.DataObject):
    entry = algorithms.find(algorithm)
    if entry.obstacle(graph) is not None:
        return
    trace = algorithms.trace(graph, algorithm)
    truth = scores_of(graph)
    step = data.draw(st.integers(0, len(trace) - 1))
    for node, relation in trace.relations_at(step).items():
        assert origin(trace, node, step)[0].relation == relation.sign
    for node in graph.nodes:
        for link in origin(trace, node.id, step):
            assert BY_SIGN[link.relation].allows(link.value, truth[link.node])


@pytest.mark.parametrize(
    ("algorithm", "graph", "node", "step", "said"),
    [
        ("proof-number", reference(), "c", -1, ["c < 2", "a < 2"]),
        ("proof-number", game("c", c="min d a", d=2, a="max b", b=0), "c", 9, ["c < 2", "a < 2"]),
        ("mtd-f", reference(), "r", -1, ["r = 0", "c ≤ 0", "a ≤ 0", "a ≤ 0"]),
        ("alpha-beta", LAST_MOVE, "c", -1, ["c ≤ 3", "c ≤ 1", "d = 1"]),
        ("iterative-deepening", HORIZON, "c", 15, ["c ≳ 0", "d ≈ 0"]),
        ("sss-star", HORIZON, "c", 5, ["c: h = 0"]),
    ],
)
def test_words_and_json_have_the_relation(algorithm: str, graph: GameGraph, node: str, step: int, said: list[str]):
    chain = origin(algorithms.trace(graph, algorithm), node, step)
    assert [link.words(link.node).split(" (")[0] for link in chain] == said
    assert chain[0].to_json()["relation"] in chain[0].words(node)


def test_a_cutoff_is_one_if_the_skipped_node_was_visited_elsewhere_and_none_if_no_move_was_left():
    shared = game("a", a="max b c", b="min d", c="min e d", d=3, e=1)
    assert origin(algorithms.trace(shared, "alpha-beta"), "c")[0].source is Source.CUTOFF
    assert origin(algorithms.trace(LAST_MOVE, "alpha-beta"), "c")[0].source is Source.WINDOW


def test_a_sweep_that_changes_many_nodes_is_told_of_the_node_that_was_asked_for():
    chain = origin(algorithms.trace(reference(), "bounds"), "c")
    assert chain[0].caption == "Sweep 2: 4 nodes change, among them c: its lower bound is 0 (was −∞)."
    assert chain[1].caption.startswith("Sweep 1: 3 nodes change: upper₁(p)")


def test_a_wrong_value_leads_to_the_memo_and_the_back_link_that_made_it():
    trace = algorithms.trace(example_7_1(b=1, d=2), "memoised-naive")
    chain = origin(trace, "r")
    assert [(link.node, link.source) for link in chain] == [
        ("r", Source.STORED),
        ("r", Source.SUCCESSOR),
        ("e", Source.STORED),
        ("e", Source.MEMO),
        ("c", Source.STORED),
        ("c", Source.BACK_LINK),
    ]
    assert "first wrong score" in chain[4].caption


def test_of_two_moves_with_the_same_value_the_one_gave_it_that_was_tried_first():
    first, second = (game("a", a="max b", b=f"min {moves}", x=0) for moves in ("a x", "x a"))
    given = [origin(algorithms.trace(graph, "minimax"), "b")[0] for graph in (first, second)]
    assert [(link.source, link.giver) for link in given] == [(Source.BACK_LINK, "a"), (Source.SUCCESSOR, "x")]


def test_a_value_at_the_horizon_comes_from_no_successor():
    trace = algorithms.trace(game("a", a="min c b", b=1, c="max a d", d=5), "iterative-deepening")
    step = next(number for number, step in enumerate(trace) if step.event is SearchEvent.END and step.focus == "c")
    assert [(link.source, link.giver) for link in origin(trace, "c", step)] == [(Source.STEP, None)]
