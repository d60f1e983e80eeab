"""PDF: a picture made of lines and letters on a page of its own size, for print."""

from __future__ import annotations

from explorer.drawing.exports.export import Export, ExportProgress
from explorer.drawing.graph_view import GraphView, Style
from explorer.drawing.picture import picture_of
from explorer.model.libraries import needed_for


def _write(view: GraphView, style: Style, progress: ExportProgress) -> bytes:
    with needed_for("pictures"):
        from explorer.drawing.picture.painting import pdf

    return pdf(picture_of(view, style))


EXPORT = Export(
    name="pdf",
    title="Picture for print (PDF)",
    suffix=".pdf",
    mime="application/pdf",
    write=_write,
    styled_by=("title", "legend", "caption", "dark"),
    rank=30,
    is_painted=True,
    holds_both=True,
)
