"""The dialog that exports the current view as pictures, tables or data; its menu is the registry of exports."""

from __future__ import annotations

import base64
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from explorer import algorithms
from explorer.app.job import SECONDS_BETWEEN_LOOKS, Job
from explorer.app.links import Links
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.run import CurrentRun
from explorer.app.sources import file_stem
from explorer.app.views import Views
from explorer.app.widgets import plain, pressed
from explorer.drawing import bundle, exports
from explorer.drawing.exports import Export, GraphView, Style
from explorer.drawing.exports.export import PICTURES
from explorer.model.errors import ExplorerError, sentence

_PREVIEW = "svg"  # the export that serves as preview of pictures
_COPIED = ("png", "svg")  # the exports that the clipboard takes, both at once
_COPY_CSS = """
button {
  width: 100%; font: inherit; color: inherit; padding: 7px 12px; border: 1px solid var(--st-border-color);
  border-radius: var(--st-button-radius); background: var(--st-background-color); cursor: pointer;
}
button:hover { border-color: var(--st-primary-color); color: var(--st-primary-color); }
button:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 1px; }
span { display: block; min-height: 1.5em; font-size: 14px; }
"""
_SWITCHES = {
    "title": "Name of the graph",
    "legend": "Legend",
    "caption": "Caption of the step",
    "dark": "Dark",
}
_LINES, _COLUMNS = 9, 110  # of a text that are shown before it is downloaded


@dataclass
class ExportChoice:
    """The state of the dialog that hands out pictures, tables and data.

    Attributes
    ----------
    job : the last long export.
    contents : by name, the key and the content of the last quick export.
    """

    job: Job[bytes] | None = None
    contents: dict[str, tuple[Hashable, bytes]] = field(default_factory=dict)

    def close(self) -> None:
        """Drop the contents of all exports, since they may be large."""
        self.contents.clear()
        self.cancel()

    def cancel(self) -> None:
        """Cancel the long export."""
        if self.job is not None:
            self.job.cancel()
        self.job = None

    def job_for(self, key: Hashable) -> Job[bytes] | None:
        """Return the long export for this key, running or finished, if there is one."""
        return self.job if self.job is not None and self.job.key == key else None

    def content(self, name: str, key: Hashable) -> bytes | None:
        """Return the content of a quick export for this key, if it is there."""
        entry = self.contents.get(name)
        return entry[1] if entry is not None and entry[0] == key else None


@dataclass(frozen=True)
class _ExportOrder:
    """An export with its view and style, and the key of its content."""

    entry: Export
    graph_view: GraphView
    style: Style
    key: Hashable


def show(open_graph: OpenGraph, run: CurrentRun, export_choice: ExportChoice, links: Links, views: Views) -> None:
    """Show the dialog that exports the current view."""
    _bring_up_to_date(run)
    left, right = st.columns([2, 3], gap="medium")
    with left:
        entry = _choose_entry()
        try:
            graph_view = _without_false_description(open_graph, views.current.on_screen())
        except ExplorerError as error:
            st.info(plain(sentence(error)))
            return
        if entry.needs_trace and graph_view.trace is None:
            st.info(f"{entry.title} shows the steps of an algorithm, and there are none: {plain(_why_no_trace(run))}")
            return
        order = _export_order(open_graph, links, entry, graph_view)
        if left_out := entry.left_out(graph_view):
            st.caption(f"{left_out}.")
    with right:
        above, below = st.container(), st.empty()
        label = f"Download {_file_name(open_graph, entry)}"
        below.button(label, disabled=True, width="stretch", key=f"export_waits_{entry.name}")  # for the previous file
        with above:
            _show_preview(export_choice, order)
            content = _file_content(export_choice, order)
        below.empty()
        if content is not None:
            with below.container():
                _offer_download(open_graph, export_choice, order, content)


def _without_false_description(open_graph: OpenGraph, graph_view: GraphView) -> GraphView:
    """Return what is shown without a description that an edit made false."""
    if open_graph.about or graph_view.graph.description != open_graph.graph.description:
        return graph_view
    return replace(graph_view, graph=graph_view.graph.replace(description=""))


def _bring_up_to_date(run: CurrentRun) -> None:
    """Run the algorithm if that has not been done, as on a page without a stage of its own."""
    container = st.empty()

    def report(steps: int) -> None:
        container.caption(f"Running {algorithms.find(run.algorithm).title}: {steps:,} steps …")

    run.update(report)
    container.empty()


