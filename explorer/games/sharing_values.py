"""The sharing games with the graph forgotten: who gets what, exact values, and how they rise with the colours.

The games are game(G, A, B, [k], f) of e-Valuate, section 5: MAX proposes one of k colours, MIN gives it to an element
of A that has none; x in B, which hangs on the elements S(x) of A, belongs to MAX if they have two colours at least.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from operator import or_
from typing import NamedTuple

from explorer.model.errors import LimitError, OptionError
from explorer.model.scores import Score, parse_score

STATES = 500_000
"""How many positions the solver keeps at most: some hundred megabytes, and a minute."""

ODD = 0
"""The colour of which an odd number counts in the parity variant."""

Colours = Sequence[int | None]  # of the elements of A; None: not coloured yet
Progress = Callable[[int], None]


@dataclass(frozen=True)
class Shares:
    """What there is to share.

    Attributes
    ----------
    elements : how many elements A has.
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
        """The weight of all that MAX can ever get: an x with one element in S(x) never has two colours there."""
        return self.weight(x for x, hangs_on in enumerate(self.sets) if self.parity or len(hangs_on) > 1)

    def is_max(self, x: int, colours: Colours) -> bool | None:
        """Whether an element of B belongs to MAX; None while that is open."""
        there = [colours[element] for element in self.sets[x]]
        if self.parity:
            return None if None in there else there.count(ODD) % 2 == 1
        if len({colour for colour in there if colour is not None}) > 1:
            return True
        return None if None in there else False

    def share(self, colours: Colours) -> Score:
        """The weight of what belongs to MAX already."""
        return self.weight(x for x in range(len(self.sets)) if self.is_max(x, colours))

    def weight(self, xs: Iterator[int]) -> Score:
        """The weight of some elements of B together; exact, with decimals as the fractions that they are written as."""
        total = sum(_exact(self.weights[x]) for x in xs)
        return parse_score(total)


class State(NamedTuple):
    """A position with MAX to move, as far as the rest of the game hangs on it; sets are bit masks.

    Attributes
    ----------
    uncoloured : the uncoloured elements of A that something undecided hangs on.
    idle : how many other elements of A are uncoloured.
    undecided : the elements of B of which it is open to whom they belong.
    marks : for each colour the undecided elements of B that have it, in order of their size, since colours may be
        exchanged; in the parity variant, those with an odd number of `ODD`.
    """

    uncoloured: int
    idle: int
    undecided: int
    marks: tuple[int, ...]


