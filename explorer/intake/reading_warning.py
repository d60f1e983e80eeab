"""Sentences about how an input was read, and the Python warning that carries them."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from explorer.intake.conditions import ONLY_ENDLESS
from explorer.intake.intake import Assembled
from explorer.intake.readings import Turns
from explorer.model.check import LOST, NOT_LOST, Problem, Severity, check
from explorer.model.graph import GameGraph

_MOST = 5  # sentences of a warning
_PACKAGE = str(Path(__file__).resolve().parent.parent)


class ReadingWarning(UserWarning):
    """A note that part of a graph was guessed, left out, or not evaluated."""


class OtherReading(NamedTuple):
    """Options that ask for the other reading of an input, with `{}` for the convention."""

    lost_ends: str
    convention: str


COMMAND_LINE = OtherReading(f"--{LOST}", "--convention {}")
PYTHON = OtherReading(f"as_graph(…, {LOST.replace('-', '_')}=True)", 'as_graph(…, convention="{}")')


def with_option(problem: Problem, door: OtherReading) -> str:
    """Return the problem as text, with the option that asks for the other reading, if there is one."""
    if problem.other in ("", NOT_LOST):
        return str(problem)
    if problem.other == LOST:
        return f"{problem}; if they are lost for the player to move, {door.lost_ends}"
    return f"{problem}; for {Turns(problem.other).words}, {door.convention.format(problem.other)}"


def reading_notes(reading: Assembled) -> list[Problem]:
    """Return the warnings about how a graph was read; first come those that can change a score.

    Warnings about the graph itself, such as unreachable nodes, are left to `check`.
    """
    all_warnings = [problem for problem in reading.problems if problem.severity is Severity.WARNING]
    odd = {problem.message for problem in check(reading.graph)} if all_warnings else set()
    notes = [problem for problem in all_warnings if problem.other or problem.message not in odd]
    return sorted(notes, key=lambda problem: not (problem.other or problem.is_grave))


def good_with_warning(reading: Assembled) -> GameGraph:
    """Return the graph, if it has no errors, after a warning about how it was read."""
    graph = reading.require_good()
    warn_of_reading(reading)
    return graph


def warn_of_reading(reading: Assembled, name: str = "", settled: Collection[str] = ()) -> None:
    """Give one `ReadingWarning`, at the line outside this package, if anything was guessed or left out.

    Parameters
    ----------
    name : of the input, if it has one.
    settled : other readings (`Problem.other`) that are not mentioned, since the caller has chosen.
    """
    notes = [
        note
        for note in reading_notes(reading)
        if note.message != ONLY_ENDLESS and not (note.other and note.other in settled)
    ]
    if notes:
        warnings.warn(_warning_text(notes, name), ReadingWarning, stacklevel=_level_of_caller())


def _warning_text(notes: list[Problem], name: str) -> str:
    """Return the sentences of one warning, each in a line of its own where there are several."""
    sentences = [with_option(note, PYTHON).removeprefix("warning: ") for note in notes[:_MOST]]
    if len(notes) > _MOST:
        sentences.append(f"and {len(notes) - _MOST:,} more; the command check lists them")
    prefix = f"{name}: " if name else ""
    if len(sentences) == 1:
        return prefix + sentences[0]
    return f"{prefix}how the graph was read" + "".join(f"\n- {sentence}" for sentence in sentences)


def _level_of_caller() -> int:
    """Return the `stacklevel` of the innermost line outside this package, as `warn` counts for its caller."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame, level = frame.f_back, level + 1
    return level
