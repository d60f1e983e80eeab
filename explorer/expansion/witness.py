"""Witnesses: the fewest open nodes that can change a bound, and two completions that show it.

A lower bound L counts endless play and open nodes as -∞.  It can change if and only if the player whom it favours can
force play to a leaf better than L or to an open node, each at its best; an upper bound is the same for the other
player.  Which sets of open nodes do, `explorer.expansion.smallest` finds out; here they get scores.

In a minimax graph that is the whole story.  In a negamax graph an open node may be reached with both turns, and has one
score all the same:

- If the bound is below 0 in the eyes of the player whom it favours, the score 0 is better than the bound for either
  turn, so the test on the doubled graph (position, whose turn) is complete: the bound can change.  Sometimes every leaf
  there changes it alike; then the completion that leaves the bound alone is play that stays at the node for ever.
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

Scores = Mapping[str, Score | None]

_TRIES = 3  # nodes reached with both turns whose low scores are tried for either turn; more are tried alike


@dataclass(frozen=True)
class Witness:
    """Two completions of a few open nodes that give a bound different values.

    Attributes
    ----------
    node_id, bound, value : the bound in question, and its value now.
    open_nodes : the completed nodes; the others stay open.
    low_scores, high_scores : what they are worth in either completion, by id.  None stands for endless play: the node
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
    low_scores: Scores
    high_scores: Scores
    low: GameGraph
    high: GameGraph
    low_value: Score
    high_value: Score
    is_smallest: bool

    @property
    def note(self) -> str:
        """What is known of the size, in one sentence."""
        if self.is_smallest:
            return "No smaller set of open nodes can change this bound."
        return "The search came to its limit of work: a smaller set of open nodes may do as well."


@dataclass(frozen=True)
class NoCompletion:
    """An open node reached with both turns could change a bound only with a different score for each turn.

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
        """What is known, in one sentence."""
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
    """A smallest set of open nodes that can change a bound, with two completions; None if the bound is exactly final.

    Exactly final means: the same with every open node at its worst and at its best, in a negamax graph for each turn by
    itself (see `explorer.expansion.certificate`).  `NoCompletion` is only for negamax graphs in which an open node can
    be reached with both turns.

    Parameters
    ----------
    bound : "lower" or "upper".
    work : limit of the search, in moves looked at, a few million a second; past it, the set need not be smallest.
    endless : what endless play is worth, which counts only where the graph has a range of scores.

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
    if found.chosen is None:
        return NoCompletion(node_id, bound, value, found.is_proven)
    states = [puzzle.states[element] for element in elements(found.chosen)]
    wanted = _Wanted(graph, node_id, bound, states, endless)
    low, high = sorted(wanted.pair(where.floor, where.bottom), key=lambda completion: completion.value)
    lows, highs = wanted.by_id(low.scores), wanted.by_id(high.scores)
    return Witness(
        node_id, bound, value, wanted.ids, lows, highs, low.graph, high.graph, low.value, high.value, found.is_proven
    )


@dataclass(frozen=True)
class _Completion:
    """Some open nodes made leaves (or endless play), by index, and the bound that results."""

    scores: Mapping[int, Score | None]
    graph: GameGraph
    value: Score


