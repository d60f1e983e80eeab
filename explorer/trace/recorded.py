"""The steps of a run in columns, from which each step is built again when it is read.

A `Step` with its caption takes 2 kB; a million of them would take 2 GB.  In columns (changes as numbers, captions as
shapes and fillings) a step of a search takes some 150 bytes.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any, TypeVar, overload

from explorer.model.graph import Move
from explorer.model.scores import Score
from explorer.trace.by_node import ColumnMapping
from explorer.trace.changes import Changes, Log, frozen
from explorer.trace.sentences import Nodes, Sentences
from explorer.trace.step import Activity, Finality, Growth, Mark, Path, Relation, SearchEvent, Step, Stored, Transit

NO_SCORE = NO_EVENT = NO_GIVER = -1
NOT_COUNTED = -(1 << 63)  # the value of a counter that a step does not have
_AT_ONCE = 256  # steps that are built at once in an iteration over all

ACTIVITIES = tuple(Activity)
_ACTIVITY_CODES = {role: code for code, role in enumerate(ACTIVITIES)}
RELATIONS = tuple(Relation)  # the first one is exact
_RELATION_CODES = {relation: code for code, relation in enumerate(RELATIONS)}
MARKS = tuple(Mark)
_MARK_CODES = {mark: code for code, mark in enumerate(MARKS)}
_EVENTS = tuple(SearchEvent)
_EVENT_CODES: dict[SearchEvent | None, int] = {event: code for code, event in enumerate(_EVENTS)}

T = TypeVar("T")


class ScoreCodes(dict[Score, int]):
    """Whole numbers from 0 up that stand for the scores of a run."""

    def __missing__(self, score: Score) -> int:
        code = self[score] = len(self)
        return code


class StepWriter:
    """Writer of steps into columns, one by one.

    Attributes
    ----------
    changes : the number of recorded changes, over all nodes.
    """

    def __init__(self, nodes: Nodes) -> None:
        self.nodes = nodes
        self.changes = 0
        self.values = ScoreCodes()
        self.scores, self.finality, self.activity = Log(), Log(), Log()
        self.relations = array("b")  # of the scores, change by change
        self.bounds, self.windows = Log(2), Log(2)
        self.pruned, self.notes, self.marks = Log(), Log(), Log(2)
        self.transits = Log(3)
        self.counts = Log(typecode="q")
        self.sentences = Sentences(nodes)
        self.texts: dict[str, int] = {"": 0}  # of notes and of values under way
        self.counters: dict[str, int] = {}
        self.lines, self.focus, self.moves = array("i"), array("i"), array("i")
        self.trails: list[Path | None] = []
        self.events, self.givers = array("b"), array("i")
        self.growth: dict[int, Growth] = {}
        self.memo = Log()
        self.entries: list[Stored] = []
        self._counted: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.lines)

    def copy(self) -> StepWriter:
        """Return a writer of the steps so far, to which later ones are not added."""
        twin = copy(self)
        for name, part in vars(self).items():
            if not isinstance(part, Nodes | Sentences):  # these are read by number, and only grow
                setattr(twin, name, copy(part))
        return twin

    def add(self, step: Step) -> None:
        """Add one more step, whose nodes are all known."""
        at, index, number = len(self), self.nodes.index, self.nodes.number
        of_nodes = step.scores, step.finality, step.bounds, step.activity, step.windows, step.pruned, step.notes
        self.changes += sum(map(len, of_nodes))
        if step.scores:
            self._add_changes(self.scores, step.scores, self._score_code)
            self._add_relations(step)
        for id, (low, high) in step.bounds.items():
            self.bounds.add(at, index[id], self.values[low], self.values[high])
        for id, window in step.windows.items():
            ends = (NO_SCORE, NO_SCORE) if window is None else (self.values[window[0]], self.values[window[1]])
            self.windows.add(at, index[id], *ends)
        if step.finality:
            self._add_changes(self.finality, step.finality, int)
        if step.activity:
            self._add_changes(self.activity, step.activity, _ACTIVITY_CODES.__getitem__)
        if step.pruned:
            self._add_changes(self.pruned, step.pruned, int)
        if step.notes:
            self._add_changes(self.notes, step.notes, lambda note: self.texts.setdefault(note, len(self.texts)))
        for (one, other), mark in step.marks.items():
            self.marks.add(at, number(one), number(other), _MARK_CODES[mark])
        for (one, other), transit in step.transits.items():
            self.changes += 1
            text = self.texts.setdefault(transit.values, len(self.texts))
            self.transits.add(at, number(one), number(other), text, transit.signals)
        if step.counters != self._counted:
            self._add_counters(at, step.counters)
        if step.growth is not None:
            self.growth[at] = step.growth
        for state, entry in step.memo.items():
            self.memo.add(at, state, len(self.entries))
            self.entries.append(entry)
            self.values[entry.score]  # gives it a number
        self.sentences.add(step.words)
        self.lines.append(step.line)
        self.focus.append(number(step.focus))
        source, target = step.move or (None, None)
        self.moves.append(number(source))
        self.moves.append(number(target))
        self.trails.append(step.trail)
        self.events.append(_EVENT_CODES.get(step.event, NO_EVENT))
        self.givers.append(NO_GIVER if step.giver is None else step.giver)

    def _add_relations(self, step: Step) -> None:
        """Add the relations between a step's scores and the true ones."""
        if step.relations:
            self.relations.extend(_RELATION_CODES[step.relations.get(id, Relation.EXACT)] for id in step.scores)
        else:
            self.relations.frombytes(bytes(len(step.scores)))

    def _score_code(self, score: Score | None) -> int:
        return NO_SCORE if score is None else self.values[score]

    def _add_changes(self, log: Log, changes: Mapping[str, T], number: Callable[[T], int]) -> None:
        """Add the changes of a step to a log; columns of the graph that the run began with as they are."""
        at, index = len(self), self.nodes.index
        if (
            type(changes) is not dict
            and isinstance(changes, ColumnMapping)
            and changes.graph.columns is self.nodes.columns
        ):
            log.extend(at, changes.rows, changes.encode(number))
            return
        for id, change in changes.items():
            log.add(at, index[id], number(change))

    def _add_counters(self, at: int, counters: Mapping[str, int]) -> None:
        """Add the counters that changed, also those that are gone."""
        before, self._counted = self._counted, dict(counters)
        for name, count in counters.items():
            if before.get(name) != count:
                self.counts.add(at, self.counters.setdefault(name, len(self.counters)), count)
        if before.keys() != counters.keys():
            for name in before.keys() - counters.keys():
                self.counts.add(at, self.counters[name], NOT_COUNTED)


