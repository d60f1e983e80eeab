"""The command `lesson`: check lessons, write one as a page, a handout or a quiz, and grade answers to assignments."""

from __future__ import annotations

import argparse
from pathlib import Path

from explorer.cli import graphs
from explorer.cli.commands.command import DISAGREES, Command
from explorer.cli.console import Arguments, note, progress, say
from explorer.cli.printing import page_as_pdf
from explorer.cli.tables import lines_of
from explorer.lessons import Lesson, LessonSet, check, lesson_names, read_lessons
from explorer.lessons.checking import unchecked_note
from explorer.lessons.grading import csv_of, grade_all, table
from explorer.lessons.library import lesson_path, present_name
from explorer.model.errors import OptionError, quoted
from explorer.trace import dump_json

CHECK, EXPORT, GRADE = "check", "export", "grade"
ACTIONS = (CHECK, EXPORT, GRADE)
_LESSON_HELP = (
    "check names every mistake with its line, exit code 1 on any; export writes a page or a quiz for Moodle; grade "
    "makes a table of files of answers, each judged anew, and names those to be looked at (this is no exam security)"
)
PAGE, HANDOUT, QUIZ = ".html", ".pdf", ".xml"
ALL = "all"  # in the place of names: all lessons of the program
FORMS = ("worksheet", "solutions")


def run_lesson(arguments: Arguments) -> int:
    """Check lessons, write one as a page, print it as a handout, or grade answers."""
    if arguments.action != EXPORT and (arguments.notes or arguments.form or arguments.variant):
        raise OptionError(
            "--notes, --form and --variant are for lesson export; write: lesson export LESSON -o HANDOUT.pdf --notes"
        )
    if arguments.action == GRADE:
        return _write_grades(arguments)
    if arguments.lessons or arguments.json:
        raise OptionError("--lesson and --json are for lesson grade")
    if arguments.action == CHECK and arguments.out is not None:
        raise OptionError("-o is for lesson export and lesson grade; lesson check writes to standard output")
    names = lesson_names() if arguments.files == [ALL] else arguments.files
    lesson_sets = [(name, lesson_set_of(name)) for name in names]
    if arguments.action == EXPORT:
        return _write_page_or_handout(lesson_sets, arguments)
    return _write_problems(lesson_sets)


def lesson_set_of(name: str) -> LessonSet:
    """Return the lessons in a file or folder, or the lesson of the program with this name."""
    path = Path(name)
    if path.exists():
        return read_lessons(path)
    if present_name(name) in lesson_names():
        return read_lessons(lesson_path(present_name(name)))
    known = ", ".join(lesson_names())
    raise OptionError(f"there is no file or folder {quoted(name)}; a lesson of the program is one of {known}")


def _write_grades(arguments: Arguments) -> int:
    """Write a table of students' answers to assignments; exit code 1 if a file is to be looked at."""
    _require_suffix(arguments.out or graphs.STANDARD, [".json" if arguments.json else ".csv"])
    lesson_sets = [lesson_set_of(name) for name in arguments.lessons or lesson_names()]
    graded = grade_all([(name, Path(name).read_bytes()) for name in arguments.files], lesson_sets)
    for each in graded:
        for problem in each.problems:
            note(f"{each.file}: {problem}")
    if arguments.json:
        text = dump_json([each.to_json() for each in graded]) + "\n"
    elif arguments.out is not None:
        text = csv_of(table(graded))
    else:
        rows = table(graded).astype(object).fillna("").astype(str)
        text = "".join(lines_of(list(rows.columns), [list(rows[name]) for name in rows.columns]))
    _write_output(text.encode(errors="replace"), arguments.out or graphs.STANDARD)
    return DISAGREES if any(each.problems for each in graded) else 0


def _write_problems(lesson_sets: list[tuple[str, LessonSet]]) -> int:
    """Write every problem of the lessons with its file and line; exit code 1 if there is any."""
    code = 0
    for name, lesson_set in lesson_sets:
        for lesson in lesson_set.lessons:
            where = name if name.endswith(".md") or len(lesson_set.lessons) == 1 else f"{name}/{lesson.name}.md"
            with progress(f"{where}: checking slide {{done:,}} of {{total:,}}") as tell:
                found = check(lesson, lesson_set.files, tell)
            problems = sorted([*lesson_set.problems[lesson.name], *found], key=lambda problem: problem.line)
            for problem in problems:
                say(f"{where}:{problem.line}: {problem.message}")
            if not problems:
                claims = sum(1 for slide in lesson.slides for _ in slide.claims())
                say(f"{where}: {len(lesson.slides)} slides, {claims} statements checked, no problems")
            if unchecked := unchecked_note(lesson):
                say(f"{where}: {unchecked}")
            code = DISAGREES if problems else code
    return code


