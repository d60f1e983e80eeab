"""Replies to answers: the author's reply to a foreseen one, the solver's to any other."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from explorer import tasks
from explorer.lessons.facts import fact_value, is_same_text, node_of, optimal_moves, plain
from explorer.lessons.lesson import LessonAnswer, LessonQuestion, Slide
from explorer.lessons.scenes import SlideScene
from explorer.model.errors import ExplorerError, OptionError, sentence
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score, format_score, parse_endless
from explorer.model.words import joined
from explorer.scenes.link import pack, unpack
from explorer.trace.options import ENDLESS

_SCORE = re.compile(r"score of (?P<node>.+)")
_MOVES = re.compile(r"best moves of (?P<node>.+)")


@dataclass(frozen=True)
class AnswerVerdict:
    """A verdict on an answer and the reply to it; None for a text that cannot be an answer."""

    is_right: bool | None
    reply: str


def judge(question: LessonQuestion, text: str, scene: SlideScene) -> AnswerVerdict:
    """Return the verdict on an answer; the program decides wherever the question has a key.

    Raises
    ------
    ExplorerError
        If the scene or the key of the question cannot be worked out.
    """
    foreseen = next((answer for answer in question.answers if _is_answer_text(answer, text, question)), None)
    if not question.is_typed:
        return AnswerVerdict(False, "") if foreseen is None else AnswerVerdict(foreseen.is_right, foreseen.reply)
    found = fact_value(question.key, scene)
    is_right = any(is_same_text(text, good) for good in found.right_answers)
    if foreseen is not None and foreseen.is_right == is_right and foreseen.reply:
        return AnswerVerdict(is_right, foreseen.reply)
    if is_right:
        others = sorted(good for good in found.right_answers if not is_same_text(good, text))
        return AnswerVerdict(True, f"Just as good: {joined(others)}." if others else "")
    return _explain_mistake(question, text, found.text, scene)


def printable_answers(question: LessonQuestion, scene: SlideScene) -> list[LessonAnswer]:
    """Return the answers to print: those of the author, and the program's if no right one is among them.

    Raises
    ------
    ExplorerError
        If the scene or the key of the question cannot be worked out.
    """
    if not question.is_typed or any(answer.is_right for answer in question.answers):
        return list(question.answers)
    return [LessonAnswer(fact_value(question.key, scene).text, True, "", question.line), *question.answers]


def task_answer(graph: GameGraph, endless: Score) -> str:
    """Return a student's graph and value of endless play for a task as text, in the form of a link.

    Raises
    ------
    LimitError
        If the graph is too large for it.
    """
    return urlencode({"graph": pack(graph), ENDLESS: format_score(endless).replace("−", "-").replace("∞", "inf")})


def answered_graph(text: str) -> tuple[GameGraph, Score]:
    """Return the graph and the value of endless play in the answer to a task.

    Raises
    ------
    ExplorerError
        If the text is none that `task_answer` makes.
    """
    values = dict(parse_qsl(text))
    return unpack(values.get("graph", "")).graph, parse_endless(values.get(ENDLESS, "0"))


def judge_task(slide: Slide, text: str, scene: SlideScene) -> tasks.TaskVerdict:
    """Return the verdict on a graph handed in for the task of a slide.

    Raises
    ------
    ExplorerError
        If the scene or the answer cannot be read, or there is no such task.
    """
    graph, endless = answered_graph(text)
    return tasks.check(slide.task, graph, before=scene.graph, endless=endless)


def _is_answer_text(answer: LessonAnswer, text: str, question: LessonQuestion) -> bool:
    return is_same_text(answer.text, text) if question.is_typed else answer.text == text


def _explain_mistake(question: LessonQuestion, text: str, right_text: str, scene: SlideScene) -> AnswerVerdict:
    """Return a verdict on a wrong answer, with the reason as far as the solver knows it."""
    for pattern, explain in ((_SCORE, _judge_score), (_MOVES, _judge_move)):
        if (match := pattern.fullmatch(question.key)) is not None:
            try:
                return explain(node_of(scene.graph, match["node"]), text, scene)
            except ExplorerError as error:
                return AnswerVerdict(None, sentence(error))
    return AnswerVerdict(False, f"The program finds {right_text}.")


def _judge_score(id: str, text: str, scene: SlideScene) -> AnswerVerdict:
    """Return a verdict on a wrong score, with the player who can do better."""
    try:
        score_given = parse_endless(plain(text))
    except OptionError:
        return AnswerVerdict(None, "Type a number such as 2, −1/2 or ∞ (inf).")
    score, graph = scene.solution.scores[id], scene.graph
    name = graph.node(id).name
    if score > score_given:
        verb = f"can get at least {format_score(score)} at {name}"
        return AnswerVerdict(
            False, f"{_player_words(graph, id, is_high=True)} {verb}, which is more than {format_score(score_given)}."
        )
    verb = f"can hold {name} to at most {format_score(score)}"
    return AnswerVerdict(
        False, f"{_player_words(graph, id, is_high=False)} {verb}, which is less than {format_score(score_given)}."
    )


def _player_words(graph: GameGraph, id: str, *, is_high: bool) -> str:
    """Return the player who wants a node's score to be high, or low."""
    if graph.node(id).kind is Kind.MOVER:
        return "The player to move" if is_high else "The other player"
    return "Max" if is_high else "Min"


def _judge_move(id: str, text: str, scene: SlideScene) -> AnswerVerdict:
    """Return a verdict on a wrong move, with its value beside the best one."""
    graph, scores = scene.graph, scene.solution.scores
    name, next = graph.node(id).name, node_of(graph, text.strip())
    if next not in graph.ids_after(id):
        return AnswerVerdict(None, f"There is no move from {name} to {graph.node(next).name}.")
    gets, keeps = format_score(graph.sign * scores[next]), format_score(scores[id])
    best = sorted(graph.node(move).name for move in optimal_moves(scene, id))
    kept = f"{joined(best)} {'keeps' if len(best) == 1 else 'keep'} {keeps}"
    return AnswerVerdict(False, f"After the move to {graph.node(next).name} the score is {gets}; {kept}.")
