"""Report on a log: how much of it is true, up to its first false value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from explorer.algorithms.replay.judge import MOST_ON_PATHS, EventVerdict, LogJudge
from explorer.algorithms.replay.log import EventKind, LogLine, LogView, SearchLog
from explorer.algorithms.replay.words import FalseValue, false_value
from explorer.model.check import playable
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.model.words import counted
from explorer.trace.run import Progress

_BETWEEN_REPORTS = 1 << 14  # lines


@dataclass(frozen=True)
class LogReport:
    """The number of true values in a log, and its first false one.

    Attributes
    ----------
    lines : the number of lines that were read; none after that of a false value.
    events, verdicts : how many events there were of each kind, and values with each verdict.
    first_false : the first false value, None if there is none.
    under_way : the names of the nodes whose calls the log does not end.
    """

    lines: int
    events: Mapping[EventKind, int]
    verdicts: Mapping[EventVerdict, int]
    first_false: FalseValue | None
    under_way: tuple[str, ...]

    def summary(self) -> Iterator[str]:
        """Yield sentences on the whole log, without the first false value."""
        events = [f"{count:,} {kind}" for kind in EventKind if (count := self.events.get(kind, 0))]
        yield f"{counted(self.lines, 'line')}: {', '.join(events) or 'no event'}"
        verdicts = self.verdicts
        true = counted(verdicts.get(EventVerdict.TRUE, 0), "value")
        if self.first_false is not None:
            yield f"{true} true before the first false one"
        else:
            yield f"{true} true, none false"
        if limited := verdicts.get(EventVerdict.LIMITED, 0):
            yield f"{counted(limited, 'value')} not compared, since the depth was limited"
        if skipped := verdicts.get(EventVerdict.NOT_JUDGED, 0):
            yield f"{counted(skipped, 'value')} not judged, since a score on the path was not computed"
        if self.under_way and self.first_false is None:
            more = " and of nodes below it" if len(self.under_way) > 1 else ""
            yield f"the log ends before the search of {self.under_way[0]}{more}"

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON."""
        return {
            "lines": self.lines,
            "events": {str(kind): self.events.get(kind, 0) for kind in EventKind},
            "values": {verdict.replace(" ", "_"): self.verdicts.get(verdict, 0) for verdict in EventVerdict},
            "first_false": None if self.first_false is None else self.first_false.to_json(),
            "under_way": [*self.under_way],
        }


def report_on(
    graph: GameGraph,
    lines: Iterable[LogLine],
    *,
    endless: Score = 0,
    judge: int = MOST_ON_PATHS,
    view: LogView = LogView.GRAPH,
    name: str = "",
    progress: Progress | None = None,
) -> LogReport:
    """Return how much of a log is true, reading it up to its first false value.

    Parameters
    ----------
    lines : the lines of the log, or its events as mappings.
    judge : how many values are judged whose truth may depend on their path; the rest count as not judged.
    view : the view of the values in it.
    name : of the log, for errors.
    progress : called now and then with the number of lines.

    Raises
    ------
    GraphError
        If the graph has errors.
    FormatError
        If a line is no event, or none that can follow the lines before it.
    """
    graph = playable(graph)
    log = SearchLog(graph, lines, name, view)
    judged, first = LogJudge(graph, log, endless, judge), None
    for event in log:
        judgement = judged.judge(event)
        if judgement.verdict is EventVerdict.FALSE:
            first = false_value(judged, event, judgement)
            break
        if progress is not None and log.line % _BETWEEN_REPORTS == 0:
            progress(log.line)
    under_way = tuple(graph.nodes[call.node].name for call in log.calls)
    return LogReport(log.line, judged.events, judged.verdicts, first, under_way)
