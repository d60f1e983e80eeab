"""Messages of Python to the browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict

from explorer.drawing.messages.document import Exact, GameDocument
from explorer.drawing.messages.orders import OrderList
from explorer.drawing.messages.theme import Theme
from explorer.drawing.messages.trace import ChunkData, JumpData, QuestionsData, TraceData


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
    """A remedy, named for Python and for the user."""

    name: str
    title: str


class RefusalData(TypedDict):
    """The reason why the chosen algorithm cannot run on the graph, with remedies."""

    title: str
    message: str
    node: str | None
    cycle: Sequence[str]
    remedies: list[Remedy]


class PartData(TypedDict):
    """State of the part of a graph that the stage shows."""

    hidden: list[tuple[str, int]]  # nodes, and how many of the successors of each are hidden
    foldable: list[str]  # nodes at which others were opened
    selection: str | None  # the node to select
    centre: str  # the node in the middle
    root: str | None  # that of the graph, which may be hidden
    most: int  # how many nodes of a path it makes sense to ask for


class ShareData(TypedDict):
    """Data of the share menu: the query of a link to the graph, or the reason why there is none; and the target of
    links."""

    title: NotRequired[str]
    path: NotRequired[str]
    base: NotRequired[str]
    query: NotRequired[str]
    reason: NotRequired[str]


class WhySentence(TypedDict):
    """A sentence of an explanation: the places of names in it, and the nodes and moves that it highlights."""

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
    """An explanation of the score of a node, see `explorer.drawing.why_data`."""

    question: str  # a name for it
    what: str  # as the question has it
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


class ClaimData(TypedDict):
    """The sentence of the panel on a user's value; for a wrong one also a tag with the score and the value."""

    text: str
    tag: str


class ComparedData(TypedDict):
    """A user's values beside the scores, see `explorer.drawing.compared_data`."""

    lines: list[str]
    actions: list[Remedy]
    claims: list[ClaimData]
    nodes: list[tuple[str, int]]  # with their places among the claims
    at: WhySentence | None  # the proof that one of them is wrong, about its first node


class EditedData(TypedDict):
    """Effects of the last edit: a line, the nodes with another score, and the number of the edit."""

    text: str
    nodes: list[str]
    number: int


class TriedData(TypedDict):
    """The look of a node while values are on trial, and whether the rule holds there; null: it is not checked."""

    text: str
    fill: str
    ink: str
    holds: bool | None


class FunctionData(TypedDict):
    """A score as a function of the value of endless play: both ends of its range, and a sentence."""

    lower: Exact
    upper: Exact
    words: str


class FunctionsData(TypedDict):
    """The functions that nodes have, and the place of each node's own among them."""

    functions: Sequence[FunctionData]
    of: Mapping[str, int]


class SceneData(TypedDict):
    """Fields of a scene that only the browser stores; the number rises with every new scene."""

    number: int
    select: str
    lecture: bool
    mode: str
    step: int


class FileData(TypedDict):
    """A name for the file of a document, which does not reveal its place; and for this version of it."""

    id: str
    version: str


class PageData(TypedDict):
    """Data of a page for its stage."""

    share: NotRequired[ShareData | None]  # without it there is no share menu
    scene: NotRequired[SceneData | None]  # that is shown for the first time
    picks: NotRequired[list[str]]  # the nodes that can be picked by a click
    refusal: NotRequired[RefusalData | None]
    why: NotRequired[WhyData | None]
    last_edit: NotRequired[EditedData | None]
    comparison: NotRequired[ComparedData | None]
    ends: NotRequired[Mapping[str, int]]  # moves to the end under best play, by node; -1 where play goes on
    functions: NotRequired[FunctionsData | None]  # where the score of a node depends on the value of endless play
    trials: NotRequired[dict[str, TriedData]]  # looks of nodes while values are on trial
    listens: NotRequired[bool]  # whether the page shows something of each step, and so hears of it at once


