"""Steps of a search from its log, each an event with its verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path as FilePath

from explorer.algorithms.algorithm import Algorithm
from explorer.algorithms.replay.judge import MOST_ON_PATHS, EventVerdict, Judgement, LogJudge
from explorer.algorithms.replay.log import EventKind, LogEvent, LogLine, LogView, SearchLog
from explorer.algorithms.replay.words import FalseValue, event_words, false_value, verdict_words
from explorer.algorithms.searches.search_steps import Shading
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.solver.states import State
from explorer.trace import Activity, Finality, Mark, Path, Relation, Result, Step, Steps, Stored
from explorer.trace.caption import Caption, caption
from explorer.trace.options import choice, endless_worth, whole_number

MOST_LINES = 1_000_000_000
PSEUDOCODE = (
    "enter:  the search begins to look at a node, which is on the path from now on",
    "leaf:  it ends at a node: at a leaf, at a node that is on the path already, or at its limit of depth",
    "store:  a value enters the table",
    "hit:  the table answers instead of a search",
    "cut:  the moves that are left are skipped",
    "return:  the search of the node ends with a value, and the node leaves the path",
)
_LINES = {kind: number for number, kind in enumerate(EventKind, 1)}
_ACTIVITIES = {
    EventKind.LEAF: Activity.EVALUATED,
    EventKind.STORE: Activity.STORED,
    EventKind.HIT: Activity.HIT,
    EventKind.RETURN: Activity.CHANGED,
}
_COUNTERS = {
    EventKind.ENTER: "visits",
    EventKind.LEAF: "leaves",
    EventKind.STORE: "stored",
    EventKind.HIT: "hits",
    EventKind.CUT: "cutoffs",
}
_FINALITIES = {
    Relation.EXACT: Finality.FINAL,
    Relation.AT_LEAST: Finality.LOWER,
    Relation.AT_MOST: Finality.UPPER,
}


def log_algorithm(lines: Callable[[], Iterable[LogLine]], name: str, title: str) -> Algorithm:
    """Return an algorithm that gives the events of a log on the graph that was searched.

    Parameters
    ----------
    lines : called for the lines whenever the log is read.
    """
    most = whole_number(
        "judge", "Values judged on their path", MOST_ON_PATHS,
        "How many values that may depend on their path are judged; the rest count as not judged.",
        minimum=0, maximum=MOST_LINES,
    )  # fmt: skip
    views = {str(LogView.GRAPH): "as the graph has scores", str(LogView.MOVER): "for the player to move"}
    view = choice("values_for", "Values in the log", views, "The view of the values and windows in the log.")
    return Algorithm(
        name=name,
        title=title,
        source="of your own",
        summary="The search in a log, event by event, with what is false in it.",
        pseudocode=PSEUDOCODE,
        run=lambda graph, endless, judge, values_for: _LogSteps(
            graph, SearchLog(graph, lines(), name, LogView(values_for)), endless, judge
        ).steps(),
        options=(endless_worth(), most, view),
    )


def lines_of(path: FilePath) -> Iterable[LogLine]:
    """Yield the lines of a file, which is closed after the last one."""
    with path.open(encoding="utf-8", errors="replace") as file:
        yield from file


class _LogSteps:
    """The replay of a log: what the trace shows of it so far."""

    def __init__(self, graph: GameGraph, log: SearchLog, endless: Score, most: int) -> None:
        self.graph, self.log = graph, log
        self.judge = LogJudge(graph, log, endless, most)
        self.shading = Shading(graph)
        self.counts = dict.fromkeys((*_COUNTERS.values(), "depth", str(EventVerdict.FALSE)), 0)
        self.first: FalseValue | None = None
        self.value: Score | None = None

    def steps(self) -> Steps:
        """Yield a step for each event, and return what was judged."""
        for event in self.log:
            judgement = self.judge.judge(event)
            yield self._step(event, judgement)
            if event.kind is EventKind.RETURN and len(self.log.calls) == 1 and event.node == self.graph.root_index:
                self.value = event.value
        return self._result()

    def _result(self) -> Result:
        """Return the root's last value, the counters, how many values have each verdict, and the first false one."""
        verdicts = {verdict.replace(" ", "_"): self.judge.verdicts[verdict] for verdict in EventVerdict}
        first = None if self.first is None else self.first.to_json()
        return {"value": self.value, **self.counts, "verdicts": verdicts, "first_false": first}

    def _step(self, event: LogEvent, judgement: Judgement) -> Step:
        kind, id = event.kind, self.graph.ids[event.node]
        is_back = kind is EventKind.LEAF and event.node in self.log.path_of(event)
        is_false = judgement.verdict is EventVerdict.FALSE
        above = self.log.call_before(event)
        has_score = kind in _ACTIVITIES and not is_back
        relations = {id: event.relation} if has_score and event.relation is not Relation.EXACT else {}
        role = Activity.WRONG if is_false else Activity.BACK_LINK if is_back else _ACTIVITIES.get(kind)
        move = None if above is None else (self.graph.ids[above.node], id)
        skipped = self._skip(event)
        self._count(event, is_false=is_false)
        return Step(
            self._words(event, judgement, skipped),
            _LINES[kind],
            scores={id: event.value} if has_score else {},
            relations=relations,
            finality={id: _finality(event, judgement)} if has_score else {},
            activity={} if role is None else {id: role},
            focus=id,
            move=move,
            marks={move: Mark.BACK} if is_back and move is not None else {},
            trail=self._trail(event),
            windows=self._windows(event, id),
            pruned=self.shading.changes(),
            memo=self._memo(event),
            counters=dict(self.counts),
        )

    def _words(self, event: LogEvent, judgement: Judgement, skipped: int) -> Caption:
        """Return the caption; of the first false value it says what it looks like."""
        if judgement.verdict is not EventVerdict.FALSE or self.first is not None:
            return Caption(partial(_caption, self.graph, event, judgement, skipped))
        self.first = false_value(self.judge, event, judgement)
        rest = () if self.first is None else self.first.sentences[1:]
        words = _caption(self.graph, event, judgement, skipped)
        return caption(words, " It is the first false value.", *(f" {sentence}" for sentence in rest))

    def _count(self, event: LogEvent, *, is_false: bool) -> None:
        counts = self.counts
        if event.kind in _COUNTERS:
            counts[_COUNTERS[event.kind]] += 1
        if event.kind in (EventKind.LEAF, EventKind.HIT) and not event.is_own:
            counts["visits"] += 1
        counts["depth"] = max(counts["depth"], len(self.log.calls) - 1 + (not event.is_own))
        counts[str(EventVerdict.FALSE)] += is_false

    def _skip(self, event: LogEvent) -> int:
        """Shade the moves that a cutoff skips, and return their number."""
        self.shading.visit(event.node)
        if event.kind is not EventKind.CUT:
            return 0
        tried = {*self.log.calls[-1].successors}
        left = [other for other in self.graph.successors[event.node] if other not in tried]
        self.shading.cutoff(left)
        return len(left)

    def _trail(self, event: LogEvent) -> Path | None:
        calls = self.log.calls
        if event.is_own:
            return calls[-1].trail
        id = self.graph.ids[event.node]
        above = self.log.call_before(event)
        if above is None:
            return Path(id)
        return above.trail.then(id) if event.node in self.graph.successors[above.node] else above.trail

    def _windows(self, event: LogEvent, id: str) -> Mapping[str, tuple[Score, Score] | None]:
        if event.window is not None and event.kind is EventKind.ENTER:
            return {id: event.window}
        return {id: None} if event.window is not None and event.kind is EventKind.RETURN else {}

    def _memo(self, event: LogEvent) -> Mapping[int, Stored]:
        """Return the entry that an event stores."""
        if event.kind is not EventKind.STORE or event.value is None:
            return {}
        needs = frozenset(State(index).number for index in event.condition or ())
        return {State(event.node).number: Stored(event.value, event.relation, needs)}


def _caption(graph: GameGraph, event: LogEvent, judgement: Judgement, skipped: int) -> Caption:
    return caption(event_words(graph, event, skipped), verdict_words(graph, event, judgement))


def _finality(event: LogEvent, judgement: Judgement) -> Finality:
    """Return how certain the value of an event is."""
    if judgement.verdict is EventVerdict.FALSE:
        return Finality.WRONG
    if judgement.verdict is not EventVerdict.TRUE:
        return Finality.TENTATIVE
    return Finality.CONDITIONAL if judgement.is_on_path or event.condition is not None else _FINALITIES[event.relation]
