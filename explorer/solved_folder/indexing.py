"""Solved folders of the tables that another solver wrote: nodes with a value and perhaps a distance, and moves."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.formats.files import FilePath
from explorer.intake.memory import require_memory
from explorer.model.convert import column_name
from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.graph import Convention
from explorer.model.libraries import needed_for
from explorer.model.scores import Score, parse_endless, parse_range, score_to_json
from explorer.solved_folder import layout
from explorer.solved_folder.layout import NODES, ROWS
from explorer.solved_folder.writing import move_tables, require_distinct, write_parts

_VALUES = ("value", "score", "eval", "evaluation", "result", "wdl")
_DISTANCES = ("distance", "remoteness", "dtm", "dte", "plies")
_ROW = 130  # bytes of memory that a node or a move takes meanwhile


def index(
    source: FilePath,
    out: FilePath | None = None,
    *,
    convention: Convention | None = None,
    root: str | None = None,
    endless: Score | None = None,
    group: int = ROWS,
) -> Path:
    """Write the tables of another solver as a solved folder, and return its path.

    It has no bounds, since those tables have none: values and distances are taken as they are.  The best move of a node
    is the first that keeps its value, and if possible shortens its distance.

    Parameters
    ----------
    source : a folder with `nodes.parquet` and `moves.parquet`, or folders of Parquet files of these names; nodes have
        the columns id, value, perhaps distance, label, and player (max or min), moves the columns from and to.  A
        `graph.json` beside them may have convention, root, range, endless, name and description.
    out : the folder to write; `solved` in the source if there is none.
    convention, root, endless : whatever `graph.json` says; without any, the graph is minimax if nodes have players.

    Raises
    ------
    FormatError
        If a table cannot be read or is not sound; it names the table and the node.
    """
    place = Path(source)
    target = place / layout.INDEXED if out is None else Path(out)
    layout.require_writable(target)
    about = _about_of(place)
    nodes, moves = _read_table(place, "nodes"), _read_table(place, "moves")
    ids, keys = _ids_and_keys(nodes[_column(nodes, place, "id")])
    order = np.argsort(keys, kind="stable")
    require_distinct(ids, keys)
    import pyarrow as pa

    nodes, ids, keys = nodes.take(pa.array(order)), ids.take(pa.array(order)), keys[order]
    ends = [_rows_of(moves[_column(moves, place, end)], ids, keys, place) for end in ("from", "to")]
    has_players = "player" in map(column_name, nodes.column_names)
    chosen = convention or Convention(about.get("convention", "minimax" if has_players else "negamax"))
    columns = {layout.ID: ids} | ({layout.KEY: keys} if keys.dtype == np.uint64 else {})
    table = pa.table(columns | _node_columns(nodes, ids, ends, chosen, place))
    first = str(root if root is not None else about.get("root", ids[0]))
    worth = parse_endless(about.get("endless", 0) if endless is None else endless)
    with layout.new_folder(target) as folder:
        write_parts(folder, NODES, table, group)
        for name, rows in move_tables(keys, *ends).items():
            write_parts(folder, name, rows, group)
        known = {key: about[key] for key in ("name", "description", "range") if key in about}
        head = {"convention": str(chosen), "root": first, "endless": score_to_json(worth)}
        sizes = {"nodes": len(keys), "moves": len(ends[0]), "open": 0}
        ids_are = {"ids": "text" if keys.dtype == np.uint64 else "integer", "bounds": False}
        layout.write_about(folder, known | head | ids_are | sizes | {"made_by": {"program": "index", "of": place.name}})
    return target


def _about_of(place: Path) -> dict[str, Any]:
    """Return the content of the `graph.json` of another solver, if there is one."""
    path = place / layout.ABOUT
    try:
        about = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        if "range" in about:
            parse_range(about["range"])
    except (OSError, ValueError, OptionError) as error:
        raise FormatError(f"{path}: {error}") from None
    if not isinstance(about, dict):
        raise FormatError(f"{path}: expected an object")
    return about


def _read_table(place: Path, name: str) -> Any:
    """Return the table of a Parquet file, or of all Parquet files in a folder."""
    with needed_for("Parquet files"):
        import pyarrow as pa
        import pyarrow.parquet as pq

    single = place / f"{name}.parquet"
    files = [single] if single.is_file() else sorted(Path(place, name).glob("*.parquet"))
    if not files:
        raise FormatError(f"{place}: expected {name}.parquet, or a folder {name} of Parquet files")
    try:
        rows = sum(pq.read_metadata(file).num_rows for file in files)
        require_memory(_ROW * rows, f"making an index of {rows:,} {name}")
        return pa.concat_tables([pq.read_table(file) for file in files]).combine_chunks()
    except (pa.ArrowException, OSError, ValueError) as error:
        raise FormatError(f"{place / name}: {str(error).rstrip('.')}") from None


def _column(table: Any, place: Path, name: str) -> str:
    """Return the title of a column by its name in the model."""
    titles = [title for title in table.column_names if column_name(title) == name]
    if not titles:
        raise FormatError(f"{place}: expected a column {name}, got {quoted(', '.join(table.column_names))}")
    return str(titles[0])


def _column_with_title(table: Any, names: Sequence[str]) -> Any:
    """Return the first column with one of these titles; None if there is none."""
    plain = [title.strip().lower() for title in table.column_names]
    found = next((plain.index(name) for name in names if name in plain), None)
    return None if found is None else table.column(found)


def _ids_and_keys(column: Any) -> tuple[Any, NDArray[Any]]:
    """Return ids as whole numbers or texts, and their keys."""
    import pyarrow as pa
    import pyarrow.types as pt

    if column.null_count:
        raise FormatError("a node or an end of a move has no id; fill it in")
    if pt.is_integer(column.type):
        numbers = column.cast(pa.int64()).combine_chunks()
        return numbers, numbers.to_numpy()
    texts = column.cast(pa.string()).combine_chunks()
    return texts, layout.keys_of(texts)


def _rows_of(column: Any, ids: Any, keys: NDArray[Any], place: Path) -> NDArray[np.int64]:
    """Return the rows of the nodes at one end of all moves."""
    names, wanted = _ids_and_keys(column.cast(ids.type))
    rows = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    if len(unknown := np.flatnonzero(keys[rows] != wanted) if len(keys) else np.arange(len(wanted))):
        raise FormatError(
            f"{place}: {len(unknown):,} moves have an end that is no node, first {quoted(str(names[int(unknown[0])]))}"
        )
    return rows


def _node_columns(
    nodes: Any, ids: Any, ends: Sequence[NDArray[np.int64]], convention: Convention, place: Path
) -> dict[str, Any]:
    """Return the columns of nodes in the layout of a solved folder, beside those of ids and keys."""
    import pyarrow as pa

    is_leaf = np.ones(len(ids), np.bool_)
    is_leaf[ends[0]] = False
    scale, codes = _scores(_column_with_title(nodes, _VALUES), ids, place)
    columns: dict[str, Any] = {}
    if convention is Convention.MINIMAX:
        columns[layout.PLAYER] = _players(nodes, ids, is_leaf, place)
    columns |= {layout.LEAF: is_leaf, layout.SCORE: layout.score_column(scale, codes)}
    claimed = _column_with_title(nodes, _DISTANCES)
    distance = pa.nulls(len(ids), pa.int64()) if claimed is None else _distances(claimed, place)
    sign = -1 if convention is Convention.NEGAMAX else 1
    best = _best(_ranks(scale, sign)[:, codes], distance.fill_null(-1).to_numpy(), ends)
    columns |= {layout.BEST: ids.take(pa.array(best, mask=best < 0)), layout.DISTANCE: distance}
    if (label := _column_with_title(nodes, ("label",))) is not None:
        columns[layout.LABEL] = label.cast(pa.string())
    return columns


def _scores(column: Any, ids: Any, place: Path) -> tuple[list[Score], NDArray[Any]]:
    """Return the distinct values of the nodes, and for each node the place of its own."""
    if column is None:
        raise FormatError(f"{place}: nodes need a column value")
    encoded = column.combine_chunks().dictionary_encode()
    codes = encoded.indices.fill_null(-1).to_numpy()
    if (codes < 0).any():
        node = quoted(str(ids[int(np.flatnonzero(codes < 0)[0])]))
        raise FormatError(f"{place}: node {node} has no value; leave out such nodes and the moves to them, or solve it")
    return [layout.score_of(cell) for cell in encoded.dictionary.to_pylist()], codes


def _players(nodes: Any, ids: Any, is_leaf: NDArray[np.bool_], place: Path) -> Any:
    """Return who moves at each inner node."""
    import pyarrow as pa
    import pyarrow.compute as pc

    column = nodes[_column(nodes, place, "player")].cast(pa.string()).combine_chunks()
    players = pc.utf8_lower(pc.utf8_trim_whitespace(column))
    known = pc.is_in(players, pa.array(["max", "min"])).fill_null(False).to_numpy(zero_copy_only=False)
    if len(wrong := np.flatnonzero(~known & ~is_leaf)):
        row = int(wrong[0])
        raise FormatError(
            f"{place}: the player of node {quoted(str(ids[row]))} is {quoted(column[row].as_py())}; expected max or min"
        )
    return pc.if_else(pa.array(is_leaf), pa.scalar(None, pa.string()), players)


def _distances(column: Any, place: Path) -> Any:
    """Return distances as whole numbers; empty ones and negative ones, which stand for endless play, as empty."""
    import pyarrow as pa
    import pyarrow.compute as pc

    try:
        numbers = column.combine_chunks().cast(pa.int64())
    except pa.ArrowInvalid as error:
        raise FormatError(f"{place}: distances are whole numbers: {str(error).rstrip('.')}") from None
    return pc.if_else(pc.less(numbers, 0), pa.scalar(None, pa.int64()), numbers)


def _ranks(scale: Sequence[Score], sign: int) -> NDArray[np.int64]:
    """Return for each value its rank, and below it that of the value which a move makes of it."""
    both = sorted({*scale, *(sign * score for score in scale)})
    rank: Mapping[Score, int] = {score: place for place, score in enumerate(both)}
    return np.array([[rank[score] for score in scale], [rank[sign * score] for score in scale]], np.int64)


def _best(ranks: NDArray[np.int64], distance: NDArray[Any], ends: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Return for each node the row of its best successor, -1 if none keeps its value."""
    order = np.argsort(ends[0], kind="stable")
    sources, targets = ends[0][order], ends[1][order]
    keeps = ranks[0][sources] == ranks[1][targets]
    hurries = keeps & (distance[sources] > 0) & (distance[targets] == distance[sources] - 1)
    best = np.full(ranks.shape[1], -1, np.int64)
    for good in (keeps, hurries):
        nodes, first = np.unique(sources[good], return_index=True)
        best[nodes] = targets[good][first]
    return best
