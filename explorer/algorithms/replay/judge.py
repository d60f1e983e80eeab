"""Judgement of a log: which of its values are true.

An entry without a condition is compared with the score of its node.  A value that a call returns, that the table gives
or that is stored under a condition is the score in the game in which the nodes on its path are worth the value of
endless play.  Where a call uses entries of a table that are valid on every path, it may also return the score, or
anything between the two: what a node is worth on a path and what it is worth without lie on one side of endless play.
"""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import NamedTuple

from explorer.algorithms.replay.log import EventKind, LogEvent, SearchLog
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Range, Score
from explorer.solver.path_game import PathGames
from explorer.trace import Relation

MOST_ON_PATHS = 10_000  # values that are judged in the game of their path


class EventVerdict(StrEnum):
    """The truth of the value of an event, as far as it is known."""

    TRUE = "true"
    FALSE = "false"
    LIMITED = "searched to a limit of depth"
    NOT_JUDGED = "not judged"
    NO_VALUE = "no value"


class Judgement(NamedTuple):
    """A verdict on an event.

    Attributes
    ----------
    truth : the least and the largest score that the value may be or be a bound of; None where it is not judged.
    is_on_path : whether the score on the path counts, and not that of the node alone.
    """

    verdict: EventVerdict
    truth: Range | None = None
    is_on_path: bool = False


_NO_VALUE, _LIMITED, _NOT_JUDGED = (
    Judgement(verdict) for verdict in (EventVerdict.NO_VALUE, EventVerdict.LIMITED, EventVerdict.NOT_JUDGED)
)


class LogJudge:
    """The judge of a log, who hears of every event while the log is read.

    Attributes
    ----------
    events : how many events there were of each kind.
    verdicts : how many values had each verdict.
    stores : for each node the event that stored its entry.
    """

    def __init__(self, graph: GameGraph, log: SearchLog, endless: Score = 0, most: int = MOST_ON_PATHS) -> None:
        self.graph, self.log, self.games = graph, log, PathGames(graph, endless)
        self.events: Counter[EventKind] = Counter()
        self.verdicts: Counter[EventVerdict] = Counter()
        self.stores: dict[int, LogEvent] = {}
        self._left, self._is_end = most, [node.kind is Kind.LEAF for node in graph.nodes]

    def judge(self, event: LogEvent) -> Judgement:
        """Return the judgement of the event that the log has just given."""
        self.events[event.kind] += 1
        judgement = self._judgement(event)
        self.verdicts[judgement.verdict] += 1
        if event.kind is EventKind.STORE:
            self.stores[event.node] = event
        return judgement

    def _judgement(self, event: LogEvent) -> Judgement:
        if event.kind in (EventKind.ENTER, EventKind.CUT) or event.value is None:
            return _NO_VALUE
        if event.depth is not None:
            return _LIMITED
        level = len(self.log.calls) - event.is_own
        exact = self.games.interval(event.node, level)
        is_exact = holds(event.relation, event.value, exact)
        before = self.log.call_before(event)
        component = self.games.component
        if (
            (event.kind is EventKind.STORE and event.condition is None)
            or (event.kind is EventKind.LEAF and self._is_end[event.node])
            or before is None
            or component[before.node] != component[event.node]
        ):
            return Judgement(EventVerdict.TRUE if is_exact else EventVerdict.FALSE, exact)
        is_lenient = event.kind is EventKind.HIT or self._has_hit(event) or self.games.comes_back_turned
        if is_lenient and is_exact:
            return Judgement(EventVerdict.TRUE, exact)
        if self._left <= 0 or self.games.leads_to_open[event.node]:
            return _NOT_JUDGED
        self._left -= 1
        value = self.games.score(event.node, self.log.path_of(event), key=before.line)
        truth = (min(value, exact[0]), max(value, exact[1])) if is_lenient else (value, value)
        is_true = holds(event.relation, event.value, truth)
        return Judgement(EventVerdict.TRUE if is_true else EventVerdict.FALSE, truth, is_on_path=True)

    def _has_hit(self, event: LogEvent) -> bool:
        """Return whether an entry of the table was used in the call that gives the value."""
        return event.kind is not EventKind.LEAF and self.log.calls[-1].has_hit


def holds(relation: Relation, value: Score, truth: Range) -> bool:
    """Return whether a value can be a score in an interval, or a bound of one."""
    return (relation is Relation.AT_LEAST or value >= truth[0]) and (relation is Relation.AT_MOST or value <= truth[1])
