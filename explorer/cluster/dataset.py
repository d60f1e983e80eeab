"""Data set of a game graph: Parquet tables of nodes and of moves, each a file or a folder of parts, and `graph.json`.

The client reads the footers alone; row groups are read by the workers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from explorer.cluster.disk import NodeKeys
from explorer.formats.files import FilePath
from explorer.formats.parquet import METADATA
from explorer.model.convert import column_name
from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.graph import Convention
from explorer.model.libraries import needed_for
from explorer.model.scores import Range, parse_range

NODES, MOVES = "nodes", "moves"
ABOUT = "graph.json"
_FACTS = ("id", "player", "score", "open", "root")
_ENDS = ("from", "to")


class InputRows(NamedTuple):
    """A row group of a file, with its number of rows."""

    file: str
    number: int
    rows: int


class DataTable(NamedTuple):
    """DataTable of a data set: its row groups in order, the title of each known column, and whether ids are texts."""

    groups: Sequence[InputRows]
    titles: Mapping[str, str]
    has_texts: bool

    @property
    def rows(self) -> int:
        """The number of rows."""
        return sum(group.rows for group in self.groups)

    def chunks(self, rows: int) -> Iterator[list[InputRows]]:
        """Yield runs of row groups, each of about so many rows."""
        chunk: list[InputRows] = []
        for group in self.groups:
            chunk.append(group)
            if sum(each.rows for each in chunk) >= rows:
                yield chunk
                chunk = []
        if chunk:
            yield chunk


@dataclass(frozen=True)
class Dataset:
    """GamePass graph in two Parquet tables, with the attributes of the graph as a whole."""

    nodes: DataTable
    moves: DataTable
    about: Mapping[str, Any]

    @property
    def convention(self) -> Convention | None:
        """The convention that `graph.json` names; None if it names none."""
        named = self.about.get("convention")
        if named is None:
            return None
        try:
            return Convention(named)
        except ValueError:
            raise FormatError(
                f"{ABOUT}: the convention must be minimax or negamax, got {quoted(named)}; correct it"
            ) from None

    @property
    def score_range(self) -> Range | None:
        """The range of scores that `graph.json` names; None if it names none."""
        try:
            return None if self.about.get("range") is None else parse_range(self.about["range"])
        except OptionError as error:
            raise FormatError(f"{ABOUT}: the range of scores: {error}") from None

    @property
    def identity(self) -> list[Any]:
        """The files with their sizes and times, by which a later run knows the data set again."""
        files = dict.fromkeys(group.file for group in (*self.nodes.groups, *self.moves.groups))
        stats = [(file, Path(file).stat()) for file in files]
        return [[file, stat.st_size, stat.st_mtime_ns] for file, stat in stats]

    def splits(self, parts: int) -> NodeKeys:
        """Return the first key of every part but the first, so that parts have about as many nodes each.

        Hashes are spread evenly; whole numbers are taken for spread evenly within each row group, whose statistics
        have the least and the largest.
        """
        if self.nodes.has_texts:
            return np.array([(each << 64) // parts for each in range(1, parts)], np.uint64)
        ends = [_least_and_largest(group, self.nodes.titles["id"]) for group in self.nodes.groups if group.rows]
        rows = [group.rows for group in self.nodes.groups if group.rows]
        places = np.array(sorted({end for pair in ends for end in pair}), np.float64)
        below = np.zeros(len(places))
        for (least, largest), count in zip(ends, rows, strict=True):
            below += np.clip((places - least + 1) / (largest - least + 1), 0, 1) * count
        wanted = [sum(rows) * each / parts for each in range(1, parts)]
        return np.round(np.interp(wanted, below, places)).astype(np.int64) if len(places) else np.zeros(0, np.int64)


def open_dataset(folder: FilePath) -> Dataset:
    """Return the data set in a folder, or of a file x.parquet with x.nodes.parquet; only footers are read.

    Raises
    ------
    FormatError
        If a table, or a column of one, is missing or of another kind.
    """
    place = Path(folder).absolute()
    if place.is_file():
        beside = place.with_suffix(".nodes.parquet")
        nodes, moves = _open_table([beside], NODES, _FACTS, ("id",)), _open_table([place], MOVES, _ENDS, _ENDS)
        about = _metadata(place)
    else:
        nodes = _open_table(_files(place, NODES), NODES, _FACTS, ("id",))
        moves = _open_table(_files(place, MOVES), MOVES, _ENDS, _ENDS)
        about = _read_about(place / ABOUT)
    if moves.rows and nodes.rows and nodes.has_texts != moves.has_texts:
        kinds = ["texts" if table.has_texts else "whole numbers" for table in (nodes, moves)]
        raise FormatError(
            f"{place}: ids of nodes are {kinds[0]} and ends of moves {kinds[1]}; write both as one or the other"
        )
    return Dataset(nodes, moves, about)


def is_dataset(path: FilePath) -> bool:
    """Return whether a path is a folder with tables of nodes and of moves."""
    return all(any(Path(path, each).exists() for each in (name, f"{name}.parquet")) for name in (NODES, MOVES))


def _read_about(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    try:
        about = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise FormatError(f"{path}: it must be one JSON object: {error}") from None
    if not isinstance(about, dict):
        raise FormatError(f"{path}: it must be one JSON object, with keys such as convention, root and range")
    return about


def _metadata(path: Path) -> Mapping[str, Any]:
    """Return the attributes of the graph as a whole that a file of this program holds."""
    import pyarrow.parquet as pq

    found = json.loads((pq.read_schema(path).metadata or {}).get(METADATA.encode(), b"{}"))
    return found if isinstance(found, dict) else {}


def _files(folder: Path, name: str) -> list[Path]:
    """Return the files of a table in a data set."""
    files = sorted((folder / name).glob("*.parquet")) or [*folder.glob(f"{name}.parquet")]
    if not files:
        raise FormatError(f"{folder}: there is neither {name}.parquet nor a folder {name} of such files; add one")
    return files


def _open_table(files: Sequence[Path], name: str, known: Sequence[str], needed: Sequence[str]) -> DataTable:
    """Return a table of the data set, after a look at the footers of its files."""
    with needed_for("Parquet files"):
        import pyarrow as pa
        import pyarrow.parquet as pq

    groups, kinds = [], set()
    for file in files:
        try:
            opened = pq.ParquetFile(file)
        except (pa.ArrowException, OSError) as error:
            raise FormatError(f"{file}: it cannot be read as Parquet: {error}") from None
        titles = {column_name(title): title for title in opened.schema_arrow.names}
        for column in needed:
            if column not in titles:
                raise FormatError(f"{file}: a table of {name} has a column {column}; it has {', '.join(titles)}")
            kinds.add(_has_texts(opened.schema_arrow.field(titles[column]).type, f"{file}: the column {column}"))
        metadata = opened.metadata
        groups += [
            InputRows(str(file), each, metadata.row_group(each).num_rows) for each in range(opened.num_row_groups)
        ]
        opened.close()
    if len(kinds) > 1:
        raise FormatError(
            f"{files[0].parent}: some ids are texts and others whole numbers; write all as one or the other"
        )
    return DataTable(groups, {column: title for column, title in titles.items() if column in known}, kinds.pop())


def _has_texts(type: Any, place: str) -> bool:
    """Return whether a column of ids has texts; otherwise it must have whole numbers."""
    import pyarrow.types as pt

    if pt.is_dictionary(type):
        type = type.value_type
    if pt.is_string(type) or pt.is_large_string(type) or pt.is_string_view(type):
        return True
    if pt.is_integer(type):
        return False
    raise FormatError(f"{place} must have texts or whole numbers, it has {type}; write it so")


def _least_and_largest(group: InputRows, title: str) -> tuple[int, int]:
    """Return the least and the largest id of a row group, from its statistics or else from the column."""
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    with pq.ParquetFile(group.file) as file:
        column = file.schema_arrow.names.index(title)
        found = file.metadata.row_group(group.number).column(column).statistics
        if found is not None and found.has_min_max:
            return int(found.min), int(found.max)
        ends = pc.min_max(file.read_row_group(group.number, columns=[title])[title]).as_py()
    return int(ends["min"] or 0), int(ends["max"] or 0)
