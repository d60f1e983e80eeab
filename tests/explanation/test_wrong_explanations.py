"""Hundreds of wrong explanations of each kind, made from right ones; a judge of its own says which of them are wrong.

A half of an explanation stands alone where it is changed, so that nothing else in it can be complained of.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random

import networkx as nx
import pytest
from support.examples import times
from support.explanations import drawn_graph, holds, is_proof, positions_of

from explorer.explanation.checker import complaints
from explorer.explanation.explanation import FIRST, Explanation, Guarantee, PlayPosition
from explorer.explanation.making import why
from explorer.model.graph import GameGraph

Pair = tuple[Explanation, GameGraph]
Wrong = Iterator[Pair]

NOWHERE = "nowhere"


def halves(found: Explanation) -> Iterator[Explanation]:
    """Both halves of an explanation, each with a half beside it that claims nothing."""
    for given in (found.at_least, found.at_most):
        nothing = Guarantee(-given.side, given.side * math.inf, {}, ())
        at_least, at_most = (given, nothing) if given.side == FIRST else (nothing, given)
        if given.is_empty or math.isfinite(given.limit):
            yield Explanation(found.graph, found.node, found.endless, at_least, at_most)


def half_of(found: Explanation) -> Guarantee:
    """The half that stands alone."""
    return found.at_most if found.at_least.is_empty else found.at_least


def with_half(found: Explanation, **changes: object) -> Explanation:
    """The same explanation with some of its half changed."""
    half = half_of(found)
    return replace(found, **{"at_least" if half.side == FIRST else "at_most": replace(half, **changes)})


def forced(found: Explanation) -> Iterator[tuple[Explanation, dict[PlayPosition, int]]]:
    """The halves that have ranks, with a copy of them."""
    for half in halves(found):
        if half_of(half).ranks:
            yield half, dict(half_of(half).ranks or {})


def reranked(found: Explanation, change: Callable[[int, int], tuple[int, int]]) -> Iterator[Explanation]:
    """For every move that play can make: the ranks of its two ends changed."""
    for half, ranks in forced(found):
        for here, after in positions_of(found.graph, found.node, half_of(half)).edges:
            one, other = change(ranks[here], ranks[after])
            yield with_half(half, ranks=ranks | {after: other} | {here: one})


# ---- the kinds: each changes a right explanation of a graph, or the graph


def a_rank_stays_equal(found: Explanation, graph: GameGraph, rng: Random) -> Wrong:
    yield from ((each, graph) for each in reranked(found, lambda rank, after: (rank, rank)))
    yield from ((each, graph) for each in reranked(found, lambda rank, after: (after, after)))


def a_rank_is_missing_or_of_nobody(found: Explanation, graph: GameGraph, rng: Random) -> Wrong:
    for half, ranks in forced(found):
        yield with_half(half, ranks=None), graph
        yield with_half(half, ranks={}), graph
        yield with_half(half, ranks=ranks | {PlayPosition(NOWHERE): 0}), graph
        for at in ranks:
            yield with_half(half, ranks={each: rank for each, rank in ranks.items() if each != at}), graph


def a_successor_is_missing(found: Explanation, graph: GameGraph, rng: Random) -> Wrong:
    """What only it leads to is left out as well."""
    for half in halves(found):
        given = half_of(half)
        for here, gone in [] if given.is_empty else positions_of(graph, found.node, given).edges:
            network = positions_of(graph, found.node, given)
            network.remove_edge(here, gone)
            left = {PlayPosition(found.node), *nx.descendants(network, PlayPosition(found.node))}
            yield _reduced(half, left), graph
            yield with_half(half, positions=tuple(at for at in given.positions if at != gone)), graph


def _reduced(half: Explanation, left: set[PlayPosition]) -> Explanation:
    given = half_of(half)
    ids = {at.id for at in left}
    return with_half(
        half,
        positions=tuple(at for at in given.positions if at in left),
        moves={id: to for id, to in given.moves.items() if id in ids},
        ranks=None if given.ranks is None else {at: rank for at, rank in given.ranks.items() if at in left},
    )


def a_bound_is_off(found: Explanation, graph: GameGraph, rng: Random) -> Wrong:
    for half in halves(found):
        given = half_of(half)
        for by in (1, Fraction(1, 1000), -1, math.inf, -math.inf, math.nan):
            limit = given.limit + by if math.isfinite(given.limit) else rng.choice([-3, 0, 3])
            yield with_half(half, limit=limit), graph


def a_leaf_is_worth_another_score(found: Explanation, graph: GameGraph, rng: Random) -> Wrong:
    for leaf in [node for node in graph.nodes if node.score is not None]:
        for by in (1, -1, Fraction(1, 1000), Fraction(-1, 1000), -2 * leaf.score):
            changed = graph.replace(
                nodes=tuple(replace(node, score=node.score + by) if node == leaf else node for node in graph.nodes)
            )
            yield from ((half, changed) for half in halves(found))


def play_goes_round_in_a_circle(found: Explanation, graph: GameGraph, rng: Random) -> Wrong:
    """Every other move that a player has, with the positions that play can reach then and the old ranks, or none."""
    for half in halves(found):
        given = half_of(half)
        for id, old in given.moves.items():
            for to in graph.ids_after(id):
                if to != old:
                    yield from ((each, graph) for each in _turned(half, {**given.moves, id: to}))


def _turned(half: Explanation, moves: Mapping[str, str]) -> Iterator[Explanation]:
    """The half with other moves; where play comes to new nodes of its player, the first one is made."""
    graph, given = half.graph, half_of(half)
    first = {node.id: graph.ids_after(node.id)[0] for node in graph.nodes if node.kind.is_inner}
    network = positions_of(graph, half.node, replace(given, moves=first | dict(moves)))
    kept = {at.id: network.nodes[at]["move"] for at in network if network.nodes[at]["move"] is not None}
    made = with_half(half, moves=kept, positions=tuple(network))
    yield made
    if given.ranks is not None:
        yield with_half(made, ranks=None)
        depths = nx.single_source_shortest_path_length(network, PlayPosition(half.node))
        for ranks in ({at: len(network) - depths[at] for at in network}, dict.fromkeys(network, 1)):
            yield with_half(made, ranks=ranks)
        if nx.is_directed_acyclic_graph(network):
            order = reversed(list(nx.topological_sort(network)))
            yield with_half(made, ranks={at: rank for rank, at in enumerate(order)})


def the_play_is_another(found: Explanation, graph: GameGraph, rng: Random) -> Wrong:
    known = replace(found, completions=())
    line, last = found.line, len(found.line)
    for back_to in (None, -last - 1, -last, -1, *range(last + 2)):
        yield replace(known, back_to=back_to), graph
    for place in range(last):
        yield replace(known, line=line[:place]), graph
        yield replace(known, line=line[place:]), graph
        for id in (*graph.ids, NOWHERE):
            for is_own in (True, False):
                yield replace(known, line=(*line[:place], PlayPosition(id, is_own), *line[place + 1 :])), graph
    for id in (*graph.ids, NOWHERE):
        yield replace(known, line=(*line, PlayPosition(id))), graph
        yield replace(known, line=(*line, PlayPosition(id, is_own=False))), graph


KINDS: dict[str, Callable[[Explanation, GameGraph, Random], Wrong]] = {
    kind.__name__: kind
    for kind in (
        a_rank_stays_equal,
        a_rank_is_missing_or_of_nobody,
        a_successor_is_missing,
        a_bound_is_off,
        a_leaf_is_worth_another_score,
        play_goes_round_in_a_circle,
        the_play_is_another,
    )
}

MOST_OF_ONE = 12  # changes of one right explanation, so that many graphs have a part

WORTHS = (0, 0, 0, 1, -1, 2.5, math.inf, -math.inf)


def right_ones(rng: Random) -> Iterator[Pair]:
    """Explanations of random graphs, without end: both conventions, and open nodes in every other graph."""
    while True:
        for convention in ("minimax", "negamax"):
            for opens in (0, 2):
                graph = drawn_graph(rng, convention, opens)
                for node in rng.sample(graph.ids, min(2, len(graph.ids))):
                    yield why(graph, node, endless=rng.choice(WORTHS)), graph


@pytest.mark.parametrize("kind", KINDS)
def test_hundreds_of_wrong_explanations_of_each_kind_are_refused(kind: str):
    rng, wrong, tried = Random(kind), 0, 0
    for found, graph in right_ones(rng):
        changes = [*KINDS[kind](found, graph, rng)]
        for changed, given in rng.sample(changes, min(MOST_OF_ONE, len(changes))):
            is_right = is_proof(given, changed)
            assert is_right is (complaints(changed, given) == []), (given, changed)
            if is_right:
                assert all(half.is_empty or holds(given, changed, half) for half in changed.guarantees)
            wrong += not is_right
            tried += 1
        if wrong >= times(400):
            return
        assert tried < times(60_000)
