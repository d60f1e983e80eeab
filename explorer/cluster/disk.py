"""Files of a run that its workers share: plain arrays, which are mapped, and tables that are dealt out to parts.

A dealt table is an Arrow file with a batch of rows for every part; so what many workers send to many parts takes one
file of each worker.  Every file is written beside its place and then moved there, so that a task can be run again.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.formats.files import FilePath

NodeKeys = NDArray[np.int64] | NDArray[np.uint64]


def write_array(folder: FilePath, name: str, array: NDArray[Any]) -> None:
    """Write an array as raw numbers, its type in the name of the file."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    with _whole(Path(folder, f"{name}.{array.dtype}")) as path:
        np.ascontiguousarray(array).tofile(path)


def read_array(folder: FilePath, name: str, *, is_mapped: bool = True) -> Any:
    """Return an array that `write_array` wrote; mapped, it is read-only, and no memory of the process."""
    path = next(Path(folder).glob(f"{name}.*"))
    dtype = np.dtype(path.suffix[1:])
    if not is_mapped:
        return np.fromfile(path, dtype)
    if not path.stat().st_size:  # cannot be mapped
        empty = np.empty(0, dtype)
        empty.flags.writeable = False
        return empty
    return np.asarray(np.memmap(path, dtype, mode="r"))


def deal(path: Path, columns: Mapping[str, Any], owners: NDArray[Any], parts: int) -> None:
    """Write rows as a dealt table, those of each part in their order.

    Parameters
    ----------
    columns : arrays of numpy or Arrow.
    owners : the part of each row.
    """
    import pyarrow as pa

    order = np.argsort(owners.astype(np.int16), kind="stable")  # of 16 bits, which numpy sorts by their digits
    ends = np.concatenate(([0], np.cumsum(np.bincount(owners, minlength=parts))))
    if (order[1:] < order[:-1]).any():
        columns = {
            name: each[order] if isinstance(each, np.ndarray) else each.take(pa.array(order))
            for name, each in columns.items()
        }
    rows = pa.record_batch({name: pa.array(each) for name, each in columns.items()})
    path.parent.mkdir(parents=True, exist_ok=True)
    with _whole(path) as whole, pa.OSFile(str(whole), "wb") as stream, pa.ipc.new_file(stream, rows.schema) as file:
        for begin, end in pairwise(ends.tolist()):
            file.write_batch(rows.slice(begin, end - begin))


def batches_for(folder: Path, part: int) -> list[Any]:
    """Return the batches of rows for a part, one of each dealt table in a folder, by name."""
    import pyarrow as pa

    return [pa.ipc.open_file(pa.memory_map(str(path))).get_batch(part) for path in sorted(folder.glob("*.arrow"))]


def column(batches: list[Any], name: str) -> Any:
    """Return a column of batches as one array of Arrow."""
    import pyarrow as pa

    return pa.concat_arrays([batch.column(name) for batch in batches])


def numbers(batches: list[Any], name: str) -> Any:
    """Return a column of batches as one array of numpy."""
    return np.concatenate([batch.column(name).to_numpy() for batch in batches])


@contextmanager
def _whole(path: Path) -> Iterator[Path]:
    """Yield a path beside this one, from which the file is moved here once it is written."""
    beside = path.with_name(f"~{secrets.token_hex(6)}")
    try:
        yield beside
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
