"""The search tree of proof-number search: nodes with proof and disproof numbers, for one question about the root.

The tree is the unravelling of the graph (Kars, section 6): a position reached on two ways is two nodes, and one that
is on its own path already is a leaf with the value of endless play.  By Kars, Theorem 6.8, that gives the root its true
score; no number is shared between paths, so none can be wrong for the path on which it is used.

In a negamax graph endless play that is not worth 0 is worth something else to the other player.  Then a position is on
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

Number = float  # a whole number, or infinity

PROVED: tuple[Number, Number] = (0, math.inf)
DISPROVED: tuple[Number, Number] = (math.inf, 0)
UNKNOWN: tuple[Number, Number] = (1, 1)


class TreeNodeKind(Enum):
    """What a tree node turned out to be."""

    INNER = auto()
    LEAF = auto()
    OPEN = auto()
    BACK_LINK = auto()


@dataclass(slots=True, eq=False)
class TreeNode:
    """A position at the end of a path from the root.

    Attributes
    ----------
    view : what its score is multiplied by to become the root's: -1 after an odd number of moves that negate.
    children : one for every move; empty before it is expanded.
    proof, disproof : how many unknown nodes must turn out well, or badly, to answer the question yes, or no.
    """

    index: int
    view: int
    parent: TreeNode | None
    trail: Path
    what: TreeNodeKind
    proof: Number = 1
    disproof: Number = 1
    children: tuple[TreeNode, ...] = ()

    @property
    def numbers(self) -> tuple[Number, Number]:
        return self.proof, self.disproof

    @property
    def is_answered(self) -> bool:
        return not self.proof or not self.disproof

    @property
    def is_expandable(self) -> bool:
        return self.what is TreeNodeKind.INNER and not self.children


class ProofTree:
    """The tree of one question: is the root's score at least k?

    `here` is where the search stands, and `path` has the states (`state_of`) of the nodes from the root to it.
    """

    def __init__(self, graph: GameGraph, k: Score, endless: Score) -> None:
        self.graph = graph
        self.k = k
        self.endless = endless
        self.path: set[State] = set()
        self.root = self._node(graph.root_index, None)
        self.here = self.root
        self.path.add(self.state_of(self.root.index, self.root.view))

    def state_of(self, index: int, view: int) -> State:
        """What must come back for play to repeat: a node, and whose turn it is if that makes a difference."""
        return State(index, view if self.endless else PLAIN)

    def is_ours(self, node: TreeNode) -> bool:
        """Whether the player moves who wants a yes: one good successor is enough."""
        return self.graph.orientation[node.index] * node.view > 0

    def best_child(self, node: TreeNode) -> TreeNode:
        """The next node on the most-proving path: of the smallest proof number for the player who wants a yes, of
        the smallest disproof number for the other."""
        return min(node.children, key=lambda child: child.proof if self.is_ours(node) else child.disproof)

    def descend(self) -> TreeNode:
        """Go one node further on the most-proving path."""
        self.here = self.best_child(self.here)
        self.path.add(self.state_of(self.here.index, self.here.view))
        return self.here

    def ascend(self) -> TreeNode | None:
        """Go back to the predecessor; None at the root."""
        if self.here.parent is None:
            return None
        self.path.remove(self.state_of(self.here.index, self.here.view))
        self.here = self.here.parent
        return self.here

    def expand(self) -> tuple[TreeNode, ...]:
        """The children of the node where the search stands, made now."""
        here = self.here
        here.children = tuple(self._node(index, here) for index in self.graph.successors[here.index])
        return here.children

    def update(self) -> bool:
        """Recompute the numbers of the node where the search stands; whether they changed."""
        here = self.here
        before = here.numbers
        proofs, disproofs = zip(*(child.numbers for child in here.children), strict=True)
        if self.is_ours(here):
            here.proof, here.disproof = min(proofs), sum(disproofs)
        else:
            here.proof, here.disproof = sum(proofs), min(disproofs)
        return here.numbers != before

    def score(self, node: TreeNode) -> Score:
        """What the end of a path is worth, from the root's view."""
        score = self.graph.nodes[node.index].score
        return node.view * score if node.what is TreeNodeKind.LEAF and score is not None else self.endless

    def _node(self, index: int, parent: TreeNode | None) -> TreeNode:
        id = self.graph.ids[index]
        view = 1 if parent is None else parent.view * self.graph.sign
        trail = Path(id) if parent is None else parent.trail.then(id)
        node = TreeNode(index, view, parent, trail, self._what(index, view))
        least, most = self.graph.hull(self.endless)
        if node.what is not TreeNodeKind.INNER:
            node.proof, node.disproof = PROVED if self.score(node) >= self.k else DISPROVED
        elif not least < self.k <= most:  # by the range of scores alone
            node.proof, node.disproof = PROVED if least >= self.k else DISPROVED
        return node

    def _what(self, index: int, view: int) -> TreeNodeKind:
        if self.state_of(index, view) in self.path:
            return TreeNodeKind.BACK_LINK
        kinds = {Kind.LEAF: TreeNodeKind.LEAF, Kind.OPEN: TreeNodeKind.OPEN}
        return kinds.get(self.graph.nodes[index].kind, TreeNodeKind.INNER)


def play(graph: GameGraph, lower: ProofTree | None, upper: ProofTree | None) -> list[str]:
    """The ids of a play in which each player makes the moves that prove something for him; it ends like a path does.

    Parameters
    ----------
    lower : a tree that was answered yes: it has the moves of the player who wants a yes.
    upper : a tree that was answered no: it has the other player's moves.
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
