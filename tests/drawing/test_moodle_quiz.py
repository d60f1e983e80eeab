"""The quiz for Moodle, read as Moodle documents its format and as its importer takes it in."""

from __future__ import annotations

import io
from base64 import b64decode
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring
from PIL import Image
from support.oracle import scores_of

from explorer.drawing.exports.moodle_quiz import moodle_quiz
from explorer.lessons import read_lesson
from explorer.model.errors import FormatError
from explorer.scenes.reference import load_reference

TEXT = """title: Every/form
source: S
minutes: 5
before: B
assignment: yes
variants: 3

# Varied & <bold>
scene: game=random?nodes=8%26cycles=yes%26seed={variant}

Text of variant {variant}.

? Score?
points: 4
= score of p0
- 77 | *No*, never.

# Fixed
scene: sample=figure-1&algorithm=score-iteration&step=0

Text.

? Best?
= best moves of a

? Formula?
= formula 1/3 * n with n=1

? One?
answer: one
= score of a

? Several?
answer: several
* A
* B
* C | Also.
- D

? Node?
answer: node
= best moves of a

? Nodes?
answer: nodes
= nodes with score 7

? Path?
answer: path
= path at step 1 in sample=figure-1&algorithm=depth-first

? Order?
answer: order
1. *First*
2. Second

? Why?
answer: free
* Since so.

# A task
scene: sample=figure-1-b-neg-d-pos&algorithm=bounds&step=0
task: makes-final?node=a

Text.
"""

# Shares that Moodle knows (get_grade_options); an import with others fails.
SHARES = [100, 90, 83.33333, 80, 75, 70, 66.66667, 60, 50, 40, 33.33333, 30, 25, 20, 16.66667, 14.28571, 12.5, 11.11111]
SHARES += [10, 5, 0]
FORMATS = {"html", "moodle_auto_format", "plain_text", "markdown"}


@pytest.fixture(scope="module")
def quiz() -> tuple[Element, list[str]]:
    lesson, problems = read_lesson(TEXT, "every")
    assert problems == []
    made = moodle_quiz(lesson)
    assert made.content.startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n<quiz>')
    return fromstring(made.content), made.omissions


def text_of(element: Element, path: str) -> str:
    """The text at a path, which the importer wants to be there."""
    found = element.findtext(path)
    assert found is not None, path
    return found


def questions(root: Element) -> list[Element]:
    return [each for each in root if each.get("type") != "category"]


def answers(question: Element) -> dict[str, float]:
    return {text_of(each, "text"): float(each.get("fraction", "")) for each in question.findall("answer")}


def test_every_question_has_what_the_format_wants(quiz: tuple[Element, list[str]]):
    root, _ = quiz
    assert {each.tag for each in root} == {"question"}
    for question in questions(root):
        assert text_of(question, "name/text").strip()
        assert float(text_of(question, "defaultgrade")) in (1, 4)
        assert question.find("questiontext").get("format") == "html"
        assert {each.get("format") for each in question.iter() if each.get("format")} <= FORMATS
        assert [each for each in question.iter("answer") if each.find("text") is None] == []
        assert all(abs(share) in SHARES for share in answers(question).values())
    kinds = [each.get("type") for each in questions(root)]
    numbers = ["numerical"] * 3 + ["shortanswer", "numerical"]
    assert kinds == [*numbers, *["multichoice"] * 4, "shortanswer", "matching", "essay"]


def test_the_picture_is_inside_and_named_in_the_text(quiz: tuple[Element, list[str]]):
    for question in questions(quiz[0]):
        (file,) = question.findall("questiontext/file")
        assert (file.get("encoding"), file.get("path")) == ("base64", "/")
        text = text_of(question, "questiontext/text")
        assert f'src="@@PLUGINFILE@@/{file.get("name")}"' in text
        with Image.open(io.BytesIO(b64decode(file.text or "", validate=True))) as picture:
            assert picture.format == "PNG"
            assert f'width="{picture.width // 2}"' in text


def test_each_variant_is_in_the_category_of_its_question_with_its_own_key(quiz: tuple[Element, list[str]]):
    root = list(quiz[0])
    assert text_of(root[0], "category/text") == "$course$/top/Every//form/1.1 Varied & <bold>"
    for seed, question in enumerate(root[1:4], 1):
        graph = load_reference(f"game:random?nodes=8&cycles=yes&seed={seed}").graph
        score = next(text for text, share in answers(question).items() if share == 100)
        assert float(score) == scores_of(graph, 0)["p0"]
        assert answers(question)["77"] == 0
        assert f"Text of variant {seed}." in text_of(question, "questiontext/text")
        feedback = [text_of(each, "feedback/text") for each in question.findall("answer")]
        assert "<em>No</em>, never." in feedback
    assert text_of(root[4], "category/text") == "$course$/top/Every//form"


def test_answers_of_every_form_are_keyed(quiz: tuple[Element, list[str]]):
    best, third, one, several, node, nodes, path, order, free = questions(quiz[0])[3:]
    assert answers(best) == {"b": 100, "c": 100}
    assert answers(third) == {"0.333333": 100}
    assert text_of(third, "answer/tolerance") == "0.001"
    assert [text for text, share in answers(one).items() if share == 100] == ["1"]
    assert answers(several) == {"A": 33.33333, "B": 33.33333, "C": 33.33333, "D": -33.33333}
    assert [text_of(each, "single") for each in (one, several, node, nodes)] == ["true", "false", "true", "false"]
    assert answers(node) == {"a": 0, "b": 100, "c": 100, "d": 0}
    assert answers(nodes) == {"a": -100, "b": -100, "c": -100, "d": -100, "none of them": 100}
    assert {"a, b", "a → b", "a b"} <= answers(path).keys()
    places = [(text_of(each, "text"), text_of(each, "answer/text")) for each in order.findall("subquestion")]
    assert places == [("<em>First</em>", "1."), ("Second", "2."), ("", "3.")]
    assert text_of(free, "responseformat") == "editor"
    assert text_of(free, "graderinfo/text") == "<p>Since so.</p>"


def test_what_moodle_cannot_hold_is_named(quiz: tuple[Element, list[str]]):
    assert quiz[1] == ["slide 3: the task is left out, since Moodle cannot check a graph"]
    lesson, _ = read_lesson(TEXT[: TEXT.index("? Score?")], "x")
    with pytest.raises(FormatError, match="has no question that Moodle can hold"):
        moodle_quiz(lesson)
