"""The text of very many rows that are written alike, which Arrow puts together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise, repeat

import numpy as np

from explorer.model import plain
from explorer.model.arrow import (
    Column,
    in_arrow,
    texts_in_arrow,
)
from explorer.model.columns import AT_ONCE, Csr, Indices
from explorer.model.views import Cells, Picked, all_at, chained, in_column

Part = str | Sequence[str] | Indices
"""What stands in all rows, or for each of them a text or a number."""


def text_of(count: int, *parts: Part) -> str:
    """The text of so many rows, each of parts that stand side by side."""
    if count < plain.LARGE:
        return "".join(chain.from_iterable(zip(*(_each(part, count) for part in parts), strict=True)))
    words = [_words(part) for part in parts]
    blocks = (slice(start, min(start + AT_ONCE, count)) for start in range(0, count, AT_ONCE))
    return "".join(_joined([_cells(*each, rows) for each in zip(parts, words, strict=True)]) for rows in blocks)


def _each(part: Part, count: int) -> Iterable[str]:
    if isinstance(part, str):
        return repeat(part, count)
    return map(str, part.tolist()) if isinstance(part, np.ndarray) else part


def _words(part: Part) -> Column:
    """The words of which the rows of a part have some, or all that they have; None of what is made a column later."""
    if isinstance(part, Picked):
        return in_column(part.items)
    return part.column if isinstance(part, Cells) else None


def _cells(part: Part, words: Column, rows: slice) -> Column:
    """What some rows have of a part; a text that is the same in all stands alone."""
    import pyarrow as pa

    if isinstance(part, str):
        return texts_in_arrow([part])[0]
    if isinstance(part, Picked):
        return words.take(in_arrow(part.codes[rows]).chunk(0))
    if isinstance(part, Cells):
        return words.slice(rows.start, rows.stop - rows.start).cast(pa.string())
    if isinstance(part, np.ndarray):
        return in_arrow(part[rows]).chunk(0).cast(pa.string())
    return texts_in_arrow(part[rows])


def _joined(cells: Sequence[Column]) -> str:
    """The text of some rows; Arrow keeps the texts of a column one behind the other."""
    import pyarrow.compute as pc

    joined = pc.binary_join_element_wise(*cells, texts_in_arrow([""])[0])
    _, ends, content = joined.buffers()
    return "" if content is None else content.to_pybytes()[: np.frombuffer(ends, np.int32)[len(joined)]].decode()


# ---- texts that stand in rows


def behind(text: str, texts: Sequence[str]) -> Sequence[str]:
    """Texts, each behind the same one."""
    if not isinstance(texts, Cells):
        return [text + each for each in texts]
    import pyarrow.compute as pc

    before, nothing = texts_in_arrow([text, ""])
    return Cells(pc.binary_join_element_wise(before, texts.column, nothing))


def but(texts: Sequence[str], others: Mapping[int, str]) -> Picked[str]:
    """Texts with others in some rows."""
    known, codes = (texts.items, texts.codes) if isinstance(texts, Picked) else (texts, np.arange(len(texts)))
    codes = codes.astype(np.int64)
    codes[[*others]] = np.arange(len(others)) + len(known)
    return Picked(chained(known, [*others.values()]), codes)


def joined(texts: Sequence[str], rows: Csr, between: str = "") -> Sequence[str]:
    """For each row the texts at its indices in one."""
    if len(rows.indptr) <= plain.LARGE:
        words = [*all_at(texts, rows.indices)]
        return [between.join(words[start:end]) for start, end in pairwise(rows.indptr.tolist())]
    import pyarrow as pa
    import pyarrow.compute as pc

    words, mark = (column.cast(pa.large_string()) for column in (in_column(texts), texts_in_arrow([between])))
    bounds = in_arrow(rows.indptr).chunk(0).cast(pa.int32())
    lists = pa.ListArray.from_arrays(bounds, words.take(in_arrow(rows.indices).chunk(0)))
    return Cells(pc.binary_join(lists, mark[0]))


def first_with(texts: Sequence[str], pattern: str) -> str | None:
    """The first of some texts in which a pattern finds something, in a syntax that Python and RE2 share."""
    if not isinstance(texts, Cells):
        search = re.compile(pattern).search
        return next((text for text in texts if search(text)), None)
    import pyarrow.compute as pc

    found = texts.column.filter(pc.match_substring_regex(texts.column, pattern))
    return str(found[0].as_py()) if len(found) else None
