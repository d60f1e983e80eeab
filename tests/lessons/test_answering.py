"""An answer is judged by the solver; the author's reply is given where it fits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some
from support.graphs import game_graphs

from explorer.intake import Assembled
from explorer.lessons import LessonAnswer, LessonQuestion, SlideScene, scene_of
from explorer.lessons.answering import judge
from explorer.model.graph import GameGraph
from explorer.scenes.scene import Scene
from explorer.solver import solve


def asked(key: str, *answers: LessonAnswer) -> LessonQuestion:
    return LessonQuestion("?", key, answers, 1)


FIGURE = scene_of("sample=figure-1")


@pytest.mark.parametrize(
    ("key", "given", "verdict"),
    [
        ("score of a", "1", (True, "")),
        ("score of a", "0", (False, "Max can get at least 1 at a, which is more than 0.")),
        ("score of a", "72,739", (False, "Min can hold a to at most 1, which is less than 72739.")),
        ("score of a", "very much", (None, "Type a number such as 2, −1/2 or ∞ (inf).")),
        ("best moves of a", "c", (True, "Just as good: b.")),
        ("best moves of c", "d", (False, "After the move to d the score is 2; a keeps 1.")),
        ("best moves of c", "x", (None, "There is no node 'x' in the graph.")),
    ],
)
def test_the_solver_answers_what_the_author_did_not_foresee(key: str, given: str, verdict: tuple[bool | None, str]):
    found = judge(asked(key), given, FIGURE)
    assert (found.is_right, found.reply) == verdict


def test_the_author_replies_to_what_was_foreseen_unless_the_program_disagrees():
    foreseen = (LessonAnswer("2", False, "That is d.", 1), LessonAnswer("1", False, "A mistake of the author.", 2))
    assert judge(asked("score of a", *foreseen), "2", FIGURE).reply == "That is d."
    right = judge(asked("score of a", *foreseen), "1", FIGURE)
    assert (right.is_right, right.reply) == (True, "")


@given(game_graphs(), some.integers(-4, 4))
def test_exactly_the_score_is_right(graph: GameGraph, said: int):
    scene = SlideScene(Scene())
    scene.__dict__.update(loaded=Assembled.of(graph), graph=graph, solution=solve(graph))
    node = graph.nodes[0].id
    verdict = judge(asked(f"score of {node}"), str(said), scene)
    assert verdict.is_right == (solve(graph).scores[node] == said)


@given(game_graphs())
def test_every_optimal_move_is_right_and_no_other(graph: GameGraph):
    scene = SlideScene(Scene())
    scene.__dict__.update(loaded=Assembled.of(graph), graph=graph, solution=solve(graph))
    scores = solve(graph).scores
    for node in graph.nodes:
        for next in graph.successors_of(node.id):
            keeps = graph.sign * scores[next.id] == scores[node.id]
            assert judge(asked(f"best moves of {node.id}"), next.id, scene).is_right == keeps
