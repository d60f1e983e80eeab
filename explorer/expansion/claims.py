"""The two bounds of every node as claims, so that lower and upper, minimax and negamax are one case.

A *claim* is what one of the players can force at a node, in his own view, and goes by the number of a state
(`explorer.solver.states`): in the plain view it is the lower bound of the node, in the mirrored view its upper bound
negated, which is what the other player can force.  Read like that, every claim is a largest or a smallest of claims of
the successors (the largest where its own player moves), every claim starts at −∞ and only rises, and no sign is left.
If the range of scores is known, a claim starts at the least score that there can be, endless play included.  The other
claim of a node, `claim ^ 1`, negated, is the most that the player can hope for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from explorer.expansion.bound_game import Bound, plain_score, view_of
from explorer.expansion.finalities import LOWER, UPPER, Side
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Range, Score, hull
from explorer.solver.states import PLAIN, State, numbers_of, state_of

Claim = int

BOUND_NAMES: tuple[Bound, Bound] = ("lower", "upper")


def claim_of(index: int, bound: Bound) -> Claim:
    """Return the claim for this bound of the node at this index."""
    return State(index, view_of(bound)).number


def bound_of(claim: Claim) -> Bound:
    """Return the name of the bound that a claim is."""
    return BOUND_NAMES[claim & 1]


def side_of(claim: Claim) -> Side:
    """Return the side of the bound that a claim is."""
    return UPPER if claim & 1 else LOWER


def bound_value(claim: Claim, worth: Score) -> Score:
    """Return the bound for a claim of this worth, as it stands at the node; never -0.0."""
    return plain_score(state_of(claim).view, worth)


class Claims:
    """The claims of a graph that grows, and the dependencies between them.

    Attributes
    ----------
    sign : the factor of a score along a move, +1 or -1.
    successors, predecessors : for each claim, those that it depends on, and those that depend on it.
    chooses : for each claim, whether its own player moves at the node, so that it is a maximum.
    scores : the score of a leaf in the view of the claim's player, None for every other claim.
    is_open : for each claim, whether its node is open.
    floors, tops : the least worth of the two claims of a node, and the greatest of those of an open node.
    """

    def __init__(self, sign: int, score_range: Range | None = None, endless: Score = 0) -> None:
        self.sign = sign
        (low, high), (least, most) = hull(score_range, sign, endless), hull(score_range, sign)
        self.floors, self.tops = (low, 0 - high), (most, 0 - least)
        self.successors: list[Sequence[Claim]] = []
        self.predecessors: list[list[Claim]] = []
        self.chooses: list[bool] = []
        self.scores: list[Score | None] = []
        self.is_open: list[bool] = []

    @classmethod
    def of(cls, graph: GameGraph, endless: Score = 0) -> Claims:
        """Return the claims of a graph as it is, the nodes at their indices."""
        claims = cls(graph.sign, graph.score_range, endless)
        for _ in graph.nodes:
            claims.add_open_node()
        for index, node in enumerate(graph.nodes):
            if node.score is not None:
                claims.end(index, node.score)
            elif node.kind is not Kind.OPEN:
                claims.expand(index, node.kind, graph.successors[index])
        return claims

    def __len__(self) -> int:
        return len(self.is_open)

    def add_open_node(self) -> None:
        """Add one more node, an open one."""
        for _ in BOUND_NAMES:
            self.successors.append(())
            self.predecessors.append([])
            self.chooses.append(False)
            self.scores.append(None)
            self.is_open.append(True)

    def end(self, index: int, score: Score) -> None:
        """Turn an open node of the growing graph into a leaf."""
        for claim in numbers_of(index):
            self.scores[claim] = bound_value(claim, score)
            self.is_open[claim] = False

    def expand(self, index: int, kind: Kind, indices: Iterable[int]) -> None:
        """Turn an open node into an inner one with successors at these indices."""
        after = list(indices)
        for claim in numbers_of(index):
            state = state_of(claim)
            self.successors[claim] = tuple(state.after(other, self.sign).number for other in after)
            self.chooses[claim] = (kind is not Kind.MIN) == (state.view == PLAIN)
            self.is_open[claim] = False
            for successor in self.successors[claim]:
                self.predecessors[successor].append(claim)
