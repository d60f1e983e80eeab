"""Tables as text: columns of equal width, a line a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat

_LARGE = 50_000  # rows from which on Arrow puts the lines together
_AT_ONCE = 200_000  # rows


def lines_of(header: Sequence[str], columns: Sequence[Sequence[str]]) -> Iterator[str]:
    """The text of a table in pieces of whole lines; each column is as wide as its widest cell."""
    widths = [max(map(len, (title, *column))) for title, column in zip(header, columns, strict=True)]
    yield _line([title.ljust(width) for title, width in zip(header, widths, strict=True)])
    rows = len(columns[0])
    if rows >= _LARGE:
        for start in range(0, rows, _AT_ONCE):
            yield _joined([column[start : start + _AT_ONCE] for column in columns], widths)
        return
    padded = [map(str.ljust, column, repeat(width)) for column, width in zip(columns, widths, strict=True)]
    yield from map(_line, zip(*padded, strict=True))


def _line(cells: Sequence[str]) -> str:
    return "  ".join(cells).rstrip() + "\n"


def _joined(columns: Sequence[Sequence[str]], widths: Sequence[int]) -> str:
    import pyarrow as pa
    import pyarrow.compute as pc

    cells = [pa.array(column, pa.string()) for column in columns]
    padded = [pc.utf8_rpad(column, width) for column, width in zip(cells, widths, strict=True)]
    rows = pc.utf8_rtrim_whitespace(pc.binary_join_element_wise(*padded, "  "))
    lines = pc.binary_join_element_wise(rows, "", "\n")
    return str(lines.buffers()[2].to_pybytes(), "utf-8")
