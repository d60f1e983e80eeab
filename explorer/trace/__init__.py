"""Steps of an algorithm, and the trace that a player moves through.

An algorithm is a generator: it yields a `Step` for every event worth showing and *returns* its result.  It knows
nothing of drawing.  `explorer.trace.recording.record` runs it and keeps, for every step, the score or the bounds and
the finality of every node in dense arrays, so that any step is an index and stepping back costs what stepping forward
costs.
"""

from explorer.trace.step import (
    NO_PATH,
    Activity,
    Bounds,
    Finality,
    Growth,
    Mark,
    Notes,
    Path,
    Relation,
    Result,
    SearchEvent,
    Step,
    Steps,
    Stored,
)
from explorer.trace.trace import Trace
from explorer.trace.writing import dump_json, plain

__all__ = [
    "NO_PATH",
    "Activity",
    "Bounds",
    "Finality",
    "Growth",
    "Mark",
    "Notes",
    "Path",
    "Relation",
    "Result",
    "SearchEvent",
    "Step",
    "Steps",
    "Stored",
    "Trace",
    "dump_json",
    "plain",
]
