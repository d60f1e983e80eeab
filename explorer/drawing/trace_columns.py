"""Columns of the changes of a run as they travel: the steps of a chunk alone, and the state before them."""

from __future__ import annotations

from base64 import b64encode
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from explorer.drawing.messages.trace import Packed, PackedColumn
from explorer.trace.changes import Changes, Numbers

_BEFORE = -1  # the step for the state before the first step of a chunk
_SIZES = (1, 2, 4)  # bytes


class ChangeRows(NamedTuple):
    """Changes in a chunk of steps, in columns: the step of each, counted from the first, its key and its new value."""

    steps: Numbers
    keys: Numbers
    values: Numbers

    @classmethod
    def within(cls, changes: Changes, span: range) -> ChangeRows:
        """Return the changes in a span of steps."""
        rows = changes.within(span.start, span.stop)
        return cls(changes.steps[rows] - span.start, changes.keys[rows], changes.values[rows].copy())

    @classmethod
    def with_start(cls, changes: Changes, span: range, order: Numbers | None = None) -> ChangeRows:
        """Return the state before a span of steps, in an order of keys if given, and its changes."""
        before = changes.at(span.start - 1)
        there = before != changes.blank
        there = there if there.ndim == 1 else there.any(axis=1)
        keys = np.flatnonzero(there) if order is None else order[there[order]]
        standing = cls(np.full(len(keys), _BEFORE), keys, before[keys])
        return cls(*map(np.concatenate, zip(standing, cls.within(changes, span), strict=True)))

    @classmethod
    def at_once(cls, keys: ArrayLike, values: ArrayLike) -> ChangeRows:
        """Return changes that all come in the first step."""
        listed = np.asarray(keys, np.intp)
        return cls(np.zeros_like(listed), listed, np.asarray(values, np.intp))

    def where(self, is_wanted: Numbers) -> ChangeRows:
        """Return the changes that a mask selects."""
        return ChangeRows(*(column[is_wanted] for column in self))

    def at_places(self, places: Numbers) -> ChangeRows:
        """Return the changes of keys that have a place, which becomes their key; -1 stands for none."""
        keys = places[self.keys]
        return self._replace(keys=keys).where((self.keys >= 0) & (keys >= 0))

    @property
    def packed(self) -> PackedColumn:
        """The steps, keys and values of the changes, each column as a text of `number_text`."""
        return number_text(self.steps), number_text(self.keys), number_text(self.values)


def number_text(numbers: ArrayLike) -> Packed:
    """Return whole numbers as text: the bytes of each, then all of them in base64."""
    listed = np.ravel(numbers)
    least, most = (listed.min(), listed.max()) if len(listed) else (0, 0)
    size = next((size for size in _SIZES if -(1 << 8 * size - 1) <= least <= most < 1 << 8 * size - 1), 8)
    kind = f"<i{size}" if size in _SIZES else "<f8"  # as JavaScript has numbers
    return f"{size}{b64encode(listed.astype(kind).tobytes()).decode()}"
