"""Part of the open graph that the stage of Explore shows, and the search for a node in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from explorer.app.browser import canvas_aspect
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.place import Place
from explorer.drawing.excerpt import Excerpt, excerpt_around
from explorer.drawing.layout import with_positions
from explorer.drawing.limits import LARGEST_DRAWN, LARGEST_READ, LONGEST_WAY, SMALLEST_IN_PART
from explorer.drawing.messages.to_browser import PartData
from explorer.model.columns import NodeColumns
from explorer.model.errors import LimitError, sentence
from explorer.model.graph import GameGraph, Move, Node
from explorer.solved_folder.part import FolderBestMoves
from explorer.solver import solve
from explorer.stage import FIND, ExpandRequest, Stage
from explorer.trace import Trace

_MOST_SUGGESTIONS = 6  # nodes
_FIRST_HINT = "Press → to take the first step."
_DRAW_HINT = f"{_FIRST_HINT} Double-click to add a node; drag from a node's rim to add a move."
_PART_HINT = f"{_FIRST_HINT} Click a node marked +n to show n more of its successors, some at a time."


@dataclass
class VisiblePart:
    """The visible part of the open graph, or the whole graph, on its stage.

    Attributes
    ----------
    preference : whether the user prefers a part (True) or the whole graph (False); None: as suits the graph.
    first : by node, the successor that the part shows first.
    excerpt : the visible part; None: the whole graph.
    visible_ids : the ids of the visible nodes, in the order of the graph; None: all.
    marked_node : the node that came into view last; the stage selects it.
    search_text : the text with which the user looks for a node.
    suggestions : the nodes that the text may name.
    refusal : why the last request could not be fulfilled, or "".
    """

    open_graph: OpenGraph
    stage: Stage
    place: Place
    preference: bool | None = None
    first: Mapping[str, str] = field(default_factory=dict)
    excerpt: Excerpt | None = None
    visible_ids: tuple[str, ...] | None = None
    marked_node: str | None = None
    search_text: str = ""
    suggestions: tuple[Node, ...] = ()
    refusal: str = ""

    # ---- what is visible

    @property
    def is_part(self) -> bool:
        """Return whether the stage shows a part of the graph, which cannot be edited."""
        return self.excerpt is not None

    @property
    def can_be_chosen(self) -> bool:
        """Return whether the user may switch between the whole graph and a part of it."""
        return SMALLEST_IN_PART <= self.open_graph.size <= LARGEST_DRAWN and self.open_graph.origin.folder is None

    @property
    def centre(self) -> str:
        """The node at the centre of the part; of a whole graph its root."""
        graph = self.open_graph.graph
        if self.excerpt is not None:
            return self.excerpt.centre
        return graph.root or (graph.ids[0] if graph.nodes else "")

    @property
    def is_at_start(self) -> bool:
        """Return whether the visible part is the initial one, around the root."""
        excerpt = self.excerpt
        if excerpt is None or excerpt.centre != excerpt.whole.root:
            return False
        return excerpt.parents == excerpt_around(excerpt.whole, excerpt.centre, first=self.first).parents

    @property
    def _is_hard_to_read(self) -> bool:
        """Return whether the graph was generated and has too many nodes to be read as a whole."""
        return self.open_graph.origin.game is not None and len(self.open_graph.graph.nodes) > LARGEST_READ

    # ---- drawing it

    def begin(self) -> None:
        """Forget the part of the graph before."""
        self.preference = None
        self._show_whole()

    def draw(self) -> None:
        """Show the graph on the canvas; of one that is too large to be read, the part around its root."""
        self._show_whole()
        wants_part = self.preference is True or (self.preference is None and self._is_hard_to_read)
        if self.open_graph.is_too_large_to_draw or wants_part:
            if (folder := self.open_graph.origin.folder) is not None:
                self.first = FolderBestMoves(folder)
            elif self.open_graph.origin.game is not None:
                graph = self.open_graph.graph
                self.first = self.open_graph.compute_once("solution", lambda: solve(graph)).best
            self.look_at(self.centre)
            return
        self.stage.editable, self.stage.expandable = not self.place.view_only, False
        self.stage.hint = _FIRST_HINT if self.place.view_only else _DRAW_HINT
        self.open_graph.graph = with_positions(self.open_graph.graph, canvas_aspect())
        self.stage.show_graph(self.open_graph.graph)
        self.stage.again = True

    def _show_whole(self) -> None:
        """Drop the excerpt with all that belongs to it."""
        self.excerpt, self.visible_ids, self.marked_node, self.first = None, None, None, {}
        self._forget_search()
        self.stage.expandable = False

    def _draw_excerpt(self) -> None:
        """Show the current part of the graph on the canvas."""
        if self.excerpt is not None:
            self.visible_ids = tuple(node.id for node in self.excerpt.graph.nodes)
            self.open_graph.show_part(self.visible_ids, self.excerpt.centre)
            self.stage.editable, self.stage.expandable = False, True
            self.stage.hint = _PART_HINT
            self.stage.show_graph(self.excerpt.graph, self._data(self.excerpt))
            self.stage.again = True

    def _data(self, excerpt: Excerpt) -> PartData:
        """Return data of the part for the stage: hidden successors by node, foldable nodes, the marked node."""
        return {
            "hidden": list(excerpt.hidden.items()),
            "foldable": sorted(excerpt.foldable),
            "selection": self.marked_node if self.marked_node in excerpt.points else None,
            "centre": excerpt.centre,
            "root": excerpt.whole.root,
            "most": LONGEST_WAY,
        }

    # ---- what the user wants to see

    def choose(self, is_part: bool) -> None:
        """Show a part of the graph, or the whole graph."""
        self.preference = is_part
        self.draw()

    def look_at(self, centre: str) -> None:
        """Show the neighbourhood of a node and mark it; raises `GraphError` if there is none."""
        self._surround(centre)
        self._draw_excerpt()

    def look_for(self, text: str) -> bool:
        """Show the neighbourhood of the node that a text names; if several may be meant, suggest them."""
        if (folder := self.open_graph.origin.folder) is not None and text.strip() in folder:
            self.look_at(text.strip())
            return True
        nodes, is_one = matching_nodes(self.open_graph.graph, text, most=_MOST_SUGGESTIONS)
        if is_one or len(nodes) == 1:
            self._surround(nodes[0].id)
            self.marked_node = nodes[0].id
            self._draw_excerpt()
            return True
        self.search_text, self.suggestions, self.refusal = text, tuple(nodes), ""
        return False

    def expand(self, request: ExpandRequest, trace: Trace | None, step: int) -> None:
        """Open, fold, reveal, centre or find a node, as the user asked on the stage; say there why not."""
        if request.what == FIND:
            self.look_for(request.id)
        elif self._change(request.what, request.id, trace, step):
            self._draw_excerpt()
        elif self.refusal:
            self.stage.order(text=self.refusal)

    def show_way(self, path: Sequence[str], node: str) -> None:
        """Show a path to a node; of a longer path the first `LONGEST_WAY` nodes."""
        if self.excerpt is not None:
            end = node if path[-1] == node else path[:LONGEST_WAY][-1]
            self.excerpt, self.marked_node = self.excerpt.with_node(end, path), node
            self._draw_excerpt()

    def show_moves(self, node: str, moves: Iterable[Move]) -> None:
        """Show a node and the ends of moves; each move touches the neighbourhood of the node or an earlier move."""
        if self.excerpt is not None:
            self._surround(node)
            self.excerpt, self.marked_node = self.excerpt.with_moves(moves), node
            self._draw_excerpt()

    def show_more(self) -> None:
        """Show one more level of successors."""
        if self.excerpt is None:
            return
        self._forget_search()
        try:
            self.excerpt = self.excerpt.deeper()
        except LimitError as error:
            self.refusal = sentence(error)
        self._draw_excerpt()

    def _surround(self, centre: str) -> None:
        """Make the neighbourhood of a node the visible part, and mark the node."""
        whole = self.open_graph.whole
        self.excerpt = excerpt_around(whole, centre, first=self.first)
        self.marked_node = None if centre == whole.root else centre
        self._forget_search()

    def _forget_search(self) -> None:
        """Clear the search and the last refusal."""
        self.search_text, self.suggestions, self.refusal = "", (), ""

    def _change(self, what: str, id: str, trace: Trace | None, step: int) -> bool:
        """Open, fold, reveal or centre a node, and return whether the visible part has changed."""
        before = self.excerpt
        if before is None or id not in before.whole.index:
            return False
        self.marked_node = None
        self._forget_search()
        try:
            if what == "open" and id in before.hidden:
                self.excerpt = before.with_successors(id)
            elif what == "fold" and id in before.foldable:
                self.excerpt = before.without_branch(id)
            elif what == "reveal" and id in self.open_graph.graph.index:
                path = () if trace is None else trace[min(step, len(trace) - 1)].path
                self.excerpt, self.marked_node = before.with_node(id, path), id
            elif what == "centre":
                self._surround(id)
        except LimitError as error:
            self.refusal = sentence(error)
        return self.excerpt is not before


class NodeNames:
    """Names of the nodes of a graph, without capitals, in which texts are looked for."""

    def __init__(self, columns: NodeColumns) -> None:
        import pyarrow as pa

        texts = [columns.ids] if columns.labels is None else [columns.ids, columns.labels]
        self._names = [pa.array([*map(_small_letters, each)], pa.large_string()) for each in texts]

    def rows_with(self, text: str) -> NDArray[np.bool_]:
        """Return a mask of the nodes whose id or label has a text in it."""
        return self._matching("match_substring", text)

    def best_rows(self, text: str, most: int) -> tuple[list[int], bool]:
        """Return the nodes that fit a text best, and whether exactly one has it as its name."""
        pattern = text.strip().casefold()
        equal = np.flatnonzero(self._matching("equal", text))
        found: dict[int, None] = dict.fromkeys(equal[:most].tolist())
        for match in ("starts_with", "match_substring"):
            if pattern and len(found) < most:
                rows = np.flatnonzero(self._matching(match, text))[: 2 * most]
                found |= dict.fromkeys(rows.tolist())
        return [*found][:most], len(equal[:most]) == 1

    def _matching(self, name: str, text: str) -> NDArray[np.bool_]:
        """Return a mask of the nodes that a function of Arrow finds to match a text."""
        import pyarrow.compute as pc

        match: Any = getattr(pc, name)
        pattern = text.strip().casefold()
        masks = [match(names, pattern).fill_null(False).to_numpy(zero_copy_only=False) for names in self._names]
        return np.asarray(np.logical_or.reduce(masks), np.bool_)


def _small_letters(text: str | None) -> str | None:
    return None if text is None else text.casefold()


_names: WeakKeyDictionary[NodeColumns, NodeNames] = WeakKeyDictionary()


def names_of(graph: GameGraph) -> NodeNames:
    """Return the names of the nodes of a graph; they are gathered once."""
    if (names := _names.get(graph.columns)) is None:
        names = _names[graph.columns] = NodeNames(graph.columns)
    return names


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
    if not text.strip():
        return [], False
    rows, is_one = names_of(graph).best_rows(text, most)
    return [graph.nodes[row] for row in rows], is_one
