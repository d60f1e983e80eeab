"""Scenes of a session: from the screen to the address and back, the way back, and what an export shows of each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from explorer.algorithms import AlgorithmChoice
from explorer.app.compare.state import CompareView
from explorer.app.expand.state import EXPANSION, ExpandView
from explorer.app.links import Links, is_another
from explorer.app.play.state import PlayView
from explorer.app.session.open_graph import OpenGraph, Origin
from explorer.app.session.opener import GraphOpener
from explorer.app.session.place import Place
from explorer.app.session.requests import Requests
from explorer.app.session.run import CurrentRun
from explorer.app.session.session import Session
from explorer.app.views import Views
from explorer.drawing.graph_view import GraphView
from explorer.games.samples import sample_names
from explorer.intake import Assembled
from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph, Kind, Node
from explorer.play.opponents import OPPONENTS
from explorer.scenes import scene as written
from explorer.scenes.link import MOST_STEP
from explorer.scenes.scene import Page, Scene
from explorer.trace.options import ENDLESS
from explorer.unwinding import TreeView

SAMPLE = "sample:figure-1"
SCENES = [
    Scene(graph=SAMPLE, chosen=AlgorithmChoice("alpha-beta", {"table": "naive"}), step=3, endless=-1),
    Scene(Page.UNWIND, SAMPLE, step=2, tree=TreeView.BACK_LINKS, depth=5, budget=100, endless=2),
    Scene(Page.EXPAND, SAMPLE, AlgorithmChoice(EXPANSION, {"strategy": "breadth", "first": ["a", "c"]}), step=2),
    Scene(Page.COMPARE, SAMPLE, left=AlgorithmChoice("minimax"), right=AlgorithmChoice("bounds", {ENDLESS: 1})),
    Scene(Page.PLAY, SAMPLE, endless=1, start="c", side="second", opponent="erring", skill=3, chance=7, moves=(1, 1)),
]
LEAF = GameGraph((Node("x", Kind.LEAF, 4),), (), root="x", name="Mine")


def shown(scene: Scene) -> Session:
    """A session that follows a link to a scene, and runs."""
    session = Session()
    assert session.of(Links).follow(scene.address(), scene.page) == []
    session.of(CurrentRun).update()
    if scene.page is Page.EXPAND:
        session.of(ExpandView).run(lambda steps: None)
    if scene.page is Page.PLAY:
        play(session)
    if scene.page is Page.COMPARE:
        session.of(CompareView).run(lambda steps: None)
    return session


def export_of(session: Session) -> GraphView:
    """What an export hands out of the page."""
    return session.of(Views).current.on_screen()


def play(session: Session) -> None:
    """What the page Play does first."""
    playing = session.of(PlayView)
    playing.open()
    playing.prepare(lambda count: None)
    playing.resume(lambda count: None)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.page)
def test_the_screen_is_the_scene_that_was_followed(scene: Scene):
    assert shown(scene).of(Links).scene_of() == scene


@pytest.mark.parametrize("name", sample_names())
def test_the_scene_of_a_sample_can_be_shown(name: str):
    scene = Scene.from_query({"sample": name})
    session = shown(scene)
    assert not session.of(CurrentRun).failure
    assert session.of(CurrentRun).trace is not None
    assert scene.step <= len(session.of(CurrentRun).trace) - 1 or "last" in scene.text()


@pytest.mark.parametrize("name", ["nim", "ladder", "number-game", "morris"])
def test_a_game_opens_at_its_scene_on_whichever_page_it_was_chosen(name: str):
    scene = Scene.from_query({"game": name})
    session = shown(scene)
    assert not session.of(CurrentRun).failure
    assert session.of(Links).scene_of() == replace(scene, step=session.of(Links).scene_of().step)
    if scene.step == MOST_STEP and session.of(CurrentRun).trace is not None:
        assert session.of(CurrentRun).step == len(session.of(CurrentRun).trace) - 1
    session.of(GraphOpener).open_reference(f"game:{name}")
    session.of(Place).page = Page.PLAY
    session.of(Links).stay_with_game()
    assert (session.of(Place).page, session.of(Requests).next_page) == (Page.PLAY, Page.PLAY)
    assert scene.page is Page.EXPAND or session.of(CurrentRun).algorithm == scene.algorithm


# ---- the way back


def test_back_shows_the_scene_before_without_opening_its_graph_again():
    session = shown(SCENES[0])
    before = session.of(OpenGraph).graph
    session.of(CurrentRun).choose("depth-first")
    session.of(Links).go_back(SCENES[0].address(), Page.EXPLORE)
    session.of(CurrentRun).update()
    assert session.of(OpenGraph).graph is before
    assert session.of(Links).scene_of() == SCENES[0]


def test_back_leads_to_another_graph_and_to_an_own_one():
    session = shown(SCENES[0])
    session.of(GraphOpener).open(Assembled.of(LEAF), Origin("Mine"))
    own = session.of(Links).address()
    session.of(Links).go_back(SCENES[1].address(), Page.UNWIND)
    assert session.of(Links).scene_of() == SCENES[1]
    session.of(Links).go_back(own, Page.EXPLORE)
    assert session.of(OpenGraph).graph.name == "Mine"
    assert session.of(OpenGraph).origin == Origin("Mine")


def test_a_step_is_no_entry_of_its_own_and_anything_else_is():
    one = SCENES[0].address()
    assert not is_another(one, replace(SCENES[0], step=9, selected="a", endless=4, lecture=True).address())
    for other in (Scene(graph=SAMPLE), replace(SCENES[0], graph="sample:ladder-3")):
        assert is_another(one, other.address())


# ---- plays


def test_a_play_comes_back_whether_it_is_loaded_anew_or_gone_back_to():
    session = shown(Scene(Page.PLAY, SAMPLE))
    session.of(PlayView).play("c")
    session.of(PlayView).reply(lambda count: None)
    session.of(PlayView).end_endless()
    left = session.of(Links).address()
    assert left["moves"] == "1.1"
    anew = Session()
    assert anew.of(Links).follow(left, Page.PLAY) == []
    play(anew)
    assert anew.of(PlayView).match == session.of(PlayView).match
    session.of(PlayView).begin_play("c")
    session.of(Links).go_back(left, Page.PLAY)
    play(session)
    assert session.of(PlayView).match == anew.of(PlayView).match
    session.of(Links).go_back(SCENES[0].address(), Page.EXPLORE)
    play(session)
    assert session.of(PlayView).match == anew.of(PlayView).match  # an address of another page tells of no play


@pytest.mark.large
def test_a_play_past_the_drawn_part_comes_back():
    session = shown(Scene(Page.PLAY, "game:number-game?positions=1"))
    for _ in range(3):
        judge = session.of(PlayView).judge
        assert judge is not None
        session.of(PlayView).play(judge.node(session.of(PlayView).moves(judge)[-1].state).id)
        session.of(PlayView).reply(lambda count: None)
    assert session.of(PlayView).match.here not in session.of(OpenGraph).graph.index
    anew = shown(session.of(Links).scene_of())
    assert anew.of(PlayView).match == session.of(PlayView).match
    assert anew.of(Links).scene_of() == session.of(Links).scene_of()


def test_the_address_names_the_opponents_that_there_are():
    assert list(OPPONENTS) == list(written.OPPONENTS)
    skills = [opponent.skill for opponent in OPPONENTS.values() if opponent.skill is not None]
    assert all(written.SKILL.parse(each) == each for _, *ends in skills for each in ends)


# ---- exports


def test_an_export_shows_what_the_page_shows():
    *scenes, play = SCENES
    explore, unwind, expand, compare = (export_of(shown(scene)) for scene in scenes)
    assert explore.trace is not None
    assert (explore.trace.algorithm, explore.step) == ("alpha-beta", 3)
    assert unwind.graph.extra["tree"]
    assert expand.trace is not None
    assert list(expand.trace.result["expanded"][:2]) == ["a", "c"]
    assert expand.step == 2
    assert compare.beside is not None
    assert [side.trace.algorithm for side in (compare, compare.beside) if side.trace] == ["minimax", "bounds"]
    with pytest.raises(OptionError, match="no game that is played"):
        export_of(shown(play))
