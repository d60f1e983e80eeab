"""A run of an algorithm, whose steps are made as they are taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from time import monotonic
from typing import Any

import numpy as np

from explorer.model.columns import OPEN
from explorer.model.errors import LimitError
from explorer.model.graph import GameGraph, Kind, Move, Node
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
)  # what a step changes until another one does
_SECONDS_BETWEEN_WORDS = 0.2  # of progress

Progress = Callable[[int], bool | None]
"""A function that is called with the number of steps so far; the run stops when it returns True."""


class Run:
    """A run of an algorithm, whose steps are made one by one as they are taken, which can be done once.

    Attributes
    ----------
    graph, algorithm, options, first : as a `Trace` has them; the graph is that of the beginning.
    made : how many steps were made so far, those before `first` as well.
    opens : the ids of the open nodes that there are now.
    result, news : as a `Trace` has them, once all steps were taken.
    is_stopped : whether there would have been more steps: more than `most`, or `progress` stopped the run.

    `watch` sees each step first, whatever is recorded of the run.
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
        self.made = 0
        self.opens = {graph.ids[index] for index in np.flatnonzero(graph.columns.kinds == OPEN).tolist()}
        self.result: Result = {}
        self.is_stopped = False
        self.news: StepChanges | None = None
        self._steps, self._most, self._progress, self._watch = steps, most, progress, watch

    def __iter__(self) -> Iterator[Step]:
        before, first = _Before(), self.first
        for step in self._all():
            if self.made < first:
                before.take(step)
            elif first and self.made == first:
                self.news = before.news_in(step)
                yield before.told_with(step)
            else:
                yield step
        if self.made <= first:
            raise without_steps(self)

    @property
    def left_out(self) -> str:
        """A sentence on the steps that were not to be had, or ""."""
        return self.words_without(self.made - self.first)

    def words_without(self, kept: int) -> str:
        """The same where of those steps only so many were kept."""
        why = "the limit" if self.made >= self._most else "as you asked"
        stop = f"Stopped after {self.made:,} steps, {why}; there is no result." if self.is_stopped else ""
        if kept == self.made:
            return stop
        span = f"steps {self.first:,} to {self.first + kept - 1:,}" if self.first else f"the first {kept:,}"
        of_all = f"{self.made:,}" if self.first else f"{self.made:,} steps"
        return f"Showing {span} of {of_all}. {stop or 'The result is of the whole run.'}"

    def _all(self) -> Iterator[Step]:
        """Every step; `made` counts those before it."""
        told = monotonic()
        while True:
            try:
                step = next(self._steps)
            except StopIteration as stop:
                self.result = stop.value
                return
            if self.made >= self._most:
                self._steps.close()
                self.is_stopped = True
                return
            if self._watch is not None:
                self._watch(step)
            for node in () if step.growth is None else step.growth.nodes:
                (self.opens.add if node.kind is Kind.OPEN else self.opens.discard)(node.id)
            yield step
            self.made += 1
            if self._progress and (self.made % 5_000 == 0 or monotonic() - told > _SECONDS_BETWEEN_WORDS):
                if self._progress(self.made):
                    self._steps.close()
                    self.is_stopped = True
                    return
                told = monotonic()


def without_steps(run: Run) -> LimitError:
    """Why there is nothing to show of a run."""
    made = f"no step {run.first:,}, only {run.made:,} steps" if run.first else "no step"
    return LimitError(f"{run.algorithm} made {made}; there is nothing to show")


class _Before:
    """What the steps before the recorded ones changed, each change the last of its node."""

    def __init__(self) -> None:
        self._changes: dict[str, dict[Any, Mapping[Any, Any]]] = {name: {} for name in _LASTING}
        self._nodes: list[Node] = []
        self._moves: list[Move] = []
        self._names: dict[Move, str] = {}
        self._counters: Mapping[str, int] = {}

    def take(self, step: Step) -> None:
        """Take the changes of one more step."""
        for id in self._changes["relations"].keys() & step.scores.keys():
            del self._changes["relations"][id]  # unless the step says otherwise, the new score is exact
        self._counters = step.counters
        for name, changes in self._changes.items():
            changed = getattr(step, name)
            changes.update(dict.fromkeys(changed, changed))  # a note is made only if it is told
        if step.growth is not None:
            self._nodes += step.growth.nodes
            self._moves += step.growth.moves
            self._names |= step.growth.names

    def news_in(self, step: Step) -> StepChanges:
        """What the next step changes."""
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

    def told_with(self, step: Step) -> Step:
        """The step with all these changes before its own."""
        self.take(step)
        known: dict[str, Any] = {
            name: {key: last[key] for key, last in changes.items()} for name, changes in self._changes.items()
        }
        growth = Growth(tuple(self._nodes), tuple(self._moves), self._names) if self._nodes else None
        return replace(step, growth=growth, **known)
