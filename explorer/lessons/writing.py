"""Changes to the text of a lesson in the editor, and the file in which it is saved."""

from __future__ import annotations

from explorer.lessons.lesson import Lesson
from explorer.lessons.library import ARCHIVE, SUFFIX, packed
from explorer.lessons.scenes import Files

NEW_LESSON = """title: My lesson
source: Kars, section 3
minutes: 10
before: The minimax rule

# The first slide
scene: sample=figure-1&algorithm=score-iteration&step=0
graph: 4110b93b
steps: 0, 2, 4

A few sentences. The score of a is {{1 : score of a}}.

> Notes of the lecturer begin with this mark. Readers do not see them.

? What is the score of c?
= score of c
* 1 | The reply to a correct answer.
- 2 | The reply to a mistake that you foresee.
"""

_SCENE = ("scene:", "graph:")
_TITLE, _TEXT = "# New slide", "What is to be seen here."


def slide_at(lesson: Lesson, line: int) -> int:
    """Return the index of the slide that a line belongs to; the first one for a line above all slides."""
    return max((index for index, slide in enumerate(lesson.slides) if slide.line <= line), default=0)


def with_scene(text: str, line: int, query: str, hash: str) -> str:
    """Return a lesson's text with another scene for the slide that begins in a line.

    Examples
    --------
    >>> print(with_scene("# One\\nscene: sample=nim\\nsteps: 0\\n\\nText.", 1, "sample=figure-1", "4110b93b"))
    # One
    scene: sample=figure-1
    graph: 4110b93b
    steps: 0
    <BLANKLINE>
    Text.
    """
    lines = text.split("\n")
    end = next((at for at in range(line, len(lines)) if not lines[at].strip()), len(lines))
    kept = [each for each in lines[line:end] if not each.startswith(_SCENE)]
    return "\n".join([*lines[:line], *_scene_lines(query, hash), *kept, *lines[end:]])


def with_slide(text: str, before: int, query: str, hash: str) -> tuple[str, int]:
    """Return a lesson's text with a new slide before a line, or at its end, and its title's line."""
    lines = text.rstrip("\n").split("\n") if text.strip() else []
    at = min(before - 1, len(lines))
    above = ["", _TITLE] if at and lines[at - 1].strip() else [_TITLE]
    new = [*above, *_scene_lines(query, hash), "", _TEXT, ""]
    return "\n".join([*lines[:at], *new, *lines[at:]]), at + len(above)


def lesson_file(name: str, text: str, files: Files) -> tuple[str, bytes]:
    """Return the name and content of the file of a lesson: its text, or an archive with its graph files."""
    content = text.encode(errors="replace")
    if not files:
        return f"{name}{SUFFIX}", content
    return f"{name}{ARCHIVE}", packed({f"{name}{SUFFIX}": content, **files})


def _scene_lines(query: str, hash: str) -> list[str]:
    return [f"scene: {query}", f"graph: {hash}"]
