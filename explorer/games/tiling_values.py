"""Exact values of the tiling game (e-Valuate, section 6), by search over regions of uncovered squares.

What is left of the game hangs only on the regions of uncovered squares, each up to where it lies and how it is turned
or mirrored, and on who is to move.  A region in which exactly one more domino fits, whatever the players do, is a
spare move.  Two of them can be left out: whoever would use one is answered with the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, reduce
from itertools import chain
from operator import or_
from typing import NamedTuple

from explorer.model.errors import LimitError
from explorer.trace.run import Progress

STATES = 200_000
"""Most positions that the search keeps, in half a gigabyte; the 5 × 5 board needs some 9,000."""

MAX_SIDE = 15
"""Most rows or columns of a board."""

BoardSquare = tuple[int, int]  # row and column, from 0
Region = tuple[int, ...]  # connected squares as rows of bits, as far up and left as they go

_ROW = MAX_SIDE + 1  # bits of a row in a mask of squares, of which the last one is free
_WHOLE_ROW = (1 << _ROW) - 1
_DARK = sum(1 << _ROW * row + column for row in range(_ROW) for column in range(_ROW) if (row + column) % 2)
_MOST_BESIDE = 4  # squares beside one
_NO_BOUND = 1_000_000


class TilingState(NamedTuple):
    """The rest of a game: regions for two dominoes or more, at most one spare move, the player to move.

    Attributes
    ----------
    regions : in order.
    spare : whether there is a spare move.
    is_max : whether Max is to move.
    """

    regions: tuple[Region, ...]
    spare: bool
    is_max: bool


class TilingValues:
    """The exact values of positions of the tiling game, each computed once for all boards.

    Parameters
    ----------
    states : the most positions to keep.
    progress : called with the number of positions now and then; it may raise to cancel.
    """

    def __init__(self, *, states: int = STATES, progress: Progress | None = None) -> None:
        self._limit, self._progress = states, progress or (lambda count: None)
        self._bounds: dict[TilingState, tuple[int, int]] = {}

    @property
    def states(self) -> int:
        """Number of positions that were searched so far."""
        return len(self._bounds)

    def value(self, uncovered: Iterable[BoardSquare], *, is_max: bool) -> int:
        """Return the number of further dominoes on uncovered squares under best play.

        Parameters
        ----------
        uncovered : the squares, in rows and columns below `MAX_SIDE`.
        is_max : whether Max is to move.

        Raises
        ------
        LimitError
            If more positions differ than are kept.
        """
        regions, spares = _split_into_regions(sum(1 << _ROW * row + column for row, column in set(uncovered)))
        low, high = len(regions) + spares, spares + sum(map(_most_dominoes, regions))
        while low < high:
            middle = (low + high + 1) // 2
            if self._reaches(regions, spares, is_max, middle):
                low = middle
            else:
                high = middle - 1
        return low

    def _reaches(self, regions: tuple[Region, ...], spares: int, is_max: bool, goal: int) -> bool:
        """Return whether Max can have at least `goal` more dominoes placed."""
        goal -= spares // 2 * 2
        spare = spares % 2 == 1
        if goal <= len(regions) + spare:
            return True
        if goal > spare + sum(map(_most_dominoes, regions)):
            return False
        state = TilingState(regions, spare, is_max)
        low, high = self._bounds.get(state, (0, goal))
        if goal <= low or goal > high:
            return goal <= low
        found = self._search(state, goal)
        low, high = self._bounds.get(state, (0, _NO_BOUND))
        self._bounds[state] = (max(low, goal), high) if found else (low, min(high, goal - 1))
        self._report_progress()
        return found

    def _search(self, state: TilingState, goal: int) -> bool:
        """Return whether Max reaches the goal by a move of Max, or by all moves of Min."""
        is_max = state.is_max
        if state.spare and self._reaches(state.regions, 0, not is_max, goal - 1) == is_max:
            return is_max
        for at, region in enumerate(state.regions):
            if at and region == state.regions[at - 1]:
                continue
            others = state.regions[:at] + state.regions[at + 1 :]
            for parts, spares in _splits_after_domino(region) if is_max else reversed(_splits_after_domino(region)):
                left = tuple(sorted(others + parts))
                if self._reaches(left, state.spare + spares, not is_max, goal - 1) == is_max:
                    return is_max
        return not is_max

    def _report_progress(self) -> None:
        if len(self._bounds) > self._limit:
            raise LimitError(f"the game has more than {self._limit:,} positions that differ; choose a smaller board")
        if len(self._bounds) % 1_000 == 0:
            self._progress(len(self._bounds))


def tiling_values(
    rows: int, columns: int, *, max_first: bool = True, progress: Progress | None = None
) -> list[list[int]]:
    """Return the values of all boards up to a size: row m - 1, column n - 1 for the m × n board.

    Boards share what is known of their regions, so that this takes little longer than the largest board alone.

    Raises
    ------
    LimitError
        If the boards are too large.

    Examples
    --------
    >>> tiling_values(3, 4)
    [[0, 1, 1, 2], [1, 2, 3, 4], [1, 3, 4, 5]]
    """
    values = TilingValues(progress=progress)

    def value(high: int, wide: int) -> int:
        return values.value(((row, column) for row in range(high) for column in range(wide)), is_max=max_first)

    return [[value(high, wide) for wide in range(1, columns + 1)] for high in range(1, rows + 1)]


# ---- regions


def _split_into_regions(squares: int) -> tuple[tuple[Region, ...], int]:
    """Return the regions of some squares where two dominoes may fit, and the number of those for one."""
    regions: list[Region] = []
    spares = 0
    while squares:
        region = _connected_region(squares & -squares, squares)
        squares ^= region
        if region & (region - 1):  # more than one square
            placed = _canonical_region(_as_region(region))
            if _is_star(placed):
                spares += 1
            else:
                regions.append(placed)
    return tuple(sorted(regions)), spares


def _connected_region(region: int, squares: int) -> int:
    """Return all squares that can be reached from a region, step by step."""
    while (grown := (region | _adjacent_squares(region)) & squares) != region:
        region = grown
    return region


def _adjacent_squares(squares: int) -> int:
    """Return the squares next to some squares, all as bit masks."""
    return squares << 1 | squares >> 1 | squares << _ROW | squares >> _ROW


def _region_mask(rows: Iterable[int]) -> int:
    """Return the squares of a region as one bit mask."""
    return sum(row << _ROW * at for at, row in enumerate(rows))


def _as_region(squares: int) -> Region:
    """Return the rows of a mask of squares, moved as far up and left as they go."""
    rows: list[int] = []
    while squares:
        row = squares & _WHOLE_ROW
        if row or rows:
            rows.append(row)
        squares >>= _ROW
    union = reduce(or_, rows)
    left = (union & -union).bit_length() - 1
    return tuple(row >> left for row in rows)


@cache
def _canonical_region(region: Region) -> Region:
    """Return the least of a region's turned and mirrored images, which stands for all of them."""
    turned = []
    for rows in (region, _transposed(region)):
        width = max(rows).bit_length()
        mirrored = tuple(int(f"{row:0{width}b}"[::-1], 2) for row in rows)
        turned += [rows, rows[::-1], mirrored, mirrored[::-1]]
    return min(turned)


