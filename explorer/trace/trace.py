"""The trace of an algorithm, which a player moves through."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score, score_to_json
from explorer.model.seam import call
from explorer.trace.options import ENDLESS
from explorer.trace.step import Bounds, Finality, Result, Step

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Trace:
    """The recorded run of an algorithm.

    Attributes
    ----------
    graph, algorithm, options : what was run; if the graph grew, as it was at the last recorded step.
    steps : the recorded steps, in order.
    values : every score and every bound that occurs.
    score_indices : array of shape (steps, nodes) of indices in `values`, -1 where a node has no score yet.
    bound_indices : the same of lower and upper bounds, shape (steps, nodes, 2); None if no step has bounds.
    found : array of shape (nodes,): the step from which a node is there, 0 for those of the beginning.
    expanded : array of shape (nodes,): the step from which a node is as the graph has it; before, it is open.
    finality : array of shape (steps, nodes) of `Finality`.
    result : what the algorithm returned, as JSON can hold it but with exact scores; empty if it was cut short.
    cut : a sentence on what the limits cut off, or "".
    first : the number that the first recorded step has in the run; the indices of all others count from it.
    """

    graph: GameGraph
    algorithm: str
    options: Mapping[str, Any]
    steps: Sequence[Step]
    values: Sequence[Score]
    score_indices: NDArray[np.int32]
    bound_indices: NDArray[np.int32] | None
    finality: NDArray[np.int8]
    found: NDArray[np.int32]
    expanded: NDArray[np.int32]
    result: Result
    cut: str = ""
    first: int = 0

    @property
    def endless(self) -> Score:
        """The value of endless play in this run and in its pictures: 0 unless an option says otherwise."""
        worth: Score = self.options.get(ENDLESS, 0)
        return worth

    def with_endless(self, worth: Score) -> Trace:
        """The run in pictures with another value of endless play; itself if that is no option of it."""
        if ENDLESS not in self.options or worth == self.endless:
            return self
        return replace(self, options={**self.options, ENDLESS: worth})

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, step: int) -> Step:
        return self.steps[step]

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def scores_at(self, step: int) -> dict[str, Score]:
        """All scores known at a step, by node id."""
        indices = self.score_indices[step]
        return {
            node.id: self.values[index] for node, index in zip(self.graph.nodes, indices, strict=True) if index >= 0
        }

    def bounds_at(self, step: int, nodes: Iterable[str] | None = None) -> dict[str, Bounds]:
        """All bounds known at a step, or those of some nodes, by node id."""
        if self.bound_indices is None:
            return {}
        indices = self._indices(nodes)
        pairs = zip(indices, self.bound_indices[step, indices].tolist(), strict=True)
        return {self.graph.nodes[at].id: (self.values[low], self.values[high]) for at, (low, high) in pairs if low >= 0}

    def finality_at(self, step: int) -> dict[str, Finality]:
        """The finality of every node that is there at a step, by node id."""
        rows = zip(self.graph.nodes, self.finality[step].tolist(), self.found.tolist(), strict=True)
        return {node.id: Finality(role) for node, role, found in rows if found <= step}

    def kinds_at(self, step: int, nodes: Iterable[str] | None = None) -> dict[str, Kind]:
        """What every node, or each of some, that is there at a step is then, by id: open, if expanded only later."""
        indices = self._indices(nodes)
        later = (self.expanded[indices] > step).tolist()
        there = (self.found[indices] <= step).tolist()
        chosen = (self.graph.nodes[index] for index in indices)
        rows = zip(chosen, later, there, strict=True)
        return {node.id: Kind.OPEN if is_later else node.kind for node, is_later, is_there in rows if is_there}

    def _indices(self, nodes: Iterable[str] | None) -> list[int]:
        return list(range(len(self.graph.nodes)) if nodes is None else map(self.graph.index.__getitem__, nodes))

    def table(self, nodes: Sequence[str] | None = None) -> pd.DataFrame:
        """The scores as a frame: a row a step, a column a node id, None where a node has no score yet.

        Of a trace with bounds, the bounds: a score where the two are equal, else text, such as "-1, 2/3" or "0, inf",
        and "?" for an open node.
        """
        import pandas as pd

        ids = [node.id for node in self.graph.nodes] if nodes is None else list(nodes)
        indices = self._indices(ids)
        cells = (
            self._score_cells(indices) if self.bound_indices is None else self._bound_cells(indices, self.bound_indices)
        )
        steps = pd.RangeIndex(self.first, self.first + len(self), name="step")
        return pd.DataFrame(cells, columns=ids, index=steps, dtype=object)

    def _score_cells(self, indices: list[int]) -> NDArray[np.object_]:
        lookup = np.array([*self.values, None], dtype=object)
        return np.asarray(lookup[self.score_indices[:, indices]], dtype=object)

    def _bound_cells(self, indices: list[int], bounds: NDArray[np.int32]) -> NDArray[np.object_]:
        steps = np.arange(len(self))[:, np.newaxis]
        lower, upper = np.moveaxis(bounds[:, indices].astype(np.int64), 2, 0)
        pairs, which = np.unique(lower * len(self.values) + upper, return_inverse=True)  # negative: no bounds yet
        texts = np.array([self._bounds_cell(*divmod(pair, len(self.values))) for pair in pairs.tolist()], dtype=object)
        cells = texts[which.reshape(lower.shape)]
        is_open = np.array([self.graph.nodes[index].kind is Kind.OPEN for index in indices], np.bool_)
        cells[is_open | (self.expanded[indices] > steps)] = "?"
        cells[self.found[indices] > steps] = None
        return np.asarray(cells, dtype=object)

    def _bounds_cell(self, lower: int, upper: int) -> Score | str | None:
        if lower < 0:
            return None
        low, high = self.values[lower], self.values[upper]
        return low if low == high else f"{score_to_json(low)}, {score_to_json(high)}"

    def windows_at(self, step: int) -> dict[str, Bounds]:
        """The windows of alpha and beta that are open at a step, by node id."""
        latest: dict[str, Bounds | None] = {}
        for earlier in self.steps[: step + 1]:
            latest |= earlier.windows
        return {id: window for id, window in latest.items() if window is not None}

    def pruned_at(self, step: int) -> frozenset[str]:
        """The ids of the nodes that are cut off at a step."""
        latest: dict[str, bool] = {}
        for earlier in self.steps[: step + 1]:
            latest |= earlier.pruned
        return frozenset(id for id, is_pruned in latest.items() if is_pruned)

    @property
    def has_windows(self) -> bool:
        """Whether any step has windows or says what is cut off."""
        return any(step.windows or step.pruned for step in self.steps)

    def json_steps(self) -> Iterator[dict[str, Any]]:
        """The steps as JSON objects, each with all scores and finalities known so far, and the windows then open."""
        windows: dict[str, Bounds | None] = {}
        pruned: dict[str, bool] = {}
        has_windows = self.has_windows
        for number, step in enumerate(self.steps):
            windows |= step.windows
            pruned |= step.pruned
            bounds = {id: [score_to_json(bound) for bound in pair] for id, pair in self.bounds_at(number).items()}
            yield {
                "n": self.first + number,
                "caption": step.caption,
                "line": step.line,
                "scores": {id: score_to_json(score) for id, score in self.scores_at(number).items()},
                **({"bounds": bounds} if self.bound_indices is not None else {}),
                "finality": {id: role.name.lower() for id, role in self.finality_at(number).items()},
                "focus": step.focus,
                "move": list(step.move) if step.move else None,
                "path": list(step.path),
                "activity": {id: str(role) for id, role in step.activity.items()},
                "notes": dict(step.notes),
                "counters": dict(step.counters),
                **(_windows_json(windows, pruned) if has_windows else {}),
                **({"marks": [[*move, str(mark)] for move, mark in step.marks.items()]} if step.marks else {}),
            }

    def to_json(self) -> dict[str, Any]:
        """The whole trace as one JSON object."""
        return self.json_head() | {"steps": list(self.json_steps())}

    def json_head(self) -> dict[str, Any]:
        """The trace as JSON without its steps: `open` counts open nodes, `cut` says what was not kept, if any."""
        head = {"algorithm": self.algorithm, "options": plain(self.options), "result": plain(self.result)}
        opens = sum(node.kind is Kind.OPEN for node in self.graph.nodes)
        return head | ({"open": opens} if opens else {}) | ({"cut": self.cut} if self.cut else {})

    def to_csv(self) -> str:
        """The scores or bounds, as in `table`, as CSV text, a line a step, and the caption in the last column."""
        table = self.table().map(_csv_cell)  # pandas keeps text exact
        table["caption"] = [step.caption for step in self.steps]
        return str(table.to_csv())

    def _repr_html_(self) -> str:
        """The trace as Jupyter shows it: a frame with the step slider in it."""
        html: str = call("trace_html", self)
        return html


def _windows_json(windows: Mapping[str, Bounds | None], pruned: Mapping[str, bool]) -> dict[str, Any]:
    shown = {id: [score_to_json(bound) for bound in pair] for id, pair in windows.items() if pair is not None}
    return {"windows": shown, "pruned": [id for id, is_pruned in pruned.items() if is_pruned]}


def _csv_cell(cell: Score | str | None) -> str:
    return "" if cell is None else cell if isinstance(cell, str) else str(score_to_json(cell))


def plain(value: Any) -> Any:
    """The value with exact scores written as JSON holds them."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, bool | str) or value is None:
        return value
    return score_to_json(value)


def dump_json(value: Any) -> str:
    """Strict JSON text: infinities must have become strings before."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
