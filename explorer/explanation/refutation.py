"""Why not another value: the guarantee that refutes it, which can be played against."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.explanation.explanation import Explanation, Guarantee
from explorer.model.errors import OptionError, quoted
from explorer.model.scores import Score, parse_endless


@dataclass(frozen=True)
class Refutation:
    """Why a node does not have a value that somebody expected.

    Attributes
    ----------
    explanation : of the score that it has.
    expected : the value in question.
    """

    explanation: Explanation
    expected: Score

    @property
    def guarantee(self) -> Guarantee | None:
        """The guarantee that excludes the value; None if it is not excluded."""
        given = self.explanation
        if self.expected < given.low:
            return given.at_least
        return given.at_most if self.expected > given.high else None

    @property
    def challenger(self) -> int | None:
        """The side that would have to do better than the guarantee lets it; None if the value is not excluded."""
        return None if self.guarantee is None else -self.guarantee.side


def refutation(explanation: Explanation, expected: object) -> Refutation:
    """Why the node does not have this value, a number, text such as "16/3", or ±∞.

    Raises
    ------
    OptionError
        If it is no number.
    """
    try:
        return Refutation(explanation, parse_endless(expected))
    except OptionError:
        wanted = "the value that the score is not must be a number, inf or -inf"
        raise OptionError(f"{wanted}, got {quoted(expected)}") from None
