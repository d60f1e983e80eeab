"""The scripts of the stage as one: a page asks its server once, not forty times, and one without a server has them all.

Every module becomes the body of a function that returns what the module exports, in the order in which they are needed.
"""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path

FRONTEND = Path(__file__).parents[1] / "stage" / "frontend"
ENTRY, STYLE = "main.js", "stage.css"

_IMPORT = re.compile(r"""^import\s+(?:\{([^{}]*)\}\s*from\s*)?(["'])(\.{1,2}/[^"'\n]+\.js)\2;""", re.MULTILINE)
_AS = re.compile(r"\s+as\s+")
_EXPORT = re.compile(r"^export\s+(?:default\s+)?(?=(?:async\s+)?(?:const|function|class)\s+(\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


@cache
def module() -> str:
    """All that the stage needs as one module, whose default export mounts it."""
    return f"{script()}export default {namespace(ENTRY)}.mount;\n"


@cache
def script(entry: str = ENTRY) -> str:
    """A module and all that it imports as one script, which keeps the exports of each in the constant `namespace`.

    Raises
    ------
    ValueError
        If modules import each other in a circle, or in a form that is not `import { a, b as c } from './name.js';`,
        or export anything but a `const`, `function` or `class`.
    """
    parts: dict[str, str] = {}
    _add(entry, parts, ())
    return "".join(parts.values())


@cache
def style_sheet() -> str:
    """The style sheet of the stage."""
    return (FRONTEND / STYLE).read_text(encoding="utf-8")


def namespace(name: str) -> str:
    """The constant that holds what a module exports.

    Examples
    --------
    >>> namespace("text_view.js")
    '$text_view'
    """
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


def as_function(name: str, text: str) -> tuple[str, list[str]]:
    """A module as a constant with its exports, and the names of the modules that have to stand before it.

    Examples
    --------
    >>> as_function("a.js", "import { b as c } from './b.js';\\nexport const d = c;\\n")
    ('const $a = (() => {\\nconst { b: c } = $b;\\nconst d = c;\\nreturn { d };\\n})();\\n', ['b.js'])
    """
    imported: list[str] = []

    def from_constant(match: re.Match[str]) -> str:
        imported.append(posixpath.normpath(posixpath.join(posixpath.dirname(name), match[3])))
        names = _AS.sub(": ", match[1] or "")
        return f"const {{{names}}} = {namespace(imported[-1])};" if names else ""

    text = _IMPORT.sub(from_constant, text)
    exported = [match[1] for match in _EXPORT.finditer(text)]
    text = _EXPORT.sub("", text).rstrip("\n")
    if other := _OTHER.search(text):
        raise ValueError(f"{name}: cannot be put into one script: {other[0]}")
    return f"const {namespace(name)} = (() => {{\n{text}\nreturn {{ {', '.join(exported)} }};\n}})();\n", imported


def _add(name: str, parts: dict[str, str], path: tuple[str, ...]) -> None:
    if name in path:
        raise ValueError(f"modules import each other: {' → '.join((*path, name))}")
    if name in parts:
        return
    part, imported = as_function(name, (FRONTEND / name).read_text(encoding="utf-8"))
    for other in imported:
        _add(other, parts, (*path, name))
    parts[name] = part
