"""Verdicts on answers and replies to them: the author's reply to a foreseen one, the solver's to any other."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from urllib.parse import parse_qsl, urlencode

from explorer import tasks
from explorer.lessons.choices import choices_of, ordered_items
from explorer.lessons.facts import FactValue, fact_value, node_of, nodes_of_fact, optimal_moves, scene_and_fact
from explorer.lessons.lesson import AnswerForm, LessonAnswer, LessonQuestion, Slide
from explorer.lessons.scenes import SlideScene
from explorer.lessons.text_comparison import is_same_text, plain
from explorer.model.errors import ExplorerError, OptionError, sentence
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score, format_score, parse_endless
from explorer.model.words import joined, plural
from explorer.scenes.link import pack, unpack
from explorer.trace.options import ENDLESS

_SCORE = re.compile(r"score of (?P<node>.+)")
_MOVES = re.compile(r"best moves of (?P<node>.+)")


NOTHING = "[]"  # the answer of a list without entries
_TYPE_A_NUMBER = "Type a number such as 2, −1/2 or ∞ (inf)."


@dataclass(frozen=True)
class AnswerVerdict:
    """A verdict on an answer and the reply to it.

    Attributes
    ----------
    is_right : None for a text that cannot be an answer, or that a person marks.
    share : the share of the points; None if a person marks the answer.
    """

    is_right: bool | None
    reply: str
    share: Fraction | None = Fraction(0)

    @classmethod
    def of(cls, is_right: bool, reply: str = "") -> AnswerVerdict:
        """Return a verdict with all points or none."""
        return cls(is_right, reply, Fraction(is_right))

    @property
    def is_answer(self) -> bool:
        """Return whether the text can be an answer."""
        return self.is_right is not None or self.share is None


def judge(question: LessonQuestion, text: str, scene: SlideScene) -> AnswerVerdict:
    """Return the verdict on an answer; the program decides wherever the question has a key.

    Raises
    ------
    ExplorerError
        If the scene or the key of the question cannot be worked out.
    """
    if question.form is AnswerForm.FREE:
        return AnswerVerdict(None, "A person marks this answer.", None)
    if question.form is AnswerForm.TYPED:
        return _judge_typed(question, text, scene)
    if question.form is AnswerForm.ONE:
        return _judge_choice(question, text, scene)
    entries = list_entries(text)
    if entries is None:
        return AnswerVerdict(None, "This is no list of answers.")
    return _LIST_JUDGES[question.form](question, entries, scene)


def list_entries(text: str) -> list[str] | None:
    """Return the entries of an answer that is a JSON list of texts; None if it is none.

    Examples
    --------
    >>> list_entries('["a", "c"]'), list_entries("a, c")
    (['a', 'c'], None)
    """
    try:
        entries = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return entries if isinstance(entries, list) and all(isinstance(each, str) for each in entries) else None


def list_answer(entries: Sequence[str]) -> str:
    """Return the answer that is a list of texts, for `list_entries`."""
    return json.dumps(list(entries), ensure_ascii=False)


def _judge_typed(question: LessonQuestion, text: str, scene: SlideScene) -> AnswerVerdict:
    foreseen = next((answer for answer in question.answers if is_same_text(answer.text, text)), None)
    value = fact_value(question.key, scene)
    is_right = any(is_same_text(text, good) for good in value.right_answers)
    if foreseen is not None and foreseen.is_right == is_right and foreseen.reply:
        return AnswerVerdict.of(is_right, foreseen.reply)
    if is_right:
        others = sorted(good for good in value.right_answers if not is_same_text(good, text))
        return AnswerVerdict.of(True, f"Just as good: {joined(others)}." if others else "")
    return _explain_mistake(question, text, value.text, scene)


def _judge_choice(question: LessonQuestion, text: str, scene: SlideScene) -> AnswerVerdict:
    if (
        question.key
        and not question.answers
        and any(is_same_text(text, good) for good in fact_value(question.key, scene).right_answers)
    ):
        return AnswerVerdict.of(True)  # without a search for wrong choices
    choice = next((choice for choice in choices_of(question, scene) if choice.text == text), None)
    return AnswerVerdict.of(False) if choice is None else AnswerVerdict.of(choice.is_right, choice.reply)


def _judge_several(question: LessonQuestion, entries: Sequence[str], scene: SlideScene) -> AnswerVerdict:
    """Return a verdict on a set of choices, with the replies to those that are chosen wrongly or left out."""
    choices = choices_of(question, scene)
    rights = {choice.text for choice in choices if choice.is_right}
    replies = [choice.reply for choice in choices if (choice.text in entries) != choice.is_right and choice.reply]
    return _set_verdict(set(entries), rights, "choice", replies)


def _judge_node(question: LessonQuestion, entries: Sequence[str], scene: SlideScene) -> AnswerVerdict:
    value = fact_value(question.key, scene)
    is_right = len(entries) == 1 and entries[0] in nodes_of_fact(value, question.key)
    return _node_verdict(question, entries, value, scene, AnswerVerdict.of(is_right))


def _judge_nodes(question: LessonQuestion, entries: Sequence[str], scene: SlideScene) -> AnswerVerdict:
    value = fact_value(question.key, scene)
    verdict = _set_verdict(set(entries), set(nodes_of_fact(value, question.key)), "node", [])
    return _node_verdict(question, entries, value, scene, verdict)


def _judge_path(question: LessonQuestion, entries: Sequence[str], scene: SlideScene) -> AnswerVerdict:
    value = fact_value(question.key, scene)
    is_right = list(entries) == list(nodes_of_fact(value, question.key))
    return _node_verdict(question, entries, value, scene, AnswerVerdict.of(is_right))


def _judge_order(question: LessonQuestion, entries: Sequence[str], scene: SlideScene) -> AnswerVerdict:
    """Return a verdict on an order; each item in its right place counts."""
    items = ordered_items(question, scene)
    if sorted(entries) != sorted(items):
        return AnswerVerdict(None, "Put all items in order.")
    places = sum(entry == item for entry, item in zip(entries, items, strict=True))
    reply = (
        "" if places == len(items) else f"{places} of {len(items)} are in their place. The order: {_in_order(items)}."
    )
    return AnswerVerdict(places == len(items), reply, Fraction(places, len(items)))


_LIST_JUDGES: dict[AnswerForm, Callable[[LessonQuestion, Sequence[str], SlideScene], AnswerVerdict]] = {
    AnswerForm.SEVERAL: _judge_several,
    AnswerForm.NODE: _judge_node,
    AnswerForm.NODES: _judge_nodes,
    AnswerForm.PATH: _judge_path,
    AnswerForm.ORDER: _judge_order,
}


def _set_verdict(chosen: set[str], rights: set[str], noun: str, replies: list[str]) -> AnswerVerdict:
    """Return a verdict on a set: each right entry counts, each wrong one takes as much away, never below 0."""
    hits, wrongs = len(chosen & rights), len(chosen - rights)
    if chosen == rights:
        return AnswerVerdict.of(True, " ".join(replies))
    share = max(Fraction(0), Fraction(hits - wrongs, len(rights))) if rights else Fraction(0)
    words = f"{hits} of {len(rights)} right {plural(len(rights), noun)}, {wrongs} wrong."
    return AnswerVerdict(False, " ".join([words, *replies]), share)


def _node_verdict(
    question: LessonQuestion, entries: Sequence[str], value: FactValue, scene: SlideScene, verdict: AnswerVerdict
) -> AnswerVerdict:
    """Return the verdict on clicked nodes with the author's reply, or else what is right."""
    if any(id not in scene.graph for id in entries):
        return AnswerVerdict(None, "The answer names a node that the graph does not have.")
    names = ", ".join(scene.graph.node(id).name for id in entries)
    foreseen = next((each for each in question.answers if is_same_text(each.text, names)), None)
    if foreseen is not None and foreseen.is_right == verdict.is_right and foreseen.reply:
        return AnswerVerdict(verdict.is_right, foreseen.reply, verdict.share)
    reply = verdict.reply if verdict.is_right else f"{verdict.reply} The program finds {value.text}.".strip()
    return AnswerVerdict(verdict.is_right, reply, verdict.share)


