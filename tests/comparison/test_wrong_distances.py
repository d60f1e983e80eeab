"""Distances and best moves that are given beside values: against plain play, and explained as values are."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game, game_graphs, thorough
from support.oracle import scores_of

from explorer import diff, solve
from explorer.comparison.first_wrong import ValueDifference, difference
from explorer.comparison.first_wrong_proofs import summary, wrong_proofs
from explorer.comparison.wrong_distances import wrong_distances
from explorer.comparison.wrong_moves import wrong_moves
from explorer.model.errors import FormatError
from explorer.model.graph import GameGraph
from explorer.model.scores import Score

ENDING = game("a", a="max b c", b="min a l", c="min w a", w=1, l=-1)


def plain_distances(graph: GameGraph, scores: Mapping[str, Score]) -> dict[str, int]:
    """The moves to the end of nodes that are won or lost: a ring of nodes round the leaves after another."""
    found = {id: 0 for id in scores if not graph.ids_after(id) and scores[id] != 0}
    for moves in range(1, len(scores) + 1):
        for id in [id for id in scores if id not in found and scores[id] != 0]:
            keep = [other for other in graph.ids_after(id) if graph.sign * scores[other] == scores[id]]
            hurries = (scores[id] > 0) == (graph.columns.orientation[graph.index[id]] > 0)
            near = [other in found and found[other] < moves for other in keep]
            if keep and (any(near) if hurries else all(near)):
                found[id] = moves
    return found


def compared(graph: GameGraph, scores: Mapping[str, object], **columns: Mapping[str, object]) -> ValueDifference:
    frame = pd.DataFrame({"value": scores, **columns}, dtype=object).reset_index(names="node")
    return difference(graph, frame)


@thorough
@given(game_graphs(max_inner=6), st.data())
def test_a_distance_is_wrong_iff_plain_play_ends_otherwise_and_mending_the_first_mends_all(
    graph: GameGraph, data: st.DataObject
):
    scores = scores_of(graph)
    true = plain_distances(graph, scores)
    said = {id: data.draw(st.sampled_from([true.get(id, 0), data.draw(st.integers(0, 6))])) for id in scores}
    for _ in range(len(said) + 1):
        found = wrong_distances(compared(graph, scores, distance=said))
        assert found is not None
        assert {graph.ids[row] for row in found.rows} == {id for id, moves in true.items() if said[id] != moves}
        if not len(found.rows):
            break
        assert found.first
        said |= {graph.ids[row]: true[graph.ids[row]] for row in found.first}
    assert not len(found.rows)


@thorough
@given(game_graphs(max_inner=6), st.data())
def test_a_best_move_is_wrong_iff_it_loses_score(graph: GameGraph, data: st.DataObject):
    scores = scores_of(graph)
    best = {id: data.draw(st.sampled_from(after)) for id in scores if (after := graph.ids_after(id))}
    found = wrong_moves(compared(graph, scores, best=best))
    wrong = {id for id, other in best.items() if graph.sign * scores[other] != scores[id]}
    assert found is not None
    assert {graph.ids[row] for row in found.rows} == wrong


@thorough
@given(game_graphs(max_inner=6), st.data())
def test_best_moves_lead_round_iff_who_wins_never_gets_to_the_end_with_them(graph: GameGraph, data: st.DataObject):
    scores = scores_of(graph)
    keeping = {
        id: [other for other in graph.ids_after(id) if graph.sign * scores[other] == scores[id]]
        for id in scores
        if graph.ids_after(id)
    }
    best = {id: data.draw(st.sampled_from(after)) for id, after in keeping.items()}
    found = wrong_moves(compared(graph, scores, best=best))
    assert found is not None
    ended = {id for id, score in scores.items() if id not in keeping or score == 0}
    for _ in scores:
        for id, after in keeping.items():
            hurries = (scores[id] > 0) == (graph.columns.orientation[graph.index[id]] > 0)
            ended |= {id} if all(other in ended for other in ([best[id]] if hurries else after)) else set()
    assert bool(found.circle) == (len(ended) < len(scores))
    circle = [graph.ids[row] for row in found.circle]
    assert all(other in keeping[id] for id, other in zip(circle, [*circle[1:], *circle[:1]], strict=True))


def test_the_first_wrong_distance_is_explained_by_its_successors():
    found = compared(ENDING, {"a": 0, "b": -1}, remoteness={"a": 255, "b": 7, "w": 0, "l": 0})
    assert [*summary(found)][2:] == [
        "column remoteness, read as moves of both players to the end: 2 of 3 distances agree",
        "distances are not compared at 1 node worth as much as endless play",
        "1 distance is wrong: by itself",
    ]
    assert wrong_proofs(found) == [
        "b is said to be 7 moves from the end, and is 1: 1 + min{distance(l)} = 1 + min{0} = 1"
    ]


def test_mates_count_the_moves_of_the_winner_and_it_is_said_if_the_other_count_fits():
    graph = game("a", a="max b", b="min c", c="max w", w=1)
    plies = {"a": 3, "b": 2, "c": 1}
    mates = {"a": "+M2", "b": "+M1", "c": "+M1", "w": 1}
    assert not len(wrong_distances(difference(graph, mates)).rows)
    assert difference(graph, mates).claims.words == "win = 1, draw = 0, loss = −1"
    (proof,) = wrong_proofs(difference(graph, mates | {"a": "M3"}))
    assert proof.startswith("a is said to be mate in 3, and is mate in 2: 1 + min{distance(b)} = 1 + min{2} = 3")
    counted = pd.DataFrame({"node": [*plies], "dtm": [2, 1, 1]})
    assert "all agree if they are moves of the winner to the end: --distance mate" in [
        *summary(difference(graph, counted))
    ]
    assert not len(wrong_distances(difference(graph, counted, distance="mate")).rows)


def test_what_solve_prints_agrees_with_itself_and_other_columns_are_named():
    answer = solve(ENDING).to_json()
    found = difference(ENDING, answer)
    assert (len(found.wrong), len(wrong_distances(found).rows), len(wrong_moves(found).rows)) == (0, 0, 0)
    assert answer["distance"]["a"] in (math.inf, "endless")
    frame = pd.DataFrame({"node": ["a", "b"], "value": [0, 1], "dtz": [1, 2], "depth": [9, 9], "best_move": ["b", "q"]})
    found = difference(ENDING, frame)
    assert found.claims.left_out == ["dtz (moves to the next capture or pawn move, not to the end)", "depth"]
    assert wrong_proofs(found)[1:] == [
        "a is said to have the best move b, but value(b) = −1; value(c) = 0",
        "b is said to have the best move q, which is no move there; l is one",
    ]
    table = diff(ENDING, frame)
    assert table[["node", "mine", "true", "compared"]].values.tolist() == [
        ["b", 1, -1, "value"], ["a", "b", "c", "best move"], ["b", "q", "l", "best move"],
    ]  # fmt: skip


@pytest.mark.parametrize("cell", ["x", "1.5"])
def test_what_is_no_distance_is_named(cell: str):
    with pytest.raises(FormatError, match=f"node 'b' has the distance '{cell}'; expected a whole number of moves"):
        compared(ENDING, {"b": -1}, distance={"b": cell})
