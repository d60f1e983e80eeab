"""Adjacency matrices: as numpy, pandas and spreadsheets write them; what a matrix cannot say is said."""

from __future__ import annotations

import io

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import figure_1, long_path
from support.rich_graphs import rich_graphs

from explorer import formats
from explorer.games.samples import load_sample, sample_names
from explorer.model.check import Severity
from explorer.model.errors import FormatError
from explorer.model.graph import Convention, GameGraph, Kind, Node

NAMES = list("abc")
matrices = st.integers(2, 6).flatmap(
    lambda n: st.lists(st.lists(st.integers(0, 1), min_size=n, max_size=n), min_size=n, max_size=n)
).map(np.array)  # fmt: skip


def saved(matrix: np.ndarray, **options: str) -> str:
    stream = io.StringIO()
    np.savetxt(stream, matrix, **options)
    return stream.getvalue()


def frame(matrix: np.ndarray) -> pd.DataFrame:
    names = [f"n{place}" for place in range(len(matrix))]
    return pd.DataFrame(matrix, index=names, columns=names)


WRITERS = {
    "numpy": saved,
    "numpy, whole numbers": lambda m: saved(m, fmt="%d"),
    "numpy, commas": lambda m: saved(m, fmt="%d", delimiter=","),
    "numpy, a comment": lambda m: saved(m, fmt="%d", header="rows and columns"),
    "tabs and Windows line ends": lambda m: saved(m, fmt="%d", delimiter="\t", newline="\r\n"),
    "pandas": lambda m: frame(m).to_csv(),
    "pandas, truths": lambda m: frame(m.astype(bool)).to_csv(),
    "pandas, floats": lambda m: frame(m.astype(float)).to_csv(sep=";"),
    "pandas, tabs": lambda m: frame(m).to_csv(sep="\t"),
    "pandas, printed": lambda m: frame(m).to_string(),
    "pandas, default names": lambda m: pd.DataFrame(m).to_csv(),
}


def moves_of(matrix: np.ndarray) -> set[tuple[int, int]]:
    return {(int(i), int(j)) for i, j in np.argwhere(matrix)}


def places_of(graph: GameGraph) -> set[tuple[int, int]]:
    return {(graph.index[source], graph.index[target]) for source, target in graph.moves}


def load(text: str):
    return formats.load_bytes("x.adj", text.encode())


@pytest.mark.parametrize("writer", WRITERS)
@examples(25)
@given(matrix=matrices)
def test_matrices_are_read_from_files_and_when_pasted(writer, matrix):
    text = WRITERS[writer](matrix)
    for graph in (load(text).graph, formats.load_text(text).graph):
        assert len(graph.nodes) == len(matrix)
        assert places_of(graph) == moves_of(matrix)


@pytest.mark.parametrize(
    "text",
    [
        ",a,b,c\na,0,1,1\nb,0,0,0\nc,1,0,1\n",
        "a,b,c\n0,1,1\n0,0,0\n1,0,1\n",
        "a,0,1,1\nb,0,0,0\nc,1,0,1\n",
        "from/to,a,b,c\na,0,1,1\nb,0,0,0\nc,1,0,1\n",
        "\n;a;b;c\n\nc;1;0;1\na;0;1;1\nb;0;0;0\n",
        " a b c\na 0 1 1\nb 0 0 0\nc 1 0 1",
    ],
)
def test_names_may_stand_above_beside_or_both(text):
    graph = load(text).graph
    assert [node.id for node in graph.nodes] == NAMES
    assert set(graph.moves) == {("a", "b"), ("a", "c"), ("c", "a"), ("c", "c")}


def test_a_printed_array_is_read():
    assert places_of(load(str(np.array([[0, 1], [1, 1]]))).graph) == {(0, 1), (1, 0), (1, 1)}


def test_what_a_matrix_does_not_say_is_said():
    loaded = load("0 1\n0 0")
    assert [node.kind for node in loaded.graph.nodes] == [Kind.MOVER, Kind.OPEN]
    assert loaded.graph.convention is Convention.NEGAMAX
    assert "no node names a player or a score" in loaded.problems[0].message
    assert all(problem.severity is Severity.WARNING for problem in loaded.problems)


