"""Which formats hold a whole game."""

from __future__ import annotations

from explorer import formats

SHAPE_ONLY = ("adjacency",)
"""Formats that hold ids and moves alone."""

OTHER_GAMES = ("pgsolver", "gambit")
"""Formats for other kinds of games: parity games have no leaves, extensive games are trees."""

WHOLE_GAMES = tuple(name for name in formats.registered() if name not in (*SHAPE_ONLY, *OTHER_GAMES))
"""Formats that hold players, scores, root and the order of moves as well."""

WHOLE_GAME_TEXTS = tuple(name for name in WHOLE_GAMES if not formats.find(name).is_binary)
"""Those of them that can be pasted."""