class StageData(PageData):
    """All data of a stage; document and trace only if they are not those that it has."""

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
    file: NotRequired[FileData | None]
    own: NotRequired[str]
    about: NotRequired[str]
    again: NotRequired[bool]
    title: NotRequired[str]
    expandable: NotRequired[bool]
    in_lockstep: NotRequired[bool]
    orders: NotRequired[Sequence[OrderList]]
    moreProblems: NotRequired[int]
    bar: NotRequired[bool]  # the page has a bar, for everything that is not about a step
    draws: NotRequired[bool]  # drawing tools are there from the beginning
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
    slide: NotRequired[bool]  # beside the text of a slide
    ask: NotRequired[int | None]
    questions: NotRequired[QuestionsData]


class Way(TypedDict):
    """A way to step two stages: for each its steps by moment, and the moments at which a difference begins."""

    name: str
    title: str
    steps: Sequence[Sequence[int]]
    differences: Sequence[int]
    limit: str  # how far the runs were compared, if not to their ends


class StripData(TypedDict):
    """A number for each moment, all called by one name, such as sₙ(a)."""

    name: str
    values: Sequence[str]


class ControlData(TypedDict):
    """All data of the control of a lock-step; one with a strip shows the caption of both stages as one."""

    id: str
    leads: tuple[str, str]
    seq: int
    at: int  # the moment to begin with
    ways: list[Way]
    strip: NotRequired[StripData | None]
    scene: NotRequired[SceneData | None]
    listens: NotRequired[bool]  # whether Python shows something of each moment


class TablesData(TypedDict):
    """A request to the primary stage to show its tables here."""

    tables: Literal[True]


class AddressData(TypedDict):
    """The query of the address; names in it of which another text is still the same scene; and those of them whose
    values only the browser has."""

    query: str
    loose: Sequence[str]
    browser_keys: Sequence[str]
    run: int


class BarEntry(TypedDict):
    """An entry of a menu; the bar sends back its `name`."""

    name: str
    title: str
    line: NotRequired[str]  # a sentence on the picture
    source: NotRequired[str]
    also: NotRequired[str]  # other words by which it is found
    picture: NotRequired[str]  # as SVG
    needs: NotRequired[str]  # why it cannot be chosen now


class BarGroup(TypedDict):
    """A heading with the entries below it."""

    title: str
    entries: Sequence[BarEntry]


class BarOption(TypedDict):
    """An option of the algorithm: one of its choices, on or off, or a text; and its value."""

    name: str
    title: str
    help: str
    value: str
    kind: Literal["choice", "switch", "number", "text"]
    choices: NotRequired[Sequence[tuple[str, str]]]
    minimum: NotRequired[float | None]
    maximum: NotRequired[float | None]


class BarRun(TypedDict):
    """An algorithm that is chosen in the bar: what the bar sends back is `name` with the algorithm."""

    name: Literal["algorithm", "left", "right"]
    title: str  # of the algorithm
    label: str  # the same, on Compare with the options that are not at their defaults
    options: Sequence[BarOption]


class BarAction(TypedDict):
    """An action of Python, with a button in the bar; the bar sends `what` with `value`."""

    what: str
    value: str
    title: str
    help: NotRequired[str]
    pressed: NotRequired[bool]


class BarData(TypedDict):
    """All data of the bar; the lists only if they are not those that it has."""

    views: Sequence[BarEntry]  # of the page, or its parts
    view: str
    title: str  # of the graph; "" where there is none
    about: str
    actions: Sequence[BarAction]  # on the graph as a whole
    notes: Sequence[str]  # facts on the graph
    runs: Sequence[BarRun]
    choosable: bool  # another algorithm can be chosen
    tag: int  # of the list of algorithms
    groups: NotRequired[Sequence[BarGroup]]  # the algorithms
    samples: NotRequired[Sequence[BarGroup]]  # once the bar has asked for them
    endless: str | None
    rule: str | None  # about repetition; "" for none
    range: str | None  # of leaf scores; "" where none is known, None where it cannot be set
    wrong: str  # the reason why the last choice was refused
    help: str  # the page of the help that ? opens, "" where it closes it
    exports: bool  # there is something on screen that can be exported
