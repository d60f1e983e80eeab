"""Scores in the game of a path, whose nodes are worth the value of endless play.

A depth-first search that counts a move back to its path as endless play finds these scores (Kars, Theorem 6.8).  Only
those nodes of a path matter to a node to which it leads back, and these are the last ones: if one of them is in its
strongly connected component, so are all that follow.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from math import isinf

import numpy as np
from numpy.typing import NDArray

from explorer.model.graph import GameGraph, Kind, Node
from explorer.model.scores import Range, Score
from explorer.solver import solve
from explorer.solver.components import components
from explorer.solver.kernels import Integers, always_compiled
from explorer.solver.operator import GraphArrays, Ranks, arrays_of, rows_at
from explorer.solver.paths import fewest_moves
from explorer.solver.retrograde import score_ranks

_MUCH = 2_000_000  # moves in all games, from which on it pays to wait for numba
_MOST_GAMES = 64  # whose scores are kept, for the successors of a node are asked about one after the other


@dataclass(frozen=True)
class _GamePart:
    """A part of a graph that play leaves through leaves alone.

    Attributes
    ----------
    rows : the indices of its nodes in the graph, ascending; the leaves through which play leaves it are not among them.
    """

    arrays: GraphArrays
    rows: Integers

    def places(self, indices: Sequence[int]) -> NDArray[np.intp]:
        """Return the places of nodes of the graph in the part."""
        return np.searchsorted(self.rows, indices)

    def ranks(self, on_path: Sequence[int], endless: int) -> Ranks:
        """Return the rank of every node's score if those on a path have the rank of endless play."""
        arrays, cut = self.arrays, np.zeros(len(self.arrays.orientation), np.bool_)
        cut[self.places(on_path)] = True
        lengths = np.diff(arrays.indptr)
        stays = ~np.repeat(cut, lengths)
        lengths[cut] = 0
        indptr = np.concatenate(([0], np.cumsum(lengths))).astype(arrays.indptr.dtype)
        orientation = np.where(cut, 0, arrays.orientation).astype(np.int8)
        return score_ranks(
            replace(arrays, indptr=indptr, indices=arrays.indices[stays], orientation=orientation), endless
        )


