"""Witnesses: the fewest open nodes that can change a bound, and two completions that prove it.

A lower bound L counts endless play and open nodes as -∞.  It can change if and only if the player whom it favours can
force play to a leaf better than L or to an open node, each at its best; an upper bound is the same for the other
player.  Which sets of open nodes do, `explorer.expansion.smallest` finds out; here they get scores.

In a minimax graph that is all.  In a negamax graph an open node may be reached with both turns, and has one
score all the same:

- If the bound is below 0 in the eyes of the player whom it favours, the score 0 is better than the bound for either
  turn, so the test on the doubled graph (position, whose turn) is complete: the bound can change.  Sometimes every leaf
  there changes it alike; then the completion that keeps the bound is play that stays at the node for ever.
- Otherwise no position is worth more than 0 to both players, whatever comes after it, so a score that is good with one
  turn is of no use with the other.  The search knows that; where it ends without a set, the bound is final, although
  the test on the doubled graph does not see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from explorer.expansion.and_or_graph import puzzle_of
from explorer.expansion.bound_game import Bound, bound_game, bound_of, plain_score, view_of
from explorer.expansion.hitting_set import elements
from explorer.expansion.smallest import smallest_winning_set
from explorer.model.check import playable
from explorer.model.graph import GameGraph, Kind, Node
from explorer.model.scores import Score
from explorer.solver.states import State

WORK = 2_000_000  # at most about a second

LeafScores = Mapping[str, Score | None]

_TRIES = 3  # nodes reached with both turns whose low scores are tried for either turn; of more all alike


@dataclass(frozen=True)
class Witness:
    """Two completions of a few open nodes that give a bound different values.

    Attributes
    ----------
    node_id, bound, value : the bound in question, and its value now.
    open_nodes : the completed nodes; the others stay open.
    low_scores, high_scores : their scores in either completion, by id.  None stands for endless play: the node
        has a single move, to itself; that occurs only where an open node of a negamax graph is reached with both
        turns.
    low, high : the completed graphs, to be drawn and played.
    low_value, high_value : the bound there; the low one is the smaller.
    is_smallest : whether it is known that fewer open nodes do not suffice.
    """

    node_id: str
    bound: Bound
    value: Score
    open_nodes: tuple[str, ...]
    low_scores: LeafScores
    high_scores: LeafScores
    low: GameGraph
    high: GameGraph
    low_value: Score
    high_value: Score
    is_smallest: bool

    @property
    def note(self) -> str:
        """A sentence on the size of the set of open nodes."""
        if self.is_smallest:
            return "No smaller set of open nodes can change this bound."
        return "The search came to its limit of work: a smaller set of open nodes may do as well."


@dataclass(frozen=True)
class NoCompletion:
    """The result where an open node would need a different score for each turn to change a bound.

    Attributes
    ----------
    node_id, bound, value : the bound in question, and its value now.
    is_proven : whether it is known that no completion changes the bound, so that it is final.
    """

    node_id: str
    bound: Bound
    value: Score
    is_proven: bool

    @property
    def note(self) -> str:
        """A sentence for users on why no completion changes the bound, or none was found."""
        if self.is_proven:
            return (
                f"The {self.bound} bound is final: an open node that is reached with both turns "
                "would need a different score for each turn to change it."
            )
        return (
            "The search came to its limit of work: with a score for each turn the open nodes would change the "
            f"{self.bound} bound, but no single scores that do were found."
        )


def witness(
    graph: GameGraph, node_id: str, bound: Bound, *, work: int = WORK, endless: Score = 0
) -> Witness | NoCompletion | None:
    """Return a smallest set of open nodes that can change a bound, with two completions.

    Return None if the bound is exactly final: the same with every open node at its worst and at its best, in a negamax
    graph for each turn by itself (see `explorer.expansion.certificate`).  `NoCompletion` is only for negamax graphs in
    which an open node can be reached with both turns.

    Parameters
    ----------
    bound : "lower" or "upper".
    work : limit of the search, in moves looked at, a few million a second; past it, the set need not be smallest.
    endless : the value of endless play, which counts only where the graph has a range of scores.

    Raises
    ------
    GraphError
        If the graph has errors or no such node.
    OptionError
        If `bound` is neither "lower" nor "upper".

    Examples
    --------
    >>> graph = GameGraph.from_json({"root": "a", "nodes": [{"id": "a", "player": "max"}, {"id": "b", "score": 1},
    ...                              {"id": "q", "open": True}], "moves": [["a", "b"], ["a", "q"]]})
    >>> found = witness(graph, "a", "lower")
    >>> found.low_scores, found.low_value, found.high_scores, found.high_value
    ({'q': 1}, 1, {'q': 2}, 2)
    """
    graph = playable(graph)
    where = bound_game(graph, node_id, bound, endless=endless)
    puzzle = puzzle_of(where)
    if puzzle is None:
        return None
    found = smallest_winning_set(puzzle, work=work)
    value = plain_score(view_of(bound), where.floor)
    if found.mask is None:
        return NoCompletion(node_id, bound, value, found.is_proven)
    states = [puzzle.states[element] for element in elements(found.mask)]
    scores = _CompletionScores(graph, node_id, bound, states, endless)
    low, high = sorted(scores.pair(where.floor, where.bottom), key=lambda completion: completion.value)
    lows, highs = scores.by_id(low.scores), scores.by_id(high.scores)
    return Witness(
        node_id, bound, value, scores.ids, lows, highs, low.graph, high.graph, low.value, high.value, found.is_proven
    )


@dataclass(frozen=True)
class _Completion:
    """Some open nodes made leaves (or endless play), by index, and the bound that results."""

    scores: Mapping[int, Score | None]
    graph: GameGraph
    value: Score


class _CompletionScores:
    """Scores for a set of open nodes, with the states in which the hero prefers to reach each."""

    def __init__(
        self, graph: GameGraph, node_id: str, bound: Bound, elements: Sequence[Sequence[State]], endless: Score
    ) -> None:
        self._graph = graph
        self._node_id = node_id
        self._bound = bound
        self._endless = endless
        self._view = view_of(bound)
        self._views = {states[0].node: [view for _, view in states] for states in elements}
        self.indices = sorted(self._views)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the open nodes."""
        return tuple(self._graph.nodes[index].id for index in self.indices)

    def by_id(self, scores: Mapping[int, Score | None]) -> LeafScores:
        """Return scores by the ids of their nodes."""
        return {self._graph.nodes[index].id: scores[index] for index in self.indices}

    def pair(self, floor: Score, bottom: Score) -> tuple[_Completion, _Completion]:
        """Return two completions with different bounds, the first one poor for the hero.

        The poor one keeps the bound if scores can achieve that, and if no scores make a difference.  The scores are
        those of the graph that are nearest to the bound, or else one beyond them; with a range of scores, its ends.
        """
        scale = _candidate_scores(self._graph, self._view)
        reserve: tuple[_Completion, _Completion] | None = None
        for worth, scores in self._poor_scores(scale, floor, bottom):
            if max(worth, floor) >= scale[-1]:
                continue
            poor = self._completion_with(scores)
            rich = self._completion_with(self._rich_scores(min(score for score in scale if score > max(worth, floor))))
            differs = poor.value != rich.value
            if differs and (plain_score(self._view, poor.value) == floor or floor == bottom):
                return poor, rich
            reserve = reserve or ((poor, rich) if differs else None)
        if reserve is not None:
            return reserve
        endless = self._completion_with(
            dict.fromkeys(self.indices)
        )  # this keeps the bound, so any rich completion will do
        return endless, self._completion_with(self._rich_scores(min(score for score in scale if score > floor)))

    def _poor_scores(
        self, scale: Sequence[Score], floor: Score, bottom: Score
    ) -> Iterator[tuple[Score, Mapping[int, Score | None]]]:
        """Yield poor scores to try, with their worth to the hero: the bound, or low scores if it is the least."""
        both = [index for index in self.indices if len(self._views[index]) > 1]
        turns = product((1, -1), repeat=len(both)) if len(both) <= _TRIES else [(1,) * len(both), (-1,) * len(both)]
        ways = [dict(zip(both, way, strict=True)) for way in turns]
        for worth in scale[1::-1] if floor == bottom else (floor,):
            for way in ways:
                views = {index: way.get(index, self._views[index][0]) for index in self.indices}
                yield worth, {index: plain_score(view, worth) for index, view in views.items()}

    def _rich_scores(self, worth: Score) -> Mapping[int, Score | None]:
        """Return scores that give the hero `worth` in each favourable state, or 0 where one score cannot."""
        return {
            index: plain_score(views[0], worth) if len(views) == 1 or worth <= 0 else 0
            for index, views in self._views.items()
        }

    def _completion_with(self, scores: Mapping[int, Score | None]) -> _Completion:
        graph = with_leaves(self._graph, self.by_id(scores))
        return _Completion(scores, graph, bound_of(graph, self._node_id, self._bound, endless=self._endless))


