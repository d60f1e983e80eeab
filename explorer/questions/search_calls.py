"""The calls of a depth-first search, read off its steps: the moves that a call has tried, and their values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from explorer.model.scores import Score
from explorer.trace import Activity, Bounds, Step, Trace
from explorer.trace.caption import Caption, Quantity


class SearchEvent(StrEnum):
    """The kind of event at a step of a search, such as a comparison or a return."""

    ENTER = "enter"  # an inner node
    END = "end"  # evaluates a leaf or an open node
    BACK_LINK = "back link"
    HIT = "hit"  # uses a stored value
    REFUSED = "refused"  # must not use one
    OPEN = "undecided"  # a stored bound does not decide the search
    COMPARE = "compare"  # a value with the best so far
    LEAVE = "leave"  # returns a value
    OTHER = "other"


_BEGINNINGS = (
    SearchEvent.ENTER,
    SearchEvent.END,
    SearchEvent.BACK_LINK,
    SearchEvent.HIT,
    SearchEvent.REFUSED,
    SearchEvent.OPEN,
)


@dataclass
class SearchCall:
    """A call of a depth-first search that is under way.

    Attributes
    ----------
    node : the node whose value is searched.
    window : the window of the call, where there are windows.
    results : the values that the moves tried so far gave the player to move, by their ends; None for one that has not
        returned yet.
    needs : the nodes on the path of which a back link was counted as endless play.
    """

    node: str
    window: Bounds | None = None
    results: dict[str, Score | None] = field(default_factory=dict)
    needs: frozenset[str] = frozenset()


@dataclass(frozen=True)
class SearchMoment:
    """A step of a search, with its event and the call as it was before the step.

    Attributes
    ----------
    number, step : the step with its index.
    event : the event at the step.
    call : the call under way: the one that makes a call, compares or returns; None at the root.
    is_visit : whether a call begins with it.
    path : the nodes on the path before it, from the root.
    needs : the nodes on which a value depends that is stored or returned.
    """

    number: int
    step: Step
    event: SearchEvent
    call: SearchCall | None
    is_visit: bool
    path: tuple[str, ...]
    needs: frozenset[str] = frozenset()

    @property
    def node(self) -> str:
        """The node that is visited, compared at or left."""
        return self.step.focus or ""


class CallTracker:
    """A tracker of the calls in the steps of a search."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._under_way: list[SearchCall] = []
        self._stored: dict[str, frozenset[str]] = {}
        self._counts: dict[str, int] = {}

    def moments(self, end: int) -> Iterator[SearchMoment]:
        """Yield the moment of each step before `end`; the calls in it change when the next one is requested."""
        for number, step in enumerate(self._trace.steps.between(0, end)):
            event = self._search_event(step)
            is_visit = event in _BEGINNINGS and self._counter_rises(step, "visits")
            moment = self._make_moment(number, step, event, is_visit=is_visit)
            yield moment
            self._counts = dict(step.counters)
            self._update_calls(moment)

    def _counter_rises(self, step: Step, counter: str) -> bool:
        return step.counters.get(counter, 0) > self._counts.get(counter, 0)

    def _search_event(self, step: Step) -> SearchEvent:
        focus, trail = step.focus, step.trail
        if focus is None or trail is None:
            return SearchEvent.OTHER
        if step.activity.get(focus) is Activity.BACK_LINK:
            return SearchEvent.BACK_LINK
        return self._call_event(step, focus) if trail.node == focus else SearchEvent.OTHER

    def _call_event(self, step: Step, focus: str) -> SearchEvent:
        """Return the search event of a step whose focus is the last node of the path."""
        if self._counter_rises(step, "hits"):
            return SearchEvent.HIT
        if step.activity.get(focus) is Activity.REFUSED:
            return SearchEvent.REFUSED
        if returned_value(step) is not None:
            return SearchEvent.COMPARE
        if focus in step.scores and step.scores[focus] is None:
            return SearchEvent.ENTER
        if is_deeper(step, len(self._under_way)):
            return SearchEvent.END if step.scores.get(focus) is not None else SearchEvent.OPEN
        return SearchEvent.LEAVE if step.scores.get(focus) is not None else SearchEvent.OTHER

    def _make_moment(self, number: int, step: Step, event: SearchEvent, *, is_visit: bool) -> SearchMoment:
        call = self._under_way[-1] if self._under_way else None
        path = tuple(each.node for each in self._under_way)
        needs: frozenset[str] = frozenset()
        if event is SearchEvent.BACK_LINK:
            needs = frozenset((step.focus or "",))
        elif event is SearchEvent.HIT:
            needs = self._stored.get(step.focus or "", frozenset())
        elif event is SearchEvent.LEAVE and call is not None:
            needs = call.needs - {call.node}
        return SearchMoment(number, step, event, call, is_visit, path, needs)

    def _update_calls(self, moment: SearchMoment) -> None:
        """Update the calls under way to their state after a step of the search."""
        step, event, call = moment.step, moment.event, moment.call
        if moment.is_visit and call is not None:
            call.results.setdefault(moment.node, None)
        if event is SearchEvent.ENTER:
            self._under_way.append(SearchCall(moment.node, step.windows.get(moment.node)))
        elif event in (SearchEvent.BACK_LINK, SearchEvent.HIT) and call is not None:
            call.needs |= moment.needs
        elif event is SearchEvent.COMPARE and call is not None and step.move is not None:
            call.results[step.move[1]] = returned_value(step)
        elif event is SearchEvent.LEAVE:
            self._end_call(moment)
        elif step.trail is None:
            self._under_way.clear()

    def _end_call(self, moment: SearchMoment) -> None:
        self._under_way.pop()
        self._stored[moment.node] = moment.needs
        if self._under_way:
            self._under_way[-1].needs |= moment.needs


def returned_value(step: Step) -> Score | None:
    """Return the value that the move compared in a step gave its player, by the caption; None in any other step."""
    values = step.words.values if isinstance(step.words, Caption) else ()
    return next((value.number for value in values if value.quantity is Quantity.RETURNED), None)


def is_deeper(step: Step, depth: int) -> bool:
    """Return whether the path of a step is longer than that of the call under way."""
    return step.trail is not None and step.trail.length == depth + 1
