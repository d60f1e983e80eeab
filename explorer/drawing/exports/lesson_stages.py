"""Data of the stages beside the slides of a lesson's page, and the views that are printed in their place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from explorer import algorithms
from explorer.comparison.contender import Contender
from explorer.drawing.exports.html import stage_data
from explorer.drawing.graph_view import GraphView
from explorer.drawing.growing_tree import GrowingTree
from explorer.drawing.messages.to_browser import ControlData
from explorer.drawing.node_colours import ColourScale
from explorer.drawing.scene_view import alignments_of, at_moment
from explorer.drawing.stage_data import control_data, strict_json
from explorer.drawing.trace_data import still_data
from explorer.drawing.tree_picture import copy_notes, tree_graph, view_of_tree
from explorer.lessons.scenes import SlideScene
from explorer.model.graph import GameGraph
from explorer.scenes.scene import Page
from explorer.unwinding import TreeView

_SIDES = ("left", "right")  # ids of the stages of a comparison


def view_of_slide(scene: SlideScene, stage: str = "") -> GraphView:
    """Return the view of a scene: the graph with its run, both runs of a comparison, or the tree of the graph.

    If the stage of the slide hides the run, it is the graph alone.
    """
    if stage:
        return bare_view(scene)
    if scene.scene.page is Page.UNWIND:
        return view_of_tree(scene.tree_to_depth(scene.scene.tree, scene.scene.depth))
    if scene.is_comparison:
        return at_moment(scene.trace, scene.beside, scene.scene)
    return GraphView(scene.trace.graph, scene.trace, algorithms.find(scene.trace.algorithm), scene.step)


def views_of_steps(scene: SlideScene, stops: Iterable[int]) -> list[GraphView]:
    """Return the views of a slide to print: at the step of the scene and at each step that the slide names."""
    steps = sorted({scene.opening_step, *(step for step in stops if step <= scene.last)})
    if scene.scene.page is Page.UNWIND:
        return [view_of_slide(replace(scene, scene=replace(scene.scene, depth=step))) for step in steps]
    return [view_of_slide(scene.at_step(step)) for step in steps]


def bare_view(scene: SlideScene) -> GraphView:
    """Return the view of a scene's graph alone, without a run and without anything that is known of its scores."""
    return GraphView(_bare_graph(scene.graph))


def _bare_graph(graph: GameGraph) -> GameGraph:
    return graph.replace(expected={}, extra={}, description="")


def stages_of_scene(scene: SlideScene, number: int, room: int, **head: Any) -> list[str]:
    """Return the JSON data of the stage of a scene; of two runs, of the control that steps them and of both stages.

    Parameters
    ----------
    number : of the document, so that each slide has its own.
    room : the most characters.
    head : further entries of the data of a single stage.
    """
    if scene.is_comparison:
        return _comparison_stages(scene, number, room)
    if scene.scene.page is not Page.UNWIND:
        return [stage_data(view_of_slide(scene), room, **_stage_names(number), **head)]
    if scene.scene.tree is TreeView.DEPTH:
        return _growing_tree_stages(scene, number, room)
    tree = scene.tree_to_depth(scene.scene.tree, scene.scene.depth)
    values = {str(index): copy.value for index, copy in enumerate(tree.copies)}
    notes = dict(zip(values, copy_notes(tree), strict=True))
    still = still_data(values, ColourScale.of(scene.graph), notes=notes)
    return [stage_data(GraphView(tree_graph(tree)), room, **_stage_names(number), title=tree.title, trace=still)]


def bare_stage(scene: SlideScene, number: int, room: int) -> list[str]:
    """Return the JSON data of a stage that shows the graph of a scene alone."""
    return [stage_data(bare_view(scene), room, **_stage_names(number))]


def _stage_names(number: int) -> dict[str, Any]:
    """Return the settings that name the stage of a slide: each slide has its own document."""
    return {"id": "lesson", "epoch": f"slide {number}", "seq": number, "panel": False}


def _comparison_stages(scene: SlideScene, number: int, room: int) -> list[str]:
    """Return the JSON data of a comparison: of its control, and of the stages of both runs."""
    ways = alignments_of(scene.trace, scene.beside, scene.scene)
    control = control_data("control", _SIDES, ways, seq=number, at=scene.scene.step)
    runs = scene.trace, scene.beside
    titles = ({"title": Contender(run.algorithm, run.options).title} for run in runs)
    return _control_and_stages(control, [GraphView(run.graph, run) for run in runs], titles, room)


def _growing_tree_stages(scene: SlideScene, number: int, room: int) -> list[str]:
    """Return the JSON data of the growing tree, of score iteration beside it, and of their control."""
    depth = scene.scene.depth
    growing = GrowingTree.of(scene.graph, endless=scene.scene.endless, depth=depth)
    control = control_data("control", _SIDES, [growing.alignment], seq=number, at=depth, strip=growing.strip)
    views = [GraphView(growing.run.graph, growing.run), GraphView(tree_graph(growing.tree))]
    tree = {"title": "Tree", "trace": growing.sent_trace.whole()}
    return _control_and_stages(control, views, [{"title": "Graph", "transport": False}, tree], room)


def _control_and_stages(
    control: ControlData, views: list[GraphView], heads: Iterable[dict[str, Any]], room: int
) -> list[str]:
    """Return the JSON data of a control, and of the two stages that it steps."""
    texts = [strict_json(control | {"listens": True})]
    for id, each, head in zip(_SIDES, views, heads, strict=True):
        names = _stage_names(control["seq"]) | {"id": id, "primary": id == _SIDES[0], "in_lockstep": True} | head
        texts.append(stage_data(each, room - sum(map(len, texts)), **names))
    return texts
