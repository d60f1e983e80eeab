"""Best moves that somebody else gives, beside the scores: each that keeps the score is right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING

import numpy as np

from explorer.comparison.first_wrong import Difference
from explorer.comparison.sentences import first_of, name_of
from explorer.comparison.wrong_distances import hurry, true_moves
from explorer.model.fields import as_id
from explorer.model.scores import format_score
from explorer.model.words import counted

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class WrongMoves:
    """Best moves as they are given, beside the scores.

    Attributes
    ----------
    found : the comparison of the values.
    compared : how many moves were compared: of nodes whose score is known, and that of the successor, too.
    cells : what is given, by index of the node.
    targets : the successor that is meant, by index of the node; None where no move has this name.
    rows : the nodes, by index, at which the move loses something or does not exist.
    late : how many of the others make a game longer than it need be, or shorter for who loses it.
    circle : the nodes of a cycle, by index, round which the others can lead although somebody wins; empty if none.
    """

    found: Difference
    compared: int
    cells: dict[int, str]
    targets: dict[int, int | None]
    rows: Sequence[int]
    late: int
    circle: Sequence[int]

    def frame(self) -> pd.DataFrame:
        """The wrong moves as `Difference.frame` has values: `mine` and `true` are ids of successors."""
        import pandas as pd

        best, ids = self.found.solution.best, self.found.graph.ids
        columns = {
            "node": [ids[row] for row in self.rows],
            "mine": [self.cells[row] for row in self.rows],
            "true": [best[ids[row]] for row in self.rows],
            "first wrong": True,
            "kind": ["no move" if self.targets[row] is None else "loses score" for row in self.rows],
        }
        return pd.DataFrame(columns)


def wrong_moves(found: Difference) -> WrongMoves | None:
    """Return the best moves that are given with some values, beside the scores; None if there are none."""
    column, columns = found.claims.best, found.graph.columns
    if column is None:
        return None
    given = np.flatnonzero(column.has & (columns.orientation != 0)).tolist()
    cells = {row: str(as_id(column.cell(row))) for row in given}
    targets = {row: _target(found, row, cell) for row, cell in cells.items()}
    is_known = found.true.low == found.true.high
    known = {row: target for row, target in targets.items() if is_known[row] and (target is None or is_known[target])}
    rows = [row for row, target in known.items() if target is None or not _keeps(found, row, target)]
    moves = true_moves(found).tolist()
    kept = {row: target for row, target in known.items() if target is not None and _keeps(found, row, target)}
    late = sum(moves[row] >= 0 and moves[target] != moves[row] - 1 for row, target in kept.items())
    return WrongMoves(found, len(known), cells, targets, rows, late, _circle(found, kept, moves))


def _circle(found: Difference, best: Mapping[int, int], moves: Sequence[int]) -> list[int]:
    """A cycle, by index, round which the best moves of who wins can lead for ever; empty if there is none.

    Who loses may go anywhere that keeps the score.
    """
    won = np.array([row for row, count in enumerate(moves) if count > 0], np.int64)
    after: dict[int, list[int]] = {}
    for row, hurries in zip(won.tolist(), hurry(found, won).tolist(), strict=True):
        chosen = [best[row]] if row in best else []
        after[row] = chosen if hurries else [node for node in found.graph.successors[row] if _keeps(found, row, node)]
    try:
        TopologicalSorter(after).prepare()
    except CycleError as error:
        circle: list[int] = error.args[1][:0:-1]  # which has each node before the one that it is a successor of
        return circle
    return []


def _target(found: Difference, row: int, cell: str) -> int | None:
    """The successor that a cell means, by its id or by the name of the move."""
    graph, after = found.graph, found.graph.successors[row]
    if (target := graph.index.get(cell)) is not None and target in after:
        return target
    id, names = graph.ids[row], graph.move_names
    return next((target for target in after if names and names.get((id, graph.ids[target])) == cell), None)


def _keeps(found: Difference, row: int, target: int) -> bool:
    return bool(found.true.low[row] == found.graph.sign * found.true.low[target])


# ---- in sentences


def move_summary(wrong: WrongMoves) -> Iterator[str]:
    """How many best moves keep the score, and how many of these are not the fastest or slowest."""
    yield f"{wrong.compared - len(wrong.rows):,} of {counted(wrong.compared, 'best move')} keep the score"
    if wrong.late:
        yield f"{wrong.late:,} of these win later or lose sooner than need be"
    if circle := [name_of(wrong.found.graph, row) for row in wrong.circle]:
        named = " → ".join([*first_of(circle), circle[0]])
        yield f"they can lead round for ever although somebody wins: {named}"


def move_proof(wrong: WrongMoves, row: int) -> str:
    """Show in a sentence why the best move of a node, by its index, is none."""
    found, target = wrong.found, wrong.targets[row]
    graph = found.graph
    begin = f"{name_of(graph, row)} is said to have the best move {wrong.cells[row]}"
    best = graph.index[found.solution.best[graph.ids[row]]]
    if target is None:
        return f"{begin}, which is no move there; {name_of(graph, best)} is one"
    return f"{begin}, but {_worth(found, target)}; {_worth(found, best)}"


def _worth(found: Difference, row: int) -> str:
    """What a successor is worth to the player who moves there."""
    sign = "−" if found.graph.sign < 0 else ""
    score = found.graph.sign * found.solution.scores.at(row)
    return f"{sign}value({name_of(found.graph, row)}) = {format_score(score)}"
