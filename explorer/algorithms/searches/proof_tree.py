"""The search tree of proof-number search: nodes with proof and disproof numbers, for one question about the root.

The tree is the unravelling of the graph (Kars, section 6): a position reached on two paths is two nodes, and one that
is on its own path already is a leaf with the value of endless play.  By Kars, Theorem 6.8, that gives the root its true
score; no number is shared between paths, so none can be wrong for the path on which it is used.

In a negamax graph endless play that is not worth 0 has a different worth for the other player.  Then a position is on
its own path only if the same player was to move there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum, auto

from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score
from explorer.solver.states import PLAIN, State
from explorer.trace import Path

ProofNumber = float  # a whole number, or infinity

PROVED: tuple[ProofNumber, ProofNumber] = (0, math.inf)
DISPROVED: tuple[ProofNumber, ProofNumber] = (math.inf, 0)
UNKNOWN: tuple[ProofNumber, ProofNumber] = (1, 1)


class ProofNodeKind(Enum):
    """The kind of a tree node."""

    INNER = auto()
    LEAF = auto()
    OPEN = auto()
    BACK_LINK = auto()


@dataclass(slots=True, eq=False)
class ProofNode:
    """A position at the end of a path from the root.

    Attributes
    ----------
    view : the factor that turns its score into the root's view: -1 after an odd number of moves that negate.
    children : one for every move; empty before it is expanded.
    proof, disproof : the number of unknown nodes that must turn out well, or badly, to answer the question yes, or no.
    """

    index: int
    view: int
    parent: ProofNode | None
    trail: Path
    what: ProofNodeKind
    proof: ProofNumber = 1
    disproof: ProofNumber = 1
    children: tuple[ProofNode, ...] = ()

    @property
    def numbers(self) -> tuple[ProofNumber, ProofNumber]:
        return self.proof, self.disproof

    @property
    def is_answered(self) -> bool:
        """Return whether the tree node's question is answered, yes or no."""
        return not self.proof or not self.disproof

    @property
    def is_expandable(self) -> bool:
        return self.what is ProofNodeKind.INNER and not self.children


class ProofTree:
    """The tree of one question: is the root's score at least k?

    `here` is where the search stands, and `path` has the states (`state_of`) of the nodes from the root to it.
    """

    def __init__(self, graph: GameGraph, k: Score, endless: Score) -> None:
        self.graph = graph
        self.k = k
        self.endless = endless
        self.path: set[State] = set()
        self.root = self._new_node(graph.root_index, None)
        self.here = self.root
        self.path.add(self.state_of(self.root.index, self.root.view))

    def state_of(self, index: int, view: int) -> State:
        """Return the state by which a repetition is recognised: a node, perhaps with the player to move."""
        return State(index, view if self.endless else PLAIN)

    def is_provers_move(self, node: ProofNode) -> bool:
        """Return whether the prover, who wants the answer yes, moves at a tree node."""
        return self.graph.orientation[node.index] * node.view > 0

    def best_child(self, node: ProofNode) -> ProofNode:
        """Return the next node on the most-proving path.

        It has the smallest proof number where the player moves who wants a yes, else the smallest disproof number.
        """
        return min(node.children, key=lambda child: child.proof if self.is_provers_move(node) else child.disproof)

    def descend(self) -> ProofNode:
        """Go one node further on the most-proving path."""
        self.here = self.best_child(self.here)
        self.path.add(self.state_of(self.here.index, self.here.view))
        return self.here

    def ascend(self) -> ProofNode | None:
        """Go back to the predecessor, and return it; None at the root."""
        if self.here.parent is None:
            return None
        self.path.remove(self.state_of(self.here.index, self.here.view))
        self.here = self.here.parent
        return self.here

    def expand(self) -> tuple[ProofNode, ...]:
        """Make and return the children of the current node."""
        here = self.here
        here.children = tuple(self._new_node(index, here) for index in self.graph.successors[here.index])
        return here.children

    def update(self) -> bool:
        """Recompute the numbers of the current node, and return whether they changed."""
        here = self.here
        before = here.numbers
        proofs, disproofs = zip(*(child.numbers for child in here.children), strict=True)
        if self.is_provers_move(here):
            here.proof, here.disproof = min(proofs), sum(disproofs)
        else:
            here.proof, here.disproof = sum(proofs), min(disproofs)
        return here.numbers != before

    def score(self, node: ProofNode) -> Score:
        """Return the score of the end of a path, in the root's view."""
        score = self.graph.nodes[node.index].score
        return node.view * score if node.what is ProofNodeKind.LEAF and score is not None else self.endless

    def _new_node(self, index: int, parent: ProofNode | None) -> ProofNode:
        """Return a new tree node after another, with its first proof and disproof numbers."""
        id = self.graph.ids[index]
        view = 1 if parent is None else parent.view * self.graph.sign
        trail = Path(id) if parent is None else parent.trail.then(id)
        node = ProofNode(index, view, parent, trail, self._kind_of(index, view))
        least, most = self.graph.hull(self.endless)
        if node.what is not ProofNodeKind.INNER:
            node.proof, node.disproof = PROVED if self.score(node) >= self.k else DISPROVED
        elif not least < self.k <= most:  # by the range of scores alone
            node.proof, node.disproof = PROVED if least >= self.k else DISPROVED
        return node

    def _kind_of(self, index: int, view: int) -> ProofNodeKind:
        """Return the kind of a new tree node: leaf, open node, back link or inner node."""
        if self.state_of(index, view) in self.path:
            return ProofNodeKind.BACK_LINK
        kinds = {Kind.LEAF: ProofNodeKind.LEAF, Kind.OPEN: ProofNodeKind.OPEN}
        return kinds.get(self.graph.nodes[index].kind, ProofNodeKind.INNER)


def proving_play(graph: GameGraph, lower: ProofTree | None, upper: ProofTree | None) -> list[str]:
    """Return the ids of a play in which each player makes the moves that prove that player's claim.

    Parameters
    ----------
    lower : a tree with the answer yes: it has the moves of the player who wants a yes.
    upper : a tree with the answer no: it has the other player's moves.
    """
    trees = [None if tree is None else tree.root for tree in (lower, upper)]
    state_of = next(tree.state_of for tree in (lower, upper) if tree is not None)
    index, view, seen, ids = graph.root_index, 1, set[State](), list[str]()
    while True:
        ids.append(graph.ids[index])
        state = state_of(index, view)
        if state in seen or not graph.successors[index]:
            return ids
        seen.add(state)
        ours = graph.orientation[index] * view > 0
        guide = trees[0 if ours else 1]
        children = guide.children if guide else ()
        numbers = [child.proof if ours else child.disproof for child in children] or [0]
        move = numbers.index(0)
        trees = [tree.children[move] if tree is not None and tree.children else None for tree in trees]
        index, view = graph.successors[index][move], view * graph.sign
