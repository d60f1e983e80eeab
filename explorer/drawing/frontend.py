"""The scripts of the stage as one import map, for pages that must not ask anybody for a file.

A module from a `data:` address cannot name its neighbours by relative paths, so that every relative import is
rewritten to a bare name, and the import map gives each name its address.
"""

from __future__ import annotations

import posixpath
import re
import string
from functools import cache
from pathlib import Path
from urllib.parse import quote

FRONTEND = Path(__file__).parents[1] / "stage" / "frontend"
ENTRY, STYLE = "main.js", "stage.css"

_IMPORT = re.compile(r"""(\bfrom\s*|\bimport\s*\(?\s*)(["'])(\.{1,2}/[^"'\n]+\.js)\2""")
_PLAIN = string.punctuation.replace("%", "").replace("#", "") + " "  # what a data: address can hold as it stands


@cache
def import_map() -> dict[str, str]:
    """The `data:` address of every module that the entry of the stage imports, itself included, by bare name."""
    return {name: f"data:text/javascript;charset=utf-8,{quote(text, safe=_PLAIN)}" for name, text in _modules().items()}


@cache
def style_sheet() -> str:
    """The style sheet of the stage."""
    return (FRONTEND / STYLE).read_text(encoding="utf-8")


def _modules() -> dict[str, str]:
    """The text of every module by its path in the frontend, relative imports made bare."""
    found: dict[str, str] = {}
    waiting = [ENTRY]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name], imported = with_bare_imports(name, (FRONTEND / name).read_text(encoding="utf-8"))
            waiting += imported
    return found


def with_bare_imports(name: str, text: str) -> tuple[str, list[str]]:
    """The text of a module with its relative imports made bare, and the names of the modules that it imports.

    Examples
    --------
    >>> with_bare_imports("layout/tree.js", "import { h } from '../panel.js';")
    ("import { h } from 'panel.js';", ['panel.js'])
    """
    imported: list[str] = []

    def bare(match: re.Match[str]) -> str:
        imported.append(posixpath.normpath(posixpath.join(posixpath.dirname(name), match[3])))
        return f"{match[1]}{match[2]}{imported[-1]}{match[2]}"

    return _IMPORT.sub(bare, text), imported
