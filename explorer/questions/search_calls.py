"""The calls of a depth-first search, read off its steps: the moves that a call has tried, and their values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from explorer.model.scores import Score
from explorer.trace import Bounds, SearchEvent, Step, Trace
from explorer.trace.caption import Caption, Quantity

_BEGINNINGS = (
    SearchEvent.ENTER,
    SearchEvent.END,
    SearchEvent.BACK_LINK,
    SearchEvent.HIT,
    SearchEvent.REFUSED,
    SearchEvent.UNDECIDED,
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
    """A step of a search, with the call as it was before the step.

    Attributes
    ----------
    number, step : the step with its index.
    call : the call under way: the one that makes a call, compares or returns; None at the root.
    is_visit : whether a call begins with it.
    path : the nodes on the path before it, from the root.
    needs : the nodes on which a value depends that is stored or returned.
    """

    number: int
    step: Step
    call: SearchCall | None
    is_visit: bool
    path: tuple[str, ...]
    needs: frozenset[str] = frozenset()

    @property
    def event(self) -> SearchEvent | None:
        """The event at the step."""
        return self.step.event

    @property
    def node(self) -> str:
        """The node that is visited, compared at or left."""
        return self.step.focus or ""


def moments(trace: Trace, end: int) -> Iterator[SearchMoment]:
    """Yield the moment of each step before `end`; the calls in it change when the next one is requested."""
    under_way: list[SearchCall] = []
    needs_at: dict[int | None, frozenset[str]] = {}  # of the values that were returned, by step of the run
    has_begun = False  # whether the call has begun already, with an entry that is of no use
    for number, step in enumerate(trace.steps.between(0, end)):
        call = under_way[-1] if under_way else None
        needs_at[trace.first + number] = needs = _needs(step, call, needs_at)
        is_visit = step.event in _BEGINNINGS and not has_begun
        yield SearchMoment(number, step, call, is_visit, tuple(each.node for each in under_way), needs)
        has_begun = step.event in (SearchEvent.REFUSED, SearchEvent.UNDECIDED)
        if is_visit and call is not None:
            call.results.setdefault(step.focus or "", None)
        _update_calls(under_way, step, needs)


def _needs(step: Step, call: SearchCall | None, needs_at: Mapping[int | None, frozenset[str]]) -> frozenset[str]:
    """Return the nodes on which the value depends that a step returns."""
    if step.event is SearchEvent.BACK_LINK:
        return frozenset((step.focus or "",))
    if step.event is SearchEvent.HIT:
        return needs_at.get(step.giver, frozenset())
    return call.needs - {call.node} if step.is_return and call is not None else frozenset()


def _update_calls(under_way: list[SearchCall], step: Step, needs: frozenset[str]) -> None:
    """Update the calls under way to their state after a step of the search."""
    if under_way and step.event is SearchEvent.COMPARE and step.move is not None:
        under_way[-1].results[step.move[1]] = returned_value(step)
    elif under_way and step.is_return:
        under_way.pop()
    if under_way:
        under_way[-1].needs |= needs
    if step.event is SearchEvent.ENTER and step.focus is not None:
        under_way.append(SearchCall(step.focus, step.windows.get(step.focus)))


def returned_value(step: Step) -> Score | None:
    """Return the value that the move compared in a step gave its player, by the caption; None in any other step."""
    values = step.words.values if isinstance(step.words, Caption) else ()
    return next((value.number for value in values if value.quantity is Quantity.RETURNED), None)
