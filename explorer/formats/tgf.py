"""TGF, the Trivial Graph Format of yEd: a node a line with its label, a line with #, and an edge a line."""

from __future__ import annotations

import re
from itertools import compress

import numpy as np

from explorer.formats.csv_text import BLANKS
from explorer.formats.format import Format
from explorer.formats.guess import guess_in_columns, guess_kinds
from explorer.formats.plain_text_syntax import split_lines
from explorer.formats.runs import Run, Writing, column, first_rows, unless_odd, with_line_feeds
from explorer.model.arrow import Column, in_arrow, in_one_piece, texts_in_arrow
from explorer.model.assemble import (
    Assembled,
    AttributedMove,
    Row,
    assemble_attributed,
    assemble_columns,
    notes_on_moves,
)
from explorer.model.builder import GraphBuilder
from explorer.model.errors import quoted
from explorer.model.fields import FieldReader
from explorer.model.mending import at_rows, told_rows
from explorer.model.plain import Lines, PlainTables, is_missing
from explorer.model.views import Cells

_BEGINS = re.compile(r"(?>(?:[^\s#]+(?:[ \t][^\n]*)?\r?\n)+)#[ \t]*\r?(?:\n|\Z)")
_WORD = f"[^{BLANKS}]++"


def _written(blank: str) -> Writing:
    """Nodes and moves with these blanks, as they stand between the brackets of a pattern, in and between lines."""
    gap, line_end = f"[{blank}]", rf"[{blank}]*+\n[{blank}\n]*+"
    rest = f"(?:{gap}++({_WORD}(?>(?:{gap}++{_WORD})*)))?{line_end}"  # of a line: its label
    return Writing(
        begin=rf"[{blank}\n]*+",
        node=f"({_WORD}){rest}",
        no_node=rf"#{gap}*+\n",
        between=f"#{line_end}",
        edge=f"({_WORD})(?:{gap}++({_WORD}){rest}|{line_end})",
        end=r"\Z",
    )


_PLAIN, _WITH_ANY_BLANKS = _written(" \t"), _written(BLANKS.replace("\x09-\x0d", "\t\x0b\x0c"))


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a graph; players and scores are guessed from labels as in DOT."""
    if (plainly := _plain(text)) is not None:
        return plainly
    builder = GraphBuilder()
    records: dict[str, dict[str, object]] = {}
    lines: dict[str, int] = {}
    moves: list[AttributedMove] = []
    in_edges = False
    for number, line in split_lines(text):
        words = line.split(maxsplit=2 if in_edges else 1)
        if not in_edges and line.strip() == "#":
            in_edges = True
        elif in_edges and len(words) > 1:
            attributes = {"label": words[2]} if len(words) > 2 else {}
            moves.append(AttributedMove(words[0], words[1], attributes, number))
        elif in_edges and words:
            _note_half(words[0], number, builder.fields)
        elif words and words[0] in records:
            _note_again(words[0], number, builder.fields)
        elif words:
            label = words[1].strip() if len(words) > 1 else None
            records[words[0]] = {"id": words[0], "label": label if label != words[0] else None}
            lines[words[0]] = number
    guess_kinds(records, {}, {str(move.source) for move in moves}, builder)
    rows: list[Row] = [(lines[id], record) for id, record in records.items()]
    return assemble_attributed({}, rows, moves, builder)


@unless_odd
def _plain(text: str) -> Assembled | None:
    """The graph of a large text of which nothing is odd but nodes that are given twice and moves of one end."""
    import pyarrow.compute as pc

    text = with_line_feeds(text).removesuffix("\n") + "\n"
    run = _PLAIN.run_in(text) or _WITH_ANY_BLANKS.run_in(text)
    if run is None:
        return None
    fields, (nothing, gap) = FieldReader(), texts_in_arrow(["", None])
    (ids, labels), lines, again = first_rows(run.nodes, run.lines)
    for line, id in again:
        _note_again(id, line, fields)
    (sources, targets, said), move_lines = _whole_moves(run, fields)
    says_nothing = pc.or_(pc.equal(labels, nothing), pc.equal(labels, ids))
    table = {"id": ids, "label": pc.if_else(says_nothing, gap, labels)}
    tables = PlainTables(
        sources=sources,
        targets=targets,
        nodes=guess_in_columns(table, column([""] * len(ids)), sources, fields, negamax=False),
        lines=lines,
        move_lines=move_lines,
        adds_ends=False,
        notes=notes_on_moves(["label"] if pc.any(pc.not_equal(said, nothing)).as_py() else []),
    )
    return assemble_columns({}, tables, fields)


def _whole_moves(run: Run, fields: FieldReader) -> tuple[list[Column], Lines]:
    """The moves with both ends, and their lines."""
    is_whole = ~is_missing(run.edges[1])
    halves = np.flatnonzero(~is_whole)
    ends = Cells[str](in_one_piece(run.edges[0].take(in_arrow(halves))))
    told = told_rows(ends, np.arange(len(halves)))
    for number, line in zip(told.tolist(), at_rows(run.edge_lines, halves[told]).values(), strict=True):
        _note_half(ends[number], line, fields)
    fields.more(len(halves) - len(told))
    kept = in_arrow(np.flatnonzero(is_whole))
    return [cells.take(kept) for cells in run.edges], Lines(lambda: compress(run.edge_lines, is_whole.tolist()))


def _note_half(end: str, line: int, fields: FieldReader) -> None:
    fields.error(f"expected the two ends of a move, got {quoted(end)}; left out", line=line)


def _note_again(id: str, line: int, fields: FieldReader) -> None:
    fields.error(f"two nodes have the id {quoted(id)}; the second was left out", line=line)


FORMAT = Format(
    name="tgf",
    title="Trivial Graph Format (.tgf)",
    suffixes=(".tgf",),
    read=read,
    recognises=lambda text: _BEGINS.match(text) is not None,
    rank=38,
)
