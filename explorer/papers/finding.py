"""Findings: statements of a source beside values that the program computes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from explorer.model.scores import format_value

TrialCase = TypeVar("TrialCase")
Heartbeat = Callable[[], None]
"""Called now and then during long work; it may raise to cancel."""


@dataclass(frozen=True)
class Finding:
    """One comparison of a source with the program.

    Attributes
    ----------
    about : the subject of the comparison.
    expected, computed : the value of the source, and that of the program, as text.
    holds : whether the two agree.
    """

    about: str
    expected: str
    computed: str
    holds: bool

    def to_json(self) -> dict[str, Any]:
        """Return the finding as the command line prints it."""
        return {"about": self.about, "expected": self.expected, "computed": self.computed, "holds": self.holds}


def same(about: str, expected: object, computed: object) -> Finding:
    """Return a finding on whether two values are equal.

    Examples
    --------
    >>> same("nodes", 4, 4).holds, same("nodes", 4, 5).holds
    (True, False)
    """
    return Finding(about, format_value(expected), format_value(computed), expected == computed)


def every(about: str, cases: Iterable[TrialCase], test: Callable[[TrialCase], bool]) -> Finding:
    """Return a finding on whether a test holds in every case, with the first case where it does not.

    Examples
    --------
    >>> every("n < 3", range(3), lambda n: n < 3).computed
    'all 3'
    >>> every("n < 3", range(9), lambda n: n < 3).computed
    'not for case 4 of 9: 3'
    """
    listed = list(cases)
    failed = next((number for number, case in enumerate(listed) if not test(case)), None)
    everything = f"all {len(listed):,}"
    if failed is None:
        return Finding(about, everything, everything, bool(listed))
    return Finding(about, everything, f"not for case {failed + 1:,} of {len(listed):,}: {listed[failed]}", False)
