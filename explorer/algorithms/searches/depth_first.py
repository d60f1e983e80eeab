"""Depth-first search that scores a back link 0 (Kars, Algorithm 6.7 and Theorem 6.8)."""

from __future__ import annotations

from explorer.algorithms.algorithm import Algorithm
from explorer.algorithms.searches.calls import Answer
from explorer.algorithms.searches.search import Search
from explorer.algorithms.searches.search_frame import Lines
from explorer.model.graph import GameGraph
from explorer.model.scores import format_score
from explorer.trace import Finality, Path, Step, Steps

PSEUDOCODE = (
    "the score of the root := search(root)",
    "search(p):",
    "    if p is on the path:  return 0, a draw",
    "    if p is a leaf:  return its score",
    "    put p on the path",
    "    for every move p → q, in order:  value := search(q), as the player to move at p sees it",
    "        if value is the first or better for that player:  best := value",
    "    take p off the path;  return best",
)


def steps(graph: GameGraph) -> Steps:
    """Steps of Algorithm 6.7 from the root.

    A node that is left is final if no back link under it led to a node still on the path; if one did, its score is
    conditional, and another path may give it another.

    Returns
    -------
    `value` (the root's score), `visits` (calls, cut-offs included) and `cuts`.
    """
    return (yield from DepthFirst(graph).run())


class DepthFirst(Search):
    """Of the nodes that a score needs, only the one nearest to the root is kept.

    That is all it takes to tell when a score is final, and it costs the same however long the path is.
    """

    lines = Lines(done=1, back=3, leaf=4, enter=5, compare=7, leave=8)

    def read(self, place: int, answer: Answer, *, ending: str = "", note: str | None = None) -> Step:
        return super().read(place, answer, ending=ending, note=note)

    def left(self, place: int, answer: Answer, trail: Path) -> Step:
        name = self.graph.nodes[place].name
        return self.step(
            place,
            f"{name} returns {format_score(answer.score)}{self._standing(answer)}.",
            self.lines.leave,
            trail=trail,
            shown=(answer.score, answer.finality),
            note=f"a back link to {self.names_of(answer.needs)} was scored 0" if answer.needs else "",
        )

    def _standing(self, answer: Answer) -> str:
        """Whether a returned score can still change, and why."""
        if answer.needs:
            back = self.names_of(answer.needs)
            return f", which holds only here: a back link to {back}, still on the path, was scored 0"
        if answer.finality is Finality.FINAL:
            return ", its final score: it needs nothing that is still on the path"
        return ", with open nodes counted as 0"


ALGORITHM = Algorithm(
    name="depth-first",
    title="Depth-first search",
    source="Kars, From game trees to game graphs, Algorithm 6.7 and Theorem 6.8",
    summary=(
        "Tries every move of a node, one after the other and each to its end, and returns the best value. A move back "
        "to a node that is on the path can be repeated for ever, so it scores 0: a draw."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    rank=12,
)
