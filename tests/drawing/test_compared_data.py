"""What the browser is told of somebody else's values."""

from __future__ import annotations

from support.graphs import game

from explorer.comparison.first_wrong import difference
from explorer.drawing.compared_data import compared_data
from explorer.drawing.messages.to_browser import ComparedData
from explorer.model.graph import GameGraph

GRAPH = game("a", a="max b c", b="min x", c="min y x", x=1, y=5)


def told(graph: GameGraph, values: dict[str, object], place: int | None = None) -> ComparedData:
    return compared_data(difference(graph, values), "words", ids=graph.ids, place=place, actions=[])


def test_a_wrong_value_has_a_tag_with_the_score_and_every_value_a_line():
    data = told(GRAPH, {"a": 5, "b": 1, "c": 5, "x": ">= 0"})
    said = {id: (data["claims"][at]["text"], data["claims"][at]["tag"]) for id, at in data["nodes"]}
    assert said == {
        "a": ("value given 5, score 1: follows from others", "1 ≠ 5"),
        "b": ("value given 1, score 1: agrees", ""),
        "c": ("value given 5, score 1: contradicts its successors", "1 ≠ 5"),
        "x": ("value given ≥ 0, score 1: agrees", ""),
    }
    assert (data["lines"], data["at"]) == (["words"], None)


def test_the_proof_lights_the_successors_that_prove_it_or_those_to_blame():
    first, second = (told(GRAPH, {"a": 5, "c": 5}, place)["at"] for place in (0, 1))
    assert first is not None
    assert second is not None
    assert first["text"].startswith("1 of 2 wrong values, contradicts its successors: c is said to be 5, and is 1: min")
    assert (first["nodes"], first["moves"]) == (["c", "y", "x"], [("c", "y", "chain"), ("c", "x", "chain")])
    assert (second["nodes"], second["moves"]) == (["a", "c"], [("a", "c", "chain")])
