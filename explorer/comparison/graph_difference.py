"""Two graphs of one game side by side: nodes and moves of one alone, and differences of the common ones.

For example, the rules of a game are compared with the moves that an engine has dumped.  The differences nearest to the
root come first, since those farther on often follow from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.comparison.sentences import shorten_id
from explorer.model.columns import LEAF, OPEN
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import format_score
from explorer.model.words import counted, joined
from explorer.solver.paths import fewest_moves

if TYPE_CHECKING:
    import pandas as pd

Places = NDArray[np.int64]

_ABSENT = -1
_PLAYERS = {Kind.MAX: "Max moves", Kind.MIN: "Min moves", Kind.MOVER: "somebody moves"}


class DifferenceKind(StrEnum):
    """The kind of a difference of two graphs; the values are those of the column `kind` of a frame."""

    NODE = "node"
    END = "end"
    MOVE = "move"
    SCORE = "score"
    PLAYER = "player"


_COUNTED = {
    DifferenceKind.END: "over in one graph and not in the other",
    DifferenceKind.SCORE: "with another score",
    DifferenceKind.PLAYER: "at which another player moves",
}


class Discrepancy(NamedTuple):
    """A difference between two compared graphs, at one of their nodes.

    Attributes
    ----------
    kind, node : the kind of the difference, and its node.
    to : where the move leads; "" if it is none.
    first, second : the words for each of the graphs; "" for nothing.
    distance : moves from the root of the first graph, in the graph that has the node; -1 if none lead there.
    """

    kind: DifferenceKind
    node: str
    to: str
    first: str
    second: str
    distance: int

    def __str__(self) -> str:
        """Return one line: "a → b is a move of the first graph alone"."""
        where = f"{shorten_id(self.node)} → {shorten_id(self.to)}" if self.to else shorten_id(self.node)
        if self.first and self.second:
            return f"{where}: {self.first} in the first graph, {self.second} in the second"
        noun, owner = "move" if self.to else "node", "first" if self.first else "second"
        return f"{where} is a {noun} of the {owner} graph alone"


@dataclass(frozen=True)
class GraphDifference:
    """All differences between two compared graphs of one game.

    Attributes
    ----------
    nodes, moves : numbers of common nodes and moves.
    differences : the nearest to the root first.
    not_expanded : nodes that both have and that are open in one of them, whose moves are not compared.
    left_out : other parts that are not compared, in words.
    """

    nodes: int
    moves: int
    differences: Sequence[Discrepancy]
    not_expanded: int
    left_out: Sequence[str]

    def summary(self) -> Iterator[str]:
        """Yield the size of the common part, the parts not compared, and the number of differences of each kind."""
        yield f"{counted(self.nodes, 'node')} and {counted(self.moves, 'move')} are in both graphs"
        left = [*self.left_out]
        if self.not_expanded:
            left.insert(0, f"the moves of {counted(self.not_expanded, 'node')} not expanded in one of them")
        if left:
            yield f"not compared: {joined(left)}"
        yield from self._difference_counts()

    def _difference_counts(self) -> Iterator[str]:
        for kind in DifferenceKind:
            found = [each for each in self.differences if each.kind is kind]
            if kind in (DifferenceKind.NODE, DifferenceKind.MOVE):
                for owner, count in (
                    ("first", sum(bool(e.first) for e in found)),
                    ("second", sum(bool(e.second) for e in found)),
                ):
                    if count:
                        yield f"{counted(count, kind)} of the {owner} graph alone"
            elif found and kind in _COUNTED:
                yield f"{counted(len(found), 'node')} {_COUNTED[kind]}"
        if not self.differences:
            yield "the graphs do not differ"

    def frame(self) -> pd.DataFrame:
        """Return the differences as a frame, a row each: `kind`, `node`, `to`, `first`, `second`, `distance`."""
        import pandas as pd

        rows = [(str(each.kind), *each[1:]) for each in self.differences]
        return pd.DataFrame(rows, columns=[*Discrepancy._fields])


def graph_difference(one: GameGraph, other: GameGraph, *, compares_players: bool = True) -> GraphDifference:
    """Compare two graphs of one game, whose nodes have the same ids.

    Parameters
    ----------
    compares_players : whether the players are known in both, and not guessed.

    Roots are not compared: a dump of moves names none.
    """
    pair = _GraphPair(one, other)
    is_same = one.convention is other.convention
    left_out = [] if compares_players else ["players, which one graph does not name"]
    if not is_same and pair.are_leaves.any():
        left_out.append("scores, which one graph has from the view of the player to move")
    differences = [*pair.node_differences(), *pair.end_differences(), *pair.move_differences()]
    differences += (
        [*pair.score_differences(), *(pair.player_differences() if compares_players else ())] if is_same else []
    )
    order = [*DifferenceKind]
    far = len(one.nodes) + len(other.nodes)
    differences.sort(key=lambda each: (each.distance if each.distance >= 0 else far, order.index(each.kind)))
    return GraphDifference(len(pair.rows), pair.common_moves, differences, int(pair.is_open.sum()), left_out)


class _GraphPair:
    """A pair of compared graphs, and the nodes that both have.

    Attributes
    ----------
    rows, others : the indices of these nodes in the one graph and in the other.
    is_open : for each of them, whether it is not expanded in one of the graphs.
    is_over : for each graph, whether each of them has no moves there.
    common_moves : number of common moves, once `move_differences` has run.
    """

    def __init__(self, one: GameGraph, other: GameGraph) -> None:
        self.graphs = one, other
        found = np.fromiter((other.index.get(id, _ABSENT) for id in one.ids), np.int64, len(one.ids))
        self.rows = np.flatnonzero(found != _ABSENT)
        self.others = found[self.rows]
        places = (self.rows, self.others)
        kinds = [graph.columns.kinds[rows] for graph, rows in zip(self.graphs, places, strict=True)]
        degrees = [np.diff(graph.links.forward.indptr)[rows] for graph, rows in zip(self.graphs, places, strict=True)]
        self.is_open = (kinds[0] == OPEN) | (kinds[1] == OPEN)
        self.is_over = [degree == 0 for degree in degrees]
        self.are_leaves = (kinds[0] == LEAF) & (kinds[1] == LEAF)
        self.differ_in_player = (kinds[0] != kinds[1]) & ~self.is_over[0] & ~self.is_over[1]
        self.distances = [
            _distances_from_root(graph, one.root if one.root in graph.index else graph.root) for graph in self.graphs
        ]
        self.common_moves = 0

    def _discrepancy_at(self, kind: DifferenceKind, place: int, first: str, second: str, to: str = "") -> Discrepancy:
        row = int(self.rows[place])
        return Discrepancy(kind, self.graphs[0].ids[row], to, first, second, int(self.distances[0][row]))

    def node_differences(self) -> Iterator[Discrepancy]:
        for side, (graph, common) in enumerate(zip(self.graphs, (self.rows, self.others), strict=True)):
            for row in np.setdiff1d(np.arange(len(graph.ids)), common).tolist():
                words = ("yes", "") if side == 0 else ("", "yes")
                yield Discrepancy(DifferenceKind.NODE, graph.ids[row], "", *words, int(self.distances[side][row]))

    def end_differences(self) -> Iterator[Discrepancy]:
        for place in np.flatnonzero((self.is_over[0] != self.is_over[1]) & ~self.is_open).tolist():
            first, second = (self._state_words(side, place) for side in (0, 1))
            yield self._discrepancy_at(DifferenceKind.END, place, first, second)

    def _state_words(self, side: int, place: int) -> str:
        """Return in words how a node stands in one graph: its number of moves, or its score."""
        graph, row = self.graphs[side], int((self.rows, self.others)[side][place])
        if after := len(graph.successors[row]):
            return counted(after, "move")
        score = graph.nodes[row].score
        return "no moves" if score is None else f"a leaf worth {format_score(score)}"

    def move_differences(self) -> Iterator[Discrepancy]:
        """Yield the moves that only one of the graphs has, at common nodes where neither game is over."""
        one, other = self.graphs
        goes_on = ~self.is_over[0] & ~self.is_over[1] & ~self.is_open
        place_of = np.full(len(one.ids), _ABSENT)
        place_of[self.rows] = np.arange(len(self.rows))
        others = np.full(len(other.ids), _ABSENT)
        others[self.others] = np.arange(len(self.rows))
        sets = [self._moves_of(side, numbers, goes_on) for side, numbers in ((0, place_of), (1, others))]
        self.common_moves = len(sets[0] & sets[1])
        for side, (mine, its) in enumerate((sets, sets[::-1])):
            words = ("yes", "") if side == 0 else ("", "yes")
            for place, target in sorted(mine - its):
                yield self._discrepancy_at(DifferenceKind.MOVE, place, *words, target)

    def _moves_of(self, side: int, places: Places, goes_on: NDArray[np.bool_]) -> set[tuple[int, str]]:
        """Return the moves of a graph at common nodes that go on: pairs of a place and a successor's id."""
        graph = self.graphs[side]
        sources, targets = places[graph.links.sources], graph.links.targets
        common = np.flatnonzero((sources != _ABSENT) & np.append(goes_on, False)[sources])
        return {*zip(sources[common].tolist(), map(graph.ids.__getitem__, targets[common].tolist()), strict=True)}

    def score_differences(self) -> Iterator[Discrepancy]:
        one, other = self.graphs
        for place in np.flatnonzero(self.are_leaves).tolist():
            scores = one.nodes[int(self.rows[place])].score, other.nodes[int(self.others[place])].score
            if scores[0] != scores[1]:
                first, second = (f"worth {format_score(score)}" for score in scores)
                yield self._discrepancy_at(DifferenceKind.SCORE, place, first, second)

    def player_differences(self) -> Iterator[Discrepancy]:
        one, other = self.graphs
        for place in np.flatnonzero(self.differ_in_player & ~self.is_open).tolist():
            kinds = one.nodes[int(self.rows[place])].kind, other.nodes[int(self.others[place])].kind
            yield self._discrepancy_at(DifferenceKind.PLAYER, place, *(_PLAYERS[kind] for kind in kinds))


def _distances_from_root(graph: GameGraph, root: str | None) -> NDArray[np.int32]:
    """Return for each node its distance from a root; -1 for nodes that play does not reach."""
    return fewest_moves(graph.links.forward, np.array([] if root is None else [graph.index[root]], np.int32))
