"""Cells that a spreadsheet takes for formulas, and would run, when it opens a table."""

from __future__ import annotations

from collections.abc import Collection

from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.scores import parse_endless

_BEGINNINGS = tuple("=+-@\t\r")
_GUARD = "'"


def is_formula(cell: str) -> bool:
    """Return whether a spreadsheet takes a cell for a formula; numbers such as -1 and +∞ are none."""
    if not cell.startswith(_BEGINNINGS):
        return False
    try:
        parse_endless(cell)
    except OptionError:
        return True
    return False


def guarded(cell: str) -> str:
    """Return a cell that every spreadsheet takes for text or a number."""
    return f"{_GUARD}{cell}" if is_formula(cell) else cell


def require_distinct(names: Collection[str], what: str) -> None:
    """Raise FormatError if two of the names of `what` are the same once they are guarded."""
    known = {*names}
    double = next((guarded(name) for name in names if is_formula(name) and guarded(name) in known), None)
    if double is not None:
        raise FormatError(f"two {what} would be called {quoted(double)} once formulas are guarded; rename one")
