"""What travels between Python and the browser, described once.

The scripts of the stage are checked against `explorer/stage/frontend/messages.d.ts`, which is written from this module
by `python -m tests.frontend.declarations`; a test holds the two together, and another every message that is sent to
what stands here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict

Exact = int | float | str
"""A score as JSON holds it exactly: a fraction and a large integer as text."""

PlayerName = Literal["max", "min"]
KindName = Literal["max", "min", "mover", "leaf", "open"]
CopyRole = Literal["fresh", "unread", "back-link", "hidden"]
RoleName = Literal["unknown", "tentative", "conditional", "lower", "upper", "final"]
Ends = tuple[str, str]
"""The two nodes of a move."""


class NodeRecord(TypedDict):
    """A node of a document; `of`, `above` and `copy` are those of a copy in an unwound tree."""

    id: str
    label: NotRequired[str]
    player: NotRequired[PlayerName]
    score: NotRequired[Exact]
    open: NotRequired[bool]
    x: NotRequired[float]
    y: NotRequired[float]
    pinned: NotRequired[bool]
    picture: NotRequired[str]
    board: NotRequired[str]
    of: NotRequired[str]
    above: NotRequired[str]
    copy: NotRequired[CopyRole]


class NodeComments(TypedDict):
    """Comments in the text of a document: on lines above that of a node, and beside it."""

    above: list[str]
    beside: str


class Meta(TypedDict):
    """What a document says besides its nodes and moves."""

    format: NotRequired[str]
    version: NotRequired[int]
    name: NotRequired[str]
    description: NotRequired[str]
    convention: NotRequired[str]
    root: NotRequired[str]
    board: NotRequired[Mapping[str, Any]]
    tree: NotRequired[bool]
    comments: NotRequired[Mapping[str, NodeComments]]


class GameDocument(Meta):
    """A game graph as the `.game.json` format has it."""

    nodes: list[NodeRecord]
    moves: list[Ends]


# ---- the theme


class Ring(TypedDict):
    light: str
    dark: str
    width: float
    dash: Sequence[float]


class FinalityLook(TypedDict):
    name: str
    left: Ring
    right: Ring
    meaning: str
    of_bounds: str


class ShapeLook(TypedDict):
    shape: str
    meaning: str


class MarkLook(TypedDict):
    colour: str
    meaning: str


class CopyLook(TypedDict):
    style: str
    meaning: str


class BoardColour(TypedDict):
    light: str
    dark: str


class Fill(TypedDict):
    """The look of a score."""

    text: str
    fill: str
    ink: str


Vertex = tuple[float, float]
"""A corner of an outline, in radii, or a position on a node."""


class CardSizes(TypedDict):
    """The sizes of a node with a board, see `explorer.drawing.geometry`."""

    pad: float
    gap: float
    glyph: float
    smallest: float
    largest: float
    cell: float
    corner: float


class Geometry(TypedDict):
    """The sizes of nodes, see `explorer.drawing.geometry`."""

    radius: float
    filled: float
    halo: float
    halves: Mapping[str, Sequence[Vertex]]
    scoreSizes: Sequence[tuple[int, float]]
    boundSizes: Sequence[tuple[int, float, float]]
    boundHeights: tuple[float, float]
    mark: Vertex
    markRadius: float
    loop: float
    loopHead: Sequence[Vertex]
    own: float
    ownHeight: float
    card: CardSizes


class Theme(TypedDict):
    finality: dict[RoleName, FinalityLook]
    roles: list[RoleName]
    shapes: dict[KindName, ShapeLook]
    activity: dict[str, MarkLook]
    signs: dict[str, str]
    copies: dict[CopyRole, CopyLook]
    board: dict[str, BoardColour]
    edge: str
    marks: dict[str, MarkLook]
    meanings: dict[str, str]
    relations: dict[str, str]
    noScore: Fill
    largestDrawn: int
    geometry: Geometry
    negative: Fill
    zero: Fill
    positive: Fill


# ---- a trace


MemoEntry = tuple[int, int, int, int, int, list[int]]
"""An entry of a memo: node, 1 for the other player to move, place of the score, place of the relation, 1 if it was made
of an entry that was not valid, and twice each node of its dependency set, plus 1 for the other player to move."""


class StepData(TypedDict):
    """One step of a trace; its letters are explained in `SentTrace`."""

    c: str
    l: int
    s: list[int]
    r: list[int]
    a: list[int]
    f: int
    m: list[int] | None
    p: int
    k: list[int]
    o: list[tuple[int, str]]
    e: NotRequired[list[int]]
    n: NotRequired[list[int]]
    b: NotRequired[list[int]]
    w: NotRequired[list[int]]
    g: NotRequired[list[int]]
    q: NotRequired[list[tuple[int, int, str]]]
    y: NotRequired[list[MemoEntry]]


class StartData(TypedDict):
    """How things stand before the first step of a chunk, as a step would bring it about."""

    s: list[int]
    r: list[int]
    o: list[tuple[int, str]]
    e: NotRequired[list[int]]
    b: NotRequired[list[int]]
    w: NotRequired[list[int]]
    g: NotRequired[list[int]]
    y: NotRequired[list[MemoEntry]]


class ChunkData(TypedDict):
    """Steps of a trace that follow each other: `chunkLength` of them, or those that are left at its end."""

    number: int
    start: StartData
    steps: list[StepData]
    cells: list[tuple[int, int]]
    others: NotRequired[list[tuple[str, str]]]


class EndlessData(TypedDict):
    """What endless play can be set to."""

    worths: list[Fill]
    exact: list[Exact]
    places: list[int]
    notches: list[int]


class Sign(TypedDict):
    """What stands before a number that is no score but a bound or an estimate of one; `scored` if it has its colour."""

    text: str
    scored: bool


class MemoData(TypedDict):
    """A memo: what it is called, what stands before numbers by their relation, and whether a node is two states."""

    title: str
    signs: list[str]
    doubled: bool


class TraceData(TypedDict):
    """A trace as `SentTrace` writes it, or one picture as `still_data` does, which has no algorithm."""

    nodes: list[str]
    values: list[Fill]
    bounded: bool
    roles: list[RoleName]
    activities: list[str]
    counters: Sequence[str]
    pseudocode: Sequence[str]
    length: int
    chunkLength: int
    chunks: list[ChunkData]  # those that the browser has to begin with
    cut: str
    first: NotRequired[int]  # the number in its run of the first step that is here
    algorithm: NotRequired[str]
    title: NotRequired[str]
    warning: NotRequired[str]
    linesOff: NotRequired[list[int]]
    notesTitle: NotRequired[str]
    fills: NotRequired[str]
    words: NotRequired[Mapping[str, Exact]]
    windowed: NotRequired[bool]
    signs: NotRequired[list[Sign]]
    memo: NotRequired[MemoData]
    endless: NotRequired[EndlessData]
    found: NotRequired[list[int]]
    expanded: NotRequired[list[int]]
    opacities: NotRequired[Mapping[str, float]]
    focusMark: NotRequired[str]


# ---- to the browser


class VisNode(TypedDict):
    """A node as vis-network takes it; what pyvis says besides is passed on."""

    id: str


VisEdge = TypedDict("VisEdge", {"id": str, "from": str, "to": str})
"""A move as vis-network takes it."""


class EndlessValue(TypedDict):
    """The value of endless play; the number rises whenever the slider sets it, so that no older value undoes it."""

    value: Exact
    number: int


class NetworkParts(TypedDict):
    nodes: list[VisNode]
    edges: list[VisEdge]
    options: dict[str, Any]


class ProblemData(TypedDict):
    message: str
    severity: Literal["error", "warning", "note"]
    node: str | None
    cycle: Sequence[str]


class Remedy(TypedDict):
    """Something that would help, named for Python and for the user."""

    name: str
    title: str


class RefusalData(TypedDict):
    """Why the chosen algorithm cannot run on the graph, and what would help."""

    title: str
    message: str
    node: str | None
    cycle: Sequence[str]
    remedies: list[Remedy]


class PartData(TypedDict):
    """What is told of a part of a graph, see `Stage.replace`."""

    hidden: list[tuple[str, int]]
    foldable: list[str]
    marked: str | None
    centre: str
    most: int


class ShareData(TypedDict):
    """What the share menu needs: the query of a link to the graph, or why there is none; and where links lead."""

    title: NotRequired[str]
    path: NotRequired[str]
    base: NotRequired[str]
    query: NotRequired[str]
    refused: NotRequired[str]


class PutOrder(TypedDict):
    """A new node, or another record; of one that is there, what is in `keep` stays as the browser has it."""

    do: Literal["put"]
    node: NodeRecord
    keep: NotRequired[list[Literal["kind", "label"]]]


class RenameOrder(TypedDict):
    do: Literal["rename"]
    id: str
    name: str


class RemoveOrder(TypedDict):
    do: Literal["remove"]
    nodes: NotRequired[list[str]]
    moves: NotRequired[list[Ends]]


ConnectOrder = TypedDict("ConnectOrder", {"do": Literal["connect"], "from": str, "to": str})


class RedirectOrder(TypedDict):
    """Another move in the place of one."""

    do: Literal["redirect"]
    move: Ends
    to: Ends


class PlaceOrder(TypedDict):
    do: Literal["place"]
    places: Mapping[str, Sequence[float]]


class DescribeOrder(TypedDict):
    """Root, name or description."""

    do: Literal["describe"]
    fields: Meta


Order = PutOrder | RenameOrder | RemoveOrder | ConnectOrder | RedirectOrder | PlaceOrder | DescribeOrder


class OrderList(TypedDict):
    """Orders that are carried out as one edit, and a sentence to be said."""

    number: int
    list: Sequence[Order]
    text: str


class WhySentence(TypedDict):
    """A sentence of an explanation, where names of nodes stand in it, and what it lights: moves with their marks."""

    text: str
    names: list[tuple[int, int, str]]
    nodes: list[str]
    moves: list[tuple[str, str, str]]
    depth: int


class WhyLink(TypedDict):
    """A step of the run from which a value comes."""

    step: int
    node: str
    text: str


class WhyData(TypedDict):
    """Why a node has its score, see `explorer.drawing.why_data`."""

    asked: str  # names the question
    node: str
    title: str
    sentences: list[WhySentence]
    expected: str
    against: list[WhySentence]
    playable: bool
    links: list[WhyLink]
    step: int
    failure: str
    text: str


class EditedData(TypedDict):
    """What the last edit changed: a line, and the nodes with another score."""

    text: str
    nodes: list[str]


class SceneData(TypedDict):
    """What a scene says of a page that only the browser keeps; the number rises with every scene that is shown."""

    number: int
    select: str
    lecture: bool
    mode: str
    step: int


class StageData(TypedDict):
    """All that a stage is given; document and trace only if they are not those that it has."""

    id: str
    epoch: str
    ack: int
    seq: int
    fresh: bool
    editable: bool
    primary: bool
    panel: bool
    transport: bool
    step: int
    restart: bool
    endless: EndlessValue
    problems: list[ProblemData]
    keep: NotRequired[bool | None]
    again: NotRequired[bool]
    title: NotRequired[str]
    expandable: NotRequired[bool]
    led: NotRequired[bool]
    orders: NotRequired[Sequence[OrderList]]
    share: NotRequired[ShareData | None]
    scene: NotRequired[SceneData | None]
    picks: NotRequired[list[str]]
    why: NotRequired[WhyData | None]
    edited: NotRequired[EditedData | None]
    tried: NotRequired[dict[str, bool]]  # whether the rule holds at a node with values on trial
    moreProblems: NotRequired[int]
    refusal: NotRequired[RefusalData | None]
    apart: NotRequired[dict[str, str]]  # entries of menus that cannot be used now, and why
    document: NotRequired[GameDocument | None]
    network: NotRequired[NetworkParts]
    theme: NotRequired[Theme]
    hint: NotRequired[str]
    layouts: NotRequired[dict[str, str]]
    part: NotRequired[PartData]
    trace: NotRequired[TraceData | None]
    chunks: NotRequired[list[ChunkData]]
    jump: NotRequired[JumpData]
    asks: NotRequired[bool]
    ask: NotRequired[int | None]
    questions: NotRequired[QuestionsData]


AnswerData = Exact | list[str]
"""A number, the key of a choice, or the ids of nodes in the order of the graph."""


class QuestionData(TypedDict):
    """A question about what a step is about to do; `legal` are all right answers, `mistakes` what wrong ones show."""

    step: int
    kind: str
    form: Literal["node", "nodes", "score", "choice"]
    text: str
    legal: list[AnswerData]
    mistakes: list[tuple[AnswerData, str]]
    choices: list[tuple[str, str]]
    solution: str
    remark: str
    about: NotRequired[str]


class QuestionsData(TypedDict):
    """The questions that a seed asks about a run, which `run` names: the graph, the algorithm and its options."""

    number: str
    seed: int
    run: str
    cut: str
    asked: list[QuestionData]


class JumpData(TypedDict):
    """Where a jump leads, by its number: to a step, or nowhere."""

    number: str
    step: int | None


class Way(TypedDict):
    """A way to step two stages: for each its steps by moment, and the moments at which a difference begins."""

    name: str
    title: str
    steps: Sequence[Sequence[int]]
    differences: Sequence[int]
    limit: str  # how far the runs were compared, if not to their ends


class ControlData(TypedDict):
    """All that the control of a lock-step is given."""

    id: str
    leads: tuple[str, str]
    seq: int
    at: int  # the moment to begin with
    ways: list[Way]
    scene: NotRequired[SceneData | None]


class AddressData(TypedDict):
    """The query of the address, and names in it: those of which another text is still the same scene, and those of
    them that the browser keeps."""

    query: str
    loose: Sequence[str]
    owned: Sequence[str]


# ---- from the browser


class OpenedMessage(TypedDict):
    """A document that the browser kept and has opened."""

    id: str
    title: str
    step: int
    edited: bool


class DocMessage(TypedDict):
    """The whole document, with its revision and the number of the last orders that were carried out."""

    epoch: str
    rev: int
    ordersDone: int
    sendings: int
    document: GameDocument
    opened: NotRequired[OpenedMessage]


class StepMessage(TypedDict):
    """The step that the player has come to, and the value of endless play."""

    seq: int
    step: int
    endless: EndlessValue


class ChunksMessage(TypedDict):
    """Chunks of the trace that the browser wants."""

    seq: int
    wanted: list[int]
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


class RemedyMessage(TypedDict):
    """What the user chose of what would help where an algorithm cannot run."""

    name: str
    seq: int
    epoch: str
    number: str


class WhyMessage(TypedDict):
    """The user asks why a node has its score, or no longer, or wants to play against what refutes another value,
    or to compare the graph before and after the last edit."""

    what: Literal["ask", "close", "play", "compare"]
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
    remedy: RemedyMessage
    file: FileMessage
    questions: QuestionsMessage
    why: WhyMessage
    moment: MomentMessage
