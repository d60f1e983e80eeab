"""Nodes without a place: each lies beside its first neighbour that has one, as near as there is room."""

from __future__ import annotations

from itertools import count
from math import hypot
from typing import Any

from frontend.conftest import Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

PLACED = "data => { const shown = new $document.Document(data); shown.placeAll(); return shown.data().nodes; }"
AROUND = [(0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1), (1, -1), (-1, -1)]  # in this order, below first
APART, BETWEEN = 70, 110

Place = tuple[int, int]


def place_beside(there: Place, taken: list[Place]) -> Place:
    """The first place of the rings around another that is far enough from all that are taken."""
    for ring in count(1):
        for dx, dy in AROUND:
            place = there[0] + ring * BETWEEN * dx, there[1] + ring * BETWEEN * dy
            if all(hypot(place[0] - x, place[1] - y) > APART for x, y in taken):
                return place
    raise AssertionError


def all_placed(nodes: list[dict[str, Any]], moves: list[list[str]]) -> dict[str, Place]:
    places = {node["id"]: (node["x"], node["y"]) for node in nodes if "x" in node}
    for node in nodes:
        id = node["id"]
        if id in places:
            continue
        neighbours = [target if source == id else source for source, target in moves if id in (source, target)]
        beside = next((each for each in neighbours if each in places), None)
        below = (min(x for x, _ in places.values()), max(y for _, y in places.values()) + 120) if places else (0, 0)
        places[id] = below if beside is None else place_beside(places[beside], [*places.values()])
    return places


coordinates = st.integers(-300, 300)
parts = st.lists(st.one_of(st.just({}), st.fixed_dictionaries({"x": coordinates, "y": coordinates})), max_size=12)


@examples(60)
@given(parts, st.data())
def test_a_node_without_a_place_lies_beside_its_neighbour_where_a_plain_search_finds_room(run: Run, parts, data):
    nodes = [{"id": f"v{number}", "player": "max", **part} for number, part in enumerate(parts)]
    ids = [node["id"] for node in nodes]
    either = st.sampled_from(ids) if ids else st.nothing()
    moves = data.draw(st.lists(st.tuples(either, either), unique=True, max_size=16)) if ids else []
    found = run(PLACED, {"nodes": nodes, "moves": moves})
    assert {node["id"]: (node["x"], node["y"]) for node in found} == all_placed(nodes, moves)
