"""The naive memo against the truth: the first wrong value that is stored, and what it does (Kars, Example 7.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from explorer import algorithms
from explorer.model.errors import ExplorerError
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.solver.operator import limit_scores
from explorer.trace import Activity, Path, Trace
from explorer.trace.recording import Limits

NAIVE = "memoised-naive"
LIMITS = Limits(steps=20_000, cells=20_000_000, run=200_000)
_STORING = (Activity.STORED, Activity.EVALUATED, Activity.WRONG)
_QUICK = Limits(steps=5_000, run=5_000)  # for a graph that is one of many

Predicate = Callable[[GameGraph], bool]


@dataclass(frozen=True)
class Use:
    """A wrong value that was taken from the memo: at which step, of which node, and on which path it was there."""

    step: int
    node: str
    path: tuple[str, ...]
    caption: str


@dataclass(frozen=True)
class Poisoned:
    """The first wrong value that a memo stores.

    Attributes
    ----------
    step : the step that stores it.
    node : the node whose score it is said to be.
    stored, truth : the value, and the true score of the node.
    path : from the root to the node; the value was found on it, and holds on it.
    caption : the sentence of the step.
    used : the first use of any wrong value, None if there is none.
    value, score : what the search makes of the root, and the root's score; None if the run was cut short.
    trace : the run.
    """

    step: int
    node: str
    stored: Score
    truth: Score
    path: tuple[str, ...]
    caption: str
    used: Use | None
    value: Score | None
    score: Score
    trace: Trace

    @property
    def is_answer_wrong(self) -> bool:
        """Whether the root gets a wrong score in the end."""
        return self.value is not None and self.value != self.score


def poisoned(graph: GameGraph, *, algorithm: str = NAIVE, limits: Limits = LIMITS) -> Poisoned | None:
    """The first wrong value that a search with a memo stores; None if all that it stores is right.

    Parameters
    ----------
    algorithm : a search that marks what it stores.

    Raises
    ------
    GraphError
        If the graph has errors, or is none for the algorithm.
    """
    trace = algorithms.trace(graph, algorithm, limits=limits)
    truth = limit_scores(graph)
    for number, step in enumerate(trace):
        if step.focus is None or not _stores(step.activity.get(step.focus)) or step.focus not in step.scores:
            continue
        stored = step.scores[step.focus]
        place = graph.index[step.focus]
        if stored is not None and stored != truth[place]:
            return Poisoned(
                number,
                step.focus,
                stored,
                truth[place],
                _way(step.trail, step.focus),
                step.caption,
                _first_use(trace, number, truth),
                trace.result.get("value"),
                truth[graph.root_place],
                trace,
            )
    return None


def stores_wrong(graph: GameGraph) -> bool:
    """Whether the naive memo stores a wrong value."""
    return _holds(graph, lambda found: True)


def answers_wrong(graph: GameGraph) -> bool:
    """Whether the naive memo gives the root a wrong score."""
    return _holds(graph, lambda found: found.is_answer_wrong)


def worst_of(found: Poisoned) -> Predicate:
    """The strongest of the two predicates above that holds of a graph: what a smaller one should keep."""
    return answers_wrong if found.is_answer_wrong else stores_wrong


def _holds(graph: GameGraph, test: Callable[[Poisoned], bool]) -> bool:
    try:
        found = poisoned(graph, limits=_QUICK)
    except ExplorerError:
        return False
    return found is not None and test(found)


def _stores(role: Activity | None) -> bool:
    """Whether a step that has this role for its node stores a score; a wrong one is marked as wrong, too."""
    return role in _STORING


def _way(trail: Path | None, node: str) -> tuple[str, ...]:
    return (node,) if trail is None else trail.ids()


def _first_use(trace: Trace, after: int, truth: list[Score]) -> Use | None:
    """The first step after another that takes a wrong score from the memo."""
    index = trace.graph.index
    for number in range(after + 1, len(trace)):
        step = trace[number]
        if step.focus is None or step.focus in step.scores or step.move is None:
            continue
        role = step.activity.get(step.focus)
        place = int(trace.score_places[number, index[step.focus]])
        if role in (Activity.HIT, Activity.WRONG) and place >= 0 and trace.values[place] != truth[index[step.focus]]:
            return Use(number, step.focus, _way(step.trail, step.focus), step.caption)
    return None
