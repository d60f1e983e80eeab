"""Parquet: pairs, files of other programs, limits that hold before anything is unpacked, and damage."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from decimal import Decimal

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import figure_1
from support.rich_graphs import plain_values, rich_graphs

from explorer import formats
from explorer.comparison.expected import disagreements
from explorer.formats import parquet as parquet_format
from explorer.formats.format import LineOfNodes
from explorer.model.errors import FormatError
from explorer.model.graph import GameGraph, Kind, Node

some = examples(30)


def parquet(columns: object, **options: object) -> bytes:
    """What another program writes."""
    stream = pa.BufferOutputStream()
    pq.write_table(columns if isinstance(columns, pa.Table) else pa.table(columns), stream, **options)
    return stream.getvalue().to_pybytes()


def load(data: bytes, companion: bytes | None = None):
    return formats.load_bytes("x.parquet", data, companion)


@some
@given(graph=rich_graphs(values=plain_values))
def test_everything_but_mixed_types_is_kept(graph):
    returned = load(formats.dump(graph, "parquet")).graph
    bare = [Node(n.id, n.kind, n.score, n.label, n.x, n.y) for n in graph.nodes]
    assert [Node(n.id, n.kind, n.score, n.label, n.x, n.y) for n in returned.nodes] == bare
    assert (returned.moves, returned.root, returned.convention) == (graph.moves, graph.root, graph.convention)
    assert (returned.name, returned.description) == (graph.name, graph.description)
    assert (returned.expected, returned.extra) == (graph.expected, graph.extra)


@pytest.mark.parametrize("values", [(True, False), (1, -(2**63)), (0.5, 1e300), ("1", "")])
def test_unknown_keys_of_one_type_keep_it(values):
    nodes = tuple(Node(f"n{place}", Kind.LEAF, 1, extra={"key": value}) for place, value in enumerate(values))
    graph = GameGraph((*nodes, Node("z", Kind.LEAF, 2)), (), root="n0")
    assert formats.losses(graph, "parquet") == []


def test_unknown_keys_of_several_types_become_text_and_that_is_said():
    nodes = tuple(Node(f"n{n}", Kind.LEAF, 1, extra={"key": value}) for n, value in enumerate((1, True, 0.5, 2**70)))
    graph = GameGraph((*nodes, Node("z", Kind.LEAF, 1, extra={"key": [1]})), (), root="n0")
    assert [node.extra.get("key") for node in load(formats.dump(graph, "parquet")).graph.nodes] == [
        "1",
        "true",
        "0.5",
        str(2**70),
        None,
    ]
    assert formats.losses(graph, "parquet") == ["the key 'key' of 5 nodes is lost or changed"]


def test_a_graph_is_a_pair_of_files(tmp_path):
    formats.write(figure_1(), tmp_path / "x.parquet")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.nodes.parquet", "x.parquet"]
    assert pq.read_table(tmp_path / "x.parquet").to_pylist()[0] == {"from": "a", "to": "b"}
    assert formats.read(tmp_path / "x.parquet") == figure_1()
    (tmp_path / "x.nodes.parquet").unlink()
    assert formats.load(tmp_path / "x.parquet").graph.moves == figure_1().moves


def test_scores_are_a_column_of_numbers_where_they_are_all_of_one_type():
    table = pq.read_table(pa.BufferReader(formats.dump(figure_1(), "parquet")))
    assert table.schema.field("score").type == pa.int64()


def test_pandas_reads_and_writes_it_too():
    import pandas as pd

    frame = pd.read_parquet(pa.BufferReader(formats.dump(figure_1(), "parquet")))
    assert list(frame["from"].dropna()) == ["a", "a", "c", "c"]
    moves, nodes = figure_1().to_frames()
    nodes["score"] = nodes["score"].astype(float)
    loaded = load(moves.to_parquet(), nodes.to_parquet())
    assert loaded.graph.moves == figure_1().moves
    assert [node.score for node in loaded.graph.nodes] == [None, -1.0, None, 2.0]


def test_columns_are_named_tolerantly_and_ids_may_be_numbers():
    loaded = load(parquet({"Source": [1, 1], " target": [2, 3], "weight": [0.5, None]}))
    assert loaded.graph.moves == (("1", "2"), ("1", "3"))
    assert any("weight" in problem.message for problem in loaded.problems)


def test_problems_name_the_table_and_the_row():
    nodes = parquet({"id": ["a", "b"], "player": ["max", None], "score": [None, "one"]})
    loaded = load(parquet({"from": ["a"], "to": ["b"]}), nodes)
    first = loaded.problems[0]
    assert (first.node, first.line, isinstance(first.line, LineOfNodes)) == ("b", 2, True)


def test_known_scores_in_a_column_are_compared():
    nodes = {"id": ["a", "b", "c"], "player": ["max", None, None], "score": [None, 1, 2], "expected": [1, None, 2]}
    loaded = load(parquet({"from": ["a", "a"], "to": ["b", "c"]}), parquet(nodes))
    assert not loaded.problems
    assert disagreements(loaded.graph) == ["scores of a: known 1, found 2"]


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


def test_a_node_without_an_id_is_named_by_its_row():
    moves = pd.DataFrame({"from": ["a", "a"], "to": ["b", "c"]})
    kinds = {"player": ["max", None, "min", None], "score": [None, 1, None, 2]}
    nodes = pd.DataFrame({"id": ["a", "b", None, "c"], **kinds})
    for line, files in ((3, (moves, nodes)), (5, (pd.concat([moves, nodes]),))):
        loaded = load(*map(of_frame, files))
        (problem,) = loaded.problems
        assert (problem.message, problem.line) == ("the id of a node is missing; it was left out", line)
        assert not any(node.extra for node in loaded.graph.nodes)  # the index of a frame is no further key


def of_frame(frame: pd.DataFrame) -> bytes:
    frame.to_parquet(content := io.BytesIO())
    return content.getvalue()


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


def test_columns_that_cannot_be_read_are_named_where_they_are_missed():
    moves = parquet({"from": ["a"], "to": ["b"]})
    with pytest.raises(FormatError, match="got 'score'; there is neither text nor a number in 'id'"):
        load(moves, parquet({"id": pa.array([1], pa.timestamp("s")), "score": [1]}))
    with pytest.raises(FormatError, match="got none; there is neither text nor a number in 'from, to'"):
        load(parquet({"from": [b"a"], "to": [b"b"]}))


def test_lists_and_dates_are_left_out_and_named():
    loaded = load(parquet({"from": ["a"], "to": ["b"], "z": [[1, 2]], "when": pa.array([0], pa.timestamp("s"))}))
    assert {"z", "when"} <= {word.strip("'") for problem in loaded.problems for word in problem.message.split()}


@pytest.mark.parametrize(
    ("data", "nodes", "words"),
    [
        (b"", None, "the file is empty"),
        (b"from,to\na,b\n", None, "PAR1"),
        (b"PAR1PAR1PAR1", None, "damaged"),
        (parquet({"a": ["b"]}), None, "columns from and to"),
        (parquet({"from": ["a"], "to": ["b"]}), parquet({"name": ["a"]}), "column id"),
        (parquet({"from": ["a"], "to": ["b"], "source": ["c"]}), None, "same meaning"),
        (parquet(pa.table([["a"], ["b"], ["c"]], names=["from", "to", "to"])), None, "same name"),
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
    monkeypatch.setattr(parquet_format._File, "unpacked", lambda self: pytest.fail("unpacked"))
    monkeypatch.setattr(parquet_format, "MAX_MOVES", 6_000_000)
    monkeypatch.setattr(parquet_format, "MAX_CELLS", 60_000_000)
    monkeypatch.setattr(parquet_format, "MAX_MEGABYTES", 500)
    for columns, words in (
        ({"from": nothing, "to": nothing}, "6,000,001 rows"),
        ({f"c{place}": ["a"] for place in range(201)}, "201 columns"),
        ({f"c{place}": pa.nulls(600_001, pa.bool_()) for place in range(101)}, "60,000,000 cells"),
        ({"from": large, "to": ["b"] * 60}, "500 MB"),
    ):
        with pytest.raises(FormatError, match=words):
            load(parquet(columns, compression="zstd", use_dictionary=False, write_statistics=False))


@pytest.mark.large
def test_a_long_text_in_many_rows_is_unpacked_once():
    long = pa.DictionaryArray.from_arrays(pa.array([0] * 50_000), pa.array(["x" * 1_000_000]))
    loaded = load(parquet({"from": long, "to": ["b"] * 50_000}, compression="zstd"))  # 50 GB if it were not
    assert "longer than 1,000 characters" in loaded.problems[0].message


def test_metadata_of_other_programs_are_text_and_nothing_more():
    table = pa.table({"from": ["a"], "to": ["b"]})
    for content in (b"{", b"[1]", b"\xff", b'{"convention": "chess", "name": 3, "root": "z"}', b"[" * 100_000):
        loaded = load(parquet(table.replace_schema_metadata({"game-graph": content, "pandas": b"\x80\x04exec"})))
        assert loaded.graph.moves == (("a", "b"),)


FLIPS = """
from explorer import formats
from explorer.model.errors import FormatError
from support.graphs import figure_1

data = formats.dump(figure_1(), "parquet")
for place in range(len(data)):
    damaged = bytearray(data)
    damaged[place] ^= (0x01, 0x80)[place % 2]
    try:
        formats.load_bytes("x.parquet", bytes(damaged))
    except FormatError as error:
        assert "\\n" not in str(error)
"""


@pytest.mark.large
def test_one_wrong_byte_never_ends_the_process():
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    child = subprocess.run([sys.executable, "-c", FLIPS], env=environment, check=False)
    assert child.returncode == 0


def test_the_ids_of_edges_make_no_nodes():
    loaded = load(parquet({"id": ["e1", "e2"], "source": ["a", "b"], "target": ["b", "c"]}))
    assert [node.id for node in loaded.graph.nodes] == ["a", "b", "c"]
    assert any("left out: id" in problem.message for problem in loaded.problems)
    assert loaded.graph.node("c").kind is Kind.MOVER
