"""Views of scenes for exports: the steps of Explore and Expand, the tree of Unwind, both sides of Compare."""

from __future__ import annotations

from dataclasses import replace

from explorer import algorithms
from explorer.comparison.align import Alignment, alignments
from explorer.comparison.contender import Contender
from explorer.drawing.graph_view import GraphView
from explorer.drawing.tree_picture import view_of_tree
from explorer.model.errors import OptionError
from explorer.model.graph import GameGraph
from explorer.scenes.link import MOST_STEP
from explorer.scenes.scene import Page, Scene
from explorer.trace import Trace
from explorer.trace.run import Progress
from explorer.unwinding import TreeView, build


def view_of_scene(graph: GameGraph, scene: Scene, progress: Progress | None = None) -> GraphView:
    """Return the view of a scene of a graph.

    Parameters
    ----------
    progress : told the number of steps now and then.

    Raises
    ------
    OptionError
        If there is no such step.
    GraphError, LimitError
        If the algorithm cannot run on the graph, or there is no such tree.
    """
    if scene.page is Page.UNWIND:
        endless = scene.endless if scene.tree is TreeView.DEPTH else 0
        return view_of_tree(build(graph, scene.tree, depth=scene.depth, endless=endless, budget=scene.budget))
    if scene.page is Page.COMPARE:
        left, right = (
            algorithms.trace(graph, chosen.algorithm, progress=progress, **chosen.options)
            for chosen in (scene.left, scene.right)
        )
        return at_moment(left, right, scene)
    trace = algorithms.trace(graph, scene.algorithm, progress=progress, **scene.options)
    return _view_at(trace, _existing_step(trace, scene.step))


def side_by_side(left: GraphView, right: GraphView, alignment: Alignment, moment: int) -> GraphView:
    """Return two runs side by side at a moment, each under its algorithm, and its options if it has any."""
    moments = tuple(zip(alignment.left, alignment.right, strict=True))
    return replace(_with_contender_name(left), beside=_with_contender_name(right), moments=moments).at(moment)


def at_moment(left: Trace, right: Trace, scene: Scene) -> GraphView:
    """Return both sides of Compare at the moment of a scene, aligned as it says, or else by visit."""
    alignment = alignments_of(left, right, scene)[0]
    return side_by_side(_view_at(left, 0), _view_at(right, 0), alignment, min(scene.step, len(alignment) - 1))


def alignments_of(left: Trace, right: Trace, scene: Scene) -> list[Alignment]:
    """Return all alignments of two runs, that of the scene first."""
    return sorted(alignments(left, right), key=lambda each: str(each.by) != scene.mode)


def _with_contender_name(view: GraphView) -> GraphView:
    """Return the view with the algorithm and its options in the name of the graph, if it has options."""
    if view.trace is None:
        return view
    contender = Contender(view.trace.algorithm, view.trace.options)
    if not contender.settings:
        return view
    named = f"{view.graph.name}: {contender.title}" if view.graph.name else contender.title
    return replace(view, graph=view.graph.replace(name=named))


def _existing_step(trace: Trace, step: int) -> int:
    """Return the step of a scene as a step of the trace; raise OptionError if the trace has none."""
    last = len(trace) - 1
    if step == MOST_STEP:
        return last
    if step > last:
        raise OptionError(f"the trace has the steps 0 to {last}; got --step {step}")
    return step


def _view_at(trace: Trace, step: int) -> GraphView:
    """Return the view of a trace at a step."""
    return GraphView(trace.graph, trace, algorithms.find(trace.algorithm), step)