def printable_answers(question: LessonQuestion, scene: SlideScene) -> list[LessonAnswer]:
    """Return the answers to print: those of the author, and the program's if no right one is among them.

    Raises
    ------
    ExplorerError
        If the scene or the key of the question cannot be worked out.
    """
    if question.form.has_choices:
        return choices_of(question, scene)
    if question.form is AnswerForm.ORDER:
        return [LessonAnswer(_in_order(ordered_items(question, scene)), True, "", question.line)]
    if not question.key or any(answer.is_right for answer in question.answers):
        return list(question.answers)
    return [LessonAnswer(fact_value(question.key, scene).text, True, "", question.line), *question.answers]


def answer_words(question: LessonQuestion, text: str, scene: SlideScene) -> str:
    """Return an answer as a person reads it: names of nodes, choices and items one after the other."""
    entries = list_entries(text) if question.form.is_list else None
    if entries is None:
        return text
    if question.form.has_nodes:
        entries = [scene.graph.node(id).name if id in scene.graph else id for id in entries]
    return _in_order(entries) if question.form in (AnswerForm.PATH, AnswerForm.ORDER) else "; ".join(entries) or "none"


def _in_order(items: Sequence[str]) -> str:
    return " → ".join(items)


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


def _explain_mistake(question: LessonQuestion, text: str, right_text: str, scene: SlideScene) -> AnswerVerdict:
    """Return a verdict on a wrong answer, with the reason as far as the solver knows it."""
    about, phrase = scene_and_fact(question.key, scene)
    for pattern, explain in ((_SCORE, _judge_score), (_MOVES, _judge_move)):
        if (match := pattern.fullmatch(phrase)) is not None:
            try:
                return explain(node_of(about.graph, match["node"]), text, about)
            except ExplorerError as error:
                return AnswerVerdict(None, sentence(error))
    return AnswerVerdict.of(False, f"The program finds {right_text}.")


