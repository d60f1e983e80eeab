"""Long texts of lines with the same number of cells, read by Arrow into columns; others read what is odd."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from explorer.model.arrow import Column


def columns_of(
    text: str,
    delimiter: str,
    names: Sequence[str],
    *,
    types: Mapping[str, Any] | None = None,
    skipped: int = 0,
    has_quotes: bool = False,
) -> dict[str, Column] | None:
    """The columns of a text by name; None if a line has more or fewer cells, or a cell is not of its type.

    Parameters
    ----------
    types : of columns that are not of texts, as Arrow has them.
    skipped : how many lines stand before the first that counts.
    has_quotes : whether a cell may be in quotes, in which a quote is written twice.
    """
    import pyarrow as pa
    from pyarrow import csv

    quote = '"' if has_quotes else False
    try:
        table = csv.read_csv(
            pa.BufferReader(text.encode()),
            csv.ReadOptions(column_names=list(names), skip_rows=skipped),
            csv.ParseOptions(
                delimiter=delimiter, quote_char=quote, newlines_in_values=has_quotes, ignore_empty_lines=False
            ),
            csv.ConvertOptions(
                column_types=dict.fromkeys(names, pa.string()) | dict(types or {}),
                strings_can_be_null=True,
                null_values=[""],
            ),
        )
    except (pa.ArrowException, UnicodeError):
        return None
    return dict(zip(names, table.columns, strict=True))


def are_all(column: Column, pattern: str) -> bool:
    """Whether every cell of a column is a text of this pattern, in the syntax of RE2."""
    import pyarrow.compute as pc

    return not column.null_count and pc.all(pc.match_substring_regex(column, f"^(?:{pattern})$")).as_py() is not False
