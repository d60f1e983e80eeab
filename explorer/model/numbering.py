"""Ids in columns of Arrow, numbered in the order in which they are met."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrow import Column, in_arrow, in_numpy, is_text, made_of, numbers_behind, texts_in_arrow
from explorer.model.columns import NO_SCORE, Indices
from explorer.model.fields import MAX_ID_LENGTH
from explorer.model.views import Cells

_SPARSEST = 4  # times as large as their count the numbers in ids may be
_LARGEST = 2**63
_LONGEST = 2**31 - 1  # bytes of a column that is not a large one
_MOST_PREFIXES = 8  # texts before these numbers
_PREFIX = re.compile(r"[ -~]{0,100}")


class OddError(Exception):
    """The tables are not plain: a builder has to look at them."""


def is_plain(id: object) -> bool:
    """Whether an id is a text, or a whole number that Python writes out."""
    return type(id) is str or (type(id) is int and abs(id) <= _LARGEST)


def plain_id(id: object) -> str:
    """The id as text; `OddError` if it is not plain."""
    require(is_plain(id))
    return str(id)


def require(is_plain: bool | np.bool_) -> None:
    """Raise `OddError` unless it is so."""
    if not is_plain:
        raise OddError


def numbered(columns: list[Column]) -> tuple[Indices, Cells[str]]:
    """The numbers of all texts, column after column, in the order in which they are met; and the texts."""
    chunks = [_without_decimals(chunk) for column in columns for chunk in column.chunks if len(chunk)]
    require(not any(chunk.null_count for chunk in chunks))
    if not chunks:
        return np.empty(0, np.int32), Cells(texts_in_arrow(()))
    return _by_value(chunks) or _by_word(chunks)


def are_first(codes: Indices) -> NDArray[np.bool_]:
    """Where each of some numbers stands first that are in the order in which they are met."""
    return np.diff(np.maximum.accumulate(codes), prepend=-1) > 0


def are_once(texts: Column) -> NDArray[np.bool_]:
    """Whether each of some texts, in one piece and without gaps, is there once."""
    codes = in_numpy(texts.dictionary_encode().indices, NO_SCORE)
    return np.asarray((np.bincount(codes) == 1)[codes])


def _without_decimals(chunk: Column) -> Column:
    """The chunk with whole numbers for floats, which tables with gaps make of them."""
    import pyarrow as pa
    import pyarrow.types as pt

    return chunk.cast(pa.int64()) if pt.is_floating(chunk.type) else chunk


def _by_word(chunks: list[Column]) -> tuple[Indices, Cells[str]]:
    """The same of any texts.  Of a chunk that is a dictionary already, every word is looked at once."""
    import pyarrow as pa
    import pyarrow.types as pt

    words = [_ids(chunk.dictionary if pt.is_dictionary(chunk.type) else chunk) for chunk in chunks]
    encoded = pa.chunked_array(words, pa.large_string()).dictionary_encode().chunks
    ids = encoded[-1].dictionary
    _require_ids(ids)
    numbers = [in_numpy(part.indices, NO_SCORE) for part in encoded]
    parts = [
        part[in_numpy(chunk.indices, NO_SCORE)] if pt.is_dictionary(chunk.type) else part
        for chunk, part in zip(chunks, numbers, strict=True)
    ]
    codes = np.concatenate(parts)
    if any(pt.is_dictionary(chunk.type) for chunk in chunks):  # some words may be in no row, or in a later one first
        used, first = np.unique(codes, return_index=True)
        met = used[np.argsort(first)]
        renamed = np.full(len(ids), NO_SCORE, np.int32)
        renamed[met] = np.arange(len(met), dtype=np.int32)
        codes, ids = renamed[codes], ids.take(in_arrow(met).chunk(0))
    return codes, Cells(ids if ids.nbytes > _LONGEST else ids.cast(pa.string()))


def _by_value(chunks: list[Column]) -> tuple[Indices, Cells[str]] | None:
    """The same where every id is a whole number behind one of a few texts, as in p0, p1, x0; None of others.

    Such ids are told apart by their numbers: no table of texts has to be searched.
    """
    if not _ends_in_number(chunks[0]):
        return None
    try:
        parts = made_of(chunks, _counted)
    except OddError:
        return None
    prefixes = list(dict.fromkeys(prefix for part in parts for prefix in part.prefixes))
    total = sum(len(part.numbers) for part in parts)
    most = max(int(part.numbers.max()) for part in parts) + 1
    if len(prefixes) > _MOST_PREFIXES or most > _SPARSEST * total:
        return None
    values = np.concatenate([part.values(prefixes, most) for part in parts])
    first = np.full(len(prefixes) * most, total, np.int32)
    first[values[::-1]] = np.arange(total - 1, -1, -1, dtype=np.int32)  # the last that is written is the first
    met = values[np.sort(first[first < total])]
    first[met] = np.arange(len(met), dtype=np.int32)
    return first[values], Cells(numbers_behind(prefixes, *np.divmod(met, most)))


def _ends_in_number(chunk: Column) -> bool:
    """Whether the first id is a number behind some text or none."""
    import pyarrow.types as pt

    words = chunk.dictionary if pt.is_dictionary(chunk.type) else chunk
    return len(words) > 0 and str(words[0].as_py()).endswith(tuple("0123456789"))


@dataclass(frozen=True)
class _Counted:
    """Ids that are numbers behind texts.

    Attributes
    ----------
    prefixes : the texts, in the order in which they are met.
    codes : which of them stands in each id; None if there is only one.
    numbers : what stands behind it.
    """

    prefixes: list[str]
    codes: Indices | None
    numbers: Indices

    def values(self, prefixes: Sequence[str], most: int) -> NDArray[np.integer[Any]]:
        """For each id a number of its own, where these are all prefixes, and so many numbers may stand behind each."""
        wide = np.int32 if len(prefixes) * most <= np.iinfo(np.int32).max else np.int64
        before: NDArray[Any] = np.array([most * prefixes.index(prefix) for prefix in self.prefixes], wide)
        return (before if self.codes is None else before[self.codes]) + self.numbers


def _counted(chunk: Column) -> _Counted:
    """What ids are made of; `OddError` if one is anything else."""
    import pyarrow.types as pt

    if pt.is_dictionary(chunk.type):
        require(len(chunk.dictionary) > 0)
        words, indices = _counted(chunk.dictionary), in_numpy(chunk.indices, NO_SCORE)
        return _Counted(words.prefixes, None if words.codes is None else words.codes[indices], words.numbers[indices])
    require(chunk.null_count == 0 and (is_text(chunk.type) or pt.is_integer(chunk.type)))
    return _behind_texts(chunk) if is_text(chunk.type) else _Counted([""], None, _whole(chunk))


def _behind_texts(words: Column) -> _Counted:
    """What texts are made of that end in numbers."""
    import pyarrow.compute as pc

    encoded = pc.ascii_rtrim(words, "0123456789").dictionary_encode()
    prefixes = encoded.dictionary.to_pylist()
    require(len(prefixes) <= _MOST_PREFIXES and all(map(_PREFIX.fullmatch, prefixes)))
    if len(prefixes) == 1:
        return _Counted(prefixes, None, _behind(words, len(prefixes[0])))
    codes, numbers = in_numpy(encoded.indices, NO_SCORE), np.empty(len(words), np.int32)
    for code, prefix in enumerate(prefixes):
        rows = np.flatnonzero(codes == code)
        numbers[rows] = _behind(words.take(in_arrow(rows).chunk(0)), len(prefix))
    return _Counted(prefixes, codes, numbers)


def _behind(words: Column, prefix: int) -> Indices:
    """The numbers behind so many characters; `OddError` if one is none, or begins with a zero that says nothing."""
    import pyarrow.compute as pc

    bare = pc.utf8_slice_codeunits(words, prefix) if prefix else words
    numbers = _whole(bare)
    digits = len(numbers) + sum(int(np.count_nonzero(numbers >= 10**power)) for power in range(1, 10))
    require(pc.sum(pc.binary_length(bare)).as_py() == digits)
    return numbers


def _whole(words: Column) -> Indices:
    """The numbers from 0 on that texts or numbers are; `OddError` if one is none."""
    import pyarrow as pa

    try:
        numbers: Indices = np.asarray(np.from_dlpack(words.cast(pa.int32())), np.int32)
    except pa.ArrowInvalid:
        raise OddError from None
    require(numbers.min() >= 0)
    return numbers


def _ids(chunk: Column) -> Column:
    """Ids as texts; whole numbers are ids as well."""
    import pyarrow as pa
    import pyarrow.types as pt

    require(chunk.null_count == 0 and (is_text(chunk.type) or pt.is_integer(chunk.type)))
    return chunk.cast(pa.large_string())


def _require_ids(words: Column) -> None:
    import pyarrow.compute as pc

    words.validate(full=True)
    lengths = pc.min_max(pc.utf8_length(words)).as_py()
    require(words.null_count == 0 and lengths["min"] > 0 and lengths["max"] <= MAX_ID_LENGTH)
