"""Where a value in a trace comes from: the step that set it, the successor that gave it, and so on back to the ground.

The ground is a leaf, an open node, a back link, or the value that every node starts with.  A step says what it changed
and what it is about, so that every algorithm is read in the same way: an entry of a memo or table leads on to the step
that stored it, a comparison to the call of the successor that won it, and a sweep to a successor that had the value
before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from explorer.model.errors import OptionError, quoted
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score, format_score, score_to_json
from explorer.trace import Activity, Step, Trace

_COUNTER = "n"  # of sweeps, by algorithms that make them

_NEAR = 8  # steps from a comparison back to the end of the call whose value it compares

LOWER, UPPER = 0, 1


class Source(StrEnum):
    """What gives a node its value."""

    LEAF = "leaf"
    OPEN = "open node"
    BACK_LINK = "back link"
    START = "start"  # the value that all nodes begin with
    MEMO = "memo"  # an entry of a memo or table
    CUTOFF = "cutoff"  # the moves that are left were skipped, so that it is only a bound
    WINDOW = "window"  # the best value lies outside the window, so that the limit of the window is returned
    SUCCESSOR = "successor"
    STEP = "step"  # nothing is known besides what the step says


@dataclass(frozen=True)
class Link:
    """One step back.

    Attributes
    ----------
    step : the number of the step in the trace, from 0.
    node, value : the node that has the value from this step on.
    source : what gives it the value.
    giver : the node that has it, or had it before; None if nothing is known of one.
    caption : what the step says.
    relation : "=", or of a lower bound "≥" and of an upper one "≤".
    """

    step: int
    node: str
    value: Score
    source: Source
    giver: str | None
    caption: str
    relation: str = "="

    def words(self, name: str) -> str:
        """The link in a line, given the name of its node: "c = 0 (back link): Move c → a: …"."""
        return f"{name} {self.relation} {format_score(self.value)} ({self.source.value}): {self.caption}"

    def to_json(self) -> dict[str, Any]:
        """The link as one JSON object."""
        return {
            "step": self.step,
            "node": self.node,
            "relation": self.relation,
            "value": score_to_json(self.value),
            "source": self.source.value,
            "giver": self.giver,
            "caption": self.caption,
        }


def origin(trace: Trace, node: str, step: int = -1, *, upper: bool = False) -> list[Link]:
    """Where the value comes from that a node has at a step, the newest link first; nothing if it has none.

    Parameters
    ----------
    step : from 0; negative numbers count from the last.
    upper : of a trace with bounds, whether the upper one is meant.

    Raises
    ------
    GraphError
        If there is no such node.
    OptionError
        If there is no such step.
    """
    trace.graph.node(node)
    if not -len(trace) <= step < len(trace):
        raise OptionError(f"the trace has the steps 0 to {len(trace) - 1}; got {quoted(step)}")
    return list(_Search(trace).links(node, range(len(trace))[step], UPPER if upper else LOWER))


@dataclass(frozen=True)
class _Moment:
    """A node at a step, and which of its bounds is meant."""

    node: str
    step: int
    side: int


class _Search:
    """Goes back through a trace."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._graph: GameGraph = trace.graph
        self._changes = trace.steps.bounds if trace.has_bounds else trace.steps.scores
        self._has_sweeps = _COUNTER in trace.steps.counters

    def links(self, node: str, step: int, side: int) -> Iterator[Link]:
        moment: _Moment | None = _Moment(node, step, side)
        seen: set[_Moment] = set()
        while moment is not None and moment not in seen:
            seen.add(moment)
            at = self._set_at(moment)
            value = None if at is None else self._value(_Moment(moment.node, at, moment.side))
            if at is None or value is None:
                return
            link, moment = self._link(_Moment(moment.node, at, moment.side), value)
            yield replace(link, source=Source.STEP, giver=None) if moment in seen else link

    # ---- what the trace knows

    def _value(self, moment: _Moment) -> Score | None:
        """What a node has at a step."""
        if not self._trace.has_bounds:
            return self._trace.scores_at(moment.step, [moment.node]).get(moment.node)
        pair = self._trace.bounds_at(moment.step, [moment.node]).get(moment.node)
        return None if pair is None else pair[moment.side]

    def _set_at(self, moment: _Moment) -> int | None:
        """The last step, up to that of a moment, in which the node was given the value that it has there."""
        steps = [at for at in self._changed(moment.node) if at <= moment.step]
        value = self._value(moment)
        while len(steps) > 1 and self._value(_Moment(moment.node, steps[-2], moment.side)) == value:
            steps.pop()
        return steps[-1] if steps else None

    def _changed(self, node: str) -> list[int]:
        """The steps in which the node was given a value, ascending."""
        found: list[int] = self._changes.steps_of(self._graph.index[node]).tolist()
        return found

    # ---- one step back

    def _link(self, moment: _Moment, value: Score) -> tuple[Link, _Moment | None]:
        """What gave a node its value at a step, and where that comes from in turn."""
        step, node = self._trace[moment.step], self._graph.node(moment.node)
        if not node.kind.is_inner:
            ground = Source.OPEN if node.kind is Kind.OPEN else Source.LEAF if node.score == value else Source.START
            return self._made(moment, value, ground), None
        if step.move is not None and step.move[0] == moment.node and step.activity.get(moment.node) is Activity.CHANGED:
            return self._compared(moment, value, step.move[1])
        if step.trail is None:
            return self._swept(moment, value)
        at = self._comparison(moment)
        return self._returned(moment, value) if at is None else self._left(moment, value, at)

    def _made(self, moment: _Moment, value: Score, source: Source, giver: str | None = None) -> Link:
        relation = ("≥", "≤")[moment.side] if self._trace.has_bounds else "="
        return Link(moment.step, moment.node, value, source, giver, self._trace[moment.step].caption, relation)

    def _left(self, moment: _Moment, value: Score, at: int) -> tuple[Link, _Moment | None]:
        """A call that ends with another value than its best: outside its window, often because of a cutoff."""
        is_cutoff = any(self._trace[moment.step].pruned.values())
        link = self._made(moment, value, Source.CUTOFF if is_cutoff else Source.WINDOW, moment.node)
        return link, _Moment(moment.node, at, moment.side)

    def _comparison(self, moment: _Moment) -> int | None:
        """The step in which the best value of a call was found that ends with another one at this moment."""
        at = max((at for at in self._changed(moment.node) if at < moment.step), default=None)
        is_found = at is not None and self._value(_Moment(moment.node, at, moment.side)) is not None
        return at if is_found else None

    def _compared(self, moment: _Moment, value: Score, giver: str) -> tuple[Link, _Moment | None]:
        """A move that was tried and is the best yet: the call of its successor has ended just before."""
        ended = next((at for at in range(moment.step - 1, -1, -1)[:_NEAR] if self._focus(at) == giver), None)
        if ended is None or self._trace[ended].activity.get(giver) is Activity.BACK_LINK:
            return self._made(moment, value, Source.STEP if ended is None else Source.BACK_LINK, giver), None
        source = Source.SUCCESSOR if giver in self._trace[ended].scores else Source.MEMO
        return self._made(moment, value, source, giver), _Moment(giver, ended, LOWER)

    def _returned(self, moment: _Moment, value: Score) -> tuple[Link, _Moment | None]:
        """A call that ends, in a search without comparisons: a successor returned the value, or a back link did."""
        path, sign = set(self._trace[moment.step].path), self._graph.sign
        began = max((at for at in self._changed(moment.node) if at < moment.step), default=0)
        for successor in self._graph.successors_of(moment.node):
            times = [began, *(at for at in self._changed(successor.id) if began < at <= moment.step)]
            for at in () if successor.id in path else reversed(times):
                if (given := self._value(_Moment(successor.id, at, LOWER))) is not None and sign * given == value:
                    return self._made(moment, value, Source.SUCCESSOR, successor.id), _Moment(successor.id, at, LOWER)
        back = next((node.id for node in self._graph.successors_of(moment.node) if node.id in path), None)
        is_back = back is not None and value in (self._trace.endless, 0 - self._trace.endless)
        return self._made(moment, value, Source.BACK_LINK if is_back else Source.STEP, back if is_back else None), None

    def _swept(self, moment: _Moment, value: Score) -> tuple[Link, _Moment | None]:
        """A sweep over all nodes, or a step that says no more: a successor had the value before."""
        if moment.step == 0:
            return self._made(moment, value, Source.START), None
        before = self._before(moment.step)
        for at in (before,) if self._has_sweeps else (before, moment.step):
            for successor in self._graph.successors_of(moment.node):
                side = moment.side if self._graph.sign > 0 else 1 - moment.side
                there = _Moment(successor.id, at, side)
                given = self._value(there)
                if given is not None and self._graph.sign * given == value:
                    return self._made(moment, value, Source.SUCCESSOR, successor.id), there
        return self._made(moment, value, Source.STEP), None

    def _before(self, step: int) -> int:
        """The last step before the sweep that a step is part of."""
        before = step - 1
        if not self._has_sweeps:
            return before
        sweep = self._trace[step].counters.get(_COUNTER)
        while before >= 0 and self._trace[before].counters.get(_COUNTER) == sweep:
            before -= 1
        return before

    def _focus(self, step: int) -> str | None:
        found: Step = self._trace[step]
        return found.focus
