"""Exercises of a lesson's page: what each question takes and replies, values on trial, and questions on the next step.

The page judges answers by the rules of `explorer.lessons.answering`, from data in which that module has judged every
answer that it has words for.  An assignment has questions without replies.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from explorer.drawing.messages.lesson import (
    LessonQuestionData,
    LessonReplies,
    LessonReply,
    TrialData,
    TrialNode,
)
from explorer.drawing.messages.trace import QuestionsData
from explorer.drawing.node_colours import ColourScale
from explorer.drawing.question_data import questions_data
from explorer.drawing.stage_data import tried_data
from explorer.lessons.answering import AnswerVerdict, judge, move_names, score_mistakes
from explorer.lessons.choices import choices_of, ordered_items
from explorer.lessons.facts import fact_value, node_of, nodes_of_fact
from explorer.lessons.lesson import AnswerForm, LessonQuestion, Slide
from explorer.lessons.markup import inline_html
from explorer.lessons.scenes import SlideScene
from explorer.lessons.variants import mixed_order
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import score_to_json
from explorer.scenes.scene import Page

SEEDS = (1, 2, 3)  # of the sets of questions on the next step
_NONE = "?"  # no answer to any question
_NO_REPLY: LessonReply = {"is_right": False, "reply": ""}


def question_data(key: str, question: LessonQuestion, scene: SlideScene, *, replies: bool) -> LessonQuestionData:
    """Return a question for the page, with the replies to its answers if the page is to have them.

    Raises
    ------
    ExplorerError
        If the scene or the key of the question cannot be worked out.
    """
    data: LessonQuestionData = {"key": key, "form": question.form.value, "choices": texts_to_choose(question, scene)}
    return {**data, "replies": _replies(question, scene)} if replies else data


def texts_to_choose(question: LessonQuestion, scene: SlideScene) -> list[str]:
    """Return the choices of a question, or the items to put in order, in an order that says nothing."""
    if question.form.has_choices:
        return [choice.text for choice in choices_of(question, scene)]
    return mixed_order(ordered_items(question, scene)) if question.form is AnswerForm.ORDER else []


def _replies(question: LessonQuestion, scene: SlideScene) -> LessonReplies:
    form = question.form
    if form is AnswerForm.TYPED:
        return _replies_to_texts(question, scene)
    if form.has_nodes:
        value = fact_value(question.key, scene)
        known = [(each.text, _reply(AnswerVerdict.of(each.is_right, each.reply))) for each in question.answers]
        other = _reply(AnswerVerdict.of(False, f"The program finds {value.text}."))
        return {"right": nodes_of_fact(value, question.key), "known": known, "other": other}
    if form is AnswerForm.ORDER:
        return {"right": ordered_items(question, scene), "known": [], "other": _NO_REPLY}
    if form is AnswerForm.FREE:
        return {"right": [], "known": [], "other": _reply(judge(question, _NONE, scene))}
    choices = choices_of(question, scene)
    known = [(each.text, _reply(AnswerVerdict.of(each.is_right, each.reply))) for each in choices]
    return {"right": [each.text for each in choices if each.is_right], "known": known, "other": _NO_REPLY}


def _replies_to_texts(question: LessonQuestion, scene: SlideScene) -> LessonReplies:
    """Return the replies to typed answers: each that is right, foreseen or a possible move, and the rule for others."""
    right, moves = sorted(fact_value(question.key, scene).right_answers), move_names(question, scene)
    texts = dict.fromkeys([*right, *(answer.text for answer in question.answers), *(moves or ())])
    known = [(text, _reply(judge(question, text, scene))) for text in texts]
    other = judge(question, _NONE, scene)
    if moves is not None:
        other = AnswerVerdict(None, f"Type the name of a node: {', '.join(moves)}.")
    replies: LessonReplies = {"right": right, "known": known, "other": _reply(other)}
    if (mistakes := score_mistakes(question, scene)) is not None:
        replies |= {"score": score_to_json(mistakes.score), "low": mistakes.low, "high": mistakes.high}
    return replies


def _reply(verdict: AnswerVerdict) -> LessonReply:
    return {"is_right": verdict.is_right, "reply": inline_html(verdict.reply)}


def trial_data(slide: Slide, graph: GameGraph) -> TrialData:
    """Return the nodes of a slide for which values are tried, and the looks of leaves and of values.

    Raises
    ------
    GraphError
        If there is no such node.
    """
    leaves = {node.id: node.score for node in graph.nodes if node.score is not None}
    scale = ColourScale.of(graph)
    looks = [(score, scale.look(score)) for score in sorted({0, *leaves.values()})]
    return {
        "nodes": [_trial_node(graph, node_of(graph, name)) for name in slide.trial],
        "leaves": tried_data(graph, {id: (score, None) for id, score in leaves.items()}),
        "looks": [
            (score_to_json(score), {"text": look.text, "fill": look.fill, "ink": look.ink, "holds": None})
            for score, look in looks
        ],
    }


def _trial_node(graph: GameGraph, id: str) -> TrialNode:
    node = graph.node(id)
    return {
        "id": id,
        "name": node.name,
        "operator": "min" if node.kind is Kind.MIN else "max",
        "sign": 1 if graph.sign > 0 else -1,
        "successors": [
            (next.id, next.name, None if next.score is None else score_to_json(next.score))
            for next in graph.successors_of(id)
        ],
    }


def step_questions(scene: SlideScene) -> Sequence[QuestionsData]:
    """Return the sets of questions on the next step of a single run, none where there is nothing to ask."""
    if scene.scene.page not in (Page.EXPLORE, Page.EXPAND):
        return []
    sets: Iterable[QuestionsData] = (
        questions_data(scene.trace, seed=seed, number="") for seed in dict.fromkeys([scene.scene.ask or 1, *SEEDS])
    )
    return [data for data in sets if data["questions"]]
