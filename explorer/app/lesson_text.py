"""The text of a lesson as Markdown that can do no harm: emphasis, lists, tables and formulas, and nothing else."""

from __future__ import annotations

import re

from explorer.app.widgets import plain
from explorer.lessons.lesson import without_claims

_FORMULA = re.compile(r"(\$[^$\n]+\$)")
_SAFE_FORMULA = re.compile(r"\$[\w\s\\{}^+\-−*/=>≤≥.,;()\[\]|'!·…]+\$")
_ALLOWED = re.compile(r"\\(?=[*|])")
_ITEMS = re.compile(r"^(\s*\d*)\\(?=[-.] )", re.MULTILINE)


def markdown_of(text: str) -> str:
    """The text with its claims as they are read, as Markdown without links, pictures, HTML, colours or code.

    Examples
    --------
    >>> print(markdown_of("**a** is {{1 : score of a}}, $a_1$, ![](https://z) <b>"))
    **a** is 1, $a_1$, !\\[\\](https\\:⁠//z) \\<b\\>
    """
    parts = _FORMULA.split(without_claims(text))
    return "".join(part if _is_formula(part) else _marked(part) for part in parts)


def _is_formula(part: str) -> bool:
    return bool(_SAFE_FORMULA.fullmatch(part)) and "www" not in part.lower()


def _marked(text: str) -> str:
    """The text as it stands, but for emphasis, lists and tables."""
    return _ITEMS.sub(r"\1", _ALLOWED.sub("", plain(text)))
