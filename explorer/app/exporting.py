"""The dialog that hands out what is on screen: pictures, tables, data; its menu is the registry of exports."""

from __future__ import annotations

import base64
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from explorer import algorithms
from explorer.app.job import SECONDS_BETWEEN_LOOKS, Job
from explorer.app.links import scene_of
from explorer.app.sources import file_stem
from explorer.app.state import Session
from explorer.app.views import view
from explorer.app.widgets import plain, pressed
from explorer.drawing import bundle, exports
from explorer.drawing.exports import Export, GraphView, Style
from explorer.drawing.exports.export import PICTURES
from explorer.model.errors import ExplorerError, sentence

_PREVIEW = "svg"  # the export that shows what any picture will look like
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
    job : the long work that was asked for last.
    made : the content that each quick export gave last, with what it depends on.
    """

    job: Job[bytes] | None = None
    contents: dict[str, tuple[Hashable, bytes]] = field(default_factory=dict)

    def close(self) -> None:
        """Forget everything: what was made may be large."""
        self.contents.clear()
        self.cancel()

    def cancel(self) -> None:
        """Give up the long work."""
        if self.job is not None:
            self.job.cancel()
        self.job = None

    def job_for(self, key: Hashable) -> Job[bytes] | None:
        """The long work for this key, running or done, if it was asked for."""
        return self.job if self.job is not None and self.job.key == key else None

    def content(self, name: str, key: Hashable) -> bytes | None:
        """What a quick export gave for this key, if it was made."""
        made = self.contents.get(name)
        return made[1] if made is not None and made[0] == key else None


@dataclass(frozen=True)
class _ExportOrder:
    """What is to be made, and what its content depends on."""

    entry: Export
    shown: GraphView
    style: Style
    key: Hashable


def show(session: Session) -> None:
    """Show the dialog."""
    _bring_up_to_date(session)
    left, right = st.columns([2, 3], gap="medium")
    with left:
        entry = _choose_entry()
        try:
            shown = _truthful(session, view(session).on_screen(session))
        except ExplorerError as error:
            st.info(plain(sentence(error)))
            return
        if entry.needs_trace and shown.trace is None:
            st.info(
                f"{entry.title} shows the steps of an algorithm, and there are none: {plain(_why_no_trace(session))}"
            )
            return
        order = _order(session, entry, shown)
        if left_out := entry.left_out(shown):
            st.caption(f"{left_out}.")
    with right:
        above, below = st.container(), st.empty()
        label = f"Download {_file_name(session, entry)}"
        below.button(label, disabled=True, width="stretch", key=f"export_waits_{entry.name}")  # for the file before
        with above:
            _show_preview(session, order)
            content = _content(session, order)
        below.empty()
        if content is not None:
            with below.container():
                _offer(session, order, content)


def _truthful(session: Session, shown: GraphView) -> GraphView:
    """Return what is shown without a description that an edit made false."""
    if session.about or shown.graph.description != session.graph.description:
        return shown
    return replace(shown, graph=shown.graph.replace(description=""))


def _bring_up_to_date(session: Session) -> None:
    """Run the algorithm if that has not been done, as on a page without a stage of its own."""
    container = st.empty()

    def report(steps: int) -> None:
        container.caption(f"Running {session.algorithm}: {steps:,} steps …")

    session.run(report)
    container.empty()


def _why_no_trace(session: Session) -> str:
    return session.failure or "the graph has errors, which its picture marks. Correct them, or choose another format."


# ---- what is wanted


def _choose_entry() -> Export:
    entries = exports.registered().values()
    groups = list(dict.fromkeys(entry.group for entry in entries))
    group = st.segmented_control("Kind", groups, default=groups[0], required=True, key="export_group") or groups[0]
    names = [entry.name for entry in entries if entry.group == group]
    name = st.radio("Format", names, format_func=lambda each: exports.find(each).title, key=f"export_format_{group}")
    return exports.find(name)


def _order(session: Session, entry: Export, shown: GraphView) -> _ExportOrder:
    """What is to be made of what the page shows, from widgets."""
    shown = entry.exported_view(shown)
    if not _shows_steps(entry, shown):
        shown = GraphView(shown.graph)
    style = Style(**(_looks(entry) | _steps(entry, shown)))
    shown = shown.at(_step(entry, shown))
    scene = replace(scene_of(session), step=0).text()
    key = (
        session.version,
        session.own,
        scene,
        shown.trace is not None,
        shown.moment,
        shown.moments,
        shown.highlight,
        style,
    )
    return _ExportOrder(entry, shown, style, key)


def _shows_steps(entry: Export, shown: GraphView) -> bool:
    """Whether an export is of the algorithm's steps, and not of the drawing alone."""
    if shown.trace is None or entry.needs_trace or entry.group != PICTURES or shown.beside is not None:
        return shown.trace is not None
    if shown.trace.algorithm not in algorithms.known():
        return True  # the values of a tree
    title = algorithms.find(shown.trace.algorithm).title
    return st.toggle(f"With {title}", value=True, key="export_steps", help="Without it: the drawing alone.")


