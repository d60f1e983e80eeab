"""What is said to an answer: the author's reply to one that was foreseen, the solver's to any other."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from explorer import tasks
from explorer.lessons.facts import found_for, is_same_text, node_of, optimal_moves, plain
from explorer.lessons.lesson import Answer, Question, Slide
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
class Verdict:
    """Whether an answer is right, and what is said to it; a text that cannot be an answer is neither (`None`)."""

    is_right: bool | None
    reply: str


def judge(question: Question, given: str, scene: SlideScene) -> Verdict:
    """Return the verdict on an answer; the program decides wherever the question has a key.

    Raises
    ------
    ExplorerError
        If the scene or the key of the question cannot be worked out.
    """
    foreseen = next((answer for answer in question.answers if _is(answer, given, question)), None)
    if not question.is_typed:
        return Verdict(False, "") if foreseen is None else Verdict(foreseen.is_right, foreseen.reply)
    found = found_for(question.key, scene)
    is_right = any(is_same_text(given, good) for good in found.accepted)
    if foreseen is not None and foreseen.is_right == is_right and foreseen.reply:
        return Verdict(is_right, foreseen.reply)
    if is_right:
        others = sorted(good for good in found.accepted if not is_same_text(good, given))
        return Verdict(True, f"Just as good: {joined(others)}." if others else "")
    return _explained(question, given, found.text, scene)


def told_answers(question: Question, scene: SlideScene) -> list[Answer]:
    """Return the answers that can be told on paper: those of the author, and what the program finds if no right one is
    there.

    Raises
    ------
    ExplorerError
        If the scene or the key of the question cannot be worked out.
    """
    if not question.is_typed or any(answer.is_right for answer in question.answers):
        return list(question.answers)
    return [Answer(found_for(question.key, scene).text, True, "", question.line), *question.answers]


def task_answer(graph: GameGraph, endless: Score) -> str:
    """What a student hands in for a task, as text: the graph and the value of endless play, as a link has them.

    Raises
    ------
    LimitError
        If the graph is too large for it.
    """
    return urlencode({"graph": pack(graph), ENDLESS: format_score(endless).replace("−", "-").replace("∞", "inf")})


def answered_graph(given: str) -> tuple[GameGraph, Score]:
    """Return the graph and the value of endless play in the answer to a task.

    Raises
    ------
    ExplorerError
        If the text is none that `task_answer` makes.
    """
    values = dict(parse_qsl(given))
    return unpack(values.get("graph", "")).graph, parse_endless(values.get(ENDLESS, "0"))


def judge_task(slide: Slide, given: str, scene: SlideScene) -> tasks.TaskVerdict:
    """Return the verdict on what was handed in for the task of a slide.

    Raises
    ------
    ExplorerError
        If the scene or the answer cannot be read, or there is no such task.
    """
    graph, endless = answered_graph(given)
    return tasks.check(slide.task, graph, before=scene.graph, endless=endless)


def _is(answer: Answer, given: str, question: Question) -> bool:
    return is_same_text(answer.text, given) if question.is_typed else answer.text == given


def _explained(question: Question, given: str, found: str, scene: SlideScene) -> Verdict:
    """Why an answer is wrong, as far as the solver knows."""
    for pattern, explain in ((_SCORE, _about_score), (_MOVES, _about_move)):
        if (match := pattern.fullmatch(question.key)) is not None:
            try:
                return explain(node_of(scene.graph, match["node"]), given, scene)
            except ExplorerError as error:
                return Verdict(None, sentence(error))
    return Verdict(False, f"The program finds {found}.")


def _about_score(id: str, given: str, scene: SlideScene) -> Verdict:
    """Who can do better than the score that was given."""
    try:
        said = parse_endless(plain(given))
    except OptionError:
        return Verdict(None, "Type a number such as 2, −1/2 or ∞ (inf).")
    score, graph = scene.solution.scores[id], scene.graph
    name = graph.node(id).name
    if score > said:
        verb = f"can get at least {format_score(score)} at {name}"
        return Verdict(False, f"{_player(graph, id, is_high=True)} {verb}, which is more than {format_score(said)}.")
    verb = f"can hold {name} to at most {format_score(score)}"
    return Verdict(False, f"{_player(graph, id, is_high=False)} {verb}, which is less than {format_score(said)}.")


def _player(graph: GameGraph, id: str, *, is_high: bool) -> str:
    """Return the player who wants a node's score to be high, or low."""
    if graph.node(id).kind is Kind.MOVER:
        return "The player to move" if is_high else "The other player"
    return "Max" if is_high else "Min"


def _about_move(id: str, given: str, scene: SlideScene) -> Verdict:
    """What a move is worth that is not one of the best."""
    graph, scores = scene.graph, scene.solution.scores
    name, next = graph.node(id).name, node_of(graph, given.strip())
    if next not in graph.ids_after(id):
        return Verdict(None, f"There is no move from {name} to {graph.node(next).name}.")
    gets, keeps = format_score(graph.sign * scores[next]), format_score(scores[id])
    best = sorted(graph.node(move).name for move in optimal_moves(scene, id))
    kept = f"{joined(best)} {'keeps' if len(best) == 1 else 'keep'} {keeps}"
    return Verdict(False, f"After the move to {graph.node(next).name} the score is {gets}; {kept}.")
