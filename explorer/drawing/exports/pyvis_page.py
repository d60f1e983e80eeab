"""A page of pyvis: the graph, or one step of its trace, as a network that can be moved and zoomed, in one file."""

from __future__ import annotations

from explorer.drawing.exports.export import Export, ExportProgress
from explorer.drawing.graph_view import GraphView, Style
from explorer.drawing.network import network_of


def _write(view: GraphView, style: Style, progress: ExportProgress) -> bytes:
    text: str = network_of(view, dark=style.dark).generate_html()
    return text.encode(errors="replace")  # half of a character is no text


EXPORT = Export(
    name="pyvis",
    title="pyvis page (HTML)",
    suffix=".pyvis.html",
    mime="text/html",
    write=_write,
    styled_by=("dark",),
    rank=60,
)
