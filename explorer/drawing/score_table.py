"""The scores or bounds of a trace as the cells of a table: a row a step, a column a node, coloured like the nodes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from explorer.drawing.theme import Fill
from explorer.drawing.values import Values
from explorer.model.errors import OptionError
from explorer.model.graph import Kind
from explorer.model.scores import Score
from explorer.trace import Bounds, Finality, Trace

Indices = NDArray[np.intp]


@dataclass(frozen=True)
class Cell:
    """What is known of a node in a step.

    Attributes
    ----------
    text : as people read it: a score, or bounds ("−1, 2"), or "?"; "" for a node that is not there yet.
    score : the one number that the text stands for, if it stands for one.
    look : its colours, or None for a node of which nothing is known.
    is_final : whether score or both bounds are final.
    """

    text: str
    score: Score | None
    look: Fill | None
    is_final: bool


def heads(trace: Trace) -> list[str]:
    """The name of every node as the head of its column."""
    return distinct(node.name for node in trace.graph.nodes)


def rows(trace: Trace, steps: range, nodes: Sequence[str] | None = None) -> Iterator[tuple[int, list[Cell]]]:
    """Each of the steps with a cell for every node, or for those with these ids, in this order."""
    indices = np.arange(len(trace.graph.nodes)) if nodes is None else np.array([trace.graph.index[id] for id in nodes])
    cells = _score_cells if trace.bound_indices is None else _bound_cells
    return cells(trace, steps, indices.astype(np.intp))


def _score_cells(trace: Trace, steps: range, indices: Indices) -> Iterator[tuple[int, list[Cell]]]:
    """Cells with scores."""
    looks = Values.of_trace(trace)
    made: dict[tuple[int, bool], Cell] = {}
    for step in steps:
        keys = list(zip(trace.score_indices[step, indices].tolist(), _finals(trace, step, indices), strict=True))
        for index, final in set(keys) - made.keys():
            score = trace.values[index] if index >= 0 else None
            look = looks.score(score)
            made[index, final] = Cell(look.text, score, look if index >= 0 else None, final)
        yield step, [made[key] for key in keys]


def _bound_cells(trace: Trace, steps: range, indices: Indices) -> Iterator[tuple[int, list[Cell]]]:
    """Cells with bounds."""
    looks = Values.of_trace(trace)
    ids = [trace.graph.nodes[index].id for index in indices]
    for step in steps:
        bounds, kinds = trace.bounds_at(step, ids), trace.kinds_at(step, ids)
        known = {id: bounds.get(id) for id, kind in kinds.items() if kind is not Kind.OPEN}
        finals = zip(ids, _finals(trace, step, indices), strict=True)
        yield step, [_bound_cell(looks, known.get(id), final, id in kinds) for id, final in finals]


def _bound_cell(looks: Values, bounds: Bounds | None, final: bool, is_there: bool) -> Cell:
    if bounds is None:
        return Cell("?" if is_there else "", None, None, final)
    look = looks.bounds(bounds)
    return Cell(look.text, bounds[0] if bounds[0] == bounds[1] else None, look, final)


def _finals(trace: Trace, step: int, indices: Indices) -> list[bool]:
    finals: list[bool] = (trace.finality[step, indices] == Finality.FINAL).tolist()
    return finals


def step_range(trace: Trace, first: int, last: int | None) -> range:
    """The steps from the first to the last, both included; without a last one to the end.

    Raises
    ------
    OptionError
        If the trace does not have them, in this order.
    """
    end = len(trace) - 1
    if not 0 <= first <= (end if last is None else last) <= end:
        asked = f"{first} to {'the last' if last is None else last}"
        raise OptionError(f"the trace has the steps 0 to {end}, in this order; got {asked}")
    return range(first, (end if last is None else last) + 1)


def distinct(names: Iterable[str]) -> list[str]:
    """The names as column heads: a name that stands twice gets a number.

    Examples
    --------
    >>> distinct(["a", "b", "a"])
    ['a', 'b', 'a (2)']
    """
    used: set[str] = set()
    result = []
    for name in names:
        free = (f"{name} ({number})" if number > 1 else name for number in count(1))
        result.append(next(each for each in free if each not in used))
        used.add(result[-1])
    return result
