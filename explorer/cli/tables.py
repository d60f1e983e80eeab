"""Tables as text: columns of equal width, a line a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from explorer.solver.solution import ItemColumn

_AT_ONCE = 100_000  # rows
_WIDEST = 50  # characters that a column is padded to at most


def lines_of(header: Sequence[str], columns: Sequence[Sequence[str] | ItemColumn[str]]) -> Iterator[str]:
    """Yield the text of a table in pieces of whole lines; each column is as wide as its widest cell, up to a limit.

    A cell that is wider than that is written whole, and the rest of its line stands farther to the right.
    """
    items = [each if isinstance(each, ItemColumn) else ItemColumn(each, np.arange(len(each))) for each in columns]
    widths = [max(len(title), min(_column_width(column), _WIDEST)) for title, column in zip(header, items, strict=True)]
    yield "  ".join(title.ljust(width) for title, width in zip(header, widths, strict=True)).rstrip() + "\n"
    rows = len(items[0].codes)
    lines = _row_writer(items, widths)
    yield from (lines(slice(start, start + _AT_ONCE)) for start in range(0, rows, _AT_ONCE))


def _column_width(column: ItemColumn[str]) -> int:
    """Return the width of the widest cell of a column."""
    if not len(column.codes):
        return 0
    lengths = np.fromiter(map(len, column.items), np.int64, len(column.items))
    return int(lengths[column.codes].max())


def _row_writer(columns: Sequence[ItemColumn[str]], widths: Sequence[int]) -> Callable[[slice], str]:
    """Return a function that writes a slice of rows, with columns of these widths."""
    words = [[word.ljust(width) for word in column.items] for column, width in zip(columns, widths, strict=True)]

    def lines(rows: slice) -> str:
        cells = (map(own.__getitem__, column.codes[rows].tolist()) for own, column in zip(words, columns, strict=True))
        return "\n".join(map(str.rstrip, map("  ".join, zip(*cells, strict=True)))) + "\n"

    return lines
