"""The bends of moves around nodes: the page and the pictures choose the same."""

from __future__ import annotations

import math

from frontend.conftest import Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import game_graphs

from explorer.drawing.geometry import BENDS, GEOMETRY, RADIUS
from explorer.drawing.picture import edges
from explorer.model.graph import GameGraph

CHOSEN = """([geometry, places, pairs, bends, margin]) => {
  $geometry.useGeometry(geometry);
  const nodes = new Map(places.map(([id, x, y]) => [id, { id, x, y }]));
  const routes = new $routes.Routes({
    looks: { cellsOf: () => undefined },
    cards: { margin: [margin, margin], reach: () => [geometry.radius, geometry.radius] },
    document: () => ({ nodes, node: (id) => nodes.get(id) }),
  });
  const whole = $camera.boxAround([...nodes.values()], [margin, margin]);
  return pairs.map(([from, to]) => routes.bend(from, to, bends, whole));
}"""


@examples(60)
@given(game_graphs(max_inner=6), st.data())
def test_the_page_and_pictures_bend_moves_alike(run: Run, graph: GameGraph, data: st.DataObject):
    steps = st.integers(-6, 6).map(lambda step: 31.0 * step)
    positions = {id: data.draw(st.tuples(steps, steps)) for id in graph.ids}
    drawn = edges._Drawn.of(graph, positions, {})
    pairs = [(one, other) for one, other in graph.moves if one != other and positions[one] != positions[other]]
    ends = [(graph.index[one], graph.index[other]) for one, other in pairs]
    places = [(id, *place) for id, place in positions.items()]
    for bends in (BENDS["around"], BENDS["paired"]):
        page = run(CHOSEN, [GEOMETRY, places, pairs, bends, 28 + RADIUS])
        for (one, other), chosen in zip(ends, page, strict=True):
            ours = drawn.bend(one, other, bends)
            costs = [drawn._cost(one, other, bends.index(each), each) for each in (ours, chosen)]
            assert math.isclose(*costs, abs_tol=1e-9)
