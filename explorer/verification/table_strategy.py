"""Moves and ranks that a table of best moves, values and distances stands for.

Where a node has no best move, its player goes to the best of the values, and of equal ones to the nearest end if that
is better than endless play.  A distance is a rank: each move must lead to a better value, or to the same one with a
smaller distance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from explorer.comparison.claims import NEVER, DistanceUnit, ValueClaims, claimed_successor, claims_of
from explorer.comparison.supplied import NAMES, ColumnRole, value_table
from explorer.comparison.turns import in_graph_view, viewpoint_of
from explorer.explanation.explanation import FIRST, SECOND, Guarantee, PlayPosition
from explorer.intake.cells import as_id
from explorer.model.errors import FormatError, quoted
from explorer.model.graph import GameGraph
from explorer.model.scores import Score
from explorer.trace import Relation


class TableOptions(NamedTuple):
    """Options for reading a table, as the arguments of `claims_of` and `viewpoint_of`."""

    endless: Score = 0
    words: Mapping[str, object] | None = None
    distance: str | None = None
    values_for: str | None = None


@dataclass(frozen=True)
class TableStrategy:
    """Strategies of both players, as a table of claims has them."""

    graph: GameGraph
    claims: ValueClaims
    endless: Score

    @classmethod
    def of(cls, graph: GameGraph, values: Any, options: TableOptions) -> TableStrategy:
        """Return the strategies in a table, as `value_table` takes it; its values may be moves.

        Raises
        ------
        FormatError, OptionError
            As `claims_of` does.
        """
        table = _with_moves_as_best(graph, values)
        claims = claims_of(graph, table, words=options.words, distance=options.distance, endless=options.endless)
        return cls(graph, in_graph_view(graph, claims, viewpoint_of(options.values_for)), options.endless)

    def sides(self) -> list[int]:
        """Return the players for whom the table has moves or values."""
        if self.claims.has_values or self.graph.sign < 0 or self.claims.best is None:
            return [FIRST, SECOND]
        owners = self.graph.columns.orientation[self.claims.best.has]
        return [side for side in (FIRST, SECOND) if (owners == side).any()] or [FIRST, SECOND]

    def guarantee(self, side: int, limit: Score) -> Guarantee:
        """Return a player's moves to make sure of a score, with ranks if they are needed and there are distances."""
        ranks = None
        if side * limit > side * self.endless and self.claims.distances is not None:
            ranks = self._ranks(side)
        return Guarantee(side, limit, self._moves(side), (), ranks)

    # ---- moves

    def _moves(self, side: int) -> dict[str, str]:
        ids, orientation = self.graph.ids, self.graph.columns.orientation
        is_own = orientation != 0 if self.graph.sign < 0 else orientation == side
        best = self.claims.best
        moves = {}
        for row in np.flatnonzero(is_own).tolist():
            cell = None if best is None else best.cell(row)
            if cell is not None:
                text = str(as_id(cell))
                target = claimed_successor(self.graph, row, text)
                moves[ids[row]] = text if target is None else ids[target]
            elif self.claims.has_values and (target := self._move_by_value(row, side)) is not None:
                moves[ids[row]] = ids[target]
        return moves

    def _move_by_value(self, row: int, side: int) -> int | None:
        """Return the successor with the best value for the player to move; None if none has a value."""
        to_mover = self.graph.sign if self.graph.sign < 0 else side
        rated = []
        for target in self.graph.successors[row]:
            value = self._values[target]
            if value is not None:
                worth, moves = to_mover * value, self._distances[target]
                hurry = 0 if moves is None else -moves if worth > side * self.endless else moves
                rated.append((worth, hurry, target))
        return max(rated, key=lambda each: each[:2])[2] if rated else None

    @cached_property
    def _values(self) -> list[Score | None]:
        """The value of each node in the view of the graph: the score of a leaf, or what the table has."""
        claimed = [each.score if each.relation is Relation.EXACT else None for each in self.claims.values]
        values = [*map([*claimed, None].__getitem__, self.claims.codes.tolist())]
        for row, rank in enumerate(self.graph.columns.ranks.tolist()):
            if rank >= 0:
                values[row] = self.graph.columns.scale[rank]
        return values

    # ---- ranks

    @cached_property
    def _distances(self) -> list[int | None]:
        """The number of each node in the unit of the table: 0 at a leaf, None where there is none or play goes on."""
        distances = self.claims.distances
        if distances is None:
            return [None] * len(self.graph.ids)
        known = distances.has & (distances.counts != NEVER)
        rows: list[int | None] = np.where(known, distances.counts, -1).tolist()
        leaves = (self.graph.columns.ranks >= 0).tolist()
        return [0 if is_leaf else None if count == -1 else count for count, is_leaf in zip(rows, leaves, strict=True)]

    def _ranks(self, side: int) -> dict[PlayPosition, int]:
        """Return a rank for each position: small for a value that is good for the player, and for a near end."""
        keys = dict(self._rank_keys(side))
        order = {key: rank for rank, key in enumerate(sorted(set(keys.values())))}
        return {at: order[key] for at, key in keys.items()}

    def _rank_keys(self, side: int) -> Iterator[tuple[PlayPosition, tuple[Score, int]]]:
        """Yield positions with what decides their rank: the value for a player, negated, and the moves to the end."""
        orientation = self.graph.columns.orientation.tolist()
        has_values = self.claims.has_values
        for row, id in enumerate(self.graph.ids):
            count, value = self._distances[row], self._values[row]
            if count is None or (value is None and has_values):
                continue
            for is_own in (True, False) if self.graph.sign < 0 else (True,):
                mover = orientation[row] if self.graph.sign > 0 else FIRST if is_own else SECOND
                worth = -side * (value or 0) * (1 if is_own else -1) if has_values else 0
                yield PlayPosition(id, is_own), (worth, self._both_players_moves(count, mover == side))

    def _both_players_moves(self, count: int, is_winner_to_move: bool) -> int:
        """Return the number of moves of both players that a distance stands for."""
        distances = self.claims.distances
        is_mate = distances is not None and distances.unit is DistanceUnit.MATE
        return max(2 * count - is_winner_to_move, 0) if is_mate else count


def _with_moves_as_best(graph: GameGraph, values: Any) -> Any:
    """Return a table whose only column holds moves with its title "best"; any other as it is.

    Raises
    ------
    FormatError
        If a table has no line of titles.
    """
    import pandas as pd

    table = value_table(values)
    title = table.titles.get(ColumnRole.ID, "node")
    if title.lower() not in NAMES[ColumnRole.ID] and title in graph.index:
        raise FormatError(f"the first line has the node {quoted(title)}; expected titles there, such as node,best")
    if [*table.columns] != [ColumnRole.VALUE]:
        return values
    cells = table.columns[ColumnRole.VALUE].cells()
    pairs = ((graph.index.get(id), cell) for id, cell in zip(table.ids, cells, strict=True) if cell is not None)
    inner = next(((row, cell) for row, cell in pairs if row is not None and graph.successors[row]), None)
    if inner is None or claimed_successor(graph, inner[0], str(as_id(inner[1]))) is None:
        return values
    return pd.DataFrame({"node": table.ids, "best": cells}, dtype=object)