def _why_no_trace(run: CurrentRun) -> str:
    """Return the reason why there is no run of the algorithm to export."""
    return run.failure or "the graph has errors, which its picture marks. Correct them, or choose another format."


# ---- the order


def _choose_entry() -> Export:
    entries = exports.registered().values()
    groups = list(dict.fromkeys(entry.group for entry in entries))
    group = st.segmented_control("Kind", groups, default=groups[0], required=True, key="export_group") or groups[0]
    names = [entry.name for entry in entries if entry.group == group]
    name = st.radio("Format", names, format_func=lambda each: exports.find(each).title, key=f"export_format_{group}")
    return exports.find(name)


def _export_order(open_graph: OpenGraph, links: Links, entry: Export, graph_view: GraphView) -> _ExportOrder:
    """Return the order for an export of the page's view, with the choices of the widgets."""
    graph_view = entry.exported_view(graph_view)
    if not _shows_steps(entry, graph_view):
        graph_view = GraphView(graph_view.graph)
    style = Style(**(_choose_looks(entry) | _choose_steps(entry, graph_view)))
    graph_view = graph_view.at(_choose_step(entry, graph_view))
    scene = replace(links.scene_of(), step=0).text()
    key = (
        open_graph.version,
        open_graph.own,
        scene,
        graph_view.trace is not None,
        graph_view.moment,
        graph_view.moments,
        graph_view.highlight,
        style,
    )
    return _ExportOrder(entry, graph_view, style, key)


def _shows_steps(entry: Export, graph_view: GraphView) -> bool:
    """Return whether an export shows the steps of the algorithm, and not the drawing alone."""
    if graph_view.trace is None or entry.needs_trace or entry.group != PICTURES or graph_view.beside is not None:
        return graph_view.trace is not None
    if graph_view.trace.algorithm not in algorithms.known():
        return True  # the values of a tree
    title = algorithms.find(graph_view.trace.algorithm).title
    return st.toggle(f"With {title}", value=True, key="export_steps", help="Without it: the drawing alone.")


def _choose_looks(entry: Export) -> dict[str, Any]:
    """Show the widgets of the looks that the export supports, and return their values."""
    with st.container(horizontal=True):
        switches = [name for name in entry.styled_by if name in _SWITCHES]
        chosen: dict[str, Any] = {
            name: st.checkbox(_SWITCHES[name], value=name != "dark", key=f"export_{name}") for name in switches
        }
    with st.container(horizontal=True):
        if "scale" in entry.styled_by:  # of an animation at first a small one: all its pictures together have a limit
            key, usual = ("export_scale_of_many", 1.0) if _is_long(entry) else ("export_scale", 2.0)
            chosen["scale"] = st.number_input("Scale", 0.5, 8.0, usual, step=0.5, format="%.1f", key=key)
        if "pause" in entry.styled_by:
            chosen["pause"] = st.number_input(
                "Seconds for a step", 0.1, 10.0, 1.0, step=0.1, format="%.1f", key="export_pause"
            )
    return chosen


def _choose_steps(entry: Export, graph_view: GraphView) -> dict[str, Any]:
    """Ask for the first and the last step of an export that shows several, and return them."""
    last, unit = len(graph_view) - 1, graph_view.unit
    if "first" not in entry.styled_by or last < 1:
        return {}
    start, end = st.slider(f"{unit.title()}s", 0, last, (0, last), key=f"export_{unit}s_{last}")
    return {"first": start, "last": end}


def _choose_step(entry: Export, graph_view: GraphView) -> int:
    """Ask for the step of an export that shows one, by default the step on screen, and return it."""
    now, last, unit = graph_view.moment, len(graph_view) - 1, graph_view.unit
    if entry.group != PICTURES or "first" in entry.styled_by or last < 1:
        return now
    return int(st.number_input(unit.title(), 0, last, now, key=f"export_{unit}_{now}_{last}"))


# ---- the content


def _show_preview(export_choice: ExportChoice, order: _ExportOrder) -> None:
    """Show the preview of a picture, or the finished animation."""
    job = export_choice.job_for(order.key)
    if job is not None and job.content is not None:
        st.image(job.content, width="stretch", alt="The picture")
    elif order.entry.group == PICTURES and _PREVIEW in exports.registered():
        with suppress(ExplorerError):  # which the file itself will show
            picture = _make_content(export_choice, replace(order, entry=exports.find(_PREVIEW)))
            st.image(picture.decode(), width="stretch", alt="Preview of the picture")


