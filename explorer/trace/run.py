"""A run of an algorithm, whose steps are made as they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
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


class Run:
    """A run of an algorithm, to be iterated once; each step is made when it is read.

    Attributes
    ----------
    graph, algorithm, options, first : as a `Trace` has them; the graph is that of the beginning.
    step_count : the number of steps so far, those before `first` as well.
    opens : the ids of the open nodes at this moment.
    result, news : as a `Trace` has them, once all steps were read.
    is_stopped : whether the run was stopped, at `most` steps or by `progress`.

    `watch` is called with each step first, whatever is recorded of the run.
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
        watch: Callable[[Step], None] | None = None,
        first: int = 0,
    ) -> None:
        self.graph, self.algorithm, self.options, self.first = graph, algorithm, dict(options or {}), first
        self.step_count = 0
        self.opens = {graph.ids[index] for index in np.flatnonzero(graph.columns.kinds == OPEN).tolist()}
        self.result: Result = {}
        self.is_stopped = False
        self.news: StepChanges | None = None
        self._steps, self._progress, self._watch = steps, progress, watch
        self._most, self._is_late = min(most, work_limits().steps), False

    def __iter__(self) -> Iterator[Step]:
        before, first = _EarlierChanges(), self.first
        for step in self._steps_up_to_limit():
            if self.step_count < first:
                before.take(step)
            elif first and self.step_count == first:
                self.news = before.news_in(step)
                yield before.complete(step)
            else:
                yield step
        if self.step_count <= first:
            raise no_steps_error(self)

    @property
    def left_out(self) -> str:
        """A sentence on the steps that the iteration left out, or ""."""
        return self.words_without(self.step_count - self.first)

    def words_without(self, count: int) -> str:
        """Return the sentence on how many steps are missing if only `count` of them are recorded."""
        why = "the limit" if self.step_count >= self._most else "the time limit" if self._is_late else "as you asked"
        stop = f"Stopped after {self.step_count:,} steps, {why}; there is no result." if self.is_stopped else ""
        if count == self.step_count:
            return stop
        span = f"steps {self.first:,} to {self.first + count - 1:,}" if self.first else f"the first {count:,}"
        of_all = f"{self.step_count:,}" if self.first else f"{self.step_count:,} steps"
        return f"Showing {span} of {of_all}. {stop or 'The result is of the whole run.'}"

    def _steps_up_to_limit(self) -> Iterator[Step]:
        """Yield the steps up to the limit; `step_count` counts those before each."""
        began = reported = monotonic()
        longest = work_limits().seconds
        while True:
            try:
                step = next(self._steps)
            except StopIteration as stop:
                self.result = stop.value
                return
            if self.step_count >= self._most:
                self._steps.close()
                self.is_stopped = True
                return
            if self._watch is not None:
                self._watch(step)
            for node in () if step.growth is None else step.growth.nodes:
                (self.opens.add if node.kind is Kind.OPEN else self.opens.discard)(node.id)
            yield step
            self.step_count += 1
            if self.step_count % 5_000 == 0 or monotonic() - reported > _SECONDS_BETWEEN_REPORTS:
                reported = monotonic()
                self._is_late = reported - began > longest
                if self._is_late or (self._progress and self._progress(self.step_count)):
                    self._steps.close()
                    self.is_stopped = True
                    return


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
