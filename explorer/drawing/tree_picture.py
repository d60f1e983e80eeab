"""A tree of copies as a graph to draw: laid out tidily, every copy knowing its node and the copy above it."""

from __future__ import annotations

from explorer.drawing.tree_layout import tidy_tree
from explorer.graph import GameGraph, Node
from explorer.unwinding import Unwinding


def tree_graph(tree: Unwinding) -> GameGraph:
    """The tree as a graph with positions, for drawing alone: its fresh leaves are inner nodes without moves.

    The id of a copy is its index; its extra keys are `of` (the id of the node that it copies), `copy` (its role) and
    `above` (the id of its parent, if it has one).
    """
    nodes = []
    for index, (copy, (x, y)) in enumerate(zip(tree.copies, tidy_tree(tree.parents), strict=True)):
        original = tree.graph.node(copy.node)
        above = {} if copy.parent is None else {"above": str(copy.parent)}
        extra = {"of": copy.node, "copy": str(copy.role), **above}
        nodes.append(Node(str(index), original.kind, original.score, original.name, x, y, extra))
    moves = tuple((str(copy.parent), str(index)) for index, copy in enumerate(tree.copies) if copy.parent is not None)
    return GameGraph(tuple(nodes), moves, root="0", convention=tree.graph.convention, extra={"tree": True})
