"""Two or more algorithms on one graph: the value and the counts of each."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from explorer import algorithms
from explorer.algorithms.algorithm import Algorithm
from explorer.comparison.contender import Contender, as_contenders, parse_contenders
from explorer.model.check import playable
from explorer.model.errors import FORESEEN, GraphError, reason
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, format_score, score_to_json
from explorer.model.work_limits import work_limits
from explorer.scenes.as_graph import GraphInput, as_graph
from explorer.solver import solve
from explorer.solver.solution import as_column
from explorer.trace import Result, Trace
from explorer.trace.recording import Limits, recorded
from explorer.trace.run import Progress, Run, RunCounts
from explorer.unwinding import least_paths

if TYPE_CHECKING:
    import pandas as pd

_ALWAYS = ("visits", "leaves", "cutoffs", "hits", "depth", "steps")

COUNTS = (*_ALWAYS, "sweeps", "messages", "control", "settled")
"""The counts of a row, in the order in which tables show them."""

_YES_NO = {True: "yes", False: "no", None: ""}

ContenderInput = str | Algorithm | Contender | Callable[..., Any]

UNRECORDED = Limits(steps=1, run=30_000_000)
"""Limits of a run of which only the result and the counts matter."""

_VERSION = 1  # of the object of `Comparison.to_json`


@dataclass(frozen=True)
class ComparisonRow:
    """Value and counts of one algorithm on a graph; None for a count that it does not have.

    Attributes
    ----------
    value : the score that it gives to the root.
    right : whether that is the root's score for the value of endless play in the algorithm's options.
    visits : calls of the search function, cut-offs and memo hits included.
    leaves : ends of paths, at a leaf, an open node or a back link.
    cutoffs : times at which the remaining moves could not matter any more.
    hits : answers from a memo.
    depth : moves on the longest path.
    steps : steps of the run.
    sweeps : sweeps over all nodes, or rounds of messages.
    messages : values that processes sent.
    control : messages that start processes and that detect the end.
    settled : bounds that were settled one by one.
    failure : a sentence on why there is no result, or "".
    """

    contender: Contender
    value: Score | None = None
    right: bool | None = None
    visits: int | None = None
    leaves: int | None = None
    cutoffs: int | None = None
    hits: int | None = None
    depth: int | None = None
    steps: int | None = None
    sweeps: int | None = None
    messages: int | None = None
    control: int | None = None
    settled: int | None = None
    failure: str = ""

    def count(self, name: str) -> int | None:
        """Return one of `COUNTS` by name."""
        count: int | None = getattr(self, name)
        return count

    def cells(self, counts: Sequence[str]) -> tuple[str, ...]:
        """Return the row as texts for a table with these counts, one for every word of `header`; "" for None."""
        numbers = (self.count(name) for name in counts)
        value = "" if self.value is None else format_score(self.value)
        texts = ("" if number is None else f"{number:,}" for number in numbers)
        return (self.contender.notation, value, _YES_NO[self.right], *texts)

    def to_json(self) -> dict[str, Any]:
        """Return the row as a JSON object; `failure` only if there is one."""
        return {
            "algorithm": self.contender.algorithm,
            "options": self.contender.settings,
            "notation": self.contender.notation,
            "value": None if self.value is None else score_to_json(self.value),
            "right": self.right,
            **{name: self.count(name) for name in COUNTS},
            **({"failure": self.failure} if self.failure else {}),
        }


def counts_of(rows: Collection[ComparisonRow]) -> tuple[str, ...]:
    """Return the counts for a table of some rows: those of searches, and the others that any row has."""
    return tuple(name for name in COUNTS if name in _ALWAYS or any(row.count(name) is not None for row in rows))


def header(counts: Sequence[str]) -> tuple[str, ...]:
    """Return the column titles of a comparison table with these counts."""
    return ("algorithm", "value", "correct", *counts)


@dataclass(frozen=True)
class MeasuredRun:
    """A recorded run with its row; no trace if the algorithm cannot run on the graph."""

    row: ComparisonRow
    trace: Trace | None = None


@dataclass(frozen=True)
class Comparison:
    """Rows of some contenders on a graph, with the root's exact score for endless play worth 0.

    Attributes
    ----------
    rows : one for each contender, in their order.
    open : number of open nodes; the rows and `score` count them as endless play.
    interval : the bounds of the root's score, whatever the open nodes turn out to be, as in a `Solution`.
    """

    root: str
    score: Score
    rows: tuple[ComparisonRow, ...]
    open: int
    interval: tuple[Score, Score]

    @property
    def is_settled(self) -> bool:
        """Return whether the root's score is the same whatever the open nodes turn out to be."""
        return self.interval[0] == self.interval[1]

    def frame(self) -> pd.DataFrame:
        """Return the table as a pandas frame: `algorithm`, `value`, `correct`, and the counts that any row has."""
        import pandas as pd

        counts = counts_of(self.rows)
        columns: dict[str, Any] = {
            "algorithm": [row.contender.notation for row in self.rows],
            "value": as_column([row.value for row in self.rows]),
            "correct": pd.array([row.right for row in self.rows], dtype="boolean"),
        }
        columns |= {name: pd.array([row.count(name) for row in self.rows], dtype="Int64") for name in counts}
        if any(row.failure for row in self.rows):
            columns["failure"] = [row.failure for row in self.rows]
        return pd.DataFrame(columns)

    def _repr_html_(self) -> str:
        """Return the table as Jupyter shows it."""
        return self.frame().to_html(index=False, na_rep="")

    def to_json(self) -> dict[str, Any]:
        """Return the table as one JSON object; a score that depends on open nodes is null, and `open` counts these."""
        return {
            "version": _VERSION,
            "root": self.root,
            "score": score_to_json(self.score) if self.is_settled else None,
            "interval": [score_to_json(end) for end in self.interval],
            **({"open": self.open} if self.open else {}),
            "rows": [row.to_json() for row in self.rows],
        }


