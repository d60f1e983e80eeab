"""Two traces of one graph side by side: the steps that correspond, and the first ones that differ."""

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
_OUTCOMES = (Activity.HIT, Activity.BACK_LINK, Activity.REFUSED, Activity.EVALUATED)  # of a visit

StepIndices = NDArray[np.int64]


class AlignedBy(StrEnum):
    """The way in which two traces are brought side by side."""

    STEP = "step"  # the n-th step of both
    VISIT = "visit"  # the step in which each makes its n-th visit


@dataclass(frozen=True)
class Alignment:
    """Moments at which two traces stand side by side.

    Attributes
    ----------
    left, right : the step of each trace, moment by moment; the shorter one waits at its last step.  Where not
        all steps of a run are kept, both end with the last kept one.
    differences : the moments at which a difference begins: a node has a score in each, and not the same, in a way
        that it had not at the moment before; or both count visits, and they begin to visit different nodes or to do
        different things with a node.
    limit : the range of the comparison if not all steps of both are kept, as in "in the first 500 steps"; else "".
    """

    by: AlignedBy
    left: tuple[int, ...]
    right: tuple[int, ...]
    differences: tuple[int, ...]
    limit: str = ""

    def __len__(self) -> int:
        return len(self.left)


def alignment_ways(left: Trace, right: Trace) -> list[AlignedBy]:
    """Return the ways in which two traces can be aligned: by visit only if both count visits."""
    return [AlignedBy.STEP, *([AlignedBy.VISIT] if has_visit_counter(left) and has_visit_counter(right) else [])]


def has_visit_counter(trace: Trace) -> bool:
    """Return whether the steps of a trace count visits, as those of a search do."""
    return VISITS in trace[len(trace) - 1].counters


def alignments(left: Trace, right: Trace) -> list[Alignment]:
    """Return two traces side by side in all ways; the first is by visit, if both count visits."""
    return [align(left, right, way) for way in reversed(alignment_ways(left, right))]


def align(left: Trace, right: Trace, by: AlignedBy) -> Alignment:
    """Align two traces of one graph, from their first steps to their last.

    Raises
    ------
    GraphError
        If the traces are not of the same nodes.
    OptionError
        If they are to be aligned by visit and one of them counts none.
    """
    if [node.id for node in left.graph.nodes] != [node.id for node in right.graph.nodes]:
        raise GraphError("the two traces are of different graphs; run both algorithms on the same one")
    if by not in alignment_ways(left, right):
        raise OptionError("only searches count visits; align these two by step")
    pairs = _recorded_moments(
        left, right, _pairs_by_step(left, right) if by is AlignedBy.STEP else _pairs_by_visit(left, right)
    )
    one, other = pairs.T.tolist()
    return Alignment(
        by, tuple(one), tuple(other), tuple(_difference_moments(left, right, pairs)), _limit_words(left, right)
    )


def align_steps(left: Trace, right: Trace, differences: tuple[int, ...]) -> Alignment:
    """Align two traces step by step, perhaps of two graphs, with differences that are known already."""
    pairs = _recorded_moments(left, right, _pairs_by_step(left, right))
    one, other = pairs.T.tolist()
    known = tuple(moment for moment in differences if moment < len(one))
    return Alignment(AlignedBy.STEP, tuple(one), tuple(other), known, _limit_words(left, right))


def _recorded_moments(left: Trace, right: Trace, pairs: StepIndices) -> StepIndices:
    """Return the moments up to the last recorded step of a run that goes on; later ones are unknown."""
    for trace, column in zip((left, right), pairs.T, strict=True):
        if trace.left_out:
            pairs = pairs[: int(np.argmax(column >= len(trace) - 1)) + 1]
    return pairs


def _limit_words(left: Trace, right: Trace) -> str:
    """Return how far the steps can be compared, as in "in the first 500 steps"; "" for all steps of both runs."""
    kept = [len(trace) for trace in (left, right) if trace.left_out]
    return f"in the first {min(kept):,} steps" if kept else ""


