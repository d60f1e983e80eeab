"""The questions of a lesson on which a class can vote."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from explorer.lessons.facts import node_of
from explorer.lessons.lesson import AnswerForm, Lesson, LessonQuestion, Slide, without_claims
from explorer.lessons.scenes import Files, slide_scene
from explorer.lessons.text_comparison import plain
from explorer.model.graph import Node

_MOVES = re.compile(r"best moves of (?P<node>.+)")  # the key of a question for nodes
_NUMBER = re.compile(r"[-−+]?[\d.,/]+")


@dataclass(frozen=True)
class ClassQuestion:
    """A question on which a class can vote.

    Attributes
    ----------
    choices : the answers to choose from; none if the answer is typed.
    nodes : the ids of the nodes that can be the answer, by their plain names; none if it is not about nodes.
    """

    text: str
    choices: tuple[str, ...]
    nodes: dict[str, str]


ClassQuestions = Sequence[Sequence[ClassQuestion]]
"""The questions of each slide."""


def questions_of(lesson: Lesson, files: Files) -> ClassQuestions:
    """Return the questions of each slide of a lesson.

    Raises
    ------
    ExplorerError
        If the scene of a slide cannot be opened.
    """
    return [[_class_question(slide, each, files) for each in slide.questions] for slide in lesson.slides]


def _class_question(slide: Slide, question: LessonQuestion, files: Files) -> ClassQuestion:
    """Return a question for a vote: one choice or one node; any other form of answer is typed."""
    is_choice = question.form is AnswerForm.ONE
    choices = tuple(without_claims(answer.text) for answer in question.answers) if is_choice else ()
    graph, match = slide_scene(slide.scene, files).graph, _MOVES.fullmatch(question.key)
    nodes: tuple[Node, ...] = ()
    if question.form is AnswerForm.NODE:
        nodes = tuple(graph.nodes)
    elif match is not None:
        nodes = tuple(graph.successors_of(node_of(graph, match["node"])))
    elif is_choice and not any(map(_NUMBER.fullmatch, choices)):
        named = tuple(node for node in graph.nodes if node.name in choices)
        nodes = named if len(named) == len(choices) else ()
    return ClassQuestion(without_claims(question.text), choices, {plain(node.name): node.id for node in nodes})


def questions_json(questions: ClassQuestions) -> str:
    """Return the questions as JSON, for `read_questions`."""
    return json.dumps([[asdict(each) for each in slide] for slide in questions], ensure_ascii=False)


def read_questions(text: str) -> ClassQuestions:
    """Return the questions in a text of `questions_json`."""
    data: list[list[dict[str, Any]]] = json.loads(text)
    return [[ClassQuestion(each["text"], tuple(each["choices"]), each["nodes"]) for each in slide] for slide in data]
