from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game, game_graphs, thorough, with_open_nodes_as
from support.partly_open import BOUNDS, bound_by_oracle, is_final, least_size, with_scores

from explorer.expansion.bound_game import bound_of
from explorer.expansion.witness import NoCompletion, Witness, witness
from explorer.model.check import playable
from explorer.model.graph import Convention, GameGraph, Kind, Node

bounds = st.sampled_from(BOUNDS)
minimax = game_graphs(conventions=(Convention.MINIMAX,), max_inner=6, max_leaves=2, max_open=3)
negamax = game_graphs(conventions=(Convention.NEGAMAX,), max_inner=4, max_leaves=2, max_open=2)


def loops_example(revealed: str | int = "open") -> GameGraph:
    """Loops, Part 2: a loop with an expanded node C of which two moves are unknown."""
    return game(
        "A", "negamax", A="mover l1 B C", B="mover l2 A", C="mover l3 q r", l1=-1, l2=2, l3=2, q="open", r=revealed
    )


def some_completion(graph: GameGraph, seed: int) -> GameGraph:
    """The graph with every open node a leaf, or a position with moves to any nodes of the graph."""
    chance = Random(seed)
    kinds = [Kind.MOVER] if graph.convention is Convention.NEGAMAX else [Kind.MAX, Kind.MIN]
    ids = [node.id for node in graph.nodes]

    def choose(node: Node) -> tuple[Node, list[str]]:
        if chance.random() < 0.3:
            return Node(node.id, Kind.LEAF, chance.randint(-5, 5)), []
        return Node(node.id, chance.choice(kinds)), chance.sample(ids, chance.randint(1, min(3, len(ids))))

    return with_open_nodes_as(graph, choose)


def is_right(found: Witness, graph: GameGraph) -> None:
    assert found.value == bound_by_oracle(graph, found.node_id, found.bound)
    for completed, scores, value in (
        (found.low, found.low_scores, found.low_value),
        (found.high, found.high_scores, found.high_value),
    ):
        playable(completed)
        assert set(scores) == set(found.open_nodes)
        assert completed == with_scores(graph, dict(scores)).replace(expected={})
        assert value == bound_by_oracle(completed, found.node_id, found.bound)
    assert found.low_value < found.high_value


@thorough
@given(minimax, bounds)
def test_in_a_minimax_graph_there_is_a_witness_if_some_completion_changes_the_bound_and_it_is_smallest(
    graph: GameGraph, bound: str
):
    for node in [graph.node(str(graph.root)), *graph.nodes[:1]]:
        found = witness(graph, node.id, bound)
        assert (None if found is None else len(found.open_nodes)) == least_size(graph, node.id, bound)
        if found is not None:
            is_right(found, graph)
            assert found.is_smallest
            assert None not in {*found.low_scores.values(), *found.high_scores.values()}


@thorough
@given(negamax, bounds)
def test_in_a_negamax_graph_a_witness_is_right_and_smallest_and_without_one_no_completion_changes_the_bound(
    graph: GameGraph, bound: str
):
    for node in graph.nodes:
        found = witness(graph, node.id, bound)
        assert (found is None) is is_final(graph, node.id, bound)
        least = least_size(graph, node.id, bound)
        if isinstance(found, Witness):
            is_right(found, graph)
            assert found.is_smallest
            assert len(found.open_nodes) == least
        else:
            assert least is None
            assert found is None or found.is_proven


@thorough
@given(game_graphs(max_open=2), bounds, st.integers(0, 10_000))
def test_without_a_witness_no_position_that_open_nodes_turn_out_to_be_changes_the_bound(
    graph: GameGraph, bound: str, seed: int
):
    found = {node.id: witness(graph, node.id, bound) for node in graph.nodes}
    completed = some_completion(graph, seed)
    for id, each in found.items():
        if not isinstance(each, Witness):
            assert bound_by_oracle(completed, id, bound) == bound_by_oracle(graph, id, bound)


@thorough
@given(game_graphs(max_open=3), bounds, st.integers(0, 500))
def test_with_little_work_a_witness_is_still_right(graph: GameGraph, bound: str, work: int):
    root = str(graph.root)
    found = witness(graph, root, bound, work=work)
    assert (found is None) is is_final(graph, root, bound)
    if isinstance(found, Witness):
        is_right(found, graph)
        best = witness(graph, root, bound)
        assert isinstance(best, Witness)
        assert len(found.open_nodes) >= len(best.open_nodes)
        assert not found.is_smallest or len(found.open_nodes) == len(best.open_nodes)
    elif isinstance(found, NoCompletion) and found.is_proven:
        assert least_size(graph, root, bound) is None


def test_the_bound_of_the_sources_loop_needs_both_unknown_moves():
    found = witness(loops_example(), "A", "lower")
    assert found.open_nodes == ("q", "r")
    assert (found.value, found.low_value, found.high_value) == (1, 1, 2)
    assert witness(loops_example(), "A", "upper") is None
    assert witness(loops_example(revealed=0), "A", "lower") is None


def test_an_open_node_reached_with_both_turns_may_need_a_score_for_each():
    both = game(
        "a", "negamax", a="mover b c", b="mover q", c="mover one z", one="mover two", two="mover q", q="open", z=0
    )
    alone = witness(both, "b", "upper")
    assert isinstance(alone, Witness)
    torn = game("a", "negamax", a="mover m z", m="mover q n", n="mover q", q="open", z=0)
    found = witness(torn, "a", "lower")
    assert isinstance(found, NoCompletion)
    assert found.is_proven
    assert "different score for each turn" in found.note
    assert not witness(torn, "a", "lower", work=0).is_proven


def test_where_every_leaf_changes_the_bound_alike_the_other_completion_is_endless_play():
    graph = game("a", "negamax", a="mover z m k", z=3, m="mover y n", y=0, n="mover q", k="mover y q", q="open")
    found = witness(graph, "a", "lower")
    is_right(found, graph)
    assert found.low_scores == {"q": None}
    assert found.low_value == found.value == -3
    assert {bound_of(with_scores(graph, {"q": score}), "a", "lower") for score in range(-5, 6)} == {0}
