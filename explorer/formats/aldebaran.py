"""Aldebaran (.aut), the transition systems of CADP and mCRL2: `des (0, 2, 2)` and lines such as `(0, "label", 1)`.

It knows neither players nor scores; labels of transitions are left out, which is said.
"""

from __future__ import annotations

import re

import numpy as np

from explorer.formats.delimited import are_all, columns_of
from explorer.formats.format import Format
from explorer.formats.plain_text_syntax import split_lines
from explorer.formats.runs import lines_below
from explorer.formats.text import note_on_size
from explorer.model import plain
from explorer.model.arrow import Column, in_arrow
from explorer.model.assemble import Assembled, AttributedMove, Row, assemble_attributed, notes_on_moves
from explorer.model.builder import MAX_NODES, GraphBuilder
from explorer.model.errors import FormatError, quoted
from explorer.model.fields import FieldReader

_HEAD = re.compile(r"\s*des\s*\(\s*(\d{1,18})\s*,\s*(\d{1,18})\s*,\s*(\d{1,18})\s*\)\s*")
_ODD_QUOTE = re.compile(r'"(?<!,")(?!,)')  # which neither begins nor ends a label
_LINE = re.compile(r'\s*\(\s*(\d{1,18})\s*,\s*("[^"]*+"|[^",]*+)\s*,\s*(\d{1,18})\s*\)\s*')


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
    moves: list[AttributedMove] = []
    for number, line in lines[1:]:
        match = _LINE.fullmatch(line)
        if match is None:
            got = quoted(line.strip())
            builder.fields.error(f'expected a transition such as (0, "a", 1), got {got}; left out', line=number)
        else:
            moves.append(AttributedMove(str(int(match[1])), str(int(match[3])), {"label": match[2]}, number))
    nodes: list[Row] = [(None, {"id": str(number)}) for number in range(count)]
    return assemble_attributed({"root": str(int(head[1]))}, nodes, moves, builder)


def _plain(text: str) -> Assembled | None:
    """The graph of a large system of which nothing is odd; None of any other."""
    text = text.replace("\r\n", "\n")
    head = _HEAD.fullmatch(text[: text.find("\n")])
    if text.count("\n") < max(plain.LARGE, 2) or "\r" in text or head is None or not 0 < int(head[3]) <= MAX_NODES:
        return None
    if _ODD_QUOTE.search(text):
        return None
    columns = columns_of(text, ",", ("source", "label", "target"), skipped=1, has_quotes=True)
    if columns is None or not are_all(columns["label"], r'[^"\n]+') or int(head[1]) >= int(head[3]):
        return None
    ends = [(columns["source"], r"\((?:0|[1-9][0-9]{0,17})"), (columns["target"], r"(?:0|[1-9][0-9]{0,17})\)")]
    if not all(are_all(column, pattern) for column, pattern in ends):
        return None
    sources, targets = (_bare(column) for column, _ in ends)
    nodes = {"id": in_arrow(np.arange(int(head[3])))}
    notes = notes_on_moves(["label"])
    tables = plain.PlainTables(
        sources=sources,
        targets=targets,
        nodes=nodes,
        move_lines=lines_below(text),
        root=str(int(head[1])),
        notes=notes,
    )
    fields = FieldReader()
    _note_size(head, len(sources), fields)
    return plain.assemble_plain(tables, fields)


def _note_size(head: re.Match[str], found: int, fields: FieldReader) -> None:
    for note in note_on_size(int(head[2]), found, "transition"):
        fields.warn(note)


def _bare(column: Column) -> Column:
    """The numbers without the brackets around a transition."""
    import pyarrow.compute as pc

    return pc.utf8_trim(column, "()")


FORMAT = Format(
    name="aldebaran",
    title="Aldebaran transition system (.aut)",
    suffixes=(".aut",),
    read=read,
    recognises=lambda text: re.match(r"des\s*\(\s*\d", text) is not None,
    rank=38,
)
