"""How long work takes of the processor, for a machine may be busy."""

from __future__ import annotations

import time
from collections.abc import Callable


def seconds_of(work: Callable[[], object], runs: int = 3) -> float:
    """The least time of some runs."""
    return min(_seconds(work) for _ in range(runs))


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start
