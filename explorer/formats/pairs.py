"""Keys and values of very many records in the order of a text, turned into a column for each key."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from explorer.formats.runs import MOST_KEYS
from explorer.model.arrow import Column, in_arrow, in_numpy, in_one_piece, numbers_in_arrow
from explorer.model.check import Problem, Severity
from explorer.model.fields import FieldReader
from explorer.model.numbering import require

Numbers = NDArray[np.integer]

_EMPTIEST, _MOST_CELLS = 8, 20_000_000  # cells for each that is filled, and of which no more need to be


def require_few(keys: int, values: int, records: int) -> None:
    """Nothing, if the columns of so many keys are few, mostly filled or short, and so can be made."""
    require(keys <= MOST_KEYS or keys * records <= max(_EMPTIEST * values, _MOST_CELLS))


@dataclass(frozen=True)
class Pairs:
    """Keys and values of records, in the order of a text.

    Attributes
    ----------
    rows : for each pair the number of its record.
    names : of the keys.
    codes : for each pair the number of its key among these.
    words : for each pair its value, in one piece.
    """

    rows: Numbers
    names: Sequence[str]
    codes: Numbers
    words: Column

    @staticmethod
    def of(rows: Numbers, keys: Column, words: Column) -> Pairs:
        """Pairs of two columns."""
        encoded = in_one_piece(keys).dictionary_encode()
        return Pairs(rows, encoded.dictionary.to_pylist(), in_numpy(encoded.indices, -1), in_one_piece(words))

    def some(self, pairs: Numbers) -> Pairs:
        """Some of the pairs."""
        return Pairs(self.rows[pairs], self.names, self.codes[pairs], self.words.take(in_arrow(pairs).chunk(0)))

    def of_records(self, records: Numbers) -> Pairs:
        """The pairs of some records, which are numbered from 0 then."""
        numbers = np.full(max(self.rows.max(initial=-1), records.max(initial=-1)) + 1, -1)
        numbers[records] = np.arange(len(records))
        some = self.some(np.flatnonzero(numbers[self.rows] >= 0))
        return replace(some, rows=numbers[some.rows])

    def by_key(self) -> dict[str, Numbers]:
        """The pairs of each key, in the order in which the keys are met."""
        order = np.argsort(self.codes, kind="stable")
        parts = np.split(order, np.flatnonzero(np.diff(self.codes[order])) + 1) if len(order) else []
        require_few(len(parts), len(order), int(self.rows.max(initial=-1)) + 1)
        return {self.names[self.codes[part[0]]]: part for part in sorted(parts, key=itemgetter(0))}

    def columns(self, count: int, *, last: bool = False) -> dict[str, Column]:
        """What each of so many records says under each key, first or last, with gaps."""
        return {key: self.column(self.words, count, pairs, last=last) for key, pairs in self.by_key().items()}

    def column(self, words: Column, count: int, pairs: Numbers | None = None, *, last: bool = False) -> Column:
        """What each of so many records says in its first or last pair, of some, in words that the pairs have."""
        import pyarrow as pa

        pairs = np.arange(len(self.rows)) if pairs is None else pairs
        places = np.full(count, -1)
        pairs = pairs if last else pairs[::-1]
        places[self.rows[pairs]] = pairs  # the one that is written last stays
        return pa.chunked_array([words.take(numbers_in_arrow(places, places >= 0))])

    def firsts(self) -> tuple[Numbers, Numbers]:
        """The first pair of each record and key, in order, and how many pairs there are of these."""
        keys = self.rows.astype(np.int64) * len(self.names) + self.codes
        _, first, counts = np.unique(keys, return_index=True, return_counts=True)
        order = np.argsort(first)
        return first[order], counts[order]

    def have(self, *names: str) -> NDArray[np.bool_]:
        """Which pairs have one of these keys."""
        return np.isin(self.codes, [code for code, name in enumerate(self.names) if name in names])

    def key(self, pair: int) -> str:
        """The key of a pair."""
        return self.names[int(self.codes[pair])]


Saying = tuple[float, Callable[[], None]]
"""What notes something, and where in a text it belongs."""


def place_of(rows: Numbers, place: float) -> float:
    """Where something is in a text, of which a part has these elements, that has this place in the part."""
    return place if math.isinf(place) else float(rows[int(place)] + place % 1)


class Heard(FieldReader):
    """Keeps what is noted of a part of a text, to be said among other things in the order of the whole."""

    def __init__(self) -> None:
        super().__init__()
        self._heard: list[tuple[float, Problem]] = []

    def _add(self, problem: Problem, kind: str) -> None:
        self._heard.append((self.place, problem))

    def sayings(self, rows: Numbers, fields: FieldReader) -> list[Saying]:
        """What says so, where these are the elements of the part among those of the whole."""
        notes = {Severity.ERROR: fields.error, Severity.WARNING: fields.warn}
        return [
            (
                place_of(rows, place),
                partial(notes[problem.severity], problem.message, node=problem.node, line=problem.line),
            )
            for place, problem in self._heard
        ]


def sayings(places: Numbers, told: int, say: Callable[[int], None], fields: FieldReader) -> list[Saying]:
    """What says something of each of the first places, so many of them, and how many more there are."""
    found: list[Saying] = [(place, partial(say, place)) for place in places[:told].tolist()]
    if more := len(places) - len(found):
        found.append((found[-1][0], partial(fields.more, more)))
    return found


def say_in_order(*parts: Iterable[Saying]) -> None:
    """Have all said that is to be said, in the order of the text."""
    for _, say in sorted((saying for part in parts for saying in part), key=itemgetter(0)):
        say()
