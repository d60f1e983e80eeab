"""Scenes of a session: from the screen to the address and back, the way back, and what an export shows of each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from explorer.algorithms import AlgorithmChoice
from explorer.app.compare.state import CompareView
from explorer.app.expand.state import EXPANSION, ExpandView
from explorer.app.links import address, follow, go_back, is_another, scene_of, show_game, stay
from explorer.app.play.state import PlayView
from explorer.app.state import Origin, Session
from explorer.app.views import view
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
    assert follow(session, scene.address(), scene.page) == []
    session.run()
    if scene.page is Page.EXPAND:
        session.of(ExpandView).run(session, lambda steps: None)
    if scene.page is Page.PLAY:
        play(session)
    if scene.page is Page.COMPARE:
        session.of(CompareView).run(session, lambda steps: None)
    return session


def export_of(session: Session) -> GraphView:
    """What an export hands out of the page."""
    return view(session).on_screen(session)


def play(session: Session) -> None:
    """What the page Play does first."""
    playing = session.of(PlayView)
    playing.open(session)
    playing.prepare(lambda count: None)
    playing.resume(lambda count: None)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.page)
def test_the_screen_is_the_scene_that_was_followed(scene: Scene):
    assert scene_of(shown(scene)) == scene


@pytest.mark.parametrize("name", sample_names())
def test_the_scene_of_a_sample_can_be_shown(name: str):
    scene = Scene.from_query({"sample": name})
    session = shown(scene)
    assert not session.failure
    assert session.trace is not None
    assert scene.step <= len(session.trace) - 1 or "last" in scene.text()


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
    assert (session.page, session.next_page) == (Page.PLAY, Page.PLAY)
    assert scene.page is Page.EXPAND or session.algorithm == scene.algorithm


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


# ---- plays


def test_a_play_comes_back_whether_it_is_loaded_anew_or_gone_back_to():
    session = shown(Scene(Page.PLAY, SAMPLE))
    session.of(PlayView).play("c")
    session.of(PlayView).reply(lambda count: None)
    session.of(PlayView).end_endless()
    left = address(session)
    assert left["moves"] == "1.1"
    anew = Session()
    assert follow(anew, left, Page.PLAY) == []
    play(anew)
    assert anew.of(PlayView).match == session.of(PlayView).match
    session.of(PlayView).begin_play("c")
    go_back(session, left, Page.PLAY)
    play(session)
    assert session.of(PlayView).match == anew.of(PlayView).match
    go_back(session, SCENES[0].address(), Page.EXPLORE)
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
    assert session.of(PlayView).match.here not in session.graph.index
    anew = shown(scene_of(session))
    assert anew.of(PlayView).match == session.of(PlayView).match
    assert scene_of(anew) == scene_of(session)


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
