"""The page of a lesson, printed: the handout, read again by PDFium."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import pypdfium2
import pytest
from playwright.sync_api import Browser
from support.lessons import VARIANTS

from explorer.drawing.exports.lesson_page import HandoutForm, handout, lesson_page
from explorer.drawing.exports.lesson_stages import view_of_slide
from explorer.lessons import lesson_names, load_lesson, read_lesson
from explorer.lessons.scenes import slide_scene

HEAD = "title: A *title*\nsource: B\nminutes: 1\nbefore: C\n"
SLIDE = (
    "# One\nscene: sample=figure-1&algorithm=score-iteration&step=2\n\n"
    "The **score** of a is {{1 : score of a}}, $x_1$.\n\n@3: It *stays*.\n\n"
    "| node | score |\n|---|---|\n| a | 1 |\n\n> Say it *twice*.\n\n? And of c?\n= score of c\n- 2 | That is d.\n"
)
SIZES = {"A4": (595, 842), "Letter": (612, 792)}  # points

Print = Callable[..., list[str]]


@pytest.fixture
def printed(browser: Browser, tmp_path: Path) -> Iterator[Print]:
    """The text of each sheet of a page, printed without its scripts, or with them, from a browser that is dark."""
    contexts = [browser.new_context(offline=True, java_script_enabled=on, color_scheme="dark") for on in (False, True)]

    def pages_of(html: str, paper: str = "A4", *, scripts: bool = False) -> list[str]:
        path = tmp_path / "lesson.html"
        path.write_text(html, encoding="utf-8")
        page = contexts[scripts].new_page()
        page.goto(path.as_uri())
        with pypdfium2.PdfDocument(page.pdf(format=paper, print_background=True)) as document:
            for sheet in document:
                assert sheet.get_size() == pytest.approx(SIZES[paper], abs=1)
                assert sheet.render().to_pil().getpixel((5, 5)) == (255, 255, 255)
            return [squeezed(sheet.get_textpage().get_text_range()) for sheet in document]

    yield pages_of
    for context in contexts:
        context.close()


def squeezed(text: str) -> str:
    """Without what a line that is broken elsewhere would change, and letters of formulas as usual ones."""
    return re.sub(r"[\s\ufffe-]", "", unicodedata.normalize("NFKC", text))


def test_a_worksheet_has_text_pictures_and_questions_and_no_answers(printed: Print):
    lesson, _ = read_lesson(HEAD + SLIDE, "x")
    (text,) = printed(handout(lesson, HandoutForm.WORKSHEET))
    parts = ["A title", "B. About 1 min. Prerequisite: C.", "1. One", "The score of a is 1, x1.", "It stays."]
    parts += ["node score", "Step 2: Sweep 2", "Step 3: Sweep 3", "And of c?", "1 / 1"]
    assert [part for part in parts if squeezed(part) not in text] == []
    assert not set("$*@✓✗") & set(text)
    assert [part for part in ("Answer", "Say", "That is d.") if squeezed(part) in text] == []
    page = lesson_page(lesson)
    assert printed(page) == printed(page, scripts=True) == [text]  # though the slide waits for a step


def test_solutions_have_the_answers_below_each_question(printed: Print):
    lesson, _ = read_lesson(HEAD + SLIDE, "x")
    (text,) = printed(handout(lesson, HandoutForm.SOLUTIONS))
    assert text.index(squeezed("And of c?")) < text.index("✓1") < text.index(squeezed("✗ 2: That is d."))
    assert squeezed("Say it twice.") in printed(handout(lesson, HandoutForm.SOLUTIONS, notes=True))[0]


def test_both_runs_of_a_comparison_are_printed(printed: Print):
    scene = "sample=example-7-1&page=compare&left=memoised-naive&right=memoised&step=8"
    lesson, _ = read_lesson(f"{HEAD}# One\nscene: {scene}\n\nText.\n", "x")
    (text,) = printed(handout(lesson, HandoutForm.WORKSHEET))
    for part in ("Left, step 18: c is in the memo with the value 0: return 0.", "Right, step 18:", "searched again"):
        assert squeezed(part) in text


@pytest.mark.large
def test_every_slide_of_the_longest_lesson_is_printed_with_its_caption(printed: Print):
    lesson, told = max(map(load_lesson, lesson_names()), key=lambda lesson: len(lesson.slides)), []
    html = lesson_page(lesson, progress=lambda done, total: told.append((done, total)))
    assert told == [(done, len(lesson.slides)) for done in range(1, len(lesson.slides) + 1)]
    for paper in SIZES:
        pages = printed(html, paper)
        for number, slide in enumerate(lesson.slides, 1):
            title = squeezed(f"{number}. {slide.title}")
            shown = view_of_slide(slide_scene(slide.scene))
            caption = squeezed(shown.trace[shown.step].caption)
            assert title in "".join(pages), (paper, slide.title)
            assert caption in "".join(pages), (paper, slide.title)
        assert [page for page in pages if "✓" in page] == []


def test_a_sheet_has_room_for_a_name_and_for_what_is_asked(printed: Print):
    lesson, _ = read_lesson(HEAD + SLIDE + "\n? Which one?\n- x a\n- b\n", "x")
    html = lesson_page(lesson)
    assert html.count("<hr>") == 1  # a score is short, and a choice needs no line
    (text,) = printed(html)
    assert text.index("Name") < text.index("Number") < text.index("Atitle")


@pytest.mark.large
def test_the_longest_handout_has_few_sheets_and_none_but_the_last_is_half_empty(printed: Print):
    html = lesson_page(load_lesson("alpha-beta"))
    letters = [len(page) for page in printed(html)]
    assert len(letters) <= 10  # with a picture for each of 52 steps
    assert min(letters[:-1]) > sum(letters) / len(letters) / 2


def test_a_handout_says_which_variant_it_is():
    lesson, _ = read_lesson(VARIANTS, "variants")
    for form in HandoutForm:
        assert "Variant 2 of 3." in handout(lesson, form, variant=2)
