"""Compact sets of indices: a bit for each index, in blocks that sets share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from itertools import groupby
from typing import Any

BITS = 12  # of an index, its place in a block
_MASK = (1 << BITS) - 1

BitBlocks = tuple[int, ...]


class IndexSet(Set[int]):
    """An immutable set of indices, as the bits of numbers; iterates in ascending order.

    On a path of 40,000 nodes a search holds a set for every node that it leaves, and each differs from the one before
    in few nodes.  The bits are in blocks, and sets share the blocks in which they agree: such a set takes less than 1
    kB, all its bits would take 10 kB, and a `frozenset` up to 2 MB.

    Examples
    --------
    >>> one, other = IndexSet([3, 1]), IndexSet([1, 70])
    >>> list(one | other), list(one - other), one <= one | other, 70 in one, len(other), bool(one - one)
    ([1, 3, 70], [3], True, False, 2, False)
    """

    __slots__ = ("blocks",)

    blocks: BitBlocks  # the last one is not 0

    def __init__(self, indices: Iterable[int] = ()) -> None:
        found: list[int] = []
        for number, members in groupby(sorted(indices), key=lambda index: index >> BITS):
            found += [0] * (number - len(found))
            block = 0
            for index in members:
                block |= 1 << (index & _MASK)
            found.append(block)
        self.blocks = tuple(found)

    @classmethod
    def _from_blocks(cls, blocks: list[int]) -> IndexSet:
        """Return the set with these blocks of bits."""
        while blocks and not blocks[-1]:
            blocks.pop()
        made = cls.__new__(cls)
        made.blocks = tuple(blocks)
        return made

    @classmethod
    def of(cls, index: int) -> IndexSet:
        """Return the set with this index alone."""
        made = cls.__new__(cls)
        made.blocks = (*(0,) * (index >> BITS), 1 << (index & _MASK))
        return made

    def without(self, index: int) -> IndexSet:
        """Return the set without an index."""
        if index not in self:
            return self
        number, blocks = index >> BITS, [*self.blocks]
        blocks[number] ^= 1 << (index & _MASK)
        return IndexSet._from_blocks(blocks)

    def __contains__(self, index: object) -> bool:
        if not isinstance(index, int):
            return False
        number = index >> BITS
        return 0 <= number < len(self.blocks) and bool(self.blocks[number] >> (index & _MASK) & 1)

    def __iter__(self) -> Iterator[int]:
        for number, block in enumerate(self.blocks):
            start, left = number << BITS, block
            while left:
                lowest = left & -left
                yield start + lowest.bit_length() - 1
                left ^= lowest

    def __len__(self) -> int:
        return sum(map(int.bit_count, self.blocks))

    def __bool__(self) -> bool:
        return bool(self.blocks)

    def __hash__(self) -> int:
        return self._hash()

    def __eq__(self, other: object) -> bool:
        return self.blocks == other.blocks if isinstance(other, IndexSet) else super().__eq__(other)

    def __or__(self, other: Set[Any]) -> IndexSet:
        one, two = self.blocks, _blocks_of(other)
        if len(one) < len(two):
            one, two = two, one
        joined = [a if b is a or not b else _joined_bits(a, b) for a, b in zip(one, two, strict=False)]
        return IndexSet._from_blocks([*joined, *one[len(two) :]])

    def __sub__(self, other: Set[Any]) -> IndexSet:
        one, two = self.blocks, _blocks_of(other)
        left = [a & ~b if b and a & b else a for a, b in zip(one, two, strict=False)]
        return IndexSet._from_blocks([*left, *one[len(two) :]])

    def __le__(self, other: Set[Any]) -> bool:
        one, two = self.blocks, _blocks_of(other)
        if len(one) > len(two):
            return False
        return all(a is b or a & b == a for a, b in zip(one, two, strict=False))

    def __repr__(self) -> str:
        return f"IndexSet({list(self)})"


class GrowingSet:
    """A set of indices, in blocks of bits, that members enter and leave."""

    def __init__(self) -> None:
        self._blocks: list[int] = []

    def add(self, index: int) -> None:
        """Put an index into the set."""
        number, blocks = index >> BITS, self._blocks
        if number >= len(blocks):
            blocks += [0] * (number + 1 - len(blocks))
        blocks[number] |= 1 << (index & _MASK)

    def remove(self, index: int) -> None:
        """Take an index out of the set."""
        self._blocks[index >> BITS] ^= 1 << (index & _MASK)

    def holds(self, needs: IndexSet) -> bool:
        """Return whether all indices of another set are in this one."""
        return all(a & b == a for a, b in zip(needs.blocks, self._blocks, strict=False) if a) and (
            len(needs.blocks) <= len(self._blocks)
        )

    def frozen(self) -> IndexSet:
        """Return the set as it is now."""
        return IndexSet._from_blocks([*self._blocks])


def _joined_bits(one: int, other: int) -> int:
    """Return the bits of two numbers together, as one of the two numbers if it has them all."""
    both = one | other
    return one if both == one else other if both == other else both


def _blocks_of(indices: Set[Any]) -> BitBlocks:
    """Return the bits for these indices, by number of the block."""
    return (indices if isinstance(indices, IndexSet) else IndexSet(indices)).blocks
