"""Random graphs keep to their parameters, are reached from the root, and are the same on every machine."""

from __future__ import annotations

from random import Random

import networkx as nx
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from explorer.games import generate
from explorer.games.random_growth import _random_numbers
from explorer.model.check import check, errors_in
from explorer.model.errors import OptionError
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.solver.kernels import always_compiled

PARAMETERS = st.fixed_dictionaries(
    {
        "nodes": st.integers(1, 40),
        "degree": st.floats(1, 6),
        "leaves": st.one_of(st.integers(0, 20), st.floats(0, 1)),
        "scores": st.lists(st.integers(-3, 3), min_size=1, max_size=4),
        "cycles": st.booleans(),
        "alternating": st.booleans(),
        "convention": st.sampled_from(["minimax", "negamax"]),
        "seed": st.integers(0, 2**31 - 1),
    }
)

GOLDEN_NODES = ["max", "min", "max", "max", "min", -1, 1, 0]
GOLDEN_MOVES = "p0p1 p1p2 p1p3 p2p4 p2x2 p3x1 p3p1 p4x0 p4p2 p4p3"


def made(parameters: dict[str, object]) -> GameGraph:
    """The graph of the parameters, if there is one."""
    try:
        return generate("random", **parameters)
    except OptionError:
        assume(False)
        raise


def leaves_of(graph: GameGraph) -> list[object]:
    return [node.score for node in graph.nodes if node.kind is Kind.LEAF]


@given(PARAMETERS)
def test_it_is_playable_and_play_can_reach_every_node(parameters):
    graph = made(parameters)
    assert not errors_in(check(graph))
    assert len(graph.reachable) == len(graph.nodes) == parameters["nodes"]
    assert graph.convention is Convention(parameters["convention"])


@given(PARAMETERS)
def test_numbers_of_moves_and_leaves_are_those_asked_for(parameters):
    graph = made(parameters)
    scores = leaves_of(graph)
    inner = len(graph.nodes) - len(scores)
    assert len(graph.moves) == round(parameters["degree"] * inner)
    assert set(scores) <= set(parameters["scores"])
    if isinstance(parameters["leaves"], int):
        assert len(scores) == parameters["leaves"]
    else:
        assert abs(len(scores) - parameters["leaves"] * len(graph.nodes)) <= 1


@given(PARAMETERS)
def test_alternating_play_gives_a_bipartite_graph(parameters):
    graph = made({**parameters, "alternating": True})
    assert not check(graph)


@given(PARAMETERS)
def test_there_are_cycles_if_asked_for_wherever_a_tree_leaves_a_move_to_spare(parameters):
    graph = made(parameters)
    inner = sum(node.kind is not Kind.LEAF for node in graph.nodes)
    possible = inner > 1 if parameters["alternating"] else inner > 0
    has_cycle = not nx.is_directed_acyclic_graph(graph.to_networkx())
    assert has_cycle == (parameters["cycles"] and possible and len(graph.moves) >= len(graph.nodes))
    assert f"A random game graph {'with' if has_cycle else 'without'} cycles" in graph.description


@pytest.mark.large
@given(PARAMETERS)
def test_compiled_code_draws_the_same_graph(parameters):
    graph = made(parameters)
    with always_compiled():
        assert made(parameters) == graph


@given(st.integers(0, 2**31 - 1), st.integers(0, 2_000))
def test_the_random_numbers_are_those_of_the_standard_library(seed: int, count: int):
    source = Random(seed)
    assert _random_numbers(seed, count).tolist() == [source.random() for _ in range(count)]


def test_a_seed_means_this_graph_on_every_machine():
    graph = generate("random", nodes=8, degree=2, leaves=3, scores="-1, 0, 1", seed=3)
    assert [node.kind.value if node.score is None else node.score for node in graph.nodes] == GOLDEN_NODES
    assert " ".join(f"{source}{target}" for source, target in graph.moves) == GOLDEN_MOVES
