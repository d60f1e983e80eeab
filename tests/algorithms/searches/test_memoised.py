from __future__ import annotations

from itertools import product

from hypothesis import given
from support.golden import trace_text
from support.graphs import example_7_1, figure_1, game, game_graphs, thorough
from support.oracle import scores_of

from explorer.algorithms import trace
from explorer.model.graph import GameGraph
from explorer.trace import Activity, Finality


def test_example_7_1():
    for b, d in product(range(-2, 3), repeat=2):
        graph = example_7_1(b, d)
        run = trace(graph, "memoised")
        assert run.scores_at(len(run) - 1) == scores_of(graph)
        assert run.result["refusals"] == 1


def test_a_refusal_names_the_node_that_is_not_on_the_path():
    step = next(step for step in trace(example_7_1(1, 2), "memoised") if step.activity.get("c") is Activity.REFUSED)
    assert step.caption == (
        "c is in the memo with the value 0, valid while a is on the path, but a is not on the path "
        "now: c must be searched again."
    )
    assert step.line == 4
    assert step.path == ("r", "e", "c")


def test_a_hit_says_why_it_is_allowed():
    graph = game("a", a="max c e", e="min c x", c="min a y", x=1, y=2)
    hits = [step.caption for step in trace(graph, "memoised") if Activity.HIT in step.activity.values()]
    assert hits == [
        "c is in the memo with the value 0, valid while a is on the path, as it is now: return 0.",
    ]


def test_a_set_is_told_in_the_note():
    graph = game("a", a="max c", c="min e", e="max a c x", x=-1)
    run = trace(graph, "memoised")
    stored = [(step.caption, step.notes) for step in run if Activity.STORED in step.activity.values()]
    assert stored == [
        (
            "e stores and returns 0, valid while a, c are on the path.",
            {"e": "valid while a, c are on the path"},
        ),
        ("c stores and returns 0, valid while a is on the path.", {"c": "valid while a is on the path"}),
        ("a stores and returns 0, valid on every path.", {"a": "valid on every path"}),
    ]


@thorough
@given(game_graphs(max_inner=6, max_degree=3))
def test_a_score_is_used_only_while_all_that_its_note_names_is_on_the_path(graph: GameGraph):
    notes: dict[str, str] = {}
    for step in trace(graph, "memoised"):
        used = [id for id, role in step.activity.items() if role is Activity.HIT]
        refused = [id for id, role in step.activity.items() if role is Activity.REFUSED]
        above = set(step.path[:-1])
        assert all(named_in(notes[id]) <= above for id in used)
        assert all(not named_in(notes[id]) <= above or "…" in notes[id] for id in refused)
        notes |= step.notes


def named_in(note: str) -> set[str]:
    return {word for word in note.replace(",", "").split() if word[:1] in "p" and word[1:].isdigit()}


@thorough
@given(game_graphs(max_inner=6, max_degree=3))
def test_conditional_while_the_set_is_not_empty(graph: GameGraph):
    for step in trace(graph, "memoised"):
        if Activity.STORED in step.activity.values():
            id = str(step.focus)
            empty = step.notes[id] == "valid on every path"
            assert step.finality[id] is (Finality.FINAL if empty else Finality.CONDITIONAL)


def test_figure_1_as_text():
    assert (
        trace_text(trace(figure_1(-1, 2), "memoised"))
        == """\
6 [a] - | Enter Max node a: value(a) = max{value(b), value(c)}.
5 [a b] b=−1 | b is a leaf with score −1, which the memo stores.
8 [a] a=−1 b=−1 | Move a → b: value(b) = −1, the first value and therefore the best so far.
6 [a c] a=−1 b=−1 | Enter Min node c: value(c) = min{value(d), value(a)}.
5 [a c d] a=−1 b=−1 d=2 | d is a leaf with score 2, which the memo stores.
8 [a c] a=−1 b=−1 c=2 d=2 | Move c → d: value(d) = 2, the first value and therefore the best so far.
3 [a c] a=−1 b=−1 c=2 d=2 | c → a is a back link: a is already on the path, so play can repeat for ever. Endless \
play has the value 0.
8 [a c] a=−1 b=−1 c=0 d=2 | Move c → a: the back link gives 0, less than the best so far, 2, and replaces it.
10 [a c] a=−1 b=−1 c=0 d=2 | c stores and returns 0, valid while a is on the path.
8 [a] a=0 b=−1 c=0 d=2 | Move a → c: value(c) = 0, greater than the best so far, −1, and replaces it.
10 [a] a=0 b=−1 c=0 d=2 | a stores and returns 0, valid on every path.
1 [] a=0 b=−1 c=0 d=2 | The score of the root, a, is 0, found in 5 visits."""
    )
