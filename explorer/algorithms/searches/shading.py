"""Which nodes are shown as skipped: those that were never visited because of a cutoff."""

from __future__ import annotations

from collections.abc import Iterable

from explorer.model.graph import GameGraph


class Shading:
    """Keeps book of what was visited and what was skipped, and of what has changed since it was last told.

    A cutoff skips the successors that are left and everything below them, but nothing that was visited elsewhere,
    nor anything below that.  A node that is visited later after all is not skipped any more.
    """

    def __init__(self, graph: GameGraph) -> None:
        self._graph = graph
        self._visited: set[int] = set()
        self._shaded: set[int] = set()
        self._changed: dict[int, bool] = {}

    def visit(self, index: int) -> None:
        """Take note of a visit."""
        self._visited.add(index)
        if index in self._shaded:
            self._shaded.discard(index)
            self._changed[index] = False

    def cutoff(self, indices: Iterable[int]) -> int:
        """Shade these nodes and what is below them; how many nodes that were not shaded before."""
        waiting = list(indices)
        before = len(self._shaded)
        while waiting:
            index = waiting.pop()
            if index not in self._visited and index not in self._shaded:
                self._shaded.add(index)
                self._changed[index] = True
                waiting.extend(self._graph.successors[index])
        return len(self._shaded) - before

    def restart(self) -> None:
        """Begin a new pass: nothing is visited or skipped."""
        self._visited.clear()
        self._changed.update(dict.fromkeys(self._shaded, False))
        self._shaded.clear()

    def changes(self) -> dict[str, bool]:
        """What has changed since the last call, by node id."""
        if not self._changed:
            return {}
        changed = {self._graph.nodes[index].id: is_shaded for index, is_shaded in self._changed.items()}
        self._changed.clear()
        return changed
