"""The origin of a value in a trace: the step that set it, the successor that gave it, and so on to the ground.

The ground is a leaf, an open node, a back link, or the value that every node starts with.  A step of a depth-first
search names the step that gave it its value: a return names the comparison that found it, a comparison the end of the
successor's call, the use of an entry the step that stored it.  Any other step leads on to the end of the move that it
is about, or to a successor that had the value before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from explorer.model.errors import OptionError, quoted
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score, format_score, score_to_json
from explorer.model.words import counted
from explorer.trace import Activity, Relation, SearchEvent, Step, Trace
from explorer.trace.caption import Caption, Quantity, When, caption, named

_COUNTER = "n"  # of sweeps, by algorithms that make them
_MESSAGES = "messages"  # the counter of algorithms whose processes send each other values

_STRICT = {Relation.ABOVE, Relation.BELOW, Relation.MERIT}  # come from the same relation only

LOWER, UPPER = 0, 1


class Source(StrEnum):
    """The source of the value of a node."""

    LEAF = "leaf"
    OPEN = "open node"
    BACK_LINK = "back link"
    START = "start"  # the value that all nodes begin with
    MEMO = "memo"  # an entry of a memo or table
    CUTOFF = "cutoff"  # the moves that are left were skipped, so that it is only a bound
    WINDOW = "window"  # the best value lies outside the window, so that the limit of the window is returned
    SUCCESSOR = "successor"
    STORED = "stored"  # the search keeps and returns the best value that it has found
    STEP = "step"  # nothing is known besides the caption of the step


@dataclass(frozen=True)
class Link:
    """One step back in the origin of a value.

    Attributes
    ----------
    step : the number of the step in the trace, from 0.
    node, value : the node that has the value from this step on.
    source : the source of the value.
    giver : the node that has it, or had it before; None if none is known.
    caption : the caption of the step.
    relation : the relation of the value to that of the node in question: "=", or the sign of a bound, an estimate or a
        merit, as `explorer.trace.Relation` has it; of a trace with bounds "≥" or "≤".
    """

    step: int
    node: str
    value: Score
    source: Source
    giver: str | None
    caption: str
    relation: str = "="

    def words(self, name: str) -> str:
        """Return the link in a line, given the name of its node: "c = 0 (back link): Move c → a: …"."""
        name += ":" if self.relation == Relation.MERIT.sign else ""
        return f"{name} {self.relation} {format_score(self.value)} ({self.source.value}): {self.caption}"

    def to_json(self) -> dict[str, Any]:
        """Return the link as one JSON object."""
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
    """Return the origin of the value of a node at a step, the newest link first; empty if it has no value.

    Parameters
    ----------
    step : from 0; negative numbers count from the last.
    upper : of a trace with bounds, whether to follow the upper one.

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
    return list(_OriginTracer(trace).links(node, range(len(trace))[step], UPPER if upper else LOWER))


@dataclass(frozen=True)
class _TracePoint:
    """A node at a step of a trace, with the choice of its lower or upper bound."""

    node: str
    step: int
    side: int


