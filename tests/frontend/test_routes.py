"""The ways of moves: around nodes, apart from each other, to the outlines of their ends, loops at a free side."""

from __future__ import annotations

import math
from typing import Any

import pytest
from frontend.conftest import Run
from hypothesis import given
from support.examples import examples
from support.graphs import game, game_graphs

from explorer.drawing.layout import complete_positions
from explorer.drawing.theme import SHAPES
from explorer.model.graph import GameGraph, Move

RADIUS = 24.0
WAYS = """([document, shapes, card]) => {
  const doc = new $document.Document(document);
  const cards = { margin: [52, 52], reach: (id) => (card && id === card.id ? card.half : [24, 24]) };
  const looks = { cellsOf: (id) => (card?.id === id ? ['.'] : undefined), shapeOf: (id) => shapes[id] };
  const routes = new $routes.Routes({ looks, cards, document: () => doc, place: (id) => doc.node(id) });
  routes.plan();
  return [...doc.moves.values()].map(([from, to]) => {
    const way = routes.way(from, to);
    return { from, to, ...way, points: $ways.pointsOf(way), side: routes.bent.get(JSON.stringify([from, to]))?.side };
  });
}"""
Ways = dict[Move, dict[str, Any]]


def ways(run: Run, graph: GameGraph, places: dict[str, tuple[float, float]] | None = None, card: Any = None) -> Ways:
    at = places or complete_positions(graph)
    data = graph.to_json()
    for node in data["nodes"]:
        node["x"], node["y"] = at[node["id"]]
    shapes = {node.id: SHAPES[node.kind][0] for node in graph.nodes}
    return {(way["from"], way["to"]): way for way in run(WAYS, [data, shapes, card])}


@examples(60)
@given(game_graphs(max_open=2))
def test_arrows_end_at_the_outline_of_the_node_that_they_lead_to(run: Run, graph: GameGraph):
    places = complete_positions(graph)
    for (_, target), way in ways(run, graph).items():
        assert 0.8 * RADIUS < math.dist(way["tip"], places[target]) < 1.45 * RADIUS
        (before, end) = way["points"][-3:-1]
        line = math.atan2(end[1] - before[1], end[0] - before[0])
        assert abs(math.remainder(line - way["direction"], 2 * math.pi)) < 0.6


def test_the_moves_of_a_two_cycle_are_curves_on_different_sides(run: Run):
    graph = game("a", a="max b", b="min a c", c=1)
    found = ways(run, graph, {"a": (0.0, 0.0), "b": (200.0, 0.0), "c": (200.0, 150.0)})
    assert not found["b", "c"]["bends"]
    assert found["a", "b"]["points"][6][1] < -10 < 10 < found["b", "a"]["points"][6][1]


def test_a_move_is_bent_around_a_node_or_a_card_in_its_way(run: Run):
    graph = game("a", a="max b c", b="min c", c=1)
    found = ways(run, graph, {"a": (0.0, 0.0), "b": (150.0, 0.0), "c": (300.0, 0.0)})
    assert found["a", "c"]["bends"]
    assert min(math.dist(point, (150.0, 0.0)) for point in found["a", "c"]["points"]) > RADIUS
    assert not found["a", "b"]["bends"]
    aside = {"a": (0.0, 0.0), "b": (200.0, 70.0), "c": (400.0, 0.0)}
    assert not ways(run, graph, aside)["a", "c"]["bends"]
    assert ways(run, graph, aside, {"id": "b", "half": [46, 70]})["a", "c"]["bends"]


@pytest.mark.parametrize("aside", [-26.0, 26.0])
def test_a_bend_goes_where_there_is_room(run: Run, aside: float):
    graph = game("a", a="max t b", b="min u", t=1, u=2)
    middle = (aside, 120.0)
    way = ways(run, graph, {"a": (0.0, 0.0), "b": middle, "t": (0.0, 240.0), "u": (5 * aside, 240.0)})["a", "t"]
    assert way["bends"]
    assert min(math.dist(point, middle) for point in way["points"]) > RADIUS


def test_a_loop_starts_and_ends_at_its_node_or_card(run: Run):
    for card, reach in ((None, 1.2 * RADIUS), ({"id": "a", "half": [46, 70]}, math.hypot(52, 76))):
        loop = ways(run, game("a", a="max a"), {"a": (50, 60)}, card)["a", "a"]
        distances = [math.dist(point, (50.0, 60.0)) for point in loop["points"]]
        assert max(distances) > max(2 * RADIUS, min(distances))
        assert max(distances[0], distances[-1]) < reach


@pytest.mark.parametrize(("x", "y"), [(100, 100), (-100, 100), (100, -100), (-100, -100)])
def test_a_loop_lies_at_the_free_side_of_its_node(run: Run, x: int, y: int):
    """Wherever its moves lead, the middle of the loop lies on another side, by a third of a right angle at least."""
    graph = game("a", a="max a b c d", b=1, c=2, d=3)
    places = {"a": (0.0, 0.0), "b": (x, y), "c": (x, 0), "d": (0, y)}
    across, down = ways(run, graph, places)["a", "a"]["side"]
    turn = math.atan2(down, across)
    apart = [abs(math.remainder(turn - math.atan2(*places[id][::-1]), 2 * math.pi)) for id in "bcd"]
    assert min(apart) > math.pi / 6


def test_a_loop_at_the_root_keeps_clear_of_the_arrow_over_it(run: Run):
    graph = game("a", a="max a b c d", b=1, c=2, d=3)
    places = {"a": (0.0, 0.0), "b": (-100.0, 100.0), "c": (0.0, 100.0), "d": (100.0, 100.0)}
    assert ways(run, graph, places)["a", "a"]["side"] == [1, 0]


def test_nodes_at_one_place_do_no_harm(run: Run):
    graph = game("a", a="max b c", b="min a", c=1)
    for way in ways(run, graph, dict.fromkeys("abc", (5, 5))).values():
        assert all(map(math.isfinite, (*way["tip"], *way["end"], way["direction"])))
