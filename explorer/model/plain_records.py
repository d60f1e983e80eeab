"""Documents, networks and other records that are plain and right, taken apart into columns.

What is odd about any is left to a `GraphBuilder`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from math import isnan
from types import NoneType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model import plain
from explorer.model.arrow import Column, in_arrow
from explorer.model.extras import extras_in_columns
from explorer.model.late_networkx import nx
from explorer.model.numbering import OddError, plain_id, require
from explorer.model.plain import PlainTables

_ODD = (OddError, ValueError, TypeError, OverflowError)  # what odd values raise, besides what Arrow raises
Row = tuple[int | None, Mapping[str, Any]]  # a record and its line, if it has one

_PLACES: tuple[set[type], ...] = ({int}, {float}, {int, float}, {str})
_TYPES: dict[str, tuple[set[type], ...]] = {  # of all values under a key
    "id": ({str}, {int}),
    "player": ({str}, {int}),
    "score": ({int}, {float}, {str}),
    "open": ({bool}, {str}, {int}),
    "label": ({str},),
    "x": _PLACES,
    "y": _PLACES,
    "root": ({bool}, {str}, {int}),
}
_OF_NODES = _TYPES.keys() - {"root"}


def tables_of(nodes: Sequence[Any], moves: Sequence[Any]) -> PlainTables | None:
    """The tables of what stands in a large document as nodes and moves; None if it is small, or anything is odd."""
    if len(nodes) + len(moves) < plain.LARGE:
        return None
    import pyarrow as pa

    try:
        sources, targets = _ends(moves)
        return PlainTables(sources=sources, targets=targets, nodes=_columns(nodes), move_lines=(), adds_ends=False)
    except (*_ODD, pa.ArrowException):
        return _of_odd_document(nodes, moves)


def _of_odd_document(nodes: Sequence[Any], moves: Sequence[Any]) -> PlainTables | None:
    """The same where some nodes have further keys or nulls, or ids are missing."""
    if not {*map(type, nodes)} <= {dict} or not {*map(type, moves)} <= {list, tuple} or not {*map(len, moves)} <= {2}:
        return None
    if not {type(key) for key in chain.from_iterable(nodes)} <= {str}:
        return None
    rows = [(None, {k: v for k, v in node.items() if v is not None or k not in _OF_NODES}) for node in nodes]
    return tables_of_records(rows, [(*pair, None) for pair in moves])


def tables_of_network(graph: nx.DiGraph[Any]) -> PlainTables | None:
    """The tables of a network; None if anything is odd about it."""
    import pyarrow as pa

    try:
        return _of_network(graph)
    except (*_ODD, pa.ArrowException):
        return None


def _of_network(graph: nx.DiGraph[Any]) -> PlainTables:
    import pyarrow as pa

    names, rows = [*graph.nodes], [row for _, row in graph.adjacency()]
    require(bool(names))
    table = _columns([attributes | {"id": plain_id(name)} for name, attributes in graph.nodes(data=True)])
    sources = np.repeat(np.arange(len(rows)), [*map(len, rows)])
    number = dict(zip(names, range(len(names)), strict=True))
    targets = np.fromiter(map(number.__getitem__, chain.from_iterable(rows)), np.int64, len(sources))
    if (order := _order([*chain.from_iterable(row.values() for row in rows)])) is not None:
        sources, targets = sources[order], targets[order]
    ids = table["id"].chunk(0)
    starts, ends = (pa.DictionaryArray.from_arrays(in_arrow(each).chunk(0), ids) for each in (sources, targets))
    return PlainTables(sources=pa.chunked_array([starts]), targets=pa.chunked_array([ends]), nodes=table)


def tables_of_records(
    rows: Sequence[Row],
    moves: Sequence[tuple[object, object, int | None]],
    notes: Sequence[str] = (),
    *,
    is_table: bool = False,
) -> PlainTables | None:
    """The tables of nodes and of moves, with their lines; None if anything is odd about them.

    Parameters
    ----------
    rows : of which no value that a node knows is a null.
    notes : what is to be said of all of them.
    is_table : whether a row may be marked as root, and an end of a move that is no node becomes one.
    """
    import pyarrow as pa

    try:
        tables = _of_records(rows, moves, _TYPES if is_table else _OF_NODES)
    except (*_ODD, pa.ArrowException):
        return None
    return replace(tables, notes=notes, adds_ends=is_table)


def _of_records(
    rows: Sequence[Row], moves: Sequence[tuple[object, object, int | None]], known: Collection[str]
) -> PlainTables:
    lines, move_lines = _lines([line for line, _ in rows]), _lines([line for *_, line in moves])
    ids = _all_named([record.get("id") for _, record in rows])
    records = [{**row} if id is None else {**row, "id": id} for (_, row), id in zip(rows, ids, strict=True)]
    unknown = {*chain.from_iterable(records)}.difference(known)
    require("owner" not in unknown)  # which may stand for the player
    extras: dict[int, dict[str, Any]] = {}
    for row, record in enumerate(records if unknown else ()):
        if own := unknown & record.keys():
            extras[row] = {key: record.pop(key) for key in [*record] if key in own}
    ends = _all_named([move[end] for end in (0, 1) for move in moves])
    sources, targets = (_column("id", some) for some in (ends[: len(moves)], ends[len(moves) :]))
    return PlainTables(
        sources=sources,
        targets=targets,
        nodes=_columns(records, known),
        lines=lines,
        move_lines=move_lines,
        extras=extras_in_columns(extras, len(records)),
    )


def _lines(lines: Sequence[int | None]) -> list[int]:
    """The lines, if all or none are known."""
    known = [line for line in lines if line is not None]
    require(len(known) in (0, len(lines)))
    return known


def _all_named(ids: list[object]) -> Sequence[object]:
    """The ids of nodes that are called so, all of one type, and None for none."""
    types = {*map(type, ids)}
    if any(types <= {kind, NoneType} for kind in (str, int)):
        return ids
    require(NoneType not in types)  # what is said of a move without an end names the other as it was given
    return [*map(plain_id, ids)]


def _order(attributes: Sequence[Mapping[str, Any]]) -> NDArray[np.intp] | None:
    """The moves in the order that they say; None if they say nothing."""
    if not any(attributes):
        return None
    require({*chain.from_iterable(attributes)} == {"order"})
    ranks: list[Any] = [move.get("order") for move in attributes]
    require({*map(type, ranks)} == {int})
    return np.argsort(ranks, kind="stable")


def _columns(records: Sequence[Any], known: Collection[str] = _OF_NODES) -> dict[str, Column]:
    """The columns of records of nodes, without those of which nothing is said."""
    require({*map(type, records)} <= {dict} and {*chain.from_iterable(records)}.issubset(known))
    cells = {key: [record.get(key) for record in records] for key in {*chain.from_iterable(records)}}
    said = sum([cell is not None for cell in column].count(True) for column in cells.values())
    require(said == sum(map(len, records)))  # a null says nothing, but not under every key
    return {key: _column(key, column) for key, column in cells.items()}


def _ends(moves: Sequence[Any]) -> tuple[Column, Column]:
    """The sources and the targets of pairs of ids."""
    require({*map(type, moves)} <= {list, tuple} and {*map(len, moves)} == {2})
    return _column("id", [move[0] for move in moves]), _column("id", [move[1] for move in moves])


def _column(key: str, cells: Sequence[Any]) -> Column:
    import pyarrow as pa

    types = {*map(type, cells)} - {type(None)}
    require(types in _TYPES[key])
    require(float not in types or not any(cell is not None and isnan(cell) for cell in cells))
    require(str not in types or "" not in cells)
    return pa.chunked_array([pa.array(cells, pa.string() if str in types else None)])
