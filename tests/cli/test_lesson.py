"""The command `lesson` names mistakes with file and line, and writes a page."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import pandas
import pypdfium2
import pytest
from playwright.sync_api import Browser
from support.app import SYSTEM

from explorer.cli import main
from explorer.lessons import load_lesson, read_lessons
from explorer.lessons.marking import STUDENT, answers_document

GOOD = (
    "title: A\nsource: B\nminutes: 1\nbefore: C\n# One\nscene: sample=figure-1\ngraph: 4110b93b\n\n{{1 : score of a}}\n"
)


def test_the_old_name_of_a_lesson_names_it_still(capsys: pytest.CaptureFixture[str]):
    assert main(["lesson", "check", "back-up", "path-search"]) == 0
    assert capsys.readouterr().out.count("no problems") == 2


def test_every_mistake_is_named_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "bad.md"
    path.write_text(GOOD.replace("{{1", "{{2").replace("minutes: 1", "minutes: x"), encoding="utf-8")
    assert main(["lesson", "check", str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{path}:3: minutes must be a number from 1 to 999, got 'x'"
    assert lines[1] == f"{path}:9: the text says 2, but score of a is 1"


def handed_in(folder: Path, name: str, given: str) -> Path:
    (lesson,) = read_lessons(assignment(folder)).lessons
    path = folder / f"{name}.answers.json"
    path.write_text(json.dumps(answers_document(lesson, {"0.0": given, STUDENT: name})), encoding="utf-8")
    return path


def assignment(folder: Path) -> Path:
    path = folder / "mine.md"
    path.write_text(f"assignment: yes\n{GOOD}\n? a?\n= score of a\n", encoding="utf-8")
    return path


def test_answers_are_graded_as_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    files = [str(handed_in(tmp_path, name, given)) for name, given in (("Ada", "1"), ("Ben", "2"))]
    words = ["lesson", "grade", *files, "--lesson", str(assignment(tmp_path))]
    assert main(words) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [row[:7] for row in rows[1:]] == [
        ["Ada", "mine", "1", "1", "1", "100.00", "0"],
        ["Ben", "mine", "0", "0", "1", "0.00", "0"],
    ]
    assert main([*words, "--json"]) == 0
    assert [each["right"] for each in json.loads(capsys.readouterr().out)] == [1, 0]
    assert main([*words, "-o", str(tmp_path / "table.csv")]) == 0
    frame = pandas.read_csv(tmp_path / "table.csv")
    assert list(frame["slide 1 question 1"]) == [1, 0]
    assert list(frame["slide 1 question 1 answer"]) == [1, 2]


def test_a_file_that_was_changed_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = handed_in(tmp_path, "Ben", "2")
    path.write_text(path.read_text(encoding="utf-8").replace('"given": "2"', '"given": "1"'), encoding="utf-8")
    assert main(["lesson", "grade", str(path), "--lesson", str(assignment(tmp_path))]) == 1
    assert f"{path}: the checksum does not hold: the file was changed" in capsys.readouterr().err


def test_lessons_are_exported_as_one_folder_with_an_index(tmp_path: Path):
    page, folder = tmp_path / "page.html", tmp_path / "pages"
    own = str(assignment(tmp_path))
    assert main(["lesson", "export", own, "-o", str(page)]) == 0
    assert "<summary>Answer</summary>" not in page.read_text(encoding="utf-8")
    assert main(["lesson", "export", "unwinding", own, "-o", str(folder), "--form", "solutions"]) == 0
    assert {path.name for path in folder.iterdir()} == {"index.html", "unwinding-solutions.html", "mine-solutions.html"}
    links = re.findall('href="([^"]+)"', (folder / "index.html").read_text(encoding="utf-8"))
    assert links == ["unwinding-solutions.html", "mine-solutions.html"]
    assert "<summary>Answer</summary>" in (folder / "mine-solutions.html").read_text(encoding="utf-8")


def test_forms_and_variants_are_for_export(run, tmp_path: Path):
    assert run("lesson", "check", "unwinding", "--form", "worksheet")[0] == 2
    code, _, err = run(
        "lesson", "export", "unwinding", "-o", tmp_path / "x.html", "--form", "worksheet", "--variant", "2"
    )
    assert (code, "there is no variant 2" in err) == (2, True)


HIDDEN = """{good}
# Two
scene: sample=figure-1&algorithm=score-iteration&step=3
graph: 4110b93b
stage: graph

Text.

? b?
answer: node
= best moves of a
"""


def test_the_page_has_no_run_of_a_slide_that_hides_it(tmp_path: Path):
    path, page = tmp_path / "hidden.md", tmp_path / "page.html"
    path.write_text(HIDDEN.format(good=GOOD), encoding="utf-8")
    assert main(["lesson", "export", str(path), "-o", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    data = json.loads(re.search(r'type="application/json"[^>]*>(.*?)</script>', text, re.DOTALL)[1])
    (shown,), (hidden,) = data["slides"]
    assert shown["stages"][0]["document"]["description"]
    (stage,) = hidden["stages"]
    assert not {"expected", "description"} & stage["document"].keys()
    values = zip(stage["trace"]["nodes"], stage["trace"]["values"], strict=True)
    assert {id: value["text"] for id, value in values} == {"a": "?", "b": "1", "c": "?", "d": "2"}


def test_a_quiz_for_moodle_names_what_it_leaves_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    quiz = tmp_path / "quiz.xml"
    assert main(["lesson", "export", "cycles-assignment", "-o", str(quiz)]) == 0
    assert quiz.read_text(encoding="utf-8").count('<question type="numerical">') > 3
    assert "slide 5: the task is left out" in capsys.readouterr().err


@pytest.mark.large
def test_a_lesson_is_printed_as_a_handout(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    if not any(map(shutil.which, SYSTEM)):
        (tmp_path / "chromium").symlink_to(browser.browser_type.executable_path)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    handout = tmp_path / "out" / "handout.PDF"
    handout.parent.mkdir()
    assert main(["lesson", "export", "kernels", "-o", str(handout), "--notes"]) == 0
    with pypdfium2.PdfDocument(handout) as document:
        text = " ".join(page.get_textpage().get_text_range() for page in document)
        assert document[0].get_size() == pytest.approx((595, 842), abs=1)
        assert document.get_metadata_value("Title") == load_lesson("kernels").title
    assert [slide.title for slide in load_lesson("kernels").slides if slide.title not in text] == []
    assert [path.name for path in handout.parent.iterdir()] == ["handout.PDF"]


def test_a_file_of_another_kind_is_not_written_over(run, tmp_path: Path):
    mine, answers = tmp_path / "my.md", tmp_path / "ans.json"
    mine.write_text(GOOD, encoding="utf-8")
    answers.write_text("{}", encoding="utf-8")
    code, _, err = run("lesson", "export", mine, "-o", mine)
    assert (code, "expected a file whose name ends in .html or .pdf or .xml, got" in err) == (2, True)
    assert mine.read_text(encoding="utf-8") == GOOD
    assert run("lesson", "grade", answers, "-o", tmp_path / "g.xlsx")[0] == 2
    assert run("lesson", "grade", answers, "--json", "-o", tmp_path / "g.csv")[0] == 2
    assert run("lesson", "check", mine, "-o", tmp_path / "z.html")[0] == 2
    assert {path.name for path in tmp_path.iterdir()} == {"my.md", "ans.json"}
