"""Changes of many values over a long run, in the order of steps, without a row for every step.

A matrix of steps × nodes would repeat at every step the values that have not changed.  These classes hold the changes
alone, and now and then a checkpoint with all values.  There are as many changes between two checkpoints as there are
keys, so checkpoints never take more room than the changes, and the values at any step are a checkpoint and few changes.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

APART = 10_000  # changes between two checkpoints, where there are fewer keys

Numbers = NDArray[Any]  # of integers


class Log:
    """A recorder of changes of values: for each the step, the key, and the key's new numbers."""

    def __init__(self, width: int = 1, typecode: str = "i") -> None:
        self._width = width
        self._steps, self._keys, self._values = array("i"), array("i"), array(typecode)

    def __len__(self) -> int:
        return len(self._steps)

    def __copy__(self) -> Log:
        twin = Log(self._width)
        twin._steps, twin._keys, twin._values = map(copy, (self._steps, self._keys, self._values))
        return twin

    def add(self, step: int, key: int, *values: int) -> None:
        """Record one change; steps ascend."""
        self._steps.append(step)
        self._keys.append(key)
        for value in values:
            self._values.append(value)

    def extend(self, step: int, keys: Numbers, values: Numbers) -> None:
        """Record many changes of one step, with one number each."""
        for column, numbers in ((self._steps, np.full(len(keys), step)), (self._keys, keys), (self._values, values)):
            column.frombytes(numbers.astype(column.typecode).tobytes())

    def changes(self, size: int, blank: int = -1, *, apart: int = APART) -> Changes:
        """Return the recorded changes of the keys below `size`; nothing can be added after this."""
        values = frozen(self._values)
        shaped = values if self._width == 1 else values.reshape(-1, self._width)
        return Changes(frozen(self._steps), frozen(self._keys), shaped, size, blank, max(size, apart))


def frozen(numbers: array[int]) -> Numbers:
    """Return the numbers as a read-only array that shares their memory."""
    view = np.frombuffer(numbers, numbers.typecode) if numbers else np.empty(0, numbers.typecode)
    view.flags.writeable = False
    return view


@dataclass(frozen=True, eq=False)
class Changes:
    """Recorded changes of values by key, with the values at any step.

    Attributes
    ----------
    steps : array of shape (changes,), ascending: the step of each change.
    keys : array of shape (changes,): the key of each change.
    values : array of shape (changes,) or (changes, width): the value of the key from then on.
    size : the number of keys.
    blank : the value of a key before its first change.
    apart : the number of changes between two checkpoints.
    """

    steps: Numbers
    keys: Numbers
    values: Numbers
    size: int
    blank: int
    apart: int
    _checkpoints: Sequence[Numbers] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Make the checkpoints at once, so that the first query does not wait for them."""
        object.__setattr__(self, "_checkpoints", [*self._checkpoint_states()])

    def __len__(self) -> int:
        return len(self.steps)

    def within(self, first: int, end: int) -> slice:
        """Return the slice of the changes in the steps from `first` to the one before `end`."""
        return slice(self._count_before(first), self._count_before(end))

    def _count_before(self, step: int) -> int:
        """Return the number of changes before a step; the search uses the array's own type, so nothing is copied."""
        return int(self.steps.searchsorted(self.steps.dtype.type(step)))

    def at(self, step: int) -> Numbers:
        """Return the value of every key at a step: array of shape (size,) or (size, width)."""
        end = self._count_before(step + 1)
        start = end // self.apart
        state = self._checkpoints[start].copy()
        rows = slice(start * self.apart, end)
        state[self.keys[rows]] = self.values[rows]  # of a key that stands there twice, the last value stays
        return state

    def rows(self, steps: Sequence[int], keys: Numbers) -> Numbers:
        """Return the values of `keys` at ascending `steps`: array of shape (steps, keys) or (steps, keys, width)."""
        distinct, column_of = np.unique(keys, return_inverse=True)
        latest = np.full((len(steps), len(distinct)), -1, np.int64)  # the last change up to each step, by index
        columns = np.full(self.size, -1, np.intp)
        columns[distinct] = np.arange(len(distinct))
        end = self._count_before(steps[-1] + 1) if steps else 0
        changes = np.flatnonzero(columns[self.keys[:end]] >= 0)
        lines = np.asarray(steps).searchsorted(self.steps[changes])
        latest[lines, columns[self.keys[changes]]] = changes
        latest = np.maximum.accumulate(latest, axis=0)[:, column_of]
        blank = np.full((1, *self.values.shape[1:]), self.blank, self.values.dtype)
        return np.asarray(np.concatenate((self.values, blank))[latest])

    def steps_of(self, key: int) -> Numbers:
        """Return the steps, ascending, in which a key gets a new value."""
        rows = np.flatnonzero(self.keys == key)
        values = self.values[rows].reshape(len(rows), 1 if self.values.ndim == 1 else self.values.shape[1])
        before = np.concatenate((np.full((1, values.shape[1]), self.blank, values.dtype), values))[:-1]
        return np.asarray(self.steps[rows[(values != before).any(axis=1)]])

    @cached_property
    def in_order(self) -> Numbers:
        """The keys that change, in the order in which they first do."""
        keys, first = np.unique(self.keys, return_index=True)
        return np.asarray(keys[np.argsort(first)])

    def _checkpoint_states(self) -> Iterator[Numbers]:
        """Yield the values of all keys before any change, and after every `apart` changes."""
        state = np.full((self.size, *self.values.shape[1:]), self.blank, self.values.dtype)
        yield state
        for start in range(0, len(self) - self.apart + 1, self.apart):
            state = state.copy()
            rows = slice(start, start + self.apart)
            state[self.keys[rows]] = self.values[rows]
            yield state
