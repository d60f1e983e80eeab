"""Where in a graph the wrong values lie: by the moves to the end, by player, and by component."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from explorer.comparison.first_wrong import Difference, Numbers
from explorer.comparison.sentences import name_of
from explorer.comparison.turns import players, turns
from explorer.model.columns import LEAF
from explorer.solver.solution import ENDLESS

_MOST_GROUPS = 6  # that are named, those with the most wrong values
_LEAF, _NOBODY = 2, 0  # where it is nobody's turn, and where the graph does not tell whose
_UNKNOWN = ENDLESS - 1
_ACYCLIC = -1


def places(found: Difference) -> Iterator[str]:
    """Yield how many of the values are wrong in each part of the graph, for each way to divide it into several."""
    groups = {
        "moves to the end": (_moves(found), {ENDLESS: "where play does not end", _UNKNOWN: "where that is not known"}),
        "player": _players(found),
        "component": _components(found),
    }
    for title, (group, words) in groups.items():
        if named := [*_counts(found, group, words)]:
            yield f"wrong by {title}: {', '.join(named)}"


def _counts(found: Difference, group: Numbers, words: dict[int, str]) -> Iterator[str]:
    """Yield how many values of each group are wrong, of how many, in the order of the groups."""
    numbers, codes = np.unique(group, return_inverse=True)
    wrong = np.bincount(codes[found.wrong], minlength=len(numbers))
    compared = np.bincount(codes[found.claims.codes >= 0], minlength=len(numbers))
    if (compared > 0).sum() < 2:
        return
    most = np.argsort(-wrong, kind="stable")[:_MOST_GROUPS]
    for place in np.sort(most[wrong[most] > 0]).tolist():
        number = int(numbers[place])
        yield f"{wrong[place]:,} of {compared[place]:,} {words.get(number, f'at {number:,}')}"
    if others := int(wrong.sum() - wrong[most].sum()):
        yield f"{others:,} elsewhere"


def _moves(found: Difference) -> Numbers:
    moves = np.full(len(found.graph.nodes), _UNKNOWN)
    moves[found.solution.distance.rows] = found.solution.distance.codes
    return moves


def _players(found: Difference) -> tuple[Numbers, dict[int, str]]:
    first, second = players(found.graph)
    group = np.where(found.graph.columns.orientation != 0, -turns(found.graph), _NOBODY)
    words = {-1: f"where {first} is to move", 1: f"where {second} is to move", _NOBODY: "at other nodes"}
    return np.where(found.graph.columns.kinds == LEAF, _LEAF, group), words | {_LEAF: "at leaves"}


def _components(found: Difference) -> tuple[Numbers, dict[int, str]]:
    """Return the component of each node that is on a cycle, and how it is named: by its first node."""
    sizes = np.bincount(found.components)
    group = np.where(sizes[found.components] > 1, found.components, _ACYCLIC)
    numbers, rows = np.unique(group, return_index=True)
    words = {
        number: f"in that of {name_of(found.graph, row)}"
        for number, row in zip(numbers.tolist(), rows.tolist(), strict=True)
        if number != _ACYCLIC
    }
    return group, words | {_ACYCLIC: "outside of cycles"}
