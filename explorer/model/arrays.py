"""Graphs as arrays of numpy: whatever is no index, score or id is refused by its place, never bent into one."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from decimal import Decimal
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from explorer.model.columns import LEAF, MAX, MIN, MOVER, NO_SCORE, OPEN, Arrays, Indices, NodeColumns, ranked
from explorer.model.errors import GraphError, OptionError, quoted
from explorer.model.fields import FieldReader, is_plain_id
from explorer.model.graph import Convention, GameGraph
from explorer.model.late_methods import provided
from explorer.model.scores import MAX_DIGITS, Score, parse_score
from explorer.model.views import numbered_ids

_TOO_LONG = 10**MAX_DIGITS


@provided
def arrays_from_graph(graph: GameGraph) -> Arrays:
    """The graph as arrays; see `GameGraph.to_arrays`."""
    columns, links = graph.columns, graph.links
    scores = np.array([*columns.scale, None], object)[columns.ranks]
    ends = links.sources, links.targets
    return Arrays(graph.ids, columns.orientation, scores, *ends, links.forward, links.backward)


@provided
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
    """The graph of arrays; see `GameGraph.from_arrays`."""
    ranks, scale = _ranked(scores)
    turns = _row(players, "players")
    names = numbered_ids(("", len(ranks))) if ids is None else _ids(ids)
    texts = None if labels is None else _labels(labels)
    lengths = {len(turns), len(ranks), len(names), *(() if texts is None else (len(texts),))}
    if len(lengths) > 1:
        raise GraphError(f"players, scores, ids and labels must be as many as the nodes, got {sorted(lengths)}")
    if not np.isin(turns, (-1, 0, 1)).all():
        raise GraphError("players must be 1 (takes the largest), -1 (takes the smallest) or 0 (leaf or open)")
    if (is_odd := (turns != 0) & (ranks != NO_SCORE)).any():
        at = int(is_odd.argmax())
        raise GraphError(f"the score of node {at}: only leaves, with 0 in players, have one, got {scale[ranks[at]]}")
    convention = _convention(about.pop("convention", Convention.MINIMAX))
    largest = MOVER if convention is Convention.NEGAMAX else MAX
    kinds = np.where(turns > 0, largest, np.where(turns < 0, MIN, np.where(ranks == NO_SCORE, OPEN, LEAF)))
    nodes = NodeColumns(names, kinds.astype(np.int8), ranks, scale, texts)
    starts, ends = _indices(sources, "sources", len(names)), _indices(targets, "targets", len(names))
    if len(starts) != len(ends):
        raise GraphError(f"a move has two ends, got {len(starts):,} sources and {len(ends):,} targets")
    root = _plain(about.pop("root", None))
    if not isinstance(root, str | int | float | None):
        raise GraphError(f"the root {quoted(root)} is not a node of the graph; choose one that is")
    about["root"] = str(root) if type(root) is int and abs(root) < _TOO_LONG else root
    return GameGraph.from_columns(nodes, starts, ends, convention=convention, **about)


def _plain(value: object) -> object:
    """A single value of numpy as one of Python."""
    return value.item() if isinstance(value, np.generic) else value


def _cells(values: Any, what: str) -> Any:
    """A row of values, which no mapping, text or table is."""
    is_row = (
        hasattr(values, "__len__") and hasattr(values, "__iter__") and not isinstance(values, str | bytes | Mapping)
    )
    if not is_row or getattr(values, "ndim", 1) != 1 or getattr(getattr(values, "dtype", None), "kind", "O") in "mMV":
        raise GraphError(f"{what} must be a single row of values, got {quoted(values)}")
    if np.ma.is_masked(values):
        raise GraphError(f"{what} have gaps that a mask makes; fill them")
    return values


def _row(values: object, what: str) -> NDArray[Any]:
    try:
        return np.asarray(_cells(np.asarray(_cells(values, what)), what))
    except (ValueError, TypeError):  # rows of several lengths
        raise GraphError(f"{what} must be a single row of values, got {quoted(values)}") from None


def _is_gap(cell: object) -> bool:
    """Whether a cell says that there is nothing."""
    is_nan = isinstance(cell, float | Decimal) and math.isnan(cell)
    return cell is None or is_nan or cell is getattr(sys.modules.get("pandas"), "NA", None)


def _labels(labels: Sequence[object]) -> tuple[str | None, ...]:
    return tuple(_label(_plain(each), at) for at, each in enumerate(_cells(labels, "labels")))


def _label(label: object, at: int) -> str | None:
    if _is_gap(label):
        return None
    if not isinstance(label, str | float) and not (isinstance(label, int) and abs(label) < _TOO_LONG):
        raise GraphError(f"the label of node {at} must be text, got {quoted(label)}")
    return str(label)


def _ranked(scores: Sequence[Score | None] | NDArray[Any]) -> tuple[Indices, tuple[Score, ...]]:
    """The ranks of scores and these; NaN is none."""
    if isinstance(scores, np.ndarray) and _row(scores, "scores").dtype.kind in "iuf":
        for at in np.flatnonzero(np.isinf(scores))[:1].tolist():
            _score(float(scores[at]), at)
        is_given = ~np.isnan(scores)
        known, codes = np.unique(scores[is_given], return_inverse=True)
        ranks = np.full(len(scores), NO_SCORE, np.int32)
        ranks[is_given] = codes
        whole = known if known.dtype.kind in "iu" else known.astype(np.float64) + 0
        return ranks, tuple(whole.tolist())
    cells = enumerate(_cells(scores, "scores"))
    return ranked([None if cell is None else _score(_plain(cell), at) for at, cell in cells])


def _score(cell: object, at: int) -> Score | None:
    if _is_gap(cell) or (isinstance(cell, str) and not cell):
        return None
    try:
        return parse_score(cell)
    except OptionError as error:
        raise GraphError(f"the score of node {at}: {error}") from None


def _ids(ids: Sequence[object] | NDArray[Any]) -> tuple[str, ...]:
    cells = _cells(ids, "ids")
    cells = cells.tolist() if isinstance(cells, np.ndarray) else cells
    return tuple(str(id) if is_plain_id(id) else _id(id, at) for at, id in enumerate(cells))


def _id(id: object, at: int) -> str:
    found = FieldReader().id(_plain(id), "an id", None)
    if found is None:
        raise GraphError(f"the id of node {at} must be text or a whole number, got {quoted(id)}")
    return found


def _indices(values: ArrayLike, what: str, nodes: int) -> Indices:
    """The indices of nodes at one end of moves."""
    cells = _row(values, what)
    if cells.dtype.kind not in "iu":
        cells = np.array([_index(cell, what, at) for at, cell in enumerate(cells.tolist())], object)
    is_past = np.asarray((cells < 0) | (cells >= nodes), np.bool_)
    if is_past.any():
        at = int(is_past.argmax())
        raise GraphError(f"move {at} needs a node {cells[at]}, but there are {nodes:,}, from 0")
    return cells.astype(np.int32)


def _index(cell: object, what: str, at: int) -> int:
    if isinstance(cell, float) and cell.is_integer():
        return int(cell)
    if isinstance(cell, bool) or not isinstance(cell, Integral):
        raise GraphError(f"{what} must be indices of nodes, whole numbers from 0, got {quoted(cell)} for move {at}")
    return int(cell)


def _convention(value: object) -> Convention:
    try:
        return Convention(str(value).strip().lower())
    except ValueError:
        raise GraphError(f"the convention must be minimax or negamax, got {quoted(value)}") from None
