"""Lessons of one's own come from a file, a folder or an archive; what is no lesson, or too large, is refused."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from explorer.games.samples import load_sample
from explorer.lessons import check, read_lessons
from explorer.lessons.library import unpacked
from explorer.model.errors import FormatError

HEAD = "title: A\nsource: B\nminutes: 1\nbefore: C\n"
TEXT = f"{HEAD}# One\nscene: file=f.game.json\ngraph: 4110b93b\n\n{{{{1 : score of a}}}}\n"
GRAPH = json.dumps(load_sample("figure-1").to_json())


def zipped(**files: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return buffer.getvalue()


def test_a_lesson_is_found_in_a_file_a_folder_and_an_archive(tmp_path: Path):
    (tmp_path / "one.md").write_text(TEXT, encoding="utf-8")
    (tmp_path / "f.game.json").write_text(GRAPH, encoding="utf-8")
    (tmp_path / "one.zip").write_bytes(zipped(**{"lessons/one.md": TEXT, "lessons/f.game.json": GRAPH}))
    for path in (tmp_path, tmp_path / "one.md", tmp_path / "one.zip"):
        lesson_set = read_lessons(path)
        (lesson,) = lesson_set.lessons
        assert (lesson.name, lesson_set.problems["one"], check(lesson, lesson_set.files)) == ("one", [], [])


def test_a_file_of_another_folder_is_not_read(tmp_path: Path):
    (tmp_path / "secret.game.json").write_text(GRAPH, encoding="utf-8")
    folder = tmp_path / "lessons"
    folder.mkdir()
    (folder / "one.md").write_text(TEXT.replace("f.game.json", "../secret.game.json"), encoding="utf-8")
    (folder / "link.game.json").symlink_to(tmp_path / "secret.game.json")
    assert read_lessons(folder / "one.md").files == {}
    assert read_lessons(folder).files == {}


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.zip", zipped(**{"f.game.json": GRAPH}), "there is no lesson in it"),
        ("a.zip", zipped(**{"a.md": "a" * 30_000_000}), "are too many"),
    ],
    ids=["no lesson", "long text"],  # bytes of an archive hold the time at which it is made
)
def test_what_is_no_lesson_is_refused(name: str, data: bytes, said: str):
    with pytest.raises(FormatError, match=said):
        unpacked(name, data)
