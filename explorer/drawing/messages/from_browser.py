"""What the browser sends to Python."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from explorer.drawing.messages.document import GameDocument
from explorer.drawing.messages.to_browser import EndlessValue


class OpenedMessage(TypedDict):
    """A document that the browser kept and has opened; `own` is its name in an address."""

    id: str
    title: str
    step: int
    edited: bool
    own: NotRequired[str]


class CalledMessage(TypedDict):
    """What the browser calls the open document among those that it keeps; `opened` is that of an `OpenedMessage`."""

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
    """Chunks of the trace that the browser wants."""

    seq: int
    chunks: list[int]
    number: str


class JumpMessage(TypedDict):
    """The next step, or the one before, is wanted in which a node changes or a counter rises."""

    seq: int
    to: Literal["change", "rise"]
    name: str
    step: int
    forward: bool
    number: str


class QuestionsMessage(TypedDict):
    """The questions that a seed asks about the trace are wanted; or, with `on` false, no more."""

    seq: int
    seed: int
    on: bool
    number: str


class AskMessage(TypedDict):
    """What only Python can work out: a layout."""

    what: Literal["arrange"]
    layout: str
    ids: list[str]
    pinned: list[str]
    aspect: float  # of the canvas
    epoch: str
    number: str


Wish = Literal["open", "fold", "reveal", "centre", "find"]


class ExpandMessage(TypedDict):
    """What is to be done at a node."""

    id: str
    what: Wish
    step: int
    seq: int
    epoch: str
    number: str


class PickMessage(TypedDict):
    """The node that was picked among those that are offered."""

    id: str
    seq: int
    epoch: str
    number: str


class ChoiceMessage(TypedDict):
    """What the user chose of what would help where an algorithm cannot run, or where values are compared."""

    name: str
    seq: int
    epoch: str
    number: str


class WhyMessage(TypedDict):
    """The user asks why a node has its score, how play gets there ("path") or goes on ("line"), or no longer, or wants
    to play against what refutes another value, or to compare the graph before and after the last edit."""

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
    """Where the stages of a lock-step stand: the moment of a way to step, of the ways with this number."""

    seq: int
    way: str
    at: int


class BarMessage(TypedDict):
    """What was chosen in the bar."""

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
