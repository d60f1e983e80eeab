"""Values of endless play that the slider of a stage offers."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict
from fractions import Fraction
from itertools import pairwise
from typing import Any

from explorer.drawing.node_colours import ValueLooks
from explorer.model.scores import NEGATIVE_INFINITY, POSITIVE_INFINITY, UNLIMITED, Range, Score, score_to_json
from explorer.trace import Trace

MOST_WORTHS_HALVED = 40  # finite worths of endless play up to which the ones halfway between them are offered too


def worths_of_endless(values: Iterable[Score], *, chosen: Score = 0, ends: Range = UNLIMITED) -> list[Score]:
    """Return the values that endless play can be set to, ascending: the infinities, 0, every finite value and the
    halfway points.

    Bounds that begin at two ends say nothing of what lies beyond, which is not offered then.

    Examples
    --------
    >>> worths_of_endless([-1, 2, float("inf")])
    [-inf, -1, Fraction(-1, 2), 0, 1, 2, inf]
    """
    known = {chosen, *values}
    finite = sorted({0, *known} - {NEGATIVE_INFINITY, POSITIVE_INFINITY})
    halves = (
        [_halfway_between(low, high) for low, high in pairwise(finite)] if len(finite) <= MOST_WORTHS_HALVED else []
    )
    offered = [NEGATIVE_INFINITY, *sorted({*finite, *halves}), POSITIVE_INFINITY]
    return [worth for worth in offered if worth in known or ends[0] <= worth <= ends[1]]


def endless_data(trace: Trace, looks: ValueLooks) -> dict[str, Any]:
    """Return the possible values of endless play: ascending as looks and as exact numbers, with the indices of every
    value and of the notches (0 and the finite values) among them."""
    worths = worths_of_endless(trace.values, chosen=trace.endless, ends=trace.graph.hull(trace.endless))
    indices = {worth: index for index, worth in enumerate(worths)}
    notches = {indices[value] for value in (0, *trace.values) if math.isfinite(value) and value in indices}
    exact, ranks = [*map(score_to_json, worths)], [indices[value] for value in trace.values]
    return {
        "endless": {
            "worths": [asdict(looks.score(worth)) for worth in worths],
            "exact": exact,
            "ranks": ranks,
            "notches": sorted(notches),
        }
    }


def _halfway_between(low: Score, high: Score) -> Score:
    """Return the number in the middle, exact where both ends are."""
    if isinstance(low, float) or isinstance(high, float):
        return float(low) / 2 + float(high) / 2
    middle = Fraction(low + high, 2)
    return middle.numerator if middle.denominator == 1 else middle
