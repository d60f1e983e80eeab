"""A smallest set that meets every set of a family: the core of the search for smallest witnesses.

Elements are numbered from 0 and sets are whole numbers, element e being the bit 1 << e.  Two elements can exclude each
other (an open node cannot be good for both players at once).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from explorer.model.errors import LimitError

Mask = int


class WorkBudget:
    """A supply of work, in units of about one move looked at, that a search draws from.

    Attributes
    ----------
    remaining : the amount that is not spent yet.
    """

    def __init__(self, amount: int) -> None:
        self.remaining = amount

    def spend(self, amount: int) -> None:
        """Subtract units of work from the supply.

        Raises
        ------
        LimitError
            If that is more than there is.
        """
        self.remaining -= amount
        if self.remaining < 0:
            raise LimitError("the search came to its limit of work; raise the limit to let it go on")


def elements(mask: Mask) -> Iterator[int]:
    """Yield the elements of a set, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def smallest_hitting_set(
    family: Sequence[Mask], *, partner: Mapping[int, int] | None = None, work: WorkBudget | None = None
) -> Mask | None:
    """Return a smallest set that meets every set of the family, or None if there is none.

    A branch and bound: branch on the elements of the smallest set not met yet, forbid in each branch those of the
    branches before, and bound by the number of pairwise disjoint sets that are not met.

    Parameters
    ----------
    partner : for an element, the one that cannot be in the same hitting set.
    work : spent for each set looked at.

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
        if 0 in left or (best is not None and chosen.bit_count() + _packing_size(left) >= best.bit_count()):
            continue
        if not left:
            best = chosen
            continue
        waiting += reversed(list(_branches(chosen, forbidden, left, excluded)))
    return best


def _branches(
    chosen: Mask, forbidden: Mask, left: list[Mask], partner: Mapping[int, int]
) -> Iterator[tuple[Mask, Mask, list[Mask]]]:
    """Yield the search states below one, with an element of the smallest set each, the most useful first.

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


def _packing_size(family: list[Mask]) -> int:
    """Return the size of a greedy choice of pairwise disjoint sets: no hitting set is smaller."""
    used = count = 0
    for each in sorted(family, key=int.bit_count):
        if not each & used:
            used |= each
            count += 1
    return count


def _minimal_sets(family: Sequence[Mask]) -> list[Mask]:
    """Return the sets that contain no other of the family, smallest first."""
    minimal: list[Mask] = []
    for each in sorted(set(family), key=lambda mask: (mask.bit_count(), mask)):
        if not any(other & ~each == 0 for other in minimal):
            minimal.append(each)
    return minimal
