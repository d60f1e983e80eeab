from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.golden import trace_text
from support.graphs import (
    BOTH,
    complete_bipartite,
    distant_win,
    figure_1,
    game,
    game_graphs,
    thorough,
    with_open_nodes_as,
    worths,
)
from support.oracle import scores_of, tree_value

from explorer.algorithms import trace
from explorer.algorithms.fixpoints.score_iteration import BACK_UP, LEAF, PSEUDOCODE, STABLE, START
from explorer.model.graph import Convention, GameGraph, Kind, Node
from explorer.model.scores import Score
from explorer.trace import Finality, Trace

FAR = 99  # beyond every score that the strategies make
GRID = [-2, -1, Fraction(-1, 2), 0, 1, Fraction(3, 2), 2]


def role(lowest: Score, now: Score, highest: Score) -> Finality:
    """The finality of a score of which the lowest and highest completions are known."""
    if lowest == highest:
        return Finality.FINAL
    if now == highest:
        return Finality.UPPER
    return Finality.LOWER if now == lowest else Finality.TENTATIVE


# ---- the published figures


def test_example_3_2():
    for b, d in product(GRID, GRID):
        scores = trace(figure_1(b, d), "score-iteration").result["scores"]
        assert (scores["a"], scores["c"]) == (max(b, min(d, 0)), min(d, max(b, 0)))


@pytest.mark.parametrize("k", [1, 2, 3, 8, 21, 40])
def test_convergence_does_not_depend_on_the_distance_from_the_root(k: int):
    graph = distant_win(k)
    run = trace(graph, "score-iteration")
    first = next(n for n in range(len(run)) if run.scores_at(n)["r"] == 1)
    assert first == k + 2 == len(graph.nodes) - 3


