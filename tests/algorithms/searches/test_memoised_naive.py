from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from support.app import ROOT
from support.graphs import example_7_1, game, game_graphs, thorough
from support.oracle import scores_of

from explorer.algorithms import trace
from explorer.model.graph import GameGraph
from explorer.scenes.reference import load_reference
from explorer.trace import Activity, Finality, Relation
from explorer.trace.recording import Limits

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


def test_a_back_link_to_the_node_itself_is_not_what_made_its_score_wrong():
    graph = game("r", r="max p q x", p="min s y", q="min q s", s="max p", x=-3, y=-2)
    last = next(step for step in reversed([*trace(graph, "memoised-naive")]) if step.focus == "q" and step.line == 9)
    assert last.caption == (
        "q stores and returns 0. This is a wrong score: the true score of q is −2; the stored score was computed from "
        "an entry that was not known to be valid there."
    )
