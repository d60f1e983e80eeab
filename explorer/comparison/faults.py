"""Kinds of fault that all wrong values of a comparison fit, the likeliest first.

A kind predicts what every node ought to be said to be worth (`predicted_faults`), or it leaves a mark on the values
that do not follow from those of their successors (`marks`).  A random wrong value fits with probability p, so k of them
do with p^k.  One kind is named alone if that is improbable, and far more improbable than for any other kind that fits;
else all that fit are possible.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from explorer.comparison.fault import FaultKind
from explorer.comparison.first_wrong import ValueDifference
from explorer.comparison.marks import marks
from explorer.comparison.predicted_faults import predictions

_RARE = 0.02  # a kind that fits by chance as often as this is not named alone
_APART = 50  # how many times less probable than any other kind one is that is named alone


def fitting_faults(difference: ValueDifference) -> list[FaultKind]:
    """Return the kinds that all wrong values fit, the likeliest first: the least probable by chance.

    A kind that predicts all values comes before marks, which a systematic fault may bear for other reasons.
    """
    if not len(difference.wrong):
        return []
    return sorted(
        [*predictions(difference), *marks(difference)], key=lambda fault: (not fault.is_certain, fault.log_chance)
    )


def is_alone(faults: Sequence[FaultKind]) -> bool:
    """Return whether the likeliest of some faults can be named without the others."""
    if not faults:
        return False
    first, *others = faults
    rivals = [fault.log_chance for fault in others if fault.is_certain or not first.is_certain]
    return first.log_chance < math.log(_RARE) and min(rivals, default=0) - first.log_chance >= math.log(_APART)