class Values:
    """The exact values of the positions of one game, each worked out once.

    Two positions count as one if the rest of the game is the same in both: what is decided is left out, and so is
    the difference between elements that nothing undecided hangs on, and between colours (which are two, and differ, in
    the parity variant).

    Parameters
    ----------
    states : how many positions are kept at most.
    progress : called with the number of positions now and then; it may raise to cancel.

    Raises
    ------
    LimitError
        By `value`, if there are more positions.
    """

    def __init__(self, shares: Shares, colours: int, *, states: int = STATES, progress: Progress | None = None) -> None:
        self._shares, self._colours, self._limit = shares, colours, states
        self._progress = progress or (lambda done: None)
        self._values: dict[State, Fraction | int] = {}

    @property
    def states(self) -> int:
        """How many positions were worked out."""
        return len(self._values)

    def value(self, colours: Colours = (), proposed: int | None = None) -> Score:
        """What MAX gets in the end from a position, all of MAX's share; without colours, from the start.

        Parameters
        ----------
        proposed : the colour that MIN has to assign; None if MAX is to move.
        """
        coloured = colours or (None,) * self._shares.elements
        state, indices = self._state(coloured)
        rest = self._best(state) if proposed is None else self._worst(state, indices[proposed], None)
        return parse_score(_exact(self._shares.share(coloured)) + rest)

    def _state(self, coloured: Colours) -> tuple[State, list[int]]:
        """The state of a position, and the index of each colour among its marks."""
        undecided = [x for x in range(len(self._shares.sets)) if self._shares.is_max(x, coloured) is None]
        hangs_on = [[coloured[element] for element in self._shares.sets[x]] for x in undecided]
        if self._shares.parity:
            odd = [x for x, there in zip(undecided, hangs_on, strict=True) if there.count(ODD) % 2]
            marks, indices = [_mask(odd)], [0, 1]
        else:
            marks = [
                _mask(x for x, there in zip(undecided, hangs_on, strict=True) if colour in there)
                for colour in range(self._colours)
            ]
            indices = [sorted(marks).index(mark) for mark in marks]
        uncoloured = _mask(element for element, colour in enumerate(coloured) if colour is None)
        return self._reduced(uncoloured, 0, _mask(undecided), sorted(marks)), indices

    def _reduced(self, uncoloured: int, idle: int, undecided: int, marks: list[int]) -> State:
        relevant = _union(self._sets[x] for x in _bits(undecided))
        aside = (uncoloured & ~relevant).bit_count()
        return State(uncoloured & relevant, idle + aside, undecided, tuple(marks))

    def _best(self, state: State) -> Fraction | int:
        """What MAX still gets with MAX to move."""
        known = self._values.get(state)
        if known is not None:
            return known
        best: Fraction | int = 0
        most = self._weight(state.undecided)
        for index in self._proposals(state):
            if best == most:
                break
            best = max(best, self._worst(state, index, best))
        self._keep(state, best)
        return best

    def _keep(self, state: State, value: Fraction | int) -> None:
        self._values[state] = value
        if len(self._values) > self._limit:
            raise LimitError(
                f"the game has more than {self._limit:,} positions that differ; choose a smaller graph or fewer colours"
            )
        if len(self._values) % 1_000 == 0:
            self._progress(len(self._values))

    def _proposals(self, state: State) -> list[int]:
        """The indices of the marks of colours that differ."""
        if self._shares.parity:
            return [ODD, 1 - ODD]
        return [index for index, mark in enumerate(state.marks) if index == 0 or mark != state.marks[index - 1]]

    def _worst(self, state: State, index: int, enough: Fraction | int | None) -> Fraction | int:
        """What MAX still gets after a proposal; once it is `enough` or less, any value that is no more than that."""
        replies: dict[State, Fraction | int] = {}
        if state.idle:
            replies[state._replace(idle=state.idle - 1)] = 0
        for element in _bits(state.uncoloured):
            gain, after = self._assigned(state, index, element)
            replies[after] = gain
        worst: Fraction | int | None = None
        for after, gain in sorted(replies.items(), key=lambda reply: reply[1]):
            if worst is not None and (gain >= worst or (enough is not None and worst <= enough)):
                break
            value = gain + self._best(after)
            worst = value if worst is None else min(value, worst)
        return worst or 0

    def _assigned(self, state: State, index: int, element: int) -> tuple[Fraction | int, State]:
        """What MAX gets by a colour for an element at once, and the state after it."""
        uncoloured = state.uncoloured & ~(1 << element)
        touched = self._touching[element] & state.undecided
        complete = _mask(x for x in _bits(touched) if not self._sets[x] & uncoloured)
        if self._shares.parity:
            odd = state.marks[0] ^ (touched if index == ODD else 0)
            gained, marks = complete & odd, [odd & ~complete]
            undecided = state.undecided & ~complete
        else:
            gained = touched & _union(mark for at, mark in enumerate(state.marks) if at != index)
            undecided = state.undecided & ~gained & ~complete
            marks = sorted((mark | (touched if at == index else 0)) & undecided for at, mark in enumerate(state.marks))
        return self._weight(gained), self._reduced(uncoloured, state.idle, undecided, marks)

    @cached_property
    def _sets(self) -> list[int]:
        return [_mask(hangs_on) for hangs_on in self._shares.sets]

    @cached_property
    def _touching(self) -> list[int]:
        """For each element of A what hangs on it."""
        indices = range(self._shares.elements)
        return [_mask(x for x, there in enumerate(self._shares.sets) if index in there) for index in indices]

    @cached_property
    def _weights(self) -> list[Fraction | int]:
        return [_exact(weight) for weight in self._shares.weights]

    def _weight(self, xs: int) -> Fraction | int:
        return sum(self._weights[x] for x in _bits(xs))


@dataclass(frozen=True)
class Chain:
    """The values for 1, 2, … colours: 0 = minimax(F, [1]) ≤ minimax(F, [2]) ≤ … (e-Valuate, section 5).

    Attributes
    ----------
    values : the value for k colours at index k - 1; after the first that is everything, all others are.
    everything : the weight of all that MAX can ever get.
    elements : how many elements A has, with as many colours as which MAX gets everything.
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
    """The values for 1, 2, … colours, up to the number that gives MAX everything.

    Parameters
    ----------
    most : the largest number of colours; as many as there are elements to colour unless another is given.
    states : how many positions may differ for one number of colours; past it the chain ends.
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
        found = Values(shares, colours, states=states, progress=tell)
        try:
            values.append(found.value())
        except LimitError:
            is_cut_short = True
            break
        done += found.states
        if values[-1] == shares.everything:
            break
    return Chain(tuple(values), shares.everything, shares.elements, is_cut_short)


def _exact(weight: Score) -> Fraction | int:
    """A weight as a fraction of whole numbers, so that sums do not hang on their order: 0.1 is a tenth."""
    return Fraction(repr(weight)) if isinstance(weight, float) else weight


def _mask(indices: Iterable[int]) -> int:
    return _union(1 << index for index in indices)


def _union(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)


def _bits(mask: int) -> Iterator[int]:
    """The indices of the bits of a mask, upwards."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
