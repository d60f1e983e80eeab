"""A trace as the browser gets it: once, whole, and small."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from explorer.algorithms import Algorithm
from explorer.drawing.theme import fills
from explorer.scores import Score
from explorer.trace import Activity, Finality, Path, Step, Trace

_ACTIVITIES = list(Activity)


def trace_data(trace: Trace, algorithm: Algorithm) -> dict[str, Any]:
    """The trace as JSON data.

    Nodes, scores and activities are places in lists that are sent once.  A step holds what changed: `c` caption, `l`
    line, `s` node and score by turns (-1 for none), `r` node and finality, `a` node and activity, `f` focus (-1 for
    none), `m` move or null, `p` the end of the path as a place in `cells` (-1 for none), `k` counters, `o` notes.
    A cell is a node and the cell before it, so that steps share their paths.
    """
    index = trace.graph.index
    places = {score: place for place, score in enumerate(trace.values)}
    names = list(dict.fromkeys(name for step in trace for name in step.counters))
    cells = _Cells(index)
    return {
        "algorithm": algorithm.name,
        "title": algorithm.title,
        "warning": algorithm.warning,
        "pseudocode": algorithm.pseudocode,
        "nodes": [node.id for node in trace.graph.nodes],
        "values": [{"text": look.text, "fill": look.fill, "ink": look.ink} for look in fills(trace.values)],
        "roles": [role.name.lower() for role in Finality],
        "activities": [str(role) for role in _ACTIVITIES],
        "counters": names,
        "steps": [_step_data(step, index, places, names, cells) for step in trace],
        "cells": cells.listed,
        "cut": trace.cut,
    }


def still_data(scores: Mapping[str, Score | None]) -> dict[str, Any]:
    """One picture as a trace of one step: the score of every node, without captions or finality."""
    looks = fills(scores.values())
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
        "values": [{"text": look.text, "fill": look.fill, "ink": look.ink} for look in looks],
        "roles": [role.name.lower() for role in Finality],
        "activities": [],
        "counters": [],
        "pseudocode": [],
        "steps": [{**step, "k": [], "o": []}],
        "cells": [],
        "cut": "",
    }


def _step_data(
    step: Step, index: Mapping[str, int], places: Mapping[Any, int], names: list[str], cells: _Cells
) -> dict[str, Any]:
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
    }


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


def _flat(pairs: Iterable[tuple[int, int]]) -> list[int]:
    return [number for pair in pairs for number in pair]
