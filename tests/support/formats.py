"""Which formats hold a whole game."""

from __future__ import annotations

from explorer import formats

SHAPE_ONLY = ("adjacency",)
"""Formats that hold ids and moves alone."""

OTHER_GAMES = ("pgsolver", "gambit")
"""Formats for other kinds of games: parity games have no leaves, extensive games are trees."""

WHOLE_GAMES = tuple(name for name in formats.written() if name not in (*SHAPE_ONLY, *OTHER_GAMES))
"""Formats that hold players, scores, root and the order of moves as well."""

WHOLE_GAME_TEXTS = tuple(name for name in WHOLE_GAMES if formats.find(name).read_bytes is None)
"""Those of them that can be pasted."""

READ_ONLY = {
    "edges": "# two moves\n1 2\n2 1\n",
    "tgf": "1 A (max)\n2 3/2\n#\n1 2 a move\n",
    "mermaid": 'flowchart LR\n  a((A)) --> b[B] & c{C}\n  b -- text --> a\n  c -->|x| d["5"]\n',
    "aldebaran": 'des (0, 2, 2)\n(0, "a", 1)\n(1, "b", 0)\n',
    "prism": "2 2\n0 1 1\n1 0 1\n",
}
"""A text of each format that is only read."""
