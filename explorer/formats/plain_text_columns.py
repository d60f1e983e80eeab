"""Very many lines of plain text, taken apart into columns; those that are wrong are read one by one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.formats.plain_text_said import Numbered, Said, Some
from explorer.formats.plain_text_syntax import (
    BARE_LINE,
    BLANKS,
    DESCRIPTION_LINE,
    EMPTY_LINE,
    LONGER,
    NODE_LINES,
    PLACE_LINES,
    SHORTER,
    UNESCAPED,
    WORD_IN_LINE,
)
from explorer.formats.runs import large, pieces_of, unless_odd, unquoted
from explorer.model import plain
from explorer.model.arrow import Column, are_true, in_arrow, in_numpy, in_one_piece, made_of, texts_in_arrow
from explorer.model.assemble import Assembled, assemble_columns
from explorer.model.graph import Convention
from explorer.model.mending import told_rows
from explorer.model.numbering import are_first, numbered, require
from explorer.model.plain import Lines, PlainTables
from explorer.model.views import Cells

_PATTERNS = *NODE_LINES, *PLACE_LINES, DESCRIPTION_LINE, EMPTY_LINE
_MARK = "\x1f"  # parts words; none has it

_Rows = NDArray[np.integer[Any]]


@dataclass(frozen=True)
class _Alike:
    """Lines that are written alike: their numbers, and what they say, a column for each group of a pattern."""

    numbers: _Rows
    said: Mapping[str, Column]

    @staticmethod
    def of(numbers: _Rows, lines: Column, pattern: str) -> _Alike:
        """Lines that a pattern finds."""
        import pyarrow.compute as pc

        found = pc.extract_regex(lines, pattern.replace(LONGER, SHORTER))
        return _Alike(numbers, {part.name: pc.struct_field(found, part.name) for part in found.type})

    def taken(self, rows: _Rows) -> _Alike:
        """Some of them, in this order."""
        return _Alike(self.numbers[rows], {name: _at(cells, rows) for name, cells in self.said.items()})

    def numbered(self, name: str, rows: _Rows) -> list[Numbered]:
        """What stands under a name in some of them, with their numbers."""
        return [*zip(self.numbers[rows].tolist(), _at(self.said[name], rows).to_pylist(), strict=True)]


@dataclass(frozen=True)
class _Piece:
    """Some lines, numbered from 1: how many there are, what those say that each pattern finds first, and the others."""

    count: int
    found: list[_Alike]
    odd: list[Numbered]


@unless_odd
def graph_by_columns(text: str) -> Assembled | None:
    """The graph of a large text; None if it is small, or too odd for columns."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
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
    of_unlisted, new = _unlisted(ends, words, count, move_lines)
    is_marked = _is_any(nodes.said["mark"].slice(0, count))
    marked, of_marked = _at(listed, np.flatnonzero(is_marked)), nodes.numbers[:count][is_marked]
    positions, root = _positions(nodes.said["id"], places, said), marked[0].as_py() if len(marked) else None
    said.note(root, _some(of_marked[1:], marked[1:]), _some(of_unlisted, new))
    tables = PlainTables(
        sources=_picked(words, rows),
        targets=_picked(words, ends),
        nodes=_with_open({"id": nodes.said["id"], "label": nodes.said["label"]} | kinds | positions, new),
        lines=[*nodes.numbers.tolist(), *of_unlisted.tolist()],
        move_lines=Lines(lambda: iter(move_lines.tolist())),
        adds_ends=False,
        infer_root=said.no_root is None,
    )
    top = {
        "root": root,
        "convention": said.convention or _likely_convention(kinds, count),
        "name": said.name,
        "description": "\n".join(said.description),
        **said.kept_comments(nodes.numbers[:count].tolist(), lambda rows: _at(listed, np.array(rows)).to_pylist()),
    }
    return assemble_columns(top, tables, said.fields)


# ---- lines


def _taken_apart(text: str, said: Said) -> tuple[_Alike, _Alike]:
    """The lines of nodes and those of positions, without escapes; what others say is taken."""
    before, found = 0, []
    for piece in made_of([*pieces_of(text)], _piece):
        found.append([_Alike(some.numbers + before, some.said) for some in piece.found])
        for number, line in piece.odd:
            said.take(number + before, line)
        before += piece.count
    require(not (said.nodes or said.places or said.description))
    usual, others, usual_places, other_places, *rest = zip(*found, strict=True)
    nodes, places, texts, empty = map(_together, ((*usual, *others), (*usual_places, *other_places), *rest))
    said.description += _unquoted(texts, "text").said["text"].to_pylist()
    for some in (nodes, places, empty):
        said.comments += some.numbered("comment", np.flatnonzero(_is_any(some.said["comment"])))
    return _unquoted(nodes, "id", "label"), _unquoted(places, "id", "x", "y")


