"""Messages of the browser to Python."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from explorer.drawing.messages.document import GameDocument
from explorer.drawing.messages.to_browser import EndlessValue


class OpenedMessage(TypedDict):
    """A document that the browser had stored and has opened; `own` is its name in an address."""

    id: str
    title: str
    step: int
    edited: bool
    own: NotRequired[str]


class CalledMessage(TypedDict):
    """The title of the open document in the browser; `opened` is the `id` of its `OpenedMessage`."""

    title: str
    own: NotRequired[str]
    epoch: str
    opened: str
    number: str


class DocMessage(TypedDict):
    """The whole document, with its revision and the number of the last orders that were carried out.

    `changes` counts the edits since it was made, whichever page they came from.
    """

    epoch: str
    rev: int
    ordersDone: int
    document: GameDocument
    opened: NotRequired[OpenedMessage]
    changes: NotRequired[int]


class StepMessage(TypedDict):
    """The step that the player has come to, and the value of endless play."""

    seq: int
    step: int
    endless: EndlessValue


class ChunksMessage(TypedDict):
    """A request for chunks of the trace, by their numbers."""

    seq: int
    chunks: list[int]
    number: str


class JumpMessage(TypedDict):
    """A request for the next or previous step in which a node changes or a counter rises."""

    seq: int
    to: Literal["change", "rise"]
    name: str
    step: int
    forward: bool
    number: str


class QuestionsMessage(TypedDict):
    """A request for the questions that a seed asks about the trace; with `on` false, the end of them."""

    seq: int
    seed: int
    on: bool
    number: str


class AskMessage(TypedDict):
    """A request that only Python can answer: a layout."""

    what: Literal["arrange"]
    layout: str
    ids: list[str]
    pinned: list[str]
    aspect: float  # of the canvas
    epoch: str
    number: str


Wish = Literal["open", "fold", "reveal", "centre", "find"]


class ExpandMessage(TypedDict):
    """A request to expand, fold, reveal, centre or find a node."""

    id: str
    what: Wish
    step: int
    seq: int
    epoch: str
    number: str


class PickMessage(TypedDict):
    """The node that the user picked among the offered ones."""

    id: str
    seq: int
    epoch: str
    number: str


class ChoiceMessage(TypedDict):
    """The remedy that the user chose where an algorithm cannot run, or the action where values are compared."""

    name: str
    seq: int
    epoch: str
    number: str


class WhyMessage(TypedDict):
    """A question of the user about a score: "ask" why a node has it, the "path" of play to the node, the "line" from
    there on; or "close" the answer, "play" against the refutation of another value, "compare" the graph before and
    after the last edit."""

    what: Literal["ask", "path", "line", "close", "play", "compare"]
    id: str
    expected: str
    step: int
    epoch: str
    number: str


class FileMessage(TypedDict):
    """A file that was dropped on the page, its content in base64."""

    name: str
    content: str
    number: str


class MomentMessage(TypedDict):
    """The moment of the stages of a lock-step, in one of the ways with this number."""

    seq: int
    way: str
    at: int


class BarMessage(TypedDict):
    """A choice in the bar."""

    what: str
    value: str


class FromBrowser(TypedDict):
    """Every message of the browser by its name; `need` names a document and a trace of which a part is missing."""

    doc: DocMessage
    step: StepMessage
    chunks: ChunksMessage
    jump: JumpMessage
    need: str
    ask: AskMessage
    expand: ExpandMessage
    pick: PickMessage
    remedy: ChoiceMessage
    file: FileMessage
    questions: QuestionsMessage
    why: WhyMessage
    walk: ChoiceMessage
    moment: MomentMessage
    called: CalledMessage
    bar: BarMessage
