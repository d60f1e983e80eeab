"""A solved folder on disk, read a node at a time by the statistics of its Parquet files."""

from __future__ import annotations

import json
import math
import re
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.formats.files import FilePath
from explorer.model.errors import ExplorerError, FormatError, GraphError, quoted
from explorer.model.graph import Convention, Kind
from explorer.model.libraries import needed_for
from explorer.model.scores import Range, Score, parse_endless, parse_range
from explorer.solved_folder import layout
from explorer.solved_folder.layout import BY_SOURCE, BY_TARGET, FROM, NODES, TO
from explorer.solver import Solution

_MOST_BYTES = 32 * 2**20  # of row groups in memory
_REPEATED = [layout.PLAYER, *layout.SCORES]  # columns of which each distinct text is unpacked once
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,18}")


@dataclass(frozen=True)
class SolvedNode:
    """A node as a solved folder has it.

    Attributes
    ----------
    lower, upper : None in a folder without bounds.
    least, most : the ends of the interval of the score, which differ where open nodes matter.
    best : the id of an optimal successor; None for leaves and open nodes, and where another solver names none.
    distance : None where play goes on, where the score may depend on open nodes, and where it is not known.
    """

    id: str
    kind: Kind
    score: Score
    lower: Score | None
    upper: Score | None
    least: Score
    most: Score
    best: str | None
    distance: int | None
    label: str | None = None

    @property
    def is_settled(self) -> bool:
        """Return whether the score is the same whatever open nodes turn out to be."""
        return self.least == self.most

    @staticmethod
    def of(solution: Solution, id: str) -> SolvedNode:
        """Return the node of a solution in memory as a folder would have it."""
        node, best = solution.scores.graph.node(id), solution.best.get(id)
        distance = solution.distance.get(id, math.inf)
        return SolvedNode(
            *(id, node.kind, solution.scores[id], solution.lower[id], solution.upper[id]),
            *(*solution.between_of(id), best, None if distance == math.inf else int(distance), node.label),
        )


class _RowGroup(NamedTuple):
    """A row group: its place, and the least and the largest key in it."""

    part: int
    number: int
    low: int
    high: int


