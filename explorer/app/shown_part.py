"""What the page Explore keeps of a graph that is shown in part: which part, and the node that was looked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest
from itertools import repeat

from explorer.drawing.excerpt import Excerpt, excerpt_around
from explorer.drawing.limits import LONGEST_WAY
from explorer.drawing.messages.to_browser import PartData
from explorer.model.errors import LimitError, sentence
from explorer.model.graph import GameGraph, Move, Node
from explorer.trace import Trace

_SUGGESTED = 6  # nodes


@dataclass
class Part:
    """The part that is shown, if it is not the whole graph.

    Attributes
    ----------
    wanted : whether the user switched to a part, or to the whole; None: as suits the graph.
    first : of every node the successor that is shown first, if any is.
    excerpt : what is shown; None: the whole graph.
    marked : the node that was brought into view last; the stage selects it.
    sought : what the user typed to find a node, and `suggested` the nodes that it may mean.
    refused : why the last wish was not met, or "".
    """

    wanted: bool | None = None
    first: Mapping[str, str] = field(default_factory=dict)
    excerpt: Excerpt | None = None
    marked: str | None = None
    sought: str = ""
    suggested: tuple[Node, ...] = ()
    refused: str = ""

    @property
    def shown(self) -> tuple[str, ...] | None:
        """The ids of the nodes that are shown, in the order of the graph; None: all."""
        return None if self.excerpt is None else tuple(node.id for node in self.excerpt.graph.nodes)

    @property
    def is_at_start(self) -> bool:
        """Whether what is shown is what it began with, around the root."""
        excerpt = self.excerpt
        if excerpt is None or excerpt.centre != excerpt.whole.root:
            return False
        return excerpt.parents == excerpt_around(excerpt.whole, excerpt.centre, first=self.first).parents

    @property
    def data(self) -> PartData | None:
        """What the stage is told of nodes: how many successors are hidden, which can be folded, which is marked."""
        if self.excerpt is None:
            return None
        marked = self.marked if self.marked in self.excerpt.points else None
        return {
            "hidden": list(self.excerpt.hidden.items()),
            "foldable": sorted(self.excerpt.foldable),
            "marked": marked,
            "centre": self.excerpt.centre,
            "root": self.excerpt.whole.root,
            "most": LONGEST_WAY,
        }

    def look_at(self, graph: GameGraph, centre: str) -> None:
        """Show the neighbourhood of a node and mark it; raises `GraphError` if there is none."""
        self.excerpt = excerpt_around(graph, centre, first=self.first)
        self.marked = None if centre == graph.root else centre
        self.forget()

    def look_for(self, graph: GameGraph, text: str) -> bool:
        """Show the neighbourhood of the node that is meant by a text; if that is not clear, keep those that may be."""
        found, is_one = matching_nodes(graph, text, most=_SUGGESTED)
        if is_one or len(found) == 1:
            self.look_at(graph, found[0].id)
            self.marked = found[0].id
            return True
        self.sought, self.suggested, self.refused = text, tuple(found), ""
        return False

    def forget(self) -> None:
        """Forget what was looked for, and what could not be done."""
        self.sought, self.suggested, self.refused = "", (), ""

    def do(self, what: str, id: str, trace: Trace | None, step: int) -> bool:
        """Carry out what the user asked for at a node; whether something else is shown now."""
        before = self.excerpt
        if before is None or id not in before.whole.index:
            return False
        self.marked = None
        self.forget()
        try:
            if what == "open" and id in before.hidden:
                self.excerpt = before.opened(id)
            elif what == "fold" and id in before.foldable:
                self.excerpt = before.folded(id)
            elif what == "reveal":
                path = () if trace is None else trace[min(step, len(trace) - 1)].path
                self.excerpt, self.marked = before.revealed(id, path), id
            elif what == "centre":
                self.look_at(before.whole, id)
        except LimitError as error:
            self.refused = sentence(error)
        return self.excerpt is not before

    def show_way(self, path: Sequence[str], node: str) -> None:
        """Show a path to a node; of one from there on, as much as is shown at once."""
        if self.excerpt is not None:
            end = node if path[-1] == node else path[:LONGEST_WAY][-1]
            self.excerpt, self.marked = self.excerpt.revealed(end, path), node

    def show_moves(self, moves: Iterable[Move]) -> None:
        """Show the ends of moves, too, each of which begins or ends at what is shown with those before it."""
        if self.excerpt is not None:
            self.excerpt = self.excerpt.joined(moves)

    def show_more(self) -> None:
        """Show more levels."""
        if self.excerpt is None:
            return
        self.forget()
        try:
            self.excerpt = self.excerpt.deeper()
        except LimitError as error:
            self.refused = sentence(error)


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
