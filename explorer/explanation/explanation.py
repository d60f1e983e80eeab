"""An explanation of a score: a part of the graph for either player, with moves and ranks, or a play that never ends.

The score of a node is v if and only if

1. the first player can make sure of at least v, and
2. the second player can make sure of at most v.

The first player is Max, the second Min; in a negamax graph the first player is the one to move at the node.  Either
half is a `Guarantee`: moves for one player so that no worse leaf and no open node can be reached.  If endless play is
good enough for this player, that is all.  If it is not, every position has a *rank* that each move lowers, so that no
play is endless.  This is what score = median(lower, d, upper) says (sources: Kars, section 5, and the README, "One
operator, three starts"): a player forces what is better than d, and need only keep from what is worse.

Where open nodes matter, the two halves leave a gap; then two completions of open nodes show that the score can differ.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from explorer.model import conversions
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.model.scores import Score, score_to_json
from explorer.solver.solution import as_column

if TYPE_CHECKING:
    import pandas as pd

FIRST, SECOND = 1, -1

_VERSION = 1  # of the object of `Explanation.to_json`


class PlayPosition(NamedTuple):
    """A node; in a negamax graph also whether it is the turn of the player to move at the explained node."""

    id: str
    is_own: bool = True


@dataclass(frozen=True)
class Guarantee:
    """The score that a player can make sure of, and the moves for it.

    Attributes
    ----------
    side : the player, `FIRST` or `SECOND`.
    limit : the score, as the explained node's, that `FIRST` gets at least or `SECOND` lets come at most.  If it is −∞
        of `FIRST` or +∞ of `SECOND`, nothing is made sure of and the rest is empty; so it is if no score is beyond.
    moves : the move at each position of this player that play can reach then, by id; in a negamax graph each id has
        one, since this player is to move there at one of the two turns only.
    positions : all positions that play can reach then, the explained node first.
    ranks : for each of them a number that every move lowers; None if endless play is good enough for this player.
    by_range : whether no score is beyond the limit, by the range of scores and the value of endless play.
    """

    side: int
    limit: Score
    moves: Mapping[str, str]
    positions: tuple[PlayPosition, ...]
    ranks: Mapping[PlayPosition, int] | None = None
    by_range: bool = False

    @property
    def is_empty(self) -> bool:
        """Return whether the guarantee has no moves, as nothing has to be made sure of."""
        return self.by_range or (math.isinf(self.limit) and (self.limit < 0) is (self.side == FIRST))

    def to_json(self) -> dict[str, Any]:
        """Return the guarantee as one JSON object."""
        ranks = self.ranks or {}
        rows = [
            {"node": at.id, "turn": "first" if at.is_own else "second"} | ({"rank": ranks[at]} if at in ranks else {})
            for at in self.positions
        ]
        return {
            "limit": score_to_json(self.limit),
            "forced": self.ranks is not None,
            **({"by_range": True} if self.by_range else {}),
            "moves": dict(self.moves),
            "positions": rows,
        }


@dataclass(frozen=True)
class ExplainedCompletion:
    """Scores for some open nodes, by id, and the explanation of the node with them."""

    scores: Mapping[str, Score]
    explanation: Explanation

    def to_json(self) -> dict[str, Any]:
        """Return the completion as one JSON object."""
        scores = {id: score_to_json(score) for id, score in self.scores.items()}
        return {"scores": scores, "interval": self.explanation.to_json()["interval"]}


@dataclass(frozen=True)
class Explanation:
    """The reason for the score of a node, or for its bounds; made by `explorer.explanation.making.why`.

    Attributes
    ----------
    graph, node : the node in question.
    endless : the value of endless play; in a negamax graph for the player to move at the node.
    at_least, at_most : the two guarantees; with equal limits they are the score.
    line : the play if both keep to their moves, from the node on; empty unless the score is known.
    back_to : where in `line` play goes on after its last position; None if that is a leaf.
    completions : where the score is not known, two ways in which open nodes may turn out, the smaller score first;
        empty if none were found.
    """

    graph: GameGraph = field(repr=False)
    node: str
    endless: Score
    at_least: Guarantee
    at_most: Guarantee
    line: tuple[PlayPosition, ...] = ()
    back_to: int | None = None
    completions: tuple[ExplainedCompletion, ...] = ()

    @property
    def low(self) -> Score:
        """The least score that the node can have, whatever open nodes turn out to be."""
        return self.at_least.limit

    @property
    def high(self) -> Score:
        """The largest score that the node can have, whatever open nodes turn out to be."""
        return self.at_most.limit

    @property
    def is_known(self) -> bool:
        """Return whether the score is the same whatever open nodes turn out to be."""
        return self.low == self.high

    @property
    def is_endless(self) -> bool:
        """Return whether endless play decides, since neither player can do better."""
        return self.back_to is not None

    @property
    def guarantees(self) -> tuple[Guarantee, Guarantee]:
        """Both guarantees; one that is forced in finitely many moves comes first."""
        pair = (self.at_least, self.at_most)
        return pair if pair[0].ranks is not None or pair[1].ranks is None else pair[::-1]

    __str__ = conversions.explanation_text
    _repr_html_ = conversions.explanation_html

    def frame(self) -> pd.DataFrame:
        """Return both guarantees as a pandas frame, a row a position.

        `guarantee` is "at least" or "at most" and `limit` its score; `node`; `own_turn`, in a negamax graph whether the
        player to move at the explained node is to move; `move`, where it is the guarantor's; and `rank`, where there
        are ranks.
        """
        import pandas as pd

        halves = (("at least", self.at_least), ("at most", self.at_most))
        rows = [(word, half, at) for word, half in halves for at in half.positions]
        moves = [half.moves.get(at.id) if side_to_move(self.graph, at) == half.side else None for _, half, at in rows]
        columns: dict[str, Any] = {
            "guarantee": [word for word, _, _ in rows],
            "limit": as_column([half.limit for _, half, _ in rows]),
            "node": [at.id for _, _, at in rows],
        }
        if self.graph.convention is Convention.NEGAMAX:
            columns["own_turn"] = [at.is_own for _, _, at in rows]
        ranks = [(half.ranks or {}).get(at) for _, half, at in rows]
        return pd.DataFrame(columns | {"move": pd.Series(moves, dtype=object), "rank": pd.array(ranks, dtype="Int64")})

    def to_json(self) -> dict[str, Any]:
        """Return the explanation as one JSON object: fractions as "p/q", infinities as "-inf" and "inf"."""
        return {
            "version": _VERSION,
            "node": self.node,
            "score": score_to_json(self.low) if self.is_known else None,
            "interval": [score_to_json(self.low), score_to_json(self.high)],
            "endless": score_to_json(self.endless),
            "at_least": self.at_least.to_json(),
            "at_most": self.at_most.to_json(),
            "play": [at.id for at in self.line],
            "back_to": self.back_to,
            "completions": [each.to_json() for each in self.completions],
        }


def side_to_move(graph: GameGraph, at: PlayPosition) -> int:
    """Return the side that is to move at an inner position."""
    if graph.convention is Convention.NEGAMAX:
        return FIRST if at.is_own else SECOND
    return FIRST if graph.kind_of(at.id) is Kind.MAX else SECOND


def position_after(graph: GameGraph, at: PlayPosition, id: str) -> PlayPosition:
    """Return the position after a move to a node."""
    return PlayPosition(id, not at.is_own if graph.convention is Convention.NEGAMAX else True)
