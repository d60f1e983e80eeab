"""Nodes of a game graph, their kinds and moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from explorer.model.scores import Score

Move = tuple[str, str]
PROGRESS = "progress"  # mark of a move in files


class Kind(StrEnum):
    """Kinds of nodes; each node is of exactly one."""

    MAX = "max"
    MIN = "min"
    MOVER = "mover"  # inner node of a negamax graph: whoever is to move takes the largest
    LEAF = "leaf"
    OPEN = "open"  # not expanded yet, nothing known of it

    @property
    def is_inner(self) -> bool:
        return self in (Kind.MAX, Kind.MIN, Kind.MOVER)


@dataclass(frozen=True)
class Node:
    """A position of the game.

    Attributes
    ----------
    id : unique in its graph.
    kind : Max, Min, mover (negamax), leaf or open.
    score : the score of a leaf, finite; None for every other kind.
    label : shown instead of the id, if given.
    x, y : position on the canvas in pixels, y downwards; both or neither.
    extra : keys of the file that the program does not know, kept for the way back.
    """

    id: str
    kind: Kind
    score: Score | None = None
    label: str | None = None
    x: float | None = None
    y: float | None = None
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def name(self) -> str:
        """The text that people read: the label, or the id where there is none."""
        return self.label or self.id

    @property
    def has_position(self) -> bool:
        return self.x is not None and self.y is not None
