"""Variants: whose is which, in Python and in a script, and what is checked of them."""

from __future__ import annotations

import textwrap

import quickjs
from hypothesis import given
from hypothesis import strategies as some

from explorer.lessons import check, read_lesson, scene_of, variants
from explorer.lessons.facts import fact_value
from explorer.lessons.variants import lesson_variant, variant_of

HEAD = "title: T\nsource: S\nminutes: 1\nbefore: B\nassignment: yes\nvariants: 5\n"
SCENE = "game=random?nodes=8%26cycles=yes%26seed={variant}"
_ENCODER = """
globalThis.TextEncoder = class {
  encode(text) { return [...unescape(encodeURIComponent(text))].map((letter) => letter.charCodeAt(0)); }
};
"""  # which browsers have and this engine has not


def script() -> quickjs.Context:
    context = quickjs.Context()
    code = textwrap.dedent((variants.__doc__ or "").split("In JavaScript:")[1])
    context.eval(_ENCODER + code.replace("const ", "globalThis."))
    return context


SCRIPT = script()


@given(some.text(some.characters(codec="utf-8", exclude_characters="\x1c\x1d\x1e\x1f\ufeff")), some.integers(1, 100))
def test_a_script_finds_the_variant_that_python_finds(name: str, count: int):
    assert SCRIPT.get("variantOf")(name, count) == variant_of(name, count)


def test_names_are_spread_over_the_variants():
    assert {variant_of(f"Student {number}", 8) for number in range(200)} == set(range(1, 9))
    assert variant_of("Ada", 0) == 0


def test_each_variant_has_its_own_graph_and_its_own_answer():
    text = f"{HEAD}# One {{variant}}\nscene: {SCENE}\ngraph: 0\n\nText.\n\n? Q\n= score of p0\n"
    lesson, problems = read_lesson(text, "x")
    assert problems == []
    own = [lesson_variant(lesson, number).slides[0] for number in range(1, 6)]
    assert [slide.title for slide in own] == [f"One {number}" for number in range(1, 6)]
    scenes = [scene_of(slide.scene) for slide in own]
    assert len({str(scene.graph.moves) for scene in scenes}) == 5
    assert all(fact_value("score of p0", scene).text for scene in scenes)
    (problem,) = check(lesson)
    hash = problem.message.removeprefix("the hash of the graphs of all variants is another one: write 'graph: ")
    mended, _ = read_lesson(text.replace("graph: 0", f"graph: {hash[:8]}"), "x")
    assert check(mended) == []


def test_what_is_wrong_with_one_variant_is_named():
    text = f"{HEAD}# One\nscene: {SCENE}\n\nText.\n\n? Q\n= score of p{{variant}}\n* 99\n"
    found = [str(problem) for problem in check(read_lesson(text, "x")[0])]
    assert any(each.startswith("line 14: variant 1: the answer 99 is wrong: score of p1 is") for each in found)
    lesson, problems = read_lesson(text.replace("variants: 5\n", ""), "x")
    assert "but the head has no line 'variants: N'" in str(problems[0])
    assert lesson.variants == 0
