"""The order in which a search tries the moves of a node."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score
from explorer.solver.retrograde import limit_scores
from explorer.trace.options import Option, choice, whole_number

ORDERS = {
    "drawn": "In the order of the graph",
    "best": "Best first, by the true scores",
    "worst": "Worst first, by the true scores",
    "random": "Random",
    "killer": "Killer: the move that caused the last cutoff at this depth first",
    "history": "History: moves that caused most cutoffs first",
}
LEARNING = ("killer", "history")


def order_options(*, learns: bool = True) -> tuple[Option, Option]:
    """Return the options `order` and `seed`, with orders that learn from cutoffs if the search `learns`."""
    help = "The order of the moves at each node."
    known = (
        "Killer and history identify a move by its number among the moves of its node: the first, the second and so on."
    )
    orders = {name: title for name, title in ORDERS.items() if learns or name not in LEARNING}
    return (
        choice("order", "Moves are tried", orders, f"{help} {known}" if learns else help),
        whole_number("seed", "Seed", 1, "Determines the random order.", minimum=0, maximum=1_000_000),
    )


class TrueScores:
    """The true scores of a graph's nodes, for searches that sort by them or are compared with them.

    In a negamax graph endless play is worth `endless` to the player to move at the root, so a node that is reached
    after an odd number of moves has its score in the game in which it is worth the opposite to its own player.
    """

    def __init__(self, graph: GameGraph, endless: Score) -> None:
        self._even = limit_scores(graph, endless)
        negates = graph.convention is Convention.NEGAMAX and endless != 0
        self._odd = limit_scores(graph, 0 - endless) if negates else self._even

    def of(self, index: int, depth: int) -> Score:
        """Return the true score of a node that is reached after `depth` moves."""
        return (self._odd if depth % 2 else self._even)[index]


class Ordering:
    """The moves of a node in the chosen order, which may learn from cutoffs."""

    def __init__(self, graph: GameGraph, order: str = "drawn", seed: int = 1, endless: Score = 0) -> None:
        self._graph = graph
        self._order = order
        self._truth = TrueScores(graph, endless) if order in ("best", "worst") else None
        self._rows: Sequence[Sequence[int]] = graph.successors
        if order == "random":
            rng = Random(seed)
            self._rows = [rng.sample(row, len(row)) for row in graph.successors]
        self._killers: dict[int, int] = {}
        self._cuts: Counter[int] = Counter()

    def moves(self, index: int, depth: int) -> Sequence[int]:
        """Return the successors of a node, reached after `depth` moves, in the order in which to try them."""
        row = self._rows[index]
        if len(row) < 2:
            return row
        if self._truth is not None:
            towards = self._graph.sign * self._graph.orientation[index] * (1 if self._order == "best" else -1)
            truth = self._truth
            return sorted(row, key=lambda other: -towards * truth.of(other, depth + 1))
        if self._order == "killer" and 0 < self._killers.get(depth, 0) < len(row):
            killer = row[self._killers[depth]]
            return [killer, *(other for other in row if other != killer)]
        if self._order == "history":
            return [row[number] for number in sorted(range(len(row)), key=lambda number: -self._cuts[number])]
        return row

    def record_cutoff(self, index: int, depth: int, target: int) -> None:
        """Record that the move to this successor caused a cutoff."""
        if self._order in LEARNING:
            number = self._rows[index].index(target)
            self._killers[depth] = number
            self._cuts[number] += 1
