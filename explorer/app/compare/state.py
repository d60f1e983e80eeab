"""State of the page *Compare*: two algorithms on two stages in lock-step, and the results of its tabs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from explorer import algorithms
from explorer.algorithms import AlgorithmChoice
from explorer.app.job import Job
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.requests import OPENING, Requests
from explorer.app.session.visible_part import VisiblePart
from explorer.app.views import PageView
from explorer.comparison.align import AlignedBy, Alignment, align, align_steps, alignments
from explorer.comparison.compare import UNRECORDED, ComparisonRow, MeasuredRun, run
from explorer.comparison.contender import Contender
from explorer.comparison.edited import first_difference
from explorer.comparison.families import ChartPoint
from explorer.comparison.poisoned import NAIVE
from explorer.comparison.wrong_shares import WrongShare
from explorer.drawing.excerpt import cut_out, drawn_part
from explorer.drawing.graph_view import GraphView
from explorer.drawing.layout import with_positions
from explorer.drawing.limits import LARGEST_DRAWN
from explorer.drawing.scene_view import side_by_side
from explorer.drawing.trace_data import SentTrace
from explorer.games.sharing_values import Chain
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score
from explorer.scenes.scene import Page, Scene
from explorer.stage import Lockstep, Stage
from explorer.trace import Trace
from explorer.trace.recording import Limits

LIMITS = Limits(steps=10_000, changes=5_000_000, run=UNRECORDED.run)
LEFT, RIGHT = "compare-left", "compare-right"
_PAIR = "depth-first", "memoised"  # until another is chosen
_POISON_HEIGHT = 480  # px
_CANCELLED = "The run was cancelled. Change the graph or an option to run it again."


@dataclass
class ComparedSide:
    """One side of Compare: its algorithm, the options that differ from their defaults (by algorithm), and its stage.

    Attributes
    ----------
    run : its run on the graph.
    run_key : the input of `run`: version of the graph, whether it is the graph before the last edit, contender.
    """

    stage: Stage
    algorithm: str
    options: dict[str, dict[str, Any]] = field(default_factory=dict)
    run: MeasuredRun | None = None
    run_key: tuple[int, bool, str] | None = None

    @property
    def chosen_options(self) -> dict[str, Any]:
        """The options of this side's algorithm that differ from their defaults."""
        return self.options.setdefault(self.algorithm, {})

    @property
    def contender(self) -> Contender:
        """The algorithm of this side with its options."""
        return Contender(self.algorithm, self.chosen_options)

    @property
    def endless(self) -> Score:
        """The value of endless play in the run of this side."""
        return 0 if self.run is None or self.run.trace is None else self.run.trace.endless

    def on_screen(self, drawing: GameGraph) -> GraphView:
        """Return the end of the run on its graph, or on the drawing part of a large graph."""
        trace = None if self.run is None else self.run.trace
        if trace is None:
            return GraphView(drawing)
        graph = trace.graph if len(trace.graph.nodes) <= LARGEST_DRAWN else drawing
        return GraphView(graph, trace, self.contender.entry, len(trace) - 1)


