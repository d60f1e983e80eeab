"""What a large table says of nodes, column by column: kinds, scores, labels and positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrow import Column, in_numpy, in_one_piece, is_text, texts_in_arrow
from explorer.model.builder import named_player
from explorer.model.columns import CODES, LEAF, MOVER, NO_SCORE, OPEN, Indices, NodeColumns, Points, ranked
from explorer.model.errors import OptionError
from explorer.model.fields import FALSE, FARTHEST, TRUE, is_empty
from explorer.model.graph import Convention
from explorer.model.numbering import require
from explorer.model.scores import Score, parse_score
from explorer.model.views import Cells

_ODD = -2  # stands for what a cell should not say


def facts(
    ids: Sequence[str], table: Mapping[str, Column], convention: Convention | None
) -> tuple[NodeColumns, NDArray[np.intp], Convention]:
    """What a table says of nodes, the rows that do not say well what they are, and the convention that holds.

    Raises
    ------
    OddError
        If anything is odd about other columns, or it is odd whether nodes are open where no player is named.
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
    nodes = NodeColumns(ids, kinds, ranks, scale, _labels(table.get("label")), _points(table, count))
    is_unsaid = (kinds == MOVER) | (players == _ODD)
    is_minimax = convention is Convention.MINIMAX or (convention is None and (has_player.any() or not is_unsaid.any()))
    if not is_minimax and convention is None:  # those without moves may be open, too
        require(not (opens == _ODD).any())
    is_odd |= is_unsaid if is_minimax else has_player
    return nodes, np.flatnonzero(is_odd), Convention.MINIMAX if is_minimax else Convention.NEGAMAX


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

    encoded = column.unify_dictionaries() if pt.is_dictionary(column.type) else column.dictionary_encode()
    if not encoded.num_chunks:
        return np.empty(0, np.int32), []
    codes = [in_numpy(chunk.indices.cast(pa.int32()), NO_SCORE) for chunk in encoded.chunks]
    return np.concatenate(codes), encoded.chunk(encoded.num_chunks - 1).dictionary.to_pylist()


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
    require(not pt.is_boolean(column.type))
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


def _labels(column: Column | None) -> Sequence[str | None] | None:
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.types as pt

    if column is None or pt.is_null(column.type) or column.null_count == len(column):
        return None
    kind = column.type.value_type if pt.is_dictionary(column.type) else column.type
    require(is_text(kind) or pt.is_integer(kind))
    texts = in_one_piece(column.cast(pa.string()))
    empty, gap = texts_in_arrow(["", None])
    return Cells(pc.if_else(pc.equal(texts, empty), gap, texts))


def _points(table: Mapping[str, Column], count: int) -> Points | None:
    x, y = (_coordinates(table.get(name), count) for name in ("x", "y"))
    gaps = np.isnan(x)
    require(np.array_equal(gaps, np.isnan(y)))
    if gaps.all():
        return None
    points = np.stack((x, y), axis=1)
    require((np.abs(points[~gaps]) <= FARTHEST).all())
    return points + 0.0  # turns -0.0 into 0.0


def _coordinates(column: Column | None, count: int) -> NDArray[np.float64]:
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.types as pt

    if column is None or pt.is_null(column.type):
        return np.full(count, np.nan)
    if is_text(column.type):
        empty, gap = texts_in_arrow(["", None])  # scalars made otherwise import pandas
        column = pc.if_else(pc.equal(column, empty), gap, column)
        require(not pc.any(pc.match_substring_regex(column, r"[^0-9.eE-]")).as_py())
    require(not pt.is_boolean(column.type) and not pt.is_dictionary(column.type))
    chunks = column.cast(pa.float64()).chunks
    return np.concatenate([in_numpy(chunk, np.nan) for chunk in chunks]) if chunks else np.empty(0)
