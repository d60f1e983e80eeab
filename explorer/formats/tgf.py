"""TGF, the Trivial Graph Format of yEd: a node a line with its label, a line with #, and an edge a line."""

from __future__ import annotations

import re

from explorer.formats.csv_text import BLANKS
from explorer.formats.format import Format
from explorer.formats.guess import guess_in_columns, guess_kinds
from explorer.formats.plain_text_syntax import split_lines
from explorer.formats.runs import Writing, column, first_rows, unless_odd, with_line_feeds
from explorer.model.arrow import texts_in_arrow
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
from explorer.model.plain import PlainTables

_BEGINS = re.compile(r"(?>(?:[^\s#]+(?:[ \t][^\n]*)?\r?\n)+)#[ \t]*\r?(?:\n|\Z)")
_WORD, _ID = f"[^{BLANKS}]++", f"([^#{BLANKS}][^{BLANKS}]*+)"
_REST = rf"(?:[ \t]++({_WORD}(?>(?:[ \t]++{_WORD})*)))?[ \t]*+\n[ \t\n]*+"  # of a line: its label
_PLAIN = Writing(
    begin=r"[ \t\n]*+",
    node=_ID + _REST,
    between=r"#[ \t]*+\n[ \t\n]*+(?!#)",
    edge=rf"{_ID}[ \t]++{_ID}{_REST}",
    end=r"\Z",
)


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
            builder.fields.error(f"expected the two ends of a move, got {quoted(words[0])}; left out", line=number)
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
    """The graph of a large text of which nothing is odd but that nodes are given twice; None of any other."""
    import pyarrow.compute as pc

    run = _PLAIN.run_in(with_line_feeds(text).removesuffix("\n") + "\n")
    if run is None:
        return None
    fields, (nothing, gap) = FieldReader(), texts_in_arrow(["", None])
    (ids, labels), lines, again = first_rows(run.nodes, run.lines)
    for line, id in again:
        _note_again(id, line, fields)
    sources, targets, said = run.edges
    says_nothing = pc.or_(pc.equal(labels, nothing), pc.equal(labels, ids))
    table = {"id": ids, "label": pc.if_else(says_nothing, gap, labels)}
    tables = PlainTables(
        sources=sources,
        targets=targets,
        nodes=guess_in_columns(table, column([""] * len(ids)), sources, fields, negamax=False),
        lines=lines,
        move_lines=run.edge_lines,
        adds_ends=False,
        notes=notes_on_moves(["label"] if pc.any(pc.not_equal(said, nothing)).as_py() else []),
    )
    return assemble_columns({}, tables, fields)


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
