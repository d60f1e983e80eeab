"""The calls of a search, followed plainly: which moves each has visited, and what they gave, step by step."""

from __future__ import annotations

from dataclasses import dataclass, field

from explorer.model.scores import Score
from explorer.trace import Step, Trace
from explorer.trace.caption import Caption, Quantity


@dataclass
class Call:
    """A call of a node under way: +1 takes the largest of what its moves give, -1 the smallest."""

    node: str
    sense: int
    window: tuple[Score, Score] | None = None
    visited: set[str] = field(default_factory=set)
    given: dict[str, Score] = field(default_factory=dict)

    def best(self, given: dict[str, Score]) -> Score:
        return max(given.values()) if self.sense > 0 else min(given.values())


def calls_before(trace: Trace) -> list[Call | None]:
    """For each step the call that was under way before it, as it was then."""
    stack: list[Call] = []
    found: list[Call | None] = []
    visits = 0
    for step in trace:
        found.append(_copy(stack[-1]) if stack else None)
        if stack and step.counters.get("visits", 0) > visits:
            stack[-1].visited.add(step.focus or "")
        visits = step.counters.get("visits", 0)
        _follow(trace, step, stack)
    return found


def _copy(call: Call) -> Call:
    return Call(call.node, call.sense, call.window, {*call.visited}, {**call.given})


def _follow(trace: Trace, step: Step, stack: list[Call]) -> None:
    """Enter a call, take what a move gave, or leave."""
    focus, path = step.focus or "", step.path
    given = _given(step)
    if not path:
        stack.clear()
    elif len(path) == len(stack) + 1 and path[-1] == focus and step.scores.get(focus, 0) is None:
        stack.append(Call(focus, trace.graph.orientation[trace.graph.index[focus]], step.windows.get(focus)))
    elif given is not None and step.move is not None and stack:
        stack[-1].given[step.move[1]] = given
    elif stack and len(path) == len(stack) and path[-1] == focus and step.scores.get(focus) is not None:
        stack.pop()


def _given(step: Step) -> Score | None:
    values = step.words.values if isinstance(step.words, Caption) else ()
    return next((value.number for value in values if value.quantity is Quantity.RETURNED), None)
