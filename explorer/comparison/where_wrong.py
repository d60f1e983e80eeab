"""Distribution of the wrong values over the graph: by moves to the end, by player, and by component."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from explorer.comparison.first_wrong import ValueDifference
from explorer.comparison.sentences import name_of
from explorer.comparison.turns import players, turns
from explorer.model.columns import LEAF
from explorer.solver.solution import ENDLESS
from explorer.trace.changes import Numbers

_MOST_GROUPS = 6  # that are named, those with the most wrong values
_LEAF, _NOBODY = 2, 0  # where it is nobody's turn, and where the graph does not tell whose
_UNKNOWN = ENDLESS - 1
_ACYCLIC = -1


def wrong_parts_of_graph(difference: ValueDifference) -> Iterator[str]:
    """Yield the number of wrong values in each part of the graph, for each way to divide it into several."""
    groups = {
        "moves to the end": (
            _moves_to_end(difference),
            {ENDLESS: "where play does not end", _UNKNOWN: "where that is not known"},
        ),
        "player": _players_to_move(difference),
        "component": _cycle_components(difference),
    }
    for title, (group, words) in groups.items():
        if named := [*_count_sentences(difference, group, words)]:
            yield f"wrong by {title}: {', '.join(named)}"


def _count_sentences(difference: ValueDifference, group: Numbers, words: dict[int, str]) -> Iterator[str]:
    """Yield for each group of nodes how many of its values are wrong, in the order of groups."""
    numbers, codes = np.unique(group, return_inverse=True)
    wrong = np.bincount(codes[difference.wrong], minlength=len(numbers))
    compared = np.bincount(codes[difference.claims.codes >= 0], minlength=len(numbers))
    if (compared > 0).sum() < 2:
        return
    most = np.argsort(-wrong, kind="stable")[:_MOST_GROUPS]
    for place in np.sort(most[wrong[most] > 0]).tolist():
        number = int(numbers[place])
        yield f"{wrong[place]:,} of {compared[place]:,} {words.get(number, f'at {number:,}')}"
    if others := int(wrong.sum() - wrong[most].sum()):
        yield f"{others:,} elsewhere"


def _moves_to_end(difference: ValueDifference) -> Numbers:
    moves = np.full(len(difference.graph.nodes), _UNKNOWN)
    moves[difference.solution.distance.rows] = difference.solution.distance.codes
    return moves


def _players_to_move(difference: ValueDifference) -> tuple[Numbers, dict[int, str]]:
    first, second = players(difference.graph)
    group = np.where(difference.graph.columns.orientation != 0, -turns(difference.graph), _NOBODY)
    words = {-1: f"where {first} is to move", 1: f"where {second} is to move", _NOBODY: "at other nodes"}
    return np.where(difference.graph.columns.kinds == LEAF, _LEAF, group), words | {_LEAF: "at leaves"}


def _cycle_components(difference: ValueDifference) -> tuple[Numbers, dict[int, str]]:
    """Return the component of each node on a cycle, and the name of each component: its first node."""
    sizes = np.bincount(difference.components)
    group = np.where(sizes[difference.components] > 1, difference.components, _ACYCLIC)
    numbers, rows = np.unique(group, return_index=True)
    words = {
        number: f"in that of {name_of(difference.graph, row)}"
        for number, row in zip(numbers.tolist(), rows.tolist(), strict=True)
        if number != _ACYCLIC
    }
    return group, words | {_ACYCLIC: "outside of cycles"}
