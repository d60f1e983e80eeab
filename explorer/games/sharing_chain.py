"""The values of a sharing game with 1, 2, … colours, and how many of them give MAX everything."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.games.sharing_values import STATES, Progress, Shares, Values
from explorer.model.errors import LimitError, OptionError
from explorer.model.scores import Score


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
