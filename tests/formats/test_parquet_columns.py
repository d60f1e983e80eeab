"""Tables of Parquet with columns of any type: read column by column they say what they say row by row."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from io import BytesIO

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.tables import both_ways

from explorer.formats import load_bytes
from explorer.formats.parquet import read

NODES, MOVES = 4, 5
IDS, ENDS = [1, 2, 3, 4], ([1, 1, 2, 2, 3], [2, 3, 3, 4, 4])
NAMES = {  # how the ids of nodes and the ends of moves are written
    "texts": lambda numbers: pa.array([f"n{number}" for number in numbers]),
    "long texts": lambda numbers: pa.array([f"n{number}" for number in numbers], pa.large_string()),
    "categories": lambda numbers: pa.array([f"n{number}" for number in numbers]).dictionary_encode(),
    "bytes": lambda numbers: pa.array(numbers, pa.uint8()),
    "long numbers": lambda numbers: pa.array([number + 2**63 for number in numbers], pa.uint64()),
    "decimals": lambda numbers: pa.array([Decimal(10**20 + number) for number in numbers]),
    "floats": lambda numbers: pa.array(numbers, pa.float32()),
}
FURTHER = (
    pa.array(["a", "", None, "b"]).dictionary_encode(),
    pa.array(["a", "", None, "b"], pa.large_string()),
    pa.array([1, 2, None, -3], pa.int8()),
    pa.array([1, 2**63, None, 0], pa.uint64()),
    pa.array([Decimal(10**20), None, Decimal(-1), Decimal(0)]),
    pa.array([Decimal("1.50"), None, Decimal("-2"), Decimal("0.01")]),
    pa.array([1.5, float("nan"), None, -0.0]),
    pa.array(np.array([1.5, np.nan, 2, 3], np.float16)),
    pa.array([0.1, None, float("inf"), 2], pa.float32()),
    pa.array([True, False, None, True]),
    pa.array([date(2020, 1, 1)] * 4),
    pa.array([[1], [], None, [2, 3]]),
    pa.array([{"a": 1}] * 4),
    pa.array([b"a"] * 4),
    pa.nulls(4),
    pa.array(["a", "b", None, ""]).cast(pa.string_view()),
    pa.array([1, 2, 3, 3]).dictionary_encode(),
)
KNOWN = {
    "player": (
        pa.array(["max", "min", "max", ""]).dictionary_encode(),
        pa.array([0, 1, 0, None], pa.int8()),
        pa.array([0, 1, None, 1.0]),
        pa.array([Decimal(0), Decimal(1), Decimal(1), None]),
        pa.array(["", "", None, ""]).dictionary_encode(),
    ),
    "score": (
        pa.array([None, None, None, 7], pa.uint64()),
        pa.array([None, None, None, 2**63 + 1], pa.uint64()),
        pa.array([None, None, None, Decimal("1.5")]),
        pa.array([np.nan, np.nan, np.nan, 2.5], pa.float32()),
        pa.array(["", None, "NaN", "1/2"]).dictionary_encode(),
    ),
    "label": (
        pa.array(["A", "", None, "B"]).dictionary_encode(),
        pa.array([1.5, float("nan"), 2, None]),
        pa.array([Decimal(10**20), None, Decimal(1), Decimal(2)]),
        pa.array([1, None, 2, 3], pa.int16()),
    ),
    "x": (pa.array([1.5, float("nan"), None, 2]), pa.array([Decimal("1.5"), None, None, Decimal(2)])),
    "root": (pa.array([1, 0, None, 0]), pa.array(["", "x", None, ""]).dictionary_encode()),
}
OF_MOVES = {
    "type": (
        pa.array(["Directed"] * 5), pa.array(["directed", None, "", "b", ""]).dictionary_encode(), pa.array([1.0] * 5),
        pa.array(["Undirected", None, "a", "a", "a"]),
    ),
    "Weight": (pa.array([1.5, None, 2, float("nan"), 1]), pa.array(["", None, "a", "", ""])),
    "id": (pa.array([1, 2, 3, 4, 5]),),
}  # fmt: skip
Columns = dict[str, pa.Array]


def some(columns: dict[str, tuple[pa.Array, ...]]) -> st.SearchStrategy[Columns]:
    return st.fixed_dictionaries({}, optional={key: st.sampled_from(cells) for key, cells in columns.items()})


def tables() -> st.SearchStrategy[tuple[Columns, Columns]]:
    """Columns of moves and of nodes."""
    names = st.sampled_from([*NAMES.values()])
    moves = st.builds(
        lambda name, more: {"from": name(ENDS[0]), "to": name(ENDS[1]), **more},
        names,
        some({key: cells for key, cells in OF_MOVES.items() if key != "id"}),
    )
    further = st.fixed_dictionaries({}, optional=dict.fromkeys(("k", "type", "depth"), st.sampled_from(FURTHER)))
    nodes = st.builds(
        lambda name, known, more: {"id": name(IDS), **known, **({"y": known["x"]} if "x" in known else {}), **more},
        names,
        some(KNOWN),
        further,
    )
    return st.tuples(moves, nodes)


def written(columns: Columns, **options: object) -> bytes:
    stream = BytesIO()
    pq.write_table(pa.table(columns), stream, **options)
    return stream.getvalue()


def together(moves: Columns, nodes: Columns) -> Columns:
    """One table of both, in which the cells of moves have the types of those of nodes."""
    found = {}
    for key in {**nodes, **moves}:
        type = (nodes.get(key, moves.get(key))).type
        parts = nodes.get(key, pa.nulls(NODES, type)), moves.get(key, pa.nulls(MOVES, type))
        same = parts[1].type == type
        found[key] = pa.chunked_array([parts[0], parts[1] if same else pa.nulls(MOVES, type)])
    return found


@examples(100)
@given(tables(), st.integers(1, 9))
def test_columns_of_two_files_say_what_rows_say(pair, rows):
    files = [written(each, row_group_size=rows) for each in pair]
    types = pair[0].get("type")
    is_refused = types is not None and "Undirected" in types.to_pylist()
    assert both_ways(lambda files: read(*files), [files]) == ({} if is_refused else {"columns": 1})


@examples(100)
@given(tables(), st.integers(1, 9))
def test_columns_of_one_file_say_what_rows_say(pair, rows):
    both_ways(lambda file: load_bytes("x.parquet", file), [written(together(*pair), row_group_size=rows)])
