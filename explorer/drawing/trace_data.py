"""A trace as the browser gets it: once, whole, and small."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from fractions import Fraction
from itertools import pairwise
from typing import Any

from explorer.algorithms import Algorithm
from explorer.drawing.theme import fills
from explorer.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY, Score
from explorer.trace import Activity, Finality, Path, Step, Trace

MOST_WORTHS_HALVED = 40  # finite worths of endless play up to which the ones halfway between them are offered too

_ACTIVITIES = list(Activity)


def trace_data(trace: Trace, algorithm: Algorithm) -> dict[str, Any]:
    """The trace as JSON data.

    Nodes, scores and activities are places in lists that are sent once.  A step holds what changed: `c` caption, `l`
    line, `s` node and score by turns (-1 for none), `r` node and finality, `a` node and activity, `f` focus (-1 for
    none), `m` move or null, `p` the end of the path as a place in `cells` (-1 for none), `k` counters, `o` notes.
    A cell is a node and the cell before it, so that steps share their paths.

    Only if there are bounds, the trace is `bounded`, a step holds `b` (node, lower and upper bound by turns), and
    `endless` has what endless play can be set to.  Only if the graph grew, `found` and `expanded` have for every node
    the step from which it is there, and the step from which it is not open any more.  Only if there are windows of
    alpha and beta, the trace is `windowed` and a step holds `w` (node, alpha and beta by turns, places in `values`,
    -1 for none) and `g` (node and 1 if it is cut off, else 0).  A step has `q` only if it marks moves: from, to and
    the mark.
    """
    index = trace.graph.index
    places = {score: place for place, score in enumerate(trace.values)}
    names = list(dict.fromkeys(name for step in trace for name in step.counters))
    cells = _Cells(index)
    bounded, windowed = trace.bound_places is not None, trace.has_windows
    steps = [_step_data(step, index, places, names, cells, bounded=bounded) for step in trace]
    if windowed:
        steps = [data | _window_data(step, index, places) for data, step in zip(steps, trace, strict=True)]
    return {
        "algorithm": algorithm.name,
        "title": algorithm.title,
        "warning": algorithm.warning,
        "pseudocode": algorithm.pseudocode,
        "nodes": [node.id for node in trace.graph.nodes],
        "values": _looks(trace.values),
        "bounded": bounded,
        "roles": [role.name.lower() for role in Finality],
        "activities": [str(role) for role in _ACTIVITIES],
        "counters": names,
        "steps": steps,
        "cells": cells.listed,
        "cut": trace.cut,
        **({"notesTitle": algorithm.notes_title} if algorithm.notes_title else {}),
        **({"fills": algorithm.fills} if algorithm.fills else {}),
        **({"windowed": True} if windowed else {}),
        **(_endless_data(trace) if bounded else {}),
        **_growth_data(trace),
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
    known = [place for place, score in enumerate(scores.values()) if score is not None]
    step = {
        "c": "",
        "l": 0,
        "s": _flat((place, place) for place in known),
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
    """What endless play can be set to, as looks in ascending order; the places of every value and of the notches
    (0 and the finite values) among them; and the place to begin with."""
    chosen: Score = trace.options.get("endless", 0)
    worths = worths_of_endless(trace.values, chosen=chosen)
    places = {worth: place for place, worth in enumerate(worths)}
    notches = {places[value] for value in (0, *trace.values) if math.isfinite(value)}
    data = {"worths": _looks(worths), "places": [places[value] for value in trace.values]}
    return {"endless": data | {"notches": sorted(notches), "at": places[chosen]}}


def _growth_data(trace: Trace) -> dict[str, Any]:
    if not trace.found.any() and not trace.expanded.any():
        return {}
    return {"found": trace.found.tolist(), "expanded": trace.expanded.tolist()}


def _halfway(low: Score, high: Score) -> Score:
    """The number in the middle, exact where both ends are."""
    if isinstance(low, float) or isinstance(high, float):
        return float(low) / 2 + float(high) / 2
    middle = Fraction(low + high, 2)
    return middle.numerator if middle.denominator == 1 else middle


def _looks(scores: Iterable[Score | None]) -> list[dict[str, str]]:
    return [asdict(look) for look in fills(scores)]


def _step_data(
    step: Step, index: Mapping[str, int], places: Mapping[Any, int], names: list[str], cells: _Cells, *, bounded: bool
) -> dict[str, Any]:
    bounds = ((index[id], places[low], places[high]) for id, (low, high) in step.bounds.items())
    return {
        "c": step.caption,
        "l": step.line,
        "s": _flat((index[id], -1 if score is None else places[score]) for id, score in step.scores.items()),
        "r": _flat((index[id], int(role)) for id, role in step.finality.items()),
        "a": _flat((index[id], _ACTIVITIES.index(role)) for id, role in step.activity.items()),
        "f": -1 if step.focus is None else index[step.focus],
        "m": None if step.move is None else [index[step.move[0]], index[step.move[1]]],
        "p": cells.place(step.trail),
        "k": [step.counters.get(name, 0) for name in names],
        "o": [[index[id], note] for id, note in step.notes.items()],
        **({"b": _flat(bounds)} if bounded else {}),
        **({"q": [[index[a], index[b], str(mark)] for (a, b), mark in step.marks.items()]} if step.marks else {}),
    }


def _window_data(step: Step, index: Mapping[str, int], places: Mapping[Score, int]) -> dict[str, Any]:
    windows = ((index[id], window) for id, window in step.windows.items())
    rows = ((node, *((-1, -1) if window is None else map(places.__getitem__, window))) for node, window in windows)
    return {"w": _flat(rows), "g": _flat((index[id], int(is_pruned)) for id, is_pruned in step.pruned.items())}


class _Cells:
    """The chains of the paths, each link listed once."""

    def __init__(self, index: Mapping[str, int]) -> None:
        self._index = index
        self._places: dict[int, int] = {}
        self.listed: list[tuple[int, int]] = []

    def place(self, path: Path | None) -> int:
        missing: list[Path] = []
        while path is not None and id(path) not in self._places:
            missing.append(path)
            path = path.before
        before = -1 if path is None else self._places[id(path)]
        for link in reversed(missing):
            self.listed.append((self._index[link.node], before))
            before = self._places[id(link)] = len(self.listed) - 1
        return before


def _flat(rows: Iterable[tuple[int, ...]]) -> list[int]:
    return [number for row in rows for number in row]
