"""One stage of a session: its content, what was sent, and the edits that come back.

The browser owns the document.  It sends the whole document with a rising `rev`; an edit is taken only for the present
`epoch` and a higher `rev`, and acknowledged with `ack`.  Python replaces the document only by a new epoch.  The heavy
parts, document and trace, travel once; the browser asks with `need` when one is missing.  Of a long trace only chunks
travel: the browser asks for others with `chunks`, and with `jump` for the next step in which something happens.

What Python wants changed in the document it orders: the browser carries the orders out as an edit of the user's, each
once, and says with the edit which ones it has carried out.  What only Python can work out (a layout) the browser asks
for with `ask`, a click on an open node of an expandable stage comes as `expand`, and one on a node that is offered as
`pick`.
"""

from __future__ import annotations

import secrets
from base64 import b64decode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Unpack, cast

from explorer.drawing.messages.document import Exact
from explorer.drawing.messages.orders import Order, OrderList
from explorer.drawing.messages.to_browser import FileData, PageData, PartData
from explorer.drawing.question_data import questions_data
from explorer.drawing.stage_data import graph_parts, strict_json
from explorer.drawing.trace_data import CHUNK, SentTrace
from explorer.model.check import Problem
from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, parse_endless, score_to_json
from explorer.stage.component import mount
from explorer.stage.requests import Edit, ExpandRequest, Inbox, StoredDocument, WhyRequest

MOST_PROBLEMS = 200  # that travel to the browser with every run
_SENT = (
    "id", "fresh", "keep", "file", "own", "about", "again", "title", "expandable", "in_lockstep", "primary", "panel",
    "transport", "asks", "ask", "slide", "draws", "bar",
)  # fmt: skip
"""The attributes of a stage that travel with every run."""

_OF_TRACE = ("chunks", "jump", "questions")  # requests for parts of a trace


@dataclass(frozen=True)
class SentPart:
    """A part of the data that stays the same between runs: JSON text, and the tag that was sent with it."""

    tag: str | int
    text: str


_Tags = tuple[str | int, str | int]  # of document and trace


