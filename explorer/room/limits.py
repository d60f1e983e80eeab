"""Limits on visitors of a room: how large their graphs are, how long their runs, and how many visitors there are."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.intake.memory import used_memory
from explorer.model.work_limits import WorkLimits

UPLOAD_MEGABYTES = 20  # of a file
MESSAGE_MEGABYTES = 40  # of anything else that a browser sends
SESSIONS, MEMORY = 60, 4.0  # visitors who use the whole program at once, and GB of its process, by default
WORK = WorkLimits(nodes=20_000, moves=100_000, steps=100_000, changes=2_000_000, seconds=30)

_GIGABYTE = 2**30


@dataclass(frozen=True)
class Capacity:
    """The most sessions of the whole program at once, and the most memory of its process, in GB."""

    sessions: int = SESSIONS
    memory: float = MEMORY

    def refusal(self, sessions: int) -> str:
        """Return the sentence that refuses another session beside so many, "" if there is room for it."""
        if sessions >= self.sessions:
            return f"The program is full: {sessions:,} of {self.sessions:,} places are taken. Try again in a minute."
        used = used_memory()
        if used is not None and used > self.memory * _GIGABYTE:
            return (
                f"The program is full: it uses {used / _GIGABYTE:,.1f} of {self.memory:,g} GB of memory. "
                "Try again in a minute."
            )
        return ""
