"""An unwinding: a tree whose nodes are copies of the nodes of a game graph."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.unwinding.counting import Size
from explorer.unwinding.states import TreeView

__all__ = ["Copy", "CopyRole", "TreeView", "Unwinding"]


class CopyRole(StrEnum):
    """Role of a copy in its tree."""

    INNER = "inner"
    LEAF = "leaf"  # of the graph, with its score
    FRESH = "fresh"  # the tree stops here because it stops after n moves
    UNREAD = "unread"  # a leaf of the graph after n moves: s₀ is the same at every node, and s₁ reads its score
    BACK_LINK = "back-link"  # the position is on the path already
    OPEN = "open"  # nothing known of it
    HIDDEN = "hidden"  # it has children, which the budget leaves out


@dataclass(frozen=True, slots=True)
class Copy:
    """Node of the tree, a copy of a node of the graph.

    Attributes
    ----------
    node : id of the graph node that it copies.
    parent : index of the copy above it; None for the root.
    depth : moves from the root.
    role : what it is in the tree.
    value : its score in the whole tree, from the view that the graph's convention takes; None where it hangs on
        hidden copies that were too many to score.
    """

    node: str
    parent: int | None
    depth: int
    role: CopyRole
    value: Score | None


@dataclass(frozen=True, eq=False)
class Unwinding:
    """The tree of a game graph, or its first levels.

    Attributes
    ----------
    graph, view, depth, endless : what was asked for; depth counts in the view `depth` alone.
    copies : breadth first, so parents before children; the children of a copy in move order.
    size : how many nodes the whole tree has.
    shown_levels : how many levels are in `copies`, the root's included.
    """

    graph: GameGraph
    view: TreeView
    depth: int
    endless: Score
    copies: tuple[Copy, ...]
    size: Size
    shown_levels: int

    @property
    def root_value(self) -> Score | None:
        """The value of the root in the whole tree."""
        return self.copies[0].value

    def endless_at(self, depth: int) -> Score:
        """Return the value of endless play to the player to move after `depth` moves; in minimax, to Max."""
        return self.endless if depth % 2 == 0 else self.graph.sign * self.endless

    @property
    def title(self) -> str:
        """The title above the tree."""
        titles = {
            TreeView.DEPTH: f"Tree to depth {self.depth}",
            TreeView.UNRAVELLED: "Unravelled tree",
            TreeView.BACK_LINKS: "Tree with back links as leaves",
        }
        return titles[self.view]

    @property
    def is_whole(self) -> bool:
        """Return whether no copy is left out."""
        return self.size.exact and self.size.total == len(self.copies)

    @cached_property
    def parents(self) -> tuple[int | None, ...]:
        """The index of the parent of each copy, as `explorer.drawing.tree_layout` takes them."""
        return tuple(copy.parent for copy in self.copies)

    @cached_property
    def _indices(self) -> dict[str, tuple[int, ...]]:
        """The indices of the copies, by the id of the node that they copy."""
        found: dict[str, list[int]] = {}
        for index, copy in enumerate(self.copies):
            found.setdefault(copy.node, []).append(index)
        return {node: tuple(indices) for node, indices in found.items()}

    def copies_of(self, node: str) -> tuple[int, ...]:
        """Return the indices of the copies of a graph node, in order; none if it is not in the tree."""
        return self._indices.get(node, ())

    @property
    def summary(self) -> str:
        """One to three sentences for the user: the size of the tree, and how much of it is drawn."""
        if self.is_whole:
            return f"The tree has {self.size}, all of them drawn." if self.size.total > 1 else "The tree has 1 node."
        shown = Size(len(self.copies))
        levels = "level" if self.shown_levels == 1 else f"{self.shown_levels:,} levels"
        verb = "is" if self.shown_levels == 1 else "are"
        return f"The tree has {self.size}; the first {levels} ({shown}) {verb} shown. Allow more nodes to see more."
