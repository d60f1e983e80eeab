"""The whole trace as JSON, as `trace --json` prints it: a step a line."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.drawing.exports.export import Export, Progress
from explorer.drawing.exports.tables import checked_size, trace_of
from explorer.drawing.shown import Shown, Style
from explorer.trace import Trace, dump_json

MOST_CELLS = 2_000_000


def pieces(trace: Trace) -> Iterator[str]:
    """The text of `Trace.to_json` in pieces, a step a line, so that it need not be held as a whole."""
    yield dump_json(trace.json_head()).removesuffix("}") + ', "steps": ['
    for number, step in enumerate(trace.json_steps()):
        yield (",\n" if number else "\n") + dump_json(step)
    yield "\n]}\n"


def _write(shown: Shown, style: Style, progress: Progress) -> bytes:
    trace = trace_of(shown)
    checked_size(trace, range(len(trace)), MOST_CELLS)
    return "".join(pieces(trace)).encode(errors="replace")


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
