"""Answers to a lesson are judged on its page as by the program, and the file of answers is the program's."""

from __future__ import annotations

import html
import json
import re
from itertools import permutations

from frontend.conftest import Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import game_graphs
from support.lessons import LESSON, VARIANTS

from explorer.drawing.exports.lesson_exercises import question_data, texts_to_choose, trial_data
from explorer.lessons import read_lesson, slide_scene
from explorer.lessons.answering import judge, list_answer
from explorer.lessons.facts import rule_holds
from explorer.lessons.grading import grade_all
from explorer.lessons.lesson import AnswerForm, LessonQuestion, Slide
from explorer.lessons.library import lesson_set_of
from explorer.lessons.marking import answers_document, lesson_hash
from explorer.lessons.scenes import SlideScene
from explorer.lessons.variants import variant_of
from explorer.model.graph import Kind

JUDGE = """rows => rows.map(([question, answer, names]) => $judging.judge(question, answer, new Map(names)))"""
CHECK = "([nodes, values]) => $trial.ruleChecks(nodes, new Map(values))"
SAVE = """([data, texts]) => {
  localStorage.clear();
  const record = new $answer_record.AnswerRecord(data);
  for (const [key, text] of texts) record.set(key, text);
  return record.file();
}"""
FOUND = """
# Choices that the program finds
scene: sample=figure-1&algorithm=memoised&step=0

Choose.

? What is the score of c?
= score of c
answer: one

? Which nodes have a score of 1?
= nodes with score 1
answer: several

? How many visits?
= result visits
answer: one

? What is it elsewhere?
= score of a in sample=figure-1-b-neg-d-pos&set.endless=5
"""
TYPED = ["1", "−1", "2.0", " 0.5", "1/2", "inf", "−∞", "a", "B", "c, b", "b,c", "d", "letters", "?", "1,000", "e1"]


def answers(question: LessonQuestion, scene: SlideScene) -> list[str]:
    """Return right, wrong and impossible answers in the form of a question."""
    ids = list(scene.graph.ids)
    if question.form is AnswerForm.TYPED:
        return TYPED
    if question.form is AnswerForm.ONE:
        return [*texts_to_choose(question, scene), "another"]
    if question.form is AnswerForm.SEVERAL:
        ids = texts_to_choose(question, scene)
    lists = [part for size in range(len(ids) + 1) for part in permutations(ids, size)]
    return [*map(list_answer, lists), "no list", list_answer(["nowhere"])]


def plain(text: str) -> str:
    """Return the text of a reply without its tags."""
    return html.unescape(re.sub("<[^>]+>", "", text))


def test_the_page_judges_as_the_program_does(run: Run):
    lesson, problems = read_lesson(LESSON + FOUND, "every")
    assert problems == []
    rows = []
    for slide in lesson.slides:
        scene = slide_scene(slide.scene)
        names = [[node.id, node.name] for node in scene.graph.nodes]
        for question in slide.questions:
            data = question_data("0.0", question, scene, replies=True)
            rows += [(question, answer, scene, [data, answer, names]) for answer in answers(question, scene)]
    verdicts = run(JUDGE, [sent for *_, sent in rows])
    for (question, answer, scene, _), found in zip(rows, verdicts, strict=True):
        expected = judge(question, answer, scene)
        assert found["isRight"] == expected.is_right, (question.text, answer)
        assert found["isPartly"] == bool(expected.share and not expected.is_right), (question.text, answer)
        if expected.is_right is not None:
            assert plain(found["reply"]).strip() == expected.reply.strip(), (question.text, answer)


@examples(30)
@given(game_graphs(max_inner=4, max_leaves=3), st.data())
def test_values_on_trial_are_checked_as_by_the_program(run: Run, graph, draw: st.DataObject):
    inner = [node.id for node in graph.nodes if node.kind not in (Kind.LEAF, Kind.OPEN)]
    if not inner or any(node.kind is Kind.OPEN for node in graph.nodes):
        return
    values = {id: draw.draw(st.sampled_from([-2, -1, 0, 1, 2, "1/2", "-3/2"])) for id in inner}
    data = trial_data(Slide("A", 1, trial=tuple(inner)), graph)
    found = run(CHECK, [data["nodes"], list(values.items())])
    from explorer.model.scores import parse_score

    expected = rule_holds(graph, {id: parse_score(str(value)) for id, value in values.items()})
    assert {each["id"]: each["holds"] for each in found} == expected


@examples(40)
@given(st.text(max_size=12))
def test_the_page_has_the_variant_of_a_name_that_the_program_has(run: Run, name: str):
    name = name.encode(errors="replace").decode()
    assert run("name => $answer_record.variantOf(name, 7)", name) == variant_of(name, 7)


def test_the_file_of_the_page_is_graded(run: Run):
    text = VARIANTS
    lesson, _ = read_lesson(text, "variants")
    blank = [answers_document(lesson, {}, variant=variant) for variant in (1, 2, 3)]
    data = {"id": lesson_hash(lesson), "variants": 3, "files": blank}
    given = [["student", "Zoë “Ada” Lovelace"], ["number", "7\t"], ["0.0", " 3 "]]
    name, content = run(SAVE, [data, given])
    assert name == "variants-Zoë-Ada-Lovelace.answers.json"
    (graded,) = grade_all([(name, content.encode())], [lesson_set_of("x", {"variants.md": text.encode()})])
    assert (graded.student, graded.problems) == ("Zoë “Ada” Lovelace", ())
    document = json.loads(content)
    assert document["variant"] == variant_of("Zoë “Ada” Lovelace", 3)
    assert [each["given"] for each in document["answers"]] == ["3"]
