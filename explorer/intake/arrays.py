"""Graphs from numpy arrays; a value that is no index, score or id is refused with its place, never coerced."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from decimal import Decimal
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from explorer.intake.cells import ODD, as_id, column_of, numbered_scores, python_value, ranks_of, read_ids, text_or_none
from explorer.model.columns import (
    LEAF,
    MAX,
    MIN,
    MOVER,
    NO_SCORE,
    OPEN,
    Indices,
    MoveColumns,
    NodeColumns,
)
from explorer.model.errors import GraphError, OptionError, quoted
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score, parse_score


def graph_from_arrays(
    players: ArrayLike,
    scores: Sequence[Score | None] | NDArray[Any],
    sources: ArrayLike,
    targets: ArrayLike,
    *,
    ids: Sequence[object] | NDArray[Any] | None,
    labels: Sequence[object] | None,
    **about: Any,
) -> GameGraph:
    """Return the graph of arrays; see `GameGraph.from_arrays`."""
    turns, (ranks, scale) = _as_vector(players, "players"), _score_ranks(_as_vector(scores, "scores"))
    names = tuple(map(str, range(len(ranks)))) if ids is None else _checked_ids(_as_vector(ids, "ids").tolist())
    texts = None if labels is None else _checked_labels(_as_vector(labels, "labels").tolist())
    lengths = {len(turns), len(ranks), len(names), *(() if texts is None else (len(texts),))}
    if len(lengths) > 1:
        raise GraphError(f"players, scores, ids and labels must be as many as the nodes, got {sorted(lengths)}")
    if not np.isin(turns, (-1, 0, 1)).all():
        raise GraphError("players must be 1 (takes the largest), -1 (takes the smallest) or 0 (leaf or open)")
    if (is_odd := (turns != 0) & (ranks != NO_SCORE)).any():
        at = int(is_odd.argmax())
        raise GraphError(f"the score of node {at}: only leaves, with 0 in players, have one, got {scale[ranks[at]]}")
    convention = _checked_convention(about.pop("convention", Convention.MINIMAX))
    largest = MOVER if convention is Convention.NEGAMAX else MAX
    kinds = np.where(turns > 0, largest, np.where(turns < 0, MIN, np.where(ranks == NO_SCORE, OPEN, LEAF)))
    nodes = NodeColumns(names, kinds.astype(np.int8), ranks, scale, texts)
    starts, ends = _end_indices(sources, "sources", len(names)), _end_indices(targets, "targets", len(names))
    if len(starts) != len(ends):
        raise GraphError(f"a move has two ends, got {len(starts):,} sources and {len(ends):,} targets")
    moves = MoveColumns(starts, ends, names)
    _ = nodes.index  # which refuses an id that is there twice
    moves.require_once()
    root = as_id(python_value(about.pop("root", None)))
    if not isinstance(root, str | None):
        raise GraphError(f"the root {quoted(root)} is not a node of the graph; choose one that is")
    return GameGraph.from_columns(nodes, moves, root=root, convention=convention, **about)


def _as_vector(values: Any, what: str) -> NDArray[Any]:
    """Return the values as a numpy array with one axis; its items are objects unless they are numbers."""
    if np.ma.is_masked(values):
        raise GraphError(f"{what} have gaps that a mask makes; fill them")
    cells = values if isinstance(values, np.ndarray) and values.dtype.kind in "iuf" else np.array(values, object)
    if cells.ndim != 1:
        raise GraphError(f"{what} must be a single row of values, got {quoted(values)}")
    return cells


def _score_ranks(cells: NDArray[Any]) -> tuple[Indices, tuple[Score, ...]]:
    """Return the rank of each score and the ascending scale of all scores; an empty cell has no score."""
    column = column_of([*map(_python_cell, cells.tolist())])
    numbers, values = numbered_scores(column)
    for at in np.flatnonzero(numbers == ODD)[:1].tolist():
        try:
            parse_score(column.cell(at))
        except OptionError as error:
            raise GraphError(f"the score of node {at}: {error}") from None
    return ranks_of(numbers, values)


def _python_cell(cell: object) -> object:
    """Return the cell as a value of Python; None if it is empty."""
    value = python_value(cell)
    is_nan = isinstance(value, float | Decimal) and math.isnan(value)
    is_gap = is_nan or value is getattr(sys.modules.get("pandas"), "NA", None)
    return None if is_gap or (isinstance(value, str) and not value) else value


def _checked_ids(cells: list[Any]) -> tuple[str, ...]:
    """Return the cells as texts of ids; raise GraphError for a cell that is none."""
    found = read_ids(cells)
    if None in found:
        at = found.index(None)
        raise GraphError(f"the id of node {at} must be text or a whole number, got {quoted(cells[at])}")
    return tuple(map(str, found))


def _checked_labels(cells: list[Any]) -> tuple[str | None, ...]:
    return tuple(None if cell is None else _checked_label(cell, at) for at, cell in enumerate(map(_python_cell, cells)))


def _checked_label(cell: object, at: int) -> str:
    label = text_or_none(cell)
    if label is None:
        raise GraphError(f"the label of node {at} must be text, got {quoted(cell)}")
    return label


def _end_indices(values: ArrayLike, what: str, nodes: int) -> Indices:
    """Return the indices of nodes at one end of moves."""
    cells = _as_vector(values, what)
    for at, cell in enumerate(cells.tolist() if cells.dtype.kind not in "iu" else ()):
        is_whole = cell.is_integer() if isinstance(cell, float) else isinstance(cell, Integral)
        if not is_whole or isinstance(cell, bool):
            raise GraphError(f"{what} must be indices of nodes, whole numbers from 0, got {quoted(cell)} for move {at}")
    is_past = np.asarray((cells < 0) | (cells >= nodes), np.bool_)
    if is_past.any():
        at = int(is_past.argmax())
        raise GraphError(f"move {at} needs a node {cells[at]}, but there are {nodes:,}, from 0")
    return cells.astype(np.int32)


def _checked_convention(value: object) -> Convention:
    try:
        return Convention(str(value))
    except ValueError:
        raise GraphError(f"the convention must be minimax or negamax, got {quoted(value)}") from None
