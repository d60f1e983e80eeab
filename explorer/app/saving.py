"""The dialog that saves the open graph in any format, with notes on losses."""

from __future__ import annotations

import streamlit as st

from explorer import formats
from explorer.app.session.open_graph import OpenGraph
from explorer.app.sources import file_stem
from explorer.formats import Format
from explorer.model.errors import ExplorerError

_MOST_COMPARED = 3_000  # nodes up to which losses are found by reading the file again
_FORMULAS = (
    "A spreadsheet would take cells that begin with =, +, -, @ or a tab for formulas. The command convert guards them "
    "with --guard-formulas."
)
_WHOLE = "game-json"  # loses nothing


def show(open_graph: OpenGraph) -> None:
    """Show the dialog that saves the open graph as a file."""
    entries = formats.writable()
    name = st.selectbox("Format", list(entries), format_func=lambda each: entries[each].title, key="save_format")
    entry = entries[name]
    with st.spinner("Writing the file …"):
        content, remarks = open_graph.compute_once(("file", name), lambda: _content_and_losses(open_graph, entry))
    if content is not None:
        _show_save_button(open_graph, entry, content)
    for remark in remarks:
        (st.caption if content is not None else st.error)(remark)


def _show_save_button(open_graph: OpenGraph, entry: Format, content: bytes) -> None:
    st.download_button(
        f"Save {entry.title}",
        data=content,
        file_name=f"{file_stem(open_graph)}{entry.suffixes[0]}",
        on_click="ignore",
        width="stretch",
    )


def _content_and_losses(open_graph: OpenGraph, entry: Format) -> tuple[bytes | None, list[str]]:
    """Return the content of the file and notes on its losses, or None and the reason of the failure."""
    try:
        content = formats.dump(open_graph.file_graph, entry.name)
    except ExplorerError as error:
        return None, [f"{error}."]
    if entry.name == _WHOLE:
        return content, []
    warning = [_FORMULAS] if formats.has_formulas(open_graph.file_graph, entry.name) else []
    return content, [*warning, *_loss_sentences(open_graph, entry)]


def _loss_sentences(open_graph: OpenGraph, entry: Format) -> list[str]:
    """Return a sentence for each loss in a file; of a large graph, one for all possible losses."""
    if len(open_graph.graph.nodes) > _MOST_COMPARED:
        return [f"Cannot carry {entry.cannot_carry}"] if entry.cannot_carry else []
    return [f"{loss[:1].upper()}{loss[1:]}." for loss in formats.losses(open_graph.file_graph, entry.name)]
