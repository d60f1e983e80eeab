"""Tables are read column by column as they are row by row: the same graph, the same problems, the same refusals."""

from __future__ import annotations

import csv
import io
import json
from decimal import Decimal
from functools import partial

import networkx as nx
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples, times
from support.tables import Cell, Tables, both_ways, spoilt, tables, told

from explorer.formats import load_bytes
from explorer.model import numbering, plain
from explorer.model.assemble import assemble_document, assemble_networkx
from explorer.model.errors import GraphError
from explorer.model.graph import GameGraph
from explorer.model.tables import graph_from_frames
from explorer.model.views import SMALL

SEEDS = range(87, 87 + times(400))  # the first of them is one of the few that hold what is left to the builder


def frames(some: Tables) -> object:
    nodes = None if some.nodes is None else pd.DataFrame(some.nodes)
    return graph_from_frames(pd.DataFrame(some.moves), nodes, root=None, convention=None)


def frames_of_words(some: Tables) -> object:
    """The same with columns of words, in another order than they have there, one of which is in no row."""
    tables = (some.moves, some.nodes or {})
    moves, nodes = ({name: of_words(cells) for name, cells in table.items()} for table in tables)
    return graph_from_frames(
        pd.DataFrame(moves), None if some.nodes is None else pd.DataFrame(nodes), root=None, convention=None
    )


def of_words(cells: list[Cell]) -> object:
    words = sorted({cell for cell in cells if isinstance(cell, str)}, reverse=True)
    return pd.Categorical(cells, ["in no row", *words]) if {*map(type, cells)} <= {str, type(None)} else cells


def columns(table: dict[str, list[Cell]]) -> bytes | None:
    """A Parquet file; None where Arrow takes no such columns."""
    try:
        content = pa.table({name: pa.array(cells, from_pandas=True) for name, cells in table.items()})
    except (pa.ArrowException, OverflowError):
        return None
    stream = pa.BufferOutputStream()
    pq.write_table(content, stream)
    return stream.getvalue().to_pybytes()


def parquet(some: Tables) -> object:
    contents = [columns(table) for table in (some.moves, some.nodes) if table is not None]
    if None in contents:
        return None
    return load_bytes("graph.parquet", *contents)


def parquet_in_one(some: Tables) -> object:
    if some.nodes is None:
        return parquet(some)
    names = dict.fromkeys([*some.nodes, *some.moves])
    lengths = [len(next(iter(table.values()))) for table in (some.nodes, some.moves)]
    content = columns(
        {
            name: [
                cell
                for table, length in zip((some.nodes, some.moves), lengths, strict=True)
                for cell in table.get(name, [None] * length)
            ]
            for name in names
        }
    )
    return None if content is None else load_bytes("graph.parquet", content)


def written(table: dict[str, list[Cell]], delimiter: str, quoting: int = csv.QUOTE_MINIMAL) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=delimiter, lineterminator="\n", quoting=quoting)
    rows = zip(*table.values(), strict=True)
    writer.writerows([list(table), *(["" if cell is None else str(cell) for cell in row] for row in rows)])
    return stream.getvalue()


def csv_pair(some: Tables) -> object:
    contents = [written(table, ",").encode() for table in (some.moves, some.nodes) if table is not None]
    return load_bytes("graph.csv", *contents)


def csv_in_quotes(some: Tables) -> object:
    parts = [written(table, ",", csv.QUOTE_ALL) for table in (some.moves, some.nodes) if table is not None]
    return load_bytes("graph.csv", *(part.encode() for part in parts))


def csv_in_one(some: Tables) -> object:
    parts = [written(table, ";") for table in (some.moves, some.nodes) if table is not None]
    return load_bytes("graph.csv", "\n".join(parts).replace("\n", "\r\n").encode())


def tsv(some: Tables) -> object:
    parts = [written(table, "\t") for table in (some.moves, some.nodes) if table is not None]
    return load_bytes("graph.tsv", "\n".join(parts).encode())


