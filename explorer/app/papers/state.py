"""State of the page *Sources*: the listed items, the reports of checks, and the running check."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from explorer.app.job import Job
from explorer.papers import Item, Report, check, item, items

Name = tuple[str, str]  # of an item: the source and the key


def name_of(item: Item) -> Name:
    """Return the name of an item of a source."""
    return item.paper, item.key


@dataclass
class SourceReader:
    """The view of a reader on the sources, and the reports of the checks.

    Attributes
    ----------
    paper : the visible source; "" for all.
    words : the search for items.
    open_items, last_item : the items that the reader has opened, and the last of them, which the address names.
    linked_item : the item that a link names, with which the page begins, open and in view.
    reports : the finished checks.
    is_behind : whether the page shows a check as unfinished.
    """

    paper: str = ""
    words: str = ""
    open_items: frozenset[Name] = frozenset()
    last_item: Name | None = None
    linked_item: Name | None = None
    reports: dict[Name, Report] = field(default_factory=dict)
    is_behind: bool = False
    _queue: list[Name] = field(default_factory=list)
    _total: int = 0
    _job: Job[bool] | None = None

    def listed_items(self) -> list[Item]:
        """Return the items of the sources that the page lists, in order."""
        return [each for each in items(self.paper) if each.matches(self.words)]

    def set_open_items(self, names: Iterable[Name]) -> None:
        """Store the items that are open now, and find the one that the reader opened last."""
        now = frozenset(names)
        new = now - self.open_items
        self.last_item = next(iter(new), self.last_item if self.last_item in now else None)
        self.open_items = now

    def follow(self, paper: str, key: str) -> None:
        """Begin with an item, or with a whole source; raises `UnknownNameError` if there is none of that name."""
        if key:
            self.linked_item = self.last_item = name_of(item(paper, key))
        items(paper)
        self.paper, self.words = paper, ""

    # ---- checks

    @property
    def is_checking(self) -> bool:
        return self._job is not None and self._job.is_running

    @property
    def progress(self) -> tuple[int, int]:
        """The numbers of finished items and of all items in the running check."""
        return self._total - len(self._queue) - self.is_checking, self._total

    def request_checks(self, names: Iterable[Name]) -> None:
        """Have items checked; the last request comes first."""
        new = [
            name for name in names if item(*name).is_checked and name not in self.reports | dict.fromkeys(self._queue)
        ]
        self._total = len(new) + (self._total if self.is_checking else 0)
        self._queue[:0] = new
        if self._queue and not self.is_checking:
            self._job = Job("papers")
            self._job.start(self._run_checks)

    def cancel(self) -> None:
        """Cancel the checks that have not run yet."""
        self._queue.clear()
        if self._job is not None:
            self._job.cancel()

    def wait(self) -> None:
        """Return when all requested checks have run."""
        if self._job is not None:
            self._job.wait()

    def _run_checks(self, progress: Callable[[int, int], None]) -> bool:
        """Run the requested checks until none is left, and store their reports."""
        while self._queue:
            name = self._queue.pop(0)
            self.reports[name] = check(item(*name), lambda: progress(*self.progress))
        return True
