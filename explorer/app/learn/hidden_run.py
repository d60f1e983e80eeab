"""A slide that hides its run: the graph alone, on a stage of its own, and the button that shows the run."""

from __future__ import annotations

import streamlit as st

from explorer.app.browser import canvas_aspect
from explorer.app.learn.answer_field import clicked_index
from explorer.app.learn.state import LessonVisit
from explorer.drawing.layout import with_positions
from explorer.drawing.node_colours import ColourScale
from explorer.drawing.trace_data import still_data
from explorer.lessons.lesson import Slide, StageForm
from explorer.lessons.marking import SHOWN_RUN, YES
from explorer.lessons.scenes import SlideScene
from explorer.model.graph import GameGraph

_HINTS = {
    StageForm.GRAPH: "The graph alone: work out the answers yourself.",
    StageForm.RUN: "The graph alone, until you have answered all questions of this slide.",
}
_FIX_HELP = "Your answers to this slide stay as they are from then on."


def show_hint(slide: Slide) -> None:
    """Say that the run is hidden, and until when."""
    st.caption(_HINTS[StageForm(slide.stage)])


def show_run_button(learning: LessonVisit, slide: Slide) -> None:
    """Show the button that fixes the answers and shows the run, once all questions have answers."""
    if not (
        learning.hides_run and slide.stage == StageForm.RUN and all(map(learning.answer, range(len(slide.questions))))
    ):
        return
    label = "Fix my answers and show the run"
    st.button(label, on_click=_show_run, args=(learning,), type="primary", help=_FIX_HELP)


def _show_run(learning: LessonVisit) -> None:
    learning.own_record[learning.field_name(SHOWN_RUN)] = YES


def open_graph(learning: LessonVisit, scene: SlideScene) -> None:
    """Put the graph of the slide on the stage that has no run, without its description and known answers.

    The open graph of the session stays, so that no other page shows the run.
    """
    if learning.scene_slide == learning.scene_key:
        return
    graph = with_positions(scene.graph.replace(description="", expected={}, extra={}), canvas_aspect())
    leaves = {node.id: node.score for node in graph.nodes}
    learning.graph_stage.show_graph(graph)
    learning.graph_stage.set_trace(still_data(leaves, ColourScale.of(graph)), restart=True)
    learning.graph_stage.title = graph.name
    learning.scene_slide = learning.scene_key


def show_graph(learning: LessonVisit, scene: SlideScene) -> None:
    """Show the graph of a slide that hides its run."""
    learning.graph_stage.show(picks=clickable_nodes(learning, scene.graph))


def clickable_nodes(learning: LessonVisit, graph: GameGraph) -> list[str]:
    """Return the nodes that a click gives as an answer."""
    return list(graph.ids) if clicked_index(learning) is not None else []
