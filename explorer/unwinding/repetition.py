"""Rules about repetition, as real games have them, beside the value of endless play."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from explorer.model.errors import OptionError, quoted
from explorer.model.words import counted

RULE_HELP = "times=N, repeats-loses, no-repeats or clock=M"
MOST_NUMBER = 1_000_000
_NUMBERED = re.compile(r"(times|clock)=([0-9]{1,7})")
_LEAST = {"times": 2, "clock": 1}


class RepetitionKind(StrEnum):
    """Kinds of rules about repetition."""

    TIMES = "times"  # threefold repetition, sennichite: the n-th time ends the play
    REPEATS_LOSES = "repeats-loses"
    NO_REPEATS = "no-repeats"  # positional superko
    CLOCK = "clock"  # the fifty-move rule: so many moves without progress end the play


@dataclass(frozen=True)
class Repetition:
    """A rule about repetition.

    Attributes
    ----------
    kind : the kind of rule.
    number : the n of `times` and the m of `clock`; 0 for the others.

    Examples
    --------
    >>> rule = Repetition.parse("times=3")
    >>> rule.kind.value, rule.number, str(rule)
    ('times', 3, 'times=3')
    """

    kind: RepetitionKind
    number: int = 0

    @staticmethod
    def parse(text: object) -> Repetition:
        """Return the rule that a text names: times=3, repeats-loses, no-repeats or clock=50.

        Raises
        ------
        OptionError
            If it names none.
        """
        if isinstance(text, Repetition):
            return text
        name = str(text).strip().lower()
        if name in (RepetitionKind.REPEATS_LOSES, RepetitionKind.NO_REPEATS):
            return Repetition(RepetitionKind(name))
        if (found := _NUMBERED.fullmatch(name)) is None:
            raise OptionError(f"a rule about repetition is {RULE_HELP}, got {quoted(text)}")
        kind, number = found[1], int(found[2])
        if not _LEAST[kind] <= number <= MOST_NUMBER:
            raise OptionError(f"{kind}=N takes a number from {_LEAST[kind]} to {MOST_NUMBER:,}, got {quoted(text)}")
        return Repetition(RepetitionKind(kind), number)

    def __str__(self) -> str:
        return f"{self.kind}={self.number}" if self.number else str(self.kind)

    @property
    def has_clock(self) -> bool:
        """Return whether the rule counts moves, and not positions."""
        return self.kind is RepetitionKind.CLOCK

    @property
    def most_visits(self) -> int:
        """The visit of a position, counted from 1, at which the rule takes hold; not for a clock."""
        return self.number or 2

    @property
    def words(self) -> str:
        """The rule in a sentence without its full stop."""
        return {
            RepetitionKind.TIMES: f"when a position occurs for the {_ordinal(self.number)} time, the play ends as "
            "endless play",
            RepetitionKind.REPEATS_LOSES: "the player whose move repeats a position has lost",
            RepetitionKind.NO_REPEATS: "a move that repeats a position is not allowed; a play without a move left ends "
            "as endless play",
            RepetitionKind.CLOCK: f"after {counted(self.number, 'move')} without progress, play ends as endless play",
        }[self.kind]


def _ordinal(number: int) -> str:
    """Return the number as an ordinal: "2nd", "3rd", "11th"."""
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{number:,}{'th' if number // 10 % 10 == 1 else ends.get(number % 10, 'th')}"