def _looks(entry: Export) -> dict[str, Any]:
    """The looks that the export heeds: first what is on or off, then the numbers."""
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


def _steps(entry: Export, shown: GraphView) -> dict[str, Any]:
    """The first and the last step, of an export that shows several."""
    last, unit = len(shown) - 1, shown.unit
    if "first" not in entry.styled_by or last < 1:
        return {}
    start, end = st.slider(f"{unit.title()}s", 0, last, (0, last), key=f"export_{unit}s_{last}")
    return {"first": start, "last": end}


def _step(entry: Export, shown: GraphView) -> int:
    """The step, of an export that shows one; at first the one on screen."""
    now, last, unit = shown.moment, len(shown) - 1, shown.unit
    if entry.group != PICTURES or "first" in entry.styled_by or last < 1:
        return now
    return int(st.number_input(unit.title(), 0, last, now, key=f"export_{unit}_{now}_{last}"))


# ---- what is made of it


def _show_preview(session: Session, order: _ExportOrder) -> None:
    """Show a picture as it will be, or an animation that was made."""
    job = session.of(ExportChoice).job_for(order.key)
    if job is not None and job.content is not None:
        st.image(job.content, width="stretch", alt="The picture")
    elif order.entry.group == PICTURES and _PREVIEW in exports.registered():
        with suppress(ExplorerError):  # which is said when the file itself is made
            picture = _make(session, replace(order, entry=exports.find(_PREVIEW)))
            st.image(picture.decode(), width="stretch", alt="Preview of the picture")


def _content(session: Session, order: _ExportOrder) -> bytes | None:
    """What the file will hold; of an export that takes long, once the user has asked for it and it is ready."""
    if _is_long(order.entry):
        return _content_of_job(session, order)
    try:
        return _make(session, order)
    except ExplorerError as error:
        st.error(plain(f"{error}."))
        return None


def _make(session: Session, order: _ExportOrder) -> bytes:
    """The content, made now or before; raises `ExplorerError` if it cannot be made."""
    ready = session.of(ExportChoice).content(order.entry.name, order.key)
    if ready is None:
        ready = exports.export(order.shown, order.entry.name, order.style)
        session.of(ExportChoice).contents[order.entry.name] = (order.key, ready)
    return ready


# ---- what takes long


def _is_long(entry: Export) -> bool:
    """Whether it is an animation: those are made only when asked for."""
    return "pause" in entry.styled_by


def _content_of_job(session: Session, order: _ExportOrder) -> bytes | None:
    job = session.of(ExportChoice).job_for(order.key)
    if job is not None and job.is_running:
        _watch(session)
        return None
    if job is not None and job.content is not None:
        return job.content
    container = st.empty()
    # Not by a callback alone, which would know the looks of before.
    if pressed("Make the animation", container=container, type="primary"):
        container.empty()
        _start(session, order)
        _watch(session)
    elif job is not None:
        st.error(plain(f"{job.failure}."))
    return None


def _start(session: Session, order: _ExportOrder) -> None:
    session.of(ExportChoice).cancel()
    job: Job[bytes] = Job(order.key)
    session.of(ExportChoice).job = job
    job.start(lambda progress: exports.export(order.shown, order.entry.name, order.style, progress))


@st.fragment(run_every=SECONDS_BETWEEN_LOOKS)
def _watch(session: Session) -> None:
    """Show how far the work is; when it has ended, run the page again, which shows what came of it."""
    job = session.of(ExportChoice).job
    if job is None or not job.is_running:
        st.rerun()
    st.progress(
        job.progress / max(1, job.total), f"{job.progress:,} of {job.total:,} steps" if job.total else "Beginning …"
    )
    st.button("Cancel", on_click=session.of(ExportChoice).cancel)


def _offer(session: Session, order: _ExportOrder, content: bytes) -> None:
    entry = order.entry
    if entry.group != PICTURES and entry.mime.startswith(("text/", "application/json")):
        lines = content[: _LINES * 10_000].decode(errors="replace").splitlines()[:_LINES]
        st.code("\n".join(line if len(line) <= _COLUMNS else f"{line[:_COLUMNS]} …" for line in lines), language=None)
    name = _file_name(session, entry)
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
    st.caption(_size(len(content)))
    if entry.name in _COPIED:
        with suppress(ExplorerError):  # one of the two is too large
            _offer_copy(session, order)


def _offer_copy(session: Session, order: _ExportOrder) -> None:
    """Offer the picture to the clipboard, for programs in which it is pasted."""
    png, svg = (_make(session, replace(order, entry=exports.find(name))) for name in _COPIED)
    component = st.components.v2.component("copy_picture", js=bundle.built("copy_picture"), css=_COPY_CSS)
    data = {"png": base64.b64encode(png).decode("ascii"), "svg": svg.decode()}
    component(data=data, key="copy_picture", height="content")


def _file_name(session: Session, entry: Export) -> str:
    return f"{file_stem(session)}{entry.suffix}"


def _size(length: int) -> str:
    if length < 1_000_000:
        return f"{max(1, round(length / 1e3)):,} kB"
    return f"{length / 1e6:,.1f} MB"
