"""Findings: what a source says beside what the program computes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from explorer.model.scores import Score, format_score

Case = TypeVar("Case")
Tell = Callable[[], None]
"""Called now and then during long work; it may raise to cancel."""


@dataclass(frozen=True)
class Finding:
    """One comparison.

    Attributes
    ----------
    about : what is compared.
    expected, computed : what the source says, and what the program finds, as text.
    holds : whether the two agree.
    """

    about: str
    expected: str
    computed: str
    holds: bool

    def to_json(self) -> dict[str, Any]:
        """As the command line prints it."""
        return {"about": self.about, "expected": self.expected, "computed": self.computed, "holds": self.holds}


def same(about: str, expected: object, computed: object) -> Finding:
    """The finding that two values are equal, or that they are not.

    Examples
    --------
    >>> same("nodes", 4, 4).holds, same("nodes", 4, 5).holds
    (True, False)
    """
    return Finding(about, written(expected), written(computed), expected == computed)


def every(about: str, cases: Iterable[Case], test: Callable[[Case], bool]) -> Finding:
    """The finding that something holds in every case; if not, it says in which one first.

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


def written(value: object) -> str:
    """A value as text: numbers grouped, lists with commas, yes and no.

    Examples
    --------
    >>> written(12941), written((1, -2)), written(True), written("a")
    ('12,941', '1, −2', 'yes', 'a')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}".replace("-", "−")
    if isinstance(value, Score):
        return format_score(value)
    if isinstance(value, list | tuple | set | frozenset):
        listed = sorted(value) if isinstance(value, set | frozenset) else value
        return (
            ", ".join(f"({written(each)})" if isinstance(each, tuple) else written(each) for each in listed) or "none"
        )
    return str(value)
