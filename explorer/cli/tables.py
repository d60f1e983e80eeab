"""Tables as text: columns of equal width, a line a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrow import in_arrow, in_numpy, texts_in_arrow
from explorer.model.views import Cells, Picked, in_column

_AT_ONCE = 100_000  # rows
_WORKERS, _AHEAD = 2, 8  # threads that put lines together, and how many pieces are ready before they are asked for
_WIDEST = 50  # characters that a column is padded to at most
_LARGE = 50_000  # rows from which on Arrow puts the lines together


def lines_of(header: Sequence[str], columns: Sequence[Sequence[str]]) -> Iterator[str]:
    """The text of a table in pieces of whole lines; each column is as wide as its widest cell, up to a limit.

    A cell that is wider than that is written whole, and the rest of its line stands farther to the right.
    """
    picked = [column if isinstance(column, Picked) else Picked(column, np.arange(len(column))) for column in columns]
    widths = [max(len(title), min(_width(column), _WIDEST)) for title, column in zip(header, picked, strict=True)]
    yield "  ".join(title.ljust(width) for title, width in zip(header, widths, strict=True)).rstrip() + "\n"
    rows = len(picked[0].codes)
    pieces = [slice(start, start + _AT_ONCE) for start in range(0, rows, _AT_ONCE)]
    if rows < _LARGE:
        yield from map(_padded(picked, widths), pieces)
        return
    padded = _padded_by_arrow(picked, widths)
    with ThreadPoolExecutor(_WORKERS) as pool:
        for start in range(0, len(pieces), _AHEAD):
            yield from pool.map(padded, pieces[start : start + _AHEAD])


def _width(column: Picked[str]) -> int:
    if not len(column.codes):
        return 0
    return int(_lengths(column.items)[column.codes].max())


def _lengths(words: Sequence[str]) -> NDArray[Any]:
    if not isinstance(words, Cells):
        return np.fromiter(map(len, words), np.int64, len(words))
    import pyarrow.compute as pc

    return in_numpy(pc.utf8_length(words.column), 0)


def _padded(columns: Sequence[Picked[str]], widths: Sequence[int]) -> Callable[[slice], str]:
    """The text of some rows, of columns of these widths."""
    words = [[word.ljust(width) for word in column.items] for column, width in zip(columns, widths, strict=True)]

    def lines(rows: slice) -> str:
        cells = (map(own.__getitem__, column.codes[rows].tolist()) for own, column in zip(words, columns, strict=True))
        return "".join("  ".join(row).rstrip() + "\n" for row in zip(*cells, strict=True))

    return lines


def _padded_by_arrow(columns: Sequence[Picked[str]], widths: Sequence[int]) -> Callable[[slice], str]:
    """The same; Arrow is handed nothing but its own arrays, since with others it would import pandas."""
    import pyarrow.compute as pc

    gap, nothing, end = texts_in_arrow(["  ", "", "\n"])
    known = {key: in_column(words) for key, words in {id(each.items): each.items for each in columns}.items()}
    words = [pc.utf8_rpad(known[id(column.items)], width) for column, width in zip(columns, widths, strict=True)]

    def lines(rows: slice) -> str:
        cells = [own.take(in_arrow(column.codes[rows]).chunk(0)) for own, column in zip(words, columns, strict=True)]
        whole = pc.utf8_rtrim_whitespace(pc.binary_join_element_wise(*cells, gap))
        return str(memoryview(pc.binary_join_element_wise(whole, nothing, end).buffers()[2]), "utf-8")

    return lines
