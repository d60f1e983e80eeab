"""How long one try goes on, and its chance."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class Trial:
    """What a try is given.

    Attributes
    ----------
    luck : all chance of the try comes from here, so that a seed repeats it.
    until : when no new round is to begin, on the monotonic clock.
    """

    luck: Random
    until: float

    def rounds(self) -> Iterator[int]:
        """The numbers of the rounds from 0: one at least, and others as long as there is time."""
        number = 0
        while number == 0 or time.monotonic() < self.until:
            yield number
            number += 1
