"""How long work takes of the processor, for a machine may be busy."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def timed(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> tuple[T, float]:
    """What the work gives, and the seconds of the processor that it took."""
    start = time.process_time()
    found = work(*args, **kwargs)
    return found, time.process_time() - start


def seconds_of(work: Callable[[], object], runs: int = 3) -> float:
    """The least time of some runs."""
    return min(timed(work)[1] for _ in range(runs))
