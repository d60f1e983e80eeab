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
    columns = [_in_arrow(part) for part in parts]
    return "".join(_joined(columns, start, min(AT_ONCE, count - start)) for start in range(0, count, AT_ONCE))


def _each(part: Part, count: int) -> Iterable[str]:
    if isinstance(part, str):
        return repeat(part, count)
    if isinstance(part, Words):
        return map(part.words.__getitem__, part.rows.tolist())
    return map(str, part.tolist()) if isinstance(part, np.ndarray) else part


def _in_arrow(part: Part) -> Column:
    """The column of a part, and which of its cells stands in each row; a text that is the same in all stands alone."""
    if isinstance(part, str):
        return texts_in_arrow([part])[0]
    if isinstance(part, Words):
        return texts_in_arrow(part.words).take(in_arrow(part.rows).chunk(0))
    return in_arrow(part).chunk(0) if isinstance(part, np.ndarray) else texts_in_arrow(part)


def _joined(columns: Sequence[Column], start: int, count: int) -> str:
    """The text of some rows; Arrow keeps the texts of a column one behind the other."""
    import pyarrow as pa
    import pyarrow.compute as pc

    cells = [column.slice(start, count).cast(pa.string()) if hasattr(column, "slice") else column for column in columns]
    _, ends, content = pc.binary_join_element_wise(*cells, texts_in_arrow([""])[0]).buffers()
    return "" if content is None else content.to_pybytes()[: np.frombuffer(ends, np.int32)[count]].decode()
