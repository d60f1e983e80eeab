"""The page *Explore*: the stage, and on request the chart of scores or the editors beside it."""

from __future__ import annotations

from functools import partial

import streamlit as st

from explorer import algorithms
from explorer.app import refusals, sheet
from explorer.app.explaining import ScoreQuestion
from explorer.app.explore import open_positions, overview, tables, values, values_record
from explorer.app.explore.state import moves_to_end, score_functions
from explorer.app.explore.supplied_values import SuppliedValues
from explorer.app.job import SECONDS_BETWEEN_LOOKS
from explorer.app.last_edit import LastEdit
from explorer.app.links import Links
from explorer.app.progress import progress, waiting
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.place import Place
from explorer.app.session.requests import Requests
from explorer.app.session.run import CurrentRun
from explorer.app.session.session import Session
from explorer.app.session.visible_part import VisiblePart
from explorer.app.sheet import SideSheet
from explorer.app.widgets import plain
from explorer.drawing.limits import LARGEST_DRAWN
from explorer.drawing.messages.to_browser import PageData
from explorer.stage import Stage
from explorer.stage.component import show_tables

_SEARCH_WIDTH = 175  # px
_SAVE = f" The browser keeps graphs of up to {LARGEST_DRAWN:,} nodes: save what you change in this one as a file."
_NOT_KEPT = "Not kept in this browser."
_PART_HELP = (
    "A click on a node with +n shows more of its n hidden successors. Algorithms, table and files use the whole graph."
)
_FOLDER_HELP = (
    "A click on a node with +n shows more of its n hidden successors. The graph stays on disk. An algorithm runs on "
    "the nodes that are shown; a successor that is not shown has the {what} that the folder has of it. Distances are "
    "those of the whole graph."
)


def show(session: Session, place: Place) -> None:
    """Show the page *Explore*: the canvas with what belongs to it, and the sheet beside it."""
    session.call(tables.keep_choice)
    if not place.view_only:
        session.call(values_record.show)
    with st.container(key="screen"):
        session.call(_run)
        with st.container(key="controls"):
            session.call(_show_failure)
            if not place.view_only:
                session.call(open_positions.show_completions)
                session.call(_show_extent)
                session.call(values.show_contradictions)
        session.call(_show_stage)
    session.of(SideSheet).show(
        {
            sheet.CHART: partial(session.call, tables.show),
            sheet.OVERVIEW: partial(session.call, overview.show),
            sheet.TABLES: partial(session.call, _show_editable_tables),
            sheet.WRONG: partial(session.call, values.show_wrong_values),
        },
    )


def _run(run: CurrentRun) -> None:
    """Run the algorithm, if that has not been done, up to the first steps of a long run."""
    with progress(algorithms.find(run.algorithm).title, run.cancel) as report:
        run.update(report, whole=False)
    if run.goes_on:
        _show_progress(run)


def _show_stage(session: Session, open_graph: OpenGraph, run: CurrentRun, stage: Stage, place: Place) -> None:
    data: PageData = {"refusal": refusals.refusal(open_graph, run)}
    data |= session.of(Links).for_stage() | session.call(answers) | session.call(_graph_data)
    data["listens"] = session.of(SideSheet).is_open(sheet.CHART) or run.goes_on
    stage.bar = not place.view_only
    stage.about = open_graph.about
    problems = () if open_graph.is_absent else open_positions.other_troubles(open_graph, place)
    stage.show(step=run.step, endless=open_graph.endless, problems=problems, **data)


def answers(question: ScoreQuestion, last_edit: LastEdit) -> PageData:
    """Return what the stage says beside the steps: the answer to the open question, and the effect of the last edit."""
    with progress("the explanation", question.cancel, "position") as report:
        why = question.data(report)
    return {"why": why, "last_edit": last_edit.data}


def _graph_data(open_graph: OpenGraph, part: VisiblePart, supplied: SuppliedValues) -> PageData:
    """Return what the stage says of scores whatever the step: supplied ones, distances, scores as functions."""
    with waiting("Comparing the values"):
        comparison = supplied.data()
    ends, functions = moves_to_end(open_graph, part), score_functions(open_graph, part)
    return {"comparison": comparison, "ends": ends, "functions": functions}


@st.fragment(run_every=SECONDS_BETWEEN_LOOKS)
def _show_progress(run: CurrentRun) -> None:
    """Show the progress of a run whose first steps are on screen; run the page again once it has ended."""
    if not run.is_recording:
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center", key="running"):
        st.markdown(f"Running {algorithms.find(run.algorithm).title}: {run.steps_so_far:,} steps so far …")
        st.button("Stop", on_click=run.cancel, key="stop_run")


