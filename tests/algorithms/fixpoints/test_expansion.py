from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game_graphs
from support.rule_games import bounds_known, number_game, quick, wild_games

from explorer.algorithms import trace
from explorer.expansion.candidates import candidates, effect_caption
from explorer.expansion.graph_rules import GraphRules
from explorer.expansion.optimum import TESTS
from explorer.expansion.partial import PartialGraph, Test
from explorer.expansion.strategies import STRATEGIES
from explorer.games import generate
from explorer.model.graph import GameGraph, Kind
from explorer.model.rules import Rules
from explorer.trace import Finality, Trace, dump_json

NUMBERS = PartialGraph(number_game()).graph()

# Loops, Part 2, the number game from 13: the order of expansion by the smallest number
ORDER = [13, 15, 3, 5, 17, 19, 21, 7, 9, 11, 23, 25, *range(27, 58, 2)]


def begun(rules: Rules) -> GameGraph:
    """The graph that the app hands to the algorithm for a game by rules."""
    return PartialGraph(rules).graph()


def step_of(run: Trace, id: str) -> int:
    return next(number for number, step in enumerate(run) if step.growth is not None and step.focus == id)


# ---- the published figures


def test_the_number_game_is_expanded_in_the_order_of_the_source():
    run = trace(NUMBERS, "expansion")
    assert run.result == {
        "expanded": list(map(str, ORDER)),
        "open": ["59", "61"],
        "lower": 3,
        "upper": 5,
        "final": True,
        "final_lower": True,
        "final_upper": True,
    }
    assert len(ORDER) == 28
    assert len(run) == 30  # and one step before them and one after


def test_the_root_of_the_number_game_moves_as_the_source_tells_it():
    run = trace(NUMBERS, "expansion")
    roots = [(*run.bounds_at(number)["13"], run.finality_at(number)["13"]) for number in range(1, 29)]
    expected = []
    for number in ORDER:
        lower = 3 if number >= 27 else -math.inf
        upper = 5 if number >= 35 else math.inf
        role = Finality.FINAL if number >= 57 else Finality.UPPER if number >= 51 else Finality.TENTATIVE
        expected.append((lower, upper, role))
    assert roots == expected


def test_exact_finality_is_satisfied_after_25_expansions():
    result = trace(NUMBERS, "expansion", finality="exact").result
    assert result["expanded"] == list(map(str, ORDER[:25]))
    assert (result["lower"], result["upper"], result["final"]) == (3, 5, True)


@pytest.mark.parametrize(
    ("id", "caption"),
    [
        (
            "27",
            "Node 27 is expanded into 3, 9, 29, 31 (known before: 3, 9, 29): the lower bound of node 27 rises to 3; "
            "the new information reaches node 27 → 23 → 19 → 17 → 13: the lower bound of the root is now 3. Next is "
            "node 29, the smallest candidate; it can raise the lower bound of node 13: node 13 → 17 → 19 → 23 → 27 → "
            "29; and lower its upper bound: node 13 → 17 → 19 → 23 → 25 → 29.",
        ),
        (
            "3",
            "Node 3 is a leaf with the score −3 for the player to move: the new information changes bounds only at "
            "node 3 and node 15: the lower bound of node 15 rises to 3. Next is node 5, the smallest candidate; it can "
            "raise the lower bound of node 13: node 13 → 15 → 5.",
        ),
    ],
)
def test_a_caption_says_which_bound_moved_how_far_the_information_reached_and_what_is_next(id: str, caption: str):
    run = trace(NUMBERS, "expansion")
    assert run[step_of(run, id)].caption == caption


# ---- the trace


@quick
@given(
    rules=st.one_of(wild_games, game_graphs(max_inner=8, max_leaves=4, max_open=1).map(GraphRules)),
    strategy=st.sampled_from(sorted(STRATEGIES.keys() - {"witness"})),
    test=st.sampled_from(TESTS),
)
def test_every_step_shows_what_is_known_then(rules: Rules, strategy: str, test: Test):
    run = trace(begun(rules), "expansion", strategy=strategy, finality=test, most=15)
    known = PartialGraph(rules, finality=test)
    notes: dict[str, str] = {}
    for number, step in enumerate(run):
        if step.growth is not None:
            assert step.focus is not None
            known.expand(step.focus)
        assert run.bounds_at(number) == bounds_known(known)
        assert run.finality_at(number) == {node.id: known.finality_of(node.id) for node in known.nodes}
        notes |= step.notes
        found = candidates(known)
        assert {id: note for id, note in notes.items() if note} == {
            candidate.node.id: str(effect_caption(known, candidate)) for candidate in found
        }
        counters = {"expansions": len(known.expanded), "open": known.open_count, "candidates": len(found)}
        assert step.counters == counters
    assert (run.graph.nodes, run.graph.moves) == (known.graph().nodes, known.graph().moves)
    assert run.result["expanded"] == known.expanded
    assert run.result["open"] == [node.id for node in known.nodes if node.kind is Kind.OPEN]
    assert run.result["final"] == known.is_settled
    json.loads(dump_json(run.to_json()))


@quick
@given(graph=game_graphs(max_inner=8, max_leaves=4), strategy=st.sampled_from(sorted(STRATEGIES)))
def test_a_drawn_graph_is_settled_at_the_bounds_of_the_whole(graph: GameGraph, strategy: str):
    result = trace(graph, "expansion", strategy=strategy).result
    whole = trace(graph, "bounds").result
    assert result["final"]
    assert (result["lower"], result["upper"]) == (whole["lower"][graph.root], whole["upper"][graph.root])


# ---- where it ends


def test_the_limit_of_expansions_is_told():
    run = trace(NUMBERS, "expansion", most=13)
    assert run.result["final"] is False
    assert len(run.result["expanded"]) == 13
    assert run[-1].caption == (
        "Stopped at the limit: the bounds of the root are 3 and ∞ after 13 expansions, not shown to be final. "
        "Raise the limit to continue."
    )


def test_the_range_of_the_graph_counts_whatever_its_rules_say_and_endless_play_may_be_worth_more():
    graph = generate("chess-ending").replace(score_range=None)
    assert trace(graph, "expansion", most=80, strategy="proof-number").result["upper"] == math.inf
    won = trace(graph.replace(score_range=(-1, 1)), "expansion", strategy="proof-number")
    assert (won.result["lower"], won.result["upper"], won.result["final"]) == (1, 1, True)
    assert won.bounds_at(0) == {won.graph.root: (-1, 1)}
    more = trace(graph.replace(score_range=(-1, 1)), "expansion", most=80, strategy="proof-number", endless=5)
    assert more.bounds_at(0)[str(more.graph.root)] == (-1, 5)
    assert more.result["upper"] == 5
