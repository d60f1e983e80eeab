"""What the scores of a game graph are, worked out in ways that share nothing with the package's operator.

Every graph becomes `Unfolded`, a minimax game from Max's view; a node of a negamax graph is two positions, one for
either player to move.  All of it is slow and meant for small graphs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from explorer.model.graph import Convention, GameGraph, Kind
from explorer.model.scores import Score

Position = tuple[str, int]  # a node and, in a negamax graph, who is to move there


@dataclass(frozen=True)
class Unfolded:
    """A game between Max and Min.

    `player` is +1 (Max) or −1 (Min) and `moves` are not empty for inner positions; `score` holds the finished
    positions.  A position with neither is an open node: play there counts as endless.
    """

    player: Mapping[Position, int]
    moves: Mapping[Position, tuple[Position, ...]]
    score: Mapping[Position, Score]


def unfold(graph: GameGraph) -> Unfolded:
    """The unfolded game of a graph; node p stands at (p, 1), seen by the player to move or by Max."""
    negamax = graph.convention is Convention.NEGAMAX
    player: dict[Position, int] = {}
    moves: dict[Position, tuple[Position, ...]] = {}
    score: dict[Position, Score] = {}
    for node in graph.nodes:
        for side in (1, -1) if negamax else (1,):
            here = (node.id, side)
            player[here] = side if negamax else {Kind.MAX: 1, Kind.MIN: -1}.get(node.kind, 0)
            moves[here] = tuple((other.id, -side if negamax else 1) for other in graph.successors_of(node.id))
            if node.score is not None:
                score[here] = side * node.score
    return Unfolded(player, moves, score)


def scores_of(graph: GameGraph, endless: Score = 0) -> dict[str, Score]:
    """The score of every node by attractors: the largest k such that Max can make sure of k or more.

    More than endless play is worth must be reached, in finitely many moves: Max's attractor of the leaves ≥ k.  No
    more than that is also had by never letting Min reach a leaf < k: what Min's attractor of these leaves out.
    """
    unfolded = unfold(graph)
    found: dict[Position, Score] = {}
    for k in sorted({*unfolded.score.values(), endless}):
        if k > endless:
            sure = _attractor(unfolded, 1, {here for here, score in unfolded.score.items() if score >= k})
        else:
            sure = set(unfolded.player) - _attractor(
                unfolded, -1, {here for here, score in unfolded.score.items() if score < k}
            )
        found |= dict.fromkeys(sure, k)
    return {node.id: found.get((node.id, 1), -math.inf) for node in graph.nodes}


def scores_by_strategies(graph: GameGraph, endless: Score = 0) -> dict[str, Score]:
    """The score of every node by trying every positional strategy of either player against every other."""
    unfolded = unfold(graph)
    ours, theirs = list(_strategies(unfolded, 1)), list(_strategies(unfolded, -1))
    return {
        node.id: max(min(_play(unfolded, {**one, **other}, (node.id, 1), endless) for other in theirs) for one in ours)
        for node in graph.nodes
    }


def median(lower: Score, middle: Score, upper: Score) -> Score:
    """The one in the middle."""
    return sorted([lower, middle, upper])[1]


def tree_value(graph: GameGraph, id: str, depth: int, fresh: Callable[[], Score]) -> Score:
    """The value of the tree of this depth under a node; `fresh` gives each of its fresh leaves a worth.

    It is asked anew for every occurrence of a node at the full depth and of an open node above, and answers from
    the view of the player to move at the root of the tree (or of Max).
    """
    return _tree_value(graph, id, depth, fresh, view=1)


def _tree_value(graph: GameGraph, id: str, depth: int, fresh: Callable[[], Score], view: int) -> Score:
    node = graph.node(id)
    if depth == 0 or node.kind is Kind.OPEN:
        return view * fresh()
    if node.score is not None:
        return node.score
    sign = -1 if graph.convention is Convention.NEGAMAX else 1
    values = [sign * _tree_value(graph, other.id, depth - 1, fresh, sign * view) for other in graph.successors_of(id)]
    return min(values) if node.kind is Kind.MIN else max(values)


def _attractor(unfolded: Unfolded, player: int, target: set[Position]) -> set[Position]:
    """Where this player can force play into the target."""
    reached = set(target)
    while True:
        more = {
            here
            for here, moves in unfolded.moves.items()
            if here not in reached
            and moves
            and (any if unfolded.player[here] == player else all)(other in reached for other in moves)
        }
        if not more:
            return reached
        reached |= more


def _strategies(unfolded: Unfolded, player: int) -> Iterator[dict[Position, Position]]:
    own = [here for here, moves in unfolded.moves.items() if moves and unfolded.player[here] == player]
    for choices in product(*(unfolded.moves[here] for here in own)):
        yield dict(zip(own, choices, strict=True))


def _play(unfolded: Unfolded, choice: Mapping[Position, Position], here: Position, endless: Score) -> Score:
    seen: set[Position] = set()
    while here in choice and here not in seen:
        seen.add(here)
        here = choice[here]
    return endless if here in seen else unfolded.score.get(here, endless)


def worth_of_moves(graph: GameGraph, id: str, side: int, moves: Mapping[str, str], endless: Score = 0) -> Score:
    """The worst score for a side, +1 or −1, that keeps to one move at each of its nodes, over all replies."""
    unfolded = unfold(graph)
    own = {
        here: next(after for after in unfolded.moves[here] if after[0] == moves[here[0]])
        for here in unfolded.moves
        if unfolded.player[here] == side and unfolded.moves[here]
    }
    worths = [_play(unfolded, {**own, **other}, (id, 1), endless) for other in _strategies(unfolded, -side)]
    return min(worths, key=lambda worth: side * worth)
