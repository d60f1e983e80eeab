"""What regular expressions of the formats keep clear of."""

from __future__ import annotations

import re
from pathlib import Path

import explorer.formats

MODULES = sorted(Path(explorer.formats.__file__).parent.glob("*.py"))
REPEATED_FOR_GOOD = re.compile(r"\)(?:[*+?]|\{+[\d,]+\}+)\+")


def test_no_group_is_repeated_possessively():
    """Python before 3.11.5 matches `(?:…)*+` wrongly (python/cpython#106052); `(?>(?:…)*)` says the same."""
    assert REPEATED_FOR_GOOD.search(r"(?:ab)*+")
    assert [path.name for path in MODULES if REPEATED_FOR_GOOD.search(path.read_text(encoding="utf-8"))] == []
