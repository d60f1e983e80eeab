"""What travels of a trace: its steps in chunks, and questions about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict

from explorer.drawing.messages.document import Exact, RoleName
from explorer.drawing.messages.theme import Fill

MemoEntry = tuple[int, int, int, int, list[int], int, list[int]]
"""An entry of a memo: node, 1 for the other player to move, place of the score, place of the relation; of its
dependency set the first few, how many there are, and those that decide in the steps of its chunk whether all are on the
path: each twice the node, plus 1 for the other player to move."""


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
    ranks: list[int]
    notches: list[int]


class Sign(TypedDict):
    """What stands before a number that is no score but a bound or an estimate of one; `scored` if it has its colour."""

    text: str
    scored: bool


class MemoData(TypedDict):
    """A memo: what it is called, what stands before numbers by their relation, whether a node is two states, and
    whether entries have dependency sets."""

    title: str
    signs: list[str]
    doubled: bool
    sets: bool


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
    left_out: str
    first: NotRequired[int]  # the number in its run of the first step that is here
    algorithm: NotRequired[str]
    title: NotRequired[str]
    warning: NotRequired[str]
    linesOff: NotRequired[list[int]]
    notesTitle: NotRequired[str]
    fills: str  # what the colours mean
    scale: list[str]  # colours from the least to the largest score
    words: NotRequired[Mapping[str, Exact]]
    windowed: NotRequired[bool]
    signs: NotRequired[list[Sign]]
    memo: NotRequired[MemoData]
    endless: NotRequired[EndlessData]
    found: NotRequired[list[int]]
    expanded: NotRequired[list[int]]
    opacities: NotRequired[Mapping[str, float]]
    focusMark: NotRequired[str]


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
    left_out: str
    asked: list[QuestionData]


class JumpData(TypedDict):
    """Where a jump leads, by its number: to a step, or nowhere."""

    number: str
    step: int | None