def _show_editable_tables(open_graph: OpenGraph, part: VisiblePart) -> None:
    """Show the nodes and moves of the document as tables, or the reason why they cannot be edited."""
    if open_graph.is_too_large_to_draw:
        st.info("The graph is too large to be edited here. Change its file, and open it again.")
    elif part.is_part:
        st.info("The canvas shows a part of the graph. To edit it, show the whole graph.")
    else:
        show_tables()


def _show_extent(session: Session, open_graph: OpenGraph, part: VisiblePart, requests: Requests, links: Links) -> None:
    """Show in one line the extent of the visible part and of the known game, and ways to extend them."""
    excerpt, opens = part.excerpt, open_positions.expandable_count(open_graph)
    folder = open_graph.origin.folder
    if excerpt is None and not opens:
        return
    is_lost = excerpt is not None and open_graph.is_too_large_to_draw and not links.scene_of().graph and folder is None
    shown = "" if excerpt is None else f"{len(excerpt.points):,} of {open_graph.size:,} nodes are shown."
    known = open_positions.extent_sentence(open_graph) if opens else ""
    with st.container(horizontal=True, vertical_alignment="center", key="part"):
        st.caption(
            " ".join(filter(None, [shown, known, _NOT_KEPT if is_lost else "", _folder_sentence(open_graph)])),
            width="content",
            help=_help_of_part(open_graph, is_lost=is_lost) if excerpt else None,
        )
        if excerpt:
            st.text_input(
                "Around node",
                key="around",
                placeholder="Around node: name",
                label_visibility="collapsed",
                width=_SEARCH_WIDTH,
                on_change=requests.calls.append,
                args=(partial(_look_for_text, part),),
            )
        with st.popover("Show more"):
            if excerpt:
                _offer_parts(open_graph, part)
            if opens:
                session.call(open_positions.show)
    if excerpt:
        _show_suggestions(part, in_folder=folder is not None)


def _folder_sentence(open_graph: OpenGraph) -> str:
    """Return where algorithms run if the open graph is the part of a solved folder; else an empty text."""
    folder, root = open_graph.origin.folder, open_graph.graph.root
    if folder is None:
        return ""
    start = "" if root == folder.root or root is None else f" and start at {open_graph.graph.node(root).name}"
    ends = "true bounds" if folder.has_bounds else "scores"
    return plain(f"Algorithms run on these{start}, with the {ends} of what lies beyond.")


def _help_of_part(open_graph: OpenGraph, *, is_lost: bool) -> str:
    """Return the help of the line about the visible part."""
    folder = open_graph.origin.folder
    if folder is None:
        return _PART_HELP + (_SAVE if is_lost else "")
    return _FOLDER_HELP.format(what="lower and upper bounds" if folder.has_bounds else "scores")


def _offer_parts(open_graph: OpenGraph, part: VisiblePart) -> None:
    """Show buttons that lead to other parts of the graph."""
    st.button("More levels", on_click=part.show_more, width="stretch")
    st.button(
        "Back to the root",
        on_click=part.look_at,
        args=(open_graph.whole.root or open_graph.whole.ids[0],),
        disabled=part.is_at_start,
        width="stretch",
    )


def _show_suggestions(part: VisiblePart, *, in_folder: bool) -> None:
    """Show the nodes that the user's text may name, or that there are none, and the last refusal."""
    if part.refusal:
        st.warning(plain(part.refusal))
    if not part.search_text:
        return
    if not part.suggestions:
        where = " among those that are shown; any other node is found by its id" if in_folder else ""
        st.text(f"No node has a name or id with “{part.search_text}” in it{where}.")
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text(f"“{part.search_text}” may be:")
        for node in part.suggestions:
            title = node.name if node.name == node.id else f"{node.name} ({node.id})"
            st.button(plain(title), key=f"around_{node.id}", on_click=part.look_at, args=(node.id,))


def _look_for_text(part: VisiblePart) -> None:
    text = st.session_state.around
    if text and part.look_for(text):
        st.session_state.around = ""


def _show_failure(run: CurrentRun) -> None:
    """Show why there is no run, or only a part of it, unless the canvas says so."""
    if not run.failure or run.obstacle is not None:
        return
    if not run.is_cancelled:
        st.warning(plain(run.failure))
        return
    left, right = st.columns([5, 1], vertical_alignment="center")
    left.warning(plain(run.failure))
    right.button("Run again", on_click=run.run_again, width="stretch")
