"""What the page *Expand* keeps: a game that is expanded node by node, by a strategy or by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from explorer import algorithms
from explorer.algorithms import AlgorithmChoice
from explorer.app.browser import canvas_aspect
from explorer.app.explore.state import Steps
from explorer.app.state import Session
from explorer.app.views import View
from explorer.drawing.graph_view import GraphView
from explorer.drawing.layout import complete_positions, with_positions
from explorer.drawing.limits import LARGEST_DRAWN
from explorer.drawing.trace_data import SentTrace
from explorer.model.board import Point
from explorer.model.errors import FORESEEN, reason
from explorer.model.graph import GameGraph, Node
from explorer.scenes.scene import Page, Scene
from explorer.stage import Stage
from explorer.trace import Trace
from explorer.trace.options import ENDLESS
from explorer.trace.recording import Limits

EXPANSION = "expansion"
LIMITS = Limits(steps=20_001, changes=20_000_000, nodes=LARGEST_DRAWN)
_CANCELLED = "The run was cancelled. Lower the number of expansions, choose another strategy or graph, or run it again"
_HINT = "Press → to expand a node, or click an open node to choose it yourself."


@dataclass
class Growing(View):
    """The trace of the expansion, which nodes the user chose by hand, and the step."""

    page = Page.EXPAND
    stage: Stage = field(default_factory=lambda: Stage("expand", expandable=True, asks=True, bar=True, hint=_HINT))
    by_hand: tuple[str, ...] = ()  # what is expanded before the strategy chooses, up to the last choice of the user
    step: int = 0
    trace: Trace | None = None
    drawn: GameGraph = field(default_factory=lambda: GameGraph((), ()))  # the whole grown graph as it is drawn
    failure: str = ""
    _first: tuple[tuple[str, ...], int] = ((), 0)  # where another graph begins: `by_hand` and the step
    _before: list[tuple[tuple[str, ...], int]] = field(default_factory=list)  # each choice: `by_hand` and the step
    _version: int = -1  # of the graph
    _wanted: tuple[Any, ...] | None = None  # the run that is under way
    _run: tuple[Any, ...] | None = None  # the run that has ended, or was cancelled
    _positions: dict[str, Point] = field(default_factory=dict)

    # ---- as a view

    def begin(self, session: Session, scene: Scene) -> None:
        is_shown = scene.page is Page.EXPAND
        self.stage.ask = scene.ask or None if is_shown else None
        if is_shown:
            self.begin_at(scene.options.get("first", ()), scene.step)
            session.options[EXPANSION] = {
                name: value for name, value in scene.chosen.options.items() if name != "first"
            }

    def in_scene(self, session: Session, scene: Scene) -> Scene:
        options = {name: value for name, value in session.options_of(EXPANSION).items() if name != ENDLESS}
        chosen = AlgorithmChoice(EXPANSION, options | {"first": self.by_hand})
        return replace(scene, page=self.page, chosen=chosen, step=self.step, ask=self.stage.seed or 0)

    def on_screen(self, session: Session) -> GraphView:
        if self.trace is None:
            return session.of(Steps).on_screen(session)
        return GraphView(self.drawn, self.trace, algorithms.find(EXPANSION), self.step)

    def catch_up(self, session: Session) -> None:
        session.take_endless(self.stage)

    # ---- the expansion

    def take(self) -> None:
        """Take over what the browser sent since the last run: a node to expand, the step."""
        request, step = self.stage.expand_request(), self.stage.step()
        if step is not None:
            self.step = step
        if request is not None and self.trace is not None:
            self.expand(request.id, self.step if request.step is None else request.step)

    def expand(self, id: str, step: int) -> None:
        """Expand a node by hand after the expansions up to a step; what came after is given up."""
        if self.trace is None:
            return
        done = self.trace[min(step, len(self.trace) - 1)].counters["expansions"]
        self._before.append((self.by_hand, step))
        self.by_hand = (*self.trace.result["expanded"][:done], id)
        self.step = done + 1

    @property
    def chosen(self) -> list[str]:
        """The nodes that the user chose, in order."""
        return [ids[-1] for ids, _ in self._before[1:]] + list(self.by_hand[-1:])

    def undo(self) -> None:
        """Take the last choice by hand back; the strategy chooses again from there on."""
        self.by_hand, self.step = self._before.pop()

    def let_strategy(self) -> None:
        """Let the strategy choose from the first node on."""
        self.by_hand, self.step = (), 0
        self._before.clear()

    def begin_at(self, by_hand: tuple[str, ...], step: int) -> None:
        """Have the next run begin anew, after these expansions by hand and at a step."""
        self._first, self._version, self._run = (by_hand, step), -1, None

    def cancel(self) -> None:
        """Give up the run that is under way; it is not begun again until something changes."""
        self._run = self._wanted
        self.failure = _CANCELLED

    @property
    def is_cancelled(self) -> bool:
        """Whether the user gave up the last run."""
        return self.failure == _CANCELLED

    def run_again(self) -> None:
        """Let a cancelled run begin again."""
        self._run, self.failure = None, ""

    def run(self, session: Session, progress: Callable[[int], None]) -> None:
        """Bring the trace up to date; another graph begins anew, and earlier nodes keep their positions."""
        graph, version, options = session.playable, session.version, session.options_of(EXPANSION)
        if version != self._version:
            self.let_strategy()
            (self.by_hand, self.step), self._first = self._first, ((), 0)
            if self.by_hand:
                self._before.append(((), 0))
            self._version, self._positions = version, {}
        given = algorithms.find(EXPANSION).for_run(options, graph)
        wanted = (version, tuple(sorted(given.items())), self.by_hand)
        if wanted != self._run:
            self._wanted = wanted
            self._expand(graph, options, progress)
            self._run = wanted  # and not before: whatever the user does on the page cuts a run short
        if self.trace is not None:
            self.trace = self.trace.with_endless(options.get(ENDLESS, 0))
            if not self.stage.offers(self.trace.endless):
                self._send(self.trace, restart=False)

    def _expand(self, graph: GameGraph, options: Mapping[str, Any], progress: Callable[[int], None]) -> None:
        self.failure, self.trace = "", None
        try:
            chosen = {**options, "first": self.by_hand}
            self.trace = algorithms.trace(graph, EXPANSION, limits=LIMITS, progress=progress, **chosen)
        except FORESEEN as error:
            self.failure = reason(error)
            return
        self.step = min(self.step, len(self.trace) - 1)
        self._show(self.trace)

    def _show(self, trace: Trace) -> None:
        known = (self._kept(node) for node in trace.graph.nodes)
        drawn = self.drawn = with_positions(trace.graph.replace(nodes=tuple(known)), canvas_aspect())
        self._positions = complete_positions(drawn)
        self.stage.show_graph(drawn)
        self._send(trace, restart=True)

    def _send(self, trace: Trace, *, restart: bool) -> None:
        self.stage.set_trace(SentTrace(trace, algorithms.find(EXPANSION)), restart=restart, at=self.step)

    def _kept(self, node: Node) -> Node:
        """The node where it was before, if it was there."""
        x, y = self._positions.get(node.id, (node.x, node.y))
        return replace(node, x=x, y=y)
