"""How much a short text may ask to be copied: defaults to every node, nodes of a block to the one around it."""

from __future__ import annotations

from explorer.model.errors import FormatError

MAX_COPIES = 10_000_000


class Copies:
    """Counts the copies that are made while one text is read."""

    def __init__(self) -> None:
        self._made = 0

    def count(self, entries: int) -> None:
        """Nothing, unless it is too much.

        Raises
        ------
        FormatError
            Past `MAX_COPIES` entries in all.
        """
        self._made += entries
        if self._made > MAX_COPIES:
            raise FormatError(f"defaults and blocks stand for more than {MAX_COPIES:,} entries, the most that are read")