@dataclass
class Stage:
    """A canvas with its player, held in the session under its own id.

    Attributes
    ----------
    id : names the canvas in the browser; it keeps view and undo while the page is away.
    title : the user's title of the document; the browser stores it under this title.
    keep : whether the document is the user's own, which the browser keeps even unedited; None: it keeps none.
    file : the file of the document; the browser keeps one unedited document of a file.
    own : the name of the document in an address; the browser keeps it under this name, too.
    about : the description of the graph, as long as it is true of it.
    primary : whether its keys work before anything was clicked.
    expandable : whether a click on an open node asks to expand it, or on a node of a part of a graph to show more of
        its successors; such a stage is not editable.
    again : whether the document is the one before, shown whole again, or in part; the browser keeps what is undone.
    slide : whether it stands beside the text of a slide.
    draws : whether its drawing tools are there from the beginning.
    bar : whether a bar above it has everything that is not about a step.
    in_lockstep : whether a `Lockstep` of the page chooses its steps; Python does not hear of them then.
    """

    id: str
    editable: bool = False
    primary: bool = True
    panel: bool = True
    transport: bool = True
    hint: str = ""
    title: str = ""
    keep: bool | None = None
    file: FileData | None = None
    own: str = ""
    about: str = ""
    expandable: bool = False
    again: bool = False
    in_lockstep: bool = False
    asks: bool = False  # whether questions about the next step can be asked
    ask: int | None = None  # the seed of the questions that a link asks
    slide: bool = False
    draws: bool = False
    bar: bool = False
    fresh: bool = True  # nothing was opened or edited in this session yet
    rev: int = 0
    _opening: str = ""  # the id of the document that the browser opened last
    _new_document: Mapping[str, Any] = field(
        default_factory=dict
    )  # the document that has come and was not looked at yet
    _last_position: dict[str, Any] = field(default_factory=dict)  # the position of the player as the page was left
    _document: SentPart = field(default_factory=lambda: SentPart("", '"document":null'))
    _trace: SentPart = field(default_factory=lambda: SentPart(0, "null"))
    _sent_trace: SentTrace | None = None  # the browser may ask for more of it
    _sent: tuple[_Tags, object] = ("", -1), None  # tags of the sent parts, and the `need` of the browser then
    _restart: bool = True
    _endless: int = 0  # the number of the value of endless play that the slider set last
    _slider_values: Sequence[Exact] | None = None  # by the slider, if there is one
    _epochs: set[str | int] = field(default_factory=set)
    _orders: list[OrderList] = field(default_factory=list)
    _order_count: int = 0

    def __post_init__(self) -> None:
        self._inbox = Inbox(self.key)

    @property
    def key(self) -> str:
        return f"stage_{self.id}"

    @property
    def epoch(self) -> str:
        """A name for the document that Python gave last; a new document has another."""
        return str(self._document.tag)

    @property
    def seq(self) -> int:
        """The number of the trace that Python gave last."""
        return int(self._trace.tag)

    @property
    def document_name(self) -> str:
        """A name for the present document, whether Python or the browser has opened it."""
        return f"{self.epoch}/{self._opening}"

    def show_graph(self, graph: GameGraph, part: PartData | None = None) -> None:
        """Show another graph, under a new epoch, or the part of one that `part` describes."""
        parts = graph_parts(graph, self.hint) | ({} if part is None else {"part": part})
        self._document = SentPart(secrets.token_hex(8), strict_json(parts)[1:-1])
        self._epochs.add(self._document.tag)
        self.rev = 0
        self.fresh = False
        self._opening = ""
        self._orders.clear()

    def set_trace(self, data: SentTrace | Mapping[str, Any] | None, *, restart: bool, at: int = 0) -> None:
        """Show another trace; none dims the last picture. `restart`: go to the step given to `show`.

        Of a long trace only the steps around `at` travel at first.
        """
        self._sent_trace = data if isinstance(data, SentTrace) else None
        parts = data.data(at) if isinstance(data, SentTrace) else data
        self._trace = SentPart(int(self._trace.tag) + 1, strict_json(parts))
        self._slider_values = (parts or {}).get("endless", {}).get("exact")
        self._restart = restart

    def offers(self, endless: Score) -> bool:
        """Return whether the slider offers this value of endless play; true without a slider."""
        return self._slider_values is None or score_to_json(endless) in self._slider_values

    def edit(self) -> Edit | None:
        """Accept and return an edit that has come from the browser, if it is new."""
        self._store_messages()
        message, self._new_document = self._new_document, {}
        if not self._is_of_document(message) or message["rev"] <= self.rev:
            return None
        self.rev = message["rev"]
        self._orders = [order for order in self._orders if order["number"] > message.get("ordersDone", 0)]
        opened = self._opened_document(message.get("opened"))
        if opened is None and not self.editable:
            return None
        self.fresh = False
        return Edit(self.rev, message["document"], opened, message.get("changes", 0))

    def _store_messages(self) -> None:
        """Store the document that has come, and the step at which the page was left.

        The run that a document asked for may be cut short before it asks for an edit, and Streamlit keeps nothing of
        that step.
        """
        for event, value in self._inbox.events():
            if event == "doc":
                self._new_document = value
            if event == "step":
                self._last_position = {"step": value, "endless": value}

    def _opened_document(self, message: Mapping[str, Any] | None) -> StoredDocument | None:
        """Return the document that the browser has opened, once for each."""
        if message is None or message["id"] == self._opening:
            return None
        self._opening = message["id"]
        self._orders.clear()  # they were for the document before
        return StoredDocument(message["title"], max(0, message["step"]), message["edited"], message.get("own", ""))

    def step(self) -> int | None:
        """Return the step that the player reported for the present trace."""
        message = self._player_position("step")
        return message["step"] if self._is_of_trace(message) else None

    def endless(self) -> Score | None:
        """Return the value of endless play that the slider was set to, once for each time."""
        message = self._player_position("endless").get("endless")
        if message is None or message["number"] == self._endless:
            return None
        try:
            worth = parse_endless(message["value"])
        except OptionError:
            return None
        self._endless = message["number"]
        return worth

    @property
    def seed(self) -> int | None:
        """The seed of the questions that are asked, None while none are."""
        message = self._inbox.message("questions")
        return (message["seed"] if message["on"] else None) if message else self.ask

    def layout_request(self) -> Mapping[str, Any] | None:
        """Return a new request of the browser to lay out nodes."""
        question = self._inbox.take("ask")
        return question if self._is_of_document(question) else None  # and not of a session that ended

    def expand_request(self) -> ExpandRequest | None:
        """Return the request to expand a node, once for each click.

        A click that came while the one before was carried out still counts, though the document has another epoch by
        now; one from before a restart of the server does not.
        """
        message = self._inbox.take("expand")
        if message.get("epoch") not in self._epochs:
            return None
        return ExpandRequest(message["id"], message["step"] if self._is_of_trace(message) else None, message["what"])

    def picked_node(self) -> str | None:
        """Return the node that the user picked, once for each click on the present picture."""
        return self._choice_on_picture("pick", "id")

    def remedy(self) -> str | None:
        """Return the name of the remedy that the user chose, once for each press on the present refusal."""
        return self._choice_on_picture("remedy", "name")

    def _choice_on_picture(self, what: str, part: str) -> str | None:
        """Return a part of a new message, if it belongs to the present document and trace."""
        message = self._inbox.take(what)
        return message[part] if self._is_of_document(message) and self._is_of_trace(message) else None

    def dropped_file(self) -> tuple[str, bytes] | None:
        """Return name and content of a file that was dropped on the page, once for each."""
        message = self._inbox.take("file")
        return (message["name"], b64decode(message["content"])) if message else None

    def title_in_browser(self) -> tuple[str, str] | None:
        """Return the title of the open document in the browser and its name in an address, once for each message."""
        message = self._inbox.new("called")
        if not self._is_of_document(message) or message["opened"] != self._opening:
            return None
        self._inbox.take("called")
        return message["title"], message.get("own", "")

    def walk_choice(self) -> tuple[str, str] | None:
        """Return the name and the number of an action that the user chose where values are compared, once for each.

        One at a part of the graph that was shown before counts, too.
        """
        message = self._inbox.take("walk")
        return (message["name"], message["number"]) if message.get("epoch") in self._epochs else None

    def why_request(self) -> WhyRequest | None:
        """Return a new question of the user about a score."""
        message = self._inbox.take("why")
        if message.get("epoch") not in self._epochs:
            return None
        return WhyRequest(message["what"], message["id"], message["expected"], message["step"], message["number"])

    def order(self, *steps: Mapping[str, Any], text: str = "") -> None:
        """Have the document changed, all steps as one edit, and a sentence said.

        A step is `{"do": "place", "places": {id: [x, y]}}` or, with the range of scores, root, name or description,
        `{"do": "describe", "fields": {…}}`.
        """
        self._order_count += 1
        self._orders.append({"number": self._order_count, "list": cast("Sequence[Order]", steps), "text": text})

    def show(
        self,
        *,
        step: int = 0,
        endless: Score = 0,
        problems: Sequence[Problem] = (),
        height: int = 640,
        **page: Unpack[PageData],
    ) -> None:
        """Mount the stage in the page, with the messages of the page."""
        head = self._stage_settings() | page
        head |= {
            "step": step,
            "endless": {"value": score_to_json(endless), "number": self._endless},
            "problems": [
                {"message": p.message, "severity": p.severity.value, "node": p.node, "cycle": p.cycle}
                for p in problems[:MOST_PROBLEMS]
            ],
            "moreProblems": max(0, len(problems) - MOST_PROBLEMS),
        }
        need = self._inbox.value("need")
        text = f"{strict_json(head)[:-1]}{self._missing_data(need)}{self._requested_parts()}}}"
        mount(text.encode(), key=self.key, height=height, hear=self._store_messages)
        self._sent, self._restart = (self._tags, need), False  # the run may have been cut short before
        for name in _OF_TRACE:
            self._inbox.take(name)

    def _stage_settings(self) -> dict[str, Any]:
        """Return the settings of the stage."""
        return {name: getattr(self, name) for name in _SENT} | {
            "epoch": self.epoch,
            "ack": self.rev,
            "seq": self.seq,
            "editable": self.editable and not self.expandable,
            "restart": self._restart,
            "orders": self._orders,
        }

    def _missing_data(self, need: object) -> str:
        """Return document and trace, where the browser does not have them, as JSON entries that follow others."""
        tags, needed = self._sent
        text = f",{self._document.text}" if need != needed or tags[0] != self._document.tag else ""
        return text + (f',"trace":{self._trace.text}' if need != needed or tags != self._tags else "")

    def _requested_parts(self) -> str:
        """Return the new chunks, jumps and questions that the browser asked for, as JSON entries that follow others."""
        sent, parts = self._sent_trace, dict[str, Any]()
        if sent is None:
            return ""
        wish, jump, quiz = (
            message if self._is_of_trace(message) else {} for message in map(self._inbox.new, _OF_TRACE)
        )
        wanted = set(wish.get("chunks", ()))
        if jump:
            step = sent.jump(jump["to"], jump["name"], jump["step"], forward=jump["forward"])
            parts["jump"] = {"number": jump["number"], "step": step}
            wanted |= set() if step is None else {step // CHUNK}
        if self.seed is not None and quiz and not sent.is_unfinished:  # asked again of the whole run
            seed, number = quiz["seed"], quiz["number"]
            parts["questions"] = questions_data(sent.trace, seed=seed, number=number, visible_ids=sent.visible_ids)
        if listed := sorted(wanted & set(range(sent.chunks))):
            parts["chunks"] = [sent.chunk(number) for number in listed]
        return "".join(f',"{name}":{strict_json(part)}' for name, part in parts.items())

    @property
    def _tags(self) -> _Tags:
        """The tags of the present document and trace."""
        return self._document.tag, self._trace.tag

    def _is_of_document(self, message: Mapping[str, Any]) -> bool:
        """Return whether a message of the browser is about the present document."""
        return bool(message.get("epoch") == self._document.tag)

    def _is_of_trace(self, message: Mapping[str, Any]) -> bool:
        """Return whether a message of the browser is about the present trace."""
        return bool(message.get("seq") == self._trace.tag)

    def _player_position(self, part: str) -> Mapping[str, Any]:
        """Return the last position of the player; where it was when the page was left, once."""
        left_at: Mapping[str, Any] = self._last_position.pop(part, {})
        return left_at or self._inbox.message("step")
