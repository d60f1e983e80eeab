"""Solution of a game, node by node: mappings by id over arrays."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from explorer.model.columns import OPEN
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.model.scores import Score, format_interval, format_score, score_to_json
from explorer.model.words import counted
from explorer.solver.score_function import ScoreFunction
from explorer.trace.by_node import ByNode, ColumnMapping, Whole

if TYPE_CHECKING:
    import pandas as pd

Element = TypeVar("Element")

MOST_ROWS = 60  # of a table in a notebook; of a longer one its beginning and end

ENDLESS = -1  # the number of moves where play goes on
_VERSION = 1  # of the object of `Solution.to_json`


@dataclass(frozen=True)
class ItemColumn(Generic[Element]):
    """Column of items, each distinct one stored once: row r has `items[codes[r]]`."""

    items: Sequence[Element]
    codes: NDArray[Any]

    def __getitem__(self, row: int) -> Element:
        return self.items[int(self.codes[row])]

    def __iter__(self) -> Iterator[Element]:
        return map(self.items.__getitem__, self.codes.tolist())


class Scores(ColumnMapping[Score]):
    """Score for every node, as its index in a scale."""

    def __init__(self, graph: GameGraph, codes: Whole, scale: Sequence[Score]) -> None:
        super().__init__(graph, np.arange(len(codes), dtype=np.int32), codes, scale.__getitem__)
        self.scale = scale

    def column(self) -> NDArray[Any]:
        """Return the scores as `as_column` makes an array of them."""
        used, codes = np.unique(self.codes, return_inverse=True)
        return as_column([self.scale[code] for code in used.tolist()])[codes]


def as_column(scores: Sequence[Score | None]) -> NDArray[Any]:
    """Return scores as an array: of objects if a fraction or None is among them, else of whole numbers or floats.

    Its type depends on the numbers alone: 1 and 1.0 are the same.  Other numbers than these types hold stay objects.
    """
    plain = [score for score in scores if isinstance(score, int | float)]
    if len(plain) == len(scores):
        if all(abs(score) < 2**63 and score == int(score) for score in plain):
            return np.array([*map(int, plain)], np.int64)
        if all(abs(score) == math.inf or (abs(score) < 2**1023 and float(score) == score) for score in plain):
            return np.array(plain, np.float64)
    column = np.empty(len(scores), object)
    column[:] = scores
    return column


class Intervals(ByNode[tuple[Score, Score]]):
    """Least and greatest score of each node for which they differ."""

    def __init__(self, least: Scores, most: Scores) -> None:
        super().__init__(least.graph, np.flatnonzero(least.codes != most.codes))
        self.least = least
        self.most = most

    @cached_property
    def pairs(self) -> ItemColumn[tuple[Score, Score]]:
        """Intervals in the order of `rows`: the distinct pairs, and for every node the index of its own."""
        ends = np.stack([self.least.codes[self.rows], self.most.codes[self.rows]])
        distinct, codes = np.unique(ends, axis=1, return_inverse=True)
        scale = self.least.scale
        return ItemColumn([(scale[low], scale[high]) for low, high in distinct.T.tolist()], codes)

    def at(self, row: int) -> tuple[Score, Score]:
        return self.pairs[row]

    def in_order(self) -> Iterable[tuple[Score, Score]]:
        return self.pairs


class BestMoves(ColumnMapping[str]):
    """For every inner node the id of a successor, by its index."""


class Distances(ColumnMapping[float]):
    """For nodes whose score is known, the number of moves to the end under best play; infinite where it goes on."""


def moves_of(code: int) -> float:
    """Return the number of moves that a code of `Distances` stands for."""
    return math.inf if code == ENDLESS else code


@dataclass(frozen=True)
class Solution:
    """Exact scores, bounds and best moves of a game, node by node.

    Attributes
    ----------
    root : id of the root.
    score : the root's score.
    scores : the score of every node, by id; an open node counts as endless play.
    lower, upper : the score if endless play were worth -∞, +∞, as floats where it is infinite; of an open node
        nothing is known, so they are infinite.
    best : for every inner node the id of an optimal move.  A player who follows these moves gets the score or better:
        they lead to a leaf where the score is better for the player to move than endless play, and keep the score
        where it is not.
    distance : the number of moves to the end under best play, where the player for whom the score is better than
        endless play hurries, and the other one delays; `math.inf` where play goes on.  Where the score is that of
        endless play, the number of moves in which a player can force the end at it.  None where the score may depend
        on open nodes.
    open : the number of open nodes.
    between : for every node whose score may depend on open nodes, its interval; in `scores` and `best` open nodes count
        as endless play there.

    An interval has the least and the greatest score that a node can have, except in a negamax graph in which an open
    node can be met by either player: there the ends may be farther apart (`explorer.expansion.exact` says why).

    All are mappings by id over arrays, equal to dicts; `frame` has them as columns.
    In a negamax graph every number is from the view of the player to move at its node.
    """

    root: str
    score: Score
    scores: Scores
    lower: Scores
    upper: Scores
    best: BestMoves
    open: int
    between: Intervals
    distance: Distances

    @property
    def is_settled(self) -> bool:
        """Return whether the root's score is known to be the same whatever the open nodes turn out to be."""
        return self.root not in self.between

    @property
    def interval(self) -> tuple[Score, Score]:
        """The least and the greatest score of the root; both are its score where no open node matters."""
        return self.between.get(self.root) or (self.score, self.score)

    def between_of(self, id: str) -> tuple[Score, Score]:
        """Return the least and the greatest score of a node, both its score where no open node matters."""
        return self.between.get(id) or (self.scores[id], self.scores[id])

    def score_function(self, id: str) -> ScoreFunction:
        """Return the score of a node as a function of the value of endless play; open nodes count as such."""
        is_negamax = self.scores.graph.convention is Convention.NEGAMAX
        return ScoreFunction(self.lower[id], self.upper[id], is_negamax, self.open > 0)

    @property
    def depends_on_endless(self) -> bool:
        """Return whether the score of a node that is not open depends on the value of endless play."""
        graph = self.scores.graph
        return bool(((self.lower.codes < self.upper.codes) & (graph.columns.kinds != OPEN)).any())

    @property
    def root_function(self) -> str:
        """The score of the root as a function of the value of endless play, in a sentence.

        It is empty where no score depends on that value, or the root is open.
        """
        root = self.scores.graph.node(self.root)
        if root.kind is Kind.OPEN or not self.depends_on_endless:
            return ""
        return str(self.score_function(self.root).caption(root))

    def frame(self) -> pd.DataFrame:
        """Return a pandas frame with columns `id`, `score`, `lower`, `upper`, and `best`, empty where nobody moves.

        `distance` is a whole number, and missing where play goes on or the score is not known.
        A row is a node.  If there are open nodes, `least` and `most` are the ends of the interval of each score.  A
        column of scores has whole numbers or floats, and objects where there are fractions, wherever the graph comes
        from.
        """
        import pandas as pd

        graph = self.scores.graph
        ids = np.array([*graph.ids, None], object)
        best = np.full(len(graph.ids), -1)
        best[self.best.rows] = self.best.codes
        named = {"score": self.scores, "lower": self.lower, "upper": self.upper}
        columns: dict[str, Any] = {
            "id": ids[:-1],
            **{name: scores.column() for name, scores in named.items()},
            "best": ids[best],
        }
        moves = np.full(len(graph.ids), ENDLESS, np.int64)
        moves[self.distance.rows] = self.distance.codes
        columns["distance"] = pd.arrays.IntegerArray(moves, moves == ENDLESS)
        if self.open:
            columns |= {"least": self.between.least.column(), "most": self.between.most.column()}
        return pd.DataFrame(columns)

    def _repr_html_(self) -> str:
        """Return the score of the root and the frame, for Jupyter."""
        known = f"is {format_score(self.score)}"
        if not self.is_settled:
            known = f"lies between {format_interval(*self.interval).replace('..', ' and ')}"
        opens = f"; {counted(self.open, 'node')} {'is' if self.open == 1 else 'are'} open" if self.open else ""
        root = html.escape(self.scores.graph.node(self.root).name)
        table = self.frame().to_html(index=False, max_rows=MOST_ROWS, na_rep="")
        function = f" {html.escape(self.root_function)}" if self.root_function else ""
        return f"<p>The score of the root, {root}, {known}{opens}.{function}</p>{table}"

    def to_json(self) -> dict[str, Any]:
        """Return the solution as one JSON object: fractions as "p/q", infinities as "-inf" and "inf".

        `interval` has the least and the greatest score of the root.  A score that may depend on open nodes is null, and
        `best` has no move there; only if there are open nodes, `open` is their number, and `between` has the interval
        of every such score.
        """
        unsettled = dict.fromkeys(self.between)
        found = self.summary() | {
            "scores": _json_scores(self.scores) | unsettled,
            "lower": _json_scores(self.lower),
            "upper": _json_scores(self.upper),
            "best": {id: target for id, target in self.best.items() if id not in unsettled},
            "distance": {id: "endless" if moves == math.inf else moves for id, moves in self.distance.items()},
        }
        return found | {"between": {id: _json_pair(pair) for id, pair in self.between.items()}} if self.open else found

    def summary(self) -> dict[str, Any]:
        """Return the part of `to_json` about the root and the graph as a whole, as a dict."""
        return {
            "version": _VERSION,
            "root": self.root,
            "score": score_to_json(self.score) if self.is_settled else None,
            "interval": _json_pair(self.interval),
        } | ({"open": self.open} if self.open else {})


def _json_pair(scores: tuple[Score, Score]) -> list[Any]:
    """Return the two ends of an interval as values of JSON."""
    return [score_to_json(score) for score in scores]


def _json_scores(scores: Scores) -> dict[str, Any]:
    """Return the score of each node, by id, as a value of JSON."""
    words = [score_to_json(score) for score in scores.scale]
    return dict(zip(scores, map(words.__getitem__, scores.codes.tolist()), strict=True))
