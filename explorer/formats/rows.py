"""The text of very many rows that are written alike, which Arrow puts together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, repeat

import numpy as np

from explorer.model import plain
from explorer.model.arrow import Column, in_arrow, texts_in_arrow
from explorer.model.columns import AT_ONCE, Indices
from explorer.model.views import Cells, Picked, in_column

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
        return words.slice(rows.start, rows.stop - rows.start)
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


def changed(texts: Sequence[str], pattern: str, change: Callable[[str], str]) -> Sequence[str]:
    """Texts as a function changes them; of very many it is asked for those alone in which a pattern finds something.

    Parameters
    ----------
    pattern : in the syntax of RE2; where it finds nothing, the function would change nothing.
    """
    import pyarrow.compute as pc

    if isinstance(texts, Picked):
        return Picked(changed(texts.items, pattern, change), texts.codes)
    if len(texts) < plain.LARGE:
        return [*map(change, texts)]
    column = in_column(texts)
    is_odd = pc.match_substring_regex(column, pattern)
    odd = texts_in_arrow([*map(change, column.filter(is_odd).to_pylist())])
    return Cells(pc.replace_with_mask(column, is_odd, odd.cast(column.type)) if len(odd) else column)


def behind(text: str, texts: Sequence[str]) -> Sequence[str]:
    """Texts, each behind the same one."""
    import pyarrow.compute as pc

    if not isinstance(texts, Cells):
        return [text + each for each in texts]
    before, nothing = texts_in_arrow([text, ""])
    return Cells(pc.binary_join_element_wise(before, texts.column, nothing))


def first_with(texts: Sequence[str], pattern: str) -> str | None:
    """The first of some texts in which a pattern finds something, in a syntax that Python and RE2 share."""
    import pyarrow.compute as pc

    if not isinstance(texts, Cells):
        search = re.compile(pattern).search
        return next((text for text in texts if search(text)), None)
    found = texts.column.filter(pc.match_substring_regex(texts.column, pattern))
    return str(found[0].as_py()) if len(found) else None
