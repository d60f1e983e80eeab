"""Algorithm 1 of e-Valuate: alpha-beta in which a node knows its parent's bound alone, and counts prunes."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.algorithms.acyclic import cycle, levels, must_be_known
from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.searches.alpha_beta import AlphaBeta
from explorer.algorithms.searches.calls import Answer, Call
from explorer.algorithms.searches.ordering import Ordering, order_options
from explorer.algorithms.searches.search_frame import Frame, PseudocodeLines
from explorer.algorithms.searches.windows import Window
from explorer.model.check import Problem, Severity
from explorer.model.graph import GameGraph
from explorer.model.words import counted, plural
from explorer.trace import Steps
from explorer.trace.caption import Caption, Quantity, Value, caption

PSEUDOCODE = (
    "alpha_prunes := beta_prunes := 0;   the score of the root := search(root, none)",
    "search(p, bound):  bound is the best value of p's parent  (negamax: all are Max nodes, a move negates)",
    "    if p is a leaf:  return its score",
    "    best := −∞ at a Max node (best is α, bound is β),  ∞ at a Min node (best is β, bound is α)",
    "    for every move p → q, in order:",
    "        best := max(best, search(q, best)) at a Max node, min at a Min node",
    "        if p is a Max node with a bound ≤ best:  beta_prunes  += the nodes below the moves left;  break",
    "        if p is a Min node with a bound ≥ best:  alpha_prunes += the nodes below the moves left;  break",
    "    return best",
)
ALPHA_CUT, BETA_CUT = 8, 7


def steps(graph: GameGraph, *, order: str = "drawn", seed: int = 1) -> Steps:
    """Yield the steps of Algorithm 1 from the root.

    Parameters
    ----------
    order, seed : the order of the moves, as `explorer.algorithms.searches.ordering` has them.

    Returns
    -------
    `value`, `visits`, `leaves`, `principal_variation`; `alpha_cutoffs` and `beta_cutoffs`, the number of times that
    moves were skipped, and `alpha_pruned` and `beta_pruned`, the nodes of the tree of all plays that this saved.
    """
    return (yield from Evaluation(graph, order=Ordering(graph, order, seed)).run())


class Evaluation(AlphaBeta):
    """Alpha-beta without deep cutoffs.

    Attributes
    ----------
    sizes : for every node, the number of nodes of the tree of all plays from it: T(n) in e-Valuate,
        if no leaf is invalid.
    """

    lines = PseudocodeLines(end=1, back=3, leaf=3, enter=4, compare=6, leave=9)
    counters = ("visits", "leaves", "cutoffs", "alpha_cutoffs", "alpha_pruned", "beta_cutoffs", "beta_pruned", "depth")

    def __init__(self, graph: GameGraph, *, order: Ordering) -> None:
        super().__init__(graph, order=order)
        self.sizes = tree_sizes(graph)

    def reply(self, frame: Frame, target: int, number: int) -> Call:
        """Return the answer of a successor, which gets only its parent's end of the window."""
        window = frame.window
        own = (
            Window(alpha=window.alpha, alpha_at=window.alpha_at)
            if frame.sense > 0
            else Window(beta=window.beta, beta_at=window.beta_at)
        )
        return (yield self.search(target, own.times(self.graph.sign)))

    def cutoff(self, frame: Frame, cutting: Answer, target: int, skipped: Sequence[int]) -> Call:
        if skipped:
            kind = "beta" if frame.sense > 0 else "alpha"
            self.counts[f"{kind}_cutoffs"] += 1
            self.counts[f"{kind}_pruned"] += self._nodes_below(skipped)
        return (yield from super().cutoff(frame, cutting, target, skipped))

    def words_of_cut(self, frame: Frame, answer: Answer, skipped: Sequence[int]) -> Caption:
        count = self._nodes_below(skipped)
        pruned = f"; {counted(count, 'node')} {'is' if count == 1 else 'are'} pruned" if skipped else ""
        return caption(super().words_of_cut(frame, answer, skipped), pruned)

    def cut_line(self, frame: Frame) -> int:
        return BETA_CUT if frame.sense > 0 else ALPHA_CUT

    def _nodes_below(self, skipped: Sequence[int]) -> int:
        """Return the number of nodes in the tree of all plays below the skipped moves."""
        return sum(self.sizes[index] for index in skipped)

    def cost(self, answer: Answer) -> Caption:
        """Return the words on how many nodes were pruned, and on the size of the tree."""
        alpha, beta = (Value(self.counts[key], Quantity.COUNTER, key=key) for key in ("alpha_pruned", "beta_pruned"))
        size = self.sizes[self.graph.root_index]
        tree = caption(
            " of the ", Value(size, Quantity.SIZE, key="plays"), f" {plural(size, 'node')} of the tree of all plays"
        )
        return caption("alpha cutoffs pruned ", alpha, " and beta cutoffs ", beta, tree)


def tree_sizes(graph: GameGraph) -> dict[int, int]:
    """Return for every reachable node the number of nodes of the tree of all plays from it."""
    known = levels(graph)
    sizes: dict[int, int] = {}
    for index in sorted(graph.reachable, key=known.__getitem__):
        sizes[index] = 1 + sum(sizes[other] for other in graph.successors[index])
    return sizes


def must_end_somewhere(graph: GameGraph) -> Problem | None:
    """Return the problem that the tree of all plays has no size, with the open node or cycle; None if it has."""
    if (problem := must_be_known(graph)) is not None:
        return problem
    if not (around := cycle(graph)):
        return None
    name = graph.nodes[around[0]].name
    words = f"play can repeat for ever from {name}, so the tree of all plays has no size; use alpha-beta"
    ids = tuple(graph.ids[index] for index in around)
    return Problem(Severity.ERROR, words, ids[0], cycle=ids)


ALGORITHM = Algorithm(
    name="e-valuate",
    title="Alpha-beta of e-Valuate",
    source="Aravamuthan and Ganguly, e-Valuate, Algorithm 1",
    summary=(
        "Alpha-beta in which a node knows only the best value of its parent. Every cutoff counts the nodes that it "
        "prunes: the whole trees below the moves that are skipped."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    options=order_options(),
    obstacle=must_end_somewhere,
    needs="needs a graph without cycles and open nodes",
    instead="alpha-beta",
    takes_trees=True,
    rank=35,
    group=Group.SEARCHES,
)
