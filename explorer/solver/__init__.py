"""The exact solver: bounds, scores and best moves of a whole graph, without steps to watch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from explorer.model.check import require_playable
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, parse_endless, score_to_json
from explorer.solver.operator import Ranks, arrays_of
from explorer.solver.retrograde import best_moves, retrograde

__all__ = ["Solution", "solve"]

_VERSION = 1  # of what `Solution.to_json` gives


@dataclass(frozen=True)
class Solution:
    """What a game is worth, node by node.

    Attributes
    ----------
    root : id of the root.
    score : the root's score.
    scores : the score of every node, by id; an open node counts as endless play.
    lower, upper : the score if endless play were worth -∞, +∞, as floats where it is infinite; of an open node
        nothing is known, so they are infinite.
    best : for every inner node the id of an optimal move.  A player who follows these moves gets the score or better:
        they lead to a leaf where the score is better for the player to move than endless play, and keep the score
        where it is not.
    open : how many nodes are open.
    between : for every node whose score depends on what the open nodes turn out to be, the least and the greatest score
        that it can have; what `scores` and `best` say of such a node counts open nodes as endless play.

    In a negamax graph every number is from the view of the player to move at its node.
    """

    root: str
    score: Score
    scores: dict[str, Score]
    lower: dict[str, Score]
    upper: dict[str, Score]
    best: dict[str, str]
    open: int = 0
    between: dict[str, tuple[Score, Score]] = field(default_factory=dict)

    @property
    def is_settled(self) -> bool:
        """Whether the root's score is the same whatever the open nodes turn out to be."""
        return self.root not in self.between

    @property
    def interval(self) -> tuple[Score, Score]:
        """The least and the greatest score that the root can have; both are its score where no open node matters."""
        return self.between_of(self.root)

    def between_of(self, id: str) -> tuple[Score, Score]:
        """The least and the greatest score that a node can have; both are its score where no open node matters."""
        return self.between.get(id, (self.scores[id], self.scores[id]))

    def to_json(self) -> dict[str, Any]:
        """The solution as one JSON object: fractions as "p/q", infinities as "-inf" and "inf".

        `interval` has the least and the greatest score that the root can have.  A score that depends on open nodes is
        null, and `best` has no move there; only if there are open nodes, `open` says how many, and `between` has the
        least and the greatest score of every node whose score depends on them.
        """
        settled = {id: score for id, score in self.scores.items() if id not in self.between}
        found = {
            "version": _VERSION,
            "root": self.root,
            "score": score_to_json(self.score) if self.is_settled else None,
            "interval": _pair(self.interval),
            "scores": dict.fromkeys(self.scores) | _plain(settled),
            "lower": _plain(self.lower),
            "upper": _plain(self.upper),
            "best": {id: best for id, best in self.best.items() if id not in self.between},
        }
        if not self.open:
            return found
        return found | {"open": self.open, "between": {id: _pair(pair) for id, pair in self.between.items()}}


def solve(graph: GameGraph, *, endless: Score = 0) -> Solution:
    """The exact scores, bounds and best moves of a game graph.

    The score is median(lower, endless, upper) (sources: Kars, section 5, with lower and upper as in Loops, Part 1).

    Parameters
    ----------
    endless : what endless play is worth, ±∞ allowed.  In a negamax graph: to the player to move at the node in
        question, so that for `endless` other than 0 the score of a node and those of its successors are of
        different games.

    Raises
    ------
    GraphError
        If the graph has errors.
    OptionError
        If `endless` is no number.

    Examples
    --------
    Kars, Example 3.2, with b = 1 and d = 2:

    >>> graph = GameGraph.from_json({
    ...     "root": "a",
    ...     "nodes": [{"id": "a", "player": "max"}, {"id": "c", "player": "min"},
    ...               {"id": "b", "score": 1}, {"id": "d", "score": 2}],
    ...     "moves": [["a", "b"], ["a", "c"], ["c", "d"], ["c", "a"]]})
    >>> solve(graph).scores, solve(graph).best
    ({'a': 1, 'c': 1, 'b': 1, 'd': 2}, {'a': 'b', 'c': 'a'})
    """
    require_playable(graph)
    worth = parse_endless(endless)
    arrays = arrays_of(graph, extra=(worth,))
    found = retrograde(arrays)
    ids = [node.id for node in graph.nodes]
    rank = arrays.rank(worth)

    def by_id(ranks: Ranks) -> dict[str, Score]:
        indices = (ranks + arrays.top).tolist()
        return dict(zip(ids, map(arrays.scale.__getitem__, indices), strict=True))

    scores = by_id(np.clip(rank, found.lower, found.upper))
    chosen = arrays.indices[best_moves(arrays, found, rank)]
    root = ids[graph.root_index]
    between: dict[str, tuple[Score, Score]] = {}
    if len(arrays.opens):
        hoped = retrograde(arrays, hopeful=True)
        least, most = by_id(np.clip(rank, found.lower, hoped.upper)), by_id(np.clip(rank, hoped.lower, found.upper))
        between = {id: (least[id], most[id]) for id in ids if least[id] != most[id]}
    best = dict(zip(_ids(ids, arrays.inner), _ids(ids, chosen), strict=True))
    return Solution(
        root, scores[root], scores, by_id(found.lower), by_id(found.upper), best, len(arrays.opens), between
    )


def _ids(ids: list[str], indices: Iterable[int]) -> list[str]:
    return [ids[index] for index in indices]


def _pair(scores: tuple[Score, Score]) -> list[Any]:
    return [score_to_json(score) for score in scores]


def _plain(scores: dict[str, Score]) -> dict[str, Any]:
    return {id: score_to_json(score) for id, score in scores.items()}
