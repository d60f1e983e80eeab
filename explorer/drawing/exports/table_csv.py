"""The scores or bounds of every step as CSV, exact, as `trace --csv` prints them: for other programs.

Of a large trace there is a line for every change.
"""

from __future__ import annotations

from explorer.drawing.exports.export import Export, ExportProgress
from explorer.drawing.graph_view import GraphView, Style
from explorer.drawing.score_table import text_within, trace_of

MOST_CHARACTERS = 200_000_000


def _write(view: GraphView, style: Style, progress: ExportProgress) -> bytes:
    return text_within(trace_of(view).csv_text(), MOST_CHARACTERS)


EXPORT = Export(
    name="csv",
    title="Table of scores (CSV)",
    suffix=".csv",
    mime="text/csv",
    write=_write,
    needs_trace=True,
    group="Tables",
    rank=110,
)
