"""Parts of a solved folder as graphs: the nodes that are shown, and cut ends with their true bounds.

A cut end is a successor that is not shown.  It stands for all that lies behind it: in a part its score, its lower and
its upper bound are those of the whole, with whatever value of endless play.  Where the bounds are equal it is a leaf.
Else a cycle of two nodes can be left by the player to move for the one bound, and by the other player for the other:

    cut end (takes the largest)  →  leaf with the lower bound,  other node
    other node (the smallest)    →  leaf with the upper bound,  cut end

An infinite bound has no leaf.  Where open nodes matter the other node leads to an open node in place of the cut end,
and the leaves have the ends of the interval of the score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from explorer.model.errors import GraphError
from explorer.model.graph import Convention, GameGraph, Kind, Move, Node
from explorer.model.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY, Range, Score, hull
from explorer.solved_folder.folder import SolvedFolder, SolvedNode


def part_of(folder: SolvedFolder, ids: Sequence[str], *, root: str | None = None) -> GameGraph:
    """Return the part of a folder with some nodes, all their moves, and cut ends with their true bounds.

    Parameters
    ----------
    root : where play starts in the part; else the root of the folder if it is among the nodes, or the first of them.

    Raises
    ------
    GraphError
        If a node is not there.
    """
    shown = dict.fromkeys(ids)
    after = {id: folder.successors(id) for id in shown}
    ends = dict.fromkeys(other for others in after.values() for other in others if other not in shown)
    rows = folder.nodes_of([*shown, *ends])
    nodes = [node_of(rows[id]) for id in shown]
    moves = [(id, other) for id, others in after.items() for other in others]
    names = _FreeNames({*shown, *ends})
    for id in ends:
        end_nodes, end_moves = _cut_end(rows[id], folder, names)
        nodes += end_nodes
        moves += end_moves
    first = root or (folder.root if folder.root in shown else next(iter(shown)))
    return empty_part(folder).replace(nodes=tuple(nodes), moves=tuple(moves), root=first)


def empty_part(folder: SolvedFolder) -> GameGraph:
    """Return a graph without nodes that has the name, the convention and the range of a folder."""
    return GameGraph(
        (),
        (),
        convention=folder.convention,
        name=folder.title,
        description=folder.description,
        score_range=_range_of_leaves(folder),
    )


def _range_of_leaves(folder: SolvedFolder) -> Range | None:
    """Return the least and the largest score that a leaf or a cut end can have."""
    if folder.score_range is None or (folder.sign > 0 and folder.has_bounds):
        return folder.score_range
    least, most = hull(folder.score_range, folder.sign, folder.endless)
    return None if NEGATIVE_INFINITY in (least, -most) else (least, most)


def node_of(row: SolvedNode) -> Node:
    """Return a node of a folder as a node of a graph."""
    return Node(row.id, row.kind, row.score if row.kind is Kind.LEAF else None, row.label)


class _FreeNames:
    """Names for new nodes that no other node has."""

    def __init__(self, ids: set[str]) -> None:
        self._ids = ids

    def name(self, id: str, what: str) -> str:
        """Return an id for a new node at a cut end."""
        name = f"{id} ({what})"
        while name in self._ids:
            name += "′"
        self._ids.add(name)
        return name


def _cut_end(row: SolvedNode, folder: SolvedFolder, names: _FreeNames) -> tuple[list[Node], list[Move]]:
    """Return the nodes and moves that stand for a node whose successors are not shown."""
    if row.kind in (Kind.LEAF, Kind.OPEN):
        return [node_of(row)], []
    low, high = _ends(row)
    if low == high:
        return [Node(row.id, Kind.LEAF, low, row.label)], []
    is_negamax = folder.convention is Convention.NEGAMAX
    kinds = (Kind.MOVER, Kind.MOVER) if is_negamax else (Kind.MAX, Kind.MIN)
    other = names.name(row.id, "bounds")
    nodes, moves = [Node(row.id, kinds[0], label=row.label), Node(other, kinds[1])], [(row.id, other)]
    for at, bound, words, sign in ((row.id, low, "at least", folder.sign), (other, high, "at most", 1)):
        if bound not in (NEGATIVE_INFINITY, POSITIVE_INFINITY):
            leaf = names.name(row.id, words)
            nodes.append(Node(leaf, Kind.LEAF, sign * bound))
            moves.append((at, leaf))
    if row.is_settled:
        return nodes, [*moves, (other, row.id)]
    behind = names.name(row.id, "open")
    return [*nodes, Node(behind, Kind.OPEN)], [*moves, (other, behind)]


def _ends(row: SolvedNode) -> tuple[Score, Score]:
    """Return the bounds that a cut end has: its score where the folder has no bounds."""
    if not row.is_settled:
        return row.least, row.most
    return (row.score, row.score) if row.lower is None or row.upper is None else (row.lower, row.upper)


class _NeighbourReader:
    """For each node that has been met, by index, the indices of its successors or of its predecessors."""

    def __init__(self, whole: WholeFolder, neighbours: Callable[[str], Sequence[str]]) -> None:
        self._whole, self._neighbours = whole, neighbours
        self._rows: dict[int, tuple[int, ...]] = {}

    def __getitem__(self, index: int) -> tuple[int, ...]:
        if index not in self._rows:
            self._rows[index] = self._whole.meet(self._neighbours(self._whole.ids[index]))
        return self._rows[index]


class _NodeReader:
    """Nodes that have been met, by index."""

    def __init__(self, whole: WholeFolder) -> None:
        self._whole = whole
        self._nodes: dict[int, Node] = {}

    def __getitem__(self, index: int) -> Node:
        if index not in self._nodes:
            self._nodes[index] = node_of(self._whole.folder.node(self._whole.ids[index]))
        return self._nodes[index]


class _IndexReader:
    """Indices of nodes by id; a node is met when it is asked for."""

    def __init__(self, whole: WholeFolder) -> None:
        self._whole = whole

    def __getitem__(self, id: str) -> int:
        return self._whole.index_of(id)

    def __contains__(self, id: object) -> bool:
        return id in self._whole.indices or id in self._whole.folder


class WholeFolder:
    """A solved folder as a graph of which a part is shown: nodes have an index as they are met.

    Attributes
    ----------
    ids : those of the nodes that have been met.
    indices : the index of each of them.
    nodes, successors, predecessors, index : as those of a graph, read when they are asked for.
    """

    def __init__(self, folder: SolvedFolder) -> None:
        self.folder = folder
        self.root = folder.root
        self.ids: list[str] = []
        self.indices: dict[str, int] = {}
        self.nodes = _NodeReader(self)
        self.index = _IndexReader(self)
        self.successors = _NeighbourReader(self, folder.successors)
        self.predecessors = _NeighbourReader(self, folder.predecessors)
        self._empty = empty_part(folder)

    def meet(self, ids: Sequence[str]) -> tuple[int, ...]:
        """Return the indices of nodes that are there; those that were not met before get the next ones."""
        for id in ids:
            if id not in self.indices:
                self.indices[id] = len(self.ids)
                self.ids.append(id)
        return tuple(map(self.indices.__getitem__, ids))

    def index_of(self, id: str) -> int:
        """Return the index of a node.

        Raises
        ------
        GraphError
            If there is none with this id.
        """
        if id not in self.indices:
            self.folder.node(id)
        return self.meet([id])[0]

    def replace(self, **changes: Any) -> GameGraph:
        """Return a graph with the name and the convention of the folder, and with these attributes."""
        return self._empty.replace(**changes)


class FolderBestMoves(Mapping[str, str]):
    """For every node with a known best move the id of that successor."""

    def __init__(self, folder: SolvedFolder) -> None:
        self._folder = folder

    def __getitem__(self, id: str) -> str:
        best = self._folder.node(id).best
        if best is None:
            raise KeyError(id)
        return best

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self._folder)

    def __iter__(self) -> Iterator[str]:
        """Refuse, since a folder is not read whole."""
        raise GraphError("a solved folder is read a node at a time")
