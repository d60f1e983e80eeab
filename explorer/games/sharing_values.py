"""The sharing games without their graphs: shares, exact values, and values for more and more colours.

The games are game(G, A, B, [k], f) of e-Valuate, section 5: MAX proposes one of k colours, MIN gives it to an element
of A that has none; x in B, which hangs on the elements S(x) of A, belongs to MAX if they have two colours at least.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from operator import or_
from typing import NamedTuple

from explorer.model.errors import LimitError, OptionError
from explorer.model.scores import Score, parse_score
from explorer.trace.run import Progress

STATES = 500_000
"""Most positions that the solver keeps: some hundred megabytes, and a minute."""

ODD = 0
"""The colour of which an odd number counts in the parity variant."""

Colouring = Sequence[int | None]  # of the elements of A; None: not coloured yet


@dataclass(frozen=True)
class Shares:
    """The elements to share and their weights.

    Attributes
    ----------
    elements : the number of elements of A.
    sets : S(x) for each x in B: indices in A, at least one.
    weights : of the elements of B, none below 0.
    parity : whether x belongs to MAX if an odd number of elements of S(x) has the colour `ODD`, of two colours
        (e-Valuate, section 5, at the end).
    """

    elements: int
    sets: tuple[tuple[int, ...], ...]
    weights: tuple[Score, ...]
    parity: bool = False

    @property
    def everything(self) -> Score:
        """The largest weight that MAX can get: an x with one element in S(x) never has two colours."""
        return self.weight(x for x, hangs_on in enumerate(self.sets) if self.parity or len(hangs_on) > 1)

    def is_max(self, x: int, colours: Colouring) -> bool | None:
        """Return whether an element of B belongs to MAX; None while that is open."""
        there = [colours[element] for element in self.sets[x]]
        if self.parity:
            return None if None in there else there.count(ODD) % 2 == 1
        if len({colour for colour in there if colour is not None}) > 1:
            return True
        return None if None in there else False

    def share(self, colours: Colouring) -> Score:
        """Return the weight of the elements that belong to MAX so far."""
        return self.weight(x for x in range(len(self.sets)) if self.is_max(x, colours))

    def weight(self, xs: Iterator[int]) -> Score:
        """Return the exact weight of some elements of B together; decimals count as fractions."""
        total = sum(_exact_weight(self.weights[x]) for x in xs)
        return parse_score(total)


class SharingState(NamedTuple):
    """The part of a sharing game's position that matters for the rest; sets are bit masks.

    Attributes
    ----------
    uncoloured : the uncoloured elements of A that something undecided hangs on.
    idle : the number of other uncoloured elements of A.
    undecided : the elements of B of which it is open to whom they belong.
    marks : for each colour the undecided elements of B that have it, in order of their size, since colours may be
        exchanged; in the parity variant, those with an odd number of `ODD`.
    """

    uncoloured: int
    idle: int
    undecided: int
    marks: tuple[int, ...]


class SharingValues:
    """The exact values of the positions of one game, each computed once.

    Two positions count as one if the rest of the game is the same in both: what is decided is left out, and so is
    the difference between elements that nothing undecided hangs on, and between colours (which are two, and differ, in
    the parity variant).

    Parameters
    ----------
    states : the most positions to keep.
    progress : called with the number of positions now and then; it may raise to cancel.

    Raises
    ------
    LimitError
        By `value`, if there are more positions.
    """

    def __init__(self, shares: Shares, colours: int, *, states: int = STATES, progress: Progress | None = None) -> None:
        self._shares, self._colours, self._limit = shares, colours, states
        self._progress = progress or (lambda count: None)
        self._values: dict[SharingState, Fraction | int] = {}

    @property
    def states(self) -> int:
        """Number of positions whose values were computed."""
        return len(self._values)

    def value(self, colours: Colouring = (), proposed: int | None = None) -> Score:
        """Return MAX's whole share at the end from a position; without colours, from the start.

        Parameters
        ----------
        proposed : the colour that MIN has to assign; None if MAX is to move.
        """
        coloured = colours or (None,) * self._shares.elements
        state, indices = self._state(coloured)
        rest = (
            self._best_share(state) if proposed is None else self._share_after_proposal(state, indices[proposed], None)
        )
        return parse_score(_exact_weight(self._shares.share(coloured)) + rest)

    def _state(self, coloured: Colouring) -> tuple[SharingState, list[int]]:
        """Return the state of a position, and the index of each colour among its marks."""
        undecided = [x for x in range(len(self._shares.sets)) if self._shares.is_max(x, coloured) is None]
        hangs_on = [[coloured[element] for element in self._shares.sets[x]] for x in undecided]
        if self._shares.parity:
            odd = [x for x, there in zip(undecided, hangs_on, strict=True) if there.count(ODD) % 2]
            marks, indices = [_bit_mask(odd)], [0, 1]
        else:
            marks = [
                _bit_mask(x for x, there in zip(undecided, hangs_on, strict=True) if colour in there)
                for colour in range(self._colours)
            ]
            indices = [sorted(marks).index(mark) for mark in marks]
        uncoloured = _bit_mask(element for element, colour in enumerate(coloured) if colour is None)
        return self._relevant_state(uncoloured, 0, _bit_mask(undecided), sorted(marks)), indices

    def _relevant_state(self, uncoloured: int, idle: int, undecided: int, marks: list[int]) -> SharingState:
        """Return the state of a position, without elements that nothing undecided hangs on."""
        relevant = _union_of_masks(self._sets[x] for x in _bit_indices(undecided))
        aside = (uncoloured & ~relevant).bit_count()
        return SharingState(uncoloured & relevant, idle + aside, undecided, tuple(marks))

    def _best_share(self, state: SharingState) -> Fraction | int:
        """Return MAX's further share from a state with MAX to move."""
        known = self._values.get(state)
        if known is not None:
            return known
        best: Fraction | int = 0
        most = self._weight(state.undecided)
        for index in self._proposals(state):
            if best == most:
                break
            best = max(best, self._share_after_proposal(state, index, best))
        self._store_value(state, best)
        return best

    def _store_value(self, state: SharingState, value: Fraction | int) -> None:
        """Keep the value of a state; raise LimitError if there are too many."""
        self._values[state] = value
        if len(self._values) > self._limit:
            raise LimitError(
                f"the game has more than {self._limit:,} positions that differ; choose a smaller graph or fewer colours"
            )
        if len(self._values) % 1_000 == 0:
            self._progress(len(self._values))

    def _proposals(self, state: SharingState) -> list[int]:
        """Return the colours worth proposing, by index: one of each set of marks."""
        if self._shares.parity:
            return [ODD, 1 - ODD]
        return [index for index, mark in enumerate(state.marks) if index == 0 or mark != state.marks[index - 1]]

    def _share_after_proposal(self, state: SharingState, index: int, enough: Fraction | int | None) -> Fraction | int:
        """Return MAX's further share after a colour is proposed, or a value ≤ `enough` once there is one."""
        replies: dict[SharingState, Fraction | int] = {}
        if state.idle:
            replies[state._replace(idle=state.idle - 1)] = 0
        for element in _bit_indices(state.uncoloured):
            gain, after = self._assign(state, index, element)
            replies[after] = gain
        worst: Fraction | int | None = None
        for after, gain in sorted(replies.items(), key=lambda reply: reply[1]):
            if worst is not None and (gain >= worst or (enough is not None and worst <= enough)):
                break
            value = gain + self._best_share(after)
            worst = value if worst is None else min(value, worst)
        return worst or 0

    def _assign(self, state: SharingState, index: int, element: int) -> tuple[Fraction | int, SharingState]:
        """Return MAX's immediate gain by a colour for an element, and the state after it."""
        uncoloured = state.uncoloured & ~(1 << element)
        touched = self._sets_by_element[element] & state.undecided
        complete = _bit_mask(x for x in _bit_indices(touched) if not self._sets[x] & uncoloured)
        if self._shares.parity:
            odd = state.marks[0] ^ (touched if index == ODD else 0)
            gained, marks = complete & odd, [odd & ~complete]
            undecided = state.undecided & ~complete
        else:
            gained = touched & _union_of_masks(mark for at, mark in enumerate(state.marks) if at != index)
            undecided = state.undecided & ~gained & ~complete
            marks = sorted((mark | (touched if at == index else 0)) & undecided for at, mark in enumerate(state.marks))
        return self._weight(gained), self._relevant_state(uncoloured, state.idle, undecided, marks)

    @cached_property
    def _sets(self) -> list[int]:
        return [_bit_mask(hangs_on) for hangs_on in self._shares.sets]

    @cached_property
    def _sets_by_element(self) -> list[int]:
        """For each element of A the elements of B that hang on it, as a mask."""
        indices = range(self._shares.elements)
        return [_bit_mask(x for x, there in enumerate(self._shares.sets) if index in there) for index in indices]

    @cached_property
    def _weights(self) -> list[Fraction | int]:
        return [_exact_weight(weight) for weight in self._shares.weights]

    def _weight(self, xs: int) -> Fraction | int:
        """Return the weight of the elements of B in a bit mask."""
        return sum(self._weights[x] for x in _bit_indices(xs))


