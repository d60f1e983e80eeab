"""What a session keeps of its export dialog."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from explorer.app.job import Job


@dataclass
class ExportChoice:
    """The state of the dialog that hands out pictures, tables and data.

    Attributes
    ----------
    is_open : the dialog is on screen.
    job : the long work that was asked for last.
    made : the content that each quick export gave last, with what it depends on.
    """

    is_open: bool = False
    job: Job[bytes] | None = None
    made: dict[str, tuple[Hashable, bytes]] = field(default_factory=dict)

    def close(self) -> None:
        """Forget everything: what was made may be large."""
        self.is_open = False
        self.made.clear()
        self.cancel()

    def cancel(self) -> None:
        """Give up the long work."""
        if self.job is not None:
            self.job.cancel()
        self.job = None

    def job_for(self, key: Hashable) -> Job[bytes] | None:
        """The long work for this key, running or done, if it was asked for."""
        return self.job if self.job is not None and self.job.key == key else None

    def content(self, name: str, key: Hashable) -> bytes | None:
        """What a quick export gave for this key, if it was made."""
        made = self.made.get(name)
        return made[1] if made is not None and made[0] == key else None
