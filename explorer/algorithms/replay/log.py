"""Logs of searches, as an engine writes them: one event a line, as a JSON object.

    {"event": "enter", "node": "c", "window": [-1, 1]}

The events are those of `EventKind`.  `node` is an id.  `value` is the score that the event gives the node, as the
graph has scores: from Max's view, or in a negamax graph from the view of the player to move; a log of `LogView.MOVER`
has the latter in any graph.  `window` is alpha and
beta in the same view, null for infinity.  `depth` is the number of moves that the search had left; without it the
node was searched to the end.  `bound` is `exact`, `lower` or `upper`.  `condition` of a store lists the nodes that must
be on the path for the entry to be valid, or is true if the engine only knows that there are some; without it the
entry is valid on every path.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from explorer.intake.cells import as_id
from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.graph import GameGraph
from explorer.model.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY, Score, parse_endless
from explorer.trace import Bounds, Path, Relation

LogRecord = Mapping[str, Any]
LogLine = str | LogRecord


class EventKind(StrEnum):
    """The kinds of events in a log."""

    ENTER = "enter"
    LEAF = "leaf"
    STORE = "store"
    HIT = "hit"
    CUT = "cut"
    RETURN = "return"


_MOST_NUMBERS = 100_000  # that are kept as they were read


class LogView(StrEnum):
    """The view of the values and windows in a log."""

    GRAPH = "graph"
    MOVER = "mover"  # of the player to move at the node, whatever the graph is


_KINDS = {str(kind): kind for kind in EventKind}
_NO_CONDITION: tuple[object, ...] = (None, False, [])
_WITH_VALUE = (EventKind.LEAF, EventKind.STORE, EventKind.HIT)
_OF_OWN_NODE = (EventKind.CUT, EventKind.RETURN)
_BOUNDS = {"exact": Relation.EXACT, "lower": Relation.AT_LEAST, "upper": Relation.AT_MOST}


@dataclass(slots=True)
class OpenCall:
    """A call of the search that is under way.

    Attributes
    ----------
    node : its index.
    trail : the path up to the node.
    line : the line of its `enter`.
    depth, window : as its `enter` has them.
    has_hit : whether an entry of the table was used in it, or in a call that it made.
    successors : the successors that events have named, in order.
    """

    node: int
    trail: Path
    line: int
    depth: float | None
    window: Bounds | None
    has_hit: bool
    successors: list[int]


class LogEvent(NamedTuple):
    """An event of a log.

    Attributes
    ----------
    line : its number, from 1.
    node : the index of its node.
    depth, window, value : None where the log has none; a return has the depth and the window of its call.
    bound : the relation of the value to the score, as the log has it; None where it has none.
    condition : the nodes that must be on the path, by index; None if there are none, empty if they are not known.
    is_own : whether the node is that of the innermost call, and not a successor of it.
    """

    line: int
    kind: EventKind
    node: int
    depth: float | None
    window: Bounds | None
    value: Score | None
    bound: Relation | None
    condition: Sequence[int] | None
    is_own: bool

    @property
    def relation(self) -> Relation:
        """The relation of the value to the score: a value outside of the window of a search is a bound."""
        if self.bound is not None or self.value is None:
            return self.bound or Relation.EXACT
        if self.window is None or self.kind is EventKind.STORE:
            return Relation.EXACT
        return outside_window(self.value, self.window)


def outside_window(value: Score, window: Bounds) -> Relation:
    """Return the relation to the score of a value that a search with this window returns."""
    alpha, beta = window
    if value <= alpha > NEGATIVE_INFINITY:
        return Relation.AT_MOST
    return Relation.AT_LEAST if value >= beta < POSITIVE_INFINITY else Relation.EXACT


class SearchLog:
    """The events of a log, read one after the other.

    Attributes
    ----------
    calls : the calls under way at the event that was read last, that of an `enter` or a `return` included.
    line : the number of its line.
    """

    def __init__(
        self, graph: GameGraph, lines: Iterable[LogLine], name: str = "", view: LogView = LogView.GRAPH
    ) -> None:
        self.graph, self.calls, self.line = graph, list[OpenCall](), 0
        self._turns = view is LogView.MOVER and graph.sign > 0
        self._lines, self._start = lines, f"{name}, line" if name else "line"
        self._numbers: dict[tuple[type, Any] | None, Score] = {}

    def __iter__(self) -> Iterator[LogEvent]:
        """Yield the events.

        Raises
        ------
        FormatError
            If a line is no event, or none that can follow the lines before it.
        """
        for line, text in enumerate(self._lines, 1):
            self.line = line
            record = text if isinstance(text, Mapping) else self._parse(text)
            if record is None:
                continue
            event = self._event(record)
            yield event
            if event.kind is EventKind.RETURN:
                self._leave()

    def path_of(self, event: LogEvent) -> list[int]:
        """Return the nodes before that of the last event, from the first of the path."""
        calls = self.calls[:-1] if event.is_own else self.calls
        return [call.node for call in calls]

    def call_before(self, event: LogEvent) -> OpenCall | None:
        """Return the call whose node comes before that of the last event on the path, if there is one."""
        place = len(self.calls) - (2 if event.is_own else 1)
        return self.calls[place] if place >= 0 else None

    def _parse(self, text: str) -> LogRecord | None:
        """Return the object in a line; None for an empty line."""
        if not text.strip():
            return None
        try:
            record = json.loads(text)
        except (ValueError, RecursionError) as error:
            reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
            raise self._error(f"not valid JSON: {reason}") from None
        if not isinstance(record, dict):
            raise self._error(f'expected an object such as {{"event": "enter", "node": "a"}}, got {quoted(record)}')
        return record

    def _error(self, words: str) -> FormatError:
        return FormatError(f"{self._start} {self.line}: {words}")

    def _event(self, record: LogRecord) -> LogEvent:
        kind = _KINDS.get(str(record.get("event")))
        if kind is None:
            raise self._error(f"the event must be one of {', '.join(_KINDS)}; got {quoted(record.get('event'))}")
        node = self._node(record.get("node"), "node")
        depth, window = self._depth(record), self._window(record)
        value = None if record.get("value") is None else self._number(record["value"], "value")
        if value is None and kind in _WITH_VALUE:
            raise self._error(f"{kind} of {self._name(node)} has no value")
        bound = self._bound(record)
        has_condition = kind is EventKind.STORE and record.get("condition") not in _NO_CONDITION
        if kind is EventKind.ENTER:
            self._enter(node, depth, window)
        is_own = self._is_own(kind, node, is_free=kind is EventKind.STORE and not has_condition)
        condition = self._condition(record["condition"], node, is_own=is_own) if has_condition else None
        if self._turns and self._side(node, is_own=is_own) < 0:
            value = None if value is None else 0 - value
            window = None if window is None else (0 - window[1], 0 - window[0])
            bound = None if bound is None else bound.times(-1)
            if kind is EventKind.ENTER:
                self.calls[-1].window = window
        call = self.calls[-1] if is_own else None
        if call is not None and kind is EventKind.RETURN:
            depth = call.depth if depth is None else depth
        window = call.window if window is None and call is not None else window
        if kind is EventKind.HIT and self.calls:
            self.calls[-1].has_hit = True
        if not is_own and self.calls:
            self.calls[-1].successors.append(node)
        return LogEvent(self.line, kind, node, depth, window, value, bound, condition, is_own)

    # ---- the path

    def _enter(self, node: int, depth: float | None, window: Bounds | None) -> None:
        """Begin the call of a node."""
        id = self.graph.ids[node]
        if not self.calls:
            self.calls.append(OpenCall(node, Path(id), self.line, depth, window, False, []))
            return
        above = self.calls[-1]
        if node not in self.graph.successors[above.node]:
            raise self._error(
                f"enter of {self._name(node)}, which is no successor of {self._name(above.node)}, the node under way"
            )
        above.successors.append(node)
        self.calls.append(OpenCall(node, above.trail.then(id), self.line, depth, window, False, []))

    def _leave(self) -> None:
        """End the innermost call."""
        call = self.calls.pop()
        if call.has_hit and self.calls:
            self.calls[-1].has_hit = True

    def _is_own(self, kind: EventKind, node: int, *, is_free: bool) -> bool:
        """Return whether an event belongs to the innermost call, and not to a successor of its node.

        Where a node has a move to itself, a leaf is the end of that move, unless the node was entered a second time.
        """
        if not self.calls:
            if kind in _OF_OWN_NODE:
                raise self._error(f"{kind} of {self._name(node)}, but no node is under way")
            return False
        top = self.calls[-1].node
        is_next = node in self.graph.successors[top]
        if node == top:
            is_end_of_move = is_next and kind is EventKind.LEAF and all(call.node != top for call in self.calls[:-1])
            return not is_end_of_move
        if kind in _OF_OWN_NODE:
            raise self._error(f"{kind} of {self._name(node)}, but the node under way is {self._name(top)}")
        if not is_next and not is_free:
            raise self._error(
                f"{kind} of {self._name(node)}, which is neither the node under way, {self._name(top)}, nor one of its "
                "successors"
            )
        return False

    def _side(self, node: int, *, is_own: bool) -> int:
        """Return +1 if Max is to move at a node, -1 if Min is; at an end, whoever did not move to it."""
        side = self.graph.orientation[node]
        calls = self.calls[:-1] if is_own else self.calls
        return side or (-self.graph.orientation[calls[-1].node] if calls else 1)

    def _name(self, node: int) -> str:
        return quoted(self.graph.ids[node])

    # ---- fields

    def _node(self, value: Any, field: str) -> int:
        id = value if isinstance(value, str) else as_id(value)
        node = self.graph.index.get(id) if isinstance(id, str) else None
        if node is None:
            what = "has no node" if value is None else f"the {field} {quoted(value)} is no node of the graph"
            raise self._error(what)
        return node

    def _number(self, value: Any, field: str) -> Score:
        """Return a number of the log; most occur very often."""
        key = (type(value), value) if isinstance(value, int | float | str) else None
        if key in self._numbers:
            return self._numbers[key]
        try:
            number = parse_endless(value)
        except OptionError:
            raise self._error(f"the {field} must be a number, got {quoted(value)}") from None
        if key is not None and len(self._numbers) < _MOST_NUMBERS:
            self._numbers[key] = number
        return number

    def _depth(self, record: LogRecord) -> float | None:
        depth = record.get("depth")
        if depth is None:
            return None
        if isinstance(depth, bool) or not isinstance(depth, int | float):
            raise self._error(f"the depth must be the number of moves left, got {quoted(depth)}")
        return depth

    def _window(self, record: LogRecord) -> Bounds | None:
        window = record.get("window")
        if window is None:
            return None
        if not isinstance(window, list | tuple) or len(window) != 2:
            raise self._error(f"the window must be a list of alpha and beta, got {quoted(window)}")
        alpha = NEGATIVE_INFINITY if window[0] is None else self._number(window[0], "window")
        beta = POSITIVE_INFINITY if window[1] is None else self._number(window[1], "window")
        if alpha >= beta:
            raise self._error(f"alpha must be smaller than beta in the window, got {quoted(window)}")
        return alpha, beta

    def _bound(self, record: LogRecord) -> Relation | None:
        bound = record.get("bound")
        if bound is None:
            return None
        if not isinstance(bound, str) or bound not in _BOUNDS:
            raise self._error(f"the bound must be one of {', '.join(_BOUNDS)}; got {quoted(bound)}")
        return _BOUNDS[bound]

    def _condition(self, condition: Any, node: int, *, is_own: bool) -> Sequence[int] | None:
        """Return the condition of a store; None if it names its own node alone."""
        if condition is True:
            return ()
        if not isinstance(condition, list | tuple):
            raise self._error(f"the condition must be a list of nodes on the path, or true; got {quoted(condition)}")
        on_path = {call.node for call in (self.calls[:-1] if is_own else self.calls)}
        nodes = [self._node(each, "condition") for each in condition]
        for each in nodes:
            if each not in on_path and each != node:
                raise self._error(
                    f"the condition of {self._name(node)} names {self._name(each)}, which is not on the path"
                )
        return [each for each in nodes if each in on_path] or None