class RecordedSteps(Sequence[Step]):
    """The steps of a run, read from the columns of a writer.

    Attributes
    ----------
    nodes : the numbers of the nodes.
    values : every score and every bound that occurs.
    texts : every note and every text of values under way; the first is "", for none.
    counters : the names of the counters.
    scores, bounds, windows : by node, indices in `values`, −1 for none.
    relations : by node, indices in `RELATIONS`, for every change of a score.
    finality, pruned, notes : by node, the role, 1 if it is cut off, the index in `texts`.
    counts : by counter.
    memo : by the number of a state, indices in `entries`, −1 for none.
    entries : the entries that the memo or the table gets, in order.
    activity : by node, each time for one step: indices in `ACTIVITIES`.
    marks : by the source of a move, each time for one step: the target, and the index in `MARKS`.
    transits : by the source of a move, each time for one step: the target, the index in `texts` of the values under
        way, and the number of signals.
    sentences : the caption of each step.
    lines, focus, moves, trails : of each step; `moves` has two nodes for each.
    events, givers : of each step, indices in `SearchEvent` and numbers of steps, -1 for none.
    """

    def __init__(self, writer: StepWriter) -> None:
        size = len(writer.nodes.ids)
        self.nodes = writer.nodes
        self.values: tuple[Score, ...] = tuple(writer.values)
        self.texts: tuple[str, ...] = tuple(writer.texts)
        self.counters: tuple[str, ...] = tuple(writer.counters)
        self.scores = writer.scores.changes(size, NO_SCORE)
        self.relations = replace(self.scores, values=frozen(writer.relations), blank=0)
        self.bounds = writer.bounds.changes(size, NO_SCORE)
        self.windows = writer.windows.changes(size, NO_SCORE)
        self.finality = writer.finality.changes(size, Finality.UNKNOWN)
        self.pruned = writer.pruned.changes(size, 0)
        self.notes = writer.notes.changes(size, 0)
        self.activity = writer.activity.changes(size)
        self.counts = writer.counts.changes(len(self.counters), NOT_COUNTED)
        self.marks = writer.marks.changes(size)
        self.transits = writer.transits.changes(size)
        self.sentences = writer.sentences
        self.lines, self.focus, self.moves = writer.lines, writer.focus, writer.moves
        self.trails, self._growth = writer.trails, writer.growth
        self.events, self.givers = writer.events, writer.givers
        self.memo, self.entries = writer.memo.changes(2 * size), writer.entries

    def __len__(self) -> int:
        return len(self.lines)

    @overload
    def __getitem__(self, number: int) -> Step: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Step]: ...
    def __getitem__(self, number: int | slice) -> Step | Sequence[Step]:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(len(self)))]
        index = self.number(number)
        return next(self._rebuilt_steps(index, index + 1))

    def __iter__(self) -> Iterator[Step]:
        return self.between(0, len(self))

    def number(self, step: int) -> int:
        """Return the step number counted from 0; raise IndexError if there is no such step."""
        number = step + len(self) if step < 0 else step
        if not 0 <= number < len(self):
            raise IndexError(f"the trace has {len(self):,} steps; there is no step {step:,}")
        return number

    @property
    def grows(self) -> bool:
        """Return whether any recorded step expands a node."""
        return len(self._growth) > 0

    def between(self, first: int, end: int) -> Iterator[Step]:
        """Return the recorded steps from `first` to the one before `end`."""
        starts = range(first, end, _AT_ONCE)
        return chain.from_iterable(self._rebuilt_steps(start, min(start + _AT_ONCE, end)) for start in starts)

    def counters_at(self, step: int) -> dict[str, int]:
        """Return the counters of a step."""
        counts = zip(self.counters, self.counts.at(step).tolist(), strict=True) if self.counters else ()
        return {name: count for name, count in counts if count != NOT_COUNTED}

    def _rebuilt_steps(self, first: int, end: int) -> Iterator[Step]:
        """Yield the steps of a range, built again from the columns."""
        values, texts = self.values, self.texts
        of_steps = partial(self._changes_by_step, first, end)
        scores = of_steps(self.scores, lambda code: None if code < 0 else values[code])
        relations = of_steps(self.relations, RELATIONS.__getitem__)
        bounds = of_steps(self.bounds, lambda pair: (values[pair[0]], values[pair[1]]))
        windows = of_steps(self.windows, lambda pair: None if pair[0] < 0 else (values[pair[0]], values[pair[1]]))
        finality = of_steps(self.finality, Finality)
        activity = of_steps(self.activity, ACTIVITIES.__getitem__)
        pruned = of_steps(self.pruned, bool)
        notes = of_steps(self.notes, texts.__getitem__)
        marks = self._move_entries_by_step(self.marks, first, end, lambda mark: MARKS[mark])
        transits = self._move_entries_by_step(
            self.transits, first, end, lambda text, signals: Transit(texts[text], signals)
        )
        memo = _rows_by_step(self.memo, first, end)
        counters = self.counters_at(first - 1) if first else {}
        counts = _rows_by_step(self.counts, first, end)
        for number in range(first, end):
            for counter, count in counts.get(number, ()):
                if count == NOT_COUNTED:
                    counters.pop(self.counters[counter], None)
                else:
                    counters[self.counters[counter]] = count
            yield Step(
                self.sentences[number],
                self.lines[number],
                scores=scores.get(number) or {},
                bounds=bounds.get(number) or {},
                finality=finality.get(number) or {},
                activity=activity.get(number) or {},
                focus=self.nodes.id(self.focus[number]),
                move=self._move(number),
                trail=self.trails[number],
                event=None if self.events[number] == NO_EVENT else _EVENTS[self.events[number]],
                giver=None if self.givers[number] == NO_GIVER else self.givers[number],
                counters=dict(counters),
                notes=notes.get(number) or {},
                growth=self._growth.get(number),
                memo={state: self.entries[code] for state, code in memo.get(number, ())},
                windows=windows.get(number) or {},
                pruned=pruned.get(number) or {},
                marks=marks.get(number) or {},
                transits=transits.get(number) or {},
                relations={
                    id: relation for id, relation in relations.get(number, {}).items() if relation is not Relation.EXACT
                },
            )

    def _changes_by_step(
        self, first: int, end: int, changes: Changes, decode: Callable[..., T]
    ) -> dict[int, dict[str, T]]:
        """Return the changes of each step in a range, by step and node id."""
        ids = self.nodes.ids
        groups = _rows_by_step(changes, first, end)
        return {step: {ids[key]: decode(value) for key, value in rows} for step, rows in groups.items()}

    def _move_entries_by_step(
        self, changes: Changes, first: int, end: int, decode: Callable[..., T]
    ) -> dict[int, dict[Move, T]]:
        """Return the entries on moves of each step in a range, by step and move."""

        def id_of(number: int) -> str:
            return self.nodes.id_and_name(number)[0]

        groups = _rows_by_step(changes, first, end)
        return {
            step: {(id_of(one), id_of(other)): decode(*values) for one, (other, *values) in rows}
            for step, rows in groups.items()
        }

    def _move(self, number: int) -> Move | None:
        one, other = (self.nodes.id(end) for end in self.moves[2 * number : 2 * number + 2])
        return None if one is None or other is None else (one, other)


def _rows_by_step(changes: Changes, first: int, end: int) -> dict[int, list[tuple[int, Any]]]:
    """Return keys and values of the changes by step, in order, for the steps of a range that have any."""
    rows = changes.within(first, end)
    groups: dict[int, list[tuple[int, Any]]] = {}
    if rows.start == rows.stop:
        return groups
    columns = [changes.steps[rows], changes.keys[rows], changes.values[rows]]
    for step, key, value in zip(*(column.tolist() for column in columns), strict=True):
        groups.setdefault(step, []).append((key, value))
    return groups
