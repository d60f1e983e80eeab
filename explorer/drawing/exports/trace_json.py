"""The whole trace as JSON, as `trace --json` prints it: a step a line, of a large one what each step changes."""

from __future__ import annotations

from explorer.drawing.exports.export import Export, ExportProgress
from explorer.drawing.graph_view import GraphView, Style
from explorer.drawing.score_table import text_within, trace_of

MOST_CHARACTERS = 200_000_000


def _write(view: GraphView, style: Style, progress: ExportProgress) -> bytes:
    return text_within(trace_of(view).json_text(), MOST_CHARACTERS)


EXPORT = Export(
    name="trace-json",
    title="Every step (JSON)",
    suffix=".trace.json",
    mime="application/json",
    write=_write,
    needs_trace=True,
    group="Data",
    rank=130,
)
