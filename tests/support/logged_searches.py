"""Searches as people write them, correct or with one fault, which write a log of their events."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from explorer.model.graph import GameGraph
from explorer.model.scores import Score

State = tuple[str, int]  # a node, and whether an odd number of moves leads to it, where that matters


class Entry(NamedTuple):
    """An entry of a table, or what a search returns: a value, its bound, and the states that must be on the path."""

    value: Score
    bound: str
    needs: frozenset[State]


@dataclass
class Engine:
    """A depth-first search with a table, in the form that people call negamax, whatever the graph is.

    Attributes
    ----------
    endless : what endless play is worth to whoever begins, or to Max.
    repetition : what the search counts for it; another number is a fault.
    has_table : whether there is a table.
    keeps_conditions, keeps_bounds : whether its entries have their conditions and bounds; without them, a fault.
    has_windows, is_hard : whether the search is alpha-beta, and returns no value outside of its window.
    enters_ends : whether leaves and repetitions are entered, too.
    limit : the number of moves that it searches, None for all.
    """

    graph: GameGraph
    endless: Score = 0
    repetition: Score | None = None
    has_table: bool = True
    keeps_conditions: bool = True
    keeps_bounds: bool = True
    has_windows: bool = True
    is_hard: bool = False
    enters_ends: bool = False
    limit: int | None = None
    log: list[dict[str, Any]] = field(default_factory=list)
    table: dict[State, Entry] = field(default_factory=dict)

    def run(self) -> list[dict[str, Any]]:
        """Search the root, and return the log."""
        self._search(str(self.graph.root), (), -math.inf, math.inf, self.limit)
        return self.log

    def _write(self, event: str, id: str, depth: int | None = None, **fields: Any) -> None:
        more = {name: value for name, value in fields.items() if value is not None}
        self.log.append({"event": event, "node": id, **({} if depth is None else {"depth": depth}), **more})

    def _search(self, id: str, path: tuple[State, ...], alpha: Score, beta: Score, depth: int | None) -> Entry:
        """Search a node in the view of its scores."""
        graph, node = self.graph, self.graph.node(id)
        state = (id, len(path) % 2 if graph.sign < 0 else 0)
        end = None
        if node.score is not None:
            end = Entry(node.score, "exact", frozenset())
        elif state in path:
            worth = self.endless if self.repetition is None else self.repetition
            end = Entry(worth * graph.sign ** len(path), "exact", frozenset([state]))
        elif depth == 0:
            end = Entry(0, "exact", frozenset())
        if end is not None:
            if self.enters_ends:
                self._write("enter", id, depth)
            self._write("leaf", id, depth, value=end.value)
            if self.enters_ends:
                self._write("return", id, depth, value=end.value)
            return end
        entry = self.table.get(state)
        if depth is None and entry is not None and entry.needs <= {*path} and self._decides(entry, alpha, beta):
            self._write("hit", id, value=entry.value, bound=entry.bound)
            return entry
        window = [alpha, beta] if self.has_windows else None
        self._write("enter", id, depth, window=window)
        found = self._best(id, (*path, state), alpha, beta, depth)
        found = found._replace(needs=found.needs - {state})
        if self.has_table:
            entry = Entry(
                found.value,
                found.bound if self.keeps_bounds else "exact",
                found.needs if self.keeps_conditions else frozenset(),
            )
            self.table[state] = entry
            condition = sorted({other for other, _ in entry.needs}) or None
            self._write("store", id, depth, value=entry.value, bound=entry.bound, condition=condition)
        self._write("return", id, depth, value=found.value)
        return found

    def _decides(self, entry: Entry, alpha: Score, beta: Score) -> bool:
        value, bound, _ = entry
        return bound == "exact" or (bound == "lower" and value >= beta) or (bound == "upper" and value <= alpha)

    def _best(self, id: str, path: tuple[State, ...], alpha: Score, beta: Score, depth: int | None) -> Entry:
        graph = self.graph
        sense, sign = graph.orientation[graph.index[id]], graph.sign
        best, needs = -sense * math.inf, frozenset[State]()
        low, high = alpha, beta
        successors = graph.successors_of(id)
        for number, other in enumerate(successors, 1):
            window = (low, high) if sign > 0 else (-high, -low)
            answer = self._search(other.id, path, *window, depth=None if depth is None else depth - 1)
            needs |= answer.needs
            value = sign * answer.value
            best = max(best, value) if sense > 0 else min(best, value)
            if not self.has_windows:
                continue
            low, high = (max(low, value), high) if sense > 0 else (low, min(high, value))
            if low >= high and number < len(successors):
                self._write("cut", id, depth, value=best)
                break
        if self.is_hard:
            best = min(max(best, alpha), beta)
        bound = "upper" if best <= alpha and alpha > -math.inf else "lower" if best >= beta < math.inf else "exact"
        return Entry(best, bound, needs)