class PathGames:
    """The scores of a graph's nodes, in the whole game and in those of paths.

    In a negamax graph endless play is worth `endless` to whoever moves at the first node of a path, so that a score
    depends on whether an even or an odd number of moves leads to its node.
    """

    def __init__(self, graph: GameGraph, endless: Score = 0) -> None:
        self.graph, self.endless = graph, endless
        self._turns = graph.sign < 0 and endless != 0
        worths = (endless, 0 - endless) if self._turns else (endless,)
        self._solutions = [solve(graph, endless=worth) for worth in worths]
        self._arrays = arrays_of(graph, extra=worths)
        self._exact = [score_ranks(self._arrays, self._arrays.rank(worth)) for worth in worths]
        self._work = 0
        self._parts: dict[int, _GamePart] = {}
        self._games: OrderedDict[int, Ranks] = OrderedDict()

    def endless_at(self, level: int) -> Score:
        """Return the worth of endless play to the view of a node that is reached after so many moves."""
        return 0 - self.endless if self._turns and level % 2 else self.endless

    def interval(self, index: int, level: int) -> Range:
        """Return the least and the largest score that a node can have, whatever the open nodes turn out to be."""
        solution = self._solutions[level % len(self._solutions)]
        exact = solution.scores.at(index)
        return solution.between.get(self.graph.ids[index], (exact, exact)) if solution.open else (exact, exact)

    def bounds(self, index: int) -> Range:
        """Return the score of a node if endless play were worth least and most to its view."""
        return self._solutions[0].lower.at(index), self._solutions[0].upper.at(index)

    @cached_property
    def component(self) -> list[int]:
        """The number of each node's strongly connected component."""
        labels: list[int] = components(*self.graph.links.forward).tolist()
        return labels

    @cached_property
    def leads_to_open(self) -> Sequence[bool]:
        """For each node, whether play can reach an open node from it."""
        arrays = self._arrays
        if not len(arrays.opens):
            return [False] * len(self.graph.nodes)
        reaches: list[bool] = (fewest_moves(self.graph.links.backward, arrays.opens) >= 0).tolist()
        return reaches

    @cached_property
    def comes_back_turned(self) -> bool:
        """Return whether a position of a negamax graph may come back with the other player to move."""
        graph = self.graph
        if graph.sign > 0 or graph.root is None:
            return False
        indptr, indices = graph.links.forward
        plies, labels = fewest_moves(graph.links.forward, np.array([graph.root_index])), np.array(self.component)
        sources = np.repeat(np.arange(len(plies)), np.diff(indptr))
        is_inside = labels[sources] == labels[indices]
        return bool((is_inside & ((plies[sources] - plies[indices]) % 2 == 0)).any())

    def score(self, index: int, path: Sequence[int], *, key: int = -1) -> Score:
        """Return the score of a node in the game of the path that leads to it.

        Parameters
        ----------
        path : the indices of the nodes before it, from the first; they are taken to be moves of the graph.
        key : a number of the path, by which the scores of its game are kept for other nodes; -1 keeps none.
        """
        return self.score_with(index, self.cycle(index, path), len(path), key=key)

    def score_with(self, index: int, on_path: Sequence[int], level: int, *, key: int = -1) -> Score:
        """Return the score of a node, reached after `level` moves, if these nodes of its component are on the path."""
        if not on_path:
            return self.interval(index, level)[0]
        if index in on_path:
            return self.endless_at(level)
        part = self._part(index)
        ranks = self._games.get(key)
        if ranks is None:
            with self._compiled_after_much_work(part):
                ranks = part.ranks(on_path, self._arrays.rank(self.endless_at(level)))
            if key >= 0:
                self._games[key] = ranks
                if len(self._games) > _MOST_GAMES:
                    self._games.popitem(last=False)
        return self._arrays.score(int(ranks[part.places([index])[0]]))

    def _compiled_after_much_work(self, part: _GamePart) -> AbstractContextManager[None]:
        """Return the context in which to solve a game: from much work on, small games are left to compiled code too."""
        self._work += len(part.arrays.indices)
        return always_compiled() if self._work > _MUCH else nullcontext()

    def game(self, on_path: Sequence[int]) -> GameGraph | None:
        """Return the game in which these nodes are leaves; None if their worth is infinite or has no view."""
        if self._turns or isinf(self.endless):
            return None
        graph = self.graph
        ends = {graph.ids[index] for index in on_path}
        nodes = tuple(
            Node(node.id, Kind.LEAF, self.endless, label=node.label) if node.id in ends else node
            for node in graph.nodes
        )
        moves = tuple(move for move in graph.moves if move[0] not in ends)
        return graph.replace(nodes=nodes, moves=moves, expected={})

    def cycle(self, index: int, path: Sequence[int]) -> list[int]:
        """Return the nodes of a path to which play from a node may come back, the last one first."""
        component, on_path = self.component, []
        for other in reversed(path):
            if component[other] != component[index]:
                break
            on_path.append(other)
        return on_path

    def _part(self, index: int) -> _GamePart:
        """Return the part of the graph in which the component of a node lies."""
        if self._turns:  # a leaf of the part would be worth another score after an odd number of moves
            return _GamePart(self._arrays, np.arange(len(self.component)))
        label = self.component[index]
        if label not in self._parts:
            self._parts[label] = _part_of(
                self._arrays, np.flatnonzero(np.array(self.component) == label), self._exact[0]
            )
        return self._parts[label]


def _part_of(arrays: GraphArrays, rows: Integers, exact: Ranks) -> _GamePart:
    """Return the part of these nodes, with the exact score of every other node to which play leads from them."""
    flat, _ = rows_at(arrays.indptr, rows)
    targets = arrays.indices[flat]
    place = np.full(len(arrays.orientation), -1, np.int32)
    place[rows] = np.arange(len(rows), dtype=np.int32)
    outside = np.unique(targets[place[targets] < 0])
    place[outside] = np.arange(len(rows), len(rows) + len(outside), dtype=np.int32)
    lengths = np.concatenate((arrays.indptr[rows + 1] - arrays.indptr[rows], np.zeros(len(outside), np.int64)))
    part = replace(
        arrays,
        indptr=np.concatenate(([0], np.cumsum(lengths))).astype(arrays.indptr.dtype),
        indices=place[targets].astype(arrays.indices.dtype),
        orientation=np.concatenate((arrays.orientation[rows], np.zeros(len(outside), np.int8))),
        leaves=np.arange(len(rows), len(rows) + len(outside), dtype=np.int32),
        leaf_ranks=exact[outside],
        opens=np.empty(0, np.int32),
    )
    return _GamePart(part, rows)
