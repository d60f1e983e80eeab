"""NegaScout: alpha-beta that only tests the moves after the first (Reinefeld, 1983)."""

from __future__ import annotations

from dataclasses import replace

from explorer.algorithms.algorithm import Algorithm, Group
from explorer.algorithms.captions import VALUE, move_words, seen_term
from explorer.algorithms.searches.alpha_beta import AlphaBeta
from explorer.algorithms.searches.calls import Call
from explorer.algorithms.searches.ordering import Ordering, order_options
from explorer.algorithms.searches.search_frame import Frame, PseudocodeLines
from explorer.algorithms.searches.table import TranspositionTable, table_option
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.trace import Activity, Relation, SearchEvent, Step, Steps
from explorer.trace.caption import Quantity, Value, caption
from explorer.trace.options import endless_worth

PSEUDOCODE = (
    "the score of the root := search(root, −∞, ∞)    (or from the least to the largest score there can be)",
    "search(p, α, β):",
    "    if p is on the path:  return the value of endless play",
    "    if p is in the table, valid here, and the entry decides:  return it",
    "    if p is a leaf:  return its score",
    "    put p on the path",
    "    for the first move p → q:  value := search(q, α, β), as the player to move at p sees it",
    "    for every other move:  value := search(q) with the null window at α (Max node) or β (Min node)",
    "        if value passes the test, is not q's exact score and keeps α < β:  search q again, with (α, β)",
    "        at a Max node  α := max(α, value),  at a Min node  β := min(β, value)",
    "        if α ≥ β:  cutoff if moves are left;  take p off the path;  store;  return value",
    "    take p off the path;  store;  return the best value",
)
LOOK_UP, AGAIN = 4, 9


def steps(graph: GameGraph, *, order: str = "drawn", seed: int = 1, table: str = "none", endless: Score = 0) -> Steps:
    """Yield the steps of NegaScout from the root; values are fail-soft.

    A null window lies between α and the next larger score (at a Min node between β and the next smaller one), so that
    nothing lies inside: the search can only say whether the move is better.

    Parameters
    ----------
    order, seed, table, endless : as alpha-beta has them.

    Returns
    -------
    As alpha-beta, and `researches`, the number of moves that passed their test and were searched again.
    """
    ordering = Ordering(graph, order, seed, endless)
    return (yield from NegaScout(graph, endless, ordering, TranspositionTable(table, graph, endless)).run())


class NegaScout(AlphaBeta):
    """Alpha-beta in which each move after the first is tested with a null window before a full search."""

    lines = PseudocodeLines(end=1, back=3, table=4, leaf=5, enter=6, compare=10, cutoff=11, leave=12)
    counters = (*AlphaBeta.counters, "researches")
    again_line = AGAIN

    def reply(self, frame: Frame, target: int, number: int) -> Call:
        sign = self.graph.sign
        if not number or self.scale.is_null(frame.window):
            return (yield self.search(target, frame.window.times(sign)))
        null = self.scale.null_window(frame.sense, frame.window.own(frame.sense), frame.index)
        answer = yield self.search(target, null.times(sign))
        value = self.backed_up(answer.score)
        if (
            answer.is_exact
            or not frame.window.is_improved_by(frame.sense, value)
            or frame.window.is_left_by(frame.sense, value)
        ):
            return answer
        window = frame.window.pushed(frame.sense, value, frame.index)
        yield self.search_again_step(frame, target, value)
        again = yield self.search(target, window.times(sign))
        if frame.sense * self.backed_up(again.score) > frame.sense * value:
            return again
        # At least that much by the test, at most that much by the search: so exactly that.
        needs, doubt = self.joined_needs(answer.needs, again.needs), answer.doubt | again.doubt
        fault = answer.fault or again.fault
        return replace(answer, bound=Relation.EXACT, needs=needs, doubt=doubt, has_both_bounds=True, fault=fault)

    def search_again_step(self, frame: Frame, target: int, value: Score) -> Step:
        """Return the step before a move that passed its test is searched again."""
        self.counts["researches"] += 1
        number = Value(value, Quantity.RETURNED, self.graph.ids[target], sign=self.graph.sign)
        known = caption(seen_term(self.graph, target, VALUE), f" {'≥' if frame.sense > 0 else '≤'} ", number)
        again = caption(" passes the test, so ", self.name(target), " is searched again.")
        return self.step(
            frame.index,
            caption(move_words(self.graph, frame.index, target), known, again),
            self.again_line,
            trail=self.trails[-1],
            event=SearchEvent.COMPARE,
            activity={target: Activity.COMPARED},
            target=target,
        )


ALGORITHM = Algorithm(
    name="negascout",
    title="NegaScout",
    source="Reinefeld, An improvement to the Scout tree search algorithm, 1983; named in e-Valuate, sections 1 and 4",
    summary=(
        "Alpha-beta that expects the first move to be the best: every other move is only tested, with a null window, "
        "which contains no score, and searched again if the test says that it is better."
    ),
    pseudocode=PSEUDOCODE,
    line_options={LOOK_UP: ("table", "none")},
    run=steps,
    options=(*order_options(), table_option(), endless_worth()),
    rank=38,
    group=Group.SEARCHES,
)
