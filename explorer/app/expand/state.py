"""State of the page *Expand*: a game that is expanded node by node, by a strategy or by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from explorer import algorithms
from explorer.algorithms import AlgorithmChoice
from explorer.app.browser import canvas_aspect
from explorer.app.explore.state import StepsView
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.run import CurrentRun
from explorer.app.views import PageView
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
class ExpandView(PageView):
    """State of the page *Expand*: the trace of the expansion, the nodes chosen by hand, and the step."""

    page = Page.EXPAND
    open_graph: OpenGraph
    current_run: CurrentRun
    steps_view: StepsView
    stage: Stage = field(default_factory=lambda: Stage("expand", expandable=True, asks=True, bar=True, hint=_HINT))
    by_hand: tuple[str, ...] = ()  # expanded before the strategy chooses, up to the last choice of the user
    step: int = 0
    trace: Trace | None = None
    drawing: GameGraph = field(default_factory=lambda: GameGraph((), ()))  # the whole grown graph with positions
    failure: str = ""
    _start: tuple[tuple[str, ...], int] = ((), 0)  # `by_hand` and the step with which another graph begins
    _choices: list[tuple[tuple[str, ...], int]] = field(
        default_factory=list
    )  # `by_hand` and the step before each choice
    _version: int = -1  # of the graph
    _current_key: tuple[Any, ...] | None = None  # the input of the current run
    _finished_key: tuple[Any, ...] | None = None  # the input of the run that has ended, or was cancelled
    _positions: dict[str, Point] = field(default_factory=dict)

    # ---- as a view

    def begin(self, scene: Scene) -> None:
        is_shown = scene.page is Page.EXPAND
        self.stage.ask = scene.ask or None if is_shown else None
        if is_shown:
            self.begin_at(scene.options.get("first", ()), scene.step)
            self.current_run.options[EXPANSION] = {
                name: value for name, value in scene.chosen.options.items() if name != "first"
            }

    def in_scene(self, scene: Scene) -> Scene:
        options = {name: value for name, value in self.current_run.options_of(EXPANSION).items() if name != ENDLESS}
        chosen = AlgorithmChoice(EXPANSION, options | {"first": self.by_hand})
        return replace(scene, page=self.page, chosen=chosen, step=self.step, ask=self.stage.seed or 0)

    def on_screen(self) -> GraphView:
        if self.trace is None:
            return self.steps_view.on_screen()
        return GraphView(self.drawing, self.trace, algorithms.find(EXPANSION), self.step)

    def catch_up(self) -> None:
        self.open_graph.take_endless(self.stage)

    # ---- the expansion

    def take(self) -> None:
        """Take over the messages of the browser since the last run: a node to expand, the step."""
        request, step = self.stage.expand_request(), self.stage.step()
        if step is not None:
            self.step = step
        if request is not None and self.trace is not None:
            self.expand(request.id, self.step if request.step is None else request.step)

    def expand(self, id: str, step: int) -> None:
        """Expand a node by hand after the expansions up to a step, and drop the later ones."""
        if self.trace is None:
            return
        expansions = self.trace[min(step, len(self.trace) - 1)].counters["expansions"]
        self._choices.append((self.by_hand, step))
        self.by_hand = (*self.trace.result["expanded"][:expansions], id)
        self.step = expansions + 1

    @property
    def hand_choices(self) -> list[str]:
        """The nodes that the user chose to expand by hand, in order."""
        return [ids[-1] for ids, _ in self._choices[1:]] + list(self.by_hand[-1:])

    def undo(self) -> None:
        """Undo the last choice of a node by hand; the strategy chooses again from there on."""
        self.by_hand, self.step = self._choices.pop()

    def let_strategy_choose(self) -> None:
        """Let the strategy choose all nodes to expand, from the first on."""
        self.by_hand, self.step = (), 0
        self._choices.clear()

    def begin_at(self, by_hand: tuple[str, ...], step: int) -> None:
        """Have the next run begin again with these expansions by hand, at a step."""
        self._start, self._version, self._finished_key = (by_hand, step), -1, None

    def cancel(self) -> None:
        """Cancel the current run, which does not begin again until its input changes."""
        self._finished_key = self._current_key
        self.failure = _CANCELLED

    @property
    def is_cancelled(self) -> bool:
        """Return whether the user cancelled the last run."""
        return self.failure == _CANCELLED

    def run_again(self) -> None:
        """Let a cancelled run begin again."""
        self._finished_key, self.failure = None, ""

    def run(self, progress: Callable[[int], None]) -> None:
        """Bring the trace of the expansion up to date; another graph begins anew, and nodes keep their positions."""
        graph, version, options = (
            self.open_graph.playable,
            self.open_graph.version,
            self.current_run.options_of(EXPANSION),
        )
        if version != self._version:
            self.let_strategy_choose()
            (self.by_hand, self.step), self._start = self._start, ((), 0)
            if self.by_hand:
                self._choices.append(((), 0))
            self._version, self._positions = version, {}
        run_options = algorithms.find(EXPANSION).for_run(options, graph)
        key = (version, tuple(sorted(run_options.items())), self.by_hand)
        if key != self._finished_key:
            self._current_key = key
            self._record_expansion(graph, options, progress)
            self._finished_key = key  # only now: any action of the user on the page interrupts a run
        if self.trace is not None:
            self.trace = self.trace.with_endless(options.get(ENDLESS, 0))
            if not self.stage.offers(self.trace.endless):
                self._send_trace(self.trace, restart=False)

    def _record_expansion(self, graph: GameGraph, options: Mapping[str, Any], progress: Callable[[int], None]) -> None:
        self.failure, self.trace = "", None
        try:
            chosen = {**options, "first": self.by_hand}
            self.trace = algorithms.trace(graph, EXPANSION, limits=LIMITS, progress=progress, **chosen)
        except FORESEEN as error:
            self.failure = reason(error)
            return
        self.step = min(self.step, len(self.trace) - 1)
        self._show_trace(self.trace)

    def _show_trace(self, trace: Trace) -> None:
        nodes = tuple(self._at_previous_position(node) for node in trace.graph.nodes)
        drawing = self.drawing = with_positions(trace.graph.replace(nodes=nodes), canvas_aspect())
        self._positions = complete_positions(drawing)
        self.stage.show_graph(drawing)
        self._send_trace(trace, restart=True)

    def _send_trace(self, trace: Trace, *, restart: bool) -> None:
        self.stage.set_trace(SentTrace(trace, algorithms.find(EXPANSION)), restart=restart, at=self.step)

    def _at_previous_position(self, node: Node) -> Node:
        """Return the node at its previous position, if it had one."""
        x, y = self._positions.get(node.id, (node.x, node.y))
        return replace(node, x=x, y=y)
