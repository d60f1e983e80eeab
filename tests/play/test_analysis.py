"""What positions are worth to either side and how far off the end is, against brute force that shares nothing."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.completions import random_completion, random_partly_open
from support.examples import times
from support.graphs import BOTH, game, game_graphs, thorough, worths
from support.oracle import scores_of, unfold
from support.plays import SIDES, positions, remotenesses, values_in

from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.model.scores import Score
from explorer.play.analysis import FIRST, Analysis


@thorough
@given(game_graphs(max_inner=6), worths)
def test_assured_and_hoped_are_the_score_of_the_play(graph: GameGraph, endless: Score):
    analysis = Analysis.of(graph, endless=endless)
    expected = values_in(unfold(graph), endless)
    for position, state in positions(analysis).items():
        for side in SIDES:
            assert analysis.assured_score(state, side) == analysis.hoped_score(state, side) == side * expected[position]
        assert analysis.is_known(state)


@given(game_graphs(conventions=[Convention.MINIMAX]), worths)
def test_in_a_minimax_graph_the_scores_are_those_of_the_solver(graph: GameGraph, endless: Score):
    analysis = Analysis.of(graph, endless=endless)
    expected = scores_of(graph, endless)
    assert {node.id: analysis.assured_score(analysis.state(node.id), FIRST) for node in graph.nodes} == expected


@thorough
@given(game_graphs(max_inner=6), worths)
@example(game("a", a="max x c", c="min y", x=0, y=0), 0)  # either side can end it, Max sooner
def test_the_remoteness_is_that_of_play_in_rounds(graph: GameGraph, endless: Score):
    analysis = Analysis.of(graph, endless=endless)
    unfolded = unfold(graph)
    values = values_in(unfolded, endless)
    expected = remotenesses(unfolded, values, endless)
    for position, state in positions(analysis).items():
        assert analysis.remoteness(state) == expected.get(position), position


@pytest.mark.parametrize("convention", BOTH)
def test_what_is_assured_and_hoped_for_holds_however_open_nodes_turn_out(convention: Convention):
    for seed in range(times(40)):
        random = Random(seed)
        graph = random_partly_open(random, convention)
        endless = random.choice([0, 1, -2])
        analysis = Analysis.of(graph, endless=endless)
        found = {position: set() for position in positions(analysis)}
        for _ in range(30):
            values = values_in(unfold(random_completion(graph, random)), endless)
            for position, state in positions(analysis).items():
                assert analysis.assured_score(state, FIRST) <= values[position] <= analysis.hoped_score(state, FIRST)
                found[position].add(values[position])
        known = [position for position, state in positions(analysis).items() if analysis.is_known(state)]
        assert all(len(found[position]) == 1 for position in known)


@given(game_graphs(max_open=3), st.integers(-3, 3))
def test_a_told_score_counts_as_that_of_a_leaf(graph: GameGraph, score: int):
    opens = [node.id for node in graph.nodes if node.kind is Kind.OPEN]
    told = Analysis.of(graph, rule_scores=dict.fromkeys(opens, score))
    leaves = tuple(Node(n.id, Kind.LEAF, score) if n.id in opens else n for n in graph.nodes)
    drawn = Analysis.of(graph.replace(nodes=leaves))
    for state in positions(told).values():
        assert told.assured_score(state, FIRST) == drawn.assured_score(state, FIRST) == told.hoped_score(state, FIRST)
        leads = any(here.id in opens for here in reached_from(graph, graph.ids[state.node]))
        assert told.leads_to_rule_leaf(state) == leads
        assert leads or told.remoteness(state) == drawn.remoteness(state)


def reached_from(graph: GameGraph, id: str) -> list[Node]:
    waiting = [id]
    for here in waiting:  # grows while it is walked
        waiting += [other.id for other in graph.successors_of(here) if other.id not in waiting]
    return [graph.node(here) for here in waiting]


def test_looking_ahead_sees_no_farther_than_so_many_moves():
    graph = game("a", a="max b", b="min c", c="max d", d=2)
    analysis = Analysis.of(graph)
    seen: Sequence[list[int]] = [analysis.approximation(n).tolist() for n in range(5)]
    ranks = analysis.arrays.rank(2)
    assert [row[0] for row in seen] == [0, 0, 0, 0, ranks]
    assert [row[2] for row in seen] == [0, 0, ranks, ranks, ranks]
