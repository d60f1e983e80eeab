"""The state of a recorded run at each step, and the steps at which something happens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.columns import CODES, KINDS
from explorer.model.errors import GraphError, LimitError
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score
from explorer.trace.by_node import ColumnMapping, T
from explorer.trace.changes import Changes, Numbers
from explorer.trace.options import ENDLESS
from explorer.trace.recorded import ACTIVITIES, RELATIONS, RecordedSteps
from explorer.trace.step import Activity, Bounds, Finality, Relation, Result, Step, Stored

_ANY, _NEVER = -3, -2  # codes: the true score is not given; it occurs nowhere in the run
_STORING = (Activity.STORED, Activity.EVALUATED, Activity.WRONG)


class StepChanges(NamedTuple):
    """Ids of the nodes that a step changed, and names of the counters that rose in it."""

    nodes: Set[str]
    counters: Set[str]


@dataclass(frozen=True)
class History:
    """A recorded run of an algorithm.

    Steps are numbered here from 0, the first that was recorded; negative numbers count from the end.  `trace[step]` has
    the changes of a step, the methods `…_at` give the state at a step.

    Attributes
    ----------
    graph, algorithm, options : of the run; if the graph grew, as it was at the last recorded step.
    steps : the recorded steps, in order, with the changes of every node.
    discovery : array of shape (nodes,): the step from which a node is known, 0 for those known at first.
    expanded : array of shape (nodes,): the step from which a node is as the graph has it; before, it is open.
    result : returned by the algorithm, as JSON can hold it but with exact scores; empty if the run was stopped.
    left_out : a sentence on the steps that were not recorded, or "".
    first : the number of the first recorded step in the run; the indices of all others count from it.
    news : the changes of the first recorded step itself, if it includes those of earlier steps.
    """

    graph: GameGraph
    algorithm: str
    options: Mapping[str, Any]
    steps: RecordedSteps
    discovery: NDArray[np.int32]
    expanded: NDArray[np.int32]
    result: Result
    left_out: str = ""
    first: int = 0
    news: StepChanges | None = None

    found = property(attrgetter("discovery"))  # the earlier name, which programs of users may read

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.algorithm} on {self.graph!r}: {len(self):,} steps>"

    @property
    def endless(self) -> Score:
        """The value of endless play in this run and its pictures: 0 unless an option says otherwise."""
        worth: Score = self.options.get(ENDLESS, 0)
        return worth

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, step: int) -> Step:
        return self.steps[step]

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    @property
    def values(self) -> tuple[Score, ...]:
        """All scores and bounds that occur."""
        return self.steps.values

    @property
    def has_bounds(self) -> bool:
        """Return whether any step has bounds; nodes show them then, and not scores."""
        return len(self.steps.bounds) > 0

    @property
    def has_relations(self) -> bool:
        """Return whether any step shows a bound or an estimate in place of a score."""
        return bool(self.steps.relations.values.any())

    @property
    def has_memo(self) -> bool:
        """Return whether the search stores anything."""
        return len(self.steps.memo) > 0

    @property
    def has_sets(self) -> bool:
        """Return whether stored entries have dependency sets."""
        return self.has_memo and self.steps.entries[0].needs is not None

    @property
    def has_windows(self) -> bool:
        """Return whether any step has windows or cut-off nodes."""
        return len(self.steps.windows) + len(self.steps.pruned) > 0

    # ---- the state at a step

    def scores_at(self, step: int, nodes: Iterable[str] | None = None) -> Mapping[str, Score]:
        """Return the scores at a step, of all nodes or of `nodes`, by node id."""
        codes = self.steps.scores.at(self.steps.number(step))
        return self._values_by_id(codes, codes >= 0, self.values.__getitem__, nodes)

    def relations_at(self, step: int, nodes: Iterable[str] | None = None) -> Mapping[str, Relation]:
        """Return the relations that are not exact at a step, of all nodes or of `nodes`, by node id."""
        codes = self.steps.relations.at(self.steps.number(step))
        return self._values_by_id(codes, codes > 0, RELATIONS.__getitem__, nodes)

    def bounds_at(self, step: int, nodes: Iterable[str] | None = None) -> Mapping[str, Bounds]:
        """Return the bounds at a step, of all nodes or of `nodes`, by node id."""
        return self._bounds_by_id(self.steps.bounds.at(self.steps.number(step)), nodes)

    def windows_at(self, step: int) -> Mapping[str, Bounds]:
        """Return the windows of alpha and beta that are open at a step, by node id."""
        return self._bounds_by_id(self.steps.windows.at(self.steps.number(step)), None)

    def finality_at(self, step: int, nodes: Iterable[str] | None = None) -> Mapping[str, Finality]:
        """Return the finality at a step of all nodes known then, or of those in `nodes`, by node id."""
        number = self.steps.number(step)
        return self._values_by_id(self.steps.finality.at(number), self.discovery <= number, Finality, nodes)

    def pruned_at(self, step: int) -> Set[str]:
        """Return the ids of the nodes that are cut off at a step."""
        codes = self.steps.pruned.at(self.steps.number(step))
        return self._values_by_id(codes, codes > 0, bool, None).keys()

    def notes_at(self, step: int, nodes: Iterable[str] | None = None) -> Mapping[str, str]:
        """Return the notes at a step, on all nodes or on `nodes`, by node id."""
        codes = self.steps.notes.at(self.steps.number(step))
        return self._values_by_id(codes, codes > 0, self.steps.texts.__getitem__, nodes)

    def memo_at(self, step: int, nodes: Iterable[str] | None = None) -> dict[int, Stored]:
        """Return the entries in the memo or table at a step by state number, in the order of first storing."""
        memo, states = self.steps.memo, self.steps.memo.in_order
        if nodes is not None:
            states = states[np.isin(states >> 1, self._indices(nodes))]
        codes = memo.at(self.steps.number(step))[states]
        there = codes >= 0
        rows = zip(states[there].tolist(), codes[there].tolist(), strict=True)
        return {state: self.steps.entries[code] for state, code in rows}

    def kinds_at(self, step: int, nodes: Iterable[str] | None = None) -> Mapping[str, Kind]:
        """Return the kinds at a step of all nodes known then, or of those in `nodes`: open before expansion."""
        number = self.steps.number(step)
        codes = np.where(self.expanded > number, CODES[Kind.OPEN], self.graph.columns.kinds)
        return self._values_by_id(codes, self.discovery <= number, KINDS.__getitem__, nodes)

    def score_rows(self, steps: Sequence[int], nodes: Sequence[str]) -> list[list[Score | None]]:
        """Return the scores of `nodes` at ascending `steps`: a row a step, None for no score."""
        lookup: list[Score | None] = [*self.values, None]
        codes = self.steps.scores.rows(steps, self._indices(nodes)).tolist()
        return [[lookup[code] for code in row] for row in codes]

    def relation_rows(self, steps: Sequence[int], nodes: Sequence[str]) -> list[list[Relation]]:
        """Return the relations of the scores of `nodes` at ascending `steps`: a row a step."""
        codes = self.steps.relations.rows(steps, self._indices(nodes)).tolist()
        return [[RELATIONS[code] for code in row] for row in codes]

    def bound_rows(self, steps: Sequence[int], nodes: Sequence[str]) -> list[list[Bounds | None]]:
        """Return the bounds of `nodes` at ascending `steps`: a row a step, None for no bounds."""
        values, pairs = self.values, self.steps.bounds.rows(steps, self._indices(nodes)).tolist()
        return [[None if low < 0 else (values[low], values[high]) for low, high in row] for row in pairs]

    def finals(self, steps: Sequence[int], nodes: Sequence[str]) -> NDArray[np.bool_]:
        """Return whether `nodes` have a final score or bounds at ascending `steps`: array of shape (steps, nodes)."""
        return np.asarray(self.steps.finality.rows(steps, self._indices(nodes)) == Finality.FINAL)

    def counts_of(self, counter: str) -> NDArray[np.int64]:
        """Return the values of a counter at every step, 0 where a step does not have it."""
        if counter not in self.steps.counters:
            return np.zeros(len(self), np.int64)
        column = self.steps.counts.rows(range(len(self)), np.array([self.steps.counters.index(counter)]))
        return np.maximum(column[:, 0], 0)

    # ---- the steps at which something happens

    def changes_of(self, node: str) -> list[int]:
        """Return the steps, ascending, in which score, bounds or finality of a node change.

        They count from the first recorded step; `first` more is their number in the run, as tables and files have it.
        Raises `GraphError` if there is no such node.
        """
        index, steps = self.graph.index_of(node), self.steps
        logs = (steps.scores, steps.relations, steps.bounds, steps.finality)
        listed: list[int] = np.unique(np.concatenate([changes.steps_of(index) for changes in logs])).tolist()
        return listed if self.news is None else _with_first(node in self.news.nodes, listed)

    def rises_of(self, counter: str) -> list[int]:
        """Return the steps, ascending, in which a counter rises, such as "refusals" or "cutoffs".

        They count from the first recorded step, as in `changes_of`; there are none for a counter that does not occur.
        """
        if counter not in self.steps.counters:
            return []
        counts = self.steps.counts
        rows = np.flatnonzero(counts.keys == self.steps.counters.index(counter))
        values = np.maximum(counts.values[rows], 0)
        listed: list[int] = counts.steps[rows[np.diff(values, prepend=0) > 0]].tolist()
        return listed if self.news is None else _with_first(counter in self.news.counters, listed)

    def first_wrong(self, truth: Mapping[str, Score]) -> int | None:
        """Return the first step that makes a wrong score of a node final, stores it or reads it.

        In a trace with bounds: the first step in which a lower bound is above, or an upper bound below, the true score.
        A score that is stored as conditional is not said to be the true one; it counts only if the step marks it as
        wrong, as a naive memo or table does, which forgets the condition.

        Parameters
        ----------
        truth : the true scores of nodes, all or some, by node id.

        Returns
        -------
        The step, counted from the first recorded one, which also has the errors before it; None if nothing is wrong in
        the whole run.

        Raises
        ------
        GraphError
            If `truth` is empty, or has a node that the graph does not have.
        LimitError
            If nothing is wrong in the recorded steps, and the run has others.
        """
        self._require_nodes(truth)
        wrong = self._steps_with_wrong_bounds(truth) if self.has_bounds else self._steps_with_wrong_scores(truth)
        if len(wrong):
            return int(wrong.min())
        if self.left_out:
            last = self.first + len(self) - 1
            span = f"steps {self.first:,} to {last:,}" if last > self.first else f"step {last:,}"
            todo = "begin at step 0" if self.first else "raise the limits"
            raise LimitError(f"no score is wrong in {span}; the other steps of the run were not looked at, so {todo}")
        return None

    def _require_nodes(self, truth: Mapping[str, Score]) -> None:
        """Raise GraphError if true scores are of no nodes of the graph; if it grows, one node is enough."""
        if not truth:
            raise GraphError("first_wrong needs the true scores of nodes by their ids, got none")
        if (self.steps.grows or self.graph.count(Kind.OPEN)) and any(id in self.graph.index for id in truth):
            return
        for id in truth:
            self.graph.index_of(id)

    def _steps_with_wrong_scores(self, truth: Mapping[str, Score]) -> Numbers:
        """Return the steps that make a wrong score final, store it or read it, in any order."""
        steps, scores, span = self.steps, self.steps.scores, len(self)
        codes = {score: code for code, score in enumerate(self.values)}
        right = np.array([codes.get(truth[id], _NEVER) if id in truth else _ANY for id in steps.nodes.ids], np.int64)
        is_final = steps.finality.values == Finality.FINAL
        is_storing = np.isin(steps.activity.values, [ACTIVITIES.index(role) for role in _STORING])
        stored = _moment_keys(steps.activity, span)[is_storing]
        roles = np.append(steps.finality.values, Finality.UNKNOWN)[_latest_changes(steps.finality, stored, span)]
        is_marked = steps.activity.values[is_storing] == ACTIVITIES.index(Activity.WRONG)
        stored = stored[(roles != Finality.CONDITIONAL) | is_marked]
        claims = np.concatenate((_moment_keys(steps.finality, span)[is_final], stored))
        rows = _latest_changes(scores, claims, span)  # the change that gave the score its value
        claims, rows = claims[rows >= 0], rows[rows >= 0]
        keys, values = claims // span, scores.values[rows]
        has_score = (values >= 0) & (right[keys] != _ANY)
        is_exact = steps.relations.values[rows] == 0
        wrong = is_exact & (right[keys] != values)
        for row in np.flatnonzero(has_score & ~is_exact).tolist():
            relation = RELATIONS[steps.relations.values[rows[row]]]
            wrong[row] = not relation.allows(self.values[values[row]], truth[steps.nodes.ids[keys[row]]])
        return np.asarray((claims % span)[has_score & wrong])

    def _steps_with_wrong_bounds(self, truth: Mapping[str, Score]) -> Numbers:
        """Return the steps with bounds that the true score of their node contradicts, in any order."""
        bounds, values, ids = self.steps.bounds, self.values, self.steps.nodes.ids
        rows = zip(bounds.steps.tolist(), bounds.keys.tolist(), bounds.values.tolist(), strict=True)
        wrong = (
            step
            for step, key, (low, high) in rows
            if ids[key] in truth and not values[low] <= truth[ids[key]] <= values[high]
        )
        return np.fromiter(wrong, np.int64)

    def _indices(self, nodes: Iterable[str]) -> NDArray[np.intp]:
        return np.fromiter(map(self.graph.index_of, nodes), np.intp)

    def _bounds_by_id(self, codes: Numbers, nodes: Iterable[str] | None) -> Mapping[str, Bounds]:
        values = self.values
        return self._values_by_id(codes, codes[:, 0] >= 0, lambda pair: (values[pair[0]], values[pair[1]]), nodes)

    def _values_by_id(
        self, codes: Numbers, there: NDArray[np.bool_], value: Callable[[Any], T], nodes: Iterable[str] | None
    ) -> Mapping[str, T]:
        """Return the decoded values of the nodes that have one, among all nodes or `nodes`, by id."""
        if nodes is None:
            rows = np.flatnonzero(there)
            return ColumnMapping(self.graph, rows, codes[rows], value)
        chosen = self._indices(nodes)
        chosen = chosen[there[chosen]]
        ids = map(self.graph.ids.__getitem__, chosen.tolist())
        return dict(zip(ids, map(value, codes[chosen].tolist()), strict=True))


def _with_first(is_first: bool, steps: list[int]) -> list[int]:
    """Return the steps after the first recorded one, with that one in front if `is_first`."""
    return [*([0] if is_first else []), *(step for step in steps if step > 0)]


def _moment_keys(changes: Changes, span: int) -> NDArray[np.int64]:
    """Return a number for each change that sorts by key, then step: `key * span + step`."""
    return np.asarray(changes.keys.astype(np.int64) * span + changes.steps)


def _latest_changes(changes: Changes, moments: NDArray[np.int64], span: int) -> NDArray[np.int64]:
    """Return for each moment the index of the last change of its key up to it, or -1."""
    order = np.append(np.argsort(changed := _moment_keys(changes, span)), -1)
    rows = order[changed[order[:-1]].searchsorted(moments, side="right") - 1]
    return np.where(np.append(changes.keys, -1)[rows] == moments // span, rows, -1)
