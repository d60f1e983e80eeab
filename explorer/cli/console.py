"""Output of a command: its result, and on standard error notes, progress, and the reason of a failure."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from enum import IntEnum
from pathlib import Path
from typing import Any

from explorer.formats.text import one_line

Arguments = argparse.Namespace

PROGRAM = "game-graph-explorer"
MOST_NOTES = 20  # of one kind

_LAST_STREAM = 2  # the number of standard error
_SECONDS_BETWEEN_WORDS = 0.5
_SECONDS_TO_BE_LONG = 10
_STOPS = "; Ctrl+C ends it with what is known by then"
_CLEAR = "\r\x1b[K"  # back to the beginning of the line, and erase it

ProgressLine = Callable[..., Any]
"""Writes how much is done and, if that is known, how much there is in all; True if the user wants to stop."""

ProgressWords = str | Callable[[], str]


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


def caution(line: str) -> None:
    """Write a note on a result that is not whole, which a quiet command writes, too."""
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


class ProgressReport:
    """Progress of some work on standard error: a line of a terminal, or now and then a line of a pipe.

    Attributes
    ----------
    is_stopped : whether the user wants the work to stop.
    """

    def __init__(self, words: ProgressWords, *, can_stop: bool) -> None:
        self._words, self._can_stop = words, can_stop
        self._is_terminal = sys.stderr.isatty()
        self._is_shown = loudness.get() > Loudness.QUIET and (self._is_terminal or can_stop)
        self._began = time.monotonic()
        self._next_time = self._began + (_SECONDS_BETWEEN_WORDS if self._is_terminal else _SECONDS_TO_BE_LONG)
        self._has_line = self.is_stopped = False

    def tell(self, count: int, total: int = 0) -> bool:
        """Report progress, and return whether the user wants the work to stop."""
        if self._is_shown and (now := time.monotonic()) >= self._next_time:
            self._write(count, total, now - self._began)
        return self.is_stopped

    def stop(self, *_: object) -> None:
        """Have the work stop at its next report; the next interrupt ends the program."""
        self.is_stopped = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def erase(self) -> None:
        """Erase the line from the terminal."""
        if self._has_line:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()

    def _write(self, count: int, total: int, seconds: float) -> None:
        words = self._words if isinstance(self._words, str) else self._words()
        line = words.format(done=count, total=total)
        if self._can_stop and seconds >= _SECONDS_TO_BE_LONG:
            line += _STOPS
        if self._is_terminal:
            self._has_line, self._next_time = True, self._began + seconds + _SECONDS_BETWEEN_WORDS
            sys.stderr.write(_CLEAR + line)
        else:
            self._next_time = self._began + 2 * seconds
            sys.stderr.write(line + "\n")
        sys.stderr.flush()


@contextmanager
def progress(words: ProgressWords = "{done:,} of {total:,} steps", *, can_stop: bool = False) -> Iterator[ProgressLine]:
    """Yield a function that writes progress on a line of the terminal, which is erased in the end.

    Parameters
    ----------
    words : the line, with `done` and `total` in it, or a function that makes it.
    can_stop : whether the work stops where that function returns True.  Then an interrupt makes it return True, and
        work of more than ten seconds reports its progress in a pipe as well, each time after twice as long.
    """
    report = ProgressReport(words, can_stop=can_stop)
    before = signal.getsignal(signal.SIGINT)
    is_caught = can_stop and threading.current_thread() is threading.main_thread()
    if is_caught:
        signal.signal(signal.SIGINT, report.stop)
    try:
        yield report.tell
    finally:
        if is_caught:
            signal.signal(signal.SIGINT, before)
        report.erase()
