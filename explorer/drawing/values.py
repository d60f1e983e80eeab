"""Looks of the scores and bounds of a trace, all on one scale of colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from explorer.algorithms import Algorithm, known
from explorer.drawing.node_colours import UNKNOWN, ColourScale, Fill
from explorer.model.scores import Score, format_bounds
from explorer.trace import Bounds, Relation, Trace


class ValueLooks:
    """Looks of scores, and of bounds made of them.

    Bounds have the colour of the score that follows from them: what endless play is worth, or the bound next to it.

    Parameters
    ----------
    scale : the colours of scores.
    endless : the value of endless play.
    names : of scores that are not read as numbers, such as W for 1.
    meaning : the meaning of the colours; that of the scale if it is empty.
    """

    def __init__(
        self, scale: ColourScale, endless: Score = 0, *, names: Mapping[Score, str] | None = None, meaning: str = ""
    ) -> None:
        self.scale, self.endless = scale, endless
        self.meaning = meaning or scale.meaning
        self._names = names or {}
        self._bounds: dict[Bounds, Fill] = {}

    @classmethod
    def of_trace(cls, trace: Trace, algorithm: Algorithm | None = None) -> ValueLooks:
        """Return the looks in a trace: on the scale of its graph, or of its own values if they are no scores of the
        game."""
        entry = algorithm or known().get(trace.algorithm)
        if entry is None:
            return cls(ColourScale.of(trace.graph), trace.endless)
        scale = ColourScale(trace.values) if entry.fills else ColourScale.of(trace.graph)
        return cls(scale, trace.endless, names=entry.words, meaning=entry.fills)

    def score(self, score: Score | None, relation: Relation = Relation.EXACT) -> Fill:
        """Return the look of a score, or of a bound or an estimate ("≥ 10"); for None that of an unknown score."""
        if score is None:
            return UNKNOWN
        look = self.scale.look(score)
        if score in self._names:
            look = replace(look, text=self._names[score])
        if not relation.sign:
            return look
        text = f"{relation.sign} {look.text}"
        return replace(look if relation.is_score else UNKNOWN, text=text)

    def bounds(self, bounds: Bounds | None) -> Fill:
        """Return the look of bounds: "−1, 2", or one number where they are equal."""
        if bounds is None:
            return UNKNOWN
        if bounds not in self._bounds:
            colours = self.scale.look(self.score_from(bounds))
            self._bounds[bounds] = Fill(format_bounds(*bounds), colours.fill, colours.ink)
        return self._bounds[bounds]

    def score_from(self, bounds: Bounds) -> Score:
        """Return the score that follows from bounds."""
        lower, upper = bounds
        return max(lower, min(self.endless, upper))
