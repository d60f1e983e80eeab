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
from explorer.model.words import counted
from explorer.trace import Activity, Relation, Step, Trace
from explorer.trace.caption import Caption, Quantity, When, caption, named

_COUNTER = "n"  # of sweeps, by algorithms that make them
_MESSAGES = "messages"  # the counter of algorithms whose processes send each other values

_NEAR = 8  # steps from a comparison back to the end of the call whose value it compares

_STORING = {Activity.STORED, Activity.WRONG}

_STRICT = {Relation.ABOVE, Relation.BELOW, Relation.MERIT}  # which come from the like alone

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
    STORED = "stored"  # the search keeps and returns the best value that it has found
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
    relation : how the value stands to that of the node when it was asked for: "=", or the sign of a bound, an estimate
        or a merit, as `explorer.trace.Relation` has it; of a trace with bounds "≥" or "≤".
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
            value, relation = self._value(moment), self._relation(moment)
            at = self._set_at(moment, value, relation)
            if at is None or value is None:
                return
            if (kept := self._stored(moment, at)) is not None:
                yield self._made(replace(moment, step=kept), value, relation, Source.STORED, moment.node)
            link, moment = self._link(replace(moment, step=at), value, relation)
            yield replace(link, source=Source.STEP, giver=None) if moment in seen else link

    # ---- what the trace knows

    def _value(self, moment: _Moment) -> Score | None:
        """What a node has at a step."""
        if not self._trace.has_bounds:
            return self._trace.scores_at(moment.step, [moment.node]).get(moment.node)
        pair = self._trace.bounds_at(moment.step, [moment.node]).get(moment.node)
        return None if pair is None else pair[moment.side]

    def _relation(self, moment: _Moment) -> Relation:
        """How what a node has at a step stands to its value."""
        if self._trace.has_bounds:
            return (Relation.AT_LEAST, Relation.AT_MOST)[moment.side]
        return self._trace.relations_at(moment.step, [moment.node]).get(moment.node, Relation.EXACT)

    def _set_at(self, moment: _Moment, value: Score | None, relation: Relation) -> int | None:
        """Return the last step, up to that of a moment, in which the node was given the value that it has there.

        What a comparison has found keeps its number when the call returns it, and may be more than a bound then.
        """
        steps = [at for at in self._changed(moment.node) if at <= moment.step]
        while len(steps) > 1:
            before = replace(moment, step=steps[-2])
            is_same = self._relation(before) is relation or self._is_comparison(before)
            if not is_same or self._value(before) != value:
                break
            steps.pop()
        return steps[-1] if steps else None

    def _stored(self, moment: _Moment, found: int) -> int | None:
        """Return the step, after that which found the value of a node, in which a search with a memo stored it."""
        acted: list[int] = self._trace.steps.activity.steps_of(self._graph.index[moment.node]).tolist()
        return next((at for at in acted if found < at <= moment.step and self._stores(at, moment.node)), None)

    def _stores(self, at: int, node: str) -> bool:
        step: Step = self._trace[at]
        return node in step.scores and step.activity.get(node) in _STORING

    def _is_comparison(self, moment: _Moment) -> bool:
        """Return whether a step is about a move of the node."""
        step: Step = self._trace[moment.step]
        return step.move is not None and step.move[0] == moment.node

    def _changed(self, node: str) -> list[int]:
        """Return the steps in which the node was given a value, ascending."""
        found: list[int] = self._changes.steps_of(self._graph.index[node]).tolist()
        return found

    # ---- one step back

    def _made(
        self, moment: _Moment, value: Score, relation: Relation, source: Source, giver: str | None = None
    ) -> Link:
        words = self._trace[moment.step].caption
        return Link(moment.step, moment.node, value, source, giver, words, relation.sign or "=")

    def _link(self, moment: _Moment, value: Score, relation: Relation) -> tuple[Link, _Moment | None]:
        """What gave a node its value at a step, and where that comes from in turn."""
        step, node = self._trace[moment.step], self._graph.node(moment.node)
        made = self._made(moment, value, relation, Source.STEP)
        if not node.kind.is_inner:
            ground = Source.OPEN if node.kind is Kind.OPEN else Source.LEAF if node.score == value else Source.START
            return replace(made, source=ground), None
        if _MESSAGES in self._trace.steps.counters and moment.step > 0:
            return self._sent(made, moment)
        is_best = self._is_comparison(moment) and step.activity.get(moment.node) is Activity.CHANGED
        if step.move is not None and is_best and not self._trace.has_bounds:
            return self._compared(made, step.move[1])
        if step.trail is None:
            return self._swept(made, moment)
        at = self._comparison(moment)
        return self._returned(made, moment) if at is None else self._left(made, moment, at)

    def _sent(self, made: Link, moment: _Moment) -> tuple[Link, _Moment | None]:
        """Return a process that takes the best of what it last heard: where a successor got the value, however long
        ago.

        A process never has a value twice, so that this is the step in which it was given it.
        """
        words = self._trace[moment.step].words
        heard = [each for each in words.values if each.quantity is Quantity.HEARD] if isinstance(words, Caption) else []
        for each in heard:
            if (each.key, each.number) != (moment.node, made.value):
                continue
            for at in reversed([at for at in self._changed(each.node) if at <= moment.step]):
                if self._gives(there := _Moment(each.node, at, LOWER), made.value, Relation.EXACT):
                    return replace(made, source=Source.SUCCESSOR, giver=each.node), there
        return self._swept(made, moment) if self._has_sweeps else (made, None)

    def _left(self, made: Link, moment: _Moment, at: int) -> tuple[Link, _Moment | None]:
        """Return a call that ends with another value than its best: outside its window, often because of a cutoff."""
        now, before = (self._trace[at].counters.get("cutoffs", 0) for at in (moment.step, moment.step - 1))
        is_cutoff = now > before
        link = replace(made, source=Source.CUTOFF if is_cutoff else Source.WINDOW, giver=moment.node)
        return link, replace(moment, step=at)

    def _comparison(self, moment: _Moment) -> int | None:
        """Return the step in which the best value of a call was found that ends with another one at this moment."""
        at = max((at for at in self._changed(moment.node) if at < moment.step), default=None)
        before = None if at is None else replace(moment, step=at)
        is_found = before is not None and self._is_comparison(before) and self._value(before) is not None
        return at if is_found else None

    def _compared(self, made: Link, giver: str) -> tuple[Link, _Moment | None]:
        """Return a move that was tried and is the best yet: the call of its successor has ended just before."""
        ended = next((at for at in range(made.step - 1, -1, -1)[:_NEAR] if self._focus(at) == giver), None)
        if ended is None or self._trace[ended].activity.get(giver) is Activity.BACK_LINK:
            return replace(made, source=Source.STEP if ended is None else Source.BACK_LINK, giver=giver), None
        source = Source.SUCCESSOR if giver in self._trace[ended].scores else Source.MEMO
        return replace(made, source=source, giver=giver), _Moment(giver, ended, LOWER)

    def _returned(self, made: Link, moment: _Moment) -> tuple[Link, _Moment | None]:
        """Return the link of a call that ends, in a search without comparisons: a successor or a back link gave the
        value.
        """
        path = set(self._trace[moment.step].path)
        began = max((at for at in self._changed(moment.node) if at < moment.step), default=0)
        for successor in self._graph.successors_of(moment.node):
            times = [began, *(at for at in self._changed(successor.id) if began < at <= moment.step)]
            for at in () if successor.id in path else reversed(times):
                if self._gives(there := _Moment(successor.id, at, LOWER), made.value, self._relation(moment)):
                    return replace(made, source=Source.SUCCESSOR, giver=successor.id), there
        back = next((node.id for node in self._graph.successors_of(moment.node) if node.id in path), None)
        if back is not None and made.value in (self._trace.endless, 0 - self._trace.endless):
            return replace(made, source=Source.BACK_LINK, giver=back), None
        return made, None

    def _swept(self, made: Link, moment: _Moment) -> tuple[Link, _Moment | None]:
        """Return a sweep over all nodes, or a step that says no more: a successor had the value before."""
        if moment.step == 0:
            return replace(made, source=Source.START), None
        before, move = self._before(moment.step), self._trace[moment.step].move
        made = self._about(made, moment, before)
        side = moment.side if self._graph.sign > 0 else 1 - moment.side
        row = self._graph.ids_after(moment.node)
        row.sort(key=lambda id: (moment.node, id) != move)  # the move that the step is about comes first
        for at in (before,) if self._has_sweeps else (before, moment.step):
            for id in row:
                if self._gives(there := _Moment(id, at, side), made.value, self._relation(moment)):
                    return replace(made, source=Source.SUCCESSOR, giver=id), there
        return made, None

    def _gives(self, moment: _Moment, value: Score, relation: Relation) -> bool:
        """Return whether what a successor has gives its predecessor this value."""
        given, sign = self._value(moment), self._graph.sign
        known = self._relation(moment).times(sign)
        is_possible = known is relation or not {known, relation} & _STRICT
        return is_possible and given is not None and sign * given == value

    def _about(self, made: Link, moment: _Moment, before: int) -> Link:
        """Return the link with a caption about its node: a sweep that changes many nodes explains the first alone."""
        words, count = self._trace[moment.step].words, self._trace[moment.step].counters.get("changed", 0)
        values = words.values if isinstance(words, Caption) else ()
        is_told = any((each.node, each.number, each.when) == (made.node, made.value, When.NOW) for each in values)
        old = self._value(replace(moment, step=before))
        if is_told or not self._has_sweeps or old is None:
            return made
        side = f"its {('lower', 'upper')[moment.side]} bound is" if self._trace.has_bounds else "it is"
        name = named(self._graph.node(made.node))
        sweep = "Round" if _MESSAGES in self._trace.steps.counters else "Sweep"
        head = caption(
            f"{sweep} {self._trace[moment.step].counters[_COUNTER]}: {counted(count, 'node')} change, among them "
        )
        change = f": {side} {format_score(made.value)} (was {format_score(old)})."
        return replace(made, caption=str(caption(head, name, change)))

    def _before(self, step: int) -> int:
        """Return the last step before the sweep that a step is part of."""
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
