"""The check of an item: its facts and its check function, computed now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from explorer.lessons.facts import fact_value
from explorer.lessons.text_comparison import is_confirmed
from explorer.model.errors import ExplorerError
from explorer.papers.finding import Finding, Heartbeat
from explorer.papers.item import Item


@dataclass(frozen=True)
class Report:
    """The result of the check of an item.

    Attributes
    ----------
    findings : one for each comparison.
    failure : why the rest could not be computed, or "".
    """

    item: Item
    findings: tuple[Finding, ...]
    failure: str = ""

    @property
    def holds(self) -> bool:
        """Return whether all findings of the check were computed and agree with the source."""
        return not self.failure and all(finding.holds for finding in self.findings)

    def to_json(self) -> dict[str, Any]:
        """Return the report as the command line prints it."""
        found: dict[str, Any] = {"holds": self.holds, "findings": [finding.to_json() for finding in self.findings]}
        return found | ({"failure": self.failure} if self.failure else {})


def check(item: Item, heartbeat: Heartbeat = lambda: None) -> Report:
    """Return the program's findings about an item of a source.

    Parameters
    ----------
    heartbeat : called now and then; it may raise to cancel.

    Examples
    --------
    >>> from explorer.papers.library import item
    >>> check(item("kars", "example-3.2")).holds
    True
    """
    findings: list[Finding] = []
    try:
        for finding in _findings(item, heartbeat):
            findings.append(finding)
            heartbeat()
    except ExplorerError as error:
        return Report(item, tuple(findings), str(error))
    return Report(item, tuple(findings))


def _findings(item: Item, heartbeat: Heartbeat) -> Iterator[Finding]:
    for expected, phrase, about in item.facts:
        found = fact_value(phrase, item.scene)
        yield Finding(about, expected, found.text, is_confirmed(expected, "", found))
    if item.check:
        from explorer.papers.checks import CHECKS  # heavy: no other command waits for it

        yield from CHECKS[item.check](item.scene, heartbeat)
