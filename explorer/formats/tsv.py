"""TSV: the tables of a CSV with tabs between the cells, x.tsv and x.nodes.tsv."""

from __future__ import annotations

from functools import partial

from explorer.formats import move_table
from explorer.formats.format import FilePair, Format

_TAB = "\t"

FORMAT = Format(
    name="tsv",
    title="TSV of moves and nodes (.tsv)",
    suffixes=(".tsv",),
    read=partial(move_table.read, delimiter=_TAB),
    write=partial(move_table.write, delimiter=_TAB),
    cannot_carry=move_table.CANNOT_CARRY,
    pair=FilePair(
        ".nodes",
        partial(move_table.write_both, delimiter=_TAB),
        partial(move_table.write_guarded, delimiter=_TAB),
    ),
    rank=42,
)
