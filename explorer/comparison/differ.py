"""A small graph on which two algorithms differ, found among random graphs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from explorer.comparison.compare import COUNTS, ComparisonRow, run
from explorer.comparison.contender import Contender
from explorer.comparison.shrink import shrink
from explorer.games import generate
from explorer.model.errors import GraphError, OptionError, quoted
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score
from explorer.trace.recording import Limits
from explorer.trace.run import Progress

MEASURES = ("value", *COUNTS)
"""Measures by which two algorithms can differ: the root's value, or one of the counts."""

SMALLEST = 4  # nodes of the first graphs that are tried
TRIES, NODES = 300, 18  # graphs that are tried unless another number is given, and nodes of the largest
MOST_STEPS = 3_000  # of one run; a graph on which one of the two takes more is skipped
_RUN = Limits(steps=1, run=MOST_STEPS)
_ACYCLIC_EVERY = 4  # graphs, of which one has no cycles
_PATIENCE = 20  # graphs after which two that could not be compared on any are given up
_SCORES = "-2..2"


@dataclass(frozen=True)
class SeparatingGraph:
    """A graph on which two algorithms differ.

    Attributes
    ----------
    graph : made as small as it can be while the two differ on it.
    random_graph : the random graph from which it was made.
    tries : number of random graphs that were tried, this one included.
    one, other : the rows of the two on `graph`.
    """

    graph: GameGraph
    random_graph: GameGraph
    tries: int
    one: ComparisonRow
    other: ComparisonRow


def find_difference(
    one: Contender,
    other: Contender,
    *,
    by: str = "value",
    seed: int = 1,
    tries: int = TRIES,
    convention: Convention = Convention.MINIMAX,
    progress: Progress | None = None,
) -> SeparatingGraph | None:
    """Find a small graph on which two algorithms differ; None if none of `tries` random graphs is one.

    A graph on which one of the two makes more than `MOST_STEPS` steps is passed over.

    Parameters
    ----------
    by : the measure by which they must differ, one of `MEASURES`.
    seed : another one gives other graphs; the same one always the same.
    progress : called before every graph that is tried, first random ones and then parts of the one that was found,
        with the number of those before; it may raise to cancel.

    Raises
    ------
    OptionError
        If there is no such measure.
    GraphError
        If on none of the graphs both have a result to be compared, with the reason of the last one.
    """
    if by not in MEASURES:
        raise OptionError(f"algorithms can differ by {', '.join(MEASURES)}; got {quoted(by)}")
    reason = ""
    for tried, graph in enumerate(_random_graphs(seed, tries, convention)):
        if progress is not None:
            progress(tried)
        pair = _run_both(graph, one, other)
        if rows_differ(*pair, by=by):
            return _shrink_example(graph, one, other, by=by, tried=tried + 1, progress=progress)
        reason = _why_incomparable(*pair, by=by) if reason or not tried else ""
        if reason and tried == _PATIENCE:
            break
    if reason:
        raise GraphError(f"{reason}, so the two cannot be compared by {by}; choose another algorithm or measure")
    return None


def rows_differ(one: ComparisonRow, other: ComparisonRow, *, by: str) -> bool:
    """Return whether two rows of a comparison both have a measure, with different values."""
    first, second = _measured_value(one, by), _measured_value(other, by)
    return first is not None and second is not None and first != second


def _shrink_example(
    graph: GameGraph, one: Contender, other: Contender, *, by: str, tried: int, progress: Progress | None
) -> SeparatingGraph:
    further = None if progress is None else lambda tries: progress(tried + tries)
    small = shrink(graph, lambda candidate: rows_differ(*_run_both(candidate, one, other), by=by), progress=further)
    named = small.graph.replace(
        name=f"Where {one.notation} and {other.notation} differ",
        description=f"{one.title} and {other.title} differ here in {by}. No node or move can be left out.",
    )
    return SeparatingGraph(named, graph, tried, *_run_both(named, one, other))


def _run_both(graph: GameGraph, one: Contender, other: Contender) -> tuple[ComparisonRow, ComparisonRow]:
    return run(graph, one, limits=_RUN).row, run(graph, other, limits=_RUN).row


def _measured_value(row: ComparisonRow, by: str) -> Score | None:
    if row.failure:
        return None
    return row.value if by == "value" else row.count(by)


def _why_incomparable(one: ComparisonRow, other: ComparisonRow, *, by: str) -> str:
    """Return why two rows of a comparison cannot be compared by a measure; "" if they can."""
    for row in (one, other):
        if row.failure:
            return f"{row.contender.notation} cannot run: {row.failure}"
        if _measured_value(row, by) is None:
            return f"{row.contender.notation} has no {by}"
    return ""


def _random_graphs(seed: int, tries: int, convention: Convention) -> Iterator[GameGraph]:
    """Yield random graphs of growing size, most of them with cycles, of every shape that `random_graph` makes."""
    rng = Random(seed)
    for number in range(tries):
        size = SMALLEST + int(rng.random() * (1 + (NODES - SMALLEST) * min(1, 4 * number / tries)))
        try:
            yield generate(
                "random",
                nodes=size,
                degree=2 + 1.5 * rng.random(),
                leaves=f"{15 + int(30 * rng.random())}%",
                scores=_SCORES,
                cycles=number % _ACYCLIC_EVERY != _ACYCLIC_EVERY - 1,
                alternating=rng.random() < 0.5,
                convention=str(convention),
                seed=int(rng.random() * 2**31),
            )
        except OptionError:
            continue  # so many leaves need more moves, or there is no room for so many moves
