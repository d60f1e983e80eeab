"""Questions about proofs: the bound that the rule takes away next, and the move that a strategy chooses.

Where the rule may take several bounds next, in any order, or a player has several moves that do the same, all of them
are right.
"""

from __future__ import annotations

from collections.abc import Iterator

from explorer.expansion.claims import Claims, bound_value, side_of
from explorer.expansion.finalities import LOWER, UPPER
from explorer.expansion.finality_rule import RuleFinality
from explorer.model.graph import GameGraph
from explorer.questions.question import (
    MOST_NODES,
    MOVE,
    Form,
    Question,
    QuestionKind,
    Questions,
    by_step,
    name_of,
    names,
)
from explorer.solver.states import index_of, numbers_of
from explorer.trace import Finality, Trace

LOSES = QuestionKind("loses", Form.NODE, 3)  # which node has a bound that is not final

RULE, STRATEGIES = "finality", "strategies"
_FINAL_SIDES = {Finality.FINAL: (LOWER, UPPER), Finality.LOWER: (LOWER,), Finality.UPPER: (UPPER,)}


def about_rule(trace: Trace, step: int) -> Iterator[Question]:
    """Ask which node loses a final bound next by rules 3 and 4 (Loops, Part 2)."""
    if trace.algorithm != RULE or trace[step].move is None:
        return
    graph, roles = trace.graph, dict(trace.finality_at(step - 1).items())
    state = _RuleBounds(trace, step - 1)
    losing = [id for id in graph.ids if state.loses(id)]
    if not 0 < len(losing) <= MOST_NODES:
        return
    keeps = "Neither rule 3 nor rule 4 applies to this node now: its bounds keep what they have."
    gone = "Neither bound of this node counts as final any more."
    told = [(id, keeps if roles.get(id) in _FINAL_SIDES else gone) for id in graph.ids]
    yield Question.of(
        step,
        LOSES,
        "Which node has a bound that is found next not to be final?",
        losing,
        *told,
        remark=f"The rule may go on with any of {names(graph, losing)}." if len(losing) > 1 else "",
    )


class _RuleBounds:
    """The bounds of nodes that rules 3 and 4 still count as final at a step."""

    def __init__(self, trace: Trace, step: int) -> None:
        graph: GameGraph = trace.graph
        bounds, roles = dict(trace.bounds_at(step).items()), dict(trace.finality_at(step).items())
        claims = Claims.of(graph, trace.endless)
        at = [(claim, side_of(claim), graph.ids[index_of(claim)]) for claim in range(len(claims))]
        self._rule = RuleFinality(claims, [bound_value(claim, bounds[id][side]) for claim, side, id in at])
        self._rule.value = [int(side not in _FINAL_SIDES.get(roles.get(id, Finality.FINAL), ())) for _, side, id in at]
        self._index = graph.index

    def loses(self, id: str) -> bool:
        """Return whether rule 3 or rule 4 takes a bound of a node away that counts as final."""
        return any(map(self._rule.loses, numbers_of(self._index[id])))


def about_strategies(trace: Trace, step: int) -> Iterator[Question]:
    """Ask for a move of a strategy: it keeps the score, and leads to the end if it must (Definition 82)."""
    there, graph = trace[step], trace.graph
    if trace.algorithm != STRATEGIES or there.move is None or there.focus != there.move[0]:
        return
    id = there.focus
    result = trace.result
    optimal: list[str] = result["optimal"][id]
    rank: dict[str, int] = result["rank"]
    hurries = graph.orientation[graph.index[id]] * trace.scores_at(step)[id] > 0
    shortest = min((rank.get(other, 0) for other in optimal), default=0)
    best = [other for other in optimal if not hurries or rank.get(other, 0) == shortest]
    if not 0 < len(best) <= MOST_NODES:
        return
    slow = "This move keeps the score too, but it does not lead to the end in the smallest number of moves."
    worse = "This move does not keep the score: it gives the other player more."
    row = graph.ids_after(id)
    told = [(other, slow if other in optimal else worse) for other in row]
    rest = [(other, "There is no move to this node.") for other in graph.ids]
    yield Question.of(
        step,
        MOVE,
        f"Which move keeps the score of {name_of(graph, id)}{' and leads to the end soonest' if hurries else ''}?",
        best,
        *told,
        *rest,
        about=id,
        remark=f"Any of {names(graph, best)} does; the strategy chooses one." if len(best) > 1 else "",
    )


QUESTIONS = Questions("proofs", 3, (LOSES,), by_step(about_rule, about_strategies))
