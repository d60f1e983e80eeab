"""The command line: its parser, its console, and the commands."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

from explorer.app.process import app_process

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; the app loads at the same time if the command opens it."""
    if argv is None and sys.argv[1:2] in ([], ["open"]) and not {"-h", "--help"} & {*sys.argv}:
        app_process()
    code: int = import_module("explorer.cli.parser").main(argv)
    return code