class _OriginTracer:
    """A walk back through a trace to the origin of a node's value."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._graph: GameGraph = trace.graph
        self._changes = trace.steps.bounds if trace.has_bounds else trace.steps.scores
        self._has_sweeps = _COUNTER in trace.steps.counters

    def links(self, node: str, step: int, side: int) -> Iterator[Link]:
        point: _TracePoint | None = _TracePoint(node, step, side)
        seen: set[_TracePoint] = set()
        while point is not None and point not in seen:
            seen.add(point)
            value, relation = self._value_at(point), self._relation_at(point)
            at = self._setting_step(point)
            if at is None or value is None:
                return
            if (stored_at := self._storing_step(point, at)) is not None:
                yield self._make_link(replace(point, step=stored_at), value, relation, Source.STORED, point.node)
            link, point = self._link_and_giver_point(replace(point, step=at), value, relation)
            yield replace(link, source=Source.STEP, giver=None) if point in seen else link

    # ---- values in the trace

    def _value_at(self, point: _TracePoint) -> Score | None:
        """Return the value of a node at a step."""
        if not self._trace.has_bounds:
            return self._trace.scores_at(point.step, [point.node]).get(point.node)
        pair = self._trace.bounds_at(point.step, [point.node]).get(point.node)
        return None if pair is None else pair[point.side]

    def _relation_at(self, point: _TracePoint) -> Relation:
        """Return whether the value of a node at a step is exact or a bound."""
        if self._trace.has_bounds:
            return (Relation.AT_LEAST, Relation.AT_MOST)[point.side]
        return self._trace.relations_at(point.step, [point.node]).get(point.node, Relation.EXACT)

    def _setting_step(self, point: _TracePoint) -> int | None:
        """Return the last step, up to the point, in which the node got its present value; None if it has none."""
        steps, value = [at for at in self._change_steps(point.node) if at <= point.step], self._value_at(point)
        while len(steps) > 1 and self._value_at(replace(point, step=steps[-2])) == value:  # the other bound changed
            steps.pop()
        return steps[-1] if steps and value is not None else None

    def _storing_step(self, point: _TracePoint, at: int) -> int | None:
        """Return the step after `at` in which a search with a memo stored the value of the node."""
        acted: list[int] = self._trace.steps.activity.steps_of(self._graph.index[point.node]).tolist()
        return next((each for each in acted if at < each <= point.step and self._trace[each].is_return), None)

    def _change_steps(self, node: str) -> list[int]:
        """Return the steps in which the node got a value, ascending."""
        steps: list[int] = self._changes.steps_of(self._graph.index[node]).tolist()
        return steps

    # ---- one step back

    def _make_link(
        self, point: _TracePoint, value: Score, relation: Relation, source: Source, giver: str | None = None
    ) -> Link:
        words = self._trace[point.step].caption
        return Link(point.step, point.node, value, source, giver, words, relation.sign or "=")

    def _link_and_giver_point(
        self, point: _TracePoint, value: Score, relation: Relation
    ) -> tuple[Link, _TracePoint | None]:
        """Return the source of a node's value at a step, and the point from which that comes in turn."""
        step, node = self._trace[point.step], self._graph.node(point.node)
        link = self._make_link(point, value, relation, Source.STEP)
        if not node.kind.is_inner:
            ground = Source.OPEN if node.kind is Kind.OPEN else Source.LEAF if node.score == value else Source.START
            return replace(link, source=ground), None
        if _MESSAGES in self._trace.steps.counters and point.step > 0:
            return self._message_link(link, point)
        event = step.event if step.focus == point.node else None
        if event is SearchEvent.END:  # an estimate at the horizon
            return link, None
        has_giver = event is not None and step.giver is not None
        return self._search_link(link, point, step) if has_giver else self._sweep_link(link, point)

    def _message_link(self, link: Link, point: _TracePoint) -> tuple[Link, _TracePoint | None]:
        """Return the link to the successor from which a process heard its value, however long ago.

        A process never has a value twice, so that this is the step in which it was given it.
        """
        words = self._trace[point.step].words
        heard = [each for each in words.values if each.quantity is Quantity.HEARD] if isinstance(words, Caption) else []
        for each in heard:
            if (each.key, each.number) != (point.node, link.value):
                continue
            for at in reversed([at for at in self._change_steps(each.node) if at <= point.step]):
                if self._gives_value(there := _TracePoint(each.node, at, LOWER), link.value, Relation.EXACT):
                    return replace(link, source=Source.SUCCESSOR, giver=each.node), there
        return self._sweep_link(link, point) if self._has_sweeps else (link, None)

    def _search_link(self, link: Link, point: _TracePoint, step: Step) -> tuple[Link, _TracePoint | None]:
        """Return the link of a step of a search that says which step gave the value."""
        giver = (step.giver or 0) - self._trace.first
        if giver < 0:  # it was not recorded
            return self._sweep_link(link, point)
        if step.event is SearchEvent.COMPARE:
            return self._successor_link(link, giver)
        if step.event is SearchEvent.HIT:
            return replace(link, source=Source.MEMO, giver=point.node), replace(point, step=giver)
        comparison = self._trace[giver]
        if comparison.scores.get(point.node) is None:  # the node did not show the value yet
            link, there = self._search_link(link, point, comparison)
            beginning = max((at for at in self._change_steps(point.node) if at < point.step), default=0)
            return link, there and replace(there, step=max(beginning, self._setting_step(there) or 0))
        source = Source.CUTOFF if step.event is SearchEvent.CUTOFF else Source.WINDOW
        return replace(link, source=source, giver=point.node), replace(point, step=giver)

    def _successor_link(self, link: Link, at: int) -> tuple[Link, _TracePoint | None]:
        """Return the link to the call of a successor that ended in a step."""
        end = self._trace[at]
        giver = end.focus or ""
        if end.event is SearchEvent.BACK_LINK:
            return replace(link, source=Source.BACK_LINK, giver=giver), None
        source = Source.SUCCESSOR if giver in end.scores else Source.MEMO
        return replace(link, source=source, giver=giver), _TracePoint(giver, at, LOWER)

    def _sweep_link(self, link: Link, point: _TracePoint) -> tuple[Link, _TracePoint | None]:
        """Return the link of a step that names no giver: the end of its move, or a successor that had the value."""
        step, before, move_end = self._trace[point.step], self._step_before_sweep(point.step), self._move_end(point)
        if point.step == 0 and step.trail is None and move_end is None:
            return replace(link, source=Source.START), None
        link = self._with_own_caption(link, point, before)
        side = point.side if self._graph.sign > 0 else 1 - point.side
        row = self._graph.ids_after(point.node)
        row.sort(key=lambda id: (point.node, id) != step.move)  # the move that the step is about comes first
        for at in (before,) if self._has_sweeps else range(max(before, 0), point.step + 1):
            for id in (each for each in row if each not in step.path):
                there = _TracePoint(id, at, side)
                if id == move_end or self._gives_value(there, link.value, self._relation_at(point)):
                    return replace(link, source=Source.SUCCESSOR, giver=id), there
        back = next((id for id in row if id in step.path), None)
        if back is not None and link.value in (self._trace.endless, 0 - self._trace.endless):
            return replace(link, source=Source.BACK_LINK, giver=back), None
        return link, None

    def _move_end(self, point: _TracePoint) -> str | None:
        """Return the end of the move of the node for which a step changes its value; None if there is no such move."""
        step = self._trace[point.step]
        is_changed = step.activity.get(point.node) is Activity.CHANGED and not self._trace.has_bounds
        return step.move[1] if is_changed and step.move is not None and step.move[0] == point.node else None

    def _gives_value(self, point: _TracePoint, value: Score, relation: Relation) -> bool:
        """Return whether the value of a successor gives its predecessor this value."""
        number, sign = self._value_at(point), self._graph.sign
        known = self._relation_at(point).times(sign)
        is_possible = known is relation or not {known, relation} & _STRICT
        return is_possible and number is not None and sign * number == value

    def _with_own_caption(self, link: Link, point: _TracePoint, before: int) -> Link:
        """Return the link with a caption about its own node, where a sweep's caption is about another node."""
        words, count = self._trace[point.step].words, self._trace[point.step].counters.get("changed", 0)
        values = words.values if isinstance(words, Caption) else ()
        is_in_caption = any((each.node, each.number, each.when) == (link.node, link.value, When.NOW) for each in values)
        old = self._value_at(replace(point, step=before))
        if is_in_caption or not self._has_sweeps or old is None:
            return link
        side = f"its {('lower', 'upper')[point.side]} bound is" if self._trace.has_bounds else "it is"
        name = named(self._graph.node(link.node))
        sweep = "Round" if _MESSAGES in self._trace.steps.counters else "Sweep"
        head = caption(
            f"{sweep} {self._trace[point.step].counters[_COUNTER]}: {counted(count, 'node')} change, among them "
        )
        change = f": {side} {format_score(link.value)} (was {format_score(old)})."
        return replace(link, caption=str(caption(head, name, change)))

    def _step_before_sweep(self, step: int) -> int:
        """Return the last step before the sweep to which a step of the trace belongs."""
        before = step - 1
        if not self._has_sweeps:
            return before
        sweep = self._trace[step].counters.get(_COUNTER)
        while before >= 0 and self._trace[before].counters.get(_COUNTER) == sweep:
            before -= 1
        return before
