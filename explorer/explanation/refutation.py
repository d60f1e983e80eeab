"""Refutations of another value: the guarantee that excludes it, which can be played against."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.explanation.explanation import Explanation, Guarantee
from explorer.model.errors import OptionError, quoted
from explorer.model.scores import Score, parse_endless


@dataclass(frozen=True)
class Refutation:
    """The reason why a node does not have a value that somebody expected.

    Attributes
    ----------
    explanation : of the score that it has.
    value : the value that was expected.
    """

    explanation: Explanation
    value: Score

    @property
    def guarantee(self) -> Guarantee | None:
        """The guarantee that excludes the value; None if it is not excluded."""
        explanation = self.explanation
        if self.value < explanation.low:
            return explanation.at_least
        return explanation.at_most if self.value > explanation.high else None

    @property
    def challenger(self) -> int | None:
        """The side that the guarantee keeps from the value; None if the value is not excluded."""
        return None if self.guarantee is None else -self.guarantee.side


def refutation(explanation: Explanation, value: object) -> Refutation:
    """Return why the node does not have this value, a number, text such as "16/3", or ±∞.

    Raises
    ------
    OptionError
        If it is no number.
    """
    try:
        return Refutation(explanation, parse_endless(value))
    except OptionError:
        start = "the value that the score is not must be a number, inf or -inf"
        raise OptionError(f"{start}, got {quoted(value)}") from None
