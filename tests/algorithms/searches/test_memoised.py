from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import example_7_1, game, game_graphs, thorough
from support.oracle import scores_of

from explorer.algorithms import trace
from explorer.algorithms.searches.index_set import BITS, IndexSet
from explorer.model.graph import GameGraph
from explorer.trace import Activity


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


indices = st.frozensets(st.sampled_from([block << BITS | bit for block in range(3) for bit in (0, 1, 2**BITS - 1)]))


@thorough
@given(indices, indices)
def test_a_set_of_indices_is_what_a_set_of_python_is_however_many_blocks_it_has(
    one: frozenset[int], other: frozenset[int]
):
    left, right = IndexSet(one), IndexSet(other)
    assert [*left] == sorted(one)
    assert ({*(left | right)}, {*(left - right)}) == (one | other, one - other)
    assert (left <= right, left == right, len(left), bool(left)) == (one <= other, one == other, len(one), bool(one))
    assert all((index in left) == (index in one) for index in one | other)


def named_in(note: str) -> set[str]:
    return {word for word in note.replace(",", "").split() if word[:1] in "p" and word[1:].isdigit()}


def test_an_entry_is_used_where_a_node_of_its_set_has_a_final_score_that_gives_the_same():
    """c needs a, which is a draw in the end, as the back link took it for."""
    graph = game("r", r="max a c", a="min c", c="max a x", x=-1)
    plain, wide = trace(graph, "memoised"), trace(graph, "memoised", entries="final")
    assert (plain.result["value"], plain.result["refusals"]) == (wide.result["value"], 1) == (0, 1)
    assert (wide.result["refusals"], wide.result["hits"]) == (0, 1)
    assert wide.result["visits"] < plain.result["visits"]
    assert [step.caption for step in wide if Activity.HIT in step.activity.values()] == [
        "c is in the memo with the value 0, valid while a is on the path. a is not on the path now, but its final "
        "score gives the same: return 0."
    ]


@examples(300)
@given(game_graphs(max_inner=6, max_degree=3))
def test_entries_that_final_scores_widen_give_the_root_its_score(graph: GameGraph):
    plain, wide = (trace(graph, "memoised", entries=entries).result for entries in ("path", "final"))
    assert wide["value"] == plain["value"] == scores_of(graph)[graph.root]