LOOPS_PART_1 = [
    ("tree", game("root", "negamax", root="mover p q", p="mover x y", q="mover z", x=1, y=2, z=3),
     {"root": (3, 3), "p": (-1, -1), "q": (-3, -3)}),
    ("loop", game("A", "negamax", A="mover x B", x=1, B="mover y A", y=2),
     {"A": (-1, 2), "B": (-2, 1)}),
    ("three loop", game("A", "negamax", A="mover x B C", x=1, B="mover y C", y=-2, C="mover z A", z=3),
     {"A": (-1, 3), "B": (2, 3), "C": (-3, 1)}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("graph", "bounds"), [case[1:] for case in LOOPS_PART_1], ids=[case[0] for case in LOOPS_PART_1]
)
def test_the_bounds_of_loops_part_1(graph: GameGraph, bounds: dict[str, tuple[Score, Score]]):
    lower, upper = (trace(graph, "score-iteration", endless=d).result["scores"] for d in (-math.inf, math.inf))
    assert {id: (lower[id], upper[id]) for id in bounds} == bounds


# ---- s_n


@thorough
@given(game_graphs(max_open=1, max_inner=4, max_degree=3), worths)
def test_s_n_is_the_value_of_the_tree_of_depth_n(graph: GameGraph, endless: Score):
    run = trace(graph, "score-iteration", endless=endless)
    for n in range(min(4, len(run) - 1)):
        expected = {node.id: tree_value(graph, node.id, n, lambda: endless) for node in graph.nodes}
        assert run.scores_at(n) == expected


@thorough
@given(game_graphs(max_open=1), worths)
def test_lemma_5_3_scores_move_away_from_the_worth_of_endless_play_and_never_back(graph: GameGraph, endless: Score):
    run = trace(graph, "score-iteration", endless=endless)
    for before, after in zip(range(len(run)), range(1, len(run)), strict=False):
        for id, new in run.scores_at(after).items():
            old = run.scores_at(before)[id]
            assert endless <= old <= new or endless >= old >= new


@pytest.mark.parametrize("convention", BOTH)
@thorough
@given(data=st.data())
def test_theorem_5_4_stable_within_the_bound(convention: Convention, data: st.DataObject):
    graph = data.draw(game_graphs(conventions=(convention,), max_inner=8))
    endless = data.draw(worths)
    run = trace(graph, "score-iteration", endless=endless)
    leaf_scores = {node.score for node in graph.nodes if node.score is not None}
    assert run.result["steps"] <= run.result["bound"]
    scores, states = leaf_scores | {endless}, len(graph.nodes)
    if convention is Convention.NEGAMAX and endless != 0:  # a node is worth something else with the other turn
        scores, states = scores | {-score for score in scores}, 2 * states
    assert run.result["bound"] == len(scores) * states


@thorough
@given(game_graphs(max_open=1), worths)
def test_steps_is_the_least_n_at_which_nothing_changes(graph: GameGraph, endless: Score):
    run = trace(graph, "score-iteration", endless=endless)
    stable = run.result["steps"]
    assert len(run) == stable + 2
    assert run.scores_at(stable) == run.scores_at(stable + 1) == run.result["scores"]
    if stable and (graph.convention is Convention.MINIMAX or endless == 0):
        assert run.scores_at(stable - 1) != run.scores_at(stable)


def test_a_max_node_can_fall():
    graph = game("a", a="max c", c="min d", d=-2)
    run = trace(graph, "score-iteration")
    assert [run.scores_at(n)["a"] for n in range(4)] == [0, 0, 0, -2]


# ---- finality


@pytest.mark.parametrize("convention", BOTH)
@thorough
@given(data=st.data())
def test_finality_at_n_is_what_all_completions_of_the_tree_have_in_common(convention: Convention, data: st.DataObject):
    graph = data.draw(game_graphs(conventions=(convention,), max_open=1, max_inner=4, max_degree=3))
    endless, random = data.draw(worths), data.draw(st.randoms(use_true_random=False))
    run = trace(graph, "score-iteration", endless=endless)
    far = max(FAR, abs(endless))
    for n in range(min(4, len(run) - 1)):
        roles, now = run.finality_at(n), run.scores_at(n)
        for id in roles:
            lowest, highest = (tree_value(graph, id, n, lambda end=end: end) for end in (-far, far))
            has_own_score = graph.node(id).score == now[id]  # of a leaf, which cannot change even before it is read
            assert roles[id] is (Finality.FINAL if has_own_score else role(lowest, now[id], highest))
            for _ in range(3):
                completed = tree_value(graph, id, n, lambda: random.choice([-FAR, -2, -1, 0, 1, 2, FAR]))
                assert lowest <= completed <= highest


def with_open_nodes_worth(graph: GameGraph, score: Score) -> GameGraph:
    return with_open_nodes_as(graph, lambda node: (Node(node.id, Kind.LEAF, score), ()))


def completed_at_random(graph: GameGraph, random: Random) -> GameGraph:
    """The graph with every open node made a leaf, or an inner node with a move to anywhere."""
    inner = [Kind.MOVER] if graph.convention is Convention.NEGAMAX else [Kind.MAX, Kind.MIN]

    def anything(node: Node) -> tuple[Node, Sequence[str]]:
        if random.random() < 0.5:
            return Node(node.id, Kind.LEAF, random.choice([-FAR, -1, 0, 1, FAR])), ()
        return Node(node.id, random.choice(inner)), [random.choice(graph.nodes).id]

    return with_open_nodes_as(graph, anything)


@thorough
@given(game_graphs(max_open=2), st.integers(-2, 2), st.randoms(use_true_random=False))
def test_at_the_end_no_way_to_expand_the_open_nodes_breaks_a_finality(graph: GameGraph, endless: int, random: Random):
    run = trace(graph, "score-iteration", endless=endless)
    roles, now = run.finality_at(len(run) - 1), run.result["scores"]
    extremes = [with_open_nodes_worth(graph, score) for score in (-FAR, FAR)]
    for completed in [*extremes, *(completed_at_random(graph, random) for _ in range(4))]:
        scores = scores_of(completed, endless)
        for id, found in roles.items():
            if found in (Finality.FINAL, Finality.LOWER):
                assert scores[id] >= now[id]
            if found in (Finality.FINAL, Finality.UPPER):
                assert scores[id] <= now[id]


@thorough
@given(game_graphs(conventions=(Convention.MINIMAX,), max_open=2), st.integers(-2, 2))
def test_at_the_end_a_minimax_score_that_is_not_final_can_be_moved(graph: GameGraph, endless: int):
    run = trace(graph, "score-iteration", endless=endless)
    roles, now = run.finality_at(len(run) - 1), run.result["scores"]
    lowest, highest = (scores_of(with_open_nodes_worth(graph, score), endless) for score in (-FAR, FAR))
    assert roles == {id: role(lowest[id], now[id], highest[id]) for id in roles}


@thorough
@given(game_graphs(), worths)
def test_without_open_nodes_everything_ends_final(graph: GameGraph, endless: Score):
    run = trace(graph, "score-iteration", endless=endless)
    assert set(run.finality_at(len(run) - 1).values()) == {Finality.FINAL}


# ---- the trace


def same_at_sweep_ends(sweeps: Trace, nodes: Trace) -> bool:
    last_of = {step.counters["n"]: number for number, step in enumerate(nodes)}
    return all(
        sweeps.scores_at(n) == nodes.scores_at(last_of[n])
        and sweeps.finality_at(n) == nodes.finality_at(last_of[n])
        and sweeps[n].counters == nodes[last_of[n]].counters
        for n in range(len(sweeps))
    )


@thorough
@given(game_graphs(max_open=1), worths)
def test_a_step_a_node_shows_the_same_sweeps(graph: GameGraph, endless: Score):
    sweeps = trace(graph, "score-iteration", endless=endless)
    nodes = trace(graph, "score-iteration", endless=endless, detail="node")
    assert sweeps.result == nodes.result
    assert same_at_sweep_ends(sweeps, nodes)
    for before, step in pairwise(nodes):
        if step.counters["n"] == before.counters["n"]:
            assert step.counters["changed"] == before.counters["changed"] + len(step.scores)


@thorough
@given(game_graphs(max_open=1), worths, st.sampled_from(["sweep", "node"]))
def test_captions_name_every_number_that_changes(graph: GameGraph, endless: Score, detail: str):
    run = trace(graph, "score-iteration", endless=endless, detail=detail)
    for number in range(1, len(run) - 1):
        step = run[number]
        shown = [step.focus] if step.focus else list(step.scores)
        only_leaves = shown and all(graph.node(id).kind is Kind.LEAF for id in shown)
        assert step.line == (LEAF if only_leaves else BACK_UP)
        changed = {id for id, score in run.scores_at(number).items() if score != run.scores_at(number - 1)[id]}
        assert set(step.scores) == changed
        if detail == "sweep":
            assert step.counters["changed"] == len(changed)
        for id in list(step.scores)[:3]:
            assert f"({id}) = " in step.caption


def test_a_negamax_caption_shows_the_number_that_a_move_sees():
    """With endless play worth 5 a node's score and what a move to it sees are not each other's negation."""
    graph = game("A", "negamax", A="mover x B", x=1, B="mover y A", y=2)
    captions = [step.caption for step in trace(graph, "score-iteration", endless=5)]
    assert captions[2] == (
        "Sweep 2: no score changes, but some do from the view of the other player, for whom endless play is worth −5."
    )
    assert "s₃(A) = max{−1 through x, 2 through B} = 2 (was 5)" in captions[3]


def test_the_last_step_compares_with_the_bound():
    graph = complete_bipartite(2)
    run = trace(graph, "score-iteration")
    assert f"the bound |K|·|V| of Theorem 5.4 is {run.result['bound']:,}" in run[len(run) - 1].caption


def test_the_last_step_counts_what_open_nodes_can_still_change():
    run = trace(game("a", a="max b q", b=1, q="open"), "score-iteration")
    assert run[len(run) - 1].caption.endswith("2 scores may still change when open nodes are expanded.")
    assert run.finality_at(len(run) - 1) == {"a": Finality.LOWER, "b": Finality.FINAL, "q": Finality.TENTATIVE}


def test_lines_say_what_a_step_does():
    assert "s₀" in PSEUDOCODE[START - 1]
    assert "leaf" in PSEUDOCODE[LEAF - 1]
    assert "successors" in PSEUDOCODE[BACK_UP - 1]
    assert "until" in PSEUDOCODE[STABLE - 1]


def test_figure_1_as_text():
    assert (
        trace_text(trace(figure_1(1, 2), "score-iteration"))
        == """\
1 [] a=0 b=0 c=0 d=0 | s₀: every node starts at 0, the value of endless play.
4 [] a=0 b=1 c=0 d=2 | Sweep 1: 2 nodes change: s₁(b) = 1, its score as a leaf (was 0); s₁(d) = 2, its score as a \
leaf (was 0).
5 [] a=1 b=1 c=0 d=2 | Sweep 2: 1 node changes: s₂(a) = max{s₁(b), s₁(c)} = max{1, 0} = 1 (was 0).
5 [] a=1 b=1 c=1 d=2 | Sweep 3: 1 node changes: s₃(c) = min{s₂(d), s₂(a)} = min{2, 1} = 1 (was 0).
7 [] a=1 b=1 c=1 d=2 | s₄ = s₃: no score changes. The scores are stable after 3 sweeps; the bound |K|·|V| of \
Theorem 5.4 is 12."""
    )


def test_figure_1_node_by_node_as_text():
    steps = trace_text(trace(figure_1(1, 2), "score-iteration", detail="node")).splitlines()
    assert steps[5:9] == [
        "5 [] a=1 b=1 c=0 d=2 | Sweep 2: s₂(a) = max{s₁(b), s₁(c)} = max{1, 0} = 1 (was 0).",
        "4 [] a=1 b=1 c=0 d=2 | Sweep 2: s₂(b) = 1, its score as a leaf, as before.",
        "5 [] a=1 b=1 c=0 d=2 | Sweep 2: s₂(c) = min{s₁(d), s₁(a)} = min{2, 0} = 0, as before.",
        "4 [] a=1 b=1 c=0 d=2 | Sweep 2: s₂(d) = 2, its score as a leaf, as before.",
    ]


def test_where_both_views_of_endless_play_meet_a_sweep_says_what_it_is_worth_at_a_successor():
    run = trace(game("a", "negamax", a="mover b", b="mover a y", y=9), "score-iteration", endless=-2, detail="node")
    assert [step.caption for step in run][:2] == [
        "s₀: every node starts at −2, the value of endless play for the player to move there.",
        "Sweep 1, with endless play worth 2 to the player at a successor: s₁(a) = max{−2 through b} = −2, as before.",
    ]