@dataclass(frozen=True)
class Chain:
    """The values for 1, 2, … colours: 0 = minimax(F, [1]) ≤ minimax(F, [2]) ≤ … (e-Valuate, section 5).

    Attributes
    ----------
    values : the value for k colours at index k - 1; after the first that is everything, all others are.
    everything : the weight of all that MAX can ever get.
    elements : the number of elements of A; with as many colours MAX gets everything.
    is_cut_short : whether a game had too many positions.
    """

    values: tuple[Score, ...]
    everything: Score
    elements: int
    is_cut_short: bool = False

    @property
    def least(self) -> int | None:
        """The smallest number of colours that gives MAX everything; None if the chain was not followed so far."""
        return next((k for k, value in enumerate(self.values, 1) if value == self.everything), None)


def chain(shares: Shares, *, most: int | None = None, states: int = STATES, progress: Progress | None = None) -> Chain:
    """Return the values for 1, 2, … colours, up to the number that gives MAX everything.

    Parameters
    ----------
    most : the largest number of colours; as many as there are elements to colour unless another is given.
    states : the most positions for one number of colours; beyond it the chain ends.
    progress : called with the number of positions so far; it may raise to cancel.

    Raises
    ------
    OptionError
        In the parity variant, which has two colours.

    Examples
    --------
    Two edges that share a vertex are coloured by their three vertices:

    >>> chain(Shares(3, ((0, 1), (1, 2)), (1, 1))).values
    (0, 1, 2)
    """
    if shares.parity:
        raise OptionError("the parity variant has two colours, so there is no chain in their number")
    values: list[Score] = []
    done, is_cut_short = 0, False

    def tell(now: int) -> None:
        if progress is not None:
            progress(done + now)

    for colours in range(1, (shares.elements if most is None else most) + 1):
        found = SharingValues(shares, colours, states=states, progress=tell)
        try:
            values.append(found.value())
        except LimitError:
            is_cut_short = True
            break
        done += found.states
        if values[-1] == shares.everything:
            break
    return Chain(tuple(values), shares.everything, shares.elements, is_cut_short)


def _exact_weight(weight: Score) -> Fraction | int:
    """Return a weight as an exact fraction, so that sums do not depend on order: 0.1 is a tenth."""
    return Fraction(repr(weight)) if isinstance(weight, float) else weight


def _bit_mask(indices: Iterable[int]) -> int:
    """Return the bit mask of some indices."""
    return _union_of_masks(1 << index for index in indices)


def _union_of_masks(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)


def _bit_indices(mask: int) -> Iterator[int]:
    """Yield the indices of the bits of a mask, upwards."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
