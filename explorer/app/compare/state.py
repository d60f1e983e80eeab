"""What the page *Compare* keeps: two algorithms on two stages in lock-step, and what was found with them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from explorer import algorithms
from explorer.algorithms import AlgorithmChoice
from explorer.app.job import Job
from explorer.app.state import OPENING, Session
from explorer.app.views import View
from explorer.comparison.align import AlignedBy, Alignment, align, align_steps, alignments
from explorer.comparison.compare import ComparisonRow, MeasuredRun, run
from explorer.comparison.contender import Contender
from explorer.comparison.edited import first_difference
from explorer.comparison.families import ChartPoint
from explorer.comparison.poisoned import NAIVE
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

LIMITS = Limits(steps=10_000, changes=5_000_000, run=1_000_000)
LEFT, RIGHT = "compare-left", "compare-right"
_PAIR = "depth-first", "memoised"  # as long as no other is asked for
_POISON_HEIGHT = 480  # px
_CANCELLED = "The run was cancelled. Change the graph or an option to run it again."


@dataclass
class Side:
    """One of the two: which algorithm, its options that are not at their defaults (by algorithm), and its stage.

    Attributes
    ----------
    run : what it made of the graph.
    ran : what `run` belongs to: the version of the graph, whether it is the one before the last edit, the contender.
    """

    stage: Stage
    algorithm: str
    options: dict[str, dict[str, Any]] = field(default_factory=dict)
    run: MeasuredRun | None = None
    ran: tuple[int, bool, str] | None = None

    @property
    def chosen_options(self) -> dict[str, Any]:
        return self.options.setdefault(self.algorithm, {})

    @property
    def contender(self) -> Contender:
        return Contender(self.algorithm, self.chosen_options)

    @property
    def endless(self) -> Score:
        """The value of endless play in the run: that of this side, whatever the session has."""
        return 0 if self.run is None or self.run.trace is None else self.run.trace.endless

    def on_screen(self, drawn: GameGraph) -> GraphView:
        """The end of the run, on its graph or, if that is too large to be drawn, on the part that is."""
        trace = None if self.run is None else self.run.trace
        if trace is None:
            return GraphView(drawn)
        graph = trace.graph if len(trace.graph.nodes) <= LARGEST_DRAWN else drawn
        return GraphView(graph, trace, self.contender.entry, len(trace) - 1)


@dataclass
class Comparing(View):
    """The two sides and the control that steps them, charts of families, and what is told of the open graph.

    Attributes
    ----------
    failure : why nothing was run, or "".
    brought : the algorithm of *Steps* that was shown at the left last.
    shown, poison_shown : the ids of the nodes that the two stages, or that of the poisoned memo, show.
    earlier : the graph before the last edit, if the left side shows it; the right one shows the open graph.
    charts : the points of charts that were drawn, by what they depend on.
    chains : the values of sharing games, by graph, number of colours, and what is coloured and shared; where there is
        no such game, a sentence that says why.
    tilings : the values of the tiling game on all boards up to a size, by that size and whether Max begins.
    told : a sentence on the graph that was found, with the version of the graph that it is about.
    table_1 : the run of the expressions of e-Valuate that was asked for last.
    """

    page = Page.COMPARE
    left: Side = field(default_factory=lambda: Side(Stage(LEFT, in_lockstep=True, bar=True), _PAIR[0]))
    right: Side = field(default_factory=lambda: Side(Stage(RIGHT, primary=False, in_lockstep=True, bar=True), _PAIR[1]))
    lockstep: Lockstep = field(default_factory=lambda: Lockstep("compare", (LEFT, RIGHT)))
    poison_stage: Stage = field(default_factory=lambda: Stage("compare-poison", primary=False))
    failure: str = ""
    brought: str = ""
    shown: Sequence[str] = ()
    poison_shown: Sequence[str] = ()
    earlier: GameGraph | None = None
    charts: dict[Hashable, list[ChartPoint]] = field(default_factory=dict)
    chains: dict[tuple[str, int], dict[tuple[str, str], Chain | str]] = field(default_factory=dict)
    tilings: dict[tuple[int, int, bool], list[list[int]]] = field(default_factory=dict)
    told: tuple[str, str] = ("", "")
    table_1: Job[list[dict[str, Any]]] | None = None
    is_of_scene: bool = True  # whether the scene that was shown last says at which moment it begins
    _seeks: bool = False
    _edited: int = -1  # the version that `earlier` was edited to
    _drawn: tuple[int, bool, str] | None = None
    _wanted: tuple[Any, ...] | None = None  # the run that is under way
    _ran: tuple[Any, ...] | None = None  # the run that has ended, or was cancelled
    _poison: tuple[int, int] | None = None  # version and step that its stage shows

    # ---- as a view

    def begin(self, session: Session, scene: Scene) -> None:
        self.is_of_scene = is_pair = scene.page is Page.COMPARE
        self.brought = scene.algorithm if is_pair else ""
        for side, chosen in zip(self.sides, (scene.left, scene.right), strict=True):
            side.algorithm, side.options[chosen.algorithm] = chosen.algorithm, dict(chosen.options)

    def in_scene(self, session: Session, scene: Scene) -> Scene:
        left, right = (AlgorithmChoice(side.algorithm, side.chosen_options) for side in self.sides)
        return replace(scene, page=self.page, left=left, right=right, step=0)  # the browser knows the moment

    def on_screen(self, session: Session) -> GraphView:
        graph, centre = session.graph, session.centre
        where = f"around {graph.node(centre).name}" if centre else ""
        drawn = cut_out(drawn_part(graph, centre), graph, where)
        left, right = (side.on_screen(drawn) for side in self.sides)
        standing = self.lockstep.position
        return left if standing is None else side_by_side(left, right, *standing)

    # ---- the two sides

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.left, self.right

    @property
    def rows(self) -> list[ComparisonRow]:
        """The rows of the two sides."""
        return [side.run.row for side in self.sides if side.run is not None]

    @property
    def counts_for_two(self) -> bool:
        """Whether endless play is counted on one side for the player of the root, on the other for whoever is to move.

        A search does the former, and alone has a path.  Nodes have two scores then, but not if endless play is worth 0.
        """
        traces = [side.run.trace for side in self.sides if side.run is not None and side.run.trace is not None]
        is_negamax = any(trace.graph.convention is Convention.NEGAMAX for trace in traces)
        is_worth = len(traces) > 1 and all(trace.endless != 0 for trace in traces)
        return is_negamax and is_worth and len({row.depth is None for row in self.rows}) > 1

    def run(self, session: Session, progress: Callable[[int], None]) -> None:
        """Bring both stages up to date.

        Behind the dialog that opens a graph runs wait: no button there would be heard before their end.
        """
        version, centre = session.version, session.centre if session.is_too_large_to_draw else ""
        self.earlier = self.earlier if version == self._edited else None
        self._draw(session, centre)
        wanted = (version, self.earlier is not None, centre, *(side.contender.notation for side in self.sides))
        if wanted == self._ran:
            return
        if session.dialog == OPENING:
            self._forget_runs()
            return
        self._wanted, self.failure = wanted, ""
        made = 0  # steps of the runs before
        for side in self.sides:
            before = self.earlier if side is self.left else None
            now = (version, before is not None, side.contender.notation)
            if side.ran != now:
                side.run = run(
                    before or session.playable, side.contender, limits=LIMITS, progress=_after(made, progress)
                )
                made += side.run.row.steps or 0
                side.ran = now
            trace = None if side.run is None else side.run.trace
            side.stage.set_trace(None if trace is None else self._sent(trace, side), restart=True)
        self._align()
        self._ran = wanted  # and not before: whatever the user does on the page cuts a run short

    def _sent(self, trace: Trace, side: Side) -> SentTrace:
        """The run for a stage, which of a large graph shows some nodes alone."""
        is_part = self.earlier is None and len(self.shown) < len(trace.graph.nodes)
        return SentTrace(trace, side.contender.entry, self.shown if is_part else None)

    def show_edit(self, before: GameGraph, version: int, algorithm: str, options: Mapping[str, Any]) -> None:
        """Show the graph before an edit at the left and the open one at the right, with one algorithm on both."""
        self.earlier, self._edited = before, version
        for side in self.sides:
            side.algorithm, side.options[algorithm] = algorithm, dict(options)

    def bring(self, algorithm: str, options: Mapping[str, Any]) -> None:
        """Show the run that *Steps* shows at the left; a pair that was chosen since it was brought stays.

        The naive memo stands beside the right one, at the first moment at which they differ.
        """
        if algorithm == NAIVE:
            self._show_naive(options)
        elif algorithm != self.brought:
            self.earlier = None
            self.left.algorithm, self.left.options[algorithm] = algorithm, dict(options)
            if self.right.algorithm == algorithm:
                self.right.algorithm = next(name for name in _PAIR if name != algorithm)
        self.brought = algorithm

    def _show_naive(self, options: Mapping[str, Any]) -> None:
        self.earlier, self.is_of_scene, self._seeks = None, False, True
        self.left.algorithm, self.right.algorithm = NAIVE, _PAIR[1]
        for side in self.sides:
            side.options[side.algorithm] = dict(options)
            side.ran = None  # so that they are lined up anew
        self._ran = None

    def show_open(self) -> None:
        """Show the open graph on both sides again."""
        self.earlier = None

    def cancel(self) -> None:
        """Give up the run that is under way; it is not begun again until something changes."""
        self._forget_runs()
        self._ran, self.failure = self._wanted, _CANCELLED

    def _forget_runs(self) -> None:
        """Show no run on either side."""
        self._ran, self.failure = None, ""
        for side in self.sides:
            side.run = side.ran = None
            side.stage.set_trace(None, restart=True)
        self.lockstep.set_ways([])

    def show_poison(self, session: Session, trace: Trace, step: int, centre: str) -> None:
        """Let the stage of the poisoned memo show a run, and stand at a step of it, numbered as in the run."""
        shown, self._poison = self._poison, (session.version, step)
        if shown is None or shown[0] != session.version:
            drawn = _drawn(session, centre)
            self.poison_shown = drawn.ids
            self.poison_stage.show_graph(drawn)
        if shown != self._poison:
            self.poison_stage.set_trace(SentTrace(trace, algorithms.find(NAIVE)), restart=True, at=step - trace.first)
        self.poison_stage.show(step=step - trace.first, height=_POISON_HEIGHT)

    def _draw(self, session: Session, centre: str) -> None:
        now = (session.version, self.earlier is not None, centre)
        if now != self._drawn:
            self._drawn, drawn = now, _drawn(session, session.centre)
            self.shown = drawn.ids
            for side in self.sides:
                side.stage.show_graph(
                    drawn if self.earlier is None or side is self.right else with_positions(self.earlier)
                )

    def _align(self) -> None:
        left, right = (side.run.trace if side.run is not None else None for side in self.sides)
        if left is None or right is None:
            self.lockstep.set_ways([])
        elif self.earlier is not None:
            steps = _before_and_after(left, right)
            self.lockstep.set_ways([steps], at=steps.differences[0] if steps.differences else 0)
        else:
            ways, seeks, self._seeks = alignments(left, right), self._seeks, False
            self.lockstep.set_ways(ways, at=ways[0].differences[0] if seeks and ways[0].differences else 0)


def _drawn(session: Session, centre: str) -> GameGraph:
    """The graph as canvases show it; of a large one what is around a node."""
    return with_positions(drawn_part(session.graph, centre))


def _after(made: int, progress: Callable[[int], None]) -> Callable[[int], None]:
    """What is told the steps of a run, and tells them with those of the runs before."""
    return lambda steps: progress(made + steps)


def _before_and_after(left: Trace, right: Trace) -> Alignment:
    """The runs before and after an edit, step by step; of other nodes only the first difference is known."""
    if list(left.graph.ids) == list(right.graph.ids):
        return align(left, right, AlignedBy.STEP)
    first = first_difference(left, right)
    return align_steps(left, right, () if first is None else (first,))
