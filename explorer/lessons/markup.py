"""The marks in the text of a lesson: paragraphs, lists and tables; emphasis and formulas in lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from explorer.lessons.lesson import without_claims

_FORMULA = re.compile(r"\$([^$\n]+)\$")
_EMPHASIS = re.compile(r"\*\*(?P<strong>[^*\n]+)\*\*|\*(?P<emphasis>[^*\n]+)\*")
_ITEM = re.compile(r"(?:-|\d+\.) +(.+)")
_RULE = re.compile(r":?-+:?")  # a cell of the line below the head of a table


class BlockKind(StrEnum):
    """What a block of a text is."""

    PARAGRAPH = "p"
    BULLETS = "ul"
    NUMBERS = "ol"
    TABLE = "table"


class RunKind(StrEnum):
    """How a run of letters is set."""

    PLAIN = ""
    STRONG = "strong"
    EMPHASIS = "em"
    FORMULA = "formula"


@dataclass(frozen=True)
class Block:
    """A part of a text: a paragraph or an item has a row with one cell, a table its rows, the head first."""

    kind: BlockKind
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Run:
    """Letters that are set alike; of a formula its TeX."""

    text: str
    kind: RunKind = RunKind.PLAIN


def blocks(text: str) -> list[Block]:
    """The blocks of a text, its claims as they are read.

    Examples
    --------
    >>> [(block.kind.value, block.rows) for block in blocks("Two\\nlines.\\n\\n- **one**\\n- {{2 : nodes}}")]
    [('p', (('Two lines.',),)), ('ul', (('**one**',), ('2',)))]
    """
    parts = re.split(r"\n\s*\n", without_claims(text).strip())
    return [block for part in parts if part.strip() for block in _blocks(part.strip().splitlines())]


def runs(text: str) -> Iterator[Run]:
    """The runs of a line.

    Examples
    --------
    >>> [(run.text, run.kind.value) for run in runs("so *that* $a_1$")]
    [('so ', ''), ('that', 'em'), (' ', ''), ('a_1', 'formula')]
    """
    for index, part in enumerate(_FORMULA.split(without_claims(text))):
        if index % 2:
            yield Run(part, RunKind.FORMULA)
        else:
            yield from _emphasised(part)


def _blocks(lines: list[str]) -> Iterator[Block]:
    """A table, or paragraphs and lists in turn."""
    if len(lines) > 1 and all(line.startswith("|") for line in lines):
        rows = (tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines)
        yield Block(BlockKind.TABLE, tuple(row for row in rows if not all(map(_RULE.fullmatch, row))))
        return
    waiting: list[str] = []
    for line in [*lines, ""]:
        if waiting and (not line or _is_item(line) != _is_item(waiting[0])):
            yield _block(waiting)
            waiting = []
        if line:
            waiting.append(line)


def _is_item(line: str) -> bool:
    return _ITEM.fullmatch(line) is not None


def _block(lines: list[str]) -> Block:
    """A list or a paragraph."""
    items = tuple((match[1],) for line in lines if (match := _ITEM.fullmatch(line)))
    if not items:
        return Block(BlockKind.PARAGRAPH, ((" ".join(lines),),))
    return Block(BlockKind.BULLETS if lines[0].startswith("-") else BlockKind.NUMBERS, items)


def _emphasised(text: str) -> Iterator[Run]:
    at = 0
    for found in _EMPHASIS.finditer(text):
        if found.start() > at:
            yield Run(text[at : found.start()])
        name = found.lastgroup or "emphasis"
        yield Run(found[name], RunKind.STRONG if name == "strong" else RunKind.EMPHASIS)
        at = found.end()
    if at < len(text):
        yield Run(text[at:])
