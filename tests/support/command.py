"""What the command line promises."""

from __future__ import annotations

STOPPED = "game-graph-explorer: stopped by Ctrl+C\n"


def lines_of(progress: str) -> list[str]:
    """What stood in the line of progress of a terminal, one after the other; in the end it is erased."""
    *lines, last = progress.split("\r\x1b[K")[1:]
    assert last == ""
    return lines


def is_one_sentence(err: str) -> bool:
    """Whether standard error has one line, as for every error."""
    return err.count("\n") == 1 and err.endswith("\n") and err.startswith("game-graph-explorer: ")
