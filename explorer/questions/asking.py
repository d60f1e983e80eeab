"""The choice of questions about a trace: steps where something happens, then random ones, from easy to hard."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import cache
from heapq import merge
from itertools import islice, zip_longest
from pathlib import Path
from random import Random

from explorer.questions.question import FINAL, LOWER, MOVE, SCORE, UPPER, Question, QuestionKind, Questions
from explorer.trace import Step, Trace
from explorer.trace.registry import discover

MOST_STEPS = 2_000  # of a trace that are looked through
MOST_CELLS = 10_000  # steps × nodes that are looked through, where a step may change all nodes
MOST = 12  # questions of a run
TELLING = 2 / 3  # of the questions, where something happens: if all were there, the answer would be known beforehand


@cache
def registered() -> dict[str, Questions]:
    """Return the groups of questions by name: one for every module of this package with a `QUESTIONS`."""
    return discover("explorer.questions", [str(Path(__file__).parent)], Questions)


def kinds() -> dict[str, QuestionKind]:
    """Return all kinds of questions, by name."""
    shared = (SCORE, LOWER, UPPER, FINAL, MOVE)
    return {kind.name: kind for kind in (*shared, *(own for each in registered().values() for own in each.kinds))}


def all_questions(trace: Trace, *, steps: int = MOST_STEPS) -> Iterator[Question]:
    """Yield every question about the first steps of a trace, in the order of its steps."""
    end = min(steps, searched_step_count(trace))
    root, first = trace.graph.root or "", first_change(trace, end)
    for question in _questions_about_steps(trace, end):
        is_of_root = question.about == root or (question.about is None and root in question.nodes)
        yield replace(question, is_telling=True) if question.step == first and is_of_root else question


def first_change(trace: Trace, end: int) -> int | None:
    """Return the step before `end` in which the root's score or bounds first change; None if there is none."""
    root, known = trace.graph.root or "", None
    for number, step in enumerate(trace.steps.between(0, end)):
        now = _score_or_bounds(step, root)
        if now is not None and known is not None and now != known:
            return number
        known = known if now is None else now
    return None


def _score_or_bounds(step: Step, id: str) -> object:
    """Return the bounds, or else the score, that a step of a trace gives a node; None if neither."""
    return step.bounds.get(id, step.scores.get(id))


def _questions_about_steps(trace: Trace, end: int) -> Iterator[Question]:
    own = _reserved_group(trace)
    asking = [own] if own is not None else [each for each in registered().values() if not each.algorithms]
    return merge(*(each.ask(trace, end) for each in asking), key=lambda question: question.step)


def _reserved_group(trace: Trace) -> Questions | None:
    """Return the group of questions that is reserved for this algorithm; None if there is none."""
    return next((each for each in registered().values() if trace.algorithm in each.algorithms), None)


def searched_step_count(trace: Trace) -> int:
    """Return how many steps of a trace are searched for questions: fewer of a large graph, but at least two."""
    is_narrow = _reserved_group(trace) is not None and trace.options.get("detail") != "round"
    most = MOST_STEPS if is_narrow else max(2, MOST_CELLS // len(trace.graph.nodes))
    return min(len(trace), MOST_STEPS, most)


def questions(
    trace: Trace, *, seed: int = 1, most: int = MOST, visible_nodes: Collection[str] | None = None
) -> list[Question]:
    """Return the questions to ask about a trace, at most one a step, in the order of the steps.

    The same seed asks the same questions of the same trace.  Steps are chosen first where something happens, of each
    kind of question in turn, and the rest by chance; the kinds are mixed, and the later questions are the harder ones.

    Parameters
    ----------
    seed : the seed of the choice.
    most : the greatest number of questions.
    visible_nodes : the ids of the nodes that can be seen, or None for all; there are no questions about others.
    """
    offered = _questions_by_step(all_questions(trace), visible_nodes)
    chance = Random(seed)
    steps = _steps_to_ask(offered, most, chance)
    asked: list[Question] = []
    for index, step in enumerate(steps):
        difficulty = 1 + 2 * index / max(1, len(steps) - 1)
        there = [question for question in offered[step] if question.is_telling] or offered[step]
        asked.append(_pick_question(there, [question.kind.name for question in asked], difficulty, chance))
    return asked


def _steps_to_ask(offered: dict[int, list[Question]], most: int, chance: Random) -> list[int]:
    """Choose the steps of a trace to ask questions about; return them in order."""
    telling: dict[str, list[int]] = {}
    for step in chance.sample(sorted(offered), len(offered)):
        for kind in {question.kind.name for question in offered[step] if question.is_telling}:
            telling.setdefault(kind, []).append(step)
    in_turn = (step for row in zip_longest(*(telling[kind] for kind in sorted(telling))) for step in row)
    first = list(islice(dict.fromkeys(step for step in in_turn if step is not None), round(TELLING * most)))
    rest = sorted(offered.keys() - set(first))
    return sorted([*first, *chance.sample(rest, min(most - len(first), len(rest)))])


def _questions_by_step(offered: Iterable[Question], visible_nodes: Collection[str] | None) -> dict[int, list[Question]]:
    by_step: dict[int, list[Question]] = {}
    for question in offered:
        if visible_nodes is None or question.nodes <= frozenset(visible_nodes):
            by_step.setdefault(question.step, []).append(question)
    return by_step


def _pick_question(offered: list[Question], before: list[str], difficulty: float, chance: Random) -> Question:
    """Choose a step's question: of a rare kind so far, with the right difficulty, and among equals by chance."""
    chance.shuffle(offered)
    return min(offered, key=lambda each: (before.count(each.kind.name), abs(each.difficulty - difficulty)))
