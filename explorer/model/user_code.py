"""Code of the user, in a Python file or handed over in Python: how to run it and where it fails.

To load such a file is to run it.  So only what the person who started the program gave to it comes here; links, uploads
and everything else that reaches the app from outside hold graphs, never code.
"""

from __future__ import annotations

import re
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from explorer.model.errors import FormatError, quoted


class _Loader(SourceFileLoader):
    """Loader that runs a file as it is now; nothing compiled is read or left beside it."""

    def path_stats(self, path: str) -> NoReturn:
        raise OSError


def run_file(file: str, example: str) -> ModuleType:
    """Run a Python file and return its module; `example` shows how such a file is named.

    Raises
    ------
    FormatError
        If there is no such file, or it fails.
    """
    path = Path(file)
    if not path.is_file():
        raise FormatError(f"there is no file {quoted(file)}; name a Python file, as in {example}")
    name = f"user_code_{re.sub(r'[^0-9A-Za-z_]', '_', path.stem)}"
    spec = spec_from_file_location(name, path, loader=_Loader(name, str(path)))
    if spec is None or spec.loader is None:
        raise FormatError(f"{file} cannot be loaded as a Python file")
    module = module_from_spec(spec)
    sys.modules[name] = module  # where dataclasses look for the names in their annotations
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        index = f", line {error.lineno}" if error.lineno else ""
        raise FormatError(f"{error.filename or file}{index}: {error.msg}") from None
    except (Exception, SystemExit) as error:
        raise FormatError(f"{file}{line_in(error, str(path))}: {error_words(error)}") from None
    return module


def error_words(error: BaseException) -> str:
    """Return an error of the user's code in one line: its kind and its words."""
    try:
        words = " ".join(str(error).split())
    except Exception:
        words = ""
    kind = type(error).__name__
    return f"{kind}: {words:.200}" if words else kind


def line_in(error: BaseException, file: str | None = None) -> str:
    """Return the line of a file where an error arose: ", line 12"; "" if it arose elsewhere.

    Without a file it is the one that was called from where the error was caught.
    """
    trace, frames = error.__traceback__, list[tuple[str, int]]()
    while trace is not None:
        frames.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    called = file or next((name for name, _ in frames if name != frames[0][0]), None)
    lines = [line for name, line in frames if name == called]
    return f", line {lines[-1]}" if lines else ""