def _transposed(region: Region) -> Region:
    """Return the region with rows and columns exchanged."""
    width = max(region).bit_length()
    return tuple(sum((row >> column & 1) << at for at, row in enumerate(region)) for column in range(width))


@cache
def _is_star(region: Region) -> bool:
    """Return whether one square has all others beside it, so that exactly one domino fits."""
    squares = _region_mask(region)
    others = squares.bit_count() - 1
    return others <= _MOST_BESIDE and any(
        (_adjacent_squares(square) & squares).bit_count() == others for square in _single_squares(squares)
    )


@cache
def _most_dominoes(region: Region) -> int:
    """Return an upper bound on the dominoes in a region: its squares of the rarer colour, chequered."""
    squares = _region_mask(region)
    dark = (squares & _DARK).bit_count()
    return min(dark, squares.bit_count() - dark)


@cache
def _splits_after_domino(region: Region) -> tuple[tuple[tuple[Region, ...], int], ...]:
    """Return the splits of a region by each domino, each once, most coverable squares first."""
    squares = _region_mask(region)
    lying = (3 * square for square in _single_squares(squares & squares >> 1))
    standing = (square | square << _ROW for square in _single_squares(squares & squares >> _ROW))
    found = dict.fromkeys(_split_into_regions(squares ^ domino) for domino in chain(lying, standing))
    return tuple(sorted(found, key=lambda after: -sum(map(_square_count, after[0])) - 2 * after[1]))


@cache
def _square_count(region: Region) -> int:
    return _region_mask(region).bit_count()


def _single_squares(squares: int) -> Iterator[int]:
    """Yield the squares one by one, as masks."""
    while squares:
        yield squares & -squares
        squares &= squares - 1
