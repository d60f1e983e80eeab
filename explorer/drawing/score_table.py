"""Scores or bounds of a trace as the cells of a table: a row a step, a column a node, coloured like the nodes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from explorer.drawing.graph_view import GraphView
from explorer.drawing.node_colours import Fill, ValueLooks
from explorer.model.errors import FormatError, LimitError, OptionError
from explorer.model.graph import Kind
from explorer.model.scores import Score
from explorer.trace import Bounds, Relation, Trace

_AT_ONCE = 500  # steps


@dataclass(frozen=True)
class ScoreCell:
    """Score or bounds of a node at a step.

    Attributes
    ----------
    text : as people read it: a score, a bound ("≥ 10"), or both bounds ("−1, 2"), or "?"; "" for a node that is not
        there yet.
    score : the one number that the text stands for, if it stands for one.
    look : its colours, or None for a node of which nothing is known.
    is_final : whether score or both bounds are final.
    """

    text: str
    score: Score | None
    look: Fill | None
    is_final: bool


def heads(trace: Trace) -> list[str]:
    """Return the name of every node as the head of its column."""
    return distinct(node.name for node in trace.graph.nodes)


def rows(trace: Trace, steps: range, nodes: Sequence[str] | None = None) -> Iterator[tuple[int, list[ScoreCell]]]:
    """Yield for each step a row of the table: the step, and a cell for every node, or for those with these ids."""
    ids = list(trace.graph.index) if nodes is None else nodes
    cells, looks = _bound_cells if trace.has_bounds else _score_cells, ValueLooks.of_trace(trace)
    for first in range(steps.start, steps.stop, _AT_ONCE):
        some = range(first, min(first + _AT_ONCE, steps.stop))
        yield from zip(some, cells(trace, some, ids, looks), strict=True)


def _score_cells(trace: Trace, steps: range, ids: Sequence[str], looks: ValueLooks) -> Iterator[list[ScoreCell]]:
    """Yield for each step the cells of its row, with the scores of the nodes."""
    made: dict[tuple[Score | None, Relation, bool], ScoreCell] = {}
    finals: list[list[bool]] = trace.finals(steps, ids).tolist()
    rows = zip(trace.score_rows(steps, ids), trace.relation_rows(steps, ids), finals, strict=True)
    for scores, relations, final in rows:
        keys = list(zip(scores, relations, final, strict=True))
        for key in set(keys) - made.keys():
            score, relation, is_final = key
            look = looks.score(score, relation)
            number = None if relation.sign else score
            made[key] = ScoreCell(look.text, number, None if score is None else look, is_final)
        yield [made[key] for key in keys]


def _bound_cells(trace: Trace, steps: range, ids: Sequence[str], looks: ValueLooks) -> Iterator[list[ScoreCell]]:
    """Yield for each step the cells of its row, with the bounds of the nodes."""
    finals: list[list[bool]] = trace.finals(steps, ids).tolist()
    for step, pairs, final in zip(steps, trace.bound_rows(steps, ids), finals, strict=True):
        kinds = trace.kinds_at(step, ids)
        known = (None if kinds.get(id) is Kind.OPEN else pair for id, pair in zip(ids, pairs, strict=True))
        there = (id in kinds for id in ids)
        yield [_cell_of_bounds(looks, *each) for each in zip(known, final, there, strict=True)]


def _cell_of_bounds(looks: ValueLooks, bounds: Bounds | None, final: bool, is_there: bool) -> ScoreCell:
    """Return the cell of a node with these bounds."""
    if bounds is None:
        return ScoreCell("?" if is_there else "", None, None, final)
    look = looks.bounds(bounds)
    return ScoreCell(look.text, bounds[0] if bounds[0] == bounds[1] else None, look, final)


def step_range(trace: Trace, first: int, last: int | None) -> range:
    """Return the steps from the first to the last, both included; without a last one to the end.

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
    """Return the names as column heads: a repeated name gets a number.

    Examples
    --------
    >>> distinct(["a", "b", "a"])
    ['a', 'b', 'a (2)']
    """
    used: dict[str, int] = {}  # the number that each was found free with
    result = []
    for name in names:
        number = next(number for number in count(used.get(name, 0) + 1) if _numbered_name(name, number) not in used)
        used[name] = number
        result.append(_numbered_name(name, number))
        used.setdefault(result[-1], 1)
    return result


def _numbered_name(name: str, number: int) -> str:
    """Return a name with a number after it, unless the number is 1."""
    return f"{name} ({number})" if number > 1 else name


# ---- shared by the exports of tables


def trace_of(view: GraphView) -> Trace:
    """Return the trace of a view.

    Raises
    ------
    FormatError
        If there is none.
    """
    if view.trace is None:
        raise FormatError("a table shows the steps of an algorithm; choose one")
    return view.trace


def require_size(trace: Trace, steps: range, most: int) -> None:
    """Raise LimitError if the steps make a table of more than `most` cells.

    Raises
    ------
    LimitError
        If they make a larger one.
    """
    nodes = len(trace.graph.nodes)
    if len(steps) * nodes > most:
        raise LimitError(
            f"{len(steps):,} steps of {nodes:,} nodes are {len(steps) * nodes:,} cells, the limit is {most:,}; "
            "choose fewer steps or a smaller graph"
        )


def text_within(pieces: Iterable[str], most: int) -> bytes:
    """Return a text in pieces, of at most `most` characters, as bytes for a file.

    Raises
    ------
    LimitError
        As soon as there are more.
    """
    listed: list[bytes] = []
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > most:
            raise LimitError(
                f"the file would have more than {most:,} characters, the limit here; the command `trace` writes it "
                "without one, or choose a smaller graph"
            )
        listed.append(piece.encode(errors="replace"))  # half of a character is no text
    return b"".join(listed)
