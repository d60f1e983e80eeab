"""The command `lesson` names mistakes with file and line, and writes a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from explorer.cli import main

GOOD = (
    "title: A\nsource: B\nminutes: 1\nbefore: C\n# One\nscene: sample=figure-1\ngraph: 4110b93b\n\n{{1 : score of a}}\n"
)


def test_a_good_lesson_has_no_problems(capsys: pytest.CaptureFixture[str]):
    assert main(["lesson", "check", "back-up"]) == 0
    assert "no problems" in capsys.readouterr().out


def test_every_mistake_is_named_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "bad.md"
    path.write_text(GOOD.replace("{{1", "{{2").replace("minutes: 1", "minutes: x"), encoding="utf-8")
    assert main(["lesson", "check", str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{path}:3: minutes must be a number from 1 to 999, got 'x'"
    assert lines[1] == f"{path}:9: the text says 2, but score of a is 1"


def test_a_lesson_is_written_as_a_page(tmp_path: Path):
    page = tmp_path / "page.html"
    assert main(["lesson", "export", "kernels", "-o", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert text.count("<section>") == 13
    assert "default-src 'none'" in text


def test_a_lesson_is_written_as_a_handout(tmp_path: Path):
    handout = tmp_path / "handout.PDF"
    assert main(["lesson", "export", "kernels", "-o", str(handout)]) == 0
    assert handout.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["check", "nowhere.md"], "there is no file or folder 'nowhere.md'"),
        (["export", "kernels"], "name one lesson and the page (.html) or the handout (.pdf) to write"),
        (["export", "kernels", "-o", "x.html", "--notes"], "notes stand in a handout"),
        (["check", "kernels", "--notes"], "--notes belongs to a handout"),
        (
            ["export", "kernels", "back-up", "-o", "x.html"],
            "name one lesson and the page (.html) or the handout (.pdf) to write",
        ),
    ],
)
def test_what_cannot_be_done_is_one_sentence(words: list[str], said: str, capsys: pytest.CaptureFixture[str]):
    assert main(["lesson", *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert len(error.splitlines()) == 1
