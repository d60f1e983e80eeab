"""The commands, each a file with its arguments, its action and its output."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from explorer.cli.commands.command import Command

_LISTS = ("games", "samples", "algorithms")  # which share a file
NAMES = (
    "open",
    "serve",
    "solve",
    "why",
    "path",
    "trace",
    "compare",
    "e-valuate",
    "check",
    "diff",
    "index",
    "verify",
    "replay",
    "convert",
    "unfold",
    "export",
    "link",
    "lesson",
    "task",
    "papers",
    "generate",
    "bench",
    *_LISTS,
)
"""In the order in which the help lists them."""


def load_command(name: str) -> Command:
    """Return the command of this name; import its file only now, since each needs other parts of the program."""
    file, constant = ("lists", name.upper()) if name in _LISTS else (name.replace("-", "_"), "COMMAND")
    command: Command = getattr(import_module(f"{__name__}.{file}"), constant)
    return command
