"""Limits on the work that this process does for anybody, set once for a program that serves visitors."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from explorer.model.errors import LimitError


@dataclass(frozen=True)
class WorkLimits:
    """Limits on each piece of work, beside those that every part of the program has of its own.

    Attributes
    ----------
    nodes, moves : the most of a graph that is read or generated.
    steps, changes : the most steps of a run, and changes of nodes in its recorded steps.
    seconds : the longest time of a run, or of other work beside the page.
    """

    nodes: float = inf
    moves: float = inf
    steps: float = inf
    changes: float = inf
    seconds: float = inf

    def require_size(self, nodes: int, moves: int = 0) -> None:
        """Raise LimitError if a graph of this size is too large for a visitor."""
        for count, most, noun in ((nodes, self.nodes, "nodes"), (moves, self.moves, "moves")):
            if count > most:
                raise LimitError(
                    f"this server takes graphs with at most {most:,} {noun}; choose a smaller graph, or install the "
                    "program, which takes larger ones"
                )

    def require_time(self, seconds: float) -> None:
        """Raise LimitError if work has taken too long for a visitor."""
        if seconds > self.seconds:
            raise LimitError(
                f"this server ends work after {self.seconds:,} seconds; choose a smaller graph, or install the "
                "program, which takes its time"
            )


_UNLIMITED = WorkLimits()
_limits = _UNLIMITED


def work_limits() -> WorkLimits:
    """Return the limits that hold in this process."""
    return _limits


def set_work_limits(limits: WorkLimits = _UNLIMITED) -> None:
    """Have these limits hold in this process from now on; without any, no limits."""
    global _limits  # noqa: PLW0603  # one process has one set of limits, whatever the thread
    _limits = limits
