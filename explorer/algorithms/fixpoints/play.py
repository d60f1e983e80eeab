"""What can happen when one player keeps to a strategy: the subgraph T⁺ or T⁻ (Lecture, Definition 82)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score
from explorer.solver.attractor import OUTSIDE, attract, flat_rows, predecessor_rows
from explorer.solver.states import State, reachable_from

MAX, MIN = 1, -1


@dataclass(frozen=True)
class Strategy:
    """A strategy of one player and all that the other one can do against it.

    In a negamax graph the player to move at the root is Max, and a node at which both may be to move is two states:
    the view of a state is then who is to move there, MAX or MIN.

    Attributes
    ----------
    player : whose strategy it is, MAX or MIN.
    chosen : the index of the chosen successor, for every inner node at which this player may be to move.
    """

    graph: GameGraph
    player: int
    chosen: Mapping[int, int]

    @cached_property
    def successors(self) -> dict[State, Sequence[State]]:
        """The states that play can reach from the root, nearest first, with those that follow each."""
        return reachable_from(State(self.graph.root_index), self._after)

    def _after(self, state: State) -> list[State]:
        is_ours = self.graph.orientation[state.node] * state.view == self.player
        targets = [self.chosen[state.node]] if is_ours else self.graph.successors[state.node]
        return [state.after(target, self.graph.sign) for target in targets]

    @cached_property
    def own(self) -> list[int]:
        """The indices of the nodes that play can reach with this player to move."""
        return [at for at, side in self.successors if self.graph.orientation[at] * side == self.player]

    @cached_property
    def can_last(self) -> bool:
        """Whether the other player can make play go on for ever."""
        number = {state: number for number, state in enumerate(self.successors)}
        rows = [[number[other] for other in after] for after in self.successors.values()]
        ends = [number for number, row in enumerate(rows) if not row]
        return OUTSIDE in attract(flat_rows(predecessor_rows(rows)), map(len, rows), [ends]).levels

    @cached_property
    def can_open(self) -> bool:
        """Whether the other player can make play come to an open node, which counts as endless play."""
        return any(self.graph.nodes[index].kind is Kind.OPEN for index, _ in self.successors)

    @cached_property
    def ends(self) -> dict[State, Score]:
        """The leaves at which play can end, with their scores from Max's view."""
        scores = {state: self.graph.nodes[state.node].score for state in self.successors}
        return {state: state.view * score for state, score in scores.items() if score is not None}

    @property
    def worth(self) -> Score:
        """What the strategy is sure to get, from Max's view: the other player's best reply; endless play is worth 0."""
        outcomes: list[Score] = [*self.ends.values(), *([0] if self.can_last or self.can_open else [])]
        return min(outcomes) if self.player == MAX else max(outcomes)
