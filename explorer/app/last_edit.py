"""Effect of the last edit that changed the game."""

from __future__ import annotations

from explorer.app.state import Session
from explorer.comparison.edited import Effect, effect
from explorer.drawing.messages.to_browser import EditedData
from explorer.trace import Trace


def effect_of(session: Session) -> Effect | None:
    """Return the effect of the last edit; None if there was none, or the graph has errors."""
    if session.before is None or session.errors:
        return None
    before, runs, endless = (
        session.before.graph,
        _runs_around_edit(session.before.trace, session.trace),
        session.endless,
    )
    key = ("effect", endless, None if runs is None else (runs[1].algorithm, str(runs[1].options)))
    return session.compute_once(key, lambda: effect(before, session.playable, endless=endless, runs=runs))


def edited_data(session: Session) -> EditedData | None:
    """Return the line for the browser with the nodes that it marks; none for no change once another run is shown."""
    change, before = effect_of(session), session.before
    if change is None or before is None:
        return None
    is_other_run = (
        before.trace is not None
        and session.trace is not None
        and _runs_around_edit(before.trace, session.trace) is None
    )
    if is_other_run and not change.score_changes:
        return None
    return {"text": str(change), "nodes": list(change.score_changes), "number": before.number}


def _runs_around_edit(before: Trace | None, after: Trace | None) -> tuple[Trace, Trace] | None:
    """Return the runs before and after the last edit, if they are of one algorithm with the same options."""
    if before is None or after is None or before.algorithm != after.algorithm:
        return None
    return (before, after) if before.options == after.options else None
