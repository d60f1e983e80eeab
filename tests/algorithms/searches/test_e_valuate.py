"""Algorithm 1 step by step, against its transcription and against alpha-beta."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.e_valuate import Algorithm1, expressions, tree
from support.graphs import game_trees

from explorer.algorithms import trace
from explorer.algorithms.searches.e_valuate import tree_sizes
from explorer.games import generate
from explorer.games.e_valuate.expression import Expression, str_of, value_of, variables
from explorer.games.samples import load_sample
from explorer.model.errors import GraphError
from explorer.model.graph import GameGraph
from explorer.solver import solve

NAME = "e-valuate"


def test_the_example_of_section_3_has_four_alpha_cutoffs():
    run = trace(generate("e-valuate"), NAME)
    result = run.result
    assert (result["value"], result["alpha_cutoffs"], result["alpha_pruned"]) == (45, 4, 4 * tree(1, 10))
    assert result["principal_variation"] == ["(10 - X)*Y", "5?", "X=5", "X=5, 9?", "X=5, Y=9"]
    assert result["visits"] + result["alpha_pruned"] + result["beta_pruned"] == tree(2, 10)
    cuts = [step.caption for step in run if "21 nodes are pruned" in step.caption]
    assert cuts[0] == (
        "α cutoff at 6?: value(6?) ≤ 36, and α = 45, so Max gains nothing by letting play reach 6? from (10 − X)*Y; "
        "Y=6 is skipped; 6? returns the bound ≤ 36; 21 nodes are pruned."
    )
    assert [caption.split(":")[0] for caption in cuts] == [f"α cutoff at {digit}?" for digit in (6, 7, 8, 9)]


@settings(max_examples=60)
@given(expressions(("x", "y", "z")), st.lists(st.integers(-3, 5), min_size=1, max_size=3, unique=True))
def test_it_counts_as_algorithm_1_does(expression: Expression, domain: list[int]):
    """Where nothing divides by zero, so that no position is left out of the graph."""
    names, digits = variables(expression), [Fraction(number) for number in domain]
    choices = product(digits, repeat=len(names))
    assume(all(value_of(expression, dict(zip(names, choice, strict=True))) is not None for choice in choices))
    slow = Algorithm1(lambda put: value_of(expression, put), names, digits)
    value, line = slow.run()
    found = trace(generate("e-valuate", expression=str_of(expression), domain=domain), NAME).result
    assert (found["value"], found["visits"]) == (value, slow.visits)
    assert (found["alpha_pruned"], found["beta_pruned"]) == (slow.alpha_prunes, slow.beta_prunes)
    assert len(found["principal_variation"]) == 1 + 2 * len(line)


@given(graph=game_trees())
def test_on_any_tree_it_finds_the_score_and_counts_every_node_once(graph: GameGraph):
    result = trace(graph, NAME).result
    assert result["value"] == solve(graph).score
    assert result["visits"] + result["alpha_pruned"] + result["beta_pruned"] == len(graph.reachable)
    assert result["visits"] >= trace(graph, "alpha-beta", fail="soft").result["visits"]


def test_shared_nodes_count_as_often_as_play_can_reach_them():
    graph = generate("e-valuate", shared=True)
    sizes = tree_sizes(graph)
    assert len(graph.nodes) == 331
    assert sizes[graph.root_index] == tree(2, 10)
    assert trace(graph, NAME).result["alpha_pruned"] == 84
    with pytest.raises(GraphError, match="play can repeat for ever from a, so the tree of all plays has no size"):
        trace(load_sample("figure-1"), NAME)
