"""Cat and mouse keeps to its rules."""

from __future__ import annotations

import pytest

from explorer.games import generate
from explorer.games.pursuit import CAT_DOORS, MOUSE_DOORS
from explorer.model.check import check, errors_in
from explorer.model.graph import Kind

STARTS = [(cat, mouse) for cat in CAT_DOORS for mouse in MOUSE_DOORS if cat != mouse]


def where(id: str) -> tuple[str, str]:
    cat, mouse, _ = id.split("/")
    return cat, mouse


@pytest.mark.parametrize(("cat", "mouse"), STARTS)
def test_every_start_gives_a_playable_game_that_alternates(cat, mouse):
    graph = generate("pursuit", cat=cat, mouse=mouse)
    assert graph.root == f"{cat}/{mouse}/cat"
    assert not errors_in(check(graph))
    kinds = {node.id: node.kind for node in graph.nodes}
    assert all(kinds[source] is not kinds[target] for source, target in graph.moves)


def test_one_of_the_two_moves_through_a_door():
    graph = generate("pursuit")
    for source, target in graph.moves:
        node = graph.node(target)
        cat, mouse = where(source)
        if node.kind is not Kind.LEAF:
            after = where(target)
            assert after[0] in CAT_DOORS[cat] if source.endswith("cat") else after[0] == cat
            assert after[1] in MOUSE_DOORS[mouse] if source.endswith("mouse") else after[1] == mouse


def test_a_caught_mouse_pays_and_a_free_one_costs():
    graph = generate("pursuit")
    scores = {node.id: node.score for node in graph.nodes if node.kind is Kind.LEAF}
    assert scores["caught/kitchen"] == 2
    assert scores["caught/cellar"] == 1
    assert (scores["escaped/garden"], scores["escaped/larder"]) == (-1, -3)
