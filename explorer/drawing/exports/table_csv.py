"""The scores or bounds of every step as CSV, exact, as `trace --csv` prints them: for programs that read on."""

from __future__ import annotations

from explorer.drawing.exports.export import Export, Progress
from explorer.drawing.exports.tables import checked_size, trace_of
from explorer.drawing.shown import Shown, Style

MOST_CELLS = 5_000_000


def _write(shown: Shown, style: Style, progress: Progress) -> bytes:
    trace = trace_of(shown)
    checked_size(trace, range(len(trace)), MOST_CELLS)
    return trace.to_csv().encode(errors="replace")


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
