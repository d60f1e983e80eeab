"""Parquet: pairs, files of other programs, limits that hold before anything is unpacked, and cut files."""

from __future__ import annotations

from decimal import Decimal

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import figure_1

from explorer import formats
from explorer.formats import parquet as parquet_format
from explorer.formats.format import LineOfNodes
from explorer.intake import memory
from explorer.intake.intake import RECORD
from explorer.model.errors import FormatError
from explorer.model.graph import GameGraph, Kind, Node


def parquet(columns: object, **options: object) -> bytes:
    """What another program writes."""
    stream = pa.BufferOutputStream()
    pq.write_table(columns if isinstance(columns, pa.Table) else pa.table(columns), stream, **options)
    return stream.getvalue().to_pybytes()


def load(data: bytes, companion: bytes | None = None):
    return formats.load_bytes("x.parquet", data, companion)


@pytest.mark.parametrize("values", [(True, False), (1, -(2**63)), (0.5, 1e300), ("1", "")])
def test_unknown_keys_of_one_type_keep_it(values):
    nodes = tuple(Node(f"n{place}", Kind.LEAF, 1, extra={"key": value}) for place, value in enumerate(values))
    graph = GameGraph((*nodes, Node("z", Kind.LEAF, 2)), (), root="n0")
    assert formats.losses(graph, "parquet") == []


def test_a_graph_is_a_pair_of_files(tmp_path):
    formats.write(figure_1(), tmp_path / "x.parquet")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.nodes.parquet", "x.parquet"]
    assert pq.read_table(tmp_path / "x.parquet").to_pylist()[0] == {"from": "a", "to": "b"}
    assert formats.read(tmp_path / "x.parquet") == figure_1()
    (tmp_path / "x.nodes.parquet").unlink()
    assert formats.load(tmp_path / "x.parquet").graph.moves == figure_1().moves


def test_pandas_reads_and_writes_it_too():

    frame = pd.read_parquet(pa.BufferReader(formats.dump(figure_1(), "parquet")))
    assert list(frame["from"].dropna()) == ["a", "a", "c", "c"]
    moves, nodes = figure_1().to_frames()
    nodes["score"] = nodes["score"].astype(float)
    loaded = load(moves.to_parquet(), nodes.to_parquet())
    assert loaded.graph.moves == figure_1().moves
    assert [node.score for node in loaded.graph.nodes] == [None, -1.0, None, 2.0]


def test_problems_name_the_table_and_the_row():
    nodes = parquet({"id": ["a", "b"], "player": ["max", None], "score": [None, "one"]})
    loaded = load(parquet({"from": ["a"], "to": ["b"]}), nodes)
    first = loaded.problems[0]
    assert (first.node, first.line, isinstance(first.line, LineOfNodes)) == ("b", 2, True)


@pytest.mark.parametrize("word", ["nan", "NA", "None"])
def test_words_that_stand_for_nothing_say_nothing(word):
    nodes = {
        "id": ["a", "b", word],
        "player": ["max", word, word],
        "score": [word, "1", "2"],
        "root": ["x", word, word],
    }
    loaded = load(parquet({"from": ["a", "a"], "to": ["b", word]}), parquet(nodes))
    assert (list(loaded.problems), loaded.graph.root) == ([], "a")
    assert [(node.id, node.score) for node in loaded.graph.nodes] == [("a", None), ("b", 1), (word, 2)]


def test_decimals_are_numbers_and_views_are_texts():
    scores = {
        pa.decimal128(5, 2): [0.5, 2.0], pa.decimal128(38, 0): [10**37, -2], pa.decimal256(60, 20): [0.1, 2.5],
    }  # fmt: skip
    moves = parquet({"from": ["a", "a"], "to": ["b", "c"], "empty": pa.nulls(2)})
    for kind, known in scores.items():
        column = pa.array([None, *(Decimal(str(score)) for score in known)], kind)
        ids = pa.array(["a", "b", "c"], pa.string_view())
        nodes = {"id": ids, "player": ["max", None, None], "score": column, "depth": column, "label": pa.nulls(3)}
        found = load(moves, parquet(nodes))
        assert [node.score for node in found.graph.nodes] == [None, *known]
        assert [node.extra.get("depth") for node in found.graph.nodes] == [None, *known]
        assert [*map(type, (node.score for node in found.graph.nodes[1:]))] == [*map(type, known)]
        assert found.problems == ()


@pytest.mark.parametrize(
    ("data", "nodes", "words"),
    [
        (b"from,to\na,b\n", None, "PAR1"),
        (b"PAR1PAR1PAR1", None, "damaged"),
        (parquet({"from": ["a"], "to": ["b"]}), parquet({"name": ["a"]}), "column id"),
    ],
)
def test_what_is_no_table_of_moves_is_refused(data, nodes, words):
    with pytest.raises(FormatError, match=words):
        load(data, nodes)


@examples(40)
@given(place=st.integers(0, 10_000))
def test_a_truncated_file_is_refused(place):
    data = formats.dump(figure_1(), "parquet")
    for cut in (data[: place % len(data)], data[: place % len(data)] + b"PAR1"):
        with pytest.raises(FormatError):
            load(cut)


def test_limits_hold_before_anything_is_unpacked(monkeypatch):
    nothing = pa.nulls(6_000_001, pa.string())
    large = pa.chunked_array([pa.array(["x" * 10_000_000])] * 60)
    monkeypatch.setattr(parquet_format._File, "read_table", lambda self: pytest.fail("unpacked"))
    monkeypatch.setattr(parquet_format, "MAX_MOVES", 6_000_000)
    monkeypatch.setattr(parquet_format, "MAX_CELLS", 60_000_000)
    monkeypatch.setattr(parquet_format, "MAX_MEGABYTES", 500)
    for columns, words in (
        ({"from": nothing, "to": nothing}, "6,000,001 rows"),
        ({f"c{place}": ["a"] for place in range(201)}, "201 columns"),
        ({f"c{place}": pa.nulls(600_001, pa.bool_()) for place in range(101)}, "60,000,000 cells"),
        ({"from": large, "to": ["b"] * 60}, "500 MB"),
    ):
        data = parquet(columns, compression="zstd", use_dictionary=False, write_statistics=False)
        for read in (load, parquet_format.read_frame):
            with pytest.raises(FormatError, match=words):
                read(data)


def test_the_memory_that_moves_need_is_known_from_the_metadata_alone(monkeypatch):
    moves = parquet({"from": ["a"] * 1_000, "to": ["b"] * 1_000})
    monkeypatch.setattr(parquet_format._File, "read_table", lambda self: pytest.fail("unpacked"))
    monkeypatch.setattr(memory, "most_memory", lambda: 1_000 * RECORD - 1)
    with pytest.raises(FormatError, match="a table of 1,000 rows needs"):
        load(moves)
