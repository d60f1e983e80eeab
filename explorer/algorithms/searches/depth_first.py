"""Depth-first search that scores a back link 0 (Kars, Algorithm 6.7 and Theorem 6.8)."""

from __future__ import annotations

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import COUNTED, score_of
from explorer.algorithms.searches.calls import Answer
from explorer.algorithms.searches.search import Search
from explorer.algorithms.searches.search_frame import Lines
from explorer.model.graph import GameGraph
from explorer.trace import Finality, Path, Step, Steps
from explorer.trace.caption import Caption, Words, said

PSEUDOCODE = (
    "the score of the root := search(root)",
    "search(p):",
    "    if p is on the path:  return the value of endless play",
    "    if p is a leaf:  return its score",
    "    put p on the path",
    "    for every move p → q, in order:  value := search(q), as the player to move at p sees it",
    "        if this is the first move, or value is better for that player than best:  best := value",
    "    take p off the path;  return best",
)


def steps(graph: GameGraph) -> Steps:
    """Steps of Algorithm 6.7 from the root.

    A node that is left is final if no back link under it led to a node still on the path; if one did, its score is
    conditional, and another path may give it another.

    Returns
    -------
    `value` (the root's score), `visits` (calls, cut-offs included) and `back_links`.
    """
    return (yield from DepthFirst(graph).run())


class DepthFirst(Search):
    """Keeps nothing of a node that it leaves."""

    lines = Lines(done=1, back=3, leaf=4, enter=5, compare=7, leave=8)

    def read(self, index: int, answer: Answer, *, ending: str = "", note: Words | None = None) -> Step:
        return super().read(index, answer, ending=ending, note=note)

    def left(self, index: int, answer: Answer, trail: Path) -> Step:
        return self.step(
            index,
            Caption(lambda: self._returning(index, answer)),
            self.lines.leave,
            trail=trail,
            shown=self.shown(answer),
            note=Caption(lambda: self.condition(answer) or said()),
        )

    def _returning(self, index: int, answer: Answer) -> Caption:
        returned = score_of(self.graph.nodes[index], answer.score)
        return said(self.name(index), " returns ", returned, self._standing(answer), ".")

    def _standing(self, answer: Answer) -> Caption:
        """Whether a returned score is the node's, and why."""
        if (condition := self.condition(answer)) is not None:
            return said(" on this path, ", condition)
        if answer.finality is Finality.FINAL:
            return said(", its final score: no back link under it led above it")
        return said(COUNTED)


ALGORITHM = Algorithm(
    name="depth-first",
    title="Depth-first search",
    source="Kars, From game trees to game graphs, Algorithm 6.7 and Theorem 6.8",
    summary=(
        "Tries every move of a node, one after the other and each to its end, and returns the best value. A back link, "
        "a move to a node on the current path, can be repeated for ever, so it has the value 0: a draw."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    rank=12,
    group=Group.CYCLES,
    also="GHI, recursion",
)