def with_leaves(graph: GameGraph, scores: LeafScores) -> GameGraph:
    """Return the graph with open nodes as leaves of these scores; None makes a node move only to itself.

    A leaf may stand for a node from which one more move leads to the end, so it has any score that a node can have.
    """
    inner = Kind.MOVER if graph.sign < 0 else Kind.MAX
    nodes = tuple(_completed_node(node, scores[node.id], inner) if node.id in scores else node for node in graph.nodes)
    loops = tuple((id, id) for id, score in scores.items() if score is None)
    span = None if graph.score_range is None else graph.hull()
    return graph.replace(nodes=nodes, moves=(*graph.moves, *loops), expected={}, score_range=span)


def _completed_node(node: Node, score: Score | None, inner: Kind) -> Node:
    return replace(node, kind=inner) if score is None else replace(node, kind=Kind.LEAF, score=score)


def _candidate_scores(graph: GameGraph, view: int) -> list[Score]:
    """Return scores to choose from, ascending, in the hero's view: the graph's own, and one beyond each end.

    With a range of scores nothing is beyond its ends.
    """
    least, most = graph.hull()
    own: Iterable[Score] = {node.score for node in graph.nodes if node.score is not None} or graph.score_range or {0}
    seen = {plain_score(side, score) for score in own for side in ((1, -1) if graph.sign < 0 else (view,))}
    low, high = (least, most) if view > 0 else (0 - most, 0 - least)
    scale = {*seen, max(low, -_score_beyond(-min(seen))), min(high, _score_beyond(max(seen)))}
    return sorted(score for score in scale if low <= score <= high)


def _score_beyond(score: Score) -> Score:
    """Return a score above this one, by 1 where floats are fine enough."""
    return score + 1 if score + 1 > score else int(score) + 1
