"""e-Valuate as a graph: positions, names, invalid substitutions, shared positions, and its values."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.e_valuate import expressions, minimax, tree

from explorer.algorithms import trace
from explorer.games import generate
from explorer.games.e_valuate.expression import Expression, str_of, value_of, variables
from explorer.games.e_valuate.rules import EValuate, Position
from explorer.games.samples import load_sample
from explorer.model.check import check
from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph, Kind
from explorer.solver import solve

DOMAINS = st.lists(st.integers(-2, 4), min_size=1, max_size=3, unique=True)


def graph_of(expression: str = "(10 - X)*Y", **parameters: Any) -> GameGraph:
    return generate("e-valuate", expression=expression, **parameters)


def test_the_tree_of_the_paper_s_example():
    """Figure 1 and section 3: T(2) nodes, and {0}, …, {5} are worth 0, 10, 20, 30, 40, 45, {6 → X} is worth 36."""
    graph = graph_of()
    scores = solve(graph).scores
    assert len(graph.nodes) == tree(2, 10) == 431
    assert [scores[f"{digit}?"] for digit in range(10)] == [0, 10, 20, 30, 40, 45, 36, 27, 18, 9]
    assert scores["X=6"] == 36
    assert (graph.node("Y=1").kind, graph.node("Y=1, 3?").kind) == (Kind.MAX, Kind.MIN)
    assert "T(2) = 431 nodes" in graph.description
    assert "Its minimax value is 45" in graph.description


def test_the_sample_of_figure_1_is_a_part_of_the_tree_with_its_values():
    """A node is a leaf of the sample where the drawing stops, and is worth there what it is in the whole tree."""
    sample, whole = load_sample("e-valuate-figure-1"), graph_of()
    scores = solve(whole).scores
    assert set(sample.moves) <= set(whole.moves)
    assert solve(sample).scores == {node.id: scores[node.id] for node in sample.nodes}
    result = trace(sample, "e-valuate").result
    assert (result["value"], result["alpha_cutoffs"], result["beta_cutoffs"]) == (45, 4, 0)
    assert result["principal_variation"] == trace(whole, "e-valuate").result["principal_variation"]


@settings(max_examples=40)
@given(expressions(("x", "y"), leaves=5), DOMAINS, st.booleans(), st.sampled_from(["natural", "heuristic"]))
def test_every_graph_is_sound_and_has_the_value_of_brute_force(
    expression: Expression, domain: list[int], shared: bool, order: str
):
    names = variables(expression)
    value = minimax(lambda put: value_of(expression, put), names, [Fraction(number) for number in domain])
    if value is None:
        with pytest.raises(OptionError, match="it has no value"):
            graph_of(str_of(expression), domain=domain)
        return
    graph = graph_of(str_of(expression), domain=domain, shared=shared, order=order, positions=10_000)
    solution = solve(graph)
    assert not check(graph)
    assert solution.score == value
    rules = EValuate(str_of(expression), domain, shared=shared)
    assert all(rules.value(position) == solution.scores[rules.name(position)] for position in positions_of(rules))


def positions_of(rules: EValuate) -> list[Position]:
    """All positions, by walking the rules."""
    met = [rules.initial]
    for position in met:
        met += [after for after in rules.moves(position) if after not in met]
    return met


def test_substitutions_that_divide_by_zero_are_left_out():
    graph = graph_of("1/x + y", domain=(0, 1))
    names = {node.id for node in graph.nodes}
    assert "0?" in names  # Min may still put it for y
    assert not {"x=0", "y=0, 0?", "x=0, y=1", "y=1, x=0"} & names
    assert solve(graph).scores["0?"] == 1
    assert "divide by zero are invalid and left out" in graph.description


def test_equal_positions_are_one_node_if_they_are_shared():
    tree_of, shared = graph_of("X*(Y - Z)", domain="0..3"), graph_of("X*(Y - Z)", domain="0..3", shared=True)
    assert len(tree_of.nodes) == tree(3, 4)
    assert sum(node.kind is Kind.LEAF for node in shared.nodes) == 4**3
    assert solve(tree_of).score == solve(shared).score
    assert {node.id for node in shared.nodes} <= {node.id for node in tree_of.nodes}
    assert {"X=2, Y=1"} <= {node.id for node in shared.nodes}
    assert "Y=1, X=2" not in {node.id for node in shared.nodes}


def test_a_game_that_is_too_large_is_shown_in_part_and_still_knows_its_value():
    graph = graph_of("(a + b)/c + (d + e)/f", positions=30)
    assert "Its minimax value is 38/5" in graph.description
    assert "T(6) = 1,552,953,671 nodes" in graph.description
    assert any(node.kind is Kind.OPEN for node in graph.nodes)
