"""What a command says: its result, and on standard error notes, progress, and how it ended."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from enum import IntEnum
from pathlib import Path

from explorer.formats.text import one_line

Arguments = argparse.Namespace

PROGRAM = "game-graph-explorer"
MOST_NOTES = 20  # of one kind

_LAST_STREAM = 2  # the number of standard error
_SECONDS_BETWEEN_WORDS = 0.5
_CLEAR = "\r\x1b[K"  # back to the beginning of the line, and erase it

Progress = Callable[..., None]
"""Called with how much is done and, where that is known, how much there is in all."""


class Loudness(IntEnum):
    """How much is said: errors; what the user should know of the result; also what was read and how long it took."""

    QUIET = 0
    NORMAL = 1
    VERBOSE = 2


loudness: ContextVar[Loudness] = ContextVar("loudness", default=Loudness.NORMAL)


def open_closed_streams() -> None:
    """Have a standard stream that is closed be as if it led to the null device; a service may begin without any."""
    with suppress(OSError):
        while (number := os.open(os.devnull, os.O_RDWR)) <= _LAST_STREAM:
            os.set_inheritable(number, True)  # else the next file that is opened would get this number
        os.close(number)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  # as long as all runs


def say(line: str) -> None:
    """Write one line of the result."""
    sys.stdout.write(line + "\n")


def fail(sentence: str) -> None:
    """Write why a command ends without a result."""
    _write(f"{PROGRAM}: {sentence}")


def note(line: str) -> None:
    """Write one line that the user should know of the result."""
    if loudness.get() >= Loudness.NORMAL:
        _write(line)


def note_first(lines: Sequence[str], rest: str) -> None:
    """Write the first of very many lines, and `rest` with the number of the others; to those who want it, all."""
    most = len(lines) if loudness.get() == Loudness.VERBOSE else MOST_NOTES
    for line in lines[:most]:
        note(line)
    if len(lines) > most:
        note(rest.format(len(lines) - most))


def detail(line: str) -> None:
    """Write one line for those who want to know everything."""
    if loudness.get() == Loudness.VERBOSE:
        _write(line)


def _write(text: str) -> None:
    sys.stderr.write(one_line(text) + "\n")


@contextmanager
def progress(words: str = "{done:,} of {total:,} steps") -> Iterator[Progress]:
    """Whom long work tells how far it is: a line on a terminal, which is erased in the end; nothing in a pipe.

    Parameters
    ----------
    words : the line, with `done` and `total` in it.
    """
    is_shown = loudness.get() > Loudness.QUIET and sys.stderr.isatty()
    said = time.monotonic()
    is_there = False

    def tell(done: int, total: int = 0) -> None:
        nonlocal said, is_there
        if is_shown and time.monotonic() - said >= _SECONDS_BETWEEN_WORDS:
            said, is_there = time.monotonic(), True
            sys.stderr.write(_CLEAR + words.format(done=done, total=total))
            sys.stderr.flush()

    try:
        yield tell
    finally:
        if is_there:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()
