"""Bounds kept up to date while a graph is edited: only what can change is computed again (Kars, section 8, asks how).

What a state of the solver has, its floor and its level (`explorer.solver.retrograde`), is one *key*: the better the
floor, and then the smaller the level, the smaller the key.  A leaf has the key of its score.  Where the player moves
who takes the largest, the key is the smallest of the successors' keys, elsewhere the largest of them, one level up.  So
a key is always larger than the keys that it rests on, no circle of states holds itself up, and the equations have one
solution, which a local method finds again: Ramalingam and Reps, An incremental algorithm for a generalization of the
shortest-path problem (1996).  States whose key is not what their successors give are put right in the order of their
keys; one whose key is too small is taken back first.  The work is that of what changes and its neighbours.

(`explorer.expansion.incremental_fixpoint` keeps other values up to date, which only fall while a graph grows, and has
no levels to keep: where a reason is lost and another is there, nothing else is touched.)
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.columns import NO_SCORE
from explorer.model.errors import GraphError, OptionError, quoted
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import NEGATIVE_INFINITY, Score, parse_score
from explorer.model.words import counted
from explorer.solver.operator import arrays_of, rows_at
from explorer.solver.retrograde import retrograde
from explorer.solver.states import numbers_of, state_of

_LEVELS = 1 << 31  # more levels than there are states
_GAP = 1 << 8  # between neighbouring scores, so that others find room; four million of them keep within a key
_UNSETTLED = 1 << 62  # the key of a state whose player can force nothing; its level is 0

_SENSES = {Kind.MAX: 1, Kind.MOVER: 1, Kind.MIN: -1, Kind.LEAF: 0, Kind.OPEN: 0}


@dataclass(frozen=True)
class Facts:
    """What a node is after an edit: its kind, the score of a leaf, and its successors, by index, in move order."""

    kind: Kind
    score: Score | None = None
    successors: tuple[int, ...] = ()


def edits_between(before: GameGraph, after: GameGraph) -> dict[int, Facts]:
    """What became of the nodes, by index, from one version of a graph to the next; nodes may be new at the end.

    Raises
    ------
    GraphError
        If the nodes of the first version are not the first nodes of the second.
    """
    old, new, count = before.columns, after.columns, len(before.ids)
    if before.convention is not after.convention or list(after.ids[:count]) != list(before.ids):
        raise GraphError("only kinds, scores, moves and new nodes at the end can be followed; make a new Upkeep")
    numbers = {score: number for number, score in reversed([*enumerate(new.scale)])}
    was = np.array([*(numbers.get(score, NO_SCORE - 1) for score in old.scale), NO_SCORE])[old.ranks]
    now = np.array([*(numbers[score] for score in new.scale), NO_SCORE])[new.ranks[:count]]
    is_changed = (old.kinds != new.kinds[:count]) | (was != now)
    rows, others = before.links.forward, after.links.forward
    is_changed |= np.diff(rows.indptr) != np.diff(others.indptr[: count + 1])
    same = np.flatnonzero(~is_changed & (np.diff(rows.indptr) > 0))
    (here, starts), (there, _) = rows_at(rows.indptr, same), rows_at(others.indptr, same)
    if len(same):
        is_changed[same] = np.add.reduceat(rows.indices[here] != others.indices[there], starts, dtype=np.int64) > 0
    changed = [*np.flatnonzero(is_changed).tolist(), *range(count, len(after.ids))]
    return {index: _facts(after, index) for index in changed}


def _facts(graph: GameGraph, index: int) -> Facts:
    node, (starts, targets) = graph.nodes[index], graph.links.forward
    return Facts(node.kind, node.score, tuple(targets[starts[index] : starts[index + 1]].tolist()))


class Upkeep:
    """Exact bounds, distances and best moves of a graph that is edited.

    Nodes go by their index.  A node that is taken away keeps its index: without moves to it, it matters to none.

    Examples
    --------
    Kars, Example 3.2, with b = -1 and d = 2; then b = 1, which changes a and c as well:

    >>> graph = GameGraph.from_json({
    ...     "root": "a",
    ...     "nodes": [{"id": "a", "player": "max"}, {"id": "c", "player": "min"},
    ...               {"id": "b", "score": -1}, {"id": "d", "score": 2}],
    ...     "moves": [["a", "b"], ["a", "c"], ["c", "d"], ["c", "a"]]})
    >>> kept = Upkeep(graph)
    >>> kept.bounds(0), kept.score(0), kept.best(0)
    ((-1, 2), 0, 1)
    >>> sorted(kept.change({2: Facts(Kind.LEAF, 1)})), kept.bounds(0), kept.best(0)
    ([0, 1, 2], (1, 2), 2)
    """

    def __init__(self, graph: GameGraph) -> None:
        arrays = arrays_of(graph)
        found = retrograde(arrays)
        self.sign = graph.sign
        self._scale = _Scale(arrays.scale[arrays.top : -1])
        keys = found.levels - found.floors.astype(np.int64) * (_GAP * _LEVELS)
        self._keys: NDArray[np.int64] = np.where(found.floors > -arrays.top, keys, _UNSETTLED).T.ravel()
        self._forwards = _Rows(arrays.indptr, arrays.indices)
        self._backwards = _Rows(*arrays.predecessors)
        self._senses = arrays.orientation.copy()
        leaves = zip(arrays.leaves.tolist(), arrays.leaf_ranks.tolist(), strict=True)
        self._scores = {leaf: arrays.score(rank) for leaf, rank in leaves}

    def __len__(self) -> int:
        """How many nodes there are."""
        return len(self._senses)

    # ---- what is known

    def bounds(self, index: int) -> tuple[Score, Score]:
        """The lower and the upper bound of a node; `GraphError` if there is none with this index, as in all below."""
        plain, mirrored = (self._floor(int(self._keys[state])) for state in numbers_of(self._known(index)))
        return plain, 0 - mirrored

    def score(self, index: int, endless: Score = 0) -> Score:
        """The score of a node where endless play is worth `endless` to whoever moves there."""
        lower, upper = self.bounds(index)
        return max(lower, min(endless, upper))

    def levels(self, index: int) -> tuple[int, int]:
        """In how many moves the lower, and the upper, bound of a node can be forced; 0 where it is infinite."""
        plain, mirrored = (int(self._keys[state]) % _LEVELS for state in numbers_of(self._known(index)))
        return plain, mirrored

    def best(self, index: int, endless: Score = 0) -> int | None:
        """The successor to which an optimal move leads, as `explorer.solver.solve` has it; None without moves."""
        sense = int(self._senses[self._known(index)])
        if not sense:
            return None
        here, worth = numbers_of(index)[sense < 0], sense * endless
        key, row = int(self._keys[here]), self._forwards[index]
        states = [self._after(here, other) for other in row]
        if self._floor(key) > worth:  # better than endless play: hurry
            return row[min(range(len(row)), key=lambda move: int(self._keys[states[move]]))]
        score = min(worth, 0 - self._floor(int(self._keys[here ^ 1])))
        return next(other for other, state in zip(row, states, strict=True) if self._worth(state, worth) == score)

    def _known(self, index: int) -> int:
        if not 0 <= index < len(self):
            raise GraphError(f"there is no node {index}; the nodes have the indices 0 to {len(self) - 1}")
        return index

    def _worth(self, state: int, endless: Score) -> Score:
        floor, ceiling = self._floor(int(self._keys[state])), 0 - self._floor(int(self._keys[state ^ 1]))
        return max(floor, min(endless, ceiling))

    def _floor(self, key: int) -> Score:
        return NEGATIVE_INFINITY if key == _UNSETTLED else self._scale.score(-(key // _LEVELS))

    # ---- edits

    def change(self, edits: Mapping[int, Facts]) -> frozenset[int]:
        """Take in edits of nodes, or new nodes with the next indices; the nodes whose bounds or levels change.

        Raises
        ------
        GraphError
            If an index is negative, or not the next one of a new node; or if what a node is to be, a node of the graph
            cannot be, as a leaf without a finite score, or an inner node without moves.  Nothing is changed then.
        """
        checked = self._checked(edits)
        for index in sorted(checked):
            self._take(index, checked[index])
        work = _Work(self)
        for index in edits:
            for state in numbers_of(index):
                work.look(state)
        work.settle()
        return frozenset(state >> 1 for state, key in work.before.items() if self._keys[state] != key)

    def _checked(self, edits: Mapping[int, Facts]) -> dict[int, Facts]:
        """The edits, all of which can be taken in, with their scores as `parse_score` has them."""
        count = len(self)
        for index in sorted(edits):
            if not 0 <= index <= count:
                known = f"the nodes have the indices 0 to {count - 1}, and the next new node has {count}"
                raise GraphError(f"{known}, got {index}")
            count = max(count, index + 1)
        return {index: self._checked_facts(index, facts, count) for index, facts in edits.items()}

    def _checked_facts(self, index: int, facts: Facts, count: int) -> Facts:
        """What one of so many nodes is to be."""
        kinds = (Kind.MOVER,) if self.sign < 0 else (Kind.MAX, Kind.MIN)
        if facts.kind.is_inner and facts.kind not in kinds:
            raise GraphError(f"node {index} cannot be {facts.kind}; inner nodes here are {' or '.join(kinds)}")
        if facts.kind.is_inner != bool(facts.successors):
            known = f"{facts.kind} with {counted(len(facts.successors), 'successor')}"
            raise GraphError(f"node {index} cannot be {known}; an inner node has at least one, any other node none")
        past = next((other for other in facts.successors if not 0 <= other < count), None)
        if past is not None:
            raise GraphError(f"node {index} cannot move to node {past}; the nodes have the indices 0 to {count - 1}")
        if facts.kind is Kind.LEAF:
            try:
                return replace(facts, score=parse_score(facts.score))
            except OptionError as error:
                raise GraphError(f"the score of leaf {index}: {error}") from None
        if facts.score is not None:
            raise GraphError(f"node {index} cannot have the score {quoted(facts.score)}; only leaves have scores")
        return facts

    def _take(self, index: int, facts: Facts) -> None:
        if index == len(self):
            self._senses = np.append(self._senses, np.int8(0))
            self._keys = np.append(self._keys, [_UNSETTLED, _UNSETTLED])
        for after in self._forwards[index]:
            self._backwards.own(after).remove(index)
        self._forwards.put(index, list(facts.successors))
        for after in facts.successors:
            self._backwards.own(after).append(index)
        self._senses[index] = _SENSES[facts.kind]
        self._scores.pop(index, None)
        if facts.score is not None:
            self._scores[index] = facts.score
            if not self._scale.add(facts.score):
                self._relabel()

    def _relabel(self) -> None:
        """Give all scores new labels with room between them."""
        settled = self._keys != _UNSETTLED
        labels = -(self._keys[settled] // _LEVELS)
        moved = self._scale.respaced(labels)
        self._keys[settled] = self._keys[settled] % _LEVELS - moved * _LEVELS

    def _given(self, state: int) -> int:
        """The key that a state should have by what its successors have."""
        index, view = state_of(state)
        if index in self._scores:
            return -self._scale.label(view * self._scores[index]) * _LEVELS
        row = self._forwards[index]
        if not row:
            return _UNSETTLED
        keys = [int(self._keys[self._after(state, other)]) for other in row]
        key = min(keys) if self._senses[index] * view > 0 else max(keys)
        return key + (key < _UNSETTLED)

    def _after(self, state: int, index: int) -> int:
        return 2 * index + ((state & 1) ^ (self.sign < 0))


class _Work:
    """The states whose key is not what their successors give, in the order of the smaller of the two.

    Attributes
    ----------
    before : for each state whose key was changed, what it was.
    """

    def __init__(self, kept: Upkeep) -> None:
        self.kept = kept
        self.before: dict[int, int] = {}
        self._waiting: list[tuple[int, int]] = []

    def look(self, state: int) -> None:
        """Put a state on the list if its key is not right."""
        key, given = int(self.kept._keys[state]), self.kept._given(state)
        if key != given:
            heappush(self._waiting, (min(key, given), state))

    def settle(self) -> None:
        """Put all keys right."""
        while self._waiting:
            least, state = heappop(self._waiting)
            key, given = int(self.kept._keys[state]), self.kept._given(state)
            if key == given or least != min(key, given):
                continue  # put right meanwhile, or on the list again under another key
            self._set(state, given if given < key else _UNSETTLED)

    def _set(self, state: int, key: int) -> None:
        self.before.setdefault(state, int(self.kept._keys[state]))
        self.kept._keys[state] = key
        self.look(state)
        for before in self.kept._backwards[state >> 1]:
            self.look(self.kept._after(state, before))


class _Rows:
    """Rows of nodes: compressed ones, and beside them those that were changed."""

    def __init__(self, starts: NDArray[np.integer[Any]], entries: NDArray[np.integer[Any]]) -> None:
        self._starts, self._entries = starts, entries
        self._changed: dict[int, list[int]] = {}

    def __getitem__(self, index: int) -> list[int]:
        """The row of a node, empty for a new one; not to be changed."""
        if index in self._changed or index >= len(self._starts) - 1:
            return self._changed.get(index, [])
        row: list[int] = self._entries[self._starts[index] : self._starts[index + 1]].tolist()
        return row

    def own(self, index: int) -> list[int]:
        """The row of a node, to be changed."""
        return self._changed.setdefault(index, self[index])

    def put(self, index: int, row: list[int]) -> None:
        """Give a node another row."""
        self._changed[index] = row


class _Scale:
    """Labels for scores: whole numbers in the same order, with room between them, and -label for -score."""

    def __init__(self, scores: Sequence[Score]) -> None:
        self._sizes = list(scores)  # from 0 up
        self._label_of: dict[Score, int] = {}
        self._size_of: dict[int, Score] = {}
        self._space()

    def _space(self) -> None:
        """Give all sizes labels with room between them."""
        self._label_of = {size: number * _GAP for number, size in enumerate(self._sizes)}
        self._size_of = {label: size for size, label in self._label_of.items()}

    def label(self, score: Score) -> int:
        """The label of a score that is known."""
        return self._label_of[score] if score >= 0 else -self._label_of[0 - score]

    def score(self, label: int) -> Score:
        """The score with a label."""
        return self._size_of[label] if label >= 0 else 0 - self._size_of[-label]

    def add(self, score: Score) -> bool:
        """Make a score known; False if there is no room for it, so that all must be respaced."""
        size = score if score >= 0 else 0 - score
        if size in self._label_of:
            return True
        at = bisect_left(self._sizes, size)
        low = self._label_of[self._sizes[at - 1]]
        high = self._label_of[self._sizes[at]] if at < len(self._sizes) else low + 2 * _GAP
        self._sizes.insert(at, size)
        self._label_of[size] = (low + high) // 2
        self._size_of.setdefault((low + high) // 2, size)
        return high - low > 1

    def respaced(self, labels: NDArray[np.int64]) -> NDArray[np.int64]:
        """The labels that scores get, anew, for those that they had; a score without room had none in use."""
        old = np.array([self._label_of[size] for size in self._sizes])
        self._space()
        return np.sign(labels) * np.searchsorted(old, np.abs(labels)) * _GAP
