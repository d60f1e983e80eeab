"""The ways of moves: around nodes, apart from each other, to the outlines of their ends, loops at a free side."""

from __future__ import annotations

import math
from typing import Any

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
  const sizes = { margin: [52, 52], reach: (id) => (card && id === card.id ? card.half : [24, 24]) };
  const looks = { cellsOf: (id) => (card?.id === id ? ['.'] : undefined), shapeOf: (id) => shapes[id] };
  const routes = new $routes.Routes({ looks, sizes, document: () => doc, place: (id) => doc.node(id) });
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
