"""Graphs that are handed in: their verdicts, what the room keeps of them, and what it refuses."""

from __future__ import annotations

import asyncio
import gzip
import html
import re
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from room.test_room import enter, news
from support.examples import examples
from support.rooms import new_store

from explorer.formats import load_bytes
from explorer.games.samples import load_sample
from explorer.model.errors import ExplorerError, LimitError
from explorer.model.graph import GameGraph
from explorer.room import hand_ins
from explorer.room.desk import Desk
from explorer.room.hand_ins import HandIn
from explorer.room.room import LiveRoom
from explorer.room.store import RoomStore
from explorer.scenes.scene import Scene
from explorer.solver import solve

EVIL = '<img src=x onerror="alert(1)">'
LOOP = {"nodes": [{"id": "a", "player": "max"}, {"id": "b", "score": 1}], "moves": [["a", "a"], ["a", "b"]]}


@pytest.fixture
def room() -> Iterator[LiveRoom]:
    with new_store() as store:
        store.set("link", "http://localhost:8501/class/BCDFGH")
        yield LiveRoom(store)


@pytest.fixture(scope="module")
def good() -> HandIn:
    return HandIn.of(load_sample("figure-1"), 0)


def graph(root: str | None = "a", name: str = "", **more: object) -> GameGraph:
    return GameGraph.from_json(LOOP | {"root": root, "name": name} | more)


@pytest.mark.parametrize("endless", [-3, 0, 5])
def test_the_verdict_is_the_score_of_the_root_under_the_value_of_endless_play(endless):
    score = solve(graph(), endless=endless).score
    made = HandIn.of(graph(), endless)
    assert made.verdict == f"Score of a: {score}, with endless play worth {endless}".replace("-", "−")
    assert made.is_sound
    scene = Scene.from_query(made.link.removeprefix("/?"))
    assert scene.endless == endless
    assert load_bytes("g.game.json", made.content).graph.is_same_game(graph())


def test_a_graph_with_an_error_is_taken_with_what_is_wrong_and_not_shown_to_all(room: LiveRoom):
    made = HandIn.of(GameGraph(graph().nodes, graph().moves), 0)
    assert (made.verdict, made.is_sound) == ("The graph has no root; choose the node where play starts.", False)
    id = room.store.hand_ins.put("browser", made)
    with pytest.raises(ExplorerError, match="no root"):
        asyncio.run(Desk(room).show(id))
    assert room.shown_id == 0


def test_what_is_too_large_or_empty_is_refused_in_a_sentence(monkeypatch):
    for what, why in ((GameGraph((), ()), "is empty"), (load_sample("figure-1"), "hand in a smaller graph")):
        monkeypatch.setattr(hand_ins, "MOST_NODES", 3)
        with pytest.raises(LimitError, match=why):
            HandIn.of(what, 0)
    with pytest.raises(LimitError, match="shorten them"):
        HandIn.of(graph(description="x" * hand_ins.MOST_BYTES), 0)


def test_no_text_of_a_visitor_becomes_markup(room: LiveRoom):
    nodes = [{"id": EVIL, "player": "max", "name": EVIL}, {"id": "b", "score": 1}]
    made = HandIn.of(
        GameGraph.from_json({"name": EVIL, "description": EVIL, "root": EVIL, "nodes": nodes, "moves": [[EVIL, "b"]]}),
        0,
    )
    assert {*re.findall(r"<(\w+)", made.picture)} <= {
        "svg",
        "title",
        "g",
        "circle",
        "path",
        "polygon",
        "polyline",
        "text",
    }
    assert "<img" not in gzip.decompress(made.page(room.store.setting("link"))).decode()


def test_a_browser_has_one_graph_the_last_and_the_newest_stands_first(room: LiveRoom, good: HandIn):
    store, lecturer, student = room.store, enter(room, lecturer=True), enter(room)
    names = [store.new_voter() for _ in range(3)]
    desk = Desk(room)
    for name in names:
        asyncio.run(desk._store(name, "session", good))
    assert news(lecturer)["graphs"] == 3
    assert "graphs" not in news(student)
    first = store.hand_ins.newest_first()[-1][0]
    with pytest.raises(LimitError, match="a moment ago"):
        store.hand_ins.put(store.voter_id(names[0]), good)
    with patch.object(hand_ins, "SECONDS_BETWEEN", 0):
        asyncio.run(desk._store(names[0], "session", HandIn.of(graph(name="second"), 0)))
    titles = [each["title"] for each in desk.entries()]
    assert titles == ["second", good.title, good.title]
    assert first not in {each["id"] for each in desk.entries()}
    asyncio.run(desk._store("forged", "session", good))
    assert store.hand_ins.count() == 4
    with patch.object(hand_ins, "MOST_GRAPHS", 4), pytest.raises(LimitError, match="the most that it takes"):
        store.hand_ins.put("another", good)
    known = {each["id"] for each in desk.entries()[1:]}
    assert [bool(each["picture"]) for each in desk.entries(known)] == [True, False, False, False]


def test_all_turn_to_the_graph_that_is_opened_and_back_to_the_slide_of_the_lesson(room: LiveRoom, good: HandIn):
    lecturer, student = enter(room, lecturer=True), enter(room)
    room.take(lecturer, {"scene": {"slide": 1, "step": 4, "selected": ""}})
    id, desk = room.store.hand_ins.put("browser", good), Desk(room)
    asyncio.run(desk.show(id))
    for each in (lecturer, student, enter(room)):
        heard = news(each)
        assert (heard["graph"], heard["scene"]) == (id, {"slide": 0, "step": None, "selected": ""})
    assert html.escape(good.title) in gzip.decompress(room.store.hand_ins.page()).decode()
    room.take(lecturer, {"scene": {"slide": 1, "step": 9, "selected": ""}})  # of the page that it leaves
    assert "scene" not in news(student)
    room.take(lecturer, {"scene": {"slide": 0, "step": 2, "selected": "", "graph": id}})
    assert news(student)["scene"]["step"] == 2
    desk.remove(id)
    late = news(enter(room))
    assert (late["graph"], late["scene"]["step"]) == (id, 2)
    asyncio.run(desk.show(0))
    heard = news(student)
    assert (heard["graph"], heard["scene"]) == (0, {"slide": 1, "step": 4, "selected": ""})
    with pytest.raises(ExplorerError, match="not there any more"):
        asyncio.run(desk.show(id))


def test_graphs_and_the_one_that_is_shown_survive_a_restart(tmp_path: Path, good: HandIn):
    store = RoomStore(tmp_path / "room")
    room = LiveRoom(store)
    id = store.hand_ins.put("browser", good)
    asyncio.run(Desk(room).show(id))
    before = store.hand_ins.newest_first(), store.hand_ins.page()
    store.close()
    again = RoomStore(tmp_path / "room")
    assert (again.hand_ins.newest_first(), again.hand_ins.page()) == before
    assert LiveRoom(again).shown_id == id
    assert again.words() == "1 graph"
    again.close()


@examples(50)
@given(st.one_of(st.none(), st.integers(), st.text(max_size=5), st.lists(st.integers(), max_size=2)))
def test_a_scene_for_another_page_than_the_present_one_changes_nothing(graph_id):
    with new_store() as store:
        room = LiveRoom(store)
        lecturer, student = enter(room, lecturer=True), enter(room)
        news(student)
        room.take(lecturer, {"scene": {"slide": 1, "step": 1, "selected": "", "graph": graph_id}})
        assert ("scene" in news(student)) == (graph_id == 0)
