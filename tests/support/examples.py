"""How many examples a property is given: the stated number, or DEPTH times as many in the mode `deep` of the tests."""

from __future__ import annotations

import os

from hypothesis import settings

DEPTH_KEY = "EXPLORER_TEST_DEPTH"
DEPTH = int(os.environ.get(DEPTH_KEY, "1"))


def examples(number: int) -> settings:
    """The settings of a property with this number of examples."""
    return settings(max_examples=number * DEPTH)
