"""Certificates: why a bound cannot change, whatever the open nodes turn out to be, in moves that anyone can check.

The value v of a lower bound is final if and only if

1. the player whom the bound favours can force at least v in finitely many moves without ever needing an open node: he
   has a move for each of his positions, and each position has a *rank* that every move then lowers, so no play is
   endless; and
2. the other player can hold him to at most v even if every open node is at its best: he has a move for each of his
   positions so that play meets no better leaf and no open node.  Endless play suits him, so no rank is needed.

If v is -∞, the first half has nothing to show.  If the range of scores is known, so is it if v is the least that there
can be, and the second half if v is the largest score that a leaf can have.  For an upper bound the players change
places, and "at least" reads "at most".  In a negamax graph the open nodes are at their best for each turn by itself
(sources: Loops, with exact finality in index of its rule).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from explorer.expansion.bound_game import HERO, OPPONENT, Bound, BoundGame, bound_game, plain_score, view_of
from explorer.model.check import playable
from explorer.model.errors import quoted
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.model.scores import UNLIMITED, Range, Score, format_range, format_score
from explorer.solver.attractor import OUTSIDE


@dataclass(frozen=True)
class Certificate:
    """Why a bound is final.

    Attributes
    ----------
    node_id, bound, value : the bound in question.
    moves : for the player whom the bound favours (Max for a lower bound, Min for an upper one; in a negamax graph the
        player to move at the node for a lower bound, the other one for an upper bound), the move that makes sure of
        the value, by the id of the position.  It has every position of his that play can reach then.
    rank : for every position that play can reach then, a number that is lowered by every move of either player.  In a
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
        """Whether nothing can be worse for the favoured player: then `moves` and ranks are empty."""
        return self.value == self.ends[self.bound == "upper"]

    @property
    def is_best(self) -> bool:
        """Whether nothing can be better for the favoured player: then `holds` is empty."""
        return self.value == self.ends[self.bound == "lower"]

    def check(self, graph: GameGraph) -> list[str]:
        """What is wrong with the certificate, in sentences; nothing if it proves the bound final.

        It only walks along the moves and compares: no bound is computed.
        """
        if self.node_id not in graph.index:
            return [f"there is no node {quoted(self.node_id)} in the graph"]
        return list(_Checker(self, graph).complaints())


