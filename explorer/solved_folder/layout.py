"""The layout of a solved folder: names of files and columns, types, the key of a node, and how a folder is written.

    FOLDER/graph.json                                what the graph as a whole is, and what made the folder
    FOLDER/nodes/part-00000.parquet, …               a row for each node, ascending by key
    FOLDER/moves_by_source/part-00000.parquet, …     a row for each move, ascending by the key of its source
    FOLDER/moves_by_target/part-00000.parquet, …     the same moves, ascending by the key of their target

The rows of all parts, in the order of their names, are one sorted table.  Ids are either whole numbers, and then are
their own keys, or texts, whose key is a hash; the columns `from` and `to` of moves hold keys.  The moves of one source
stand in move order.  A score is a whole number, a float or a text, one type for a whole column; a fraction is "p/q" and
an infinity "inf" or "-inf" where a text stands for it.
"""

from __future__ import annotations

import json
import math
import secrets
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.formats.files import FilePath
from explorer.model.errors import FormatError, OptionError, quoted
from explorer.model.libraries import needed_for
from explorer.model.scores import Score, parse_endless

FORMAT, VERSION = "solved-game-graph", 1
ABOUT = "graph.json"
NODES, BY_SOURCE, BY_TARGET = "nodes", "moves_by_source", "moves_by_target"
TABLES = (NODES, BY_SOURCE, BY_TARGET)
INDEXED = "solved"  # the folder in a folder of another solver's files that has them in this layout
ROWS = 16_384  # of a row group, which is read at once

ID, KEY, LABEL, PLAYER, OPEN, LEAF = "id", "key", "label", "player", "open", "leaf"
BEST, DISTANCE = "best", "distance"
SCORE, LOWER, UPPER, LEAST, MOST = "score", "lower", "upper", "least", "most"
SCORES = (LOWER, UPPER, SCORE, LEAST, MOST)
FROM, TO = "from", "to"


ABOUT_KEYS = """
format, version : FORMAT and VERSION.
name, description, convention, range : as in a *.game.json; the first two and the range may be absent.
root : the id of the root, a text also where ids are whole numbers; absent where it is not known.
endless : the value of endless play of the scores, as `score_to_json` writes it.
ids : "integer" or "text".
nodes, moves, open : how many there are.
bounds : whether there are the columns lower and upper; false in a folder of another solver.
made_by : what made the folder, an object with at least `program`.
"""


def node_schema(*, has_texts: bool, scores: Mapping[str, Any], has_players: bool, has_open: bool) -> Any:
    """Return the columns of nodes with their types in Arrow.

    A player is "max" or "min", and null for leaves and open nodes; a negamax graph has no such column.  `best` is
    null for leaves and open nodes alone.  A distance is null where play goes on, or the score may depend on open nodes.
    If there are open nodes, `open` marks them, and `least` and `most` are the ends of the interval of each score.  Two
    more columns are read where they stand: `label`, and `leaf` in a folder of which `best` is not complete.

    Parameters
    ----------
    has_texts : whether ids are texts; then `key` has their hashes.
    scores : the type of each column of scores, from `score_type`.
    """
    with needed_for("Parquet files"):
        import pyarrow as pa

    id_type = pa.string() if has_texts else pa.int64()
    columns = {ID: id_type} | ({KEY: pa.uint64()} if has_texts else {})
    columns |= {PLAYER: pa.string()} if has_players else {}
    columns |= {OPEN: pa.bool_()} if has_open else {}
    columns |= {name: scores[name] for name in SCORES if name in scores}
    return pa.schema([*columns.items(), (BEST, id_type), (DISTANCE, pa.int64())])


def move_schema(*, has_texts: bool) -> Any:
    """Return the columns of moves with their types in Arrow; the ends are keys."""
    with needed_for("Parquet files"):
        import pyarrow as pa

    key = pa.uint64() if has_texts else pa.int64()
    return pa.schema([(FROM, key), (TO, key)])


def key_column(has_texts: bool) -> str:
    """Return the name of the column by which nodes are sorted."""
    return KEY if has_texts else ID


def sort_column(table: str, *, has_texts: bool) -> str:
    """Return the name of the column by which one of the `TABLES` is sorted."""
    return {NODES: key_column(has_texts), BY_SOURCE: FROM, BY_TARGET: TO}[table]


def keys_of(texts: Any) -> NDArray[np.uint64]:
    """Return the keys of texts: 64-bit hashes, the same on every computer.

    Parameters
    ----------
    texts : an array or chunked array of Arrow, an array of objects or a list; without empty cells.

    Examples
    --------
    >>> keys_of(["a", "b"]).tolist()
    [13950350942979735504, 12688059582079114975]
    """
    from pandas.util import hash_array

    cells = texts.to_numpy(zero_copy_only=False) if hasattr(texts, "combine_chunks") else np.asarray(texts, object)
    return hash_array(np.asarray(cells, object), categorize=False)


