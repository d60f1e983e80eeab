"""Moves: arrows end at the outlines of their nodes, the two of a 2-cycle lie apart, none runs over a third node."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from support.graphs import game, game_graphs, thorough

from explorer.drawing.footprint import RADIUS
from explorer.drawing.layout import complete_positions
from explorer.drawing.picture.edges import routes
from explorer.model.graph import GameGraph


@thorough
@given(game_graphs(max_open=2))
def test_arrows_end_at_the_outline_of_the_node_that_they_lead_to(graph: GameGraph):
    places = complete_positions(graph)
    for (_, target), route in routes(graph, places).items():
        assert 0.8 * RADIUS < math.dist(route.tip, places[target]) < 1.45 * RADIUS


@thorough
@given(game_graphs())
def test_the_head_of_an_arrow_follows_its_line(graph: GameGraph):
    for route in routes(graph, complete_positions(graph)).values():
        end, before = route.end, np.array(route.samples())[-3]
        line = math.atan2(end[1] - before[1], end[0] - before[0])
        assert abs(math.remainder(line - route.direction, 2 * math.pi)) < 0.5


def test_the_moves_of_a_two_cycle_are_curves_on_different_sides():
    graph = game("a", a="max b", b="min a c", c=1)
    places = {"a": (0.0, 0.0), "b": (200.0, 0.0), "c": (200.0, 150.0)}
    ways = routes(graph, places)
    assert not ways["b", "c"].bends
    assert ways["a", "b"].samples()[10][1] < -10 < 10 < ways["b", "a"].samples()[10][1]


def test_a_move_is_bent_around_a_node_in_its_way():
    graph = game("a", a="max b c", b="min c", c=1)
    ways = routes(graph, {"a": (0.0, 0.0), "b": (150.0, 0.0), "c": (300.0, 0.0)})
    assert ways["a", "c"].bends
    assert min(math.dist(point, (150.0, 0.0)) for point in ways["a", "c"].samples()) > RADIUS
    assert not ways["a", "b"].bends


@pytest.mark.parametrize("aside", [-30.0, 30.0])
def test_a_bend_goes_where_there_is_room(aside: float):
    graph = game("a", a="max t b", b="min u", t=1, u=2)
    middle = (aside, 120.0)
    way = routes(graph, {"a": (0.0, 0.0), "b": middle, "t": (0.0, 240.0), "u": (5 * aside, 240.0)})["a", "t"]
    assert way.bends
    assert min(math.dist(point, middle) for point in way.samples()) > RADIUS


def test_a_loop_starts_and_ends_at_its_node():
    loop = routes(game("a", a="max a"), {"a": (50.0, 60.0)})["a", "a"]
    distances = [math.dist(point, (50.0, 60.0)) for point in loop.samples()]
    assert max(distances) > 2 * RADIUS
    assert max(distances[0], distances[-1]) < 1.2 * RADIUS


def test_nodes_at_one_place_do_no_harm():
    graph = game("a", a="max b c", b="min a", c=1)
    for route in routes(graph, dict.fromkeys("abc", (5.0, 5.0))).values():
        assert all(map(math.isfinite, (*route.tip, *route.end, route.direction)))
