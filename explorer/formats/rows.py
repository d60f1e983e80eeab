"""The text of very many rows that are written alike, which Arrow puts together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, repeat
from typing import NamedTuple

import numpy as np

from explorer.model import plain
from explorer.model.arrow import Column, in_arrow, texts_in_arrow
from explorer.model.columns import AT_ONCE, Indices


class Words(NamedTuple):
    """A word for each row, by its index among those that there are."""

    words: Sequence[str]
    rows: Indices


Part = str | Sequence[str] | Words | Indices
"""What stands in all rows, or for each of them a text or a number."""


def text_of(count: int, *parts: Part) -> str:
    """The text of so many rows, each of parts that stand side by side."""
    if count < plain.LARGE:
        return "".join(chain.from_iterable(zip(*(_each(part, count) for part in parts), strict=True)))
    words = [texts_in_arrow(part.words) if isinstance(part, Words) else None for part in parts]
    blocks = (slice(start, min(start + AT_ONCE, count)) for start in range(0, count, AT_ONCE))
    return "".join(_joined([_cells(*each, rows) for each in zip(parts, words, strict=True)]) for rows in blocks)


def _each(part: Part, count: int) -> Iterable[str]:
    if isinstance(part, str):
        return repeat(part, count)
    if isinstance(part, Words):
        return map(part.words.__getitem__, part.rows.tolist())
    return map(str, part.tolist()) if isinstance(part, np.ndarray) else part


def _cells(part: Part, words: Column, rows: slice) -> Column:
    """What some rows have of a part; a text that is the same in all stands alone."""
    import pyarrow as pa

    if isinstance(part, str):
        return texts_in_arrow([part])[0]
    if isinstance(part, Words):
        return words.take(in_arrow(part.rows[rows]).chunk(0))
    if isinstance(part, np.ndarray):
        return in_arrow(part[rows]).chunk(0).cast(pa.string())
    return texts_in_arrow(part[rows])


def _joined(cells: Sequence[Column]) -> str:
    """The text of some rows; Arrow keeps the texts of a column one behind the other."""
    import pyarrow.compute as pc

    joined = pc.binary_join_element_wise(*cells, texts_in_arrow([""])[0])
    _, ends, content = joined.buffers()
    return "" if content is None else content.to_pybytes()[: np.frombuffer(ends, np.int32)[len(joined)]].decode()
