"""What holds of every step of the three depth-first searches."""

from __future__ import annotations

import pytest
from hypothesis import given
from support.graphs import (
    game,
    game_graphs,
    thorough,
)
from support.oracle import scores_of
from support.textbook import algorithm_6_7, algorithm_7_2

from explorer.algorithms import find, trace
from explorer.model.graph import GameGraph
from explorer.trace import Activity, Finality, Mark, Step, Trace

SEARCHES = ("depth-first", "memoised", "memoised-naive")
PHRASES = {
    "the score of the root": "The score of the root",
    "if p is on the path": "is a back link",
    "if p is in the memo": "is in the memo with",
    "if p is a leaf": (" is a leaf", " is open"),
    "put p on the path": "Enter ",
    "best := ": "Move ",
    "return best": " returns ",
    "store and return best": " stores and returns ",
}

every_search = pytest.mark.parametrize("algorithm", SEARCHES)
graphs = game_graphs(max_open=1, max_inner=4)


def line_fits(algorithm: str, step: Step) -> bool:
    """Whether the pseudocode's line says what the caption says."""
    line = find(algorithm).pseudocode[step.line - 1]
    wanted = [words for phrase, words in PHRASES.items() if phrase in line]
    spoken = [word for words in wanted for word in ([words] if isinstance(words, str) else words)]
    return any(word in step.caption for word in spoken)


@every_search
@thorough
@given(graph=graphs)
def test_the_line_of_a_step_says_what_its_caption_says(algorithm: str, graph: GameGraph):
    assert all(line_fits(algorithm, step) for step in trace(graph, algorithm))


@every_search
@thorough
@given(graph=graphs)
def test_a_comparison_marks_the_node_as_changed_exactly_if_its_best_score_is_new(algorithm: str, graph: GameGraph):
    run = trace(graph, algorithm)
    for number, step in enumerate(run):
        if step.caption.startswith("Move "):
            node = str(step.focus)
            changed = run.scores_at(number)[node] != run.scores_at(number - 1).get(node)
            assert (step.activity.get(node) is Activity.CHANGED) == changed
            assert step.caption.endswith("which stays.") == (not changed)


# ---- visits


@thorough
@given(game_graphs(max_open=1))
def test_depth_first_makes_the_calls_of_algorithm_6_7(graph: GameGraph):
    found = algorithm_6_7(graph)
    result = trace(graph, "depth-first").result
    assert (result["value"], result["visits"]) == (found.value, found.visits)


@thorough
@given(game_graphs(max_inner=7, max_degree=3))
def test_memoised_makes_the_calls_and_the_memo_of_algorithm_7_2(graph: GameGraph):
    found = algorithm_7_2(graph)
    run = trace(graph, "memoised")
    assert (run.result["value"], run.result["visits"]) == (found.value, found.visits)
    assert run.result["stored"] == len(found.memo)
    assert run.scores_at(len(run) - 1) == {id: score for id, (score, _) in found.memo.items()}
    final = {id for id, role in run.finality_at(len(run) - 1).items() if role is Finality.FINAL}
    assert final == {id for id, (_, needs) in found.memo.items() if not needs}
    notes = last_notes(run)
    for id, (_, needs) in found.memo.items():
        assert needs_in(notes[id]) == needs or len(needs) > 4


@thorough
@given(game_graphs(max_inner=7, max_degree=3))
def test_naive_makes_the_calls_of_a_memo_without_sets(graph: GameGraph):
    found = algorithm_7_2(graph, naive=True)
    result = trace(graph, "memoised-naive").result
    assert (result["value"], result["visits"]) == (found.value, found.visits)


def last_notes(run: Trace) -> dict[str, str]:
    notes: dict[str, str] = {}
    for step in run:
        notes |= step.notes
    return notes


def needs_in(note: str) -> set[str]:
    if note == "valid on every path":
        return set()
    names = note.removeprefix("valid while ").removesuffix(" is on the path").removesuffix(" are on the path")
    return set(names.split(", "))


# ---- back links


@pytest.mark.parametrize("algorithm", [*SEARCHES, "minimax", "alpha-beta", "negascout", "proof-number"])
@thorough
@given(graph=graphs)
def test_a_move_is_drawn_as_a_back_link_where_the_search_meets_one_and_nowhere_else(algorithm: str, graph: GameGraph):
    for step in trace(graph, algorithm):
        meets = Activity.BACK_LINK in step.activity.values() or "the back link gives" in step.caption
        drawn = [move for move, mark in step.marks.items() if mark is Mark.BACK]
        assert drawn == ([step.move] if meets else [])


def test_of_a_node_that_is_two_states_a_caption_says_who_is_to_move():
    run = trace(game("a", "negamax", a="mover b a", b="mover b"), "alpha-beta", table="dependency", endless=1)
    assert run[2].caption.startswith("Enter node b (player of the root to move) with ")
    assert run[3].caption.endswith("Endless play has the value −1 for the other player.")
    assert run[10].caption == (
        "b (player of the root to move) is in the table with the value 1, valid while b (other player to move) is on "
        "the path, but b (other player to move) is not on the path now: search b."
    )


def test_a_value_that_only_the_other_player_has_there_is_not_final_and_its_condition_is_told():
    run = trace(game("a", "negamax", a="mover b", b="mover b y", y=9), "minimax", endless=-2)
    assert run[11].caption == "b returns max{2, −9} = 2, valid with the other player to move."
    assert run[11].finality == {"b": Finality.CONDITIONAL}
    assert scores_of(run.graph, -2)["b"] == -2
    assert run.result["value"] == -2