def key_of(text: str) -> int:
    """Return the key of one text."""
    return int(keys_of([text])[0])


# ---- scores


def score_type(scale: Sequence[Score]) -> Any:
    """Return the type in Arrow of a column with these scores: whole numbers, floats, or texts for all other sets.

    Workers that write one data set call it with the scores of the whole set, so that all parts have one type.
    """
    with needed_for("Parquet files"):
        import pyarrow as pa

    if all(isinstance(score, int) and -(2**63) <= score < 2**63 for score in scale):
        return pa.int64()
    return pa.float64() if all(isinstance(score, float) for score in scale) else pa.string()


def score_column(scale: Sequence[Score], codes: NDArray[Any]) -> Any:
    """Return the scores `scale[code]` as an array of Arrow of the type `score_type(scale)`.

    Examples
    --------
    >>> from fractions import Fraction
    >>> score_column([float("-inf"), -1, Fraction(1, 2)], np.array([2, 0, 1])).to_pylist()
    ['1/2', '-inf', '-1']
    """
    import pyarrow as pa

    type = score_type(scale)
    words = [str(score) for score in scale] if type == pa.string() else list(scale)
    return pa.array(words, type).take(pa.array(codes.astype(np.int64)))


def score_of(cell: Any) -> Score:
    """Return the score in a cell of a folder, exact; ±∞ as a float.

    Raises
    ------
    FormatError
        If it is none.
    """
    if isinstance(cell, float) and math.isinf(cell):
        return cell
    try:
        return parse_endless(cell)
    except OptionError as error:
        raise FormatError(str(error)) from None


# ---- writing


def part_path(folder: FilePath, table: str, number: int) -> Path:
    """Return the path of a part of one of the `TABLES`, from 0."""
    return Path(folder, table, f"part-{number:05}.parquet")


def write_part(folder: FilePath, table: str, number: int, rows: Any, *, group: int = ROWS) -> None:
    """Write a sorted table of Arrow as a part of one of the `TABLES`, in row groups of `group` rows."""
    import pyarrow.parquet as pq

    path = part_path(folder, table, number)
    path.parent.mkdir(exist_ok=True)
    pq.write_table(rows, path, row_group_size=group, compression="zstd", write_page_checksum=True)


def write_about(folder: FilePath, about: Mapping[str, Any]) -> None:
    """Write `graph.json` with the keys of `ABOUT_KEYS`; `format` and `version` are added."""
    head = {"format": FORMAT, "version": VERSION}
    text = json.dumps(head | dict(about), ensure_ascii=False, indent=1, allow_nan=False)
    Path(folder, ABOUT).write_text(text + "\n", encoding="utf-8")


def is_solved_folder(path: FilePath) -> bool:
    """Return whether a path is a folder whose `graph.json` says that it is a solved one."""
    try:
        about = json.loads(Path(path, ABOUT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(about, dict) and about.get("format") == FORMAT


def solved_place(path: FilePath) -> Path:
    """Return the path of a solved folder, or that of one in it, where `index` puts it."""
    place = Path(path)
    return place / INDEXED if not is_solved_folder(place) and is_solved_folder(place / INDEXED) else place


def require_writable(path: FilePath) -> None:
    """Raise FormatError if a solved folder at this path would replace anything but another solved folder.

    Raises
    ------
    FormatError
        If there is a file, or a folder with other content.
    """
    place = Path(path)
    is_free = not place.exists() or (place.is_dir() and (is_solved_folder(place) or not any(place.iterdir())))
    if not is_free:
        raise FormatError(f"{quoted(str(path))} is there and is no solved folder; give another name, or remove it")


@contextmanager
def new_folder(path: FilePath) -> Iterator[Path]:
    """Yield an empty folder beside a path, which takes its place at the end; after an error nothing is left of it.

    Raises
    ------
    FormatError
        As `require_writable`.
    OSError
        If it cannot be made or moved.
    """
    require_writable(path)
    place = Path(path).resolve()
    place.parent.mkdir(parents=True, exist_ok=True)
    beside = place.parent / f".game-graph-explorer-{secrets.token_hex(8)}"
    beside.mkdir()
    try:
        yield beside
        _put_in_place(beside, place)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _put_in_place(beside: Path, place: Path) -> None:
    """Move a folder to its place, and remove the one that was there."""
    old = beside.with_name(f"{beside.name}-old")
    if place.exists():
        place.rename(old)
    try:
        beside.rename(place)
    except OSError:
        if old.exists():
            old.rename(place)
        raise
    shutil.rmtree(old, ignore_errors=True)
