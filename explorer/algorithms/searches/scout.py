"""SCOUT: evaluates the first move and tests the others before it evaluates them (Pearl, 1980)."""

from __future__ import annotations

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.searches.calls import Call
from explorer.algorithms.searches.negascout import NegaScout
from explorer.algorithms.searches.ordering import Ordering, order_options
from explorer.algorithms.searches.search_frame import Frame, PseudocodeLines
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.trace import Steps
from explorer.trace.options import endless_worth

PSEUDOCODE = (
    "the score of the root := eval(root)",
    "eval(p), and test(p, whether its score is better than some value):",
    "    if p is on the path:  return the value of endless play",
    "    if p is a leaf:  return its score",
    "    put p on the path",
    "    eval:  best := eval(q) for the first move p → q, as the player to move at p sees it",
    "    eval:  for every other move p → q:  test whether q is better than best",
    "    eval:      if it is:  best := eval(q), unless the test has found q's exact score",
    "    test:  for every move p → q, in order:  ask the same of q, as the player to move at p sees it",
    "        compare the value with the best so far",
    "    test:      if q decides the question:  cutoff if moves are left;  take p off the path;  return the answer",
    "    take p off the path;  return the best value",
)
AGAIN = 8


def steps(graph: GameGraph, *, order: str = "drawn", seed: int = 1, endless: Score = 0) -> Steps:
    """Yield the steps of SCOUT from the root.

    A test is shown as a window in which no score lies: between the value to beat and the next one.

    Parameters
    ----------
    order, seed, endless : as alpha-beta has them.

    Returns
    -------
    As alpha-beta, and `researches`, the number of moves that passed their test and were evaluated after all.
    """
    return (yield from Scout(graph, endless, Ordering(graph, order, seed, endless)).run())


class Scout(NegaScout):
    """A search with two kinds of calls: a full window evaluates a node, a null window tests it."""

    lines = PseudocodeLines(end=1, back=3, leaf=4, enter=5, compare=10, cutoff=11, leave=12)
    again_line = AGAIN

    def reply(self, frame: Frame, target: int, number: int) -> Call:
        sign = self.graph.sign
        if frame.call_window != self.window:
            return (yield self.search(target, frame.window.times(sign)))
        if not number:
            return (yield self.search(target, self.window))
        null = self.scale.null_window(frame.sense, frame.best, frame.index)
        answer = yield self.search(target, null.times(sign))
        value = self.backed_up(answer.score)
        if answer.is_exact or frame.sense * value <= frame.sense * frame.best:
            return answer
        yield self.search_again_step(frame, target, value)
        return (yield self.search(target, self.window))


ALGORITHM = Algorithm(
    name="scout",
    title="SCOUT",
    source="Pearl, Asymptotic properties of minimax trees and game-searching procedures, 1980",
    summary=(
        "Evaluates the first move of a node and then tests of every other move only whether it is better. A move that "
        "passes the test is evaluated too. The test is cheap, because the answer yes or no needs few leaves."
    ),
    pseudocode=PSEUDOCODE,
    run=steps,
    options=(*order_options(), endless_worth()),
    rank=36,
    group=Group.SEARCHES,
)