def _judge_score(id: str, text: str, scene: SlideScene) -> AnswerVerdict:
    """Return a verdict on a wrong score, with the player who can do better."""
    try:
        score_given = parse_endless(plain(text))
    except OptionError:
        return AnswerVerdict(None, _TYPE_A_NUMBER)
    mistakes = _score_mistakes(id, scene)
    reply = mistakes.low if mistakes.score > score_given else mistakes.high
    return AnswerVerdict.of(False, f"{reply} {format_score(score_given)}.")


@dataclass(frozen=True)
class ScoreMistakes:
    """The score of a node, and how replies to a lower and to a higher one begin."""

    score: Score
    low: str
    high: str


def score_mistakes(question: LessonQuestion, scene: SlideScene) -> ScoreMistakes | None:
    """Return the replies to wrong scores if a question asks for the score of a node, else None.

    Raises
    ------
    ExplorerError
        If the scene cannot be worked out.
    """
    about, phrase = scene_and_fact(question.key, scene)
    match = _SCORE.fullmatch(phrase)
    return None if match is None else _score_mistakes(node_of(about.graph, match["node"]), about)


def _score_mistakes(id: str, scene: SlideScene) -> ScoreMistakes:
    score, graph = scene.solution.scores[id], scene.graph
    name, text = graph.node(id).name, format_score(score)
    low = f"{_player_words(graph, id, is_high=True)} can get at least {text} at {name}, which is more than"
    high = f"{_player_words(graph, id, is_high=False)} can hold {name} to at most {text}, which is less than"
    return ScoreMistakes(score, low, high)


def move_names(question: LessonQuestion, scene: SlideScene) -> list[str] | None:
    """Return the names of all successors if a question asks for the best moves of a node, else None.

    Raises
    ------
    ExplorerError
        If the scene cannot be worked out.
    """
    about, phrase = scene_and_fact(question.key, scene)
    if (match := _MOVES.fullmatch(phrase)) is None:
        return None
    return [next.name for next in about.graph.successors_of(node_of(about.graph, match["node"]))]


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
    return AnswerVerdict.of(False, f"After the move to {graph.node(next).name} the score is {gets}; {kept}.")
