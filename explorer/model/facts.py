"""What a large table says of nodes, column by column: kinds, scores, labels and positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrow import Column, are_there, are_true, in_numpy, in_one_piece, is_text, texts_in_arrow, texts_of
from explorer.model.builder import named_player
from explorer.model.columns import CODES, LEAF, MOVER, NO_SCORE, OPEN, Indices, NodeColumns, Points, ranked
from explorer.model.errors import OptionError
from explorer.model.fields import FALSE, FARTHEST, TRUE, coordinate, is_empty
from explorer.model.graph import Convention
from explorer.model.numbering import require
from explorer.model.scores import Score, parse_score
from explorer.model.views import Cells

_ODD = -2  # stands for what a cell should not say
_DECIMAL = r"(-?[0-9]{1,20}(?:\.[0-9]{1,30})?(?:[eE][-+]?[0-9]{1,2})?)"
_MAY_BE_NUMBER = "^[^a-df-zA-DF-Z]*[0-9][^a-df-zA-DF-Z]*$"


@dataclass(frozen=True)
class Words:
    """A column of words in place of values, which are of several types; of `x` and `y` they are written as in JSON.

    Attributes
    ----------
    column : the words, and gaps.
    read : gives the value of a word.
    texts : of labels, what stands in other rows.
    """

    column: Column
    read: Callable[[str], Any]
    texts: Column | None = None

    @property
    def type(self) -> Any:
        """The type of the words."""
        return self.column.type

    def __len__(self) -> int:
        return len(self.column)

    def changed(self, change: Callable[[Column], Column]) -> Words:
        """The words of other nodes."""
        return Words(change(self.column), self.read, None if self.texts is None else change(self.texts))


def cell_at(column: Column | Words, row: int) -> Any:
    """The value in a row of a column, None for a gap."""
    if not isinstance(column, Words):
        return column[row].as_py()
    word = column.column[row].as_py()
    return None if word is None else column.read(word)


class Facts(NamedTuple):
    """What a table says of nodes.

    Attributes
    ----------
    nodes : as far as they say well what they are and where.
    odd : the rows that do not say well what they are.
    unplaced : the rows that say something of a position, but not two numbers.
    mislabelled : the rows whose label is no text.
    convention : that holds.
    """

    nodes: NodeColumns
    odd: NDArray[np.intp]
    unplaced: NDArray[np.intp]
    mislabelled: NDArray[np.intp]
    convention: Convention


def facts(ids: Sequence[str], table: Mapping[str, Column], convention: Convention | None) -> Facts:
    """What a table says of nodes.

    Raises
    ------
    OddError
        If anything is odd about other columns.
    """
    count = len(ids)
    kinds = np.full(count, MOVER, np.int8)
    players = mapped(table.get("player"), _player, NO_SCORE, count)
    opens = mapped(table.get("open"), _is_open, 0, count)
    ranks, scale = _scores(table.get("score"), count)
    has_player, has_score, is_open = players != NO_SCORE, ranks != NO_SCORE, opens == 1
    is_odd = (has_player & has_score) | (is_open & (has_player | has_score))
    for codes in (players, opens, ranks):
        is_odd |= codes == _ODD
    kinds[has_player] = players[has_player]
    kinds[has_score], kinds[is_open] = LEAF, OPEN
    (labels, mislabelled), (points, unplaced) = _labels(table.get("label")), _places(table, count)
    nodes = NodeColumns(ids, kinds, ranks, scale, labels, points)
    is_unsaid = (kinds == MOVER) | (players == _ODD)
    is_minimax = convention is Convention.MINIMAX or (convention is None and (has_player.any() or not is_unsaid.any()))
    is_odd |= is_unsaid if is_minimax else has_player
    holds = Convention.MINIMAX if is_minimax else Convention.NEGAMAX
    return Facts(nodes, np.flatnonzero(is_odd), unplaced, mislabelled, holds)


def mapped(column: Column | None, value: Callable[[Any], int], missing: int, count: int) -> NDArray[np.int32]:
    """What a function makes of each cell; it is asked once for cells that are alike."""
    import pyarrow.types as pt

    if column is None or pt.is_null(column.type):
        return np.full(count, missing, np.int32)
    codes, words = _alike(column)
    values = [missing if is_empty(word) else value(word) for word in words]
    return np.asarray(np.array([*values, missing], np.int32)[codes])


def _alike(column: Column) -> tuple[NDArray[Any], list[Any]]:
    """For each cell the number of what it holds, -1 if it is empty; and what there is."""
    import pyarrow as pa
    import pyarrow.types as pt

    if isinstance(column, Words):
        codes, words = _alike(column.column)
        return codes, [*map(column.read, words)]
    encoded = column.unify_dictionaries() if pt.is_dictionary(column.type) else column.dictionary_encode()
    if not encoded.num_chunks:
        return np.empty(0, np.int32), []
    indices = [in_numpy(chunk.indices.cast(pa.int32()), NO_SCORE) for chunk in encoded.chunks]
    return np.concatenate(indices), encoded.chunk(encoded.num_chunks - 1).dictionary.to_pylist()


def named_players(column: Column | None, count: int, read: Callable[[Any], Any] | None = None) -> Indices:
    """Which player each cell names, by code, `NO_SCORE` for none; `read` gives what a cell stands for."""

    def code(cell: object) -> int:
        kind = named_player(read(cell) if read else cell)
        return NO_SCORE if kind is None else CODES[kind]

    return mapped(column, code, NO_SCORE, count)


def _player(word: object) -> int:
    kind = named_player(word)
    return _ODD if kind is None else CODES[kind]


def _is_open(word: object) -> int:
    text = str(word).strip().lower()
    return int(text in TRUE) if text in TRUE | FALSE else _ODD


def _scores(column: Column | None, count: int) -> tuple[Indices, tuple[Score, ...]]:
    """For each node the rank of its score, and the scores; another code where there is something that is none."""
    import pyarrow.types as pt

    if column is None or pt.is_null(column.type):
        return unscored(count), ()
    codes, words = _alike(column)
    scores = [_score(word) for word in words]
    ranks, scale = ranked(scores)
    ranks[[index for index, word in enumerate(words) if scores[index] is None and not is_empty(word)]] = _ODD
    return np.append(ranks, np.int32(NO_SCORE))[codes], scale


def _score(word: object) -> Score | None:
    """The score that a word is; None if it is none."""
    try:
        return None if is_empty(word) else parse_score(word)
    except OptionError:
        return None


def unscored(count: int) -> Indices:
    return np.full(count, NO_SCORE, np.int32)


def _labels(column: Column | None) -> tuple[Sequence[str | None] | None, NDArray[np.intp]]:
    """The labels, if there is any, and the rows that have something else there."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.types as pt

    odd = np.empty(0, np.intp)
    if isinstance(column, Words):
        odd, column = np.flatnonzero(are_there(column.column)), column.texts
    if column is None or column.null_count == len(column):
        return None, odd
    if pt.is_boolean(column.type):
        return None, np.flatnonzero(are_there(column))
    kind = column.type.value_type if pt.is_dictionary(column.type) else column.type
    require(is_text(kind) or pt.is_integer(kind) or pt.is_floating(kind))
    column = column.cast(kind)
    texts = in_one_piece(texts_of(column.cast(pa.float64()) if pt.is_floating(kind) else column))
    empty, gap = texts_in_arrow(["", None])
    return Cells(pc.if_else(pc.equal(texts, empty), gap, texts)), odd


