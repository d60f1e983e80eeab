"""Two completions of open nodes that give a node two scores, and so show that its score is open."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

from explorer.expansion.bound_game import BOUND_OF_SIDE, bound_game
from explorer.expansion.witness import Witness, with_leaves, witness
from explorer.explanation.explanation import FIRST, ExplainedCompletion, Explanation
from explorer.model.graph import GameGraph
from explorer.model.scores import Score

Explain = Callable[[GameGraph, str, Score], Explanation]
OpenScores = Mapping[str, Score]

_WORK = 300_000  # moves looked at for a smallest set, about a tenth of a second
_TRIES = 3  # open nodes reached with both turns that are tried each for itself


def completions_of(explanation: Explanation, explain: Explain) -> tuple[ExplainedCompletion, ...]:
    """Return two completions of open nodes with different scores, the smaller first; empty if none were found.

    First those of a smallest set that can change a bound are tried, then all open nodes that play can reach, at their
    worst and at their best.  In a negamax graph an open node that is reached with both turns has one score for both,
    so that there need not be any two that differ.
    """
    for ways in _sets_to_compare(explanation):
        made = [
            ExplainedCompletion(
                each, explain(with_leaves(explanation.graph, each), explanation.node, explanation.endless)
            )
            for each in ways
        ]
        low = min(made, key=lambda each: each.explanation.high)
        high = max(made, key=lambda each: each.explanation.low)
        if low.explanation.high < high.explanation.low:
            return low, high
    return ()


def _sets_to_compare(explanation: Explanation) -> Iterator[Sequence[OpenScores]]:
    """Yield sets of completions of open nodes that may give the node different scores."""
    for bound in BOUND_OF_SIDE.values():
        shown = witness(explanation.graph, explanation.node, bound, work=_WORK, endless=explanation.endless)
        if isinstance(shown, Witness):
            pair = [_without_endless_play(scores) for scores in (shown.low_scores, shown.high_scores)]
            if all(len(scores) == len(shown.open_nodes) for scores in pair):
                yield pair
    yield list(_extreme_open_scores(explanation))


def _without_endless_play(scores: Mapping[str, Score | None]) -> OpenScores:
    """Return the scores of open nodes, without nodes whose value is endless play."""
    return {id: score for id, score in scores.items() if score is not None}


def _extreme_open_scores(explanation: Explanation) -> Iterator[OpenScores]:
    """Yield scores for all reachable open nodes, at their worst and at their best for the first player."""
    graph, where = explanation.graph, bound_game(explanation.graph, explanation.node, BOUND_OF_SIDE[FIRST])
    views: dict[str, set[int]] = {}
    for state in where.opens:
        views.setdefault(graph.ids[where.states[state].node], set()).add(where.states[state].view)
    least, most = (
        graph.hull()
        if graph.score_range is not None
        else (0 - _score_beyond_all(explanation), _score_beyond_all(explanation))
    )
    both = [id for id, seen in views.items() if len(seen) > 1]
    ways = product((1, 0, -1), repeat=len(both)) if len(both) <= _TRIES else [(way,) * len(both) for way in (1, 0, -1)]
    for way, side in product(ways, (1, -1)):
        turned = dict(zip(both, way, strict=True))
        ways_there = {id: turned.get(id, side * min(seen)) for id, seen in views.items()}
        yield {id: (least, 0, most)[way + 1] for id, way in ways_there.items()}


def _score_beyond_all(explanation: Explanation) -> Score:
    """Return a whole number beyond every finite score of the graph and the value of endless play."""
    scores = [score for score in (*explanation.graph.columns.scale, explanation.endless, 0) if math.isfinite(score)]
    return int(max(*scores, 0 - min(scores))) + 1
