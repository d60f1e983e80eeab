"""Which formats hold a whole game."""

from __future__ import annotations

from explorer import formats

OTHER_GAMES = ("pgsolver", "gambit")
"""Formats for other kinds of games: parity games have no leaves, extensive games are trees."""

WHOLE_GAMES = tuple(name for name in formats.writable() if name not in OTHER_GAMES)
"""Formats that hold players, scores, root and the order of moves as well."""

WHOLE_GAME_TEXTS = tuple(name for name in WHOLE_GAMES if formats.find(name).read_bytes is None)
"""Those of them that can be pasted."""

READ_ONLY = {
    "adjacency": "a b c\nb\nc a\n",
    "edges": "# two moves\n1 2\n2 1\n",
    "matrix": "0 1 1\n1 0 0\n0 0 0\n",
}
"""A text of each format that is only read."""


def is_risky(cell: str) -> bool:
    """Return whether a spreadsheet would take the cell for a formula."""
    try:
        float(cell)
    except ValueError:
        return cell[:1] in {*"=+-@\t\r"}
    return False