def document(some: Tables) -> object:
    """The same as `.game.json` has it: without empty cells and without a mark at the root."""
    nodes = {key: cells for key, cells in (some.nodes or {}).items() if key != "root"}
    records = [
        {key: cell == "true" or cell for key, cell in zip(nodes, row, strict=True) if cell not in (None, "")}
        for row in zip(*nodes.values(), strict=True)
    ]
    moves = [list(pair) for pair in zip(some.moves.get("from", []), some.moves.get("to", []), strict=False)]
    convention = "minimax" if "player" in nodes else "negamax"
    return assemble_document({"nodes": records, "moves": moves, "root": "n0", "convention": convention})


def negamax(some: Tables) -> object:
    """The same as a table with a convention in which nobody is a player."""
    content = columns(dict(zip(("from", "to"), some.moves.values(), strict=False)))
    nodes = some.nodes and columns(some.nodes)
    if content is None or nodes is None or len(some.moves) < 2:
        return None
    table = pq.read_table(pa.BufferReader(content))
    stream = pa.BufferOutputStream()
    pq.write_table(table.replace_schema_metadata({"game-graph": json.dumps({"convention": "negamax"})}), stream)
    return load_bytes("graph.parquet", stream.getvalue().to_pybytes(), nodes)


@pytest.mark.parametrize(
    "read",
    [frames, frames_of_words, parquet, parquet_in_one, negamax, csv_pair, csv_in_quotes, csv_in_one, tsv, document],
)
def test_columns_are_read_as_rows_are(read):
    ways = both_ways(read, map(tables, SEEDS))
    assert ways["columns"] > len(SEEDS) / 3  # what is plain was read by columns
    assert ways["odd"]  # and what is odd was left to the builder


NETWORK = nx.DiGraph(root=0)
NETWORK.add_nodes_from([(0, {"player": "max"}), (7, {"score": 1}), (-3, {"player": "min"})])
NETWORK.add_edges_from([(0, 7), (0, -3), (-3, 0)])
NUMBERS = {"convention": "minimax", "root": 0, "moves": [[0, 7], [0, -3], [-3, 0]],
           "nodes": [{"id": id, **said} for id, said in NETWORK.nodes(data=True)]}  # fmt: skip


@pytest.mark.parametrize("root", [0, np.int64(0), "0", None])
def test_whole_numbers_are_ids_and_roots(root):
    moves, nodes = pd.DataFrame(NETWORK.edges, columns=["from", "to"]), pd.DataFrame(NUMBERS["nodes"])

    for read in (
        lambda _: graph_from_frames(moves, nodes, root=root, convention=None),
        lambda _: assemble_networkx(NETWORK, root),
        lambda _: assemble_document(NUMBERS),
        lambda _: load_bytes("x.game.json", json.dumps(NUMBERS).encode()),
        lambda _: load_bytes("x.json", json.dumps(nx.node_link_data(NETWORK)).encode()),
        lambda _: load_bytes("x.graphml", "\n".join(nx.generate_graphml(NETWORK)).encode()),
    ):
        assert both_ways(read, [None]) == {"columns": 1}
        found = read(None)
        graph = found if isinstance(found, GameGraph) else found.graph
        assert (graph.root, graph.ids) == ("0", ("0", "7", "-3"))
    indices = [1, 0, -1], [None, 1, None], [0, 0, 2], [1, 2, 0]
    assert GameGraph.from_arrays(*indices, root=root).root == (None if root is None else "0")


@pytest.mark.parametrize(
    "root", [pd.NA, np.array(["a", "b"]), True, 10**5_000, 2.5], ids=lambda root: type(root).__name__
)
def test_what_is_no_id_is_no_root(root):
    moves, nodes = pd.DataFrame(NETWORK.edges, columns=["from", "to"]), pd.DataFrame(NUMBERS["nodes"])
    with pytest.raises(GraphError, match="root"):
        GameGraph.from_frames(moves, nodes, root=root)
    if not isinstance(root, np.ndarray):
        with pytest.raises(GraphError, match="root"):
            GameGraph.from_arrays([1, 0], [None, 1], [0], [1], root=root)


