"""The nodes of a run by number: those of the graph in its order, and any others that a step names."""

from __future__ import annotations

from explorer.model.columns import NodeColumns
from explorer.model.node import Node

NOBODY = -1


class Nodes:
    """Numbers of nodes: from 0 up for those of the graph, which may grow, from −2 down for other names.

    Attributes
    ----------
    ids, names : of the nodes of the graph, by number; a name is the first that the node had.
    index : the number of each of them by id.
    columns : those of the graph before it grew.
    """

    def __init__(self, columns: NodeColumns) -> None:
        self.columns = columns
        self.ids = [*columns.ids]
        self.names = [*columns.names]
        self.index = dict(columns.index)
        self._others: dict[tuple[str, str], int] = {}
        self._listed: list[tuple[str, str]] = []

    def add(self, node: Node) -> None:
        """Add one more node of the graph."""
        self.index[node.id] = len(self.ids)
        self.ids.append(node.id)
        self.names.append(node.name)

    def number(self, id: str | None, name: str | None = None) -> int:
        """Return the number of a node, perhaps under another name than its own; `NOBODY` for None."""
        if id is None:
            return NOBODY
        index = self.index.get(id, NOBODY)
        if index >= 0 and (name is None or name == self.names[index]):
            return index
        other = id, id if name is None else name
        if other not in self._others:
            self._others[other] = -2 - len(self._listed)
            self._listed.append(other)
        return self._others[other]

    def id_and_name(self, number: int) -> tuple[str, str]:
        """Return the id and name of the node with this number, which is not `NOBODY`."""
        return (self.ids[number], self.names[number]) if number >= 0 else self._listed[-2 - number]

    def id(self, number: int) -> str | None:
        """Return the id of the node with this number, None for `NOBODY`."""
        return None if number == NOBODY else self.id_and_name(number)[0]
