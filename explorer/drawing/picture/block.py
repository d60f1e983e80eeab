"""Parts of a picture that are made first and placed later."""

from __future__ import annotations

from dataclasses import dataclass, replace

from explorer.drawing.picture.primitives import Group


@dataclass(frozen=True)
class Block:
    """Groups that lie between (0, 0) and (width, height)."""

    width: float
    height: float
    groups: tuple[Group, ...] = ()

    def at(self, x: float, y: float) -> tuple[Group, ...]:
        """Its groups, with its upper left corner at a position."""
        return tuple(replace(group, x=group.x + x, y=group.y + y) for group in self.groups)


EMPTY = Block(0, 0)
