"""Steps of an algorithm, and the trace that a player moves through.

An algorithm is a generator: it yields a `Step` for every thing worth seeing and *returns* its result.  It knows
nothing of drawing.  `record` runs it and keeps, for every step, the score and finality of every node in dense
arrays, so that any step is an index and stepping back costs what stepping forward costs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from explorer.errors import LimitError
from explorer.graph import GameGraph, Move
from explorer.scores import Score, score_to_json

if TYPE_CHECKING:
    import pandas as pd


class Finality(IntEnum):
    """What is known of a node's score; the theme gives each role its ring."""

    UNKNOWN = 0  # no score yet
    TENTATIVE = 1  # a score that may still move either way
    CONDITIONAL = 2  # holds while certain nodes are on the path
    LOWER = 3  # cannot fall any more
    UPPER = 4  # cannot rise any more
    FINAL = 5  # cannot change


class Activity(StrEnum):
    """What is done to a node in one step."""

    CHANGED = "changed"
    COMPARED = "compared"
    EVALUATED = "evaluated"  # a leaf's score is read
    CUT = "cut"  # reached by a back link
    STORED = "stored"
    HIT = "hit"  # answered from the memo
    REFUSED = "refused"  # a memo entry that must not be used
    WRONG = "wrong"  # differs from the truth


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Path:
    """The way from the root to a node, as a chain that steps share; it is as cheap for 100,000 nodes as for one."""

    node: str
    before: Path | None = None
    length: int = 1

    def then(self, node: str) -> Path:
        """The path one node longer."""
        return Path(node, self, self.length + 1)

    def ids(self) -> tuple[str, ...]:
        """The nodes from the root on."""
        nodes: list[str] = []
        here: Path | None = self
        while here is not None:
            nodes.append(here.node)
            here = here.before
        return tuple(reversed(nodes))

    def __repr__(self) -> str:
        return f"Path({' → '.join(self.ids())})"


NO_PATH: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what changed, and why.

    Attributes
    ----------
    caption : one sentence with the numbers in it.
    line : line of the algorithm's pseudocode, from 1.
    scores : the scores that changed, by node id; None takes a score back.
    finality : the finalities that changed, by node id.
    activity : what is done to nodes in this step alone.
    focus : the node that the step is about.
    move : the move that the step is about.
    trail : the current path, focus included, or None; `path` gives its ids.
    counters : every counter of the algorithm, with its value now.
    notes : what is remembered of a node besides its score (a dependency set); "" takes a note back.
    """

    caption: str
    line: int
    scores: Mapping[str, Score | None] = field(default_factory=dict)
    finality: Mapping[str, Finality] = field(default_factory=dict)
    activity: Mapping[str, Activity] = field(default_factory=dict)
    focus: str | None = None
    move: Move | None = None
    trail: Path | None = None
    counters: Mapping[str, int] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)

    @property
    def path(self) -> tuple[str, ...]:
        """Ids of the nodes on the current path, from the root."""
        return self.trail.ids() if self.trail is not None else NO_PATH


Result = Mapping[str, Any]
Steps = Generator[Step, None, Result]


@dataclass(frozen=True)
class Limits:
    """How much of a run is kept and how long it may go on.

    Attributes
    ----------
    steps : most steps that are recorded.
    cells : most cells (recorded steps × nodes) that are recorded.
    run : most steps that are run at all; past the recorded ones only the result is wanted.
    """

    steps: int = 200_000
    cells: int = 20_000_000
    run: int = 3_000_000

    def recorded(self, nodes: int) -> int:
        """Most steps that are recorded for a graph of this many nodes; at least one."""
        return max(1, min(self.steps, self.cells // max(1, nodes)))


@dataclass(frozen=True)
class Trace:
    """The recorded run of an algorithm.

    Attributes
    ----------
    graph, algorithm, options : what was run.
    steps : the recorded steps, in order.
    values : every score that occurs.
    score_places : array of shape (steps, nodes) of places in `values`, -1 where a node has no score yet.
    finality : array of shape (steps, nodes) of `Finality`.
    result : what the algorithm returned, as JSON can hold it but with exact scores; empty if it was cut short.
    cut : a sentence on what the limits cut off, or "".
    """

    graph: GameGraph
    algorithm: str
    options: Mapping[str, Any]
    steps: Sequence[Step]
    values: Sequence[Score]
    score_places: NDArray[np.int32]
    finality: NDArray[np.int8]
    result: Result
    cut: str = ""

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, step: int) -> Step:
        return self.steps[step]

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def scores_at(self, step: int) -> dict[str, Score]:
        """All scores known at a step, by node id."""
        places = self.score_places[step]
        return {node.id: self.values[place] for node, place in zip(self.graph.nodes, places, strict=True) if place >= 0}

    def finality_at(self, step: int) -> dict[str, Finality]:
        """The finality of every node at a step, by node id."""
        return {node.id: Finality(role) for node, role in zip(self.graph.nodes, self.finality[step], strict=True)}

    def table(self, nodes: Sequence[str] | None = None) -> pd.DataFrame:
        """The scores as a frame: a row a step, a column a node id, None where a node has no score yet."""
        import pandas as pd

        ids = [node.id for node in self.graph.nodes] if nodes is None else list(nodes)
        lookup = np.array([*self.values, None], dtype=object)
        chosen = self.score_places[:, [self.graph.index[id] for id in ids]]
        return pd.DataFrame(lookup[chosen], columns=ids, index=pd.RangeIndex(len(self), name="step"))

    def json_steps(self) -> Iterator[dict[str, Any]]:
        """The steps as JSON objects, each with all scores and finalities known so far."""
        for number, step in enumerate(self.steps):
            yield {
                "n": number,
                "caption": step.caption,
                "line": step.line,
                "scores": {id: score_to_json(score) for id, score in self.scores_at(number).items()},
                "finality": {id: role.name.lower() for id, role in self.finality_at(number).items()},
                "focus": step.focus,
                "move": list(step.move) if step.move else None,
                "path": list(step.path),
                "activity": {id: str(role) for id, role in step.activity.items()},
                "notes": dict(step.notes),
                "counters": dict(step.counters),
            }

    def to_json(self) -> dict[str, Any]:
        """The whole trace as one JSON object."""
        return self.json_head() | {"steps": list(self.json_steps())}

    def json_head(self) -> dict[str, Any]:
        """The trace as JSON without its steps."""
        head = {"algorithm": self.algorithm, "options": plain(self.options), "result": plain(self.result)}
        return head | ({"cut": self.cut} if self.cut else {})

    def to_csv(self) -> str:
        """The scores as CSV text, a line a step, and the caption in the last column."""
        table = self.table().map(
            lambda score: "" if score is None else str(score_to_json(score))
        )  # pandas keeps text exact
        table["caption"] = [step.caption for step in self.steps]
        return str(table.to_csv())

    def _repr_html_(self) -> str:
        """The trace as Jupyter shows it: a frame with the step slider in it."""
        from explorer.drawing.exports.html import frame  # which builds on this module

        return frame(self)


def plain(value: Any) -> Any:
    """The value with exact scores written as JSON holds them."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, bool | str) or value is None:
        return value
    return score_to_json(value)


