"""The looks of the scores and bounds of a trace, all on one scale of colours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from explorer.algorithms import registered
from explorer.drawing.node_colours import Fill, fill, fills
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, format_bounds
from explorer.trace import Bounds, Relation, Trace

UNKNOWN = fill(None, 1.0)


class Values:
    """The looks of some scores, and of bounds made of them.

    Bounds have the colour of the score that follows from them: what endless play is worth, or the bound next to it.
    """

    def __init__(self, scores: Iterable[Score], endless: Score = 0, *, beside: Iterable[Score] = ()) -> None:
        self.endless = endless
        listed = list(dict.fromkeys(scores))
        self._looks = dict(zip(listed, fills(listed, beside=beside), strict=True))
        self._bounds: dict[Bounds, Fill] = {}

    @classmethod
    def of_trace(cls, trace: Trace) -> Values:
        """The looks of everything that occurs in a trace."""
        if not trace.has_bounds:
            values = cls(trace.values, beside=cls.scale_of(trace))
            values._looks |= cls.named_looks(trace, values._looks)
            return values
        return cls([*trace.values, trace.endless], trace.endless, beside=cls.scale_of(trace))

    @staticmethod
    def leaf_scores(graph: GameGraph) -> list[Score]:
        """The different scores of the leaves, on whose scale all pictures of a graph have their colours."""
        return list(graph.columns.scale)

    @classmethod
    def scale_of(cls, trace: Trace) -> list[Score]:
        """The scores beside those of a trace; none where the colours of nodes stand for something else."""
        entry = registered().get(trace.algorithm)
        return [] if entry is not None and entry.fills else cls.leaf_scores(trace.graph)

    @staticmethod
    def named_looks(trace: Trace, looks: Mapping[Score, Fill]) -> dict[Score, Fill]:
        """The looks of the scores that have a name in the algorithm of a trace, such as W for 1."""
        entry = registered().get(trace.algorithm)
        names = {} if entry is None else entry.words
        return {score: replace(look, text=names[score]) for score, look in looks.items() if score in names}

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
