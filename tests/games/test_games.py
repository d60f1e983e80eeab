"""The registry of games, over all that are in it."""

from __future__ import annotations

from functools import cache

import pytest

from explorer import algorithms, games
from explorer.comparison.expected import disagreements
from explorer.model.check import check, errors_in
from explorer.model.graph import GameGraph
from explorer.scenes.link import MOST_STEP
from explorer.scenes.scene import Page, Scene

ALL = list(games.registered())


@cache
def by_default(name: str) -> GameGraph:
    """The graph of a game with its defaults."""
    return games.generate(name)


@pytest.mark.parametrize("name", ALL)
def test_a_game_with_its_defaults_is_a_playable_graph(name):
    graph = by_default(name)
    assert not errors_in(check(graph))
    assert len(graph.reachable) == len(graph.nodes), "every node of a game can be reached from its root"
    assert graph.name, "the graph of a game has a name"
    assert graph.description, "the graph of a game has a description, or its rules have one"


@pytest.mark.parametrize("name", ALL)
def test_a_game_is_the_same_every_time_and_as_a_file(name):
    graph = by_default(name)
    assert graph == games.generate(name)
    assert GameGraph.from_json(graph.to_json()).to_json() == graph.to_json()


@pytest.mark.parametrize("name", ALL)
def test_the_scene_that_shows_a_game_best_can_be_shown_of_it(name):
    scene = Scene.from_query({"game": name})
    assert (scene != Scene(graph=f"game:{name}")) == bool(games.find(name).scene)
    both = (scene.left, scene.right) if scene.page is Page.COMPARE else (scene.chosen,)
    for chosen in both:
        trace = algorithms.trace(by_default(name), chosen.algorithm, **chosen.options)
        assert len(trace) > 1
        assert not trace.left_out
        assert scene.step in (*range(len(trace)), MOST_STEP)
        assert scene.selected in ("", *by_default(name).ids)


@pytest.mark.parametrize(
    ("reference", "parsed"),
    [
        ("ladder", ("ladder", {})),
        ("ladder?", ("ladder", {})),
        ("ladder?layers=4", ("ladder", {"layers": "4"})),
        ("pursuit?cat=hall&mouse=cellar", ("pursuit", {"cat": "hall", "mouse": "cellar"})),
        ("x?a=b%26c+d&e=", ("x", {"a": "b&c d", "e": ""})),
    ],
)
def test_a_reference_is_a_name_and_parameters(reference, parsed):
    assert games.parse_reference(reference) == parsed


@pytest.mark.parametrize("name", ALL)
def test_what_is_known_of_a_game_is_what_the_program_finds(name):
    assert disagreements(by_default(name)) == []


def test_games_with_an_answer_carry_it_only_if_they_are_whole():
    assert games.generate("tic-tac-toe").expected == {"scores": {".../.../...": 0}}
    assert games.generate("tic-tac-toe", positions=100).expected == {}
    assert games.generate("nim", heaps="1,2,3").expected == {"scores": {"1,2,3": -1}}
