"""PDF: a picture made of lines and letters on a page of its own size, for print."""

from __future__ import annotations

from explorer.drawing.exports.export import Export, Progress
from explorer.drawing.picture import picture_of
from explorer.drawing.shown import Shown, Style
from explorer.model.libraries import needed_for


def _write(shown: Shown, style: Style, progress: Progress) -> bytes:
    with needed_for("pictures"):
        from explorer.drawing.picture.painting import pdf

    return pdf(picture_of(shown, style))


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
