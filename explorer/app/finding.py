"""Nodes by what a user types of their names."""

from __future__ import annotations

from heapq import nsmallest
from itertools import repeat

from explorer.model.graph import GameGraph, Node

_EXACTLY, _BEGINS, _HOLDS, _NO_MATCH = range(4)


def matching_nodes(graph: GameGraph, text: str, *, most: int) -> tuple[list[Node], bool]:
    """The nodes whose id or label fits a text best, at most so many, and whether exactly one is called so.

    A node with that id comes first and is meant alone; then those with that label, those whose id or label begins
    with the text, and those that hold it, in node order.  Capitals and spaces at the ends do not count.

    Examples
    --------
    >>> from explorer.games.samples import load_sample
    >>> [node.id for node in matching_nodes(load_sample("figure-1"), "A", most=3)[0]]
    ['a']
    """
    if text in graph.index:
        return [graph.node(text)], True
    wanted = text.strip().casefold()
    labels = graph.columns.labels or repeat(None)
    ranks = (
        (_rank(id, label, wanted), index) for index, (id, label) in enumerate(zip(graph.ids, labels, strict=False))
    )
    best = nsmallest(most, (pair for pair in ranks if pair[0] < _NO_MATCH)) if wanted else []
    exact = [index for rank, index in best if rank == _EXACTLY]
    return [graph.nodes[index] for _, index in best], len(exact) == 1


def _rank(id: str, label: str | None, wanted: str) -> int:
    names = [name.casefold() for name in (id, label) if name is not None]
    if wanted in names:
        return _EXACTLY
    if any(name.startswith(wanted) for name in names):
        return _BEGINS
    return _HOLDS if any(wanted in name for name in names) else _NO_MATCH
