"""The places of lessons: those of the package, and one's own in a folder or a .zip file."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path, PurePath, PurePosixPath

from explorer.lessons.lesson import Lesson, LessonProblem
from explorer.lessons.reading import MOST_BYTES, read_lesson
from explorer.lessons.scenes import Files
from explorer.model.errors import FormatError, UnknownNameError, quoted
from explorer.solved_folder.layout import is_solved_folder, solved_place

SUFFIX, ARCHIVE = ".md", ".zip"
ORDER = ("minimax-cycles", "unwinding", "memo-search", "cat-mouse", "repetition", "bounds", "kernels", "alpha-beta")
ASSIGNMENTS = ("cycles-assignment",)
_RENAMED = {"back-up": "minimax-cycles", "path-search": "memo-search"}  # addresses with the old name lead there still
MOST_FILES = 200  # in a folder or .zip file of lessons
MOST_SHELF_BYTES = 20_000_000

_FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class LessonSet:
    """Lessons that belong together, the problems of their texts, and the graph files beside them.

    `texts` has the text of each lesson, by name.
    """

    lessons: tuple[Lesson, ...]
    problems: Mapping[str, list[LessonProblem]] = field(default_factory=dict)
    files: Files = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)


def holds_lessons(reference: str) -> bool:
    """Return whether a reference on the command line names lessons, not a graph."""
    path = Path(reference)
    return path.suffix in (SUFFIX, ARCHIVE) or (path.is_dir() and not is_solved_folder(solved_place(path)))


def is_lesson_name(reference: str) -> bool:
    """Return whether a reference names a lesson of the package, and no file."""
    return present_name(reference) in lesson_names() and not Path(reference).exists()


def lesson_names() -> tuple[str, ...]:
    """Return the names of the lessons of the package, in teaching order, then those of the assignments."""
    return tuple(name for name in (*ORDER, *ASSIGNMENTS) if (_FOLDER / f"{name}{SUFFIX}").is_file())


def present_name(name: str) -> str:
    """Return the present name of a lesson, given its present or former name."""
    return _RENAMED.get(name, name)


def lesson_path(name: str) -> Path:
    """Return the file of a lesson of the package; raise `UnknownNameError` if there is none of that name."""
    if name not in lesson_names():
        raise UnknownNameError(f"there is no lesson {quoted(name)}; choose one of {', '.join(lesson_names())}")
    return _FOLDER / f"{name}{SUFFIX}"


@cache
def load_lesson(name: str) -> Lesson:
    """Return a lesson of the package.

    Raises
    ------
    UnknownNameError
        If there is none of that name; the message lists the names.
    """
    return read_lesson(lesson_path(name).read_text(encoding="utf-8"), name)[0]


def read_lessons(path: Path) -> LessonSet:
    """Return the lessons in a .md file, with graph files beside it, or in a folder or .zip file.

    Raises
    ------
    FormatError
        If there is no lesson in it, or it is too large.
    """
    if path.is_dir():
        return lesson_set_of(path.name, _lesson_files_among(path.iterdir()))
    if path.suffix == SUFFIX:
        alone = lesson_set_of(path.name, {path.name: path.read_bytes()})
        wanted = {name for lesson in alone.lessons for name in lesson.files}
        return replace(
            alone, files=_lesson_files_among(path.parent / name for name in wanted if PurePath(name).name == name)
        )
    return unpacked(path.name, path.read_bytes())


def unpacked(name: str, data: bytes) -> LessonSet:
    """Return the lessons in the content of a .zip file, or of a single .md file.

    Raises
    ------
    FormatError
        If it is neither, there is no lesson in it, or it holds more than such a file may.
    """
    if name.endswith(SUFFIX):
        return lesson_set_of(name, {name: data})
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            _require_few_bytes(name, [entry.file_size for entry in entries])
            return lesson_set_of(name, {PurePosixPath(entry.filename).name: archive.read(entry) for entry in entries})
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError) as error:
        raise FormatError(f"{name}: expected a .zip file with lessons (.md) and graph files, got {error}") from None


def packed(files: Files) -> bytes:
    """Return a .zip file of lessons and graph files, for `unpacked`."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)  # of no date: the same is the same
    return buffer.getvalue()


def lesson_set_of(name: str, files: Files) -> LessonSet:
    """Return the lessons among some files.

    Raises
    ------
    FormatError
        If there is none.
    """
    texts = {
        file: data[: 4 * MOST_BYTES].decode("utf-8", errors="replace")
        for file, data in sorted(files.items())
        if file.endswith(SUFFIX) and file != f"README{SUFFIX}"
    }
    read = {file: read_lesson(text, file.removesuffix(SUFFIX)) for file, text in texts.items()}
    if not read:
        raise FormatError(f"{name}: there is no lesson in it; a lesson is a text file whose name ends in {SUFFIX}")
    lessons = tuple(lesson for lesson, _ in read.values())
    problems = {lesson.name: problems for lesson, problems in read.values()}
    beside = {file: data for file, data in files.items() if file not in read}
    return LessonSet(lessons, problems, beside, {file.removesuffix(SUFFIX): text for file, text in texts.items()})


def _lesson_files_among(paths: Iterable[Path]) -> dict[str, bytes]:
    """Return the files among some paths that a folder of lessons may hold, without symbolic links."""
    there = sorted(path for path in paths if path.is_file() and not path.is_symlink())
    _require_few_bytes("the folder", [path.stat().st_size for path in there])
    return {path.name: path.read_bytes() for path in there}


def _require_few_bytes(name: str, sizes: list[int]) -> None:
    if len(sizes) > MOST_FILES or sum(sizes) > MOST_SHELF_BYTES:
        raise FormatError(
            f"{name}: {len(sizes):,} files with {sum(sizes):,} bytes are too many; at most {MOST_FILES:,} files with "
            f"{MOST_SHELF_BYTES:,} bytes are read"
        )
