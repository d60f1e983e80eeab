"""The trace of an algorithm, which a player moves through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from explorer.model import conversions
from explorer.model.scores import Score
from explorer.trace import writing
from explorer.trace.history import History
from explorer.trace.options import ENDLESS

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class Trace(History):
    """The recorded run of an algorithm, with its tables and files."""

    def with_endless(self, worth: Score) -> Trace:
        """Return the trace of the run for pictures with another value of endless play."""
        if ENDLESS not in self.options or worth == self.endless:
            return self
        return replace(self, options={**self.options, ENDLESS: worth})

    def table(self, nodes: Sequence[str] | None = None) -> pd.DataFrame:
        """Return the scores as a frame: a row a step, a column a node id, None for no score.

        A bound or an estimate of a score is text, with a sign before the number: "≥ 10", "≤ 2/3", "≈ 0".

        For a trace with bounds, the bounds: a score where the two are equal, else text, such as "-1, 2/3" or "0, inf",
        and "?" for an open node.  The frame has a cell for every step and node; of a long run name the nodes.
        """
        return writing.table(self, nodes)

    @property
    def is_large(self) -> bool:
        """Return whether the states of all steps are too much to write, so that files hold changes alone."""
        return len(self) * len(self.graph.nodes) > writing.MOST_CELLS

    def to_json(self) -> dict[str, Any]:
        """Return the trace as one JSON object, as `json_text` writes it: for a large one, the changes alone."""
        changes = self.is_large
        return writing.json_head(self, changes=changes) | {"steps": list(self.json_steps(changes=changes))}

    def json_steps(self, *, changes: bool = False) -> Iterator[dict[str, Any]]:
        """Return the steps as JSON objects, each with all scores, finalities and windows at that step.

        `relations` names the scores that are bounds or estimates, in the words of `Relation`: "at least", "at most",
        "about".

        With `changes`, each with what it changes, and without what it does not: null for a score, a window or a
        counter that is taken back, `relations` with those of its scores that are not exact, `pruned` with whether nodes
        are cut off, `path` with how many of its nodes stay (`keep`) and which come after them (`then`).
        """
        return writing.json_changes(self, self.first) if changes else writing.json_states(self)

    def json_text(self, *, changes: bool | None = None) -> Iterator[str]:
        """Yield the trace as JSON text in pieces, a step a line; for a large one, the changes alone."""
        return writing.json_text(self, changes=self.is_large if changes is None else changes)

    def to_csv(self) -> str:
        """Return the trace as CSV text, as `csv_text` writes it: for a large one, the changes alone."""
        return "".join(self.csv_text())

    def csv_text(self, *, changes: bool | None = None) -> Iterator[str]:
        """Yield the trace as CSV text line by line: the scores or bounds of `table` and the caption, a line a step.

        For a large one, or with `changes`, a line for every node that a step changes: the step, the node, its score or
        bounds, its finality, and the caption in the first line of each step.
        """
        return writing.csv_text(self, changes=self.is_large if changes is None else changes)

    _repr_html_ = conversions.trace_html
