"""Scenes of a session: from the screen to the address and back, the way back, and what an export shows of each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from explorer.algorithms.algorithm_choice import AlgorithmChoice
from explorer.app.growing import EXPANSION
from explorer.app.links import address, follow, go_back, is_another, open_scene, scene_of, show_game, stay
from explorer.app.on_screen import on_screen
from explorer.app.state import Origin, Session
from explorer.formats.link import MOST_STEP
from explorer.formats.scene import Page, Scene, sample_scene
from explorer.games.catalogue import cards
from explorer.games.samples import sample_names
from explorer.model.builder import Assembled
from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph, Kind, Node
from explorer.trace.options import ENDLESS
from explorer.unwinding import View

SAMPLE = "sample:figure-1"
SCENES = [
    Scene(graph=SAMPLE, chosen=AlgorithmChoice("alpha-beta", {"table": "naive"}), step=3, endless=-1),
    Scene(Page.UNWIND, SAMPLE, step=2, tree=View.BACK_LINKS, depth=5, budget=100, endless=2),
    Scene(Page.EXPAND, SAMPLE, AlgorithmChoice(EXPANSION, {"strategy": "breadth", "first": ["a", "c"]}), step=2),
    Scene(Page.COMPARE, SAMPLE, left=AlgorithmChoice("minimax"), right=AlgorithmChoice("bounds", {ENDLESS: 1})),
    Scene(Page.PLAY, SAMPLE, endless=1),
]
LEAF = GameGraph((Node("x", Kind.LEAF, 4),), (), root="x", name="Mine")


def shown(scene: Scene) -> Session:
    """A session that follows a link to a scene, and runs."""
    session = Session()
    assert follow(session, scene.address(), scene.page) == []
    session.run()
    if scene.page is Page.EXPAND:
        session.growing.run(session.graph, session.version, session.options_of(EXPANSION), lambda steps: None)
    if scene.page is Page.COMPARE:
        session.comparing.run(session.graph, session.version, lambda: session.graph, lambda steps: None)
    return session


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.page)
def test_the_screen_is_the_scene_that_was_followed(scene: Scene):
    assert scene_of(shown(scene)) == scene


@pytest.mark.parametrize("name", sample_names())
def test_a_sample_opens_at_its_scene_and_not_at_the_step_of_the_graph_before(name: str):
    session = shown(SCENES[0])
    scene = sample_scene(name)
    open_scene(session, scene)
    session.take_edits()
    session.run()
    last = 0 if session.trace is None else len(session.trace) - 1
    assert (session.algorithm, session.page, session.going) == (scene.algorithm, scene.page, scene.page)
    assert session.step == (0 if scene.page is Page.COMPARE else min(scene.step, last))
    assert session.beginning is not None
    assert session.beginning["select"] == scene.selected


@pytest.mark.parametrize("name", sample_names())
def test_the_scene_of_a_sample_can_be_shown(name: str):
    session = shown(sample_scene(name))
    assert not session.failure
    assert session.trace is not None
    assert sample_scene(name).step <= len(session.trace) - 1 or "last" in sample_scene(name).text()


@pytest.mark.parametrize("name", ["nim", "ladder", "number-game", "morris"])
def test_a_game_opens_at_its_scene_on_whichever_page_it_was_chosen(name: str):
    scene = Scene.from_query({"game": name})
    session = shown(scene)
    assert not session.failure
    assert scene_of(session) == replace(scene, step=scene_of(session).step)
    if scene.step == MOST_STEP and session.trace is not None:
        assert session.step == len(session.trace) - 1
    session.open_reference(f"game:{name}")
    show_game(session)
    stay(session, Page.PLAY)
    assert (session.page, session.going) == (Page.PLAY, Page.PLAY)
    assert scene.page is Page.EXPAND or session.algorithm == scene.algorithm


def test_a_game_whose_algorithm_cannot_run_on_it_opens_with_one_that_can_and_a_random_one_with_the_last():
    session = shown(Scene.from_query({"game": "sharing?positions=5"}))
    assert not session.failure
    session.open_reference("game:nim")
    show_game(session)
    assert session.algorithm == "kernel"
    session.open_reference("game:random")
    show_game(session)
    assert session.algorithm == "kernel"


def test_every_card_opens():
    assert {card.name for card in cards()} >= {*sample_names(), "number-game"}
    for card in cards():
        assert Scene.from_query(card.scene).graph.endswith(card.name) or not card.sample
        assert card.matches(card.title.upper())
        assert card.matches(f"{card.topic} {card.source}")
        assert not card.matches("nothing of the kind")


# ---- the way back


def test_back_shows_the_scene_before_without_opening_its_graph_again():
    session = shown(SCENES[0])
    before = session.graph
    session.choose("depth-first")
    go_back(session, SCENES[0].address(), Page.EXPLORE)
    session.run()
    assert session.graph is before
    assert scene_of(session) == SCENES[0]


def test_back_leads_to_another_graph_and_to_an_own_one():
    session = shown(SCENES[0])
    session.open(Assembled.of(LEAF), Origin("Mine"))
    own = address(session)
    go_back(session, SCENES[1].address(), Page.UNWIND)
    assert scene_of(session) == SCENES[1]
    go_back(session, own, Page.EXPLORE)
    assert session.graph.name == "Mine"
    assert session.origin == Origin("Mine")


def test_a_step_is_no_entry_of_its_own_and_anything_else_is():
    one = SCENES[0].address()
    assert not is_another(one, replace(SCENES[0], step=9, selected="a", endless=4, lecture=True).address())
    for other in (Scene(graph=SAMPLE), replace(SCENES[0], graph="sample:ladder-3")):
        assert is_another(one, other.address())


# ---- exports


def test_an_export_shows_what_the_page_shows():
    *scenes, play = SCENES
    explore, unwind, expand, compare = (on_screen(shown(scene)) for scene in scenes)
    assert explore.trace is not None
    assert (explore.trace.algorithm, explore.step) == ("alpha-beta", 3)
    assert unwind.graph.extra["tree"]
    assert expand.trace is not None
    assert list(expand.trace.result["expanded"][:2]) == ["a", "c"]
    assert expand.step == 2
    assert compare.beside is not None
    assert [side.trace.algorithm for side in (compare, compare.beside) if side.trace] == ["minimax", "bounds"]
    with pytest.raises(OptionError, match="no game that is played"):
        on_screen(shown(play))


def test_of_an_unfinished_graph_the_graph_alone_is_exported():
    session = Session()
    session.open(Assembled.of(GameGraph((Node("a", Kind.MAX),), (), root="a")), Origin("Mine"))
    for page in Page:
        session.page = page
        if page is not Page.PLAY:
            assert on_screen(session).trace is None


@pytest.mark.parametrize("page", [page for page in Page if page is not Page.EXPLORE])
def test_a_page_that_is_loaded_anew_says_that_a_graph_of_the_user_does_not_come_back_there(page: Page):
    before, anew = Session(), Session()
    before.open(Assembled.of(LEAF), Origin("Mine"))
    before.page = page
    (said,) = follow(anew, address(before), page)
    assert "open Explore" in said
    assert follow(anew, {"sample": "figure-1"}, page) == []
    before.page = Page.EXPLORE
    assert follow(anew, address(before)) == []  # where the browser brings it back