@dataclass
class CompareView(PageView):
    """The two sides, the control that steps them, and the results of the tabs.

    Attributes
    ----------
    failure : the reason why nothing runs, or "".
    steps_algorithm : the algorithm of *Steps* that the left side showed last.
    visible_ids, poison_visible_ids : the ids of the nodes on the two stages, and on that of the poisoned memo.
    earlier : the graph before the last edit, if the left side shows it; the right one shows the open graph.
    charts : the points of charts, by the input of the chart.
    chains : the values of sharing games, by graph and number of colours, then by the coloured and the shared elements;
        a sentence on the reason where there is no such game.
    wrong_shares : the shares of wrong scores of the naive memo, by number of games of each size and by seed.
    tilings : the values of the tiling game on all boards up to a size, by that size and by whether Max begins.
    find_message : the number of the graph that *Find* opened, and a sentence on it.
    table_1 : the last run of the expressions of e-Valuate.
    """

    page = Page.COMPARE
    open_graph: OpenGraph
    part: VisiblePart
    requests: Requests
    left: ComparedSide = field(default_factory=lambda: ComparedSide(Stage(LEFT, in_lockstep=True, bar=True), _PAIR[0]))
    right: ComparedSide = field(
        default_factory=lambda: ComparedSide(Stage(RIGHT, primary=False, in_lockstep=True, bar=True), _PAIR[1])
    )
    lockstep: Lockstep = field(default_factory=lambda: Lockstep("compare", (LEFT, RIGHT)))
    poison_stage: Stage = field(default_factory=lambda: Stage("compare-poison", primary=False))
    failure: str = ""
    steps_algorithm: str = ""
    visible_ids: Sequence[str] = ()
    poison_visible_ids: Sequence[str] = ()
    earlier: GameGraph | None = None
    charts: dict[Hashable, list[ChartPoint]] = field(default_factory=dict)
    chains: dict[tuple[str, int], dict[tuple[str, str], Chain | str]] = field(default_factory=dict)
    wrong_shares: dict[tuple[int, int], list[WrongShare]] = field(default_factory=dict)
    tilings: dict[tuple[int, int, bool], list[list[int]]] = field(default_factory=dict)
    find_message: tuple[int, str] = (-1, "")
    table_1: Job[list[dict[str, Any]]] | None = None
    is_of_scene: bool = True  # whether the last scene names the moment at which it begins
    _seeks: bool = False  # whether to begin at the first difference
    _edit_version: int = -1  # the version of the graph after the edit of `earlier`
    _drawn_key: tuple[int, bool, str] | None = None
    _current_key: tuple[Any, ...] | None = None  # the input of the current run
    _finished_key: tuple[Any, ...] | None = None  # the input of the run that has ended, or was cancelled
    _poison: tuple[int, int] | None = None  # the version and the step that the stage of the poisoned memo shows

    # ---- as a view

    def begin(self, scene: Scene) -> None:
        self.is_of_scene = is_pair = scene.page is Page.COMPARE
        self.steps_algorithm = scene.algorithm if is_pair else ""
        for side, chosen in zip(self.sides, (scene.left, scene.right), strict=True):
            side.algorithm, side.options[chosen.algorithm] = chosen.algorithm, dict(chosen.options)

    def in_scene(self, scene: Scene) -> Scene:
        left, right = (AlgorithmChoice(side.algorithm, side.chosen_options) for side in self.sides)
        return replace(scene, page=self.page, left=left, right=right, step=0)  # the browser knows the moment

    def on_screen(self) -> GraphView:
        graph, centre = self.open_graph.graph, self.part.centre
        where = f"around {graph.node(centre).name}" if centre else ""
        drawing = cut_out(drawn_part(graph, centre), graph, where)
        left, right = (side.on_screen(drawing) for side in self.sides)
        standing = self.lockstep.position
        return left if standing is None else side_by_side(left, right, *standing)

    # ---- the two sides

    @property
    def sides(self) -> tuple[ComparedSide, ComparedSide]:
        """The left and the right side."""
        return self.left, self.right

    @property
    def rows(self) -> list[ComparisonRow]:
        """The rows of the two sides in the table of counts."""
        return [side.run.row for side in self.sides if side.run is not None]

    @property
    def endless_views_differ(self) -> bool:
        """Return whether one side counts endless play for the player of the root, the other for the player to move.

        A search counts it for the player of the root; only a search has a path.  Then nodes have two scores, unless
        endless play is worth 0.
        """
        traces = [side.run.trace for side in self.sides if side.run is not None and side.run.trace is not None]
        is_negamax = any(trace.graph.convention is Convention.NEGAMAX for trace in traces)
        is_worth = len(traces) > 1 and all(trace.endless != 0 for trace in traces)
        return is_negamax and is_worth and len({row.depth is None for row in self.rows}) > 1

    def run(self, progress: Callable[[int], None]) -> None:
        """Run the algorithms of both sides, unless that is done, and show them on their stages.

        Behind the dialog that opens a graph runs wait: the dialog's buttons would not react before their end.
        """
        version, centre = self.open_graph.version, self.part.centre if self.open_graph.is_too_large_to_draw else ""
        self.earlier = self.earlier if version == self._edit_version else None
        self._draw(centre)
        key = (version, self.earlier is not None, centre, *(side.contender.notation for side in self.sides))
        if key == self._finished_key:
            return
        if self.requests.dialog == OPENING:
            self._forget_runs()
            return
        self._current_key, self.failure = key, ""
        steps = 0  # of the runs before
        for side in self.sides:
            before = self.earlier if side is self.left else None
            run_key = (version, before is not None, side.contender.notation)
            if side.run_key != run_key:
                side.run = run(
                    before or self.open_graph.playable,
                    side.contender,
                    limits=LIMITS,
                    progress=_progress_after(steps, progress),
                )
                steps += side.run.row.steps or 0
                side.run_key = run_key
            trace = None if side.run is None else side.run.trace
            side.stage.set_trace(None if trace is None else self._restricted_trace(trace, side), restart=True)
        self._align()
        self._finished_key = key  # only now: any action of the user on the page interrupts a run

    def _restricted_trace(self, trace: Trace, side: ComparedSide) -> SentTrace:
        """Return the trace for a stage, restricted to its nodes if the graph is large."""
        is_part = self.earlier is None and len(self.visible_ids) < len(trace.graph.nodes)
        return SentTrace(trace, side.contender.entry, self.visible_ids if is_part else None)

    def show_edit(self, before: GameGraph, version: int, algorithm: str, options: Mapping[str, Any]) -> None:
        """Show the graph before an edit at the left, the open one at the right, both with one algorithm."""
        self.earlier, self._edit_version = before, version
        for side in self.sides:
            side.algorithm, side.options[algorithm] = algorithm, dict(options)

    def show_run_of_steps(self, algorithm: str, options: Mapping[str, Any]) -> None:
        """Show the run of *Steps* at the left, unless the left side has shown it already.

        The naive memo stands beside the right one, at the first moment at which they differ.
        """
        if algorithm == NAIVE:
            self._show_naive(options)
        elif algorithm != self.steps_algorithm:
            self.earlier = None
            self.left.algorithm, self.left.options[algorithm] = algorithm, dict(options)
            if self.right.algorithm == algorithm:
                self.right.algorithm = next(name for name in _PAIR if name != algorithm)
        self.steps_algorithm = algorithm
        self.show_plain_beside(algorithm, options)

    def show_plain_beside(self, algorithm: str, options: Mapping[str, Any]) -> None:
        """If the open graph is under a rule about repetition, show the plain graph at its left, with one algorithm."""
        if self.open_graph.origin.unfolded is not None:
            self.show_edit(self.open_graph.plain, self.open_graph.version, algorithm, options)

    def _show_naive(self, options: Mapping[str, Any]) -> None:
        self.earlier, self.is_of_scene, self._seeks = None, False, True
        self.left.algorithm, self.right.algorithm = NAIVE, _PAIR[1]
        for side in self.sides:
            side.options[side.algorithm] = dict(options)
            side.run_key = None  # so that both are aligned again
        self._finished_key = None

    def show_open(self) -> None:
        """Show the open graph on both sides again."""
        self.earlier = None

    def cancel(self) -> None:
        """Cancel the current run, which does not begin again until its input changes."""
        self._forget_runs()
        self._finished_key, self.failure = self._current_key, _CANCELLED

    def _forget_runs(self) -> None:
        """Remove the runs from both sides."""
        self._finished_key, self.failure = None, ""
        for side in self.sides:
            side.run = side.run_key = None
            side.stage.set_trace(None, restart=True)
        self.lockstep.set_ways([])

    def show_poison(self, trace: Trace, step: int, centre: str) -> None:
        """Show a run of the naive memo on its stage, at a step with its number in the run."""
        before, self._poison = self._poison, (self.open_graph.version, step)
        if before is None or before[0] != self.open_graph.version:
            drawing = _graph_to_draw(self.open_graph.graph, centre)
            self.poison_visible_ids = drawing.ids
            self.poison_stage.show_graph(drawing)
        if before != self._poison:
            self.poison_stage.set_trace(SentTrace(trace, algorithms.find(NAIVE)), restart=True, at=step - trace.first)
        self.poison_stage.show(step=step - trace.first, height=_POISON_HEIGHT)

    def _draw(self, centre: str) -> None:
        """Show the graph on both stages, unless they show it already."""
        now = (self.open_graph.version, self.earlier is not None, centre)
        if now != self._drawn_key:
            self._drawn_key, drawing = now, _graph_to_draw(self.open_graph.graph, self.part.centre)
            self.visible_ids = drawing.ids
            for side in self.sides:
                side.stage.show_graph(
                    drawing if self.earlier is None or side is self.right else with_positions(self.earlier)
                )

    def _align(self) -> None:
        """Align the steps of both runs for the control that steps them together."""
        left, right = (side.run.trace if side.run is not None else None for side in self.sides)
        if left is None or right is None:
            self.lockstep.set_ways([])
        elif self.earlier is not None:
            steps = _alignment_of_edit(left, right)
            self.lockstep.set_ways([steps], at=steps.differences[0] if steps.differences else 0)
        else:
            ways, seeks, self._seeks = alignments(left, right), self._seeks, False
            self.lockstep.set_ways(ways, at=ways[0].differences[0] if seeks and ways[0].differences else 0)


def _graph_to_draw(graph: GameGraph, centre: str) -> GameGraph:
    """Return the graph for the canvases; of a large graph the part around a node."""
    return with_positions(drawn_part(graph, centre))


def _progress_after(steps_before: int, progress: Callable[[int], None]) -> Callable[[int], None]:
    """Return a function that reports the steps of a run together with those of the runs before."""
    return lambda steps: progress(steps_before + steps)


def _alignment_of_edit(left: Trace, right: Trace) -> Alignment:
    """Align the runs before and after an edit by step; with other nodes, only their first difference is known."""
    if list(left.graph.ids) == list(right.graph.ids):
        return align(left, right, AlignedBy.STEP)
    first = first_difference(left, right)
    return align_steps(left, right, () if first is None else (first,))
