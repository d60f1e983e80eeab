from __future__ import annotations

from hypothesis import given
from support.graphs import example_7_1, figure_1, game, game_graphs, game_trees, thorough
from support.oracle import scores_of

from explorer.algorithms import trace
from explorer.comparison.poisoned import poisoned
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.trace import Activity, SearchEvent


def plain_search(graph: GameGraph) -> dict[str, Score]:
    """What the search returns of every node that it visits, written as a class would write it."""
    visited: set[str] = set()
    returned: dict[str, Score] = {}

    def search(id: str) -> Score:
        visited.add(id)
        node = graph.node(id)
        values = [graph.sign * search(other.id) for other in graph.successors_of(id) if other.id not in visited]
        best = max if graph.orientation[graph.index[id]] > 0 else min
        returned[id] = best(values) if values else node.score or 0
        return returned[id]

    search(graph.nodes[graph.root_index].id)
    return returned


@thorough
@given(game_graphs(max_inner=6, max_degree=3, max_open=1))
def test_it_returns_what_the_plain_recursion_returns_and_marks_what_is_wrong(graph: GameGraph):
    expected, truth, run = plain_search(graph), scores_of(graph), trace(graph, "visited-set")
    returned = {
        step.focus: step.scores[str(step.focus)] for step in run if step.event in (SearchEvent.LEAVE, SearchEvent.END)
    }
    assert returned == expected
    assert run.result["value"] == expected[str(graph.root)]
    assert run.result["truth"] == truth[str(graph.root)]
    wrong = [number for number, step in enumerate(run) if Activity.WRONG in step.activity.values()]
    assert {run[number].focus for number in wrong} == {id for id, score in expected.items() if score != truth[id]}
    assert run.result["wrong"] == len(wrong)
    assert run.result["first_wrong"] == ({"step": wrong[0], "node": run[wrong[0]].focus} if wrong else None)


@thorough
@given(game_trees(max_nodes=9))
def test_it_is_right_on_trees(graph: GameGraph):
    assert trace(graph, "visited-set").result["wrong"] == 0


def test_it_is_wrong_where_a_node_is_shared_and_there_is_no_cycle():
    run = trace(game("r", r="max p q", p="min s", q="min s x", s="max y", x=5, y=1), "visited-set")
    assert (run.result["value"], run.result["truth"]) == (5, 1)
    assert [step.caption for step in run if Activity.WRONG in step.activity.values()] == [
        "q returns 5. This is the first wrong score: the true score of q is 1; its move to s was skipped.",
        "r returns 5. This is a wrong score: the true score of r is 1; q returned a wrong score.",
    ]


def test_a_node_whose_moves_are_all_skipped_counts_as_endless_play():
    run = trace(game("r", r="min p q", p="max s", q="max s", s="max x", x=1), "visited-set")
    assert next(step.caption for step in run if "No move of q" in step.caption) == (
        "No move of q is left, so it counts as endless play, 0: q returns 0. This is the first wrong score: the true "
        "score of q is 1; its move to s was skipped."
    )


def test_its_first_wrong_value_is_found_as_that_of_the_naive_memo():
    found = poisoned(example_7_1(1, 2), algorithm="visited-set", to_end=True)
    assert found is not None
    assert (found.step, found.node, found.stored, found.truth, found.value) == (8, "c", 2, 1, 0)
    assert poisoned(figure_1(1, 2), algorithm="visited-set") is not None
