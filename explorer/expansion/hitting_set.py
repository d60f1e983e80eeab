"""A smallest set that meets every set of a family: the core of the search for smallest witnesses.

Elements are numbered from 0 and sets are whole numbers, element e being the bit 1 << e.  Two elements can exclude each
other (an open node cannot be good for both players at once).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from explorer.model.errors import LimitError

Mask = int


class Work:
    """A supply of work, in units of about one move looked at, that a search draws from.

    Attributes
    ----------
    left : what is left of it.
    """

    def __init__(self, amount: int) -> None:
        self.left = amount

    def spend(self, amount: int) -> None:
        """Use some of it up.

        Raises
        ------
        LimitError
            If that is more than there is.
        """
        self.left -= amount
        if self.left < 0:
            raise LimitError("the search came to its limit of work; raise the limit to let it go on")


def elements(mask: Mask) -> Iterator[int]:
    """The elements of a set, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def smallest_hitting_set(
    family: Sequence[Mask], *, partner: Mapping[int, int] | None = None, work: Work | None = None
) -> Mask | None:
    """A smallest set that meets every set of the family, or None if there is none.

    A branch and bound: branch on the elements of the smallest set not met yet, in each branch forbid those of the
    branches before, and bound by how many sets not met are pairwise disjoint.

    Parameters
    ----------
    partner : for an element, the one that cannot be in the same hitting set.
    work : drawn on for each set looked at.

    Raises
    ------
    LimitError
        If there is not enough work.
    """
    excluded = partner or {}
    best: Mask | None = None
    waiting: list[tuple[Mask, Mask, list[Mask]]] = [(0, 0, _minimal_sets(family))]
    while waiting:
        chosen, forbidden, missed = waiting.pop()
        if work is not None:
            work.spend(1 + len(missed))
        left = [each & ~forbidden for each in missed]
        if 0 in left or (best is not None and chosen.bit_count() + _packing(left) >= best.bit_count()):
            continue
        if not left:
            best = chosen
            continue
        waiting += reversed(list(_branches(chosen, forbidden, left, excluded)))
    return best


def _branches(
    chosen: Mask, forbidden: Mask, left: list[Mask], partner: Mapping[int, int]
) -> Iterator[tuple[Mask, Mask, list[Mask]]]:
    """The search states below one: an element of the smallest set in each, those that meet most sets first.

    An element is left out if one before it meets the same sets and more, and excludes nothing.
    """
    narrowest = min(left, key=int.bit_count)
    met = {e: sum(1 << index for index, each in enumerate(left) if each >> e & 1) for e in elements(narrowest)}
    stronger: list[Mask] = []
    for element in sorted(met, key=lambda element: (-met[element].bit_count(), element)):
        if any(met[element] & ~other == 0 for other in stronger):
            continue
        bit = 1 << element
        other = 1 << partner[element] if element in partner else 0
        yield chosen | bit, forbidden | other, [each for each in left if not each & bit]
        forbidden |= bit
        if not other:
            stronger.append(met[element])


def _packing(family: list[Mask]) -> int:
    """How many sets a greedy choice of pairwise disjoint ones has: no hitting set is smaller."""
    used = count = 0
    for each in sorted(family, key=int.bit_count):
        if not each & used:
            used |= each
            count += 1
    return count


def _minimal_sets(family: Sequence[Mask]) -> list[Mask]:
    """The sets that contain no other of the family, smallest first."""
    kept: list[Mask] = []
    for each in sorted(set(family), key=lambda mask: (mask.bit_count(), mask)):
        if not any(other & ~each == 0 for other in kept):
            kept.append(each)
    return kept
