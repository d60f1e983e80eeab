"""`check` names every scene that does not exist, every contradicted answer and every changed graph, with its line."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from explorer.games.samples import load_sample
from explorer.lessons import check, graph_hash, read_lesson, scene_of
from explorer.lessons.checking import nearest_true_step

HEAD = "title: A\nsource: B\nminutes: 1\nbefore: C\n"
FIGURE = {"figure.game.json": json.dumps(load_sample("figure-1").to_json()).encode()}


def found(scene: str = "sample=figure-1", hash: str = "4110b93b", text: str = "Text.", **more: str) -> list[str]:
    lines = "".join(f"{name}: {value}\n" for name, value in more.items())
    lesson, problems = read_lesson(f"{HEAD}# One\nscene: {scene}\ngraph: {hash}\n{lines}\n{text}\n", "x")
    assert problems == []
    return [str(problem) for problem in check(lesson, FIGURE)]


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        ("sample=figure-1&step=9", "there is no step 9; the last one is 4"),
        ("file=other.json", "there is no graph file 'other.json' beside the lesson; the files there: figure.game.json"),
        ("sample=figure-1&algorithm=kernel", "cycle"),
        ("sample=figure-1&page=play", "a slide has no room for the page Play"),
    ],
)
def test_a_scene_that_does_not_exist_is_named(scene: str, said: str):
    (problem,) = found(scene)
    assert problem.startswith("line 6: the scene cannot be opened: ")
    assert said in problem


def test_a_graph_beside_the_lesson_is_found():
    assert found("file=figure.game.json") == []


def test_a_changed_graph_is_named_with_its_hash():
    assert found(hash="12345678") == [
        "line 5: the graph has changed since the slide was written: its hash is 4110b93b, not 12345678"
    ]
    graph = load_sample("figure-1")
    moved = graph.replace(nodes=tuple(replace(node, x=7.0, y=8.0, label="n") for node in graph.nodes))
    named = graph.replace(move_names={graph.moves[0]: "stay"})
    assert graph_hash(moved) == graph_hash(named) == graph_hash(graph)
    assert graph_hash(graph.replace(moves=graph.moves[:-1])) != graph_hash(graph)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a is {{2 : score of a}}.", "line 9: the text says 2, but score of a is 1"),
        ("{{a = c = 3 : rule with a=3, c=3}}", "line 9: the text says a = c = 3, but rule with a=3, c=3 is no"),
        ("{{1 : value of a at step 7}}", "line 9: there is no step 7; the last one is 4"),
        ("Text.\n\n? a?\n= score of a\n* 2 | Yes.", "line 13: the answer 2 is wrong: score of a is 1"),
        ("Text.\n\n? a?\n= best moves of a\n- c | No.", "line 13: the answer c is right: best moves of a is b, c"),
    ],
)
def test_what_the_program_contradicts_is_named(text: str, said: str):
    (problem,) = found(text=text)
    assert problem.startswith(said)


def test_what_is_said_of_two_runs_is_of_the_left_one_and_names_its_step():
    scene = "sample=example-7-1&page=compare&left=memoised-naive&right=memoised&step=last"
    text = "{{0 : result value}} after {{9 : result visits}}, {{0 : value of c at step 14}}, {{1 : score of c}}"
    assert found(scene, "27d109cd", text) == []
    assert found(scene, "27d109cd", "{{0 : value of c}}") == [
        "line 9: two runs are shown, each at a step of its own; say which one, as in 'at step 3'"
    ]


def test_steps_and_trials_that_cannot_be_are_named():
    assert found(steps="0, 4") == []
    for late in (5, 9):
        assert found(steps=f"0, {late}") == [f"line 5: there is no step {late}; the last one is 4"]
    assert found(**{"try": "b"}) == ["line 5: values can be tried at 'b' only with values for all its successors"]


def test_the_nearest_step_at_which_the_text_holds_is_found():
    text = f"{HEAD}# One\nscene: sample=figure-1&step=0\ngraph: 0\n\nNow c is {{{{1 : value of c}}}}.\n"
    (slide,) = read_lesson(text, "x")[0].slides
    assert nearest_true_step(slide, scene_of(slide.scene)) == 3
    (slide,) = read_lesson(text.replace("{{1", "{{7"), "x")[0].slides
    assert nearest_true_step(slide, scene_of(slide.scene)) == 0
