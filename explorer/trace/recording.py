"""Recording: runs an algorithm and keeps, for every step, the score, the bounds and the finality of every node."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.errors import LimitError
from explorer.model.graph import GameGraph, Move, Node
from explorer.model.scores import Score
from explorer.trace import Growth, Result, Step, Steps, Trace

_LASTING = ("scores", "bounds", "finality", "notes", "windows", "pruned")  # what a step changes until another one does


@dataclass(frozen=True)
class Limits:
    """How much of a run is kept and how long it may go on.

    Attributes
    ----------
    steps : most steps that are recorded.
    cells : most cells (recorded steps × nodes) that are recorded.
    run : most steps that are run at all; past the recorded ones only the result is wanted.
    nodes : most nodes of a graph that grows, as far as its steps are recorded.
    """

    steps: int = 200_000
    cells: int = 20_000_000
    run: int = 3_000_000
    nodes: int = 10_000_000

    def recorded(self, nodes: int) -> int:
        """Most steps that are recorded for a graph of this many nodes; at least one."""
        return max(1, min(self.steps, self.cells // max(1, nodes)))


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
    first : the number of the first step that is recorded; what the steps before it changed is told with it.
    progress : called every 5,000 steps with their number; it may raise to cancel.

    Raises
    ------
    LimitError
        If the algorithm yields no step, or none with the number `first`.
    """
    recorder = _Recorder(graph, limits)
    before = _Before()
    result: Result = {}
    cut = ""
    number = 0
    while True:
        try:
            step = next(steps)
        except StopIteration as stop:
            result = stop.value
            break
        if number >= limits.run:
            steps.close()
            cut = f"Stopped after {number:,} steps, the limit; there is no result."
            break
        if number < first:
            before.take(step)
        else:
            recorder.add(before.told_with(step) if first and number == first else step)
        number += 1
        if progress is not None and number % 5_000 == 0:
            progress(number)
    kept = len(recorder.steps)
    if not kept:
        raise LimitError(f"{algorithm} made {_no_step(number, first)}; there is nothing to show")
    if kept < number:
        shown = f"steps {first:,} to {first + kept - 1:,} of {number:,}" if first else _the_first(kept, number)
        cut = f"Showing {shown}. {cut or 'The result is of the whole run.'}"
    return replace(recorder.finish(algorithm, options or {}, result, cut), first=first)


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
        self._changes: dict[str, dict[str, Any]] = {name: {} for name in _LASTING}
        self._nodes: list[Node] = []
        self._moves: list[Move] = []

    def take(self, step: Step) -> None:
        """Take the changes of one more step."""
        for name, changes in self._changes.items():
            changes.update(getattr(step, name))
        if step.growth is not None:
            self._nodes += step.growth.nodes
            self._moves += step.growth.moves

    def told_with(self, step: Step) -> Step:
        """The step with all these changes before its own."""
        known: dict[str, Any] = {name: {**changes, **getattr(step, name)} for name, changes in self._changes.items()}
        self.take(step)
        growth = Growth(tuple(self._nodes), tuple(self._moves)) if self._nodes else None
        return replace(step, growth=growth, **known)


class _Recorder:
    """Fills the dense arrays of a trace, doubling them as it goes, in steps and, where the graph grows, in nodes."""

    def __init__(self, graph: GameGraph, limits: Limits) -> None:
        self._graph = graph
        self._limits = limits
        self._nodes: dict[str, Node] = {node.id: node for node in graph.nodes}
        self._moves: list[Move] = list(graph.moves)
        self._index = {id: index for index, id in enumerate(self._nodes)}
        self._found = [0] * len(self._nodes)
        self._expanded = [0] * len(self._nodes)
        self._values: dict[Score, int] = {}
        shape = (min(64, limits.recorded(len(self._nodes))), len(self._nodes))
        self._scores: NDArray[np.int32] = np.full(shape, -1, np.int32)
        self._finality: NDArray[np.int8] = np.zeros(shape, np.int8)
        self._bounds: NDArray[np.int32] | None = None
        self._is_full = False
        self.steps: list[Step] = []

    @property
    def _arrays(self) -> list[NDArray[Any]]:
        return [self._scores, self._finality, *([self._bounds] if self._bounds is not None else [])]

    def add(self, step: Step) -> None:
        """Record a step, unless the limits have been reached."""
        grown = 0 if step.growth is None else sum(node.id not in self._nodes for node in step.growth.nodes)
        row = len(self.steps)
        nodes = len(self._nodes) + grown
        self._is_full = (
            self._is_full or row >= self._limits.recorded(nodes) or (grown > 0 and nodes > self._limits.nodes)
        )
        if self._is_full:
            return
        if step.growth is not None:
            self._take(step.growth, row)
        if step.bounds and self._bounds is None:
            self._bounds = np.full((*self._scores.shape, 2), -1, np.int32)
        self._make_room(row + 1, len(self._nodes))
        if row:
            for array in self._arrays:
                array[row] = array[row - 1]
        for id, score in step.scores.items():
            self._scores[row, self._index[id]] = -1 if score is None else self._code(score)
        if self._bounds is not None:
            for id, (lower, upper) in step.bounds.items():
                self._bounds[row, self._index[id]] = self._code(lower), self._code(upper)
        for window in step.windows.values():
            for bound in window or ():
                self._code(bound)
        for id, role in step.finality.items():
            self._finality[row, self._index[id]] = role
        self.steps.append(step)

    def finish(self, algorithm: str, options: Mapping[str, Any], result: Result, cut: str) -> Trace:
        """The trace of the recorded steps."""
        rows, nodes = len(self.steps), len(self._nodes)
        graph = self._graph
        if nodes > len(graph.nodes) or any(self._expanded):
            graph = graph.replace(nodes=tuple(self._nodes.values()), moves=tuple(self._moves))
        return Trace(
            graph,
            algorithm,
            dict(options),
            tuple(self.steps),
            tuple(self._values),
            self._scores[:rows, :nodes],
            self._bounds[:rows, :nodes] if self._bounds is not None else None,
            self._finality[:rows, :nodes],
            np.array(self._found, np.int32),
            np.array(self._expanded, np.int32),
            result,
            cut,
        )

    def _code(self, score: Score) -> int:
        return self._values.setdefault(score, len(self._values))

    def _take(self, growth: Growth, row: int) -> None:
        for node in growth.nodes:
            if node.id in self._nodes:
                self._expanded[self._index[node.id]] = row
            else:
                self._index[node.id] = len(self._nodes)
                self._found.append(row)
                self._expanded.append(row)
            self._nodes[node.id] = node
        self._moves.extend(growth.moves)

    def _make_room(self, rows: int, nodes: int) -> None:
        has_rows, has_nodes = self._scores.shape
        if rows <= has_rows and nodes <= has_nodes:
            return
        most = self._limits.recorded(nodes)
        rows = min(max(2 * has_rows, rows), max(most, rows)) if rows > has_rows else has_rows
        nodes = max(2 * has_nodes, nodes) if nodes > has_nodes else has_nodes
        self._scores, self._finality = (
            _enlarged(array, rows, nodes, fill) for array, fill in ((self._scores, -1), (self._finality, 0))
        )
        if self._bounds is not None:
            self._bounds = _enlarged(self._bounds, rows, nodes, -1)


def _enlarged(array: NDArray[Any], rows: int, nodes: int, fill: int) -> NDArray[Any]:
    """The array with room for more; new cells hold `fill`."""
    larger = np.full((rows, nodes, *array.shape[2:]), fill, array.dtype)
    larger[: array.shape[0], : array.shape[1]] = array
    return larger
