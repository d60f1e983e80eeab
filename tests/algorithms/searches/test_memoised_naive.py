from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from sys import getsizeof

import pytest
from hypothesis import given
from support.app import ROOT
from support.golden import trace_text
from support.graphs import example_7_1, figure_1, game, game_graphs, thorough
from support.oracle import scores_of

from explorer.algorithms import find, trace
from explorer.algorithms.searches.memoised_naive import Naive
from explorer.model.graph import GameGraph, Kind
from explorer.scenes.reference import load_reference
from explorer.trace import Activity, Finality, Relation
from explorer.trace.recording import Limits, record

GRID = list(product(range(-2, 3), repeat=2))


def test_example_7_1_reads_a_wrong_score_exactly_if_the_draw_was_not_what_play_leads_to():
    """Visited from a, c stores d ↓ 0; its true score is d ↓ (b ↑ 0)."""
    for b, d in GRID:
        stored, true = min(d, 0), min(d, max(b, 0))
        graph = example_7_1(b, d)
        run = trace(graph, "memoised-naive")
        assert run.scores_at(len(run) - 1)["c"] == stored
        assert run.scores_at(len(run) - 1)["e"] == stored
        assert run.result["value"] == min(max(b, min(d, 0)), stored)
        assert run.result["truth"] == min(max(b, min(d, 0)), true)
        assert (run.result["first_wrong"] is not None) == (stored != true) == (b > 0 and d > 0)


def test_c_visited_first_goes_wrong_for_negative_scores():
    graph = game("r", r="max c e", a="max b c", b=-2, c="min a d", d=-1, e="min a")
    result = trace(graph, "memoised-naive").result
    assert (result["value"], result["truth"], result["first_wrong"]["node"]) == (0, -1, "a")


@pytest.mark.parametrize(
    ("name", "options"), [("memoised-naive", {}), *((name, {"table": "naive"}) for name in ("alpha-beta", "mtd-f"))]
)
@thorough
@given(graph=game_graphs(max_inner=6, max_degree=3))
def test_whatever_is_shown_and_false_is_marked_to_the_end_where_no_score_may_still_change(
    name: str, options: dict[str, str], graph: GameGraph
):
    run = trace(graph, name, **options)
    truth, last = scores_of(graph), len(run) - 1
    roles, relations = run.finality_at(last), run.relations_at(last)
    assert Finality.TENTATIVE not in roles.values()
    for id, score in run.scores_at(last).items():
        is_false = not relations.get(id, Relation.EXACT).allows(score, truth[id])
        assert (roles[id] is Finality.WRONG) == is_false


@thorough
@given(game_graphs(max_inner=6, max_degree=3))
def test_every_wrong_score_stored_or_used_is_marked_and_no_right_one(graph: GameGraph):
    truth = scores_of(graph)
    run = trace(graph, "memoised-naive")
    wrong: list[int] = []
    for number, step in enumerate(run):
        handled = {Activity.STORED, Activity.HIT, Activity.WRONG, Activity.EVALUATED} & set(step.activity.values())
        is_wrong = bool(handled) and run.scores_at(number)[str(step.focus)] != truth[str(step.focus)]
        assert (Activity.WRONG in step.activity.values()) == is_wrong
        assert ("true score" in step.caption) == is_wrong or number == len(run) - 1
        wrong += [number] if is_wrong else []
    first = {"step": wrong[0], "node": run[wrong[0]].focus} if wrong else None
    assert run.result["first_wrong"] == first
    assert run.result["wrong"] == len(wrong) == run.result["wrong_stored"] + run.result["wrong_used"]
    assert run.result["wrong_stored"] <= run.result["stored"]
    assert run.result["wrong_used"] <= run.result["hits"]
    assert run.result["truth"] == truth[str(graph.root)]


@thorough
@given(game_graphs(max_inner=6, max_degree=3))
def test_a_wrong_score_is_never_final_and_its_note_has_the_true_one(graph: GameGraph):
    truth = scores_of(graph)
    run = trace(graph, "memoised-naive")
    notes: dict[str, str] = {}
    for step in run:
        notes |= step.notes
    last = len(run) - 1
    for id, score in run.scores_at(last).items():
        assert run.finality_at(last)[id] is not Finality.FINAL or score == truth[id]
        assert notes.get(id, "").startswith("wrong") == (score != truth[id])


@thorough
@given(game_graphs(max_inner=6, max_degree=3))
def test_the_first_wrong_score_is_called_the_first(graph: GameGraph):
    run = trace(graph, "memoised-naive")
    called = [number for number, step in enumerate(run) if "the first wrong score" in step.caption]
    assert called == ([] if run.result["first_wrong"] is None else [run.result["first_wrong"]["step"]])


@pytest.mark.large
def test_what_the_memo_keeps_of_a_large_graph_takes_two_bits_a_node():
    """As sets of Python's own, those of 40,000 nodes took 7.7 GB; a bit for each player who may be to move."""
    graph = load_reference("game:random?nodes=3000&leaves=2%&degree=3&seed=1").graph
    search = Naive(graph)
    record(search.run(), graph, algorithm="memoised-naive", limits=Limits(steps=1))
    needs = {id(entry.needs): entry.needs for entry in search.memo.values()}
    assert max(map(len, needs.values())) > 500
    assert sum(map(getsizeof, needs.values())) < len(graph.nodes) * (2 * len(graph.nodes) / 7 + 100)


