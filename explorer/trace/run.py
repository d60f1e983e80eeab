"""A run of an algorithm, whose steps are made as they are read."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

import numpy as np

from explorer.model.columns import OPEN
from explorer.model.errors import LimitError
from explorer.model.graph import GameGraph, Kind, Move, Node
from explorer.model.work_limits import work_limits
from explorer.trace.history import StepChanges
from explorer.trace.step import Finality, Growth, Relation, Result, Step, Steps

_LASTING = (
    "scores",
    "relations",
    "bounds",
    "finality",
    "notes",
    "windows",
    "pruned",
    "memo",
)  # fields whose changes last until another step changes them
_SECONDS_BETWEEN_REPORTS = 0.2  # to `progress`

Progress = Callable[[int], bool | None]
"""A function that is called with the number of steps or items so far; a run stops when it returns True."""


@dataclass(slots=True)
class Demand:
    """The demand for the steps of a run; once it is over, a search may yield a step without changes."""

    is_over: bool = False


_demand: ContextVar[Demand | None] = ContextVar("demand", default=None)


def current_demand() -> Demand:
    """Return the demand for the steps of the run under way; without a run all steps are wanted."""
    return _demand.get() or Demand()


class RunCounts:
    """Counts of a run, updated step by step.

    Attributes
    ----------
    leaves : steps at which a path ends.
    depth : moves on the longest path, or None if the algorithm has no path.
    counters : as they stood after the last step.
    """

    __slots__ = ("counters", "depth", "leaves")

    def __init__(self) -> None:
        self.leaves = 0
        self.depth: int | None = None
        self.counters: Mapping[str, int] = {}

    def add(self, step: Step) -> None:
        """Count one more step."""
        self.counters = step.counters
        trail = step.trail
        if trail is not None and (self.depth is None or trail.length > self.depth + 1):
            self.depth = trail.length - 1
        if step.ends_path:
            self.leaves += 1


class Run:
    """A run of an algorithm, to be iterated once; each step is made when it is read.

    Attributes
    ----------
    graph, algorithm, options, first : as a `Trace` has them; the graph is that of the beginning.
    step_count : the number of steps so far, those before `first` as well.
    counts : the counts of the steps so far.
    opens : the ids of the open nodes at this moment.
    result, news : as a `Trace` has them, once all steps were read.
    is_stopped : whether the run was stopped, at `most` steps, by `progress` or by `watch`.

    `watch` is called with each step first, whatever is recorded of the run; the run stops after a step for which it
    returns True.
    """

    def __init__(
        self,
        steps: Steps,
        graph: GameGraph,
        *,
        algorithm: str,
        options: Mapping[str, Any] | None = None,
        most: int,
        progress: Progress | None = None,
        watch: Callable[[Step], bool | None] | None = None,
        first: int = 0,
    ) -> None:
        self.graph, self.algorithm, self.options, self.first = graph, algorithm, dict(options or {}), first
        self.step_count = 0
        self.counts = RunCounts()
        self.opens = {graph.ids[index] for index in np.flatnonzero(graph.columns.kinds == OPEN).tolist()}
        self.result: Result = {}
        self.is_stopped = False
        self.news: StepChanges | None = None
        self._steps, self._progress, self._watch = steps, progress, watch
        self._most, self._is_late = min(most, work_limits().steps), False
        self._demand = Demand()
        self._is_enough = False

    def __iter__(self) -> Iterator[Step]:
        before, first = _EarlierChanges(), self.first
        for step in self._steps_up_to_limit() if first else ():
            if self.step_count < first:
                before.take(step)
            elif self.step_count == first:
                self.news = before.news_in(step)
                yield before.complete(step)
            else:
                yield step
        if not first:
            yield from self._steps_up_to_limit()
        if self.step_count <= first:
            raise no_steps_error(self)

    @property
    def end_cause(self) -> str:
        """The reason why a run was stopped, in words."""
        if self.step_count >= self._most:
            return "the limit"
        if self._is_enough:
            return "as no more are wanted"
        return "the time limit" if self._is_late else "as you asked"

    @property
    def left_out(self) -> str:
        """A sentence on the steps that the iteration left out, or ""."""
        return self.words_without(self.step_count - self.first)

    def words_without(self, count: int) -> str:
        """Return the sentence on how many steps are missing if only `count` of them are recorded."""
        end = f"Stopped after {self.step_count:,} steps, {self.end_cause}; there is no result."
        stop = end if self.is_stopped else ""
        if count == self.step_count:
            return stop
        span = f"steps {self.first:,} to {self.first + count - 1:,}" if self.first else f"the first {count:,}"
        of_all = f"{self.step_count:,}" if self.first else f"{self.step_count:,} steps"
        return f"Showing {span} of {of_all}. {stop or 'The result is of the whole run.'}"

    def finish(self, rest: Iterator[Step]) -> None:
        """Go on to the end of the run for the sake of its result; `rest` is the iterator of its steps."""
        self._demand.is_over = self._watch is None
        deque(rest, maxlen=0)

    def _steps_up_to_limit(self) -> Iterator[Step]:
        """Yield the steps up to the limit; `step_count` counts those before each."""
        context, steps, count = copy_context(), self._steps, self.counts.add
        context.run(_demand.set, self._demand)
        began = reported = monotonic()
        longest = work_limits().seconds
        while True:
            try:
                step = context.run(next, steps)
            except StopIteration as stop:
                self.result = stop.value
                return
            if self.step_count >= self._most:
                self._stop()
                return
            count(step)
            self._is_enough = self._watch is not None and self._watch(step) is True
            for node in () if step.growth is None else step.growth.nodes:
                (self.opens.add if node.kind is Kind.OPEN else self.opens.discard)(node.id)
            yield step
            self.step_count += 1
            if self._is_enough:
                self._stop()
                return
            if self.step_count % 5_000 == 0 or monotonic() - reported > _SECONDS_BETWEEN_REPORTS:
                reported = monotonic()
                self._is_late = reported - began > longest
                if self._is_late or (self._progress and self._progress(self.step_count)):
                    self._stop()
                    return

    def _stop(self) -> None:
        self._steps.close()
        self.is_stopped = True


def no_steps_error(run: Run) -> LimitError:
    """Return the error for a run without steps to show."""
    made = f"no step {run.first:,}, only {run.step_count:,} steps" if run.first else "no step"
    return LimitError(f"{run.algorithm} made {made}; there is nothing to show")


class _EarlierChanges:
    """The changes of the steps before the recorded ones, for each node the last."""

    def __init__(self) -> None:
        self._changes: dict[str, dict[Any, Mapping[Any, Any]]] = {name: {} for name in _LASTING}
        self._nodes: list[Node] = []
        self._moves: list[Move] = []
        self._names: dict[Move, str] = {}
        self._counters: Mapping[str, int] = {}

    def take(self, step: Step) -> None:
        """Add the changes of another step before the recorded ones."""
        for id in self._changes["relations"].keys() & step.scores.keys():
            del self._changes["relations"][id]  # unless the step says otherwise, the new score is exact
        self._counters = step.counters
        for name, changes in self._changes.items():
            changed = getattr(step, name)
            changes.update(dict.fromkeys(changed, changed))  # a note is made only if it is read
        if step.growth is not None:
            self._nodes += step.growth.nodes
            self._moves += step.growth.moves
            self._names |= step.growth.names

    def news_in(self, step: Step) -> StepChanges:
        """Return the nodes and counters that a step changes beyond all earlier changes."""
        relations = {id: step.relations.get(id, Relation.EXACT) for id in step.scores}
        changes = (
            ("scores", step.scores, None),
            ("relations", relations, Relation.EXACT),
            ("bounds", step.bounds, None),
            ("finality", step.finality, Finality.UNKNOWN),
        )
        return StepChanges(
            {
                id
                for name, changed, blank in changes
                for id, value in changed.items()
                if value != self._changes[name].get(id, {}).get(id, blank)
            },
            {counter for counter, count in step.counters.items() if count > self._counters.get(counter, 0)},
        )

    def complete(self, step: Step) -> Step:
        """Return the step with all earlier changes before its own."""
        self.take(step)
        known: dict[str, Any] = {
            name: {key: last[key] for key, last in changes.items()} for name, changes in self._changes.items()
        }
        growth = Growth(tuple(self._nodes), tuple(self._moves), self._names) if self._nodes else None
        return replace(step, growth=growth, **known)
