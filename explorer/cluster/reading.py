"""Tasks of workers that read row groups, and deal nodes and moves out to the parts that own their keys."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.cluster.dataset import InputRows
from explorer.cluster.disk import NodeKeys, deal, read_array
from explorer.cluster.faults import DataFault, Fault, value_examples
from explorer.intake.cells import EMPTY_WORDS, FALSE, TRUE
from explorer.model.errors import OptionError
from explorer.model.scores import Score, parse_score
from explorer.solved_folder.layout import keys_of

MISSING = -1  # the code of an empty cell
_FINGERPRINT = "game graph texts"  # the second key with which texts are hashed, to tell those apart whose keys are one

READ_NODES, READ_MOVES, SPLITS = "read-nodes", "read-moves", "splits"


class NodeReport(NamedTuple):
    """Distinct cells of row groups of nodes, and their faults.

    Attributes
    ----------
    players, scores : the distinct cells, by the code that rows have.
    roots : the ids of nodes that are marked as the root.
    """

    players: list[Any]
    scores: list[Score]
    roots: list[Any]
    faults: list[Fault]


def read_nodes(work: str, number: int, groups: Sequence[InputRows], titles: Mapping[str, str]) -> NodeReport:
    """Read nodes, and deal out their keys with the codes of player and score."""
    table = _read(groups, titles)
    ids = table["id"]
    faults = _empty_faults(DataFault.NO_ID, [ids])
    if faults:
        return NodeReport([], [], [], faults)
    columns: dict[str, Any] = key_columns("", ids)
    rows = len(ids)
    columns["player"], players = _codes_of(table.get("player"), rows)
    columns["score"], cells = _codes_of(table.get("score"), rows)
    columns["open"], flags = _codes_of(table.get("open"), rows)
    is_open = np.array([str(flag).strip().lower() in TRUE for flag in flags] + [False])
    columns["open"] = is_open[columns["open"]].astype(np.int8)
    scores, odd = _scores(cells)
    if odd:
        is_odd = np.isin(columns["score"], odd)
        faults.append(Fault(DataFault.SCORE, int(is_odd.sum()), value_examples(cells[code] for code in odd)))
    if "key" in columns and _is_text(ids):
        columns["id"] = ids
    _deal(work, READ_NODES, number, columns)
    return NodeReport(players, scores, _roots(table), faults)


def read_moves(work: str, number: int, groups: Sequence[InputRows], titles: Mapping[str, str]) -> list[Fault]:
    """Read moves, and deal out the keys of their ends."""
    table = _read(groups, titles)
    ends = table["from"], table["to"]
    faults = _empty_faults(DataFault.NO_END, ends)
    if not faults:
        _deal(work, READ_MOVES, number, key_columns("from_", ends[0]) | key_columns("to_", ends[1]))
    return faults


def texts_with_keys(keys: Sequence[int], groups: Sequence[InputRows], titles: Mapping[str, str]) -> dict[int, set[str]]:
    """Return the texts in row groups that have one of these keys."""
    found: dict[int, set[str]] = {}
    wanted = np.array(keys, np.uint64)
    for name, column in _read(groups, titles).items():
        if name in ("id", "from", "to") and _is_text(column):
            own = keys_of(column)
            for row in np.flatnonzero(np.isin(own, wanted)).tolist():
                found.setdefault(int(own[row]), set()).add(column[row].as_py())
    return found


def key_columns(prefix: str, ids: Any) -> dict[str, Any]:
    """Return the columns of keys of ids, and of their fingerprints if they are texts."""
    if not _is_text(ids):
        return {f"{prefix}key": ids.to_numpy(zero_copy_only=False)}
    texts = ids.to_numpy(zero_copy_only=False)
    return {f"{prefix}key": keys_of(texts), f"{prefix}print": fingerprints_of(texts)}


def fingerprints_of(texts: NDArray[Any]) -> NDArray[np.uint64]:
    """Return second hashes of texts, which have nothing to do with their keys."""
    from pandas.util import hash_array

    return hash_array(texts, hash_key=_FINGERPRINT, categorize=False)


def owners_of(keys: NodeKeys, splits: NodeKeys) -> NDArray[np.int64]:
    """Return the part that owns each key."""
    return np.searchsorted(splits, keys, "right")


def _read(groups: Sequence[InputRows], titles: Mapping[str, str]) -> dict[str, Any]:
    """Return columns of row groups by their names in the model; ids as large texts or 64-bit numbers."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    tables = []
    for group in groups:
        with pq.ParquetFile(group.file) as file:
            tables.append(file.read_row_group(group.number, columns=[*titles.values()], use_threads=False))
    table = pa.concat_tables(tables, promote_options="permissive")
    columns = {name: table[title] for name, title in titles.items()}
    for name in ("id", "from", "to"):
        if name in columns:
            type = columns[name].type
            kind = type.value_type if pa.types.is_dictionary(type) else type
            columns[name] = columns[name].cast(pa.int64() if pa.types.is_integer(kind) else pa.large_string())
    return {name: each.combine_chunks() if each.num_chunks != 1 else each.chunk(0) for name, each in columns.items()}


