"""Messages on a trace: its steps in chunks, and questions about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict

from explorer.drawing.messages.document import Exact, RoleName
from explorer.drawing.messages.theme import Fill

MemoEntry = tuple[int, int, list[int], int, list[int]]
"""What a memo holds of a state: place of the score, place of the relation; of its dependency set the first few, how
many there are, and those that decide in the steps of its chunk whether all are on the path: each twice the node, plus 1
for the other player to move."""

Packed = str
"""Whole numbers: how many bytes each of them takes (1, 2 or 4; 8 for numbers that are not small), and all the bytes in
base64, of each number the least one first."""


PackedColumn = tuple[Packed, Packed, Packed]
"""Changes in the order in which they come: of each the step, the key, and the values that it has from then on."""


class ColumnsData(TypedDict):
    """Changes in the steps of a chunk, in the columns of the recorder; columns without changes are left out.

    Steps count from the first one of the chunk; the changes of step -1 are how things stand before it.  If nothing else
    is said, keys are indices of nodes.  Activity, marks, transits and names are of their step alone; all else stays
    until it changes.
    """

    scores: NotRequired[PackedColumn]  # an index in `values`, -1 for none
    signs: NotRequired[PackedColumn]  # of the scores: an index in `signs`
    bounds: NotRequired[PackedColumn]  # two indices in `values`
    windows: NotRequired[PackedColumn]  # alpha and beta, two indices in `values`, -1 for none
    roles: NotRequired[PackedColumn]  # an index in `roles`
    pruned: NotRequired[PackedColumn]  # 1 if it is cut off
    notes: NotRequired[PackedColumn]  # an index in the `texts` of the chunk
    memo: NotRequired[PackedColumn]  # by twice the node, plus 1 for the other player to move: an index in `entries`
    counts: NotRequired[PackedColumn]  # by counter
    activity: NotRequired[PackedColumn]  # an index in `activities`
    marks: NotRequired[PackedColumn]  # by the node that a move is from: the other node, and an index in `marks`
    transits: NotRequired[
        PackedColumn
    ]  # by the node that a move is from: the other, values (in `texts`), number of signals
    names: NotRequired[PackedColumn]  # where the node is named in the caption, from and to, in characters


class ChunkData(TypedDict):
    """Steps of a trace that follow each other: `chunkLength` of them, or those that are left at its end.

    Of nodes that are not shown nothing is told but where they stand in the focus, on a path or in a caption: their
    indices go on after those of the nodes of the trace, and `others` has their ids and names.
    """

    number: int
    captions: list[str]  # of each step, as are the next four
    lines: Packed  # of the pseudocode
    focus: Packed  # a node, -1 for none
    moves: Packed  # two nodes, -1 for none
    ends: Packed  # of the path: a cell, -1 for none
    cells: Packed  # each a node, or -n for n nodes that are not shown, and the cell before it, -1 for none
    columns: ColumnsData
    texts: list[str]  # of notes and of values on moves
    entries: list[MemoEntry]
    others: NotRequired[list[tuple[str, str]]]


class EndlessData(TypedDict):
    """Values that endless play can be set to."""

    worths: list[Fill]
    exact: list[Exact]
    ranks: list[int]
    notches: list[int]


class Sign(TypedDict):
    """A sign before a number that is a bound or an estimate of a score; `is_score` if it has the colour of one."""

    text: str
    is_score: bool


class MemoData(TypedDict):
    """A memo: its title, the signs before numbers by their relation, whether a node is two states, and whether
    entries have dependency sets."""

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
    marks: Sequence[str]
    counters: Sequence[str]
    pseudocode: Sequence[str]
    length: int
    chunkLength: int
    chunks: list[ChunkData]  # those that the browser has to begin with
    left_out: str
    unfinished: NotRequired[bool]  # whether the run goes on, so that another trace follows with all of its steps
    first: NotRequired[int]  # the number in its run of the first step that is here
    algorithm: NotRequired[str]
    title: NotRequired[str]
    warning: NotRequired[str]
    linesOff: NotRequired[list[int]]
    notesTitle: NotRequired[str]
    fills: str  # the meaning of the colours
    scale: list[str]  # colours from the least to the largest score
    words: NotRequired[Mapping[str, Exact]]
    signs: NotRequired[list[Sign]]
    memo: NotRequired[MemoData]
    endless: NotRequired[EndlessData]
    discovery: NotRequired[list[int]]
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
    """Questions that a seed asks about a run, with a name for the run: a hash of graph, algorithm and options."""

    number: str
    seed: int
    run: str
    left_out: str
    questions: list[QuestionData]


class JumpData(TypedDict):
    """The step to which a jump leads, or None, and the number of the jump."""

    number: str
    step: int | None
