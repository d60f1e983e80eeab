"""The handout of a lesson, opened again by PDFium: every slide with its text, picture, questions and answers."""

from __future__ import annotations

import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from explorer.drawing.exports.lesson_handout import lesson_handout
from explorer.drawing.exports.typesetting import MARGIN, PAGE_WIDTH, WIDTH, line_rows, pages_pdf, text_rows
from explorer.lessons import lesson_names, load_lesson, read_lesson

HEAD = "title: A *title*\nsource: B\nminutes: 1\nbefore: C\n"
SLIDE = (
    "# One\nscene: sample=figure-1&algorithm=score-iteration&step=2\n\n"
    "The **score** of a is {{1 : score of a}}, $x_1$.\n\n"
    "| node | score |\n|---|---|\n| a | 1 |\n\n> Say it *twice*.\n\n? And of c?\n= score of c\n- 2 | That is d.\n"
)


def pages_of(content: bytes) -> list[str]:
    with pypdfium2.PdfDocument(content) as document:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def drawn_outside(content: bytes) -> list[tuple[int, tuple[float, ...]]]:
    """Letters that lie beyond the margins at the left or the right."""
    with pypdfium2.PdfDocument(content) as document:
        bounds = [
            (number, item.get_bounds())
            for number, page in enumerate(document)
            for item in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT])
        ]
    edges = (MARGIN - 2, PAGE_WIDTH - MARGIN + 2)
    return [(number, box) for number, box in bounds if not edges[0] <= box[0] <= box[2] <= edges[1]]


def test_text_picture_question_and_answer_stand_in_it():
    lesson, _ = read_lesson(HEAD + SLIDE, "x")
    text = " ".join(pages_of(lesson_handout(lesson)))
    for part in ("1. One", "score of a is 1,", "Step 2: Sweep 2", "And of c?", "Answers", "✓ 1", "✗ 2: That is d."):
        assert part.replace(" ", "") in text.replace(" ", "")
    assert "Say it" not in text
    assert "$" not in text
    assert "*" not in text


@pytest.mark.large
def test_both_runs_of_a_comparison_stand_in_it():
    scene = "sample=example-7-1&page=compare&left=memoised-naive&right=memoised&step=8"
    lesson, _ = read_lesson(f"{HEAD}# One\nscene: {scene}\n\nText.\n", "x")
    text = "".join(pages_of(lesson_handout(lesson))).replace(" ", "")
    for part in ("Left, step 18: c is in the memo with the value 0: return 0.", "Right, step 18:", "searched again"):
        assert part.replace(" ", "") in text


@pytest.mark.large
def test_notes_stand_in_it_on_request():
    lesson, _ = read_lesson(HEAD + SLIDE, "x")
    assert "Say it" in " ".join(pages_of(lesson_handout(lesson, notes=True)))


@pytest.mark.large
@pytest.mark.parametrize("name", lesson_names())
def test_every_slide_of_every_lesson_is_in_its_handout(name: str):
    lesson, told = load_lesson(name), []
    content = lesson_handout(lesson, notes=True, progress=lambda done, total: told.append((done, total)))
    text = "".join(pages_of(content)).replace(" ", "")
    for number, slide in enumerate(lesson.slides, 1):
        assert f"{number}.{slide.title.partition('$')[0]}".replace(" ", "") in text
    assert told == [(done, len(lesson.slides)) for done in range(1, len(lesson.slides) + 1)]
    assert drawn_outside(content) == []


@pytest.mark.large
def test_the_same_lesson_is_the_same_file():
    assert lesson_handout(load_lesson("minimax-cycles")) == lesson_handout(load_lesson("minimax-cycles"))


@pytest.mark.large
def test_long_words_formulas_that_cannot_be_set_and_wide_tables_stay_on_the_page():
    row = "| " + " | ".join(["many words in a cell"] * 9) + " |"
    text = f"{'W' * 500}\n\n$\\nosuch{{x}}$ \\$5 <b>\n\n- {'i ' * 400}\n\n{row}\n{row}"
    content = pages_pdf("T", [text_rows(text)])
    assert drawn_outside(content) == []
    assert "nosuch" in pages_of(content)[0]


@pytest.mark.large
def test_a_section_is_broken_only_if_it_is_longer_than_a_page():
    short, long = line_rows("word " * 400), line_rows("word " * 4000)
    assert [text.count("word") for text in pages_of(pages_pdf("T", [short, short, short, short]))] == [800, 800]
    assert sum(text.count("word") for text in pages_of(pages_pdf("T", [long]))) == 4000
    assert all(piece.left < WIDTH for row in long for piece in row.pieces)
