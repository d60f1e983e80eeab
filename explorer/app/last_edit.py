"""Effect of the last edit that changed the game."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.app.session.history import GraphHistory
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.run import CurrentRun
from explorer.comparison.edited import Effect, effect
from explorer.drawing.messages.to_browser import EditedData
from explorer.trace import Trace


@dataclass
class LastEdit:
    """The effect of the last edit on the scores and on the current run."""

    open_graph: OpenGraph
    history: GraphHistory
    run: CurrentRun

    @property
    def effect(self) -> Effect | None:
        """The effect of the last edit; None if there was none, or the graph has errors."""
        before, open_graph = self.history.before, self.open_graph
        if before is None or open_graph.errors:
            return None
        runs, endless = _runs_around_edit(before.trace, self.run.trace), open_graph.endless
        key = ("effect", endless, None if runs is None else (runs[1].algorithm, str(runs[1].options)))
        return open_graph.compute_once(
            key, lambda: effect(before.graph, open_graph.playable, endless=endless, runs=runs)
        )

    @property
    def data(self) -> EditedData | None:
        """The line for the browser with the nodes that it marks; none for no change once another run is shown."""
        change, before, trace = self.effect, self.history.before, self.run.trace
        if change is None or before is None:
            return None
        has_runs = before.trace is not None and trace is not None
        is_other_run = has_runs and _runs_around_edit(before.trace, trace) is None
        if is_other_run and not change.score_changes:
            return None
        return {"text": str(change), "nodes": list(change.score_changes), "number": before.number}


def _runs_around_edit(before: Trace | None, after: Trace | None) -> tuple[Trace, Trace] | None:
    """Return the runs before and after the last edit, if they are of one algorithm with the same options."""
    if before is None or after is None or before.algorithm != after.algorithm:
        return None
    return (before, after) if before.options == after.options else None
