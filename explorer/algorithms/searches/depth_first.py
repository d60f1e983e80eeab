"""Depth-first search that scores a back link 0 (Kars, Algorithm 6.7 and Theorem 6.8)."""

from __future__ import annotations

from collections.abc import Generator

from explorer.algorithms.algorithm import Algorithm
from explorer.algorithms.searches.search import Answer, Call, Lines, Needs, Search
from explorer.model.graph import GameGraph
from explorer.model.scores import format_score
from explorer.trace import Finality, Step, Steps

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

    lines = Lines(done=1, cut=3, leaf=4, enter=5, compare=7, leave=8)

    def call(self, place: int) -> Call:
        self.counts["visits"] += 1
        if place in self.position:
            yield self.cut(place)
            return Answer(0, frozenset({place}))
        if not self.graph.successors[place]:
            answer = self.leaf_answer(place)
            yield self.read(place, answer)
            return answer
        yield self.enter(place)
        return None

    def leave(self) -> Generator[Step, None, Answer]:
        frame, answer = self.pop()
        name = self.graph.nodes[frame.place].name
        yield self.step(
            frame.place,
            f"{name} returns {format_score(answer.score)}{self._standing(answer)}.",
            self.lines.leave,
            trail=frame.trail,
            shown=(answer.score, answer.finality),
            note=f"a back link to {self.named(answer.needs)} was scored 0" if answer.needs else "",
        )
        return answer

    def join(self, one: Needs, other: Needs) -> Needs:
        both = one | other
        return both if len(both) < 2 else frozenset({min(both, key=self.position.__getitem__)})

    def _standing(self, answer: Answer) -> str:
        """Whether a returned score can still change, and why."""
        if answer.needs:
            back = self.named(answer.needs)
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
