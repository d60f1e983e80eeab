"""The room while it is served: who follows, who drives, and what each of them is sent.

Each follower has one place for each kind of message, so that a slow browser gets the present state rather than all
states before it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from explorer.lessons.text_comparison import plain
from explorer.room.questions import ClassQuestion
from explorer.room.store import PollRound, RoomError, RoomStore, RoundState
from explorer.scenes.link import MOST_STEP

MOST_FOLLOWERS = 1_000
MOST_MESSAGE = 2_000  # characters of a follower's message
MOST_ANSWER = 60  # characters of a typed answer
MOST_NODE = 400  # characters of a selected node
MOST_BARS = 12  # answers of a histogram; all others are one bar
_MESSAGES_AT_ONCE, _MESSAGES_A_SECOND = 60, 30.0
_BETWEEN_COUNTS = 0.25  # seconds between two counts that a lecturer gets
_SCENE = "scene"
_GRAPH_SCENE = "scene of the graph"  # that a student has handed in


@dataclass(eq=False)
class Follower:
    """A browser in the room.

    Attributes
    ----------
    voter : its id among voters, "" before it has one.
    is_lecturer : whether it has the lecturer's token.
    messages : what is to be sent, by kind.
    wakes : set while there are some.
    """

    voter: str = ""
    is_lecturer: bool = False
    messages: dict[str, str] = field(default_factory=dict)
    wakes: asyncio.Event = field(default_factory=asyncio.Event)
    _tokens: float = _MESSAGES_AT_ONCE
    _last_message: float = 0.0

    def put(self, kind: str, text: str) -> None:
        """Have a message sent, in place of an earlier one of this kind that was not sent yet."""
        self.messages[kind] = text
        self.wakes.set()

    def is_too_busy(self, now: float) -> bool:
        """Return whether it sends more messages than a person can cause; called for each of them."""
        self._tokens = min(_MESSAGES_AT_ONCE, self._tokens + (now - self._last_message) * _MESSAGES_A_SECOND) - 1
        self._last_message = now
        return self._tokens < 0


class LiveRoom:
    """The followers of a room, and its present state from the store."""

    def __init__(self, store: RoomStore) -> None:
        self.store = store
        self.questions = store.questions
        self.shown_id = store.hand_ins.shown_id
        self.followers: set[Follower] = set()
        self.driver: Follower | None = None
        self._count_due = False

    # ---- who is here

    def enter(self, follower: Follower, hello: Mapping[str, Any]) -> None:
        """Let a browser in, and send it the present state.

        Raises
        ------
        RoomError
            If the room is full or the token is wrong.
        """
        if len(self.followers) >= MOST_FOLLOWERS:
            raise RoomError(f"the room is full: it has {MOST_FOLLOWERS:,} places")
        token, voter = text_in(hello, "token"), text_in(hello, "voter")
        if token and not self.store.is_token(token):
            raise RoomError("this is not the lecturer's link of this room; the server has printed it at its start")
        name = voter if self.store.voter_id(voter) else self.store.new_voter()
        follower.voter, follower.is_lecturer = self.store.voter_id(name), bool(token)
        self.followers.add(follower)
        if follower.is_lecturer and self.driver is None:
            self.driver = follower
        follower.put("voter", json.dumps({"voter": name}))
        follower.put(_SCENE, self._scene_text())
        self._send_polls(follower)
        self._tell_lecturers()
        if follower.is_lecturer:
            self.tell_graphs()

    def leave(self, follower: Follower) -> None:
        """Forget a browser that has gone."""
        self.followers.discard(follower)
        if self.driver is follower:
            self.driver = None
        self._tell_lecturers()

    # ---- what they say

    def take(self, follower: Follower, message: Mapping[str, Any]) -> None:
        """Do what a message asks for.

        Raises
        ------
        RoomError
            If its sender may not do that, or it cannot be done.
        """
        for name, (act, is_lecturers) in self._acts.items():
            if name in message:
                if is_lecturers and not follower.is_lecturer:
                    raise RoomError("only the lecturer can do this")
                act(follower, message[name])
                return
        raise RoomError("the room does not know this message; reload the page")

    @property
    def _acts(self) -> Mapping[str, tuple[Callable[[Follower, Any], None], bool]]:
        """The acts that a message can ask for, by name, and whether only a lecturer may."""
        return {
            "scene": (self._show, True),
            "drive": (self._drive, True),
            "open": (self._open, True),
            "close": (self._close, True),
            "reveal": (self._reveal, True),
            "vote": (self._vote, False),
        }

    def _show(self, follower: Follower, scene: Any) -> None:
        """Show a scene to everybody."""
        if follower is not self.driver:
            raise RoomError("another device leads the class; press Take over to lead it from here")
        if isinstance(scene, dict) and scene.get("graph", 0) != self.shown_id:
            return  # of a page that is about to turn to the graph, or back to the lesson
        slides = 1 if self.shown_id else len(self.questions)
        slide, step = _number(scene, "slide", slides), _number(scene, "step", MOST_STEP)
        selected = text_in(scene, "selected")[:MOST_NODE]
        self.store.set(self._scene_name, json.dumps({"slide": slide, "step": step, "selected": selected}))
        text = self._scene_text()
        for each in self.followers:
            if each is not follower:
                each.put(_SCENE, text)

    def turn_to(self, graph: int, page: bytes) -> None:
        """Have everybody turn to the page of a graph that was handed in; with the number 0 back to the lesson."""
        self.store.hand_ins.set_page(graph, page)
        self.store.set(_GRAPH_SCENE, "")
        self.shown_id = graph
        text = self._scene_text()
        for each in self.followers:
            each.put(_SCENE, text)

    def _drive(self, follower: Follower, _: Any) -> None:
        """Let another device of the lecturer lead the class."""
        self.driver = follower
        self._tell_lecturers()

    def _open(self, follower: Follower, place: Any) -> None:
        slide = _number(place, "slide", len(self.questions))
        question = _number(place, "question", len(self.questions[slide]))
        self.store.open_round(slide, question)
        self._send_polls(*self.followers)

    def _close(self, follower: Follower, round: Any) -> None:
        self._change(round, RoundState.CLOSED)

    def _reveal(self, follower: Follower, round: Any) -> None:
        self._change(round, RoundState.REVEALED)

    def _change(self, id: Any, state: RoundState) -> None:
        self.store.set_state(self._round(id).id, state)
        self._send_polls(*self.followers)

    def _vote(self, follower: Follower, vote: Any) -> None:
        """Count a vote; the answer to a question with choices is the index of one."""
        round = self._round(vote.get("round") if isinstance(vote, dict) else None)
        question, answer = self._question(round), text_in(vote, "answer")
        if question.choices and not (answer.isdecimal() and int(answer[:4]) < len(question.choices)):
            raise RoomError("choose one of the answers of this question")
        if not question.choices and not 0 < len(answer.strip()) <= MOST_ANSWER:
            raise RoomError(f"an answer has 1 to {MOST_ANSWER} characters")
        self.store.vote(round.id, follower.voter, answer if question.choices else plain(answer))
        self._send_polls(follower)
        self._count_soon()

    def _round(self, id: Any) -> PollRound:
        round = next((each for each in self.store.rounds() if each.id == id), None) if type(id) is int else None
        if round is None:
            raise RoomError("there is no such vote in this room; reload the page")
        return round

    def _question(self, round: PollRound) -> ClassQuestion:
        return self.questions[round.slide][round.question]

    # ---- what they are sent

    def _scene_text(self) -> str:
        scene = self.store.setting(self._scene_name) or json.dumps({"slide": 0, "step": None, "selected": ""})
        return f'{{"scene":{scene},"graph":{self.shown_id}}}'

    @property
    def _scene_name(self) -> str:
        """The setting that has the scene of the lesson, or of the graph that is shown."""
        return _GRAPH_SCENE if self.shown_id else _SCENE

    def tell_graphs(self) -> None:
        """Tell each lecturer how many graphs were handed in."""
        lecturers = [each for each in self.followers if each.is_lecturer]
        if lecturers:
            text = json.dumps({"graphs": self.store.hand_ins.count()})
            for each in lecturers:
                each.put("graphs", text)

    def _tell_lecturers(self) -> None:
        """Tell each lecturer how many are here, and whether their device leads the class."""
        lecturers = [each for each in self.followers if each.is_lecturer]
        here = len(self.followers) - len(lecturers)
        for each in lecturers:
            each.put("lecturer", json.dumps({"lecturer": {"here": here, "drives": each is self.driver}}))

    def _send_polls(self, *followers: Follower) -> None:
        """Send all rounds: the follower's own answer to each, and the votes of those that are revealed."""
        rounds = self.store.rounds()
        polls = {has_count: [self._poll(round, has_count=has_count) for round in rounds] for has_count in (False, True)}
        for follower in followers:
            mine = self.store.votes_of(follower.voter)
            own = [{**poll, "mine": mine.get(poll["id"])} for poll in polls[follower.is_lecturer]]
            follower.put("polls", json.dumps({"polls": own}, ensure_ascii=False))

    def _poll(self, round: PollRound, *, has_count: bool) -> dict[str, Any]:
        poll: dict[str, Any] = {
            "id": round.id,
            "slide": round.slide,
            "question": round.question,
            "number": round.number,
            "state": str(round.state),
        }
        if has_count or round.state is RoundState.REVEALED:
            poll["count"] = self.store.count(round.id)
        if round.state is RoundState.REVEALED:
            poll["votes"] = self.histogram(round)
        return poll

    def histogram(self, round: PollRound) -> list[tuple[str, int]]:
        """Return the answers to a round with their votes: all choices in order, or the most frequent typed answers."""
        question, answers = self._question(round), self.store.answers(round.id)
        if question.choices:
            return [(text, answers.get(str(index), 0)) for index, text in enumerate(question.choices)]
        bars = list(answers.items())[:MOST_BARS]
        others = sum(answers.values()) - sum(count for _, count in bars)
        return [*bars, *([("others", others)] if others else [])]

    def _count_soon(self) -> None:
        """Send the counts to the lecturers in a moment, however many votes come until then."""
        if not self._count_due:
            self._count_due = True
            asyncio.get_running_loop().call_later(_BETWEEN_COUNTS, self._send_counts)

    def _send_counts(self) -> None:
        self._count_due = False
        self._send_polls(*(each for each in self.followers if each.is_lecturer))


def text_in(message: Any, name: str) -> str:
    """Return a text in a message, "" if there is none."""
    text = message.get(name) if isinstance(message, dict) else None
    return text if isinstance(text, str) else ""


def _number(message: Any, name: str, end: int) -> int:
    """Return a number in a message, from 0 to below its end.

    Raises
    ------
    RoomError
        If there is none.
    """
    number = message.get(name) if isinstance(message, dict) else None
    if type(number) is not int or not 0 <= number < end:
        raise RoomError(f"{name} is a number from 0 to {end - 1:,}; reload the page")
    return number
