"""Very many lines of plain text, taken apart into columns; those that are written in an odd way are read one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.formats.plain_text_said import Numbered, Said
from explorer.formats.plain_text_syntax import (
    BARE_LINE,
    NODE_LINE,
    PLACE_LINE,
    UNESCAPED,
    WORD_IN_LINE,
    node_line,
    place_line,
)
from explorer.formats.runs import large, pieces_of, unless_odd, unquoted, with_line_feeds
from explorer.model import plain
from explorer.model.arrow import Column, are_true, in_arrow, in_numpy, in_one_piece, made_of, texts_in_arrow
from explorer.model.assemble import Assembled, assemble_columns
from explorer.model.graph import Convention
from explorer.model.numbering import are_first, numbered, require
from explorer.model.plain import Lines, PlainTables
from explorer.model.views import Cells

_MARK = "\x1f"  # parts words; no line that is read so has it

_Rows = NDArray[np.integer[Any]]


@dataclass(frozen=True)
class _Alike:
    """Lines that are written alike: their numbers, and what they say, a column for each group of a pattern."""

    numbers: _Rows
    said: Mapping[str, Column]

    @staticmethod
    def of(numbers: _Rows, lines: Column, pattern: str) -> _Alike:
        """Lines that a pattern finds; `OddError` if it does not."""
        import pyarrow.compute as pc

        found = pc.extract_regex(lines, pattern)
        require(not found.null_count)
        return _Alike(numbers, {part.name: pc.struct_field(found, part.name) for part in found.type})

    def taken(self, rows: _Rows) -> _Alike:
        """Some of them, in this order."""
        return _Alike(self.numbers[rows], {name: _at(cells, rows) for name, cells in self.said.items()})

    def numbered(self, name: str, rows: _Rows) -> list[Numbered]:
        """What stands under a name in some of them, with their numbers."""
        return [*zip(self.numbers[rows].tolist(), _at(self.said[name], rows).to_pylist(), strict=True)]


@dataclass(frozen=True)
class _Piece:
    """Some lines, numbered from 1: how many there are, and what they say; `odd` are written in no usual way."""

    count: int
    nodes: _Alike
    places: _Alike
    odd: list[Numbered]


@unless_odd
def graph_by_columns(text: str) -> Assembled | None:
    """The graph of a large text; None if it is small, or too odd for columns."""
    text = with_line_feeds(text)
    if text.count("\n") < plain.LARGE:
        return None
    said = Said()
    nodes, places = _taken_apart(text, said)
    nodes, count = _first_lines_first(nodes)
    listed, kinds = nodes.said["id"].slice(0, count), _kinds(nodes.said)
    rows, targets = _successors(nodes.said["successors"])
    codes, words = numbered([listed, targets])
    rows, ends = rows[rows < count], codes[count:][rows < count]  # of each node the first line counts
    move_lines = nodes.numbers[rows]
    unlisted = _unlisted(ends, words, count, move_lines)
    marked = nodes.numbered("id", np.flatnonzero(_is_any(nodes.said["mark"].slice(0, count))))
    positions = _positions(listed, places, said)
    said.note(marked, unlisted)
    tables = PlainTables(
        sources=_picked(words, rows),
        targets=_picked(words, ends),
        nodes=_with_open({"id": nodes.said["id"], "label": nodes.said["label"]} | kinds | positions, unlisted),
        lines=[*nodes.numbers.tolist(), *(line for line, _ in unlisted)],
        move_lines=Lines(lambda: iter(move_lines.tolist())),
        adds_ends=False,
        infer_root=said.no_root is None,
    )
    top = {
        "root": marked[0][1] if marked else None,
        "convention": said.convention or _likely_convention(kinds, count),
        "name": said.name,
        "description": "\n".join(said.description),
        **said.kept_comments(nodes.numbers[:count].tolist(), lambda row: str(listed[row])),
    }
    return assemble_columns(top, tables, said.fields)


# ---- lines


def _taken_apart(text: str, said: Said) -> tuple[_Alike, _Alike]:
    """The lines of nodes and those of positions, without escapes; what others say is taken one by one."""
    nodes, places, before = [], [], 0
    for piece in made_of([*pieces_of(text)], _piece):
        nodes.append(_Alike(piece.nodes.numbers + before, piece.nodes.said))
        places.append(_Alike(piece.places.numbers + before, piece.places.said))
        for number, line in piece.odd:
            said.take(number + before, line)
        before += piece.count
    nodes.append(_written(NODE_LINE, [(line, node_line(node)) for line, node in said.nodes]))
    places.append(_written(PLACE_LINE, [(line, place_line(*words)) for line, *words in said.places]))
    found = _together(nodes, ("id", "label"))
    said.comments += found.numbered("comment", np.flatnonzero(_is_any(found.said["comment"])))
    return found, _together(places, ("id",))


def _piece(text: str) -> _Piece:
    import pyarrow as pa
    import pyarrow.compute as pc

    lines = pc.list_flatten(pc.split_pattern(large(text.removesuffix("\n")), "\n")).cast(pa.string())
    is_node, is_bare, is_place = (
        are_true(pc.match_substring_regex(lines, pattern)) for pattern in (NODE_LINE, BARE_LINE, PLACE_LINE)
    )
    is_node &= ~is_bare
    nodes, places, odd = map(np.flatnonzero, (is_node, is_place, ~(is_node | is_place)))
    return _Piece(
        len(lines),
        _Alike.of(nodes + 1, _at(lines, nodes), NODE_LINE),
        _Alike.of(places + 1, _at(lines, places), PLACE_LINE),
        [*zip((odd + 1).tolist(), _at(lines, odd).to_pylist(), strict=True)],
    )


def _written(pattern: str, lines: Sequence[Numbered]) -> _Alike:
    """The same of odd lines, once they are written in the usual way."""
    return _Alike.of(
        np.array([number for number, _ in lines], np.int64), texts_in_arrow([line for _, line in lines]), pattern
    )


def _together(parts: Sequence[_Alike], quotable: Sequence[str]) -> _Alike:
    """All of them in order, and some of what they say without the quotes around it."""
    import pyarrow as pa

    said = {name: pa.chunked_array([part.said[name] for part in parts], pa.string()) for name in parts[0].said}
    said |= {name: unquoted(said[name], UNESCAPED) for name in quotable}
    some = _Alike(np.concatenate([part.numbers for part in parts]), said)
    return some if (np.diff(some.numbers) > 0).all() else some.taken(np.argsort(some.numbers))


# ---- nodes and moves


def _first_lines_first(nodes: _Alike) -> tuple[_Alike, int]:
    """The lines with the first of each node before all others, and how many these are."""
    import pyarrow as pa

    ids = pa.chunked_array(nodes.said["id"].dictionary_encode())
    numbers = np.concatenate([in_numpy(chunk.indices, 0) for chunk in ids.chunks])
    is_first = are_first(numbers)
    if is_first.all():
        return nodes, len(ids)
    return nodes.taken(np.argsort(~is_first, kind="stable")), int(is_first.sum())


def _successors(words: Column) -> tuple[_Rows, Column]:
    """The nodes that stand behind others: the rows of those, and these."""
    import pyarrow as pa
    import pyarrow.compute as pc

    nothing = texts_in_arrow(["", ":"])

    def taken_apart(some: Column) -> Column:
        return pc.split_pattern(pc.replace_substring_regex(some, WORD_IN_LINE, _MARK + r"\1"), _MARK)

    parts = pa.chunked_array(made_of(words.chunks, taken_apart), pa.list_(pa.string()))
    counts, flat = in_numpy(in_one_piece(pc.list_value_length(parts)), 0) - 1, pc.list_flatten(parts)
    targets = flat.filter(pc.invert(pc.is_in(flat, value_set=nothing)))
    return np.repeat(np.arange(len(words)), counts), unquoted(targets, UNESCAPED)


def _unlisted(ends: _Rows, words: Cells[str], count: int, lines: _Rows) -> list[Numbered]:
    """The ends of moves that are not among the first so many words, where they are named first."""
    out, first = np.unique(ends[ends >= count], return_index=True)
    where = lines[ends >= count][first].tolist()
    return sorted(zip(where, (words[code] for code in out.tolist()), strict=True), key=itemgetter(0))


def _picked(words: Cells[str], codes: _Rows) -> Column:
    """The words of some codes."""
    import pyarrow as pa

    return pa.chunked_array([pa.DictionaryArray.from_arrays(in_arrow(codes).chunk(0), words.column)])


def _with_open(table: Mapping[str, Column], more: Sequence[Numbered]) -> dict[str, Column]:
    """A table of nodes with some more, which are open."""
    import pyarrow as pa

    new: dict[str, list[str | None]] = {"id": [id for _, id in more], "open": ["true"] * len(more)}
    gaps = [None] * len(more)
    return {
        key: pa.chunked_array([*cells.chunks, texts_in_arrow(new.get(key, gaps))], pa.string())
        for key, cells in table.items()
    }


def _positions(ids: Column, places: _Alike, said: Said) -> dict[str, Column]:
    """The positions of nodes; what has two, or one in vain, is noted."""
    import pyarrow.compute as pc

    if not len(places.numbers):
        return {}
    first, count = _first_lines_first(places)
    placed = first.said["id"]
    twice = first.numbered("id", np.arange(count, len(placed)))
    is_known = are_true(pc.is_in(placed.slice(0, count), value_set=ids))
    said.note_places(twice, first.numbered("id", np.flatnonzero(~is_known)))
    rows = pc.index_in(ids, value_set=placed.slice(0, count))
    return {key: first.said[key].take(rows) for key in ("x", "y")}


def _kinds(said: Mapping[str, Column]) -> dict[str, Column]:
    """What lines say that nodes are, under the keys of the model."""
    import pyarrow.compute as pc

    true, nothing = texts_in_arrow(["true", ""])
    is_open = pc.not_equal(said["open"], nothing)
    scores = pc.replace_substring_regex(said["score"], "[ \t]+", " ")
    return {"player": said["player"], "score": scores, "open": pc.if_else(is_open, true, nothing)}


def _likely_convention(kinds: Mapping[str, Column], count: int) -> Convention:
    """That of a text which gives none, by what its so many nodes are said to be."""
    players, scores, open = (_is_any(words.slice(0, count)) for words in kinds.values())
    return Convention.MINIMAX if players.any() or (scores | open).all() else Convention.NEGAMAX


def _is_any(words: Column) -> NDArray[np.bool_]:
    """Where there is a word."""
    import pyarrow.compute as pc

    return are_true(pc.not_equal(words, texts_in_arrow([""])[0]))


def _at(cells: Column, rows: _Rows) -> Column:
    return cells.take(in_arrow(rows).chunk(0))