def drawn_at(graph: GameGraph, ids: list[str]) -> GameGraph:
    """The graph in which play ends in a draw at some nodes."""
    nodes = tuple(replace(node, kind=Kind.LEAF, score=0) if node.id in ids else node for node in graph.nodes)
    return graph.replace(nodes=nodes, moves=tuple(move for move in graph.moves if move[0] not in ids))


@thorough
@given(game_graphs(max_inner=7, max_degree=3))
def test_a_wrong_score_that_is_said_to_be_valid_while_nodes_are_on_the_path_is_right_where_these_are_draws(
    graph: GameGraph,
):
    run = trace(graph, "memoised-naive")
    for number, step in enumerate(run):
        said = re.search(r"the stored score is valid while (.*?) (?:is|are) on the path", step.caption)
        if said is None or "…" in said[1]:
            continue
        assert (
            scores_of(drawn_at(graph, said[1].split(", ")))[str(step.focus)] == run.scores_at(number)[str(step.focus)]
        )


@thorough
@given(game_graphs(max_inner=7, max_degree=3, max_open=1))
def test_a_stored_score_is_blamed_only_after_one_was_used_where_it_was_not_valid(graph: GameGraph):
    misused = False
    for step in trace(graph, "memoised-naive"):
        if "from an entry that was not known to be valid there" in step.caption:
            assert misused
        misused = misused or (
            (Activity.HIT in step.activity.values() or " in the memo with" in step.caption)
            and "wrong score: the true score" in step.caption
        )


@pytest.mark.large
def test_the_draw_of_a_back_link_is_not_blamed_on_a_true_score_from_the_memo():
    """Dodgem 3 × 3, step 82: the only score from the memo is true, and the 0 comes from the back link of step 80."""
    run = trace(load_reference(str(ROOT / "tests/support/dodgem.py")).graph, "memoised-naive", limits=Limits(steps=90))
    assert run[78].caption == "b3 c1 M is in the memo with the value 1: return 1."
    assert "b3 b1 N → b3 b2 M is a back link" in run[80].caption
    assert run[82].caption == (
        "b3 b1 N stores and returns 0. This is the first wrong score: the true score of b3 b1 N is 1; "
        "the stored score is valid while b3 b2 M is on the path, which the memo forgets."
    )


def test_a_wrong_hit_says_what_is_missing():
    run = trace(example_7_1(1, 2), "memoised-naive")
    captions = [step.caption for step in run if Activity.WRONG in step.activity.values()]
    assert captions == [
        (
            "c stores and returns 0. This is the first wrong score: the true score of c is 1; the stored score "
            "is valid while a is on the path, which the memo forgets."
        ),
        (
            "c is in the memo with the value 0: return 0. This is a wrong score: the true score of c is 1; the "
            "stored score is valid while a is on the path, but a is not on the path now."
        ),
        (
            "e stores and returns 0. This is a wrong score: the true score of e is 1; the stored score was computed "
            "from an entry that was not known to be valid there."
        ),
        (
            "r stores and returns 0. This is a wrong score: the true score of r is 1; the stored score was computed "
            "from an entry that was not known to be valid there."
        ),
    ]
    assert run[len(run) - 1].caption == (
        "The score of the root, r, is 0, found in 8 visits. This is wrong: its true score is 1."
    )


def test_a_wrong_score_used_where_it_holds_does_no_harm():
    graph = game("a", a="max b c e", b=1, c="min d a", d=2, e="min c")
    run = trace(graph, "memoised-naive")
    harmless = [step.caption for step in run if "no harm" in step.caption]
    assert harmless == [
        (
            "c is in the memo with the value 0: return 0. This is a wrong score: the true score of c is 1; the "
            "stored score is valid while a is on the path, as now, so here it does no harm."
        ),
    ]
    assert run.result["value"] == run.result["truth"] == 1


def test_it_is_labelled_wrong_wherever_it_runs():
    entry = find("memoised-naive")
    assert "wrong" in entry.title
    assert entry.warning
    assert not any(find(name).warning for name in ("score-iteration", "depth-first", "memoised"))


def test_figure_1_as_text():
    lines = trace_text(trace(figure_1(1, 2), "memoised-naive")).splitlines()
    assert lines[:2] == [
        "6 [a] - | Enter Max node a: value(a) = max{value(b), value(c)}.",
        "5 [a b] b=1 | b is a leaf with score 1, which the memo stores.",
    ]
    assert (
        "\n".join(lines[6:])
        == """\
3 [a c] a=1 b=1 c=2 d=2 | c → a is a back link: a is already on the path, so play can repeat for ever. Endless \
play has the value 0.
8 [a c] a=1 b=1 c=0 d=2 | Move c → a: the back link gives 0, less than the best so far, 2, and replaces it.
9 [a c] a=1 b=1 c=0 d=2 | c stores and returns 0. This is the first wrong score: the true score of c is 1; the \
stored score is valid while a is on the path, which the memo forgets.
8 [a] a=1 b=1 c=0 d=2 | Move a → c: value(c) = 0, not greater than the best so far, 1, which stays.
9 [a] a=1 b=1 c=0 d=2 | a stores and returns 1.
1 [] a=1 b=1 c=0 d=2 | The score of the root, a, is 1, found in 5 visits; this is correct."""
    )


def test_a_back_link_to_the_node_itself_is_not_what_made_its_score_wrong():
    graph = game("r", r="max p q x", p="min s y", q="min q s", s="max p", x=-3, y=-2)
    last = next(step for step in reversed([*trace(graph, "memoised-naive")]) if step.focus == "q" and step.line == 9)
    assert last.caption == (
        "q stores and returns 0. This is a wrong score: the true score of q is −2; the stored score was computed from "
        "an entry that was not known to be valid there."
    )