class _Wanted:
    """Scores wanted for a set of open nodes, given for each the states in which the hero likes to reach it."""

    def __init__(
        self, graph: GameGraph, node_id: str, bound: Bound, wanted: Sequence[Sequence[State]], endless: Score
    ) -> None:
        self._graph = graph
        self._node_id = node_id
        self._bound = bound
        self._endless = endless
        self._view = view_of(bound)
        self._views = {states[0].node: [view for _, view in states] for states in wanted}
        self.indices = sorted(self._views)

    @property
    def ids(self) -> tuple[str, ...]:
        """The open nodes."""
        return tuple(self._graph.nodes[index].id for index in self.indices)

    def by_id(self, scores: Mapping[int, Score | None]) -> Scores:
        """Scores by the ids of their nodes."""
        return {self._graph.nodes[index].id: scores[index] for index in self.indices}

    def pair(self, floor: Score, bottom: Score) -> tuple[_Completion, _Completion]:
        """Two completions with different bounds, the first one poor for the hero.

        It leaves the bound as it is if that can be had with scores, and if no scores show a difference.
        The scores are those of the graph that are nearest to the bound, or else one beyond them; with a range of
        scores, its ends.
        """
        scale = _candidates(self._graph, self._view)
        reserve: tuple[_Completion, _Completion] | None = None
        for worth, scores in self._poor(scale, floor, bottom):
            if max(worth, floor) >= scale[-1]:
                continue
            poor = self._completed(scores)
            rich = self._completed(self._rich(min(score for score in scale if score > max(worth, floor))))
            differs = poor.value != rich.value
            if differs and (plain_score(self._view, poor.value) == floor or floor == bottom):
                return poor, rich
            reserve = reserve or ((poor, rich) if differs else None)
        if reserve is not None:
            return reserve
        endless = self._completed(
            dict.fromkeys(self.indices)
        )  # which leaves the bound as it is, so any rich one will do
        return endless, self._completed(self._rich(min(score for score in scale if score > floor)))

    def _poor(
        self, scale: Sequence[Score], floor: Score, bottom: Score
    ) -> Iterator[tuple[Score, Mapping[int, Score | None]]]:
        """Poor scores to try, with what they are worth to the hero: the bound, or if it is the least, low scores."""
        both = [index for index in self.indices if len(self._views[index]) > 1]
        turns = product((1, -1), repeat=len(both)) if len(both) <= _TRIES else [(1,) * len(both), (-1,) * len(both)]
        ways = [dict(zip(both, way, strict=True)) for way in turns]
        for worth in scale[1::-1] if floor == bottom else (floor,):
            for way in ways:
                views = {index: way.get(index, self._views[index][0]) for index in self.indices}
                yield worth, {index: plain_score(view, worth) for index, view in views.items()}

    def _rich(self, worth: Score) -> Mapping[int, Score | None]:
        """What gives the hero this much in each state he likes to reach, or 0 where that cannot be had twice."""
        return {
            index: plain_score(views[0], worth) if len(views) == 1 or worth <= 0 else 0
            for index, views in self._views.items()
        }

    def _completed(self, scores: Mapping[int, Score | None]) -> _Completion:
        graph = with_leaves(self._graph, self.by_id(scores))
        return _Completion(scores, graph, bound_of(graph, self._node_id, self._bound, endless=self._endless))


def with_leaves(graph: GameGraph, scores: Scores) -> GameGraph:
    """The graph with some open nodes made leaves of these scores; None makes a node whose only move is to itself.

    A leaf may stand for a node from which one more move leads to the end, so it has any score that a node can have.
    """
    inner = Kind.MOVER if graph.sign < 0 else Kind.MAX
    nodes = tuple(_completed_node(node, scores[node.id], inner) if node.id in scores else node for node in graph.nodes)
    loops = tuple((id, id) for id, score in scores.items() if score is None)
    span = None if graph.score_range is None else graph.hull()
    return graph.replace(nodes=nodes, moves=(*graph.moves, *loops), expected={}, score_range=span)


def _completed_node(node: Node, score: Score | None, inner: Kind) -> Node:
    return replace(node, kind=inner) if score is None else replace(node, kind=Kind.LEAF, score=score)


def _candidates(graph: GameGraph, view: int) -> list[Score]:
    """Scores to choose from, ascending, as the hero sees them: the graph's own, and one beyond them on either side.

    With a range of scores nothing is beyond its ends.
    """
    least, most = graph.hull()
    own: Iterable[Score] = {node.score for node in graph.nodes if node.score is not None} or graph.score_range or {0}
    seen = {plain_score(side, score) for score in own for side in ((1, -1) if graph.sign < 0 else (view,))}
    low, high = (least, most) if view > 0 else (0 - most, 0 - least)
    wanted = {*seen, max(low, -_beyond(-min(seen))), min(high, _beyond(max(seen)))}
    return sorted(score for score in wanted if low <= score <= high)


def _beyond(score: Score) -> Score:
    """A score above this one, by 1 where floats are fine enough."""
    return score + 1 if score + 1 > score else int(score) + 1