@pytest.mark.parametrize(("id", "way"), [(2.0, "columns"), (2.5, "odd"), (1e300, "odd"), (-0.0, "columns")])
def test_whole_floats_are_ids_without_decimals(id, way):
    nodes = {"id": [1.0, id], "player": ["max", None], "score": [None, 1.0]}
    some = Tables({"from": [1.0], "to": [id]}, nodes)
    for read in (frames, parquet):
        assert both_ways(read, [some]) == {way: 1}
    ids = {2.0: "2", 2.5: "2.5", 1e300: str(int(1e300)), -0.0: "0"}
    assert frames(some).ids == ("1", ids[id])


MOVES = "from,to\na,b\na,c\nb,c\nb,a\n"
NODES = "id,player,score,open\na,max,,\nb,min,,\nc,,1,\n"
MISTAKES = {
    "has the unknown player 'white'": ("b,min,,", "b,white,,"),
    "has neither player, score nor open; kept as a Max node": ("b,min,,", "b,,,"),
    "has neither player, score nor open; kept as an open node": ("c,,1,", "c,,,"),
    "has player and score": ("b,min,,", "b,min,2,"),
    "expected a number": ("c,,1,", "c,,one,"),
    "open must be true or false": ("c,,1,", "c,,1,perhaps"),
    "two nodes have the id 'b'": ("c,,1,", "b,max,,\nc,,1,"),
    "is given twice": ("b,a\n", "b,a\na,b\n"),
    "10 such problems, the first at 'a' (line 6), 'a' (line 7), 'a' (line 8)": ("b,a\n", "b,a\n" + "a,b\na,c\n" * 5),
    "node 'd' has neither": ("b,a\n", "b,a\nd,c\n"),
    "the id of a node is missing": ("b,min,,", ",min,,\nb,min,,"),
    "the target of a move from 'b' is missing": ("b,a\n", "b,a\nb,\n"),
    "the source of a move to 'd' is missing": ("b,a\n", "b,a\n,d\n,d\n"),
    "the id of a node is missing; it was left out; 4 such problems": (
        "b,min,,",
        ",min,,\nb,both,,\nb,max,,\n,,,x\na,,,\n,,1,\nd,max,1,\n,,2,",
    ),
    "2 nodes are marked as root; took the first, 'b'": (NODES, "id,player,score,root\na,max,,\nb,min,,x\nc,,1,x\n"),
}


DAY = pd.Timestamp("2026-01-01")


@pytest.mark.parametrize(
    ("ends", "nodes", "convention"),
    [
        (("a", "b"), {"id": []}, "negamax"),
        (("a", "b"), {"id": [None, None]}, "negamax"),
        (("a", "b"), {"id": [None, None]}, "minimax"),
        ((None, DAY), {"id": ["a"], "score": [1]}, None),
        (("a", "b"), {"id": ["a", "b"], "player": ["max", None], "open": [None, Decimal("1.0")]}, None),
        (("a", "b"), {"id": ["a", "b"], "player": [b"min", "max"]}, None),
        (("a", "b"), {"id": ["a", "b"], "player": ["max", None], "score": [None, DAY]}, None),
    ],
)
def test_what_frames_may_hold_but_tables_do_not_is_left_to_the_builder(ends, nodes, convention):
    moves = pd.DataFrame([ends], columns=["from", "to"])

    def read(convention: str | None) -> GameGraph:
        return GameGraph.from_frames(moves, pd.DataFrame(nodes, dtype=object), convention=convention)

    assert "columns" not in both_ways(read, [convention])


@pytest.mark.parametrize("read", [csv_pair, csv_in_one, frames, parquet_in_one, negamax, document])
def test_mistakes_in_many_rows_are_mended_by_columns(read):
    ways = both_ways(read, map(spoilt, range(times(150))))
    assert ways["columns"] > times(150) / 2  # of some the quotes do not match, so that they are read row by row first
    assert not ways["odd"]


