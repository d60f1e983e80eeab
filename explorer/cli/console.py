"""Output of a command: its result, and on standard error notes, progress, and the reason of a failure."""

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

ProgressLine = Callable[..., None]
"""Writes how much is done and, if that is known, how much there is in all."""


class Loudness(IntEnum):
    """Amount of output: errors alone; notes on the result, too; also input and times."""

    QUIET = 0
    NORMAL = 1
    VERBOSE = 2


loudness: ContextVar[Loudness] = ContextVar("loudness", default=Loudness.NORMAL)


def open_closed_streams() -> None:
    """Open closed standard streams on the null device, since a service may begin without any."""
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
    """Write the reason why a command ends without a result."""
    _write_to_stderr(f"{PROGRAM}: {sentence}")


def note(line: str) -> None:
    """Write a note on the result, unless the command is quiet."""
    if loudness.get() >= Loudness.NORMAL:
        _write_to_stderr(line)


def note_first(lines: Sequence[str], rest: str) -> None:
    """Write the first of very many lines, and `rest` with the number of the others; all lines if verbose."""
    most = len(lines) if loudness.get() == Loudness.VERBOSE else MOST_NOTES
    for line in lines[:most]:
        note(line)
    if len(lines) > most:
        note(rest.format(len(lines) - most))


def detail(line: str) -> None:
    """Write a line if the command is verbose."""
    if loudness.get() == Loudness.VERBOSE:
        _write_to_stderr(line)


def _write_to_stderr(text: str) -> None:
    sys.stderr.write(one_line(text) + "\n")


@contextmanager
def progress(words: str = "{done:,} of {total:,} steps") -> Iterator[ProgressLine]:
    """Yield a function that writes progress on a line of the terminal, erased in the end; in a pipe it writes nothing.

    Parameters
    ----------
    words : the line, with `done` and `total` in it.
    """
    is_shown = loudness.get() > Loudness.QUIET and sys.stderr.isatty()
    last_time = time.monotonic()
    has_line = False

    def tell(count: int, total: int = 0) -> None:
        nonlocal last_time, has_line
        if is_shown and time.monotonic() - last_time >= _SECONDS_BETWEEN_WORDS:
            last_time, has_line = time.monotonic(), True
            sys.stderr.write(_CLEAR + words.format(done=count, total=total))
            sys.stderr.flush()

    try:
        yield tell
    finally:
        if has_line:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()
