"""Groups of the nodes of a solved graph: by score, by moves to the end, and by finality."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.columns import OPEN
from explorer.model.scores import Score, format_score
from explorer.solver.solution import ENDLESS, Solution

MOST_GROUPS = 30  # scores or numbers of moves; of more, neighbours share a group
SCORE, MOVES, FINALITY = "score", "moves to the end", "finality"
_OPEN = "depends on open nodes"
_FINALITIES = ("final", "depends on endless play", _OPEN, "open node")
_UNKNOWN = ENDLESS - 1


class Grouping(NamedTuple):
    """Groups of nodes in order: node v belongs to the group `labels[codes[v]]`."""

    title: str
    labels: list[str]
    codes: NDArray[np.int64]

    @property
    def sizes(self) -> list[int]:
        """The number of nodes in each group."""
        return [*np.bincount(self.codes, minlength=len(self.labels)).tolist()]


def groupings(solution: Solution) -> list[Grouping]:
    """Return the nodes grouped by score, by moves to the end, and by finality; no group is empty.

    A score that may depend on open nodes has a group of its own.  It is final where neither open nodes nor the value of
    endless play can change it.

    Examples
    --------
    >>> from explorer.games.samples import load_sample
    >>> from explorer.solver import solve
    >>> [dict(zip(each.labels, each.sizes)) for each in groupings(solve(load_sample("figure-1")))][2]
    {'final': 2, 'depends on endless play': 2}
    """
    return [_group_by_score(solution), _group_by_moves(solution), _group_by_finality(solution)]


def _group_by_score(solution: Solution) -> Grouping:
    codes = solution.scores.codes.astype(np.int64)
    codes[solution.between.rows] = len(solution.scores.scale)
    return _grouping(SCORE, codes, [*solution.scores.scale], format_score, {len(solution.scores.scale): _OPEN})


def _group_by_moves(solution: Solution) -> Grouping:
    moves = np.full(len(solution.scores.codes), _UNKNOWN, np.int64)
    moves[solution.distance.rows] = solution.distance.codes
    values, codes = np.unique(moves, return_inverse=True)
    last = {ENDLESS: "endless", _UNKNOWN: _OPEN}
    order = np.argsort(np.where(values < 0, np.iinfo(np.int64).max + values, values))
    rank = np.empty(len(values), np.int64)
    rank[order] = np.arange(len(values))
    ordered = values[order].tolist()
    words = {number: last[value] for number, value in enumerate(ordered) if value < 0}
    return _grouping(MOVES, rank[codes], ordered, "{:,}".format, words)


def _group_by_finality(solution: Solution) -> Grouping:
    codes = np.where(solution.lower.codes != solution.upper.codes, 1, 0)
    codes[solution.between.rows] = 2
    codes[solution.scores.graph.columns.kinds == OPEN] = 3
    return _grouping(FINALITY, codes, [0, 1, 2, 3], str, dict(enumerate(_FINALITIES)))


def _grouping(
    title: str,
    codes: NDArray[np.int64],
    values: Sequence[Any],
    format_value: Callable[[Any], str] | Callable[[Score], str],
    words: dict[int, str],
) -> Grouping:
    """Return groups of the codes in use; `words` names codes that have no value, which stand last."""
    used, numbers = np.unique(codes, return_inverse=True)
    named = [words[code] for code in used.tolist() if code in words]
    plain = [values[code] for code in used.tolist() if code not in words]
    parts = [part for part in np.array_split(np.arange(len(plain)), MOST_GROUPS) if len(part)]
    labels = [format_value(plain[part[0]]) for part in parts]
    for number, part in enumerate(parts):
        if len(part) > 1:
            labels[number] += f" to {format_value(plain[part[-1]])}"
    group_of = [number for number, part in enumerate(parts) for _ in part]
    group_of += range(len(parts), len(parts) + len(named))
    return Grouping(title, labels + named, np.array(group_of, np.int64)[numbers.ravel()])