class SortedTable:
    """One of the tables of a solved folder, of which row groups are cached up to a number of bytes.

    Raises
    ------
    FormatError
        If a part cannot be read, has not the column by which it is sorted, or is not sorted.
    """

    def __init__(self, folder: Path, table: str, column: str, *, most_bytes: int = _MOST_BYTES) -> None:
        self.name, self.column = table, column
        self._paths = sorted(Path(folder, table).glob("*.parquet"))
        self._most_bytes, self._bytes, self._lock = most_bytes, 0, Lock()
        self._read: OrderedDict[int, Any] = OrderedDict()
        if not self._paths:
            raise FormatError(f"{folder}: there are no files {table}/part-00000.parquet, …; solve writes them")
        self._metadata = [*map(_metadata_of, self._paths)]
        self._groups = [group for part in range(len(self._paths)) for group in self._groups_of(part)]
        self._highs = [group.high for group in self._groups]
        for before, after in zip(self._groups, self._groups[1:], strict=False):
            if before.high > after.low:
                place = f"row group {after.number} of {self._paths[after.part]}"
                raise FormatError(f"{place} is not sorted by {quoted(column)}; write the folder again with index")

    @cached_property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self._metadata[0].schema.to_arrow_schema().names)

    @property
    def rows(self) -> int:
        """The number of rows of all parts."""
        return sum(metadata.num_rows for metadata in self._metadata)

    def __len__(self) -> int:
        """Return the number of row groups."""
        return len(self._groups)

    def groups_with(self, key: int) -> list[int]:
        """Return the numbers of the row groups that may have rows with a key."""
        number, groups = bisect_left(self._highs, key), []
        while number < len(self._groups) and self._groups[number].low <= key:
            groups.append(number)
            number += 1
        return groups

    def group(self, number: int) -> Any:
        """Return a row group as a table of Arrow."""
        with self._lock:
            if number in self._read:
                self._read.move_to_end(number)
                return self._read[number]
        rows = self.read(number)
        with self._lock:
            if number not in self._read:
                self._read[number] = rows
                self._bytes += rows.nbytes
            while self._bytes > self._most_bytes and len(self._read) > 1:
                _, gone = self._read.popitem(last=False)
                self._bytes -= gone.nbytes
        return rows

    def slices(self, key: int) -> list[Any]:
        """Return the rows with a key as tables of Arrow, in order."""
        return [self.group(number).slice(*self.place(number, key)) for number in self.groups_with(key)]

    def place(self, number: int, key: int) -> tuple[int, int]:
        """Return the first row with a key in a row group, and the number of such rows."""
        keys: NDArray[Any] = np.from_dlpack(self.group(number).column(self.column).chunk(0))
        wanted = keys.dtype.type(key)
        first = int(np.searchsorted(keys, wanted))
        return first, int(np.searchsorted(keys, wanted, "right")) - first

    def range_of(self, number: int) -> tuple[int, int]:
        """Return the least and the largest key of a row group."""
        return self._groups[number][2:]

    def read(self, number: int) -> Any:
        """Return a row group as a table of Arrow that is not kept."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        part, group = self._groups[number][:2]
        texts = [name for name in _REPEATED if name in self.columns]
        try:
            with pq.ParquetFile(
                self._paths[part], metadata=self._metadata[part], memory_map=True, read_dictionary=texts
            ) as file:
                return file.read_row_group(group, use_threads=False).combine_chunks()
        except (pa.ArrowException, OSError, ValueError) as error:
            raise _unreadable(self._paths[part], error) from None

    def _groups_of(self, part: int) -> Iterable[_RowGroup]:
        """Yield the row groups of a part that have rows."""
        metadata, path = self._metadata[part], self._paths[part]
        names = [metadata.schema.column(index).path for index in range(metadata.num_columns)]
        if self.column not in names:
            raise FormatError(f"{path}: a part of {self.name} has the column {quoted(self.column)}, got {names}")
        for number in range(metadata.num_row_groups):
            group = metadata.row_group(number)
            statistics = group.column(names.index(self.column)).statistics
            if not group.num_rows:
                continue
            if statistics is None or not statistics.has_min_max:
                raise FormatError(f"{path}: row groups have no statistics; write the folder again with index")
            yield _RowGroup(part, number, int(statistics.min), int(statistics.max))


class SolvedFolder:
    """A solved graph on disk, of which nodes and moves are read when they are asked for.

    Parameters
    ----------
    path : of the folder.
    most_bytes : of row groups that stay in memory, for each of the three tables.

    Raises
    ------
    FormatError
        If it is no solved folder, or one that cannot be read.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from explorer.scenes.reference import read
    >>> from explorer.solver import solve
    >>> from explorer.solved_folder.writing import write_solution
    >>> with TemporaryDirectory() as place:
    ...     write_solution(solve(read("sample:figure-1")), f"{place}/solved")
    ...     folder = SolvedFolder(f"{place}/solved")
    ...     folder.root, folder.node("a").score, folder.successors("a")
    ('a', 1, ['b', 'c'])
    """

    def __init__(self, path: FilePath, *, most_bytes: int = _MOST_BYTES) -> None:
        self.path, self._most_bytes = layout.solved_place(path), most_bytes
        self.about = _read_about(self.path)
        self.name, self.description = (str(self.about.get(key, "")) for key in ("name", "description"))
        try:
            self.convention = Convention(self.about.get("convention", "minimax"))
            self.endless: Score = parse_endless(self.about.get("endless", 0))
            self.score_range: Range | None = parse_range(self.about["range"]) if "range" in self.about else None
        except (ExplorerError, ValueError) as error:
            raise FormatError(f"{self.path / layout.ABOUT}: {error}") from None
        self.has_texts = self.about.get("ids") == "text"
        self.has_bounds = bool(self.about.get("bounds", True))
        self.nodes = self._table(NODES)

    @cached_property
    def _by_source(self) -> SortedTable:
        return self._table(BY_SOURCE)

    @cached_property
    def _by_target(self) -> SortedTable:
        return self._table(BY_TARGET)

    def _table(self, name: str) -> SortedTable:
        column = layout.sort_column(name, has_texts=self.has_texts)
        return SortedTable(self.path, name, column, most_bytes=self._most_bytes)

    def __len__(self) -> int:
        """Return the number of nodes."""
        return self.nodes.rows

    @property
    def sign(self) -> int:
        """The effect of a move on a score, as in a graph."""
        return -1 if self.convention is Convention.NEGAMAX else 1

    @property
    def move_count(self) -> int:
        """The number of moves."""
        return self._by_source.rows

    @property
    def title(self) -> str:
        """The name of the graph, or of the folder."""
        return self.name or self.path.resolve().name

    @property
    def root(self) -> str:
        """The id of the root; of the first node where the folder names none."""
        if "root" in self.about:
            return str(self.about["root"])
        return str(self.nodes.group(0).column(layout.ID)[0].as_py())

    def __contains__(self, id: object) -> bool:
        """Return whether there is a node with this id."""
        return isinstance(id, str) and bool(self._rows_of_ids([id]))

    def node(self, id: str) -> SolvedNode:
        """Return a node.

        Raises
        ------
        GraphError
            If there is none with this id.
        """
        return self.nodes_of([id])[id]

    def nodes_of(self, ids: Sequence[str]) -> dict[str, SolvedNode]:
        """Return nodes by id.

        Raises
        ------
        GraphError
            If one is not there.
        """
        found = self._rows_of_ids(ids)
        if missing := [id for id in ids if id not in found]:
            raise GraphError(f"there is no node {quoted(missing[0])} in {self.path}")
        return {id: found[id] for id in ids}

    def successors(self, id: str) -> list[str]:
        """Return the ids of the successors of a node, in move order.

        Raises
        ------
        GraphError
            If there is no such node.
        """
        return self._neighbours(self._by_source, id, TO)

    def predecessors(self, id: str) -> list[str]:
        """Return the ids of the nodes with a move to a node, ascending by their keys.

        Raises
        ------
        GraphError
            If there is no such node.
        """
        return self._neighbours(self._by_target, id, FROM)

    def key_of(self, id: str) -> int | None:
        """Return the key of an id; None if no node can have it."""
        if self.has_texts:
            return layout.key_of(id)
        return int(id) if _NUMBER.fullmatch(id) and -(2**63) <= int(id) < 2**63 else None

    def _neighbours(self, table: SortedTable, id: str, end: str) -> list[str]:
        key = self.key_of(id)
        keys = [] if key is None else [other for rows in table.slices(key) for other in rows.column(end).to_pylist()]
        if not keys:
            self.node(id)
            return []
        if not self.has_texts:
            return [*map(str, keys)]
        names = {other: node.id for other, node in self._rows_of_keys(keys).items()}
        if missing := [other for other in keys if other not in names]:
            raise FormatError(f"{self.path}: a move of {quoted(id)} has the end {missing[0]}, which is no node's key")
        return [names[other] for other in keys]

    def _rows_of_ids(self, ids: Sequence[str]) -> dict[str, SolvedNode]:
        """Return the nodes that are there, by id."""
        keys = [key for id in ids if (key := self.key_of(id)) is not None]
        wanted = {*ids}
        return {node.id: node for node in self._rows_of_keys(keys).values() if node.id in wanted}

    def _rows_of_keys(self, keys: Iterable[int]) -> dict[int, SolvedNode]:
        """Return the nodes that are there, by key; of each row group all at once."""
        found: dict[int, SolvedNode] = {}
        for key in sorted({*keys}):
            rows = [row for part in self.nodes.slices(key) for row in part.to_pylist()]
            if rows:
                found[key] = self._node_of(rows[0])
        return found

    def _node_of(self, row: Mapping[str, Any]) -> SolvedNode:
        """Return the node of a row."""
        scores = {name: layout.score_of(row[name]) for name in layout.SCORES if row.get(name) is not None}
        score = scores[layout.SCORE]
        best = row.get(layout.BEST)
        return SolvedNode(
            str(row[layout.ID]),
            self._kind_of(row),
            score,
            scores.get(layout.LOWER),
            scores.get(layout.UPPER),
            scores.get(layout.LEAST, score),
            scores.get(layout.MOST, score),
            None if best is None else str(best),
            row.get(layout.DISTANCE),
            row.get(layout.LABEL),
        )

    def _kind_of(self, row: Mapping[str, Any]) -> Kind:
        """Return the kind of the node of a row."""
        if row.get(layout.OPEN):
            return Kind.OPEN
        is_leaf = row[layout.LEAF] if layout.LEAF in row else row[layout.BEST] is None
        if is_leaf:
            return Kind.LEAF
        return Kind.MOVER if self.convention is Convention.NEGAMAX else Kind(row[layout.PLAYER])


def _metadata_of(path: Path) -> Any:
    """Return the metadata of a Parquet file."""
    with needed_for("Parquet files"):
        import pyarrow as pa
        import pyarrow.parquet as pq

    try:
        return pq.read_metadata(path)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: Exception) -> FormatError:
    """Return the error that a part cannot be read."""
    return FormatError(f"{path}: this part cannot be read ({str(error).rstrip('.')}); write the folder again")


def _read_about(path: Path) -> dict[str, Any]:
    """Return the content of `graph.json`."""
    place = path / layout.ABOUT
    try:
        about = json.loads(place.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        about = None
    if not isinstance(about, dict) or about.get("format") != layout.FORMAT:
        raise FormatError(f"{path}: no solved folder; {layout.ABOUT} says what one is, and solve or index writes it")
    if about.get("version") != layout.VERSION:
        raise FormatError(f"{place}: expected version {layout.VERSION}, got {quoted(about.get('version'))}")
    return about
