"""What a session keeps of the last edit: the graph before it and its run, to say what it changed."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.app.opened import Opened
from explorer.comparison.edited import Effect, effect
from explorer.drawing.messages.to_browser import EditedData
from explorer.model.graph import GameGraph
from explorer.trace import Trace


@dataclass
class LastEdit:
    """The graph before the last edit that changed the game, and the run on it; None if there was no edit.

    A graph with errors has no scores: then it is the last one before that had none.
    """

    before: GameGraph | None = None
    trace: Trace | None = None

    def take(self, session: Opened) -> None:
        """Keep the graph that is about to be edited."""
        if not session.errors:
            self.before, self.trace = session.playable, session.trace

    def forget(self) -> None:
        """Another graph was opened."""
        self.before = self.trace = None

    def effect(self, session: Opened) -> Effect | None:
        """What the edit changed; None if there was none, or the graph has errors."""
        if self.before is None or session.errors:
            return None
        before, runs, endless = self.before, self._runs(session.trace), session.endless
        key = ("effect", endless, None if runs is None else (runs[1].algorithm, str(runs[1].options)))
        return session.once(key, lambda: effect(before, session.playable, endless=endless, runs=runs))

    def data(self, session: Opened) -> EditedData | None:
        """The line for the browser, with the nodes that it marks."""
        found = self.effect(session)
        return None if found is None else {"text": str(found), "nodes": list(found.changed)}

    def _runs(self, after: Trace | None) -> tuple[Trace, Trace] | None:
        """The runs before and after, if they are of one algorithm with the same options."""
        before = self.trace
        if before is None or after is None or before.algorithm != after.algorithm:
            return None
        return (before, after) if before.options == after.options else None
