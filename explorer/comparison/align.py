"""Two traces of one graph in lock-step: which steps stand side by side, and where the two begin to differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from explorer.model.errors import GraphError, OptionError
from explorer.trace import Activity, Step, Trace
from explorer.trace.changes import Numbers

VISITS = "visits"

_NO_SCORE = -1
_OUTCOMES = (Activity.HIT, Activity.BACK_LINK, Activity.REFUSED, Activity.EVALUATED)  # what a visit can come to

Indices = NDArray[np.int64]


class AlignedBy(StrEnum):
    """What brings two traces side by side."""

    STEP = "step"  # the n-th step of both
    VISIT = "visit"  # the step in which each makes its n-th visit


@dataclass(frozen=True)
class Alignment:
    """Moments at which two traces stand side by side.

    Attributes
    ----------
    left, right : the step of each trace, moment by moment; the shorter one waits at its last step.  Where the steps of
        a run were not all kept, both end with the last one that was.
    differences : the moments at which a difference begins: a node has a score in each, and not the same, in a way
        that it had not at the moment before; or both count visits, and they begin to visit different nodes or to do
        different things with a node.
    limit : how far was looked if not all steps of both are kept, as in "in the first 500 steps"; else "".
    """

    by: AlignedBy
    left: tuple[int, ...]
    right: tuple[int, ...]
    differences: tuple[int, ...]
    limit: str = ""

    def __len__(self) -> int:
        return len(self.left)


def ways(left: Trace, right: Trace) -> list[AlignedBy]:
    """In which ways two traces can be aligned: by visit only if both count visits."""
    return [AlignedBy.STEP, *([AlignedBy.VISIT] if counts_visits(left) and counts_visits(right) else [])]


def counts_visits(trace: Trace) -> bool:
    """Whether the steps count visits, as those of a search do."""
    return VISITS in trace[len(trace) - 1].counters


def alignments(left: Trace, right: Trace) -> list[Alignment]:
    """Two traces side by side in all ways; the first is by visit, if both count visits."""
    return [align(left, right, way) for way in reversed(ways(left, right))]


def align(left: Trace, right: Trace, by: AlignedBy) -> Alignment:
    """Two traces of one graph side by side, from their first steps to their last.

    Raises
    ------
    GraphError
        If the traces are not of the same nodes.
    OptionError
        If they are to be aligned by visit and one of them counts none.
    """
    if [node.id for node in left.graph.nodes] != [node.id for node in right.graph.nodes]:
        raise GraphError("the two traces are of different graphs; run both algorithms on the same one")
    if by not in ways(left, right):
        raise OptionError("only searches count visits; align these two by step")
    pairs = _kept(left, right, _by_step(left, right) if by is AlignedBy.STEP else _by_visit(left, right))
    one, other = pairs.T.tolist()
    return Alignment(by, tuple(one), tuple(other), tuple(_differences(left, right, pairs)), _limit(left, right))


def align_steps(left: Trace, right: Trace, differences: tuple[int, ...]) -> Alignment:
    """Two traces side by side step by step, perhaps of two graphs, with differences that are known already."""
    pairs = _kept(left, right, _by_step(left, right))
    one, other = pairs.T.tolist()
    known = tuple(moment for moment in differences if moment < len(one))
    return Alignment(AlignedBy.STEP, tuple(one), tuple(other), known, _limit(left, right))


def _kept(left: Trace, right: Trace, pairs: Indices) -> Indices:
    """The moments up to the last kept step of a run that goes on: what it does at the later ones is not known."""
    for trace, column in zip((left, right), pairs.T, strict=True):
        if trace.left_out:
            pairs = pairs[: int(np.argmax(column >= len(trace) - 1)) + 1]
    return pairs


def _limit(left: Trace, right: Trace) -> str:
    """How far the steps go that can be compared; "" if they are all of both runs."""
    kept = [len(trace) for trace in (left, right) if trace.left_out]
    return f"in the first {min(kept):,} steps" if kept else ""


def _by_step(left: Trace, right: Trace) -> Indices:
    moments = np.arange(max(len(left), len(right)))
    return np.stack([np.minimum(moments, len(trace) - 1) for trace in (left, right)], axis=1)


def _by_visit(left: Trace, right: Trace) -> Indices:
    """The first steps, the steps of every visit, and the last steps."""
    counts = [trace.counts_of(VISITS) for trace in (left, right)]
    numbers = np.arange(max(int(count.max()) for count in counts) + 1)
    columns = [np.minimum(np.searchsorted(np.maximum.accumulate(count), numbers), len(count) - 1) for count in counts]
    pairs = np.stack([np.append(column, len(count) - 1) for column, count in zip(columns, counts, strict=True)], axis=1)
    is_new = np.append(True, (pairs[1:] != pairs[:-1]).any(axis=1))
    return np.asarray(pairs[is_new], np.int64)


def _differences(left: Trace, right: Trace, pairs: Indices) -> Iterator[int]:
    """The moments at which a difference begins."""
    compares_visits = len(ways(left, right)) > 1
    visits = [list(map(_visit, trace)) if compares_visits else [] for trace in (left, right)]
    shown = _Shown(left, right)
    apart = False
    for moment, (one, other) in enumerate(pairs.tolist()):
        begins = shown.go_to(one, other)
        goes_apart = compares_visits and visits[0][one] != visits[1][other]
        if begins or (goes_apart and not apart):
            yield moment
        apart = goes_apart


def _visit(step: Step) -> tuple[str | None, str]:
    """Which node a step is about, and what a visit of it comes to."""
    role = None if step.focus is None else step.activity.get(step.focus)
    return step.focus, str(role) if role in _OUTCOMES else ""


class _Shown:
    """What two traces show of every node at two steps, as numbers that are the same for the same score.

    A bound of a score differs from another such bound alone: between a bound and a score there is no contradiction.
    """

    def __init__(self, left: Trace, right: Trace) -> None:
        known: dict[object, int] = {}
        self._codes = [
            np.array([*(known.setdefault(value, len(known)) for value in trace.values), _NO_SCORE])
            for trace in (left, right)
        ]
        self._size = len(known)
        self._have_bounds = left.has_bounds and right.has_bounds
        self._changes = [trace.steps.bounds if trace.has_bounds else trace.steps.scores for trace in (left, right)]
        self._shown = [np.full(len(left.graph.nodes), _NO_SCORE, np.int64) for _ in self._changes]
        self._relations = [None if trace.has_bounds else trace.steps.relations for trace in (left, right)]
        self._kinds = [np.zeros(len(left.graph.nodes), np.int64) for _ in self._changes]
        self._differing = self._shown[0].copy()
        self._at = [-1, -1]

    def go_to(self, *steps: int) -> bool:
        """Go on to two later steps; whether some node differs then in a way in which it did not before."""
        changed = np.concatenate([self._take(side, step) for side, step in enumerate(steps)])
        first, second = (shown[changed] for shown in self._shown)
        alike = self._kinds[0][changed] == self._kinds[1][changed]
        differ = (first != second) & (first != _NO_SCORE) & (second != _NO_SCORE) & alike
        now = np.where(differ, first * (self._size + 1) ** 2 + second, _NO_SCORE)
        begins = bool(((now != self._differing[changed]) & differ).any())
        self._differing[changed] = now
        return begins

    def _take(self, side: int, step: int) -> Indices:
        """Take over what a trace changes up to a step; the indices of the nodes."""
        changes = self._changes[side]
        rows = changes.within(self._at[side] + 1, step + 1)
        self._at[side] = step
        keys = np.asarray(changes.keys[rows], np.int64)
        self._shown[side][keys] = self._numbers(side, changes.values[rows])
        if (relations := self._relations[side]) is not None:
            self._kinds[side][keys] = relations.values[rows]
        return keys

    def _numbers(self, side: int, values: Numbers) -> Indices:
        """The number of a score, or of bounds if both traces have bounds; else of bounds that are equal."""
        codes = self._codes[side][values]
        if values.ndim == 1:
            return np.asarray(codes, np.int64)
        lower, upper = codes.T
        pairs = (lower + 1) * self._size + upper if self._have_bounds else np.full(len(lower), _NO_SCORE)
        return np.asarray(np.where((lower == upper) | (lower == _NO_SCORE), lower, pairs), np.int64)
