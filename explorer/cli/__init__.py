"""The command line: what is asked, and what each command does."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

from explorer.app.process import app_process

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Return the exit code of a command; the app loads beside the rest of the program if this process is to open it."""
    if argv is None and sys.argv[1:2] in ([], ["open"]) and not {"-h", "--help"} & {*sys.argv}:
        app_process()
    code: int = import_module("explorer.cli.parser").main(argv)
    return code
