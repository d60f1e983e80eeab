"""What the range of leaf scores says of open nodes: nothing that a completion within the range contradicts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.completions import random_completion
from support.graphs import game, thorough, with_open_nodes_as
from support.oracle import scores_of
from support.partly_open import ranged

from explorer.expansion.claims import Claims
from explorer.expansion.exact import exact_finality, extremes
from explorer.expansion.finality_rule import RuleFinality
from explorer.expansion.graph_rules import GraphRules
from explorer.expansion.partial import PartialGraph, Test
from explorer.explanation.making import why
from explorer.model.check import playable
from explorer.model.errors import GraphError
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.model.scores import Score
from explorer.play.analysis import FIRST, SECOND, Analysis
from explorer.solver import solve
from explorer.solver.states import State

SIDES = (0, 1)


worths = st.sampled_from([0, -1, 2, 5, -math.inf, math.inf])


def completions(graph: GameGraph) -> Iterator[GameGraph]:
    """Every open node made a leaf at an end of the range or near 0, a move to such a leaf, or endless play."""
    least, most = graph.score_range
    scores = {least, most, *(score for score in (-1, 0, 1) if least <= score <= most)}
    ways = [*product(scores, (False, True)), (None, False)]
    opens = [node.id for node in graph.nodes if node.kind is Kind.OPEN]
    inner = Kind.MOVER if graph.convention is Convention.NEGAMAX else Kind.MAX
    leaves = {score: Node(f"new {score}", Kind.LEAF, score) for score in scores}
    larger = graph.replace(nodes=(*graph.nodes, *leaves.values()))
    for chosen in product(ways, repeat=len(opens)):
        worth = dict(zip(opens, chosen, strict=True))

        def expanded(node: Node, worth=worth) -> tuple[Node, tuple[str, ...]]:
            score, is_behind = worth[node.id]
            if score is not None and not is_behind:
                return Node(node.id, Kind.LEAF, score), ()
            return Node(node.id, inner), (node.id if score is None else leaves[score].id,)

        yield with_open_nodes_as(larger, expanded)


def within(graph: GameGraph, bounds: tuple[Score, Score]) -> tuple[Score, Score]:
    low, high = graph.hull(0)
    return max(bounds[0], low), min(bounds[1], high)


@thorough
@given(ranged(), worths, st.integers(0, 99))
def test_every_completion_has_its_scores_in_the_intervals(graph: GameGraph, endless: Score, seed: int):
    found, without = solve(graph, endless=endless), solve(graph.replace(score_range=None), endless=endless)
    cases = [*completions(graph), *(random_completion(graph, Random(seed + more)) for more in range(4))]
    seen: dict[str, set[Score]] = {id: set() for id in graph}
    for case in cases:
        playable(case)
        scores = scores_of(case, endless)
        for id in graph:
            seen[id].add(scores[id])
    for id in graph:
        low, high = found.between_of(id)
        wide = without.between_of(id)
        assert wide[0] <= low <= min(seen[id]) <= max(seen[id]) <= high <= wide[1]
        if graph.convention is Convention.MINIMAX:
            assert (low, high) == (min(seen[id]), max(seen[id]))
    assert found.scores == without.scores


@thorough
@given(ranged())
def test_bounds_begin_at_the_hull_and_final_ones_stay(graph: GameGraph):
    found, pure = extremes(graph), extremes(graph.replace(score_range=None)).bounds
    pairs = [*zip(*found.bounds, strict=True)]
    assert pairs == [within(graph, bounds) for bounds in zip(*pure, strict=True)]
    rule = RuleFinality(Claims.of(graph), found.low)
    list(rule.changes())
    exact, stays = exact_finality(graph), ([True] * len(graph), [True] * len(graph))
    for case in completions(graph):
        now = extremes(case).bounds
        for side in SIDES:
            for place, bound in enumerate(found.bounds[side]):
                stays[side][place] &= bound == now[side][place]
    for side in SIDES:
        ruled = [rule.is_final(2 * place + side) for place in range(len(graph))]
        assert all(not final or same for final, same in zip(ruled, stays[side], strict=True))
        assert all(not final or same for final, same in zip(exact.of(side), stays[side], strict=True))
        if graph.convention is Convention.MINIMAX:
            assert list(exact.of(side)) == stays[side]


@thorough
@given(ranged(), worths)
def test_an_explanation_and_the_analysis_for_play_claim_the_interval(graph: GameGraph, endless: Score):
    found = why(graph, endless=endless)  # which its checker has accepted
    assert (found.low, found.high) == solve(graph, endless=endless).interval
    assert str(found)
    known, root = Analysis.of(graph, endless=endless), State(graph.root_index)
    assert (known.assured_score(root, FIRST), known.hoped_score(root, FIRST)) == (found.low, found.high)
    assert known.assured_score(root, SECOND) == 0 - found.high


@thorough
@given(ranged(max_open=1), st.sampled_from(["rule", "exact"]), st.integers(0, 99))
def test_what_is_kept_up_while_a_graph_grows_is_what_a_fresh_look_finds(graph: GameGraph, test: Test, seed: int):
    known, random = PartialGraph(GraphRules(graph), finality=test), Random(seed)
    while ready := [node.id for node in known.open_nodes if known.can_expand(node)]:
        part = known.graph()
        assert part.score_range == graph.score_range
        fresh = extremes(part)
        assert [known.bounds_of(id) for id in part] == [*zip(*fresh.bounds, strict=True)]
        rule = RuleFinality(Claims.of(part), fresh.low)
        list(rule.changes())
        final = fresh.is_final if test == "exact" else rule.is_final
        assert [known.finality.is_final(claim) for claim in range(len(known.claims))] == [
            *map(final, range(len(known.claims)))
        ]
        known.expand(random.choice(ready))


def test_a_leaf_outside_the_range_is_an_error_that_names_it():
    graph = game("a", a="max b c", b=2, c=0).replace(score_range=(-1, 1))
    with pytest.raises(GraphError, match=r"leaf b \(2\) is outside the range of scores, −1\.\.1; change"):
        solve(graph)