ODD_DOCUMENTS = (
    {"nodes": [{"id": 1, "player": "max", "k": 1}, {"id": 2, "score": 1}], "moves": [[1, 2], [1, None]], "root": 1},
    {"nodes": [{"id": 1, "player": "max", "k": 1}, {"id": "b", "score": 1}], "moves": [[1, "b"], [1, None]]},
    {"nodes": [{"id": "a", "player": "max", "k": [1, None]}, {"id": "b", "score": 1}], "moves": [["a", "b"]]},
    {"nodes": [{"id": "a", "player": "max", "k": 1}, {"id": "b", "score": 1, "label": None}], "moves": [["a", "b"]],
     "name": "\ud800", "root": "zz"},
    {"nodes": [{"id": "a", "player": "max", "k": 1}, {"k": [2], "z": None}, {"id": "a", "z": 3}], "moves": []},
    {"nodes": [], "moves": []},
)  # fmt: skip


@pytest.mark.parametrize("data", ODD_DOCUMENTS)
def test_documents_with_further_keys_or_nulls_are_read_alike(data):
    both_ways(assemble_document, [data])


@pytest.mark.parametrize("key", ["pos", "label"])
def test_what_nodes_hold_may_be_arrays(monkeypatch, key):
    monkeypatch.setattr(plain, "LARGE", 0)
    graph = nx.DiGraph([("a", "b")])
    nx.set_node_attributes(graph, nx.random_layout(graph), key)
    nx.set_node_attributes(graph, {"a": {"player": "max"}, "b": {"score": 1}})
    found = assemble_networkx(graph)
    assert [*found.graph.nodes[0].extra] == ["pos"] * (key == "pos")
    assert found.graph.moves == (("a", "b"),)


def test_a_key_of_rows_that_are_left_out_is_no_column():
    leaves = [f"n{number}" for number in range(SMALL)]
    nodes = [{"id": "r", "player": "max", "k": 1}, *({"id": id, "score": 1, "k": 2} for id in leaves)]
    data = {"nodes": [*nodes, {"id": "r", "player": "max", "z": 1}], "moves": [["r", id] for id in leaves], "root": "r"}
    assert [*assemble_document(data).graph.columns.extras.columns] == ["k"]


@pytest.mark.parametrize("said", MISTAKES)
def test_a_mistake_in_a_row_is_mended_by_columns(said):
    old, new = MISTAKES[said]
    text = f"{MOVES}\n{NODES}".replace(old, new)
    read = partial(load_bytes, "graph.csv")
    assert both_ways(read, [text.encode()]) == {"columns": 1}
    assert any(said in problem.message for problem in read(text.encode()).problems)


@pytest.mark.parametrize("words", [["c", "b", "a"], ["a", "b", "c", "d"], ["d", "a", "b", "c"]])
def test_words_of_dictionaries_may_stand_in_any_order_and_in_no_row(words):
    as_words = pa.DictionaryArray.from_arrays
    places = pa.array([words.index(id) for id in "abc"], pa.int32())
    nodes = {"id": as_words(places, pa.array(words)), "player": ["max", "min", None], "score": [None, None, 1]}
    moves = {"from": as_words(places.take(pa.array([0, 1])), pa.array(words)), "to": ["b", "c"]}
    contents = [columns(table) for table in (moves, nodes)]
    assert both_ways(lambda files: load_bytes("graph.parquet", *files), [contents]) == {"columns": 1}
    assert load_bytes("graph.parquet", *contents).problems == ()


def test_a_header_below_a_blank_line_is_a_header():
    both_ways(
        partial(load_bytes, "graph.csv"),
        [f"{start}{MOVES}{end}".encode() for start in ("\n", "\r\n") for end in ("", f"\n{NODES}")],
    )


def test_a_move_to_no_node_is_left_out_of_a_document_by_columns():
    nodes = [{"id": "a", "player": "max"}, {"id": "b", "score": 1}]
    document = {"nodes": nodes, "moves": [["a", "c"], ["a", "b"], ["c", "a"], ["c", "d"], ["a", "c"]], "root": "a"}
    assert both_ways(assemble_document, [document]) == {"columns": 1}
    assert len(assemble_document(document).problems) == 4


