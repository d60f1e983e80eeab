"""Certificates: moves that anyone can check, which prove that open nodes cannot change a bound.

The value v of a lower bound is final if and only if

1. the player whom the bound favours can force at least v in finitely many moves without ever needing an open node: he
   has a move for each of his positions, and each position has a *rank* that every move then lowers, so no play is
   endless; and
2. the other player can hold him to at most v even if every open node is at its best: he has a move for each of his
   positions so that play meets no better leaf and no open node.  Endless play suits him, so no rank is needed.

If v is -∞, the first half needs no proof.  If the range of scores is known, so is it if v is the least that there
can be, and the second half if v is the largest score that a leaf can have.  For an upper bound the players change
places, and "at least" reads "at most".  In a negamax graph the open nodes are at their best for each turn by itself
(sources: Loops, with exact finality in index of its rule).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from explorer.expansion.bound_game import Bound, bound_game, can_change, plain_score, view_of
from explorer.model.check import playable
from explorer.model.graph import GameGraph
from explorer.model.scores import UNLIMITED, Range, Score


@dataclass(frozen=True)
class Certificate:
    """Proof that a bound is final.

    Attributes
    ----------
    node_id, bound, value : the bound in question.
    moves : for the player whom the bound favours (Max for a lower bound, Min for an upper one; in a negamax graph the
        player to move at the node for a lower bound, the other one for an upper bound), the move that secures the
        value, by the id of the position.  It has every position of this player that play can then reach.
    rank : for every position that play can then reach, a number that is lowered by every move of either player.  In a
        negamax graph: for positions where the player to move is the one who moves at the node.
    reply_rank : in a negamax graph, the same for positions where the other player is to move.
    holds : for the other player, the move that keeps play away from anything better for ever.
    ends : the least and the largest that the bound can be; infinite unless the range of scores is known.
    """

    node_id: str
    bound: Bound
    value: Score
    moves: Mapping[str, str]
    rank: Mapping[str, int]
    reply_rank: Mapping[str, int]
    holds: Mapping[str, str]
    ends: Range = UNLIMITED

    @property
    def is_given(self) -> bool:
        """Return whether nothing can be worse for the favoured player: then `moves` and ranks are empty."""
        return self.value == self.ends[self.bound == "upper"]

    @property
    def is_best(self) -> bool:
        """Return whether nothing can be better for the favoured player: then `holds` is empty."""
        return self.value == self.ends[self.bound == "lower"]


def certificate(graph: GameGraph, node_id: str, bound: Bound, *, endless: Score = 0) -> Certificate | None:
    """Return the certificate of a bound that is exactly final, or None if open nodes can change it.

    The value of endless play counts only where the graph has a range of scores, for its least score.

    Raises
    ------
    GraphError
        If the graph has errors or no such node.
    OptionError
        If `bound` is neither "lower" nor "upper".

    Examples
    --------
    >>> graph = GameGraph.from_json({"root": "a", "nodes": [{"id": "a", "player": "max"}, {"id": "b", "score": 1},
    ...                              {"id": "c", "player": "min"}, {"id": "q", "open": True}],
    ...                              "moves": [["a", "b"], ["a", "c"], ["c", "a"], ["c", "q"]]})
    >>> found = certificate(graph, "a", "lower")
    >>> found.value, found.moves, found.rank, found.holds
    (1, {'a': 'b'}, {'a': 1, 'b': 0}, {'c': 'a'})
    """
    graph = playable(graph)
    where = bound_game(graph, node_id, bound, endless=endless)
    if can_change(where):
        return None
    view, floor = view_of(bound), where.floor
    ids = [graph.ids[state.node] for state in where.states]
    forcing, levels = where.forcing_moves(floor) if floor > where.bottom else ({}, {})
    holding, _ = where.holding_moves(floor) if floor < where.top else ({}, [])
    rank, reply_rank = (
        {ids[state]: level for state, level in levels.items() if (where.states[state].view == view) is is_own}
        for is_own in (True, False)
    )
    moves, holds = ({ids[state]: ids[after] for state, after in each.items()} for each in (forcing, holding))
    ends = (where.bottom, where.top) if view > 0 else (0 - where.top, 0 - where.bottom)
    return Certificate(node_id, bound, plain_score(view, floor), moves, rank, reply_rank, holds, ends)
