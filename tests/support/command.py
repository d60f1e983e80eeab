"""What the command line promises."""

from __future__ import annotations


def is_one_sentence(err: str) -> bool:
    """Whether standard error has one line, as for every error."""
    return err.count("\n") == 1 and err.endswith("\n") and err.startswith("game-graph-explorer: ")
