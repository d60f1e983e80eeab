"""Alpha-beta against the Lecture's own text, the minimal tree, and the table trap."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.game_searches import Entry, dense_graph, leaves_read, lecture_alpha_beta, textbook_alpha_beta, uniform_tree
from support.graphs import game, game_graphs, game_trees, thorough
from support.oracle import scores_of

from explorer.algorithms import trace
from explorer.algorithms.searches.alpha_beta import AlphaBeta
from explorer.games.samples import load_sample
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import format_score
from explorer.solver.states import state_of
from explorer.trace import Activity, Finality, Relation, Step, Trace

MISUSED = game("a", a="min c e a", b="min c", c="max b d", d=3, e="max b a")


def window_text(run: Trace) -> list[str]:
    """The windows and what is cut off, for every step that changes them."""
    lines = []
    for step in run:
        opened = [
            f"{id} {'closed' if pair is None else ' '.join(map(format_score, pair))}"
            for id, pair in step.windows.items()
        ]
        cut = [f"{'cut' if is_cut else 'back'} {id}" for id, is_cut in step.pruned.items()]
        lines += [", ".join([*opened, *cut])] if opened or cut else []
    return lines


def test_the_windows_of_the_lectures_kind_of_tree():
    assert window_text(trace(load_sample("alpha-beta-tree"), "alpha-beta")) == [
        "s −∞ ∞", "A −∞ ∞", "C −∞ ∞", "C 10 ∞", "C 10 ∞",
        "C closed, A −∞ 10", "D −∞ 10", "D 12 10", "cut d2", "D closed, A −∞ 10",
        "A closed, s 10 ∞", "B 10 ∞", "E 10 ∞", "E 10 ∞", "E 10 ∞", "E closed, B 10 10", "cut F, cut f2, cut f1",
        "B closed, s 10 ∞", "G 10 ∞", "H 10 ∞", "I 10 ∞", "I 10 9", "cut i2",
        "I closed, H 10 ∞", "H 11 ∞", "H closed, G 10 11", "G 10 3", "G closed, s 10 ∞", "s closed",
    ]  # fmt: skip


def test_the_cuts_of_the_lectures_kind_of_tree_say_which_bound_caused_them():
    run = trace(load_sample("alpha-beta-tree"), "alpha-beta", fail="soft")
    assert [step.caption for step in run if " cutoff at " in step.caption] == [
        "β cutoff at D: value(D) ≥ 12, and β = 10, so Min gains nothing by letting play reach D from A; "
        "d2 is skipped; D returns the bound ≥ 12.",
        "α cutoff at B: value(B) ≤ 7, and α = 10, so Max gains nothing by letting play reach B from s; "
        "F is skipped; B returns the bound ≤ 7.",
        "α cutoff at I: value(I) ≤ 9, and α = 10, so Max gains nothing by letting play reach I from s; "
        "i2 is skipped; I returns the bound ≤ 9.",
    ]
    assert [step.caption for step in run if " leaves the window" in step.caption] == [
        "With its last move the value of G leaves the window: value(G) ≤ 3, and α = 10, so Max gains nothing by "
        "letting play reach G from s; G returns the bound ≤ 3.",
    ]


@pytest.mark.parametrize("name", ["alpha-beta", "scout", "negascout", "mtd-f", "iterative-deepening"])
@thorough
@given(st.one_of(game_trees(), game_graphs(max_inner=4, max_open=1)))
def test_a_cutoff_is_told_and_counted_where_moves_are_skipped_and_nowhere_else(name: str, graph: GameGraph):
    run = trace(graph, name)
    told = [number for number, step in enumerate(run) if " cutoff at " in step.caption]
    assert told == run.rises_of("cutoffs")
    assert len(told) == run.result["cutoffs"]
    assert all((" skipped; " in step.caption) == (number in told) for number, step in enumerate(run))


def test_the_leaves_of_the_lectures_kind_of_tree_are_counted():
    result = trace(load_sample("alpha-beta-tree"), "alpha-beta").result
    assert result == {
        "value": 10, "visits": 17, "leaves": 8, "cutoffs": 3, "principal_variation": ["s", "A", "C", "c1"],
        "minimax_leaves": 12, "minimal_leaves": 6,
    }  # fmt: skip


@thorough
@given(game_graphs(conventions=(Convention.MINIMAX,), max_open=1, max_inner=4))
def test_hard_alpha_beta_reads_what_the_lectures_text_reads(graph: GameGraph):
    found, run = lecture_alpha_beta(graph), trace(graph, "alpha-beta")
    assert (run.result["value"], run.result["visits"]) == (found.value, found.visits)
    assert leaves_read(run) == found.leaves


@pytest.mark.parametrize("first", ["max", "min", "mover"])
@pytest.mark.parametrize(("branching", "depth"), [(1, 5), (2, 1), (2, 6), (3, 4), (4, 3), (7, 2)])
def test_with_the_best_order_a_uniform_tree_costs_what_knuth_and_moore_say(branching: int, depth: int, first: str):
    formula = branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
    for seed in (1, 2, 3):
        tree = uniform_tree(branching, depth, first=first, seed=seed)
        for name in ("alpha-beta", "scout", "negascout", "sss-star"):
            result = trace(tree, name, order="best").result
            assert (result["leaves"], result["minimal_leaves"]) == (formula, formula)
            assert result["minimax_leaves"] == branching**depth


EQUAL = game(
    "a", a="max b c d", b="min b1 b2", c="min c1 c2", d="min d1 d2", b1=5, b2=8, c1=5, c2=1, d1=3, d2=9
)  # fmt: skip


@pytest.mark.parametrize(("fail", "leaves"), [("hard", 4), ("soft", 4), ("strict", 5)])
def test_a_strict_cutoff_needs_more_than_equality(fail: str, leaves: int):
    assert trace(EQUAL, "alpha-beta", fail=fail).result["leaves"] == leaves


@pytest.mark.parametrize("fail", ["hard", "soft", "strict"])
@examples(120)
@given(
    graph=st.integers(0, 2**32).map(dense_graph),
    table=st.sampled_from(["none", "dependency", "dependency"]),
)
def test_alpha_beta_returns_and_stores_what_that_of_the_textbook_does(fail: str, graph: GameGraph, table: str):
    found = textbook_alpha_beta(graph, fail, has_table=table != "none")
    run = trace(graph, "alpha-beta", fail=fail, table=table)
    assert (run.result["value"], run.result["visits"]) == (found.value, found.visits)
    assert leaves_read(run) == found.leaves
    left = [step for step in run if step.line in (AlphaBeta.lines.cutoff, AlphaBeta.lines.leave)]
    assert [(step.focus, returned(step, graph)) for step in left] == [
        (id, entry if table != "none" else entry._replace(needs=frozenset())) for id, entry in found.returned
    ]


def returned(step: Step, graph: GameGraph) -> Entry:
    """The answer of the node that a step leaves."""
    id = str(step.focus)
    needs = {graph.ids[state_of(state).node] for entry in step.memo.values() for state in entry.needs or ()}
    relation = step.relations.get(id, Relation.EXACT)
    return Entry(step.scores[id], relation.sign, frozenset(needs))


# ---- the table trap


@pytest.mark.parametrize("fail", ["hard", "soft"])
def test_a_naive_table_goes_wrong_on_the_trap_and_dependency_sets_do_not(fail: str):
    graph = load_sample("table-trap")
    naive, careful = (trace(graph, "alpha-beta", fail=fail, table=table).result for table in ("naive", "dependency"))
    assert (naive["value"], naive["truth"]) == (0, -1)
    assert naive["wrong"] > 0
    assert careful["value"] == -1 == scores_of(graph)["a"]


@thorough
@given(game_graphs(max_inner=5))
def test_a_naive_table_owns_up_to_a_wrong_value(graph: GameGraph):
    run = trace(graph, "alpha-beta", table="naive")
    is_wrong = run.result["value"] != scores_of(graph)[str(graph.root)]
    assert ("This is wrong" in run[len(run) - 1].caption) == is_wrong
    assert not is_wrong or run.result["wrong"]


@pytest.mark.parametrize("name", ["alpha-beta", "negascout", "mtd-f"])
@examples(100)
@given(graph=game_graphs(max_inner=5))
def test_a_naive_table_never_calls_final_what_rests_on_a_doubtful_entry(name: str, graph: GameGraph):
    truth = scores_of(graph)
    run = trace(graph, name, table="naive")
    last = len(run) - 1
    roles = run.finality_at(last)
    assert all(score == truth[id] for id, score in run.scores_at(last).items() if roles[id] is Finality.FINAL)


def test_a_naive_table_blames_the_entry_that_was_used_where_it_was_not_valid():
    run = trace(MISUSED, "alpha-beta", table="naive")
    assert [step.caption for step in run if Activity.WRONG in step.activity.values()] == [
        "b returns 0, valid while c is on the path. The true score of b is 3; the entry is valid under this condition, "
        "which the table forgets.",
        "b is in the table with the value 0: return it. The true score of b is 3; the entry is valid while c is on the "
        "path, but c is not on the path now.",
        "e returns 0. The true score of e is 3; the entry was computed from an entry that was not known to be valid "
        "there.",
    ]


def test_an_entry_may_hold_and_not_decide():
    graph = game("a", a="max b c", b="min d e", c="min f d", d="max x y", e=0, f="max d z", x=1, y=5, z=2)
    captions = [step.caption for step in trace(graph, "mtd-f", guess=1)]
    assert any("which does not decide this search" in caption for caption in captions)
