"""The README and the pages of the help, as tests read them."""

from __future__ import annotations

import re
from pathlib import Path

from explorer.app.help_texts import FOLDER

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = {path.stem: path for path in sorted(FOLDER.glob("*.md"))}

_BLOCK = re.compile(r"^```(?P<language>\w*)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)


def text_of(page: str) -> str:
    """The Markdown of a page of the help."""
    return PAGES[page].read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    """The blocks of code in a language, "" for those that name none, in order."""
    return [block["code"] for block in _BLOCK.finditer(text) if block["language"] == language]


def prose(text: str) -> str:
    """The text without its blocks of code."""
    return _BLOCK.sub("", text)


def code_of(page: str, language: str, *, section: str = "") -> list[str]:
    """The blocks of code of a page, or of one section, which its heading begins."""
    text = text_of(page)
    if section:
        text = text.split(f"{section}\n")[1].split("\n## ")[0]
    return blocks(text, language)


def table_of(text: str) -> list[list[str]]:
    """The cells of all rows of all tables, without their heads."""
    rows = [_cells(line) for line in prose(text).splitlines() if line.startswith("|")]
    rules = [at for at, cells in enumerate(rows) if all(set(cell) <= set("-") for cell in cells)]
    return [cells for at, cells in enumerate(rows) if at not in rules and at + 1 not in rules]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
