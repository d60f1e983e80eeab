"""A lesson is read line by line, and every line that cannot be read is named."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from explorer.lessons import SlideClaim, read_lesson

GOOD = """title: A lesson
source: Nobody
minutes: 5
before: Nothing

# One
scene: sample=figure-1&algorithm=score-iteration&step=2
graph: 4110b93b
steps: 0, 2
try: a, c

The score of a is {{1 : score of a}},
and not {{2 : upper bound of a}}.

? And of c?
= score of c
* 1 | Yes.
- 2 | No, that is d.

? Is there a cycle?
* Yes
- No | Look at a and c.
# Two
scene: sample=figure-1

Text.
"""


def problems(text: str) -> list[str]:
    return [str(problem) for problem in read_lesson(text, "x")[1]]


def test_what_is_written_is_read():
    lesson, found = read_lesson(GOOD, "x")
    assert found == []
    assert (lesson.title, lesson.source, lesson.minutes, lesson.before) == ("A lesson", "Nobody", 5, "Nothing")
    one, two = lesson.slides
    assert (one.title, one.line, one.scene_line, one.hash, one.steps, one.trial) == (
        "One", 6, 7, "4110b93b", (0, 2), ("a", "c"),
    )  # fmt: skip
    assert list(one.claims()) == [SlideClaim("1", "score of a", 12), SlideClaim("2", "upper bound of a", 13)]
    typed, chosen = one.questions
    assert (typed.key, [answer.is_right for answer in typed.answers], typed.line) == ("score of c", [True, False], 15)
    assert [(answer.text, answer.reply) for answer in chosen.answers] == [("Yes", ""), ("No", "Look at a and c.")]
    assert (two.title, two.text, two.text_line, two.questions) == ("Two", "Text.", 26, ())


def test_every_line_that_cannot_be_read_is_named():
    bad = GOOD.replace("minutes: 5", "minutes: five").replace("steps: 0, 2", "steps: 2, 0").replace("* 1 |", "+ 1 |")
    assert [text.split(":")[0] for text in problems(bad)] == ["line 3", "line 9", "line 17"]
    assert "expected '= ', '* ', '- ', '1. ', 'answer: ', 'points: ' or '? ' after a question" in problems(bad)[2]
    assert any(
        "line 7: expected one of 'scene:'" in text for text in problems(GOOD.replace("scene: sample=f", "see f"))
    )


def test_a_part_appears_with_its_step_and_stays():
    text = "First.\n\n@2: Second,\nand on.\n\n- a list\n\n@4: Third.\n\nAlways."
    slide = read_lesson(GOOD.replace("The score of a is", f"{text}\n\nThe score of a is"), "x")[0].slides[0]
    assert (slide.steps, slide.stops) == ((0, 2), (0, 2, 4))
    parts = ("First.", "Second,", "and on.", "- a list", "Third.", "Always.")
    for step, missing in ((1, {"Second,", "and on.", "Third."}), (2, {"Third."}), (3, {"Third."}), (4, set())):
        shown = slide.text_at(step).splitlines()
        assert {part for part in parts if part not in shown} == missing
    assert "@" not in slide.text


@given(some.text(alphabet="abc:=*-?#{}>| \n019", max_size=300))
def test_any_text_is_read(text: str):
    lesson, found = read_lesson(text, "x")
    assert all(1 <= problem.line <= max(1, len(text.splitlines())) for problem in found)
    assert len(lesson.slides) <= text.count("#")
