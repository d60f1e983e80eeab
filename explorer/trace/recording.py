"""Recording: run an algorithm and store the changes of every step."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from explorer.model.graph import GameGraph, Move, Node
from explorer.model.work_limits import work_limits
from explorer.trace import Growth, Result, Step, Steps, Trace
from explorer.trace.recorded import RecordedSteps, StepWriter
from explorer.trace.run import Progress, Run, no_steps_error
from explorer.trace.sentences import Nodes


@dataclass(frozen=True)
class Limits:
    """Limits on how much of a run is recorded and how long it may go on.

    A step takes some 100 bytes and a change, with its share of the checkpoints, up to 16: a trace within these limits
    takes less than 1 GB.

    Attributes
    ----------
    steps : the most steps that are recorded.
    changes : the most changes of nodes (of a score, bounds, finality, activity, …) in them; the step that reaches this
        number is the last one.
    run : the most steps that are run at all; past the recorded ones only the result counts.
    nodes : the most nodes of a graph that grows, as far as its steps are recorded.
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
    progress: Progress | None = None,
    first: int = 0,
) -> Trace:
    """Return the trace of a run.

    Parameters
    ----------
    steps : the generator of an algorithm.
    limits : past the recorded steps the run goes on for the sake of the result; past `limits.run` it is stopped.
    first : the number of the first step that is recorded; it includes the changes of the steps before it, but its
        `Trace.news` does not.
    progress : called every 5,000 steps, and several times a second, with their number; it may raise to cancel, or
        return True to stop the run and keep its steps.

    Raises
    ------
    LimitError
        If the algorithm yields no step, or none with the number `first`.
    """
    run = Run(steps, graph, algorithm=algorithm, options=options, most=limits.run, progress=progress, first=first)
    return recorded(run, limits)


def recorded(run: Run, limits: Limits = Limits()) -> Trace:
    """Return the trace of a run that has not begun; see `record`."""
    return Recording(run, limits).whole()


class Recording:
    """The recording of a run, which can give the trace of its first steps before it ends."""

    def __init__(self, run: Run, limits: Limits = Limits()) -> None:
        self._run = run
        self._recorder = _Recorder(run.graph, limits)

    def whole(self) -> Trace:
        """Return the trace of the run, which has not begun; see `record`."""
        run, recorder = self._run, self._recorder
        steps = iter(run)
        for step in steps:
            recorder.add(step)
            if recorder.is_full:
                run.finish(steps)
        if not len(recorder):
            raise no_steps_error(run)
        trace = recorder.finish(run.algorithm, run.options, run.result, run.words_without(len(recorder)), run.first)
        return replace(trace, news=run.news)

    def so_far(self) -> Trace:
        """Return the trace of the steps so far, without a result; only the run's `progress` may call it."""
        run = self._run
        return self._recorder.copy().finish(run.algorithm, run.options, {}, "", run.first)


class _Recorder:
    """Recorder of the steps up to the limits, and of the graph as it grows."""

    def __init__(self, graph: GameGraph, limits: Limits) -> None:
        self._graph = graph
        self._limits = limits
        self._most_changes = min(limits.changes, work_limits().changes)
        self._grown: dict[str, Node] = {}
        self._moves: list[Move] = []
        self._names: dict[Move, str] = {}
        nodes = Nodes(graph.columns)
        self._discovery = [0] * len(nodes.ids)
        self._expanded = [0] * len(nodes.ids)
        self.is_full = False
        self._writer = StepWriter(nodes)

    def __len__(self) -> int:
        return len(self._writer)

    def copy(self) -> _Recorder:
        """Return a recorder of the steps so far, to which later ones are not added."""
        twin = copy(self)
        twin._writer = self._writer.copy()
        return twin

    def add(self, step: Step) -> None:
        """Record a step, unless the limits have been reached."""
        writer, limits = self._writer, self._limits
        index = writer.nodes.index
        grown = 0 if step.growth is None else sum(node.id not in index for node in step.growth.nodes)
        is_over = len(writer) > 0 and (len(writer) >= limits.steps or writer.changes >= self._most_changes)
        self.is_full = self.is_full or is_over or (grown > 0 and len(index) + grown > limits.nodes)
        if self.is_full:
            return
        if step.growth is not None:
            self._add_growth(step.growth, len(writer))
        writer.add(step)

    def finish(self, algorithm: str, options: Mapping[str, Any], result: Result, left_out: str, first: int) -> Trace:
        """Return the trace of the recorded steps."""
        graph = self._graph
        if self._grown or self._moves:
            nodes = {node.id: node for node in graph.nodes} | self._grown
            graph = graph.replace(
                nodes=tuple(nodes.values()),
                moves=(*graph.moves, *self._moves),
                move_names={**graph.move_names, **self._names},
            )
        discovery, expanded = np.array(self._discovery, np.int32), np.array(self._expanded, np.int32)
        return Trace(
            graph, algorithm, dict(options), RecordedSteps(self._writer), discovery, expanded, result, left_out, first
        )

    def _add_growth(self, growth: Growth, step: int) -> None:
        """Add the nodes and moves that a step makes known."""
        nodes = self._writer.nodes
        for node in growth.nodes:
            if node.id in nodes.index:
                self._expanded[nodes.index[node.id]] = step
            else:
                nodes.add(node)
                self._discovery.append(step)
                self._expanded.append(step)
            self._grown[node.id] = node
        self._moves.extend(growth.moves)
        self._names |= growth.names