counted = st.builds(str.__add__, st.sampled_from(["p", "x", "", "é", "a1b", "p0", "-"]), st.integers(0, 40).map(str))
odd = st.sampled_from(["p", "p٣", "p07", "p4000000000", "", "x-1", "q" * 101 + "1", "+3", " 4"])


@examples(300)
@given(st.lists(st.lists(counted, min_size=1), min_size=1, max_size=3), st.lists(odd, max_size=1), st.booleans())
def test_ids_that_end_in_numbers_are_numbered_like_any_texts(texts, spoilt, is_dictionary):
    kinds = [pa.array([*chunk, *more]) for chunk, more in zip(texts, [spoilt, [], []], strict=False)]
    chunks = [chunk.dictionary_encode() for chunk in kinds] if is_dictionary else kinds
    found = numbering._by_value(chunks)
    if found is not None:
        numbers, ids = numbering._by_word(kinds)
        assert (found[0].tolist(), found[1]) == (numbers.tolist(), ids)


def test_texts_before_numbers_may_be_several():
    inner, leaves = pa.array([f"p{number}" for number in range(40)]), pa.array([f"leaf{number}" for number in range(9)])
    numbers, ids = numbering._by_value([inner, leaves, leaves, inner])
    assert ids == (*inner.to_pylist(), *leaves.to_pylist())
    assert numbers.tolist() == [*range(49), *range(40, 49), *range(40)]


@examples(1_500)
@given(st.text('ab",\n ', max_size=24))
def test_quotes_and_delimiters_mean_the_same_in_columns_as_in_rows(text):
    content = f'"from",to\n{text}'.encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plain, "LARGE", 0)
        by_columns = told(lambda _: load_bytes("graph.csv", content), tables(0))
    assert by_columns == told(lambda _: load_bytes("graph.csv", content), tables(0))


def test_large_tables_are_not_taken_apart_into_rows(monkeypatch):
    count = plain.LARGE
    ids = np.array([f"n{index}" for index in range(count + 1)], object)
    nodes = pd.DataFrame({"id": ids, "player": [*["max"] * count, None], "score": [None] * count + [1]})
    monkeypatch.setattr("explorer.model.tables._rows", None)
    graph = graph_from_frames(pd.DataFrame({"from": ids[:-1], "to": ids[1:]}), nodes, root="n0", convention=None)
    assert (len(graph.nodes), graph.nodes[-1].score, graph.moves[0]) == (count + 1, 1, ("n0", "n1"))


@pytest.mark.parametrize("convention", [None, "Minimax", "negamax", "x"])
def test_odd_roots_and_conventions_of_frames_are_told_of_by_columns(convention):
    moves, nodes = pd.DataFrame(NETWORK.edges, columns=["from", "to"]), pd.DataFrame(NUMBERS["nodes"])
    roots = [pd.NA, True, 10**5_000, 2.5, "zz", 7.0, ""]
    ways = both_ways(lambda root: graph_from_frames(moves, nodes, root=root, convention=convention), roots)
    assert ways == {"columns": len(roots)}


@pytest.mark.parametrize("top", [{"name": 5}, {"name": [1], "expected": 3}, {"description": True, "convention": "x"}])
def test_odd_words_about_a_graph_in_parquet_are_told_of_by_columns(top):
    table = pa.table(
        {"id": ["a", "b", None], "score": [1, 2, None], "name": ["", "x", None]}
        | {"from": [None] * 2 + ["a"], "to": [None] * 2 + ["b"]}
    )
    stream = pa.BufferOutputStream()
    pq.write_table(table.replace_schema_metadata({"game-graph": json.dumps(top)}), stream)
    assert both_ways(lambda content: load_bytes("x.parquet", content), [stream.getvalue().to_pybytes()]) == {
        "columns": 1
    }
