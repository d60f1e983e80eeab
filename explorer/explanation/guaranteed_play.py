"""Play in which one player keeps to the moves of a guarantee, followed with no other code than this.

Nodes, moves and scores are read from the graph anew; nothing here is shared with the solver, or with what makes
explanations.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

from explorer.explanation.explanation import FIRST, SECOND, Guarantee, PlayPosition
from explorer.model.columns import OPEN
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score

NO_SCORES: Mapping[str, Score] = {}


class GuaranteedPlay:
    """Play from one node of a graph on.

    Attributes
    ----------
    begin : the first position.
    endless : the value of endless play; in a negamax graph for the player to move at the node.
    """

    def __init__(
        self,
        graph: GameGraph,
        node: str,
        endless: Score,
        scores: Mapping[str, Score] = NO_SCORES,
        look: Callable[[int], None] | None = None,
    ) -> None:
        self._graph = graph
        self.begin = PlayPosition(node)
        self.endless = endless
        self._scores = scores
        self._look = look
        self._orientation = graph.columns.orientation.tolist()
        self._negamax = graph.convention is Convention.NEGAMAX

    def leaf_score(self, id: str) -> Score | None:
        """Return the score of a leaf, in the view of the player to move there."""
        columns, row = self._graph.columns, self._graph.index_of(id)
        return self._scores.get(id) if columns.kinds[row] == OPEN else (*columns.scale, None)[columns.ranks[row]]

    def side_to_move(self, at: PlayPosition) -> int:
        """Return the side that is to move at an inner position."""
        if self._negamax:
            return FIRST if at.is_own else SECOND
        return FIRST if self._orientation[self._graph.index_of(at.id)] > 0 else SECOND

    def position_after_move(self, at: PlayPosition, id: str) -> PlayPosition:
        """Return the position after a move to a node."""
        return PlayPosition(id, not at.is_own) if self._negamax else PlayPosition(id)

    def successor_ids(self, id: str) -> list[str]:
        """Return the ids of the successors of a node."""
        return self._graph.ids_after(id)

    def positions(self, guarantee: Guarantee) -> Iterator[tuple[PlayPosition, list[PlayPosition] | None]]:
        """Yield the positions that play can reach, nearest first, each with those after it; None for a missing move."""
        seen, waiting = {self.begin}, [self.begin]
        index, ids, successors, moves = self._graph.index, self._graph.ids, self._graph.successors, guarantee.moves
        for here in waiting:  # grows while it is walked
            if self._look is not None:
                self._look(1)
            row = [ids[after] for after in successors[index[here.id]]]
            if row and self.side_to_move(here) == guarantee.side:
                if moves.get(here.id) not in row:
                    yield here, None
                    continue
                row = [moves[here.id]]
            is_own = here.is_own != self._negamax
            after = [PlayPosition(id, is_own) for id in row]
            yield here, after
            for position in after:
                if position not in seen:
                    seen.add(position)
                    waiting.append(position)

    def worst_score(self, side: int) -> Score:
        """Return the worst score that any play can have for a side."""
        ends = [*(self._graph.score_range or (-math.inf, math.inf))]
        ends += [-end for end in ends] if self._negamax else []
        return min(*ends, self.endless) if side == FIRST else max(*ends, self.endless)