def compare(
    graph: GraphInput,
    contenders: str | ContenderInput | Sequence[ContenderInput],
    *,
    limits: Limits = UNRECORDED,
    progress: Progress | None = None,
    observe: Callable[[Run], object] | None = None,
) -> Comparison:
    """Compare algorithms on a graph: return a row with the value and the counts of each.

    Parameters
    ----------
    graph : a graph, or anything that `as_graph` accepts.
    contenders : the algorithms as the command line names them, with commas and with their options, such as
        "memoised, alpha-beta:order=best"; or a list of them, as texts, parsed, as `algorithms.find` gives them, or
        functions of one's own.  The rows are in their order.
    limits : the greatest number of steps of a run; a longer one gives a row with a `failure`.
    progress : called now and then with the number of steps of the run under way; it may raise to cancel, or return
        True to stop the run, which gives a row with the counts so far and a `failure`.
    observe : called with each run before its first step, to look at its counts.

    Raises
    ------
    GraphError
        If the graph has errors, or if none of the contenders can run on it.
    UnknownNameError, OptionError
        If there is no such algorithm or option.

    Examples
    --------
    >>> graph = GameGraph.from_json({"root": "a", "nodes": [{"id": "a", "player": "max"}, {"id": "b", "score": 3}],
    ...                              "moves": [["a", "b"]]})
    >>> [(row.value, row.visits) for row in compare(graph, "depth-first, memoised").rows]
    [(3, 2), (3, 2)]
    >>> compare(graph, ["depth-first", "memoised"]) == compare(graph, "depth-first, memoised")
    True
    """
    chosen = parse_contenders(contenders) if isinstance(contenders, str) else as_contenders(contenders)
    whole = as_graph(graph)
    rows = tuple(run(whole, each, limits=limits, progress=progress, observe=observe).row for each in chosen)
    if rows and all(row.failure and row.steps is None for row in rows):
        raise GraphError(rows[0].failure)
    solution = solve(whole)
    return Comparison(solution.root, solution.score, rows, solution.open, solution.interval)


def run(
    graph: GameGraph,
    contender: Contender,
    *,
    limits: Limits = UNRECORDED,
    progress: Progress | None = None,
    observe: Callable[[Run], object] | None = None,
) -> MeasuredRun:
    """Run a contender and record it; the counts are of the whole run, however much of it is recorded.

    Raises
    ------
    GraphError
        If the graph has errors.  An algorithm that cannot run on it gives a row with a `failure`.
    """
    graph = playable(graph, ends_are_lost=contender.entry.ends_are_lost)
    excess = _excess_of_paths(graph, contender, limits.run)
    if excess and limits.steps <= 1:
        return MeasuredRun(ComparisonRow(contender, steps=0, failure=excess))
    if excess:
        limits = replace(limits, run=limits.steps)
    try:
        steps = algorithms.run(graph, contender.algorithm, limits=limits, progress=progress, **contender.options)
        if observe is not None:
            observe(steps)
        trace = recorded(steps, limits)
    except FORESEEN as error:
        return MeasuredRun(ComparisonRow(contender, failure=reason(error)))
    row = _comparison_row(contender, steps.counts, steps.result, steps.step_count)
    if steps.is_stopped:
        failure = f"it was stopped after {steps.step_count:,} steps, {steps.end_cause}, without a result"
        return MeasuredRun(replace(row, failure=excess or failure), trace)
    value = _root_value(steps.result, str(graph.root))
    if value is None:
        return MeasuredRun(row, trace)
    truth = solve(graph, endless=trace.endless).score
    return MeasuredRun(replace(row, value=value, right=value == truth), trace)


def _excess_of_paths(graph: GameGraph, contender: Contender, steps: int) -> str:
    """Return why a search of all paths takes more steps than these, or ""."""
    most = int(min(steps, work_limits().steps))
    if not contender.entry.visits_all_paths or least_paths(graph, most + 1) <= most:
        return ""
    return (
        f"it was not run to its end, since it searches every path, and there are more than {most:,}, the limit of "
        "its steps"
    )


def _comparison_row(contender: Contender, tally: RunCounts, result: Result, steps: int) -> ComparisonRow:
    counts: dict[str, object] = {**tally.counters, **result}
    visits = _as_count(counts.get("visits"))
    if visits is not None:
        counts = {"leaves": tally.leaves} | counts
    return ComparisonRow(
        contender,
        visits=visits,
        leaves=_as_count(counts.get("leaves")),
        cutoffs=_as_count(counts.get("cutoffs")),
        hits=_as_count(counts.get("hits")),
        depth=tally.depth,
        steps=steps,
        sweeps=_as_count(counts.get("rounds", counts.get("n"))),
        messages=_as_count(counts.get("messages")),
        control=_as_count(counts.get("control")),
        settled=_as_count(tally.counters.get("settled")),
    )


def _root_value(result: Result, root: str) -> Score | None:
    """Return the value of the root in a result: its `value`, or the root's score among the `scores`."""
    if "value" in result:
        value: Score | None = result["value"]
        return value
    scores = result.get("scores")
    return scores.get(root) if isinstance(scores, Mapping) else None


def _as_count(count: object) -> int | None:
    return count if isinstance(count, int) and not isinstance(count, bool) else None
