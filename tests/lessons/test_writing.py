"""A lesson that is written: scenes are put where they belong, and what is saved is read again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from explorer.lessons import check, lesson_names, read_lesson
from explorer.lessons.library import lesson_path, unpacked
from explorer.lessons.writing import NEW_LESSON, lesson_file, with_scene, with_slide

QUERY, HASH = "sample=figure-1&step=2", "4110b93b"
every_text = [NEW_LESSON, *(lesson_path(name).read_text(encoding="utf-8") for name in lesson_names())]


def test_an_empty_lesson_has_no_problems():
    lesson, problems = read_lesson(NEW_LESSON, "x")
    assert (problems, check(lesson)) == ([], [])


@given(some.sampled_from(every_text), some.data())
def test_a_slide_gets_another_scene_and_keeps_all_else(text: str, data: some.DataObject):
    before, _ = read_lesson(text, "x")
    index = data.draw(some.integers(0, len(before.slides) - 1))
    after, problems = read_lesson(with_scene(text, before.slides[index].line, QUERY, HASH), "x")
    assert problems == []
    for at, (one, other) in enumerate(zip(before.slides, after.slides, strict=True)):
        assert (other.scene, other.hash) == ((QUERY, HASH) if at == index else (one.scene, one.hash))
        assert (one.title, one.steps, one.trial, one.text, one.notes) == (
            other.title,
            other.steps,
            other.trial,
            other.text,
            other.notes,
        )


@given(some.sampled_from(["", *every_text]), some.data())
def test_a_new_slide_stands_where_it_was_wanted(text: str, data: some.DataObject):
    before, _ = read_lesson(text, "x")
    index = data.draw(some.integers(0, len(before.slides)))
    line = before.slides[index].line if index < len(before.slides) else 10**9
    written, at = with_slide(text, line, QUERY, HASH)
    after, problems = read_lesson(written, "x")
    titles = [slide.title for slide in after.slides]
    assert titles[:index] + titles[index + 1 :] == [slide.title for slide in before.slides]
    new = after.slides[index]
    assert (new.line, new.scene, new.hash) == (at, QUERY, HASH)
    assert [problem for problem in problems if problem.line > 1] == []


def test_what_is_saved_is_read_again():
    for files in ({}, {"one.game.json": b"{}"}):
        name, content = lesson_file("mine", NEW_LESSON, files)
        lesson_set = unpacked(name, content)
        assert (name, dict(lesson_set.files)) == ("mine.zip" if files else "mine.md", files)
        assert lesson_set.texts == {"mine": NEW_LESSON}
        assert lesson_file("mine", NEW_LESSON, files) == (name, content)
