"""Chance is refused wherever it shows, and nothing else is refused for it."""

from __future__ import annotations

import json
from pathlib import Path

import networkx as nx
import pytest

from explorer import GameGraph, formats
from explorer.model.errors import FormatError
from explorer.solver import solve

CASES = Path(__file__).parent / "cases"
REFUSAL = "chance nodes is not read, since scores here come from the choices of players alone"


def flat(middle: dict[str, object], other: dict[str, object], shares: tuple[dict[str, object], ...] = ({}, {})) -> str:
    """Root a (Max) to m and n, m to two leaves and n to one; what m and n say of themselves, and the moves of m."""
    nodes = [{"id": "a", "player": 0}, {"id": "m", **middle}, {"id": "n", **other}]
    leaves = [{"id": id, "score": score, "player": None} for id, score in (("w", 10), ("l", -10))]
    links = [{"source": source, "target": target} for source, target in ("am", "an", "nw")]
    links += [{"source": "m", "target": leaf, **said} for leaf, said in zip("wl", shares, strict=True)]
    return json.dumps({"directed": True, "nodes": [*nodes, *leaves], "links": links})


def tree(middle: dict[str, object], shares: tuple[dict[str, object], ...] = ({}, {})) -> str:
    leaves = [{"value": value, **said} for value, said in zip((10, -10), shares, strict=True)]
    other = {"player": 1, "children": [{"value": 3}]}
    return json.dumps({"player": 0, "children": [{"children": leaves, **middle}, other]})


SHOWN: list[dict[str, object]] = [
    {"player": "chance"},
    {"player": "Nature"},
    {"player": None},
    {"player": -1},
    {"type": "chance"},
    {"kind": "Chance Node"},
    {"type": "RANDOM"},
    {"kind": "average"},
]
SHARES: list[tuple[dict[str, object], ...]] = [
    ({"prob": 0.5}, {"prob": 0.5}),
    ({"probability": 0.2}, {"probability": 0.7}),
    ({"chance": "1/2"}, {"chance": "1/2"}),
    ({"weight": 0.25}, {"weight": 0.75}),
]


def refused(text: str) -> None:
    with pytest.raises(FormatError, match=REFUSAL):
        formats.load_text(text)


@pytest.mark.parametrize("middle", SHOWN, ids=str)
def test_a_chance_node_is_refused_in_a_flat_graph_and_in_a_tree(middle):
    refused(flat(middle, {"player": 1}))
    refused(tree(middle))


@pytest.mark.parametrize("shares", SHARES, ids=str)
def test_probabilities_are_refused_at_a_node_without_player_and_named_where_a_player_chooses(shares):
    refused(flat({}, {"player": 1}, shares))
    refused(tree({}, shares))
    for text in (flat({"player": 1}, {"player": 1}, shares), tree({"player": 1}, shares)):
        found = formats.load_text(text)
        assert solve(found.require_good()).score in (3, 10)
        assert "not evaluated" in " ".join(problem.message for problem in found.problems)


@pytest.mark.parametrize("name", ["t4-03-chance-graph.json", "t4-03-chance-tree.json", "t4-03-chance.dot"])
def test_files_with_chance_are_refused(name):
    with pytest.raises(FormatError, match=REFUSAL):
        formats.load(CASES / name)


def test_networks_with_chance_are_refused():
    graph = nx.DiGraph([("s", "roll"), ("s", "m"), ("roll", "w"), ("roll", "l")])
    scores = {"w": 10, "l": -10, "m": -1}
    nx.set_node_attributes(graph, scores, "score")
    nx.set_node_attributes(graph, {"s": "max", "roll": None}, "player")
    with pytest.raises(FormatError, match="the player null"):
        GameGraph.from_networkx(graph)


def test_graphs_without_chance_stay():
    assert solve(formats.load_text(flat({"player": 1}, {"player": 1})).require_good()).score == 10
    kinds = flat({"player": 1, "type": "position"}, {"player": 1, "kind": "randomised"})
    assert solve(formats.load_text(kinds).require_good()).score == 10
    of_two = flat({"player": -1}, {"player": 1}).replace('"player": 0', '"player": 1')
    assert solve(formats.load_text(of_two).require_good()).score == 10
    nobody = [{"id": "a", "player": None}, {"id": "b", "player": None, "score": 2}]
    negamax = {"nodes": nobody, "links": [{"source": "a", "target": "b"}]}
    assert solve(formats.load_text(json.dumps(negamax)).require_good()).score in (2, -2)
    ends = flat({"player": 1}, {"player": 1}).replace('"score": 10', '"score": 10, "type": "chance"')
    assert solve(formats.load_text(ends).require_good()).score == 10