def _piece(text: str) -> _Piece:
    import pyarrow as pa
    import pyarrow.compute as pc

    lines = pc.list_flatten(pc.split_pattern(large(text.removesuffix("\n")), "\n")).cast(pa.string())
    is_odd = are_true(pc.match_substring_regex(lines, BARE_LINE))
    rows, found = np.flatnonzero(~is_odd), []
    for pattern in _PATTERNS:
        is_such = are_true(pc.match_substring_regex(_at(lines, rows), pattern))
        found.append(_Alike.of(rows[is_such] + 1, _at(lines, rows[is_such]), pattern))
        rows = rows[~is_such]
    is_odd[rows] = True
    odd = np.flatnonzero(is_odd)
    return _Piece(len(lines), found, [*zip((odd + 1).tolist(), _at(lines, odd).to_pylist(), strict=True)])


def _together(parts: Sequence[_Alike]) -> _Alike:
    """All of them in order."""
    import pyarrow as pa

    said = {name: pa.chunked_array([part.said[name] for part in parts], pa.string()) for name in parts[0].said}
    some = _Alike(np.concatenate([part.numbers for part in parts]), said)
    return some if (np.diff(some.numbers) > 0).all() else some.taken(np.argsort(some.numbers))


def _unquoted(some: _Alike, *names: str) -> _Alike:
    """The same, some of what they say without blanks and quotes around it."""
    import pyarrow.compute as pc

    texts = {name: unquoted(pc.utf8_trim(some.said[name], BLANKS), UNESCAPED) for name in names}
    return _Alike(some.numbers, {**some.said, **texts})


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

    def taken_apart(some: Column) -> Column:
        return pc.split_pattern(pc.replace_substring_regex(some, WORD_IN_LINE, _MARK + r"\1"), _MARK)

    parts = pa.chunked_array(made_of(words.chunks, taken_apart), pa.list_(pa.string()))
    counts, flat = in_numpy(in_one_piece(pc.list_value_length(parts)), 0) - 1, pc.list_flatten(parts)
    targets = flat.filter(pc.not_equal(flat, texts_in_arrow([""])[0]))
    return np.repeat(np.arange(len(words)), counts), unquoted(targets, UNESCAPED)


def _unlisted(ends: _Rows, words: Cells[str], count: int, lines: _Rows) -> tuple[_Rows, Column]:
    """The lines that first name the ends of moves that are not among the first so many words; and these."""
    out, first = np.unique(ends[ends >= count], return_index=True)
    return lines[ends >= count][first], _at(words.column, out)


def _some(lines: _Rows, ids: Column) -> Some:
    """Lines with ids, as they are told."""
    told = len(told_rows(Cells(in_one_piece(ids)), np.arange(len(ids))))
    return Some([*zip(lines[:told].tolist(), ids.slice(0, told).to_pylist(), strict=True)], len(ids) - told)


def _picked(words: Cells[str], codes: _Rows) -> Column:
    """The words of some codes."""
    import pyarrow as pa

    return pa.chunked_array([pa.DictionaryArray.from_arrays(in_arrow(codes).chunk(0), words.column)])


def _with_open(table: Mapping[str, Column], more: Column) -> dict[str, Column]:
    """A table of nodes with some more, which are open."""
    import pyarrow as pa

    gaps = texts_in_arrow([None] * len(more))
    new = {"id": more.cast(pa.string()), "open": texts_in_arrow(["true"] * len(more))}
    return {key: pa.chunked_array([*cells.chunks, new.get(key, gaps)], pa.string()) for key, cells in table.items()}


def _positions(ids: Column, places: _Alike, said: Said) -> dict[str, Column]:
    """The positions of nodes; what has two, or one in vain, is noted."""
    import pyarrow.compute as pc

    if not len(places.numbers):
        return {}
    first, count = _first_lines_first(places)
    placed = first.said["id"]
    in_vain = np.flatnonzero(~are_true(pc.is_in(placed.slice(0, count), value_set=ids)))
    twice = _some(first.numbers[count:], placed.slice(count))
    said.note_places(twice, _some(first.numbers[in_vain], _at(placed, in_vain)))
    rows = pc.index_in(ids, value_set=placed.slice(0, count))
    return {key: first.said[key].take(rows) for key in ("x", "y")}


def _kinds(said: Mapping[str, Column]) -> dict[str, Column]:
    """What lines say that nodes are, under the keys of the model."""
    import pyarrow.compute as pc

    true, nothing = texts_in_arrow(["true", ""])
    is_open = pc.not_equal(said["open"], nothing)
    scores = pc.replace_substring_regex(said["score"], f"[{re.escape(BLANKS)}]+", " ")
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
