"""Messages to the page of a lesson: its scenes, what it asks, and the file that its answers are saved in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict

from explorer.drawing.messages.document import Exact
from explorer.drawing.messages.to_browser import ControlData, StageData, TriedData
from explorer.drawing.messages.trace import QuestionsData

LessonForm = Literal["typed", "one", "several", "node", "nodes", "path", "order", "free"]


class LessonReply(TypedDict):
    """A reply to an answer, as HTML, and whether the answer is right; None for a text that cannot be an answer."""

    is_right: bool | None
    reply: str


class LessonReplies(TypedDict):
    """All that judges the answers to a question.

    Attributes
    ----------
    right : the right texts; of nodes the ids, of an order the items in order.
    known : replies to answers, each with its text; of choices, whether each is to be chosen.
    score, low, high : of a score the number, and the beginnings of the replies to a lower and to a higher one.
    other : the reply to any other answer.
    """

    right: Sequence[str]
    known: Sequence[tuple[str, LessonReply]]
    score: NotRequired[Exact]
    low: NotRequired[str]
    high: NotRequired[str]
    other: LessonReply


class LessonQuestionData(TypedDict):
    """A question of a slide: the name of its answer, the form of it, and what is chosen or put in order."""

    key: str
    form: LessonForm
    choices: Sequence[str]
    replies: NotRequired[LessonReplies]  # not in an assignment


class TrialNode(TypedDict):
    """A node for which a value is tried: the minimax rule takes the least or the largest of its successors' values."""

    id: str
    name: str
    operator: Literal["max", "min"]
    sign: int
    successors: Sequence[tuple[str, str, Exact | None]]  # ids, names, and the scores of leaves


class TrialData(TypedDict):
    """Nodes for which values are tried, looks of leaves, and looks of some scores to colour values by."""

    nodes: Sequence[TrialNode]
    leaves: Mapping[str, TriedData]
    looks: Sequence[tuple[Exact, TriedData]]


class LessonSlideData(TypedDict):
    """A slide of a lesson, or its variant: its stage, or a control and both stages, the steps that it goes through."""

    stages: Sequence[StageData | ControlData]
    steps: Sequence[int]
    exercises: Sequence[LessonQuestionData]
    trial: NotRequired[TrialData]
    questions: Sequence[QuestionsData]  # on the next step, a set for each seed


class LessonData(TypedDict):
    """All data of the page of a lesson.

    Attributes
    ----------
    id : the name under which the browser keeps the answers.
    slides : in order; of each its variants, one if they do not differ.
    files : for each variant the file of answers, still without a name and answers.
    """

    id: str
    variants: int
    is_assignment: bool
    deadline: str  # as the lesson writes it, "" for none
    slides: Sequence[Sequence[LessonSlideData]]
    files: Sequence[Mapping[str, Any]]
