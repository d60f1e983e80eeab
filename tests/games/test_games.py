"""The registry of games, over all that are in it."""

from __future__ import annotations

from functools import cache

import pytest

from explorer import algorithms, games
from explorer.comparison.expected import disagreements
from explorer.model.check import check, errors_in
from explorer.model.errors import OptionError, UnknownNameError
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
def test_a_game_says_what_it_is(name):
    game = games.find(name)
    assert game.name == name
    assert all((game.title, game.source, game.summary))
    assert all(parameter.help for parameter in game.parameters)


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


@pytest.mark.parametrize("name", [name for name in ALL if name != "random"])
def test_a_game_has_a_scene(name):
    assert games.find(name).scene, "say with what it opens best, such as scene='algorithm=bounds&step=last'"


def test_games_stand_in_the_order_of_their_ranks():
    ranks = [game.rank for game in games.registered().values()]
    assert ranks == sorted(ranks)


def test_an_unknown_game_is_named_with_those_that_exist():
    with pytest.raises(UnknownNameError, match=r"no game 'chess'; choose one of ladder, pursuit"):
        games.generate("chess")


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"layers": 0}, "between 1 and 12"),
        ({"layers": "13"}, "between 1 and 12"),
        ({"layers": "many"}, "whole number"),
        ({"rungs": 3}, "no option 'rungs'; it has layers"),
    ],
)
def test_an_impossible_parameter_is_refused(parameters, message):
    with pytest.raises(OptionError, match=message):
        games.generate("ladder", **parameters)


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


def test_a_parsed_reference_generates():
    name, parameters = games.parse_reference("ladder?layers=4")
    assert len(games.generate(name, **parameters).nodes) == 18


@pytest.mark.parametrize("reference", ["ladder?layers", "ladder?=4", "ladder?layers=4&layers=5"])
def test_a_malformed_reference_is_refused(reference):
    with pytest.raises(OptionError, match=r"name\?parameter=value|given twice"):
        games.parse_reference(reference)


@pytest.mark.parametrize("name", ALL)
def test_what_is_known_of_a_game_is_what_the_program_finds(name):
    assert disagreements(by_default(name)) == []


def test_games_with_an_answer_carry_it_only_if_they_are_whole():
    assert games.generate("tic-tac-toe").expected == {"scores": {".../.../...": 0}}
    assert games.generate("tic-tac-toe", positions=100).expected == {}
    assert games.generate("nim", heaps="1,2,3").expected == {"scores": {"1,2,3": -1}}
