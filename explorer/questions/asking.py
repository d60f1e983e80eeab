"""The questions that are asked about a trace: a seeded choice among all that can be asked, from easy to hard."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from random import Random

from explorer.questions.labels import about_labels, about_levels, about_open_nodes
from explorer.questions.proofs import about_rule, about_strategies
from explorer.questions.question import Question
from explorer.questions.searches import SEARCHES, SearchQuestions
from explorer.questions.sweeps import about_bound_finality, about_finality, about_sweeps
from explorer.questions.witnesses import about_witness
from explorer.trace import Trace

MOST_STEPS = 2_000  # of a trace that are looked through
MOST_CELLS = 10_000  # steps × nodes that are looked through, where a step may change all nodes
MOST = 12  # questions of a run
_ABOUT = (
    about_sweeps, about_finality, about_bound_finality, about_labels, about_levels, about_open_nodes, about_rule,
    about_strategies, about_witness,
)  # fmt: skip


def all_questions(trace: Trace, *, steps: int = MOST_STEPS) -> Iterator[Question]:
    """Every question that can be asked about the first steps of a trace, in the order of its steps."""
    end = min(steps, steps_read(trace))
    if trace.algorithm in SEARCHES:
        yield from SearchQuestions(trace).questions(end)
        return
    for step in range(1, end):
        for about in _ABOUT:
            yield from about(trace, step)


def steps_read(trace: Trace) -> int:
    """How many steps of a trace are looked through for questions: of a large graph fewer, but never less than two."""
    most = MOST_STEPS if trace.algorithm in SEARCHES else max(2, MOST_CELLS // len(trace.graph.nodes))
    return min(len(trace), MOST_STEPS, most)


def questions(trace: Trace, *, seed: int = 1, most: int = MOST, shown: Collection[str] | None = None) -> list[Question]:
    """The questions that are asked about a trace, at most one a step, in the order of the steps.

    The same seed asks the same questions of the same trace.  Steps are chosen evenly at random, the kinds are mixed,
    and the later questions are the harder ones.

    Parameters
    ----------
    seed : chooses.
    most : how many are asked at most.
    shown : the ids of the nodes that can be seen, or None for all; nothing is asked about others.
    """
    offered = _by_step(all_questions(trace), shown)
    chance = Random(seed)
    steps = sorted(chance.sample(sorted(offered), min(most, len(offered))))
    asked: list[Question] = []
    for index, step in enumerate(steps):
        wanted = 1 + 2 * index / max(1, len(steps) - 1)
        asked.append(_chosen(offered[step], [question.kind for question in asked], wanted, chance))
    return asked


def _by_step(found: Iterable[Question], shown: Collection[str] | None) -> dict[int, list[Question]]:
    by_step: dict[int, list[Question]] = {}
    for question in found:
        if shown is None or question.nodes <= frozenset(shown):
            by_step.setdefault(question.step, []).append(question)
    return by_step


def _chosen(offered: list[Question], before: list[str], wanted: float, chance: Random) -> Question:
    """The question of a step: of a kind that came seldom, as hard as is wanted, and among equals by chance."""
    chance.shuffle(offered)
    return min(offered, key=lambda each: (before.count(each.kind), abs(each.difficulty - wanted)))
