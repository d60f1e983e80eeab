"""Edges that are drawn in some way, as moves: backwards, both ways, without a direction, or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrow import Column, in_arrow
from explorer.model.assemble import AttributedMove
from explorer.model.fields import FieldReader
from explorer.model.mending import at_rows
from explorer.model.plain import Lines
from explorer.model.words import counted

_MEANT = {
    "back": "drawn backwards; the move goes the other way",
    "both": "drawn both ways; each is two moves",
    "none": "drawn without a direction; left out",
    "invisible": "not drawn; left out",
}
_MOVES = {"back": 1, "both": 2}  # that an edge stands for
WAYS = ("", *_MEANT)
"""How edges are drawn; the first is the usual one."""


def moves_as_drawn(
    edges: Iterable[tuple[AttributedMove, str]], words: Mapping[str, str], fields: FieldReader
) -> list[AttributedMove]:
    """The moves of edges, each with how it is drawn: back, both, none, invisible, or "" for the usual way.

    For each way but the usual one there is a warning with its words.
    """
    some: list[AttributedMove] = []
    found: Counter[str] = Counter()
    lines: dict[str, int | None] = {}
    for move, drawn in edges:
        found[drawn] += 1
        lines.setdefault(drawn, move.line)
        back = move._replace(source=move.target, target=move.source)
        some += {"back": [back], "both": [move, back], "none": [], "invisible": []}.get(drawn, [move])
    _note(found, lines, words, fields)
    return some


def _note(
    found: Mapping[str, int], lines: Mapping[str, int | None], words: Mapping[str, str], fields: FieldReader
) -> None:
    """Note how many edges are drawn in each way but the usual one, with the line of the first."""
    for drawn, meaning in _MEANT.items():
        if count := found.get(drawn):
            verb = "is" if count == 1 else "are"
            fields.warn(f"{counted(count, 'edge')} with {words[drawn]} {verb} {meaning}", line=lines.get(drawn))


def ends_as_drawn(
    ends: tuple[Column, Column],
    lines: Lines,
    drawn: Mapping[str, NDArray[np.bool_]],
    words: Mapping[str, str],
    fields: FieldReader,
) -> tuple[tuple[Column, Column], Lines, NDArray[np.integer]]:
    """The sources and targets of moves, which go as edges are drawn; their lines, and the rows of their edges.

    There is a warning as of `moves_as_drawn`, where `drawn` are the edges in each way but the usual one.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    firsts = {way: np.flatnonzero(some)[:1] for way, some in drawn.items() if some.any()}
    _note(
        {way: int(some.sum()) for way, some in drawn.items()},
        {way: at_rows(lines, first).get(int(first[0])) for way, first in firsts.items()},
        words,
        fields,
    )
    counts = np.ones(len(ends[0]), np.int64)
    for way, some in drawn.items():
        counts[some] = _MOVES.get(way, 0)
    rows = np.repeat(np.arange(len(counts)), counts)
    is_back = drawn["back"][rows] | (np.diff(rows, prepend=-1) == 0)
    taken, mask = in_arrow(rows), pa.chunked_array([pa.array(is_back)])
    one, other = (end.take(taken) for end in ends)
    of_moves = Lines(lambda: map([*lines].__getitem__, rows.tolist()))
    return (pc.if_else(mask, other, one), pc.if_else(mask, one, other)), of_moves, rows
