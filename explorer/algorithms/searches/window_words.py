"""The words for values, windows and cutoffs that the searches with windows share."""

from __future__ import annotations

from dataclasses import replace

from explorer.algorithms.captions import VALUE, move_words, score_of, seen_term, term
from explorer.algorithms.searches.calls import Answer
from explorer.algorithms.searches.search_frame import Frame, own_bound
from explorer.algorithms.searches.windows import Rim, Window
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.trace import Relation
from explorer.trace.caption import Caption, Quantity, Value, When, Words, named, said

BOUNDS = (Relation.AT_LEAST, Relation.AT_MOST)
ESTIMATED_BOUNDS = (Relation.ABOUT_AT_LEAST, Relation.ABOUT_AT_MOST)


def return_words(graph: GameGraph, index: int, answer: Answer) -> Caption:
    """What a node returns in this step: "3", "the bound ≥ 3", "the estimate ≈ 3"."""
    return with_relation(score_of(graph.nodes[index], answer.score), answer.relation)


def with_relation(value: Words, relation: Relation) -> Caption:
    """A value of which that is known: "3", "the bound ≥ 3", "the estimate ≈ 3", "the estimated bound ≳ 3"."""
    if relation is Relation.EXACT:
        return said(value)
    what = "bound" if relation in BOUNDS else "estimated bound" if relation in ESTIMATED_BOUNDS else "estimate"
    return said(f"the {what} {relation.sign} ", value)


def value_words(
    graph: GameGraph, frame: Frame, target: int, value: Score, *, relation: Relation = Relation.EXACT, is_back: bool
) -> Caption:
    """What a move is worth to its player: "Move c → b: value(b) ≥ 2", or "−value(b) = 2" where a move negates."""
    number = Value(value, Quantity.RETURNED, graph.ids[target], sign=graph.sign)
    if is_back:
        return said(move_words(graph, frame.index, target), "the back link gives ", number)
    known = f" {relation.seen(graph.sign).sign or '='} "
    return said(move_words(graph, frame.index, target), seen_term(graph, target, VALUE), known, number)


def why_exact(frame: Frame) -> str:
    """Why a value of which two searches gave bounds is exact."""
    test, search = ("≥", "≤") if frame.sense > 0 else ("≤", "≥")
    return f" ({test} by the test, {search} by the second search)"


def comparison_words(node: str, before: Window, sense: int, value: Score) -> Caption:
    """How a value compares with what the player to move has already, and what becomes of the window."""
    letter, end = ("α", Quantity.ALPHA) if sense > 0 else ("β", Quantity.BETA)
    word = "greater" if sense > 0 else "less"
    own = said(f"{word} than {letter} = ", Value(before.own(sense), end, node, when=When.BEFORE))
    if before.improved(sense, value):
        return said(own, f", so {letter} becomes ", Value(value, end, node))
    return said("not ", own, ", which stays")


def equals_limit(node: str, window: Window, sense: int, value: Score) -> Caption | str:
    """Why the search of a node goes on whose value has reached the bound of the other player, but not passed it."""
    if not window.is_closed or value != window.limit(sense):
        return ""
    letter, end = ("β", Quantity.BETA) if sense > 0 else ("α", Quantity.ALPHA)
    limit = Value(value, end, node, when=When.BEFORE)
    return said(f"; {letter} is ", limit, ", too, and a strict cutoff needs α > β")


def cut_words(graph: GameGraph, frame: Frame, answer: Answer, skipped: Words, count: int, *, rim: Rim) -> Caption:
    """Which bound the value of a node reached, why that ends its search, which moves are skipped, and the answer.

    Only where moves are left is there a cutoff.
    """
    letter, end = ("β", Quantity.BETA) if frame.sense > 0 else ("α", Quantity.ALPHA)
    node = graph.nodes[frame.index]
    best = Value(frame.best, Quantity.BEST, node.id)
    limit = Value(frame.window.limit(frame.sense), end, node.id, when=When.BEFORE)
    relation = replace(answer, bound=rim.narrowed(own_bound(frame), frame.best)).relation
    known = said(term(VALUE, node), f" {relation.sign or '='} ", best)
    because = said(": ", known, f", and {letter} = ", limit, ", ", _why(graph, frame, relation, rim))
    inside = "since values are kept inside the window, " if answer.score != frame.best else ""
    gives = said(f"; {inside}", named(node), " returns ", return_words(graph, frame.index, answer))
    if not count:
        return said("With its last move the value of ", named(node), " leaves the window", because, gives)
    left = said("; ", skipped, f" {'is' if count == 1 else 'are'} skipped")
    return said(f"{letter} cutoff at ", named(node), because, left, gives)


def research_words(graph: GameGraph, frame: Frame, target: int, value: Score) -> Caption:
    """Why a move that was only tested is searched again."""
    number = Value(value, Quantity.RETURNED, graph.ids[target], sign=graph.sign)
    known = said(seen_term(graph, target, VALUE), f" {'≥' if frame.sense > 0 else '≤'} ", number)
    again = said(" passes the test, so ", named(graph.nodes[target]), " is searched again.")
    return said(move_words(graph, frame.index, target), known, again)


def _why(graph: GameGraph, frame: Frame, relation: Relation, rim: Rim) -> Caption:
    holder = frame.window.limit_at(frame.sense)
    if holder is None:
        is_best = rim.is_end(frame.window.limit(frame.sense))
        return said("and no value can be better" if is_best else "which answers the question of the null window")
    who = "the opponent" if graph.sign < 0 else "Min" if frame.sense > 0 else "Max"
    here, there = named(graph.nodes[frame.index]), named(graph.nodes[holder])
    by = "by this estimate " if relation in (Relation.ABOUT, *ESTIMATED_BOUNDS) else ""
    return said(f"so {by}{who} gains nothing by letting play reach ", here, " from ", there)
