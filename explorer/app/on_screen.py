"""What the page shows, for an export: steps, the grown graph of Expand, the tree of Unwind, both sides of Compare."""

from __future__ import annotations

from explorer import algorithms
from explorer.app.comparing import Side
from explorer.app.growing import EXPANSION
from explorer.app.links import scene_of
from explorer.app.state import Session
from explorer.drawing.excerpt import cut_out
from explorer.drawing.scene_shown import both, shown_of
from explorer.drawing.shown import Shown
from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph
from explorer.scenes.scene import Page


def on_screen(session: Session) -> Shown:
    """What is on the screen; the bare graph where nothing can run on it.

    Raises
    ------
    GraphError, LimitError
        If the graph has no such tree.
    OptionError
        On the page Play.
    """
    if session.page is Page.PLAY:
        raise OptionError("an export shows no game that is played; Explore exports the graph")
    if session.page is Page.EXPAND and session.growing.trace is not None:
        growing = session.growing
        return Shown(growing.drawn, growing.trace, algorithms.find(EXPANSION), growing.step)
    if session.page is Page.COMPARE:
        left, right = (_side(session, side) for side in session.comparing.sides)
        standing = session.comparing.lockstep.standing
        return left if standing is None else both(left, right, *standing)
    if session.page is Page.UNWIND and not session.errors:
        return shown_of(session.playable, scene_of(session))
    lit, graph = session.explaining.lit(session), _drawn(session)
    if session.trace is None:
        return Shown(graph, lit=lit)
    step = min(session.step, len(session.trace) - 1)
    return Shown(graph, session.trace, algorithms.find(session.trace.algorithm), step, lit=lit)


def _drawn(session: Session) -> GameGraph:
    """The open graph; of one that is too large to be drawn the part that is shown."""
    excerpt = session.part.excerpt
    if excerpt is None or not session.is_too_large_to_draw:
        return session.graph
    return cut_out(excerpt.graph, session.graph, f"around {session.graph.node(excerpt.centre).name}")


def _side(session: Session, side: Side) -> Shown:
    """A side of Compare at the end of its run."""
    trace = None if side.run is None else side.run.trace
    return Shown(session.graph) if trace is None else Shown(trace.graph, trace, side.contender.entry, len(trace) - 1)
