"""What everybody in a room is sent, without a server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.rooms import new_store

from explorer.room.room import MOST_ANSWER, MOST_BARS, Follower, LiveRoom
from explorer.room.store import RoomError


@pytest.fixture
def room() -> Iterator[LiveRoom]:
    with new_store() as store:
        yield LiveRoom(store)


def enter(room: LiveRoom, *, lecturer: bool = False, voter: str = "") -> Follower:
    follower = Follower()
    room.enter(follower, {"token": room.store.token if lecturer else "", "voter": voter})
    return follower


def news(follower: Follower) -> dict[str, Any]:
    """What is to be sent to a follower, and was not asked for before."""
    texts, follower.messages = [*follower.messages.values()], {}
    return {name: content for text in texts for name, content in json.loads(text).items()}


def test_who_comes_late_or_comes_back_gets_the_present_scene(room: LiveRoom):
    lecturer, early = enter(room, lecturer=True), enter(room)
    for step in range(5):
        room.take(lecturer, {"scene": {"slide": 1, "step": step, "selected": "0:a"}})
    present = {"slide": 1, "step": 4, "selected": "0:a"}
    assert news(early)["scene"] == news(enter(room))["scene"] == present
    assert "scene" in news(lecturer)  # that of the beginning
    room.leave(early)
    assert news(enter(room, voter=early.voter))["scene"] == present


def test_one_device_leads_at_a_time_and_only_with_the_token(room: LiveRoom):
    laptop, tablet, student = enter(room, lecturer=True), enter(room, lecturer=True), enter(room)
    scene = {"scene": {"slide": 0, "step": 1, "selected": ""}}
    room.take(laptop, scene)
    with pytest.raises(RoomError, match="another device leads"):
        room.take(tablet, scene)
    for message in (scene, {"drive": True}, {"open": {"slide": 0, "question": 0}}, {"close": 1}, {"reveal": 1}):
        with pytest.raises(RoomError, match="only the lecturer"):
            room.take(student, message)
    room.take(tablet, {"drive": True})
    assert news(tablet)["lecturer"] == {"here": 1, "drives": True}
    assert news(laptop)["lecturer"] == {"here": 1, "drives": False}
    room.take(tablet, scene)
    room.leave(tablet)
    assert news(enter(room, lecturer=True))["lecturer"]["drives"]


def test_only_what_is_revealed_reaches_anybody_and_a_count_the_lecturer_alone(room: LiveRoom):
    async def play() -> None:
        lecturer, students = enter(room, lecturer=True), [enter(room) for _ in range(3)]
        room.take(lecturer, {"open": {"slide": 0, "question": 0}})
        for student, answer in zip(students, "110", strict=True):
            room.take(student, {"vote": {"round": 1, "answer": answer}})
        room.take(students[0], {"vote": {"round": 1, "answer": "0"}})  # thinks again
        (seen,) = news(students[0])["polls"]
        assert seen == {"id": 1, "slide": 0, "question": 0, "number": 1, "state": "open", "mine": "0"}
        room.take(lecturer, {"close": 1})
        with pytest.raises(RoomError, match="closed"):
            room.take(students[0], {"vote": {"round": 1, "answer": "1"}})
        (seen,) = news(lecturer)["polls"]
        assert (seen["state"], seen["count"], "votes" in seen) == ("closed", 3, False)
        room.take(lecturer, {"reveal": 1})
        for each in (lecturer, *students):
            (seen,) = news(each)["polls"]
            assert (seen["count"], seen["votes"]) == (3, [["one", 2], ["=two", 1]])
        room.take(lecturer, {"open": {"slide": 0, "question": 0}})
        assert [poll["number"] for poll in news(students[1])["polls"]] == [1, 2]

    asyncio.run(play())


def test_a_histogram_of_typed_answers_has_few_bars_and_no_vote_is_lost(room: LiveRoom):
    lecturer = enter(room, lecturer=True)
    room.take(lecturer, {"open": {"slide": 1, "question": 0}})
    for number in range(40):
        room.store.vote(1, f"voter {number}", f"{number % 20}")
    bars = room.histogram(room.store.rounds()[0])
    assert len(bars) == MOST_BARS + 1
    assert sum(count for _, count in bars) == 40
    assert bars[-1] == ("others", 40 - 2 * MOST_BARS)


NAMES = [
    "scene",
    "slide",
    "step",
    "selected",
    "open",
    "question",
    "close",
    "reveal",
    "vote",
    "round",
    "answer",
    "drive",
]
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=80),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4),
    max_leaves=8,
)


@examples(200)
@given(st.dictionaries(st.sampled_from(NAMES), json_values, max_size=3), st.booleans())
def test_any_message_is_obeyed_or_refused_in_a_sentence_and_leaves_the_room_sound(message, is_lecturer):
    with new_store() as store:
        room = LiveRoom(store)
        lecturer, student = enter(room, lecturer=True), enter(room)
        room.take(lecturer, {"open": {"slide": 1, "question": 0}})
        with suppress(RoomError):
            asyncio.run(obey(room, lecturer if is_lecturer else student, message))
        scene = news(enter(room))["scene"]
        assert 0 <= scene["slide"] < 2
        assert all(len(answer) <= MOST_ANSWER for answer in store.answers(1))


async def obey(room: LiveRoom, follower: Follower, message: dict[str, Any]) -> None:
    room.take(follower, message)


def test_a_wrong_token_does_not_enter(room: LiveRoom):
    with pytest.raises(RoomError, match="not the lecturer's link"):
        room.enter(Follower(), {"token": "guess"})
    assert not room.followers


def test_a_flood_is_noticed_and_a_quick_hand_is_not():
    quick, flood = Follower(), Follower()
    assert not any(quick.is_too_busy(100 + number / 10) for number in range(500))
    assert any(flood.is_too_busy(100 + number / 1000) for number in range(500))
