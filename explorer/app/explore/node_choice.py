"""Which nodes the table and the chart show: the user's choice, which follows the graph as it is edited."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field


@dataclass
class NodeChoice:
    """The nodes that are chosen, by id; those that are gone for the moment are remembered.

    Attributes
    ----------
    chosen : ids, and names of nodes that the user has typed.
    first : those that were shown at first, the last time that the table was shown.
    """

    chosen: list[str] = field(default_factory=list)
    first: list[str] = field(default_factory=list)
    _opened: int = -1
    _version: int = -1
    _ids: tuple[str, ...] = ()
    _waiting: list[str] = field(default_factory=list)

    def follow(self, opened: int, version: int, ids: Sequence[str]) -> None:
        """Take in the nodes of the graph as it is: a renamed one stays chosen, and another graph begins anew.

        Parameters
        ----------
        opened, version : how many graphs were opened, and how often the graph has changed.
        """
        if opened != self._opened:
            self.chosen, self.first = [], []
        elif version != self._version:
            names = _renamed(self._ids, ids)
            self.chosen, self.first = ([names.get(id, id) for id in listed] for listed in (self.chosen, self.first))
        if version != self._version:
            self._ids = tuple(ids)
        self._opened, self._version = opened, version

    def join(self, first: Sequence[str]) -> None:
        """Let new nodes join those that are shown, unless the user has left some of them out.

        Parameters
        ----------
        first : the nodes that are shown before the user has chosen.
        """
        if set(self.first) <= set(self.chosen):
            known = {*self.first, *self.chosen}
            self.chosen += [id for id in first if id not in known]
        self.first = list(first)

    def offered(self, there: Container[str]) -> list[str]:
        """Those of the chosen nodes that are there; the others wait."""
        self._waiting = [id for id in self.chosen if id not in there]
        return [id for id in self.chosen if id in there]

    def take(self, wanted: Sequence[str]) -> None:
        """Note what the user has chosen of what was offered last."""
        self.chosen = [*wanted, *self._waiting]


def _renamed(before: Sequence[str], after: Sequence[str]) -> dict[str, str]:
    """The new names of nodes that stand where others stood that are gone."""
    if len(before) != len(after):
        return {}
    old, new = set(before), set(after)
    return {one: other for one, other in zip(before, after, strict=True) if one not in new and other not in old}
