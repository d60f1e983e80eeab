"""Recording: runs an algorithm and keeps what every step changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

import numpy as np

from explorer.model.errors import LimitError
from explorer.model.graph import GameGraph, Move, Node
from explorer.trace import Finality, Growth, Relation, Result, Step, Steps, Trace
from explorer.trace.history import StepChanges
from explorer.trace.nodes import Nodes
from explorer.trace.recorded import RecordedSteps, StepWriter

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


@dataclass(frozen=True)
class Limits:
    """How much of a run is kept and how long it may go on.

    A step takes some 100 bytes and a change, with its share of the checkpoints, up to 16: a trace within these limits
    takes less than 1 GB.

    Attributes
    ----------
    steps : most steps that are recorded.
    changes : most changes of nodes (of a score, bounds, finality, activity, …) in them; the step that reaches this
        number is the last one.
    run : most steps that are run at all; past the recorded ones only the result is wanted.
    nodes : most nodes of a graph that grows, as far as its steps are recorded.
    """

    steps: int = 1_000_000
    changes: int = 40_000_000
    run: int = 3_000_000
    nodes: int = 10_000_000


def record(
    steps: Steps,
    graph: GameGraph,
    *,
    algorithm: str,
    options: Mapping[str, Any] | None = None,
    limits: Limits = Limits(),
    progress: Callable[[int], None] | None = None,
    first: int = 0,
) -> Trace:
    """The trace of a run.

    Parameters
    ----------
    steps : the generator of an algorithm.
    limits : past the recorded steps the run goes on for the sake of the result; past `limits.run` it is stopped.
    first : the number of the first step that is recorded; what the steps before it changed is told with it, but is
        none of its `Trace.news`.
    progress : called every 5,000 steps, and several times a second, with their number; it may raise to cancel.

    Raises
    ------
    LimitError
        If the algorithm yields no step, or none with the number `first`.
    """
    recorder = _Recorder(graph, limits)
    before, news = _Before(), None
    result: Result = {}
    left_out = ""
    number, told = 0, monotonic()
    while True:
        try:
            step = next(steps)
        except StopIteration as stop:
            result = stop.value
            break
        if number >= limits.run:
            steps.close()
            left_out = f"Stopped after {number:,} steps, the limit; there is no result."
            break
        if number < first:
            before.take(step)
        elif first and number == first:
            news = before.news_in(step)
            recorder.add(before.told_with(step))
        else:
            recorder.add(step)
        number += 1
        if progress is not None and (number % 5_000 == 0 or monotonic() - told > _SECONDS_BETWEEN_WORDS):
            progress(number)
            told = monotonic()
    kept = len(recorder)
    if not kept:
        raise LimitError(f"{algorithm} made {_no_step(number, first)}; there is nothing to show")
    if kept < number:
        shown = f"steps {first:,} to {first + kept - 1:,} of {number:,}" if first else _the_first(kept, number)
        left_out = f"Showing {shown}. {left_out or 'The result is of the whole run.'}"
    return replace(recorder.finish(algorithm, options or {}, result, left_out, first), news=news)


def _the_first(kept: int, number: int) -> str:
    return f"the first {kept:,} of {number:,} steps"


def _no_step(number: int, first: int) -> str:
    return f"no step {first:,}, only {number:,} steps" if first else "no step"


def watched(steps: Steps, look: Callable[[Step], None]) -> Steps:
    """The same steps, with the same result; `look` sees each of them first, whatever is recorded of the run."""
    while True:
        try:
            step = next(steps)
        except StopIteration as stop:
            result: Result = stop.value
            return result
        look(step)
        yield step


class _Before:
    """What the steps before the recorded ones changed, each change the last of its node."""

    def __init__(self) -> None:
        self._changes: dict[str, dict[Any, Mapping[Any, Any]]] = {name: {} for name in _LASTING}
        self._nodes: list[Node] = []
        self._moves: list[Move] = []
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
        growth = Growth(tuple(self._nodes), tuple(self._moves)) if self._nodes else None
        return replace(step, growth=growth, **known)


class _Recorder:
    """Keeps the steps up to the limits, and the graph as it grows."""

    def __init__(self, graph: GameGraph, limits: Limits) -> None:
        self._graph = graph
        self._limits = limits
        self._grown: dict[str, Node] = {}
        self._moves: list[Move] = []
        nodes = Nodes(graph.columns)
        self._found = [0] * len(nodes.ids)
        self._expanded = [0] * len(nodes.ids)
        self._is_full = False
        self._taken = StepWriter(nodes)

    def __len__(self) -> int:
        return len(self._taken)

    def add(self, step: Step) -> None:
        """Record a step, unless the limits have been reached."""
        taken, limits = self._taken, self._limits
        index = taken.nodes.index
        grown = 0 if step.growth is None else sum(node.id not in index for node in step.growth.nodes)
        is_over = len(taken) > 0 and (len(taken) >= limits.steps or taken.changes >= limits.changes)
        self._is_full = self._is_full or is_over or (grown > 0 and len(index) + grown > limits.nodes)
        if self._is_full:
            return
        if step.growth is not None:
            self._grow(step.growth, len(taken))
        taken.add(step)

    def finish(self, algorithm: str, options: Mapping[str, Any], result: Result, left_out: str, first: int) -> Trace:
        """The trace of the recorded steps."""
        graph = self._graph
        if self._grown or self._moves:
            nodes = {node.id: node for node in graph.nodes} | self._grown
            graph = graph.replace(nodes=tuple(nodes.values()), moves=(*graph.moves, *self._moves))
        found, expanded = np.array(self._found, np.int32), np.array(self._expanded, np.int32)
        return Trace(
            graph, algorithm, dict(options), RecordedSteps(self._taken), found, expanded, result, left_out, first
        )

    def _grow(self, growth: Growth, step: int) -> None:
        nodes = self._taken.nodes
        for node in growth.nodes:
            if node.id in nodes.index:
                self._expanded[nodes.index[node.id]] = step
            else:
                nodes.add(node)
                self._found.append(step)
                self._expanded.append(step)
            self._grown[node.id] = node
        self._moves.extend(growth.moves)