def _pairs_by_step(left: Trace, right: Trace) -> StepIndices:
    moments = np.arange(max(len(left), len(right)))
    return np.stack([np.minimum(moments, len(trace) - 1) for trace in (left, right)], axis=1)


def _pairs_by_visit(left: Trace, right: Trace) -> StepIndices:
    """Return pairs of steps of the two traces: the first, those of each visit, and the last."""
    counts = [trace.counts_of(VISITS) for trace in (left, right)]
    numbers = np.arange(max(int(count.max()) for count in counts) + 1)
    columns = [np.minimum(np.searchsorted(np.maximum.accumulate(count), numbers), len(count) - 1) for count in counts]
    pairs = np.stack([np.append(column, len(count) - 1) for column, count in zip(columns, counts, strict=True)], axis=1)
    is_new = np.append(True, (pairs[1:] != pairs[:-1]).any(axis=1))
    return np.asarray(pairs[is_new], np.int64)


def _difference_moments(left: Trace, right: Trace, pairs: StepIndices) -> Iterator[int]:
    """Yield the moments at which scores of the two traces begin to differ."""
    compares_visits = len(alignment_ways(left, right)) > 1
    visits = [list(map(_node_and_outcome, trace)) if compares_visits else [] for trace in (left, right)]
    tracker = _DifferenceTracker(left, right)
    apart = False
    for moment, (one, other) in enumerate(pairs.tolist()):
        begins = tracker.go_to(one, other)
        goes_apart = compares_visits and visits[0][one] != visits[1][other]
        if begins or (goes_apart and not apart):
            yield moment
        apart = goes_apart


def _node_and_outcome(step: Step) -> tuple[str | None, str]:
    """Return the node that a step is about, and the outcome of a visit that ends there."""
    role = None if step.focus is None else step.activity.get(step.focus)
    return step.focus, str(role) if role in _OUTCOMES else ""


class _DifferenceTracker:
    """A tracker of nodes whose scores differ between two traces at a step of each; equal scores are equal numbers.

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
        self._current = [np.full(len(left.graph.nodes), _NO_SCORE, np.int64) for _ in self._changes]
        self._relations = [None if trace.has_bounds else trace.steps.relations for trace in (left, right)]
        self._kinds = [np.zeros(len(left.graph.nodes), np.int64) for _ in self._changes]
        self._differing = self._current[0].copy()
        self._at = [-1, -1]

    def go_to(self, *steps: int) -> bool:
        """Advance each trace to a later step; return whether a node's scores differ in a new way."""
        changed = np.concatenate([self._apply_changes(side, step) for side, step in enumerate(steps)])
        first, second = (shown[changed] for shown in self._current)
        alike = self._kinds[0][changed] == self._kinds[1][changed]
        differ = (first != second) & (first != _NO_SCORE) & (second != _NO_SCORE) & alike
        now = np.where(differ, first * (self._size + 1) ** 2 + second, _NO_SCORE)
        begins = bool(((now != self._differing[changed]) & differ).any())
        self._differing[changed] = now
        return begins

    def _apply_changes(self, side: int, step: int) -> StepIndices:
        """Apply the score changes of one trace up to a step; return the indices of the changed nodes."""
        changes = self._changes[side]
        rows = changes.within(self._at[side] + 1, step + 1)
        self._at[side] = step
        keys = np.asarray(changes.keys[rows], np.int64)
        self._current[side][keys] = self._score_numbers(side, changes.values[rows])
        if (relations := self._relations[side]) is not None:
            self._kinds[side][keys] = relations.values[rows]
        return keys

    def _score_numbers(self, side: int, values: Numbers) -> StepIndices:
        """Return the number of a score, or of bounds if both traces have bounds; else of bounds that are equal."""
        codes = self._codes[side][values]
        if values.ndim == 1:
            return np.asarray(codes, np.int64)
        lower, upper = codes.T
        pairs = (lower + 1) * self._size + upper if self._have_bounds else np.full(len(lower), _NO_SCORE)
        return np.asarray(np.where((lower == upper) | (lower == _NO_SCORE), lower, pairs), np.int64)