def _write_page_or_handout(lesson_sets: list[tuple[str, LessonSet]], arguments: Arguments) -> int:
    """Write a lesson as a page, a handout or a quiz, or several into a folder with an index."""
    lessons = [(lesson, lesson_set) for _, lesson_set in lesson_sets for lesson in lesson_set.lessons]
    out = arguments.out
    if out is not None and not Path(out).suffix and out != graphs.STANDARD:
        return _write_folder(lessons, Path(out), arguments)
    if len(lessons) != 1 or out is None:
        raise OptionError(
            "name one lesson and the page (.html), the handout (.pdf) or the quiz for Moodle (.xml) to write, or a "
            "folder for several, as in: lesson export unwinding -o unwinding.pdf"
        )
    _require_suffix(out, [PAGE, HANDOUT, QUIZ])
    if Path(out).suffix.lower() == QUIZ:
        return _write_quiz(*lessons[0], out)
    is_pdf = Path(out).suffix.lower() == HANDOUT
    form = arguments.form or ("worksheet" if is_pdf else None)
    content = _page_or_handout(*lessons[0], form, arguments)
    if is_pdf:
        _write_output(page_as_pdf(content, Path(out).parent), out)
    else:
        _write_output(content.encode(errors="replace"), out)
    return 0


def _page_or_handout(lesson: Lesson, lesson_set: LessonSet, form: str | None, arguments: Arguments) -> str:
    """Return the HTML of a lesson's page, or of its handout in a form."""
    from explorer.drawing.exports import lesson_page  # heavy: no other command waits for it

    files, notes = lesson_set.files, arguments.notes
    with progress(f"{lesson.name}: slide {{done:,}} of {{total:,}} written") as tell:
        if form is None:
            return lesson_page.lesson_page(lesson, files, notes=notes, progress=tell)
        variant = arguments.variant or 1
        if not 1 <= variant <= max(1, lesson.variants):
            raise OptionError(f"{lesson.name} has {lesson.variants} variants, there is no variant {variant}")
        handout_form = lesson_page.HandoutForm(form)
        return lesson_page.handout(lesson, handout_form, files, notes=notes, variant=variant, progress=tell)


def _write_folder(lessons: list[tuple[Lesson, LessonSet]], folder: Path, arguments: Arguments) -> int:
    """Write the pages of lessons into a folder, with an index that leads to them."""
    from explorer.drawing.exports.lesson_page import lesson_index

    suffix = f"-{arguments.form}{PAGE}" if arguments.form else PAGE
    folder.mkdir(parents=True, exist_ok=True)
    for lesson, lesson_set in lessons:
        content = _page_or_handout(lesson, lesson_set, arguments.form, arguments)
        _write_output(content.encode(errors="replace"), str(folder / f"{lesson.name}{suffix}"))
    index = lesson_index([lesson for lesson, _ in lessons], suffix)
    _write_output(index.encode(errors="replace"), str(folder / f"index{PAGE}"))
    return 0


def _write_quiz(lesson: Lesson, lesson_set: LessonSet, out: str) -> int:
    """Write the questions of a lesson as a quiz for Moodle, and name those that it cannot hold."""
    from explorer.drawing.exports.moodle_quiz import moodle_quiz

    with progress("slide {done:,} of {total:,} written") as tell:
        quiz = moodle_quiz(lesson, lesson_set.files, progress=tell)
    _write_output(quiz.content, out)
    for omission in quiz.omissions:
        note(omission)
    return 0


def _require_suffix(out: str, suffixes: list[str]) -> None:
    if out != graphs.STANDARD and Path(out).suffix.lower() not in suffixes:
        raise OptionError(f"expected a file whose name ends in {' or '.join(suffixes)}, got {quoted(out)}")


def _write_output(content: bytes, out: str) -> None:
    graphs.write_bytes(content, None if out == graphs.STANDARD else out)


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=ACTIONS, help=_LESSON_HELP)
    about = "a lesson (.md), a .zip file or a folder with lessons, or the name of one of the program (all: every one)"
    parser.add_argument("files", metavar="FILE", nargs="+", help=f"{about}; for grade, the students' files of answers")
    parser.add_argument(
        "-o",
        "--out",
        metavar="FILE",
        help="the page (.html), handout (.pdf), quiz for Moodle (.xml) or table (.csv) to write; a folder for pages",
    )
    parser.add_argument("--lesson", dest="lessons", action="append", metavar="FILE", help=f"to grade by: {about}")
    parser.add_argument("--json", action="store_true", help="for grade: a list of JSON objects, one for each file")
    parser.add_argument("--notes", action="store_true", help="for export: with the lecturer's notes")
    forms = (
        "for export: a handout without answers and with room to write, or with the answers (default of .pdf: worksheet)"
    )
    parser.add_argument("--form", choices=FORMS, help=forms)
    about_variant = "for export of a handout: of a lesson with variants, this one (default 1)"
    parser.add_argument("--variant", type=int, metavar="N", help=about_variant)


COMMAND = Command(
    "lesson",
    "check lessons, write one as a page that works offline, a handout or a quiz for Moodle, or grade answers",
    run_lesson,
    add,
    takes_graph=False,
)