def certificate(graph: GameGraph, node_id: str, bound: Bound, *, endless: Score = 0) -> Certificate | None:
    """The certificate of a bound that is exactly final, or None if open nodes can change it.

    What endless play is worth counts only where the graph has a range of scores, for the least there can be.

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
    floor = where.floor
    better = where.attractor([*where.leaves(lambda worth: worth > floor), *where.chances]).levels
    if better[0] != OUTSIDE:
        return None
    view = view_of(bound)
    holds, _ = where.kept(OPPONENT, lambda row: next(after for after in row if better[after] == OUTSIDE))
    named = _Names(graph, where)
    ends = (where.bottom, where.top) if view > 0 else (0 - where.top, 0 - where.bottom)
    held = {} if floor == where.top else named.moves(holds)
    if floor == where.bottom:
        return Certificate(node_id, bound, plain_score(view, floor), {}, {}, {}, held, ends)
    levels = where.attractor(where.leaves(lambda worth: worth >= floor)).levels
    forcing, reached = where.kept(HERO, lambda row: min((levels[x], x) for x in row if levels[x] != OUTSIDE)[1])
    own = [state for state in reached if where.states[state].view == view]
    replies = [state for state in reached if where.states[state].view != view]
    rank, reply_rank = ({named.id(state): levels[state] for state in states} for states in (own, replies))
    return Certificate(node_id, bound, plain_score(view, floor), named.moves(forcing), rank, reply_rank, held, ends)


class _Names:
    """The ids of the nodes of states."""

    def __init__(self, graph: GameGraph, where: BoundGame) -> None:
        self._graph = graph
        self._where = where

    def id(self, state: int) -> str:
        return self._graph.nodes[self._where.states[state].node].id

    def moves(self, chosen: Mapping[int, int]) -> dict[str, str]:
        return {self.id(state): self.id(after) for state, after in chosen.items()}


Position = tuple[str, bool]  # a node, and whether it is the turn of the player to move at the certificate's node


class _Checker:
    """Walks along a certificate's moves in a graph."""

    def __init__(self, certificate: Certificate, graph: GameGraph) -> None:
        self._certificate = certificate
        self._graph = graph
        self._negamax = graph.convention is Convention.NEGAMAX
        self._for_lower = certificate.bound == "lower"

    def complaints(self) -> Iterator[str]:
        given = self._certificate
        least, most = self._graph.hull()
        if not (given.ends[0] <= least and most <= given.ends[1]):
            yield f"scores can be beyond {format_range(given.ends)}"
        if math.isinf(given.value) and (given.value > 0) is self._for_lower:
            yield f"a final {given.bound} bound is never {format_score(given.value)}"
            return
        if not given.is_given:
            yield from self._walk(given.moves, favoured=True)
        elif given.moves or given.rank or given.reply_rank:
            yield "moves and ranks are given, but for such a bound there is nothing to make sure of"
        if not given.is_best:
            yield from self._walk(given.holds, favoured=False)
        elif given.holds:
            yield "moves that hold the bound are given, but no score is better"

    def _walk(self, moves: Mapping[str, str], *, favoured: bool) -> Iterator[str]:
        """What is wrong on the positions that play can reach if the favoured player, or the other, makes the moves."""
        begin: Position = (self._certificate.node_id, True)
        seen, waiting, used = {begin}, [begin], set()
        for here in waiting:  # grows while it is walked
            yield from self._wrong_ending(here, favoured)
            row = self._graph.ids_after(here[0])
            if row and self._is_favoured(here) is favoured:
                used.add(here[0])
                if moves.get(here[0]) not in row:
                    yield f"at {quoted(here[0])} there is no move to {quoted(moves.get(here[0]))}"
                    continue
                row = [moves[here[0]]]
            after = [(id, not here[1] if self._negamax else True) for id in row]
            if favoured:
                yield from self._wrong_ranks(here, after)
            waiting += [position for position in after if position not in seen]
            seen.update(after)
        yield from (f"a move is given for {quoted(id)}, which play does not reach" for id in moves if id not in used)
        if favoured:
            given = self._certificate
            ranked = {(id, own) for own, rank in ((True, given.rank), (False, given.reply_rank)) for id in rank}
            yield from (
                f"a rank is given for {quoted(id)}, which play does not reach" for id, _ in sorted(ranked - seen)
            )

    def _is_favoured(self, position: Position) -> bool:
        """Whether the player to move is the one whom the bound favours."""
        if self._negamax:
            return position[1] is self._for_lower
        return (self._graph.node(position[0]).kind is Kind.MAX) is self._for_lower

    def _wrong_ending(self, position: Position, favoured: bool) -> Iterator[str]:
        """What is wrong if play ends here: a node that is no leaf, or a leaf too bad for whoever makes the moves."""
        node = self._graph.node(position[0])
        if node.score is None:
            if not self._graph.ids_after(node.id):
                what = "open" if node.kind is Kind.OPEN else "unfinished"
                yield f"play can reach the {what} node {quoted(node.id)}"
            return
        score = node.score if position[1] else -node.score
        limit = self._certificate.value
        at_least = favoured is self._for_lower
        if not (score >= limit if at_least else score <= limit):
            wanted = f"{'at least' if at_least else 'at most'} {format_score(limit)}"
            yield f"play can reach the leaf {quoted(node.id)} with {format_score(score)}, not {wanted}"

    def _wrong_ranks(self, here: Position, after: list[Position]) -> Iterator[str]:
        rank = self._rank(here)
        if rank is None:
            yield f"{quoted(here[0])} has no rank"
            return
        for position in after:
            lower = self._rank(position)
            if lower is not None and lower >= rank:
                yield f"the move {quoted(here[0])} → {quoted(position[0])} does not lower the rank: {rank} → {lower}"

    def _rank(self, position: Position) -> int | None:
        ranks = self._certificate.rank if position[1] else self._certificate.reply_rank
        return ranks.get(position[0])
