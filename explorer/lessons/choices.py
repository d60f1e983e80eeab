"""Choices of a question and items of an order: the author's, or those that the program finds.

A question `answer: one` with a fact and no answers has the value of the fact as its right choice.  Its wrong choices
are the values that wrong algorithms and misreadings find, so that they fit a generated graph, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from explorer import algorithms
from explorer.lessons.facts import FactValue, fact_value, node_of, nodes_of_fact, scene_and_fact
from explorer.lessons.lesson import AnswerForm, LessonAnswer, LessonQuestion, without_claims
from explorer.lessons.scenes import LIMITS, SlideScene
from explorer.lessons.text_comparison import is_same_text
from explorer.model.errors import FORESEEN, OptionError
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, format_score, parse_endless
from explorer.solver.operator import approximation

MOST_WRONG = 3  # choices of the program
_NODE_VALUE = re.compile(r"(?:score|lower bound|upper bound|value|s\d+) ?(?:of |\()(?P<node>.+?)\)?(?: at step .+)?")
_BEST_MOVES = re.compile(r"best moves of (?P<node>.+)")
_RESULT = re.compile(r"result (?P<key>\w+)")
_OPPOSITE = {"yes": "no", "no": "yes"}
_SEARCHES = ("depth-first", "memoised-naive", "memoised", "alpha-beta", "minimax")
_NAIVE = "memoised-naive"
_DEPTHS = (1, 2, 3)  # of the trees whose values are wrong choices

WrongChoice = tuple[str, str]
"""A wrong answer, and a sentence on the mistake."""


def choices_of(question: LessonQuestion, scene: SlideScene) -> list[LessonAnswer]:
    """Return the choices of a question as readers see them, right and wrong.

    Raises
    ------
    ExplorerError
        If the fact cannot be worked out, or the program finds no wrong choice.
    """
    if question.answers:
        return [replace(answer, text=without_claims(answer.text)) for answer in question.answers]
    value, line = fact_value(question.key, scene), question.line
    rights = sorted(right_choices(question.form, value, scene.graph))
    if question.form is AnswerForm.SEVERAL:
        nodes_of_fact(value, question.key)
        names = [node.name for node in scene.graph.nodes]
        return [LessonAnswer(name, name in rights, "", line) for name in names]
    wrongs: list[LessonAnswer] = []
    for text, reply in _mistakes(question.key, value, scene):
        if not any(is_same_text(text, other) for other in (*rights, *(wrong.text for wrong in wrongs))):
            wrongs.append(LessonAnswer(text, False, reply, line))
    if not wrongs:
        raise OptionError(f"no wrong choices are known for {question.key}; write choices that begin with '* ' and '- '")
    choices = [*(LessonAnswer(text, True, "", line) for text in rights), *wrongs[:MOST_WRONG]]
    return sorted(choices, key=lambda choice: _rank(choice.text))


def right_choices(form: AnswerForm, value: FactValue, graph: GameGraph) -> frozenset[str]:
    """Return the texts that are right for a fact, one by one if an answer names one of several nodes."""
    if form not in (AnswerForm.NODE, AnswerForm.SEVERAL):
        return value.right_answers
    if value.nodes is None:
        return frozenset(value.text.split(", "))
    return frozenset(graph.node(id).name for id in value.nodes)


def ordered_items(question: LessonQuestion, scene: SlideScene) -> list[str]:
    """Return the items of an order in their right order.

    Raises
    ------
    ExplorerError
        If the fact cannot be worked out, or its parts are fewer than two or not all different.
    """
    if not question.key:
        items = [without_claims(answer.text) for answer in question.answers]
    else:
        value = fact_value(question.key, scene)
        nodes = value.nodes
        items = value.text.split(", ") if nodes is None else [scene.graph.node(id).name for id in nodes]
    if len(set(items)) < len(items) or len(items) < 2:
        raise OptionError(f"an order needs at least two items, all of them different, got {', '.join(items)}")
    return items


def _rank(text: str) -> tuple[int, float, str]:
    """Return the place of a choice: numbers by size, then texts by letters."""
    try:
        return 0, float(parse_endless(text)), text
    except OptionError:
        return 1, 0.0, text


def _mistakes(key: str, value: FactValue, scene: SlideScene) -> Iterator[WrongChoice]:
    """Yield wrong answers to a question about a fact, the most instructive ones first."""
    about, phrase = scene_and_fact(key, scene)
    if value.text in _OPPOSITE:
        yield _OPPOSITE[value.text], ""
    elif (match := _BEST_MOVES.fullmatch(phrase)) is not None:
        id = node_of(about.graph, match["node"])
        yield from ((next.name, "") for next in about.graph.successors_of(id))
    elif (match := _NODE_VALUE.fullmatch(phrase)) is not None:
        yield from _node_mistakes(node_of(about.graph, match["node"]), about)
    elif (match := _RESULT.fullmatch(phrase)) is not None:
        yield from _result_mistakes(match["key"], about)
    yield from _slips(value.text)


def _node_mistakes(id: str, scene: SlideScene) -> Iterator[WrongChoice]:
    """Yield the values that wrong algorithms and misreadings find for a node."""
    graph, solution, name = scene.graph, scene.solution, scene.graph.node(id).name
    naive = _result_of(scene, _NAIVE).get("value") if id == graph.root else None
    if isinstance(naive, int | float | Fraction):
        yield format_score(naive), "The naive memo finds this value: it uses values that are valid on one path only."
    nexts = [graph.sign * solution.scores[next] for next in graph.ids_after(id)]
    if nexts:
        other = min(nexts) if graph.orientation[graph.index[id]] > 0 else max(nexts)
        yield format_score(other), f"That is the choice of the player who is not to move at {name}."
    if graph.sign < 0 and nexts:
        yield format_score(-max(nexts)), "A move changes the view: a successor's value counts with the opposite sign."
    yield format_score(solution.scores[id]), f"That is the score of {name}."
    yield format_score(solution.lower[id]), f"That is the lower bound of {name}."
    yield format_score(solution.upper[id]), f"That is the upper bound of {name}."
    for depth in _DEPTHS:
        cut_off = approximation(graph, depth, scene.scene.endless)[graph.index[id]]
        yield format_score(cut_off), f"That is the value of the tree of depth {depth}, which ends too early."
    yield from (
        (format_score(score), "That is the score of a leaf, but not of this node.") for score in _leaf_scores(graph)
    )


def _leaf_scores(graph: GameGraph) -> list[Score]:
    return sorted({node.score for node in graph.nodes if node.score is not None})


def _result_mistakes(key: str, scene: SlideScene) -> Iterator[WrongChoice]:
    """Yield what other searches have for the same item of the result."""
    for name in _SEARCHES:
        other = _result_of(scene, name).get(key)
        if isinstance(other, int | float | Fraction) and not isinstance(other, bool):
            yield format_score(other), f"That is so with the algorithm {algorithms.find(name).title}."


def _result_of(scene: SlideScene, algorithm: str) -> dict[str, object]:
    """Return the result of another algorithm on the graph of a scene; empty if it cannot run there."""
    try:
        result = algorithms.trace(scene.graph, algorithm, limits=LIMITS).result
    except FORESEEN:
        return {}
    return result if isinstance(result, dict) else {}


def _slips(text: str) -> Iterator[WrongChoice]:
    """Yield numbers beside a number."""
    try:
        number = parse_endless(text.replace(",", ""))
    except OptionError:
        return
    if abs(number) != float("inf"):
        yield from ((format_score(number + slip), "") for slip in (1, -1, 2))
