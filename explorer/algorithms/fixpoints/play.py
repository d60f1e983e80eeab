"""What can happen when one player keeps to a strategy: the subgraph T⁺ or T⁻ (Lecture, Definition 82)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score

MAX, MIN = 1, -1

State = tuple[int, int]  # the place of a node, and who is to move there: MAX or MIN; in a minimax graph always MAX


@dataclass(frozen=True)
class Strategy:
    """A strategy of one player and all that the other one can do against it.

    In a negamax graph the player to move at the root is Max, and a node at which both may be to move is two states.

    Attributes
    ----------
    player : whose strategy it is, MAX or MIN.
    chosen : the place of the chosen successor, for every inner node at which this player may be to move.
    """

    graph: GameGraph
    player: int
    chosen: Mapping[int, int]

    @cached_property
    def successors(self) -> dict[State, Sequence[State]]:
        """The states that play can reach from the root, nearest first, with those that follow each."""
        start = self.graph.root_place, MAX
        found: dict[State, Sequence[State]] = {start: ()}
        waiting = [start]
        for place, side in waiting:  # grows while it is walked
            is_ours = self.graph.orientation[place] * side == self.player
            targets = [self.chosen[place]] if is_ours else self.graph.successors[place]
            after = [(target, side * self.graph.sign) for target in targets]
            found[place, side] = after
            for state in after:
                if state not in found:
                    found[state] = ()
                    waiting.append(state)
        return found

    @cached_property
    def own(self) -> list[int]:
        """The places of the nodes that play can reach with this player to move."""
        return [at for at, side in self.successors if self.graph.orientation[at] * side == self.player]

    @cached_property
    def can_last(self) -> bool:
        """Whether the other player can make play go on for ever."""
        waits = {state: len(after) for state, after in self.successors.items()}
        before: dict[State, list[State]] = {state: [] for state in waits}
        for state, after in self.successors.items():
            for other in after:
                before[other].append(state)
        ended = [state for state, count in waits.items() if not count]
        for state in ended:  # grows while it is walked
            for source in before[state]:
                waits[source] -= 1
                if not waits[source]:
                    ended.append(source)
        return len(ended) < len(waits)

    @cached_property
    def can_open(self) -> bool:
        """Whether the other player can make play come to an open node, which counts as endless play."""
        return any(self.graph.nodes[place].kind is Kind.OPEN for place, _ in self.successors)

    @cached_property
    def ends(self) -> dict[State, Score]:
        """The leaves at which play can end, with their scores from Max's view."""
        scores = {state: self.graph.nodes[state[0]].score for state in self.successors}
        return {(at, side): side * score for (at, side), score in scores.items() if score is not None}

    @property
    def worth(self) -> Score:
        """What the strategy is sure to get, from Max's view: the other player's best reply; endless play is worth 0."""
        outcomes: list[Score] = [*self.ends.values(), *([0] if self.can_last or self.can_open else [])]
        return min(outcomes) if self.player == MAX else max(outcomes)