def _places(table: Mapping[str, Column], count: int) -> tuple[Points | None, NDArray[np.intp]]:
    """The positions, if there is any, and the rows that have something else there."""
    (x, has_x), (y, has_y) = (_coordinates(table.get(name), count) for name in ("x", "y"))
    points = np.stack((x, y), axis=1) + 0.0  # turns -0.0 into 0.0
    is_placed = (np.abs(points) <= FARTHEST).all(axis=1)
    points[~is_placed] = np.nan
    return points if is_placed.any() else None, np.flatnonzero((has_x | has_y) & ~is_placed)


def _coordinates(column: Column | None, count: int) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The numbers in a column, NaN where there is none, and which cells say anything."""
    import pyarrow as pa
    import pyarrow.types as pt

    if column is None or pt.is_null(column.type):
        return np.full(count, np.nan), np.zeros(count, np.bool_)
    if isinstance(column, Words):
        return _written(in_one_piece(column.column), column.read)
    column = in_one_piece(column.cast(column.type.value_type) if pt.is_dictionary(column.type) else column)
    if is_text(column.type):
        return _written(column)
    if pt.is_boolean(column.type) or pt.is_nested(column.type):
        return np.full(count, np.nan), are_there(column)
    numbers = in_numpy(column.cast(pa.float64(), safe=False), np.nan)
    return numbers, ~np.isnan(numbers)


def _written(texts: Column, read: Callable[[str], Any] | None = None) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The same of texts, or of words of which `read` gives the values."""
    import pyarrow as pa
    import pyarrow.compute as pc

    empty, gap = texts_in_arrow(["", None])
    texts = pc.if_else(pc.equal(texts, empty), gap, texts)
    texts = pc.replace_substring_regex(texts, f'^"{_DECIMAL}"$', r"\1") if read else texts
    is_usual = pc.match_substring_regex(texts, f"^{_DECIMAL}$")
    numbers = in_numpy(pc.if_else(is_usual, texts, gap).cast(pa.float64()), np.nan)
    may_be_one = pc.and_not(pc.match_substring_regex(texts, _MAY_BE_NUMBER), is_usual)
    codes, words = _alike(pa.chunked_array([pc.if_else(may_be_one, texts, gap)]))
    others = np.array([*map(_coordinate, map(read, words) if read else words), np.nan])[codes]
    return np.where(are_true(is_usual), numbers, others), are_there(texts)


def _coordinate(word: object) -> float:
    try:
        return coordinate(word)
    except (OptionError, OverflowError):
        return np.nan
