"""Wrong values that a naive memo stores: the first one, and its consequences (Kars, Example 7.1)."""

from __future__ import annotations

from dataclasses import dataclass

from explorer import algorithms
from explorer.comparison.shrink import Predicate
from explorer.model.check import playable
from explorer.model.errors import ExplorerError, LimitError
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.scenes.as_graph import GraphInput, as_graph
from explorer.solver.retrograde import limit_scores
from explorer.trace import Activity, Step, Trace
from explorer.trace.recording import Limits, recorded
from explorer.trace.run import Progress

NAIVE = "memoised-naive"
LIMITS = Limits(steps=20_000, changes=20_000_000, run=1_000_000)
_QUICK = 5_000  # steps that each of many graphs may take in any case


@dataclass(frozen=True)
class WrongUse:
    """The use of a wrong value from the memo: its step, node and path."""

    step: int
    node: str
    path: tuple[str, ...]
    caption: str


@dataclass(frozen=True)
class WrongEntry:
    """A wrong value that a memo stores.

    Attributes
    ----------
    step : the step that stores it.
    node : the node whose score it should be.
    stored, truth : the value, and the true score of the node.
    path : from the root to the node; the value was found on it, and holds on it.
    caption : the sentence of the step.
    """

    step: int
    node: str
    stored: Score
    truth: Score
    path: tuple[str, ...]
    caption: str


@dataclass(frozen=True)
class Poisoned(WrongEntry):
    """The first wrong value that a memo stores, with its consequences.

    Attributes
    ----------
    used : the first use of any wrong value, None if there is none in the steps that were run.
    value, score : the root's value by the search, None if the run did not come to its end, and its true score.
    steps : number of steps that were run.
    trace : the run with its first steps; `run_around` has any other.
    """

    used: WrongUse | None
    value: Score | None
    score: Score
    steps: int
    trace: Trace

    @property
    def is_answer_wrong(self) -> bool:
        """Return whether the root gets a wrong score in the end."""
        return self.value is not None and self.value != self.score

    @property
    def is_finished(self) -> bool:
        """Return whether the run came to its end."""
        return self.value is not None


def poisoned(
    graph: GraphInput,
    *,
    algorithm: str = NAIVE,
    to_end: bool = False,
    limits: Limits = LIMITS,
    progress: Progress | None = None,
) -> Poisoned | None:
    """Return the first wrong value that a search with a memo stores; None if its whole run stores none.

    The run stops there.  Steps are numbered from 0, and endless play is worth 0.  A bound is wrong if the true score
    contradicts it.  A conditional value is wrong only if its condition is forgotten, as in a naive memo.

    Parameters
    ----------
    graph : a graph, or anything that `as_graph` accepts.
    algorithm : the name of a search that marks the values that it stores.
    to_end : whether the run goes on to its end, for the first use of a wrong value and the root's value.
    limits : the steps to record, and the length of the run; every step is checked.
    progress : called now and then with the number of steps; it may raise to cancel.

    Raises
    ------
    GraphError
        If the graph has errors, or is none for the algorithm.
    LimitError
        If the run was stopped before its end, and nothing wrong was stored until then.
    """
    whole = as_graph(graph)
    watch = _WrongValueWatch(whole, is_done_at_first=not to_end)
    run = algorithms.run(whole, algorithm, limits=limits, progress=progress, watch=watch.look_at)
    trace = recorded(run, limits)
    if watch.first_entry is None:
        if run.is_stopped:
            raise LimitError(
                f"no wrong value is stored in the first {run.step_count:,} steps; there the run was stopped, and what "
                "comes after them was not looked at"
            )
        return None
    value, score = trace.result.get("value"), watch.truth_of(trace.graph.ids[trace.graph.root_index])
    return Poisoned(
        **vars(watch.first_entry), used=watch.first_use, value=value, score=score, steps=run.step_count, trace=trace
    )


def run_around(poison: Poisoned, step: int, *, limits: Limits = LIMITS, progress: Progress | None = None) -> Trace:
    """Return a search's trace that includes a step: as recorded, or run again around this step.

    Raises
    ------
    LimitError
        If the run has no such step.
    """
    trace = poison.trace
    if step < len(trace):
        return trace
    first = max(0, step - limits.steps // 2)
    return algorithms.trace(trace.graph, trace.algorithm, limits=limits, progress=progress, from_step=first)


def stores_wrong(graph: GameGraph, most: int = LIMITS.run) -> bool:
    """Return whether the naive memo stores a wrong value within so many steps."""
    try:
        return poisoned(graph, limits=Limits(steps=1, run=most)) is not None
    except ExplorerError:
        return False


def answers_wrong(graph: GameGraph, most: int = LIMITS.run) -> bool:
    """Return whether the naive memo gives the root a wrong score within so many steps."""
    try:
        result = algorithms.trace(graph, NAIVE, limits=Limits(steps=1, run=most)).result
    except ExplorerError:
        return False
    return bool(result) and result["value"] != result["truth"]


def strongest_predicate(poison: Poisoned) -> Predicate:
    """Return the stronger of the two predicates above that holds of a graph, for a smaller graph to keep.

    A smaller graph may take as many steps as the one that was found; one that takes more counts as false.
    """
    holds = answers_wrong if poison.is_answer_wrong else stores_wrong
    most = max(_QUICK, poison.steps)
    return lambda graph: holds(graph, most)


class _WrongValueWatch:
    """Wrong values in the steps of a run so far.

    Attributes
    ----------
    first_entry : the first wrong value in the memo.
    first_use : the first use of a wrong value.
    """

    def __init__(self, graph: GameGraph, *, is_done_at_first: bool) -> None:
        graph = playable(graph)
        self._graph = graph
        self._truth = limit_scores(graph)
        self._count = 0
        self._is_done_at_first = is_done_at_first
        self.first_entry: WrongEntry | None = None
        self.first_use: WrongUse | None = None

    def truth_of(self, id: str) -> Score:
        """Return the true score of a node."""
        return self._truth[self._graph.index[id]]

    def look_at(self, step: Step) -> bool:
        """Note a wrong score that the next step stores or uses, and return whether no further step is wanted."""
        number, id = self._count, step.focus
        self._count += 1
        if id is None or step.activity.get(id) is not Activity.WRONG:
            return False
        score, path = step.scores.get(id), step.path or (id,)
        if self.first_entry is None and score is not None:
            self.first_entry = WrongEntry(number, id, score, self.truth_of(id), path, step.caption)
        elif self.first_entry is not None and self.first_use is None and score is None and step.move is not None:
            self.first_use = WrongUse(number, id, path, step.caption)
        return self._is_done_at_first and self.first_entry is not None
