"""Claimed best moves beside the scores: each that keeps the score is right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING

import numpy as np

from explorer.comparison.claims import claimed_successor
from explorer.comparison.first_wrong import ValueDifference
from explorer.comparison.sentences import first_few, name_of
from explorer.comparison.wrong_distances import beats_endless, true_moves
from explorer.intake.cells import as_id
from explorer.model.scores import format_score
from explorer.model.words import counted

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class WrongMoves:
    """Claimed best moves of nodes, with those that do not keep the score.

    Attributes
    ----------
    difference : the comparison of the values.
    total : number of moves that are compared: those where the scores of the node and of the successor are known.
    cells : the cells of the table, by index of the node.
    targets : the successor that a cell names, by index of the node; None where no move has this name.
    rows : the nodes, by index, at which the move loses something or does not exist.
    late_count : number of the others that make a game longer than it need be, or shorter for its loser.
    circle : the nodes of a cycle, by index, round which the others can lead although somebody wins; empty if none.
    """

    difference: ValueDifference
    total: int
    cells: dict[int, str]
    targets: dict[int, int | None]
    rows: Sequence[int]
    late_count: int
    circle: Sequence[int]

    def frame(self) -> pd.DataFrame:
        """Return the wrong moves in the form of `ValueDifference.frame`; `mine` and `true` are ids of successors."""
        import pandas as pd

        best, ids = self.difference.solution.best, self.difference.graph.ids
        columns = {
            "node": [ids[row] for row in self.rows],
            "mine": [self.cells[row] for row in self.rows],
            "true": [best[ids[row]] for row in self.rows],
            "first wrong": True,
            "kind": ["no move" if self.targets[row] is None else "loses score" for row in self.rows],
        }
        return pd.DataFrame(columns)


def wrong_moves(difference: ValueDifference) -> WrongMoves | None:
    """Return the best moves that are claimed with some values, beside the scores; None if there are none."""
    column, columns = difference.claims.best, difference.graph.columns
    if column is None:
        return None
    rows_with_move = np.flatnonzero(column.has & (columns.orientation != 0)).tolist()
    cells = {row: str(as_id(column.cell(row))) for row in rows_with_move}
    targets = {row: claimed_successor(difference.graph, row, cell) for row, cell in cells.items()}
    is_known = difference.true.low == difference.true.high
    known = {row: target for row, target in targets.items() if is_known[row] and (target is None or is_known[target])}
    rows = [row for row, target in known.items() if target is None or not _keeps_score(difference, row, target)]
    moves = true_moves(difference).tolist()
    good = {
        row: target for row, target in known.items() if target is not None and _keeps_score(difference, row, target)
    }
    late_count = sum(moves[row] >= 0 and moves[target] != moves[row] - 1 for row, target in good.items())
    return WrongMoves(
        difference, len(known), cells, targets, rows, late_count, _endless_winner_cycle(difference, good, moves)
    )


def _endless_winner_cycle(difference: ValueDifference, best: Mapping[int, int], moves: Sequence[int]) -> list[int]:
    """Return a cycle, by index, on which the best moves of a winner can stay for ever; empty if there is none.

    The loser may go anywhere that keeps the score.
    """
    won = np.array([row for row, count in enumerate(moves) if count > 0], np.int64)
    after: dict[int, list[int]] = {}
    for row, hurries in zip(won.tolist(), beats_endless(difference, won).tolist(), strict=True):
        chosen = [best[row]] if row in best else []
        after[row] = (
            chosen
            if hurries
            else [node for node in difference.graph.successors[row] if _keeps_score(difference, row, node)]
        )
    try:
        TopologicalSorter(after).prepare()
    except CycleError as error:
        circle: list[int] = error.args[1][:0:-1]  # which has each node before the one that it is a successor of
        return circle
    return []


def _keeps_score(difference: ValueDifference, row: int, target: int) -> bool:
    return bool(difference.true.low[row] == difference.graph.sign * difference.true.low[target])


# ---- in sentences


def move_summary(wrong: WrongMoves) -> Iterator[str]:
    """Yield sentences with the numbers of best moves that keep the score, and of late ones among them."""
    yield f"{wrong.total - len(wrong.rows):,} of {counted(wrong.total, 'best move')} keep the score"
    if wrong.late_count:
        yield f"{wrong.late_count:,} of these win later or lose sooner than need be"
    if circle := [name_of(wrong.difference.graph, row) for row in wrong.circle]:
        named = " → ".join([*first_few(circle), circle[0]])
        yield f"they can lead round for ever although somebody wins: {named}"


def move_proof(wrong: WrongMoves, row: int) -> str:
    """Return a sentence that proves the best move of a node, by its index, wrong."""
    difference, target = wrong.difference, wrong.targets[row]
    graph = difference.graph
    begin = f"{name_of(graph, row)} is said to have the best move {wrong.cells[row]}"
    best = graph.index[difference.solution.best[graph.ids[row]]]
    if target is None:
        return f"{begin}, which is no move there; {name_of(graph, best)} is one"
    return f"{begin}, but {_value_equation(difference, target)}; {_value_equation(difference, best)}"


def _value_equation(difference: ValueDifference, row: int) -> str:
    """Return the value of a successor for the player who moves there, as an equation."""
    sign = "−" if difference.graph.sign < 0 else ""
    score = difference.graph.sign * difference.solution.scores.at(row)
    return f"{sign}value({name_of(difference.graph, row)}) = {format_score(score)}"
