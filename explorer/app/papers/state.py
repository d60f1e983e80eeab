"""What the page *Sources* keeps: what is shown of the sources, what was found, and what is being checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from explorer.app.job import Job
from explorer.papers import Item, Report, check, item, items

Name = tuple[str, str]  # of an item: the source and the key


def name_of(item: Item) -> Name:
    """The name of an item."""
    return item.paper, item.key


@dataclass
class Citing:
    """What a reader looks at in the sources, and what the program found about it.

    Attributes
    ----------
    paper : the source that is shown; "": all.
    words : what items were looked for by.
    unfolded : the items that are unfolded, and `last` the one that was unfolded last, which the address names.
    begun : the item with which the page begins, unfolded and in view, if a link names one.
    reports : what was found.
    is_behind : whether the page shows some check as not done yet.
    """

    paper: str = ""
    words: str = ""
    unfolded: frozenset[Name] = frozenset()
    last: Name | None = None
    begun: Name | None = None
    reports: dict[Name, Report] = field(default_factory=dict)
    is_behind: bool = False
    _waiting: list[Name] = field(default_factory=list)
    _wanted: int = 0
    _job: Job[bool] | None = None

    def shown(self) -> list[Item]:
        """The items that are listed, in order."""
        return [each for each in items(self.paper) if each.matches(self.words)]

    def unfold(self, now: Iterable[Name]) -> None:
        """Take which items are unfolded now."""
        opened = frozenset(now)
        new = opened - self.unfolded
        self.last = next(iter(new), self.last if self.last in opened else None)
        self.unfolded = opened

    def follow(self, paper: str, key: str) -> None:
        """Begin with an item, or with a whole source; raises `UnknownNameError` if there is none of that name."""
        if key:
            self.begun = self.last = name_of(item(paper, key))
        items(paper)
        self.paper, self.words = paper, ""

    # ---- checks

    @property
    def is_checking(self) -> bool:
        return self._job is not None and self._job.is_running

    @property
    def done(self) -> tuple[int, int]:
        """How many items of the running check were checked, and how many there are."""
        return self._wanted - len(self._waiting) - self.is_checking, self._wanted

    def want(self, names: Iterable[Name]) -> None:
        """Have items checked, those first that were asked for last."""
        new = [
            name for name in names if item(*name).is_checked and name not in self.reports | dict.fromkeys(self._waiting)
        ]
        self._wanted = len(new) + (self._wanted if self.is_checking else 0)
        self._waiting[:0] = new
        if self._waiting and not self.is_checking:
            self._job = Job("papers")
            self._job.start(self._work)

    def cancel(self) -> None:
        """Leave what was not checked yet."""
        self._waiting.clear()
        if self._job is not None:
            self._job.cancel()

    def wait(self) -> None:
        """Return when all that was asked for is checked."""
        if self._job is not None:
            self._job.wait()

    def _work(self, progress: Callable[[int, int], None]) -> bool:
        while self._waiting:
            name = self._waiting.pop(0)
            self.reports[name] = check(item(*name), lambda: progress(*self.done))
        return True
