"""What holds of every step of the three depth-first searches."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from support.graphs import (
    complete_bipartite,
    complete_digraph,
    example_7_1,
    figure_1,
    game,
    game_graphs,
    thorough,
)
from support.oracle import scores_of
from support.textbook import algorithm_6_7, algorithm_7_2

from explorer.algorithms import find, trace
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import format_score
from explorer.trace import Activity, Finality, Mark, Relation, Step, Trace

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
def test_the_path_is_a_path_from_the_root_to_the_node_in_focus(algorithm: str, graph: GameGraph):
    run = trace(graph, algorithm)
    assert run[len(run) - 1].path == ()
    for number in range(len(run) - 1):
        step = run[number]
        assert step.path[0] == graph.root
        assert len(set(step.path)) == len(step.path)
        assert set(pairwise(step.path)) <= set(graph.moves)
        is_back = Activity.BACK_LINK in step.activity.values()
        assert step.focus in step.path if is_back else step.focus == step.path[-1]
        assert step.counters["depth"] == len(step.path) - 1


@every_search
@thorough
@given(graph=graphs)
def test_the_move_of_a_step_ends_in_its_node_or_is_the_one_compared(algorithm: str, graph: GameGraph):
    for step in trace(graph, algorithm):
        assert step.move is None or step.move in graph.moves
        if step.caption.startswith("Move "):
            assert step.move is not None
            assert step.move[0] == step.focus
            assert Activity.COMPARED in step.activity.values() or step.move[1] == step.focus
        elif step.move is not None:
            assert step.move[1] == step.focus


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


@every_search
@thorough
@given(graph=graphs)
def test_a_score_is_shown_while_a_node_is_searched_and_taken_back_when_it_is_entered(algorithm: str, graph: GameGraph):
    run = trace(graph, algorithm)
    for number, step in enumerate(run):
        scores, roles, relations = run.scores_at(number), run.finality_at(number), run.relations_at(number)
        if step.caption.startswith("Enter "):
            assert step.focus not in scores
        assert all((roles[id] is Finality.UNKNOWN) == (id not in scores) for id in roles)
        for id in step.path[:-1]:
            assert roles[id] is not Finality.FINAL
            assert id not in scores or relations[id] in (Relation.AT_LEAST, Relation.AT_MOST)


@every_search
@thorough
@given(graph=graphs)
def test_the_last_caption_states_the_roots_score_and_the_visits(algorithm: str, graph: GameGraph):
    run = trace(graph, algorithm)
    value, visits = run.result["value"], run.result["visits"]
    assert run.scores_at(len(run) - 1)[str(graph.root)] == value
    caption = run[len(run) - 1].caption
    assert f"is {format_score(value)}, found in {visits:,} visit" in caption


@every_search
@thorough
@given(graph=graphs)
def test_a_score_that_an_open_node_went_into_is_never_final(algorithm: str, graph: GameGraph):
    run = trace(graph, algorithm)
    roles = run.finality_at(len(run) - 1)
    assert all(
        roles[node.id] in (Finality.UNKNOWN, Finality.TENTATIVE) for node in graph.nodes if node.kind is Kind.OPEN
    )
    if graph.successors[graph.root_index] and set(graph.successors[graph.root_index]) & opens(graph):
        assert roles[str(graph.root)] is not Finality.FINAL


def opens(graph: GameGraph) -> set[int]:
    return {place for place, node in enumerate(graph.nodes) if node.kind is Kind.OPEN}


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


@pytest.mark.parametrize(("m", "calls"), list(enumerate([5, 19, 81, 341, 1441, 6077], 1)))
def test_published_calls_on_the_complete_bipartite_game_graph(m: int, calls: int):
    assert trace(complete_bipartite(m), "memoised").result["visits"] == calls


@pytest.mark.parametrize("n", range(2, 10))
def test_published_calls_on_the_complete_digraph(n: int):
    assert trace(complete_digraph(n), "memoised").result["visits"] == (n - 1) * 2 ** (n - 1) + 1


# ---- size


@every_search
def test_a_root_without_moves_is_answered_at_once(algorithm: str):
    assert trace(game("b", b=-2), algorithm)[0].caption.startswith("b is a leaf with score −2")
    run = trace(game("q", q="open"), algorithm)
    assert run.result["value"] == 0
    assert "open" in run[0].caption


@every_search
def test_a_loop_of_one_node_is_a_draw(algorithm: str):
    run = trace(game("a", a="max a"), algorithm)
    assert (run.result["value"], run.result["visits"], run.result["back_links"]) == (0, 2, 1)


@every_search
def test_a_negamax_search_shows_the_sign_change(algorithm: str):
    graph = game("A", "negamax", A="mover x B", x=1, B="mover y A", y=2)
    captions = [step.caption for step in trace(graph, algorithm)]
    assert "Move A → x: −value(x) = −1, the first value and therefore the best so far." in captions


def test_a_node_is_named_by_its_label():
    graph = GameGraph.from_json(
        {
            "root": "a",
            "nodes": [{"id": "a", "player": "max", "label": "start"}, {"id": "b", "score": 3}],
            "moves": [["a", "b"]],
        }
    )
    run = trace(graph, "depth-first")
    assert run[0].caption == "Enter Max node start: value(start) = max{value(b)}."
    assert run[0].path == ("a",)


def test_every_search_of_figure_1_takes_five_visits():
    for algorithm in SEARCHES:
        assert trace(figure_1(), algorithm).result["visits"] == 5
    assert [trace(example_7_1(1, 2), name).result["visits"] for name in SEARCHES] == [12, 10, 8]


# ---- back links


@pytest.mark.parametrize("algorithm", [*SEARCHES, "minimax", "alpha-beta", "negascout", "proof-number"])
@thorough
@given(graph=graphs)
def test_a_move_is_drawn_as_a_back_link_where_the_search_meets_one_and_nowhere_else(algorithm: str, graph: GameGraph):
    for step in trace(graph, algorithm):
        meets = Activity.BACK_LINK in step.activity.values() or "the back link gives" in step.caption
        drawn = [move for move, mark in step.marks.items() if mark is Mark.BACK]
        assert drawn == ([step.move] if meets else [])


def test_an_answer_from_the_memo_is_no_back_link():
    run = trace(example_7_1(1, 2), "memoised")
    hits = [step for step in run if Activity.HIT in step.activity.values()]
    assert hits
    assert all(not step.marks for step in hits)


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