@pytest.mark.parametrize("sample", sample_names())
def test_pandas_and_networkx_read_every_sample_that_is_written(sample):
    graph = load_sample(sample)
    table = pd.read_csv(
        io.BytesIO(formats.dump(graph, "adjacency")), index_col=0, dtype={0: str}, keep_default_na=False
    )
    assert list(table.columns) == list(table.index) == [node.id for node in graph.nodes]
    assert set(nx.from_pandas_adjacency(table, nx.DiGraph).edges) == set(graph.moves)


@examples(30)
@given(graph=rich_graphs())
def test_ids_and_moves_come_back(graph):
    returned = load(formats.dump(graph, "adjacency").decode()).graph
    assert [node.id for node in returned.nodes] == [node.id for node in graph.nodes]
    assert set(returned.moves) == set(graph.moves)


def test_losses_name_what_a_matrix_cannot_hold():
    lost = " ".join(formats.losses(figure_1(), "adjacency"))
    assert all(word in lost for word in ("order of the moves", "kind of 4 nodes", "score of 2 nodes", "convention"))


def test_an_empty_graph_can_be_saved_and_opened():
    empty = GameGraph((), ())
    assert load(formats.dump(empty, "adjacency").decode()).graph == empty


def test_a_cell_other_than_0_and_1_is_named_with_its_line_and_read_as_0():
    loaded = load(",a,b\na,0,7\nb,1,x\n")
    errors = [(p.line, p.node) for p in loaded.problems if p.severity is Severity.ERROR]
    assert errors == [(2, "a"), (3, "b")]
    assert "expected 0 or 1 for the move 'a' → 'b', got '7'" in loaded.problems[0].message
    assert loaded.graph.moves == (("b", "a"),)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0,1\n1", "line 2: 1 cells in a matrix of 2 nodes"),
        ("0,1\n1,0\n1,1\n0,0", "line 1: 2 cells in a matrix of 4 nodes"),
        (",a,b\na,0,1\n", "line 2: the matrix has 1 rows for 2 columns"),
        (",a,b\na,0,1\nz,0,1\n", "line 3: the row has the name 'z', which no column has"),
        (",a,a\na,0,1\na,0,1\n", "two columns have the name 'a'"),
        (',a,b\na,0,1\n"b,0,1', "line 3.*quotes"),
        ("[[" * 1_000_000, "expected rows of 0 and 1"),
        ("0 1 " * 100_000, "square"),
    ],
)
def test_what_is_no_matrix_is_refused_in_one_sentence(text, words):
    with pytest.raises(FormatError, match=words) as caught:
        load(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("text", ["from,to\n0,1\n1,0", "id,player\na,max", "a b\n0 1", "1", "0", "from,to\na,b\nb,a"])
def test_pasted_text_is_a_matrix_only_beyond_doubt(text):
    assert not formats.find("adjacency").recognises(text)


def test_a_graph_too_large_for_a_matrix_is_refused_with_the_limit():
    with pytest.raises(FormatError, match="at most 5,000 nodes"):
        formats.dump(long_path(5_000), "adjacency")


def test_huge_ids_script_and_nulls():
    loaded = load(f",{'x' * 2_000},b\n{'x' * 2_000},0,1\nb,0,0")
    assert any("longer than 1,000 characters" in problem.message for problem in loaded.problems)
    assert load(",<script>,b\n<script>,0,1\nb,0,0").graph.nodes[0].id == "<script>"
    with pytest.raises(FormatError, match=r"a\\x00b"):
        formats.dump(GameGraph((Node("a\0b", Kind.LEAF, 1),), ()), "adjacency")


@pytest.mark.parametrize(
    "text", ["[[0,1],[1,0]]", "[[0, 1], [1, 0]]", "((0, 1), (1, 0))", "[[0 1] [1 0]]", "[[0,1],\n [1,0]]"]
)
def test_rows_in_brackets_may_stand_on_one_line(text):
    for loaded in (load(text), formats.load_text(text)):
        assert loaded.graph.moves == (("1", "2"), ("2", "1"))
