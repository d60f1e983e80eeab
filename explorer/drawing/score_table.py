"""The scores of a trace as the cells of a table: a row a step, a column a node, coloured like the nodes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count

from explorer.drawing.theme import Fill, fills
from explorer.errors import OptionError
from explorer.scores import Score
from explorer.trace import Finality, Trace


@dataclass(frozen=True)
class Cell:
    """The score of a node in a step, its colours, and whether it is final."""

    score: Score | None
    look: Fill
    is_final: bool


def heads(trace: Trace) -> list[str]:
    """The name of every node as the head of its column."""
    return distinct(node.name for node in trace.graph.nodes)


def rows(trace: Trace, steps: range) -> Iterator[tuple[int, list[Cell]]]:
    """Each of the steps with a cell for every node, in the order of the nodes."""
    *looks, unknown = fills([*trace.values, None])
    made: dict[tuple[int, bool], Cell] = {}
    for step in steps:
        keys = list(
            zip(trace.score_places[step].tolist(), (trace.finality[step] == Finality.FINAL).tolist(), strict=True)
        )
        for place, final in set(keys) - made.keys():
            score = trace.values[place] if place >= 0 else None
            made[place, final] = Cell(score, looks[place] if place >= 0 else unknown, final)
        yield step, [made[key] for key in keys]


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