def _file_content(export_choice: ExportChoice, order: _ExportOrder) -> bytes | None:
    """Return the content of the exported file; None while a long export is not ready, or after an error."""
    if _is_long(order.entry):
        return _content_of_job(export_choice, order)
    try:
        return _make_content(export_choice, order)
    except ExplorerError as error:
        st.error(plain(f"{error}."))
        return None


def _make_content(export_choice: ExportChoice, order: _ExportOrder) -> bytes:
    """Return the content of an export, from the cache if it is there; raises `ExplorerError` if it cannot be made."""
    ready = export_choice.content(order.entry.name, order.key)
    if ready is None:
        ready = exports.export(order.graph_view, order.entry.name, order.style)
        export_choice.contents[order.entry.name] = (order.key, ready)
    return ready


# ---- long exports


def _is_long(entry: Export) -> bool:
    """Return whether the export is an animation, which is made only on request."""
    return "pause" in entry.styled_by


def _content_of_job(export_choice: ExportChoice, order: _ExportOrder) -> bytes | None:
    job = export_choice.job_for(order.key)
    if job is not None and job.is_running:
        _show_progress(export_choice)
        return None
    if job is not None and job.content is not None:
        return job.content
    container = st.empty()
    # Not by a callback alone, which would have the previous looks.
    if pressed("Make the animation", container=container, type="primary"):
        container.empty()
        _start_long_export(export_choice, order)
        _show_progress(export_choice)
    elif job is not None:
        st.error(plain(f"{job.failure}."))
    return None


def _start_long_export(export_choice: ExportChoice, order: _ExportOrder) -> None:
    export_choice.cancel()
    job: Job[bytes] = Job(order.key)
    export_choice.job = job
    job.start(lambda progress: exports.export(order.graph_view, order.entry.name, order.style, progress))


@st.fragment(run_every=SECONDS_BETWEEN_LOOKS)
def _show_progress(export_choice: ExportChoice) -> None:
    """Show the progress of the export; run the page again once it has ended, so that it shows the result."""
    job = export_choice.job
    if job is None or not job.is_running:
        st.rerun()
    st.progress(
        job.progress / max(1, job.total), f"{job.progress:,} of {job.total:,} steps" if job.total else "Beginning …"
    )
    st.button("Cancel", on_click=export_choice.cancel)


def _offer_download(open_graph: OpenGraph, export_choice: ExportChoice, order: _ExportOrder, content: bytes) -> None:
    entry = order.entry
    if entry.group != PICTURES and entry.mime.startswith(("text/", "application/json")):
        lines = content[: _LINES * 10_000].decode(errors="replace").splitlines()[:_LINES]
        st.code("\n".join(line if len(line) <= _COLUMNS else f"{line[:_COLUMNS]} …" for line in lines), language=None)
    name = _file_name(open_graph, entry)
    st.download_button(
        f"Download {name}",
        data=content,
        file_name=name,
        mime=entry.mime,
        on_click="ignore",
        icon=":material/download:",
        type="primary",
        width="stretch",
        key=f"export_download_{entry.name}",
    )
    st.caption(_size_words(len(content)))
    if entry.name in _COPIED:
        with suppress(ExplorerError):  # one of the two is too large
            _offer_copy(export_choice, order)


def _offer_copy(export_choice: ExportChoice, order: _ExportOrder) -> None:
    """Offer the picture to the clipboard, for programs in which it is pasted."""
    png, svg = (_make_content(export_choice, replace(order, entry=exports.find(name))) for name in _COPIED)
    component = st.components.v2.component("copy_picture", js=bundle.built("copy_picture"), css=_COPY_CSS)
    data = {"png": base64.b64encode(png).decode("ascii"), "svg": svg.decode()}
    component(data=data, key="copy_picture", height="content")


def _file_name(open_graph: OpenGraph, entry: Export) -> str:
    return f"{file_stem(open_graph)}{entry.suffix}"


def _size_words(length: int) -> str:
    if length < 1_000_000:
        return f"{max(1, round(length / 1e3)):,} kB"
    return f"{length / 1e6:,.1f} MB"
