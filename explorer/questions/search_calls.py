"""The calls of a depth-first search, read off its steps: which moves a call has tried, and what they gave."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from explorer.model.scores import Score
from explorer.trace import Activity, Bounds, Step, Trace
from explorer.trace.caption import Caption, Quantity


class Event(StrEnum):
    """What a step of a search does."""

    ENTER = "enter"  # an inner node
    END = "end"  # evaluates a leaf or an open node
    BACK_LINK = "back link"
    HIT = "hit"  # uses a stored value
    REFUSED = "refused"  # must not use one
    OPEN = "undecided"  # a stored bound does not decide the search
    COMPARE = "compare"  # a value with the best so far
    LEAVE = "leave"  # returns a value
    OTHER = "other"


_BEGINNINGS = (Event.ENTER, Event.END, Event.BACK_LINK, Event.HIT, Event.REFUSED, Event.OPEN)


@dataclass
class Call:
    """A call under way.

    Attributes
    ----------
    node : of which the value is searched.
    window : of the call, where there are windows.
    tried : the moves tried so far, by their ends, with what they gave to the player to move; None for one whose value
        has not come back yet.
    needs : the nodes on the path of which a back link was counted as endless play.
    """

    node: str
    window: Bounds | None = None
    tried: dict[str, Score | None] = field(default_factory=dict)
    needs: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Moment:
    """What a step does, and the call that it is part of, as it was before the step.

    Attributes
    ----------
    number, step : the step with its index.
    event : what it does.
    call : the call that is under way: the one that makes a call, compares or returns; None at the root.
    is_visit : whether a call begins with it.
    path : the nodes on the path before it, from the root.
    needs : of a value that is stored or returned: on which nodes it depends.
    """

    number: int
    step: Step
    event: Event
    call: Call | None
    is_visit: bool
    path: tuple[str, ...]
    needs: frozenset[str] = frozenset()

    @property
    def node(self) -> str:
        """The node that is visited, compared at or left."""
        return self.step.focus or ""


class Calls:
    """Follows the steps of a search."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._under_way: list[Call] = []
        self._stored: dict[str, frozenset[str]] = {}
        self._counts: dict[str, int] = {}

    def moments(self, end: int) -> Iterator[Moment]:
        """What each step before `end` does; the calls that a moment names change when the next one is asked for."""
        for number, step in enumerate(self._trace.steps.between(0, end)):
            event = self._event(step)
            is_visit = event in _BEGINNINGS and self._rises(step, "visits")
            moment = self._moment(number, step, event, is_visit=is_visit)
            yield moment
            self._counts = dict(step.counters)
            self._take(moment)

    def _rises(self, step: Step, counter: str) -> bool:
        return step.counters.get(counter, 0) > self._counts.get(counter, 0)

    def _event(self, step: Step) -> Event:
        focus, trail = step.focus, step.trail
        if focus is None or trail is None:
            return Event.OTHER
        if step.activity.get(focus) is Activity.BACK_LINK:
            return Event.BACK_LINK
        return self._call_event(step, focus) if trail.node == focus else Event.OTHER

    def _call_event(self, step: Step, focus: str) -> Event:
        """What a step does at the end of the path."""
        if self._rises(step, "hits"):
            return Event.HIT
        if step.activity.get(focus) is Activity.REFUSED:
            return Event.REFUSED
        if given_value(step) is not None:
            return Event.COMPARE
        if focus in step.scores and step.scores[focus] is None:
            return Event.ENTER
        if trail_is_new(step, len(self._under_way)):
            return Event.END if step.scores.get(focus) is not None else Event.OPEN
        return Event.LEAVE if step.scores.get(focus) is not None else Event.OTHER

    def _moment(self, number: int, step: Step, event: Event, *, is_visit: bool) -> Moment:
        call = self._under_way[-1] if self._under_way else None
        path = tuple(each.node for each in self._under_way)
        needs: frozenset[str] = frozenset()
        if event is Event.BACK_LINK:
            needs = frozenset((step.focus or "",))
        elif event is Event.HIT:
            needs = self._stored.get(step.focus or "", frozenset())
        elif event is Event.LEAVE and call is not None:
            needs = call.needs - {call.node}
        return Moment(number, step, event, call, is_visit, path, needs)

    def _take(self, moment: Moment) -> None:
        """Go on to how the calls are after a step."""
        step, event, call = moment.step, moment.event, moment.call
        if moment.is_visit and call is not None:
            call.tried.setdefault(moment.node, None)
        if event is Event.ENTER:
            self._under_way.append(Call(moment.node, step.windows.get(moment.node)))
        elif event in (Event.BACK_LINK, Event.HIT) and call is not None:
            call.needs |= moment.needs
        elif event is Event.COMPARE and call is not None and step.move is not None:
            call.tried[step.move[1]] = given_value(step)
        elif event is Event.LEAVE:
            self._leave(moment)
        elif step.trail is None:
            self._under_way.clear()

    def _leave(self, moment: Moment) -> None:
        self._under_way.pop()
        self._stored[moment.node] = moment.needs
        if self._under_way:
            self._under_way[-1].needs |= moment.needs


def given_value(step: Step) -> Score | None:
    """What the move that a step compares gave its player, as the caption has it; None of any other step."""
    values = step.words.values if isinstance(step.words, Caption) else ()
    return next((value.number for value in values if value.quantity is Quantity.RETURNED), None)


def trail_is_new(step: Step, depth: int) -> bool:
    """Return whether the path of a step is longer than that of the call under way."""
    return step.trail is not None and step.trail.length == depth + 1
