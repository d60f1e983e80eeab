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


@given(PARAMETERS)
def test_the_same_seed_gives_the_same_graph(parameters):
    assert made(parameters) == made(parameters)


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


def test_different_seeds_give_different_graphs():
    assert len({generate("random", seed=seed).moves for seed in range(20)}) == 20


def test_every_score_of_the_list_is_drawn_and_a_repeated_one_more_often():
    scores = leaves_of(generate("random", nodes=2_000, degree=4, scores="-1, 1/2, 1/2, 1/2"))
    assert set(map(str, scores)) == {"-1", "1/2"}
    assert 0.65 < sum(str(score) == "1/2" for score in scores) / len(scores) < 0.85


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"nodes": 100, "leaves": "90%"}, r"to reach 100 nodes, 10 inner nodes need 9\.9 moves each; raise degree"),
        ({"nodes": 8, "degree": 50}, "at most 20 moves are possible; lower degree"),
        ({"nodes": 5, "leaves": 5}, "leaves must lie between 0 and 4 for 5 nodes"),
        ({"nodes": 5, "leaves": 0, "cycles": "no"}, "leaves must lie between 1 and 4"),
        ({"nodes": 1_000_000, "degree": 50}, "at most 5,000,000 are made"),
        ({"nodes": 0}, "between 1 and 1000000"),
        ({"degree": "many"}, "degree must be a number"),
        ({"degree": "nan"}, "degree must lie between 1 and 50"),
        ({"leaves": "half"}, "leaves must be a whole number such as 12 or a share such as 40%"),
        ({"leaves": "140%"}, "a share such as 40%"),
        ({"scores": "-1,much"}, "scores: expected a number"),
        ({"scores": ""}, "scores: expected a number"),
        ({"scores": "0..100000"}, "more than 1000 scores"),
        ({"cycles": "perhaps"}, "cycles must be yes or no"),
    ],
)
def test_impossible_parameters_give_a_sentence_that_says_what_to_do(parameters, message):
    with pytest.raises(OptionError, match=message):
        generate("random", **parameters)


@pytest.mark.large
@pytest.mark.parametrize("parameters", [{}, {"cycles": "no"}, {"leaves": 0, "degree": 1}, {"degree": 5}])
def test_a_hundred_thousand_nodes_are_made(parameters):
    graph = generate("random", nodes=30_000, **parameters)
    assert len(graph.reachable) == 30_000
