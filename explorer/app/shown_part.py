"""Part of a large graph that the canvas shows, and the search for a node in it."""

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

_MOST_SUGGESTIONS = 6  # nodes


@dataclass
class GraphPart:
    """The visible part of the graph, or the whole graph.

    Attributes
    ----------
    preference : whether the user prefers a part (True) or the whole graph (False); None: as suits the graph.
    first : by node, the successor that the part shows first.
    excerpt : the visible part; None: the whole graph.
    marked_node : the node that came into view last; the stage selects it.
    search_text : the text with which the user looks for a node.
    suggestions : the nodes that the text may name.
    refusal : why the last request could not be fulfilled, or "".
    """

    preference: bool | None = None
    first: Mapping[str, str] = field(default_factory=dict)
    excerpt: Excerpt | None = None
    marked_node: str | None = None
    search_text: str = ""
    suggestions: tuple[Node, ...] = ()
    refusal: str = ""

    @property
    def visible_ids(self) -> tuple[str, ...] | None:
        """The ids of the visible nodes, in the order of the graph; None: all."""
        return None if self.excerpt is None else tuple(node.id for node in self.excerpt.graph.nodes)

    @property
    def is_at_start(self) -> bool:
        """Return whether the visible part is the initial one, around the root."""
        excerpt = self.excerpt
        if excerpt is None or excerpt.centre != excerpt.whole.root:
            return False
        return excerpt.parents == excerpt_around(excerpt.whole, excerpt.centre, first=self.first).parents

    @property
    def data(self) -> PartData | None:
        """Data of the part for the stage: hidden successors by node, nodes that can be folded, the marked node."""
        if self.excerpt is None:
            return None
        marked_node = self.marked_node if self.marked_node in self.excerpt.points else None
        return {
            "hidden": list(self.excerpt.hidden.items()),
            "foldable": sorted(self.excerpt.foldable),
            "selection": marked_node,
            "centre": self.excerpt.centre,
            "root": self.excerpt.whole.root,
            "most": LONGEST_WAY,
        }

    def look_at(self, graph: GameGraph, centre: str) -> None:
        """Show the neighbourhood of a node and mark it; raises `GraphError` if there is none."""
        self.excerpt = excerpt_around(graph, centre, first=self.first)
        self.marked_node = None if centre == graph.root else centre
        self.forget_search()

    def look_for(self, graph: GameGraph, text: str) -> bool:
        """Show the neighbourhood of the node that a text names; if several may be meant, suggest them."""
        nodes, is_one = matching_nodes(graph, text, most=_MOST_SUGGESTIONS)
        if is_one or len(nodes) == 1:
            self.look_at(graph, nodes[0].id)
            self.marked_node = nodes[0].id
            return True
        self.search_text, self.suggestions, self.refusal = text, tuple(nodes), ""
        return False

    def forget_search(self) -> None:
        """Clear the search and the last refusal."""
        self.search_text, self.suggestions, self.refusal = "", (), ""

    def do(self, what: str, id: str, trace: Trace | None, step: int) -> bool:
        """Open, fold, reveal or centre a node, and return whether the visible part has changed."""
        before = self.excerpt
        if before is None or id not in before.whole.index:
            return False
        self.marked_node = None
        self.forget_search()
        try:
            if what == "open" and id in before.hidden:
                self.excerpt = before.with_successors(id)
            elif what == "fold" and id in before.foldable:
                self.excerpt = before.without_branch(id)
            elif what == "reveal":
                path = () if trace is None else trace[min(step, len(trace) - 1)].path
                self.excerpt, self.marked_node = before.with_node(id, path), id
            elif what == "centre":
                self.look_at(before.whole, id)
        except LimitError as error:
            self.refusal = sentence(error)
        return self.excerpt is not before

    def show_way(self, path: Sequence[str], node: str) -> None:
        """Show a path to a node; of a longer path the first `LONGEST_WAY` nodes."""
        if self.excerpt is not None:
            end = node if path[-1] == node else path[:LONGEST_WAY][-1]
            self.excerpt, self.marked_node = self.excerpt.with_node(end, path), node

    def show_moves(self, moves: Iterable[Move]) -> None:
        """Show the ends of moves, too; each move touches the visible part or an earlier move."""
        if self.excerpt is not None:
            self.excerpt = self.excerpt.with_moves(moves)

    def show_more(self) -> None:
        """Show one more level of successors."""
        if self.excerpt is None:
            return
        self.forget_search()
        try:
            self.excerpt = self.excerpt.deeper()
        except LimitError as error:
            self.refusal = sentence(error)


_EXACTLY, _BEGINS, _CONTAINS, _NO_MATCH = range(4)


def matching_nodes(graph: GameGraph, text: str, *, most: int) -> tuple[list[Node], bool]:
    """Return at most `most` nodes whose id or label fits a text best, and whether exactly one has this name.

    A node with that id comes first and alone; then those with that label, those whose id or label begins with the
    text, and those that contain it, in node order.  Capitals and spaces at the ends do not count.

    Examples
    --------
    >>> from explorer.games.samples import load_sample
    >>> [node.id for node in matching_nodes(load_sample("figure-1"), "A", most=3)[0]]
    ['a']
    """
    if text in graph.index:
        return [graph.node(text)], True
    pattern = text.strip().casefold()
    labels = graph.columns.labels or repeat(None)
    ranks = (
        (_match_rank(id, label, pattern), index)
        for index, (id, label) in enumerate(zip(graph.ids, labels, strict=False))
    )
    best = nsmallest(most, (pair for pair in ranks if pair[0] < _NO_MATCH)) if pattern else []
    exact = [index for rank, index in best if rank == _EXACTLY]
    return [graph.nodes[index] for _, index in best], len(exact) == 1


def _match_rank(id: str, label: str | None, pattern: str) -> int:
    """Return a number for the way in which a text fits the id or the label of a node."""
    names = [name.casefold() for name in (id, label) if name is not None]
    if pattern in names:
        return _EXACTLY
    if any(name.startswith(pattern) for name in names):
        return _BEGINS
    return _CONTAINS if any(pattern in name for name in names) else _NO_MATCH
