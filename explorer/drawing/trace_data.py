"""A trace as the browser gets it: small, and of a long one the part that it shows, and more when it asks for it."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from explorer.algorithms import Algorithm
from explorer.drawing.memo_table import Span, is_doubled, memo_data, memo_title, span_of
from explorer.drawing.node_colours import Scale
from explorer.drawing.values import Values
from explorer.model.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY, Score, score_to_json
from explorer.trace import Activity, Finality, Path, Relation, Step, Stored, Trace
from explorer.trace.caption import Caption
from explorer.trace.changes import Changes

MOST_WORTHS_HALVED = 40  # finite worths of endless play up to which the ones halfway between them are offered too

_ACTIVITIES = list(Activity)
_RELATIONS = list(Relation)
_SIGNS = [{"text": relation.sign, "scored": relation.is_score} for relation in _RELATIONS]
_NOTHING: dict[str, Any] = {"s": [], "r": [], "o": []}  # known before the first step
Jump = Literal["change", "rise"]
Change = TypeVar("Change")


CHUNK = 500  # steps that travel together
_AT_ONCE = 4  # chunks up to which a trace travels whole
_NEAR_END = 2 * CHUNK  # of a path: further back than the search goes within a chunk


@dataclass(frozen=True)
class SentTrace:
    """A trace for the browser, of all nodes or of those that are `shown`: what it needs to begin with, and the rest.

    Nodes, scores and activities are indices in lists that are sent once.  Steps come in chunks of `CHUNK`, of which
    the browser asks for more (`chunk`).  A step holds what changed: `c` caption, `l` line, `s` node and score by turns
    (-1 for none), `r` node and finality, `a` node and activity, `f` focus (-1 for none), `m` move or null, `p` the end
    of the path as an index in the `cells` of its chunk (-1 for none), `k` counters, `o` notes.  Only if its caption
    names nodes, it holds `n`: where a name begins and ends there, in characters, and the node.  A cell is a node and
    the cell before it, so that steps share their paths; -n in place of a node stands for n nodes that are not shown.
    A chunk has a `start`, which holds how things stand before its first step as if one step had changed it all.

    Of nodes that are not shown nothing is told but where they stand in the focus, on a path or in a caption: their
    indices go on after those of `nodes`, and the `others` of the chunk have their ids and names.

    Only if there are bounds, the trace is `bounded`, a step holds `b` (node, lower and upper bound by turns), and
    `endless` has what endless play can be set to.  Only if the graph grew, `found` and `expanded` have for every node
    the step from which it is there, and the step from which it is not open any more.  Only if there are windows of
    alpha and beta, the trace is `windowed` and a step holds `w` (node, alpha and beta by turns, indices in `values`,
    -1 for none) and `g` (node and 1 if it is cut off, else 0).  A step has `q` only if it marks moves: from, to and
    the mark.  Only if some scores are bounds or estimates of scores, `signs` has what stands before them, and a step
    holds `e`: for each of its scores in `s` an index there, 0 for an exact one.  Only if the first steps of the run
    were not recorded, `first` is the number of the first one that was.  Only if the algorithm has words for scores,
    such as W, `words` has the scores that they stand for.  Only if the search stores anything, there is `memo`, and a
    step that stores something holds `y`, a list of entries (`MemoEntry`).
    """

    trace: Trace
    algorithm: Algorithm
    shown: Collection[str] | None = None

    def data(self, step: int = 0) -> dict[str, Any]:
        """What the browser needs to begin at a step: of a long trace the steps around it."""
        last = self.chunks - 1
        here = min(step // CHUNK, last)
        wanted = range(self.chunks) if last < _AT_ONCE else range(max(0, here - 1), min(here + 1, last) + 1)
        return self.with_chunks(wanted)

    def whole(self) -> dict[str, Any]:
        """All of the trace."""
        return self.with_chunks(range(self.chunks))

    @property
    def chunks(self) -> int:
        """How many chunks the steps come in."""
        return -(-len(self.trace) // CHUNK)

    def with_chunks(self, numbers: Iterable[int]) -> dict[str, Any]:
        """All but the steps, and some of them."""
        trace, algorithm, words = self.trace, self.algorithm, self.algorithm.words
        return {
            "algorithm": algorithm.name,
            "title": algorithm.title,
            "warning": algorithm.warning,
            "pseudocode": algorithm.pseudocode,
            "nodes": self._ids,
            "values": [asdict(self._looks.score(value)) for value in trace.values],
            **_scale_data(self._looks),
            "bounded": trace.has_bounds,
            "roles": [role.name.lower() for role in Finality],
            "activities": [str(role) for role in _ACTIVITIES],
            "counters": trace.steps.counters,
            "length": len(trace),
            "chunkLength": CHUNK,
            "chunks": list(map(self.chunk, numbers)),
            "left_out": trace.left_out,
            **({"first": trace.first} if trace.first else {}),
            **({"linesOff": off} if (off := algorithm.lines_off(trace.options)) else {}),
            **({"notesTitle": algorithm.notes_title} if algorithm.notes_title else {}),
            **({"words": {word: score_to_json(score) for score, word in words.items()}} if words else {}),
            **({"windowed": True} if trace.has_windows else {}),
            **({"signs": _SIGNS} if trace.has_relations else {}),
            **({"memo": self._memo_head} if trace.has_memo else {}),
            **(_endless_data(trace, self._looks) if trace.has_bounds else {}),
            **_growth_data(trace, self._ids),
        }

    def chunk(self, number: int) -> dict[str, Any]:
        """The steps of a chunk, and how things stand before the first of them."""
        first = number * CHUNK
        named = _Named(self._index)
        cells = _Cells(named)
        steps = list(self.trace.steps.between(first, min(first + CHUNK, len(self.trace)), self._is_shown))
        span = span_of(self.trace, steps)
        data = {
            "number": number,
            "start": self._start(first - 1, named, span) if first else _NOTHING,
            "steps": [self._step_data(step, cells, span) for step in steps],
            "cells": cells.listed,
        }
        nodes = self.trace.steps.nodes
        others = [[id, nodes.names[nodes.index[id]]] for id in named.others]
        return data | ({"others": others} if others else {})

    def jump(self, to: Jump, name: str, step: int, *, forward: bool) -> int | None:
        """The next step, or the one before, in which a node (by its id) changes or a counter rises; None if none."""
        if to == "change" and name not in self.trace.graph.index:
            return None
        steps = self.trace.changes_of(name) if to == "change" else self.trace.rises_of(name)
        if forward:
            return next((each for each in steps if each > step), None)
        return next((each for each in reversed(steps) if each < step), None)

    @cached_property
    def _looks(self) -> Values:
        return Values.of_trace(self.trace, self.algorithm)

    @cached_property
    def _ids(self) -> list[str]:
        index = self.trace.graph.index
        return list(index) if self.shown is None else sorted(self.shown, key=index.__getitem__)

    @cached_property
    def _index(self) -> dict[str, int]:
        return {id: index for index, id in enumerate(self._ids)}

    @cached_property
    def _is_shown(self) -> NDArray[np.bool_] | None:
        """Which nodes are shown, by their numbers; None if all are."""
        if self.shown is None:
            return None
        found = np.zeros(len(self.trace.steps.nodes.ids), np.bool_)
        found[[self.trace.graph.index[id] for id in self._ids]] = True
        return found

    @cached_property
    def _values(self) -> dict[Score, int]:
        return {score: index for index, score in enumerate(self.trace.values)}

    @property
    def _memo_head(self) -> dict[str, Any]:
        signs = [relation.sign for relation in _RELATIONS]
        title, doubled = memo_title(self.trace, self.algorithm), is_doubled(self.trace)
        return {"title": title, "signs": signs, "doubled": doubled, "sets": self.trace.has_sets}

    def _memo(self, entries: Mapping[int, Stored], named: _Named, span: Span) -> dict[str, Any]:
        """Entries of the memo, if there are any."""
        if not entries:
            return {}
        return {"y": memo_data(self.trace, entries, self._values, self._index, named.index, span=span)}

    def _start(self, step: int, named: _Named, span: Span) -> dict[str, Any]:
        """How things stand at a step."""
        steps, rows = self.trace.steps, [self.trace.graph.index[id] for id in self._ids]

        def standing(changes: Changes) -> list[int]:
            values = changes.at(step)[rows].reshape(len(rows), -1)
            there = np.flatnonzero((values != changes.blank).any(axis=1))
            return [int(number) for row in there for number in (row, *values[row])]

        scores, relations = standing(steps.scores), steps.relations.at(step)[rows]
        notes = self.trace.notes_at(step, self._ids)
        return {
            "s": scores,
            **({"e": relations[scores[::2]].tolist()} if self.trace.has_relations else {}),
            "r": standing(steps.finality),
            "o": [[self._index[id], note] for id, note in notes.items()],
            **({"b": standing(steps.bounds)} if self.trace.has_bounds else {}),
            **({"w": standing(steps.windows), "g": standing(steps.pruned)} if self.trace.has_windows else {}),
            **(self._memo(self.trace.memo_at(step, self._ids), named, span) if self.trace.has_memo else {}),
        }

    def _step_data(self, step: Step, cells: _Cells, span: Span) -> dict[str, Any]:
        index, values = self._index, self._values
        bounds = ((at, values[low], values[high]) for at, (low, high) in _of_nodes(step.bounds, index))
        scores = _of_nodes(step.scores, index)
        return {
            "c": step.caption,
            "l": step.line,
            "s": _flat((at, -1 if score is None else values[score]) for at, score in scores),
            "r": _flat((at, int(role)) for at, role in _of_nodes(step.finality, index)),
            "a": _flat((at, _ACTIVITIES.index(role)) for at, role in _of_nodes(step.activity, index)),
            "f": -1 if step.focus is None else cells.named.index(step.focus),
            "m": None if step.move is None or not index.keys() >= {*step.move} else [index[end] for end in step.move],
            "p": cells.index(step.trail),
            "k": [step.counters.get(name, 0) for name in self.trace.steps.counters],
            "o": [[at, note] for at, note in _of_nodes(step.notes, index)],
            **({"n": spans} if (spans := _names(step.said, cells.named)) else {}),
            **({"b": _flat(bounds)} if self.trace.has_bounds else {}),
            **({"e": [_sign(step, self._ids[at]) for at, _ in scores]} if self.trace.has_relations else {}),
            **(_window_data(step, index, values) if self.trace.has_windows else {}),
            **({"q": _marks(step, index)} if step.marks else {}),
            **self._memo(step.memo, cells.named, span),
        }


def worths_of_endless(values: Iterable[Score], *, chosen: Score = 0) -> list[Score]:
    """What endless play can be set to, ascending: the infinities, 0, every finite value and what lies halfway.

    Examples
    --------
    >>> worths_of_endless([-1, 2, float("inf")])
    [-inf, -1, Fraction(-1, 2), 0, 1, 2, inf]
    """
    finite = sorted({0, chosen, *values} - {NEGATIVE_INFINITY, POSITIVE_INFINITY})
    halves = [_halfway(low, high) for low, high in pairwise(finite)] if len(finite) <= MOST_WORTHS_HALVED else []
    return [NEGATIVE_INFINITY, *sorted({*finite, *halves}), POSITIVE_INFINITY]


def still_data(
    scores: Mapping[str, Score | None], scale: Scale, *, notes: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """One picture as a trace of one step: the score of every node, its colour on a scale, and notes on some."""
    known = [index for index, score in enumerate(scores.values()) if score is not None]
    step = {
        "c": "",
        "l": 0,
        "s": _flat((index, index) for index in known),
        "r": [],
        "a": [],
        "f": -1,
        "m": None,
        "p": -1,
        "k": [],
        "o": [[index, notes[id]] for index, id in enumerate(scores) if id in notes] if notes else [],
    }
    return {
        "nodes": list(scores),
        "values": [asdict(scale.look(score)) for score in scores.values()],
        **_scale_data(Values(scale)),
        "bounded": False,
        "roles": [],
        "activities": [],
        "counters": [],
        "pseudocode": [],
        "length": 1,
        "chunkLength": CHUNK,
        "chunks": [{"number": 0, "start": _NOTHING, "steps": [step], "cells": []}],
        "left_out": "",
    }


def _scale_data(looks: Values) -> dict[str, Any]:
    """What the legend says of the colours."""
    return {"fills": looks.meaning, "scale": looks.scale.stops}


def _endless_data(trace: Trace, looks: Values) -> dict[str, Any]:
    """What endless play can be set to in ascending order, as looks and as exact numbers, and the indices of every value
    and of the notches (0 and the finite values) among them."""
    worths = worths_of_endless(trace.values, chosen=trace.endless)
    indices = {worth: index for index, worth in enumerate(worths)}
    notches = {indices[value] for value in (0, *trace.values) if math.isfinite(value)}
    exact, ranks = [*map(score_to_json, worths)], [indices[value] for value in trace.values]
    return {
        "endless": {
            "worths": [asdict(looks.score(worth)) for worth in worths],
            "exact": exact,
            "ranks": ranks,
            "notches": sorted(notches),
        }
    }


def _growth_data(trace: Trace, ids: list[str]) -> dict[str, Any]:
    if not trace.found.any() and not trace.expanded.any():
        return {}
    rows = [trace.graph.index[id] for id in ids]
    return {"found": trace.found[rows].tolist(), "expanded": trace.expanded[rows].tolist()}


def _halfway(low: Score, high: Score) -> Score:
    """The number in the middle, exact where both ends are."""
    if isinstance(low, float) or isinstance(high, float):
        return float(low) / 2 + float(high) / 2
    middle = Fraction(low + high, 2)
    return middle.numerator if middle.denominator == 1 else middle


def _names(said: Caption | str, named: _Named) -> list[int]:
    """Where nodes are named in a caption."""
    return [] if isinstance(said, str) else _flat((start, end, named.index(id)) for start, end, id in said.names)


def _window_data(step: Step, index: Mapping[str, int], indices: Mapping[Score, int]) -> dict[str, Any]:
    windows = _of_nodes(step.windows, index)
    rows = ((node, *((-1, -1) if window is None else map(indices.__getitem__, window))) for node, window in windows)
    return {"w": _flat(rows), "g": _flat((node, int(is_pruned)) for node, is_pruned in _of_nodes(step.pruned, index))}


def _of_nodes(changes: Mapping[str, Change], index: Mapping[str, int]) -> list[tuple[int, Change]]:
    """The changes of the nodes that are shown, with their indices; the smaller side is gone through."""
    if len(changes) <= len(index):
        return [(index[id], change) for id, change in changes.items() if id in index]
    return [(at, changes[id]) for id, at in index.items() if id in changes]


def _sign(step: Step, id: str) -> int:
    """Which sign stands before the score that a node gets in a step."""
    return _RELATIONS.index(step.relations.get(id, Relation.EXACT))


def _marks(step: Step, index: Mapping[str, int]) -> list[list[Any]]:
    """The marked moves between nodes that are shown."""
    return [[index[a], index[b], str(mark)] for (a, b), mark in step.marks.items() if a in index and b in index]


class _Named:
    """Indices of nodes that are named: of the shown ones, and after them of others in the order in which they come."""

    def __init__(self, index: Mapping[str, int]) -> None:
        self._shown = len(index)
        self._indices = dict(index)

    def is_shown(self, id: str) -> bool:
        return self._indices.get(id, self._shown) < self._shown

    def index(self, id: str) -> int:
        return self._indices.setdefault(id, len(self._indices))

    @property
    def others(self) -> list[str]:
        return list(self._indices)[self._shown :]


class _Cells:
    """The chains of the paths, each link listed once; far from the end many nodes that are not shown are one link."""

    def __init__(self, named: _Named) -> None:
        self.named = named
        self._indices: dict[int, int] = {}
        self.listed: list[tuple[int, int]] = []

    def index(self, path: Path | None) -> int:
        missing: list[Path] = []
        while path is not None and id(path) not in self._indices:
            missing.append(path)
            path = path.before
        before = -1 if path is None else self._indices[id(path)]
        skipped = 0
        for left, link in zip(range(len(missing) - 1, -1, -1), reversed(missing), strict=True):
            if left >= _NEAR_END and not self.named.is_shown(link.node):
                skipped += 1
                continue
            if skipped:
                before, skipped = self._added(-skipped, before), 0
            before = self._indices[id(link)] = self._added(self.named.index(link.node), before)
        return before

    def _added(self, node: int, before: int) -> int:
        self.listed.append((node, before))
        return len(self.listed) - 1


def _flat(rows: Iterable[tuple[int, ...]]) -> list[int]:
    return [number for row in rows for number in row]
