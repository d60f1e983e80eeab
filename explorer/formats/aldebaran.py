"""Aldebaran (.aut), the transition systems of CADP and mCRL2: `des (0, 2, 2)` and lines such as `(0, "label", 1)`.

It knows neither players nor scores; labels of transitions are left out, which is said.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

import numpy as np

from explorer.formats.format import Format
from explorer.formats.plain_text_syntax import split_lines
from explorer.formats.runs import unless_odd
from explorer.formats.text import note_on_size
from explorer.formats.usual_lines import Pattern, usual_lines, without_zeros
from explorer.model import plain
from explorer.model.arrow import in_arrow
from explorer.model.assemble import Assembled, AttributedMove, Row, assemble_attributed, notes_on_moves
from explorer.model.builder import MAX_NODES, GraphBuilder
from explorer.model.errors import FormatError, quoted
from explorer.model.fields import FieldReader

_HEAD = re.compile(r"\s*des\s*\(\s*(\d{1,18})\s*,\s*(\d{1,18})\s*,\s*(\d{1,18})\s*\)\s*")
_LINE = re.compile(r'\s*\(\s*(\d{1,18})\s*,\s*("[^"]*+"|[^",]*+)\s*,\s*(\d{1,18})\s*\)\s*')
_STATE = "[0-9]{1,18}"
_USUAL = Pattern(
    rf'[ \t]*\([ \t]*{_STATE}[ \t]*,(?:[ \t]*"[^"]*"[ \t]*|[^",]*),[ \t]*{_STATE}[ \t]*\)[ \t]*',
    r'[ \t]*\([ \t]*(?P<source>[0-9]+)[ \t]*,[^",]*(?:"[^"]*"[^",]*)?,[ \t]*(?P<target>[0-9]+)',
    longest=10_000,
)


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a transition system as a plain directed graph.

    Raises
    ------
    FormatError
        If it does not begin with its size, or is past `MAX_NODES`.
    """
    if (plainly := _plain(text)) is not None:
        return plainly
    lines = [(number, line) for number, line in split_lines(text) if line.strip()]
    head = _HEAD.fullmatch(lines[0][1]) if lines else None
    if head is None:
        raise FormatError("expected a transition system that begins with des (initial state, transitions, states)")
    count = int(head[3])
    if count > MAX_NODES:
        raise FormatError(f"the graph has more than {MAX_NODES:,} nodes, the most that are read")
    builder = GraphBuilder()
    _note_size(head, len(lines) - 1, builder.fields)
    found = [(number, _ends(number, line, builder.fields)) for number, line in lines[1:]]
    moves = [AttributedMove(*ends, {"label": ""}, number) for number, ends in found if ends is not None]
    nodes: list[Row] = [(None, {"id": str(number)}) for number in range(count)]
    return assemble_attributed({"root": str(int(head[1]))}, nodes, moves, builder)


def _ends(number: int, line: str, fields: FieldReader) -> tuple[str, str] | None:
    """The states that a transition leads from and to; None after noting that the line is none."""
    if (match := _LINE.fullmatch(line)) is None:
        got = quoted(line.strip())
        fields.error(f'expected a transition such as (0, "a", 1), got {got}; left out', line=number)
    return match and (str(int(match[1])), str(int(match[3])))


@unless_odd
def _plain(text: str) -> Assembled | None:
    """The graph of a large system; None of a small one, or one of an odd size."""
    number, line = next(((number, line) for number, line in split_lines(text) if line.strip()), (1, ""))
    head, lines, fields = _HEAD.fullmatch(line), usual_lines(text, _USUAL, number), FieldReader()
    if lines is None or head is None or not 0 < int(head[3]) <= MAX_NODES:
        return None
    others = [(number, line) for number, line in lines.odd if line.strip()]
    _note_size(head, len(lines.numbers) + len(others), fields)
    ends, numbers = replace(lines, odd=others).with_odd(partial(_ends, fields=fields))
    sources, targets = map(without_zeros, ends)
    tables = plain.PlainTables(
        sources=sources,
        targets=targets,
        nodes={"id": in_arrow(np.arange(int(head[3])))},
        move_lines=numbers,
        adds_ends=False,
        root=str(int(head[1])),
        notes=notes_on_moves(["label"] if len(sources) else []),
    )
    return plain.assemble_plain(tables, fields)


def _note_size(head: re.Match[str], found: int, fields: FieldReader) -> None:
    for note in note_on_size(int(head[2]), found, "transition"):
        fields.warn(note)


FORMAT = Format(
    name="aldebaran",
    title="Aldebaran transition system (.aut)",
    suffixes=(".aut",),
    read=read,
    recognises=lambda text: re.match(r"des\s*\(\s*\d", text) is not None,
    rank=38,
)
