"""Edges that are drawn in some way, as moves: backwards, both ways, without a direction, or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from explorer.model.intake import Intake
from explorer.model.words import counted

_MEANT = {
    "back": "drawn backwards; the move goes the other way",
    "both": "drawn both ways; each is two moves",
    "none": "drawn without a direction; left out",
    "invisible": "not drawn; left out",
}


class DrawnEdges:
    """Hands edges to an intake, each as the moves that it is drawn as.

    Attributes
    ----------
    words : for each way to draw an edge but the usual one, how it is written.
    sources : the ids of the nodes that have moves.
    """

    def __init__(self, words: Mapping[str, str], intake: Intake) -> None:
        self.words = words
        self.sources: set[str] = set()
        self._intake = intake
        self._found: Counter[str] = Counter()
        self._lines: dict[str, int | None] = {}

    def take(
        self, source: object, target: object, attributes: Mapping[str, Any], line: int | None, way: str = ""
    ) -> None:
        """Take an edge that is drawn as back, both, none, invisible, or "" for the usual way."""
        if way:
            self._found[way] += 1
            self._lines.setdefault(way, line)
        if way in ("", "both"):
            self._move(source, target, attributes, line)
        if way in ("back", "both"):
            self._move(target, source, attributes, line)

    def _move(self, source: object, target: object, attributes: Mapping[str, Any], line: int | None) -> None:
        self.sources.add(str(source))
        self._intake.move(source, target, attributes or None, line)

    def finish(self) -> None:
        """Note how many edges are drawn in each way but the usual one, with the line of the first."""
        for way, meaning in _MEANT.items():
            if count := self._found[way]:
                verb = "is" if count == 1 else "are"
                message = f"{counted(count, 'edge')} with {self.words[way]} {verb} {meaning}"
                self._intake.fields.warn(message, line=self._lines[way])
