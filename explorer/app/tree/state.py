"""State of the view *Tree*: the tree, and the graph beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from explorer import algorithms
from explorer.app import views
from explorer.app.explore.state import StepsView
from explorer.app.links import Links
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.run import CurrentRun
from explorer.app.session.visible_part import VisiblePart
from explorer.comparison.align import AlignedBy, Alignment
from explorer.drawing.excerpt import drawn_part
from explorer.drawing.graph_view import GraphView
from explorer.drawing.growing_tree import ITERATION, GrowingTree
from explorer.drawing.node_colours import ColourScale
from explorer.drawing.scene_view import view_of_scene
from explorer.drawing.trace_data import SentTrace, still_data
from explorer.drawing.tree_picture import copy_notes, tree_graph
from explorer.scenes.scene import Page, Scene
from explorer.solver.retrograde import limit_scores
from explorer.stage import Lockstep, Stage
from explorer.unwinding import TreeView, Unwinding
from explorer.unwinding.limits import BUDGET, MOST_LEVELS

_GRAPH, _TREE = "unwind-graph", "unwind-tree"  # ids of the stages
_STILL = Alignment(AlignedBy.STEP, (0,), (0,), ())


@dataclass
class TreeChoice(views.PageView):
    """The chosen tree, its first depth and its budget, and the stages that show it."""

    page = Page.UNWIND
    open_graph: OpenGraph
    run: CurrentRun
    part: VisiblePart
    steps_view: StepsView
    links: Links
    view: TreeView = TreeView.DEPTH
    first: int = 3  # the depth at which the tree begins
    budget: int = BUDGET
    graph_stage: Stage = field(default_factory=lambda: Stage(_GRAPH, in_lockstep=True, panel=False, transport=False))
    tree_stage: Stage = field(
        default_factory=lambda: Stage(_TREE, primary=False, in_lockstep=True, panel=False, transport=False)
    )
    control: Lockstep = field(default_factory=lambda: Lockstep("unwind", (_GRAPH, _TREE)))
    visible_ids: Sequence[str] = ()  # the nodes on the stage of the graph
    _begins: bool = False  # whether the tree returns to depth `first` in the next run
    _graph_key: tuple[Any, ...] = ()  # the version and the centre of the graph on its stage
    _stages_key: tuple[Any, ...] = ()  # the content of both stages

    def begin(self, scene: Scene) -> None:
        self.view, self.budget = scene.tree, scene.budget
        self.begin_at(scene.depth)

    def in_scene(self, scene: Scene) -> Scene:
        return replace(scene, page=self.page, tree=self.view, depth=self.depth, budget=self.budget)

    def on_screen(self) -> GraphView:
        if self.open_graph.errors:
            return self.steps_view.on_screen()
        return view_of_scene(self.open_graph.playable, self.links.scene_of())

    def enter(self) -> None:
        """Begin the tree at the step of the run if its steps are s₀, s₁, …"""
        if self.run.is_by_sweep:
            self.begin_at(min(self.run.step, MOST_LEVELS))

    def leave(self) -> None:
        """Have the run go on at the depth of the tree, if its steps are s₀, s₁, …"""
        if self.run.is_by_sweep and self.depth != self.run.step:
            self.run.begin_at(self.depth)

    @property
    def depth(self) -> int:
        """The depth n of the visible tree, as the browser reported it last."""
        moment = None if self._begins or TreeView.DEPTH not in self._stages_key else self.control.moment
        return self.first if moment is None else moment

    def begin_at(self, depth: int) -> None:
        """Have the tree begin at a depth, regardless of its current one."""
        self.first, self._begins = depth, True

    def show_graph(self, title: str) -> None:
        """Show the graph beside the tree; of a large graph the part around the centre."""
        key = (self.open_graph.version, self.part.centre if self.open_graph.is_too_large_to_draw else "")
        self.graph_stage.title = title
        if self._graph_key != key:
            self.first = self.depth
            part = drawn_part(self.open_graph.graph, self.part.centre)
            self.graph_stage.show_graph(part)
            self.visible_ids, self._graph_key, self._stages_key = part.ids, key, ()

    def show_bare(self) -> None:
        """Show no tree, and the graph without scores."""
        self.first, self._stages_key = self.depth, ()
        self.graph_stage.set_trace(still_data(dict.fromkeys(self.visible_ids), ColourScale()), restart=True)
        self.control.set_ways([])

    def show_growing(self, growing: GrowingTree) -> None:
        """Show the trees of depth 0, 1, 2, … beside score iteration."""
        key = (self._graph_key, self.view, self.budget, growing.tree.endless, len(growing))
        if self._stages_key == key and not self._begins:
            return
        self.first = min(self.depth, len(growing) - 1)
        self.control.set_ways([growing.alignment], at=self.first, strip=growing.strip)
        self._begins = False
        if self._stages_key == key:
            return
        self.tree_stage.title = "Tree"
        self.graph_stage.set_trace(
            SentTrace(growing.run, algorithms.find(ITERATION), self.visible_ids).whole(), restart=True
        )
        self.tree_stage.show_graph(tree_graph(growing.tree))
        self.tree_stage.set_trace(growing.sent_trace.whole(), restart=True)
        self._stages_key = key

    def show_still(self, tree: Unwinding, caption: str) -> None:
        """Show one tree with its caption beside the scores of the graph."""
        key = (self._graph_key, self.view, self.budget)
        if self._stages_key == key:
            return
        self.first = self.depth
        graph = self.open_graph.playable
        scores = dict(zip(graph.ids, limit_scores(graph), strict=True))
        values = {str(index): copy.value for index, copy in enumerate(tree.copies)}
        notes = dict(zip(values, copy_notes(tree), strict=True))
        self.tree_stage.title = tree.title
        self.graph_stage.set_trace(
            still_data({id: scores[id] for id in self.visible_ids}, ColourScale.of(graph)), restart=True
        )
        self.tree_stage.show_graph(tree_graph(tree))
        self.tree_stage.set_trace(still_data(values, ColourScale.of(graph), notes=notes, caption=caption), restart=True)
        self.control.set_ways([_STILL], strip={"name": "", "values": []})
        self._stages_key = key
