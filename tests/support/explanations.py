"""Explanations replayed against the oracle: what a guarantee is worth if all that can be done against it is tried."""

from __future__ import annotations

import math

from support.oracle import scores_of
from support.partly_open import as_minimax, candidate_scores, open_ids, with_scores

from explorer.explanation.explanation import FIRST, Explanation, Guarantee
from explorer.model.graph import Convention, GameGraph


def kept_to(graph: GameGraph, guarantee: Guarantee) -> GameGraph:
    """The minimax graph of a graph in which a player has no move but those of a guarantee."""
    plain = as_minimax(graph)
    is_negamax = graph.convention is Convention.NEGAMAX
    mark, other = ("", "'") if guarantee.side == FIRST else ("'", "")
    only = {id + mark * is_negamax: to + other * is_negamax for id, to in guarantee.moves.items()}
    kept = tuple(move for move in plain.moves if only.get(move[0], move[1]) == move[1])
    return plain.replace(moves=kept)


def holds(graph: GameGraph, found: Explanation, guarantee: Guarantee) -> bool:
    """Whether nothing that the other player or open nodes can do beats a guarantee: all of it tried by the oracle."""
    side = guarantee.side
    kept = kept_to(graph, guarantee)
    worst = min(candidate_scores(graph), key=lambda score: side * score)
    far = worst - side if abs(found.endless) == math.inf else min(worst, found.endless, key=lambda x: side * x) - side
    kept = with_scores(kept, dict.fromkeys(open_ids(kept), far))
    return side * scores_of(kept, found.endless)[found.node] >= side * guarantee.limit
