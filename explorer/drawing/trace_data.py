"""A trace as the browser gets it: once, whole, and small."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeVar

from explorer.algorithms import Algorithm
from explorer.drawing.theme import fills
from explorer.model.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY, Score, score_to_json
from explorer.trace import Activity, Finality, Path, Step, Trace
from explorer.trace.caption import Caption

MOST_WORTHS_HALVED = 40  # finite worths of endless play up to which the ones halfway between them are offered too

_ACTIVITIES = list(Activity)
Change = TypeVar("Change")


def trace_data(trace: Trace, algorithm: Algorithm, *, shown: Collection[str] | None = None) -> dict[str, Any]:
    """The trace as JSON data: of all nodes, or of those that are `shown`.

    Nodes, scores and activities are indices in lists that are sent once.  A step holds what changed: `c` caption, `l`
    line, `s` node and score by turns (-1 for none), `r` node and finality, `a` node and activity, `f` focus (-1 for
    none), `m` move or null, `p` the end of the path as an index in `cells` (-1 for none), `k` counters, `o` notes.
    Only if its caption names nodes, it holds `n`: where a name begins and ends there, in characters, and the node.
    A cell is a node and the cell before it, so that steps share their paths.

    Of nodes that are not shown nothing is told but where they stand in the focus, on a path or in a caption: their
    indices go on after those of `nodes`, and `others` has their ids and names.

    Only if there are bounds, the trace is `bounded`, a step holds `b` (node, lower and upper bound by turns), and
    `endless` has what endless play can be set to.  Only if the graph grew, `found` and `expanded` have for every node
    the step from which it is there, and the step from which it is not open any more.  Only if there are windows of
    alpha and beta, the trace is `windowed` and a step holds `w` (node, alpha and beta by turns, indices in `values`,
    -1 for none) and `g` (node and 1 if it is cut off, else 0).  A step has `q` only if it marks moves: from, to and
    the mark.  Only if the first steps of the run were not recorded, `first` is the number of the first one that was.
    """
    ids = list(trace.graph.index) if shown is None else sorted(shown, key=trace.graph.index.__getitem__)
    index = {id: index for index, id in enumerate(ids)}
    named = _Named(index)
    indices = {score: index for index, score in enumerate(trace.values)}
    names = list(dict.fromkeys(name for step in trace for name in step.counters))
    cells = _Cells(named)
    bounded, windowed = trace.bound_indices is not None, trace.has_windows
    steps = [_step_data(step, index, indices, names, cells, bounded=bounded) for step in trace]
    if windowed:
        steps = [data | _window_data(step, index, indices) for data, step in zip(steps, trace, strict=True)]
    return {
        "algorithm": algorithm.name,
        "title": algorithm.title,
        "warning": algorithm.warning,
        "pseudocode": algorithm.pseudocode,
        "nodes": ids,
        "values": _looks(trace.values),
        "bounded": bounded,
        "roles": [role.name.lower() for role in Finality],
        "activities": [str(role) for role in _ACTIVITIES],
        "counters": names,
        "steps": steps,
        "cells": cells.listed,
        "cut": trace.cut,
        **({"first": trace.first} if trace.first else {}),
        **({"notesTitle": algorithm.notes_title} if algorithm.notes_title else {}),
        **({"fills": algorithm.fills} if algorithm.fills else {}),
        **({"windowed": True} if windowed else {}),
        **(_endless_data(trace) if bounded else {}),
        **_growth_data(trace, ids),
        **({"others": [[id, trace.graph.node(id).name] for id in named.others]} if named.others else {}),
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


def still_data(scores: Mapping[str, Score | None]) -> dict[str, Any]:
    """One picture as a trace of one step: the score of every node, without captions or finality."""
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
    }
    return {
        "nodes": list(scores),
        "values": _looks(scores.values()),
        "bounded": False,
        "roles": [role.name.lower() for role in Finality],
        "activities": [],
        "counters": [],
        "pseudocode": [],
        "steps": [{**step, "k": [], "o": []}],
        "cells": [],
        "cut": "",
    }


def _endless_data(trace: Trace) -> dict[str, Any]:
    """What endless play can be set to in ascending order, as looks and as exact numbers, and the indices of every value
    and of the notches (0 and the finite values) among them."""
    worths = worths_of_endless(trace.values, chosen=trace.endless)
    indices = {worth: index for index, worth in enumerate(worths)}
    notches = {indices[value] for value in (0, *trace.values) if math.isfinite(value)}
    exact, places = [*map(score_to_json, worths)], [indices[value] for value in trace.values]
    return {"endless": {"worths": _looks(worths), "exact": exact, "places": places, "notches": sorted(notches)}}


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


def _looks(scores: Iterable[Score | None]) -> list[dict[str, str]]:
    return [asdict(look) for look in fills(scores)]


def _step_data(
    step: Step, index: Mapping[str, int], indices: Mapping[Any, int], names: list[str], cells: _Cells, *, bounded: bool
) -> dict[str, Any]:
    bounds = ((at, indices[low], indices[high]) for at, (low, high) in _of_nodes(step.bounds, index))
    return {
        "c": step.caption,
        "l": step.line,
        "s": _flat((at, -1 if score is None else indices[score]) for at, score in _of_nodes(step.scores, index)),
        "r": _flat((at, int(role)) for at, role in _of_nodes(step.finality, index)),
        "a": _flat((at, _ACTIVITIES.index(role)) for at, role in _of_nodes(step.activity, index)),
        "f": -1 if step.focus is None else cells.named.index(step.focus),
        "m": None if step.move is None or not index.keys() >= {*step.move} else [index[end] for end in step.move],
        "p": cells.index(step.trail),
        "k": [step.counters.get(name, 0) for name in names],
        "o": [[at, note] for at, note in _of_nodes(step.notes, index)],
        **({"n": spans} if (spans := _names(step.said, cells.named)) else {}),
        **({"b": _flat(bounds)} if bounded else {}),
        **({"q": _marks(step, index)} if step.marks else {}),
    }


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


def _marks(step: Step, index: Mapping[str, int]) -> list[list[Any]]:
    """The marked moves between nodes that are shown."""
    return [[index[a], index[b], str(mark)] for (a, b), mark in step.marks.items() if a in index and b in index]


class _Named:
    """Indices of nodes that are named: of the shown ones, and after them of others in the order in which they come."""

    def __init__(self, index: Mapping[str, int]) -> None:
        self._shown = len(index)
        self._indices = dict(index)

    def index(self, id: str) -> int:
        return self._indices.setdefault(id, len(self._indices))

    @property
    def others(self) -> list[str]:
        return list(self._indices)[self._shown :]


class _Cells:
    """The chains of the paths, each link listed once."""

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
        for link in reversed(missing):
            self.listed.append((self.named.index(link.node), before))
            before = self._indices[id(link)] = len(self.listed) - 1
        return before


def _flat(rows: Iterable[tuple[int, ...]]) -> list[int]:
    return [number for row in rows for number in row]