def _deal(work: str, name: str, number: int, columns: Mapping[str, Any]) -> None:
    splits = read_array(work, SPLITS)
    keys = columns["from_key" if name == READ_MOVES else "key"]
    deal(Path(work, name, f"{number:06}.arrow"), columns, owners_of(keys, splits), len(splits) + 1)


def _empty_faults(kind: DataFault, columns: Sequence[Any]) -> list[Fault]:
    """Return the fault of rows whose id is empty."""
    empty = np.zeros(len(columns[0]), np.bool_)
    for column in columns:
        is_empty = column.is_null().to_numpy(zero_copy_only=False)
        if _is_text(column):
            import pyarrow.compute as pc

            is_empty |= pc.fill_null(pc.equal(column, ""), True).to_numpy(zero_copy_only=False)
        empty |= is_empty
    return [Fault(kind, int(empty.sum()), [])] if empty.any() else []


def _codes_of(column: Any, rows: int) -> tuple[NDArray[np.int32], list[Any]]:
    """Return the code of each cell, `MISSING` for an empty one, and the cells by their codes."""
    import pyarrow as pa

    if column is None or pa.types.is_null(column.type):
        return np.full(rows, MISSING, np.int32), []
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    encoded = column.dictionary_encode()
    codes = encoded.indices.fill_null(MISSING).to_numpy().astype(np.int32)
    values = encoded.dictionary.to_pylist()
    is_cell = [not _is_missing(value) for value in values]
    numbers = np.append(np.where(is_cell, np.cumsum(is_cell) - 1, MISSING), MISSING).astype(np.int32)
    return numbers[codes], [value for value, is_there in zip(values, is_cell, strict=True) if is_there]


def _is_missing(cell: Any) -> bool:
    return cell is None or cell in ("", *EMPTY_WORDS) or (isinstance(cell, float) and math.isnan(cell))


def _scores(cells: Sequence[Any]) -> tuple[list[Score], list[int]]:
    """Return the scores in cells, and the codes of the cells that are none; these stand as 0."""
    scores: list[Score] = []
    odd: list[int] = []
    for code, cell in enumerate(cells):
        try:
            scores.append(parse_score(cell))
        except OptionError:
            scores.append(0)
            odd.append(code)
    return scores, odd


def _roots(table: Mapping[str, Any]) -> list[Any]:
    """Return the ids of the nodes that are marked as the root."""
    codes, values = _codes_of(table.get("root"), len(table["id"]))
    is_root = np.array([str(value).strip().lower() not in FALSE for value in values] + [False])
    return [table["id"][row].as_py() for row in np.flatnonzero(is_root[codes])[:2].tolist()]


def _is_text(column: Any) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_large_string(column.type))
