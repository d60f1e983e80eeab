"""How many examples a property is given: the stated number, fewer in the mode `quick` of the tests, more in `deep`."""

from __future__ import annotations

import os
from typing import TypeVar

from hypothesis import settings

DEPTH_KEY = "EXPLORER_TEST_DEPTH"
DEPTH = float(os.environ.get(DEPTH_KEY, "1"))

Case = TypeVar("Case")


def times(number: int) -> int:
    """How often a loop over examples of its own is to turn where it states this number."""
    return max(1, round(number * DEPTH))


def examples(number: int) -> settings:
    """The settings of a property with this number of examples."""
    return settings(max_examples=times(number))


def some_cases(cases: list[Case]) -> list[Case]:
    """Of the cases of a parametrised test all, or in the mode `quick` a share, evenly spread."""
    count = min(len(cases), times(len(cases)))
    return [cases[(2 * place + 1) * len(cases) // (2 * count)] for place in range(count)]