def record(
    steps: Steps,
    graph: GameGraph,
    *,
    algorithm: str,
    options: Mapping[str, Any] | None = None,
    limits: Limits = Limits(),
    progress: Callable[[int], None] | None = None,
) -> Trace:
    """The trace of a run.

    Parameters
    ----------
    steps : the generator of an algorithm.
    limits : past the recorded steps the run goes on for the sake of the result; past `limits.run` it is stopped.
    progress : called every 5,000 steps with their number; it may raise to cancel.

    Raises
    ------
    LimitError
        If the algorithm yields no step.
    """
    recorder = _Recorder(graph, limits)
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
        recorder.add(step)
        number += 1
        if progress is not None and number % 5_000 == 0:
            progress(number)
    kept = len(recorder.steps)
    if kept < number:
        cut = f"Showing the first {kept:,} of {number:,} steps. " + (cut or "The result is of the whole run.")
    if not kept:
        raise LimitError(f"{algorithm} made no step; there is nothing to show")
    return recorder.finish(algorithm, options or {}, result, cut)


class _Recorder:
    """Fills the dense arrays of a trace, doubling them as it goes."""

    def __init__(self, graph: GameGraph, limits: Limits) -> None:
        self._graph = graph
        self._most = limits.recorded(len(graph.nodes))
        self._places: NDArray[np.int32] = np.full((min(64, self._most), len(graph.nodes)), -1, np.int32)
        self._finality: NDArray[np.int8] = np.zeros(self._places.shape, np.int8)
        self._values: dict[Score, int] = {}
        self.steps: list[Step] = []

    def add(self, step: Step) -> None:
        row = len(self.steps)
        if row >= self._most:
            return
        if row == len(self._places):
            self._places, self._finality = self._grown(self._places), self._grown(self._finality)
        if row:
            self._places[row] = self._places[row - 1]
            self._finality[row] = self._finality[row - 1]
        index = self._graph.index
        for id, score in step.scores.items():
            self._places[row, index[id]] = -1 if score is None else self._values.setdefault(score, len(self._values))
        for id, role in step.finality.items():
            self._finality[row, index[id]] = role
        self.steps.append(step)

    def finish(self, algorithm: str, options: Mapping[str, Any], result: Result, cut: str) -> Trace:
        rows = len(self.steps)
        return Trace(
            self._graph,
            algorithm,
            dict(options),
            tuple(self.steps),
            tuple(self._values),
            self._places[:rows],
            self._finality[:rows],
            result,
            cut,
        )

    def _grown(self, array: NDArray[Any]) -> NDArray[Any]:
        grown = np.empty((min(2 * len(array), self._most), array.shape[1]), array.dtype)
        grown[: len(array)] = array
        return grown


def dump_json(value: Any) -> str:
    """Strict JSON text: infinities must have become strings before."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
