"""Public names of the package, as Python programs use them: `explorer` has each, loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, cast, overload

from explorer import algorithms, formats, solver
from explorer.algorithms import Algorithm
from explorer.algorithms.option_types import AlgorithmName, TraceOptions
from explorer.algorithms.replay.judge import MOST_ON_PATHS
from explorer.algorithms.replay.log import LogLine, LogView
from explorer.algorithms.replay.steps import MOST_LINES, log_algorithm
from explorer.comparison import clock_difference, first_wrong, first_wrong_proofs
from explorer.comparison.claims import ValuesInput
from explorer.comparison.compare import compare
from explorer.comparison.other_graph import compare_graphs, other_graph
from explorer.comparison.poisoned import poisoned
from explorer.comparison.shrink import shrink
from explorer.explanation import making
from explorer.explanation.explanation import Explanation
from explorer.formats.files import FilePath
from explorer.games.from_rules import from_rules
from explorer.intake.readings import ReadingWarning, warn_of_reading
from explorer.model.errors import (
    ExplanationError,
    ExplorerError,
    FormatError,
    GraphError,
    LibraryError,
    LimitError,
    OptionError,
    SizeError,
    UnknownNameError,
)
from explorer.model.graph import GameGraph
from explorer.model.rules import Rules
from explorer.model.scores import Score
from explorer.scenes.as_graph import GraphInput, as_graph, as_graph_for
from explorer.scenes.reference import read
from explorer.solver import Solution, paths
from explorer.trace import Trace
from explorer.trace.recording import Limits
from explorer.trace.run import Progress
from explorer.unwinding import Repetition, unfolding
from explorer.verification.verification import verify

if TYPE_CHECKING:
    import pandas as pd
    from pyvis.network import Network

__all__ = [
    "ExplanationError",
    "ExplorerError",
    "FormatError",
    "GameGraph",
    "GraphError",
    "LibraryError",
    "LimitError",
    "OptionError",
    "ReadingWarning",
    "Rules",
    "SizeError",
    "UnknownNameError",
    "algorithms",
    "as_graph",
    "compare",
    "diff",
    "from_rules",
    "path",
    "poisoned",
    "read",
    "replay",
    "shrink",
    "solve",
    "to_pyvis",
    "trace",
    "unfold",
    "verify",
    "why",
    "write",
]


def solve(graph: GraphInput, *, endless: Score = 0) -> Solution:
    """Return the exact scores, bounds and best moves of any input of `as_graph`.

    See `explorer.solver.solve`, also for the errors.
    """
    return solver.solve(as_graph(graph), endless=endless)


@overload
def trace(
    graph: GraphInput,
    algorithm: AlgorithmName,
    /,
    *,
    limits: Limits = ...,
    from_step: int = ...,
    progress: Progress | None = ...,
    **options: Unpack[TraceOptions],
) -> Trace: ...
@overload
def trace(
    graph: GraphInput,
    algorithm: Algorithm | Callable[..., Any],
    /,
    *,
    limits: Limits = ...,
    from_step: int = ...,
    progress: Progress | None = ...,
    **options: Any,
) -> Trace: ...
def trace(
    graph: GraphInput,
    algorithm: str | Algorithm | Callable[..., Any],
    /,
    *,
    limits: Limits = Limits(),
    from_step: int = 0,
    progress: Progress | None = None,
    **options: Any,
) -> Trace:
    """Return the trace of an algorithm, or of a function of one's own, on any input of `as_graph`.

    See `explorer.algorithms.trace`, also for the errors.
    """
    entry = algorithms.entry_of(algorithm)
    given = graph if isinstance(graph, GameGraph) else as_graph_for(entry, graph)
    return algorithms.trace(given, entry, limits=limits, from_step=from_step, progress=progress, **options)


def replay(
    graph: GraphInput,
    log: FilePath | Iterable[LogLine],
    *,
    endless: Score = 0,
    judge: int = MOST_ON_PATHS,
    values_for: str = LogView.GRAPH,
    limits: Limits = Limits(run=MOST_LINES),
    from_step: int = 0,
    progress: Progress | None = None,
) -> Trace:
    """Return the trace of a search of another program from its log, with what is false in it.

    In its `result`, `first_false` has the first false value, None if there is none, and `verdicts` how many values are
    true, false, not judged, or searched to a limit of depth.

    Parameters
    ----------
    log : the path of a file (.jsonl), or its lines or events, as `explorer.algorithms.replay.log` describes them.
    values_for : `graph`, or `mover` if values and windows are for the player to move at each node.
    judge : how many values are judged whose truth may depend on their path; the rest count as not judged.
    limits, from_step, progress : as `explorer.algorithms.trace` takes them; all of the log is judged, however many of
        its events are kept as steps.

    Raises
    ------
    FormatError
        If there is no such file, or a line is no event, or none that can follow the lines before it.
    GraphError
        If the graph has errors.
    """
    if isinstance(log, str | PathLike):
        entry = algorithms.own.of_log(Path(log), str(log))
    else:
        events = [*log]
        entry = log_algorithm(lambda: events, "log", "Log of a search")
    return algorithms.trace(
        as_graph(graph),
        entry,
        limits=limits,
        from_step=from_step,
        progress=progress,
        endless=endless,
        judge=judge,
        values_for=values_for,
    )


def to_pyvis(what: GraphInput | Trace, step: int = -1, *, dark: bool = False) -> Network:
    """Return the pyvis network of a graph, or of a step of a trace, coloured by score and finality.

    See `explorer.drawing.network.to_pyvis`, also for the errors.
    """
    from explorer.drawing import network

    return network.to_pyvis(what if isinstance(what, Trace) else as_graph(what), step, dark=dark)


def why(graph: GraphInput, node: str | None = None, *, endless: Score = 0) -> Explanation:
    """Return an explanation of the score of a node, or of the root; `str` gives the text.

    See `explorer.explanation.making.why`, also for the errors.
    """
    return making.why(as_graph(graph), node, endless=endless)


def unfold(graph: GraphInput, rule: str | Repetition, *, endless: Score = 0) -> GameGraph:
    """Return the graph of any input of `as_graph` under a rule about repetition; each node names its `origin`.

    See `explorer.unwinding.unfolding.unfold`, also for the rules and the errors; its result has histories as well.
    """
    return unfolding.unfold(as_graph(graph), rule, endless=endless).graph


def write(graph: GraphInput, path: FilePath) -> None:
    """Write any input of `as_graph` to a file in the format of its suffix.

    See `explorer.formats.write`, also for the errors.
    """
    formats.write(as_graph(graph), path)


def path(graph: GraphInput, node: str, *, best: bool = False, endless: Score = 0) -> list[str]:
    """The ids on a shortest path from the root to a node, or on one that best play can take; empty if there is none.

    See `explorer.solver.paths.shortest_path`, also for the errors.
    """
    return paths.shortest_path(as_graph(graph), node, best=best, endless=endless)


def diff(
    graph: GraphInput,
    values: ValuesInput | GraphInput,
    *,
    endless: Score = 0,
    words: Mapping[str, object] | None = None,
    distance: str | None = None,
    values_for: str | None = None,
    rule: str | Repetition | None = None,
) -> pd.DataFrame:
    """Return a frame of the wrong values in a solver's values of a graph, the first causes first.

    See `explorer.comparison.first_wrong.difference` for the arguments and the errors, and `ValueDifference.frame` there
    for the columns.  If distances or best moves are given besides, `compared` says of which of the three a row tells.
    The frame's `attrs["summary"]` has the sentences that the command prints, with the kind of fault.
    In the place of values may stand another graph, such as a dump of moves, as everything that `as_graph` takes; then
    the frame has what differs, as `GraphDifference.frame` of `explorer.comparison.graph_difference` says.  With a rule
    "clock=m" values are those of a table base with a clock; see `explorer.comparison.clock_difference`.
    """
    if rule is not None:
        if distance is not None or values_for is not None:
            raise OptionError("with a rule, values are compared alone; leave distance and values_for out")
        by_clock = clock_difference.clock_difference(
            as_graph(graph), cast("ValuesInput", values), rule, endless=endless, words=words
        )
        frame = by_clock.frame()
        frame.attrs["summary"] = [*by_clock.summary()]
        return frame
    if (other := other_graph(values)) is not None:
        warn_of_reading(other)
        return compare_graphs(as_graph(graph), other).frame()
    found = first_wrong.difference(
        as_graph(graph),
        cast("ValuesInput", values),
        endless=endless,
        words=words,
        distance=distance,
        values_for=values_for,
    )
    frame = first_wrong_proofs.frame(found)
    frame.attrs["summary"] = [*first_wrong_proofs.summary(found)]
    return frame
