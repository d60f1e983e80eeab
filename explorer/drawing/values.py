"""The looks of the scores and bounds of a trace, all on one scale of colours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from explorer.drawing.theme import Fill, fill, fills
from explorer.model.scores import Score, format_bounds
from explorer.trace import Bounds, Relation, Trace

UNKNOWN = fill(None, 1.0)


class Values:
    """The looks of some scores, and of bounds made of them.

    Bounds have the colour of the score that follows from them: what endless play is worth, or the bound next to it.
    """

    def __init__(self, scores: Iterable[Score], endless: Score = 0) -> None:
        self.endless = endless
        listed = list(dict.fromkeys(scores))
        self._looks = dict(zip(listed, fills(listed), strict=True))
        self._bounds: dict[Bounds, Fill] = {}

    @classmethod
    def of_trace(cls, trace: Trace) -> Values:
        """The looks of everything that occurs in a trace."""
        if not trace.has_bounds:
            return cls(trace.values)
        return cls([*trace.values, trace.endless], trace.endless)

    def score(self, score: Score | None, relation: Relation = Relation.EXACT) -> Fill:
        """The look of a score, or of a bound or an estimate of one: "≥ 10"; of none, that of what is not known."""
        if score is None:
            return UNKNOWN
        look = self._looks[score]
        if not relation.sign:
            return look
        text = f"{relation.sign} {look.text}"
        return replace(look if relation.is_score else UNKNOWN, text=text)

    def bounds(self, bounds: Bounds | None) -> Fill:
        """The look of bounds: "−1, 2", or one number where they are equal."""
        if bounds is None:
            return UNKNOWN
        if bounds not in self._bounds:
            colours = self._looks[self.settled(bounds)]
            self._bounds[bounds] = Fill(format_bounds(*bounds), colours.fill, colours.ink)
        return self._bounds[bounds]

    def settled(self, bounds: Bounds) -> Score:
        """The score that follows from bounds."""
        lower, upper = bounds
        return max(lower, min(self.endless, upper))
