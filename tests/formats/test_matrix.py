"""An adjacency matrix is the same graph through every door, and what may be something else is said."""

from __future__ import annotations

import io
import json
import math
from pathlib import Path

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from explorer import as_graph, formats
from explorer.cli import main
from explorer.intake import Assembled
from explorer.model.errors import FormatError

CASES = Path(__file__).parent / "cases"
RIGHT = [("0", "1"), ("0", "2"), ("1", "3"), ("2", "0"), ("2", "3")]


def said(found: Assembled) -> str:
    return "\n".join(problem.message for problem in found.problems)


@st.composite
def matrices(draw: st.DrawFn) -> list[list[int]]:
    """Squares from 3 × 3 on with a row of zeros and a 1."""
    size = draw(st.integers(3, 6))
    cells = draw(st.lists(st.lists(st.integers(0, 1), min_size=size, max_size=size), min_size=size, max_size=size))
    cells[draw(st.integers(0, size - 1))] = [0] * size
    assume(any(map(any, cells)))
    return cells


def lines(cells: list[list[int]], mark: str) -> bytes:
    return "\n".join(mark.join(map(str, row)) for row in cells).encode()


@pytest.mark.filterwarnings("ignore::explorer.ReadingWarning")
@given(matrices())
@settings(max_examples=15)
def test_every_door_gives_the_moves_that_networkx_finds(cells: list[list[int]]):
    array = np.array(cells)
    right = {(str(source), str(target)) for source, target in nx.DiGraph(array).edges}
    names = "abcdef"[: len(cells)]
    frame = pd.DataFrame(array, index=[*names], columns=[*names])
    named = {(names[int(source)], names[int(target)]) for source, target in right}
    stream = io.StringIO()
    np.savetxt(stream, array)
    read = {
        "x.json": json.dumps(cells).encode(),
        "x.txt": lines(cells, " "),
        "x.csv": lines(cells, ","),
        "x.tsv": lines(cells, "\t"),
        "y.txt": stream.getvalue().encode(),
        "z.csv": pd.DataFrame(array).to_csv().encode(),
    }
    for name, content in read.items():
        found = formats.load_bytes(name, content)
        assert {*found.graph.moves} == right, name
        assert "read as an adjacency matrix" in said(found)
        assert {*formats.load_text(content.decode()).graph.moves} == right or name == "z.csv"
    for given_array in (cells, array, array.astype(bool), array.astype(float), pd.DataFrame(array)):
        assert {*as_graph(given_array).moves} == right
    for text in (frame.to_csv(), frame.to_string(), frame.to_csv(index=False), frame.to_csv(sep=";")):
        assert {*formats.load_bytes("x.csv", text.encode()).graph.moves} == named
    assert {*as_graph(frame).moves} == named


@pytest.mark.parametrize("name", ["t4-01-matrix.json", "t4-01-matrix.txt"])
def test_a_node_without_moves_makes_a_square_a_matrix_and_the_other_reading_can_be_taken(name: str):
    found = formats.load(CASES / name)
    assert (found.graph.ids, [*found.graph.moves]) == (("0", "1", "2", "3"), RIGHT)
    text = (CASES / name).read_text()
    other = f'{{"children": {text}}}' if name.endswith("json") else f"from to\n{text}"
    assert [*formats.load_text(other).graph.moves] != RIGHT
    assert "children" in said(found) or "from to" in said(found)


@pytest.mark.parametrize(
    ("text", "key", "call"),
    [("[[0, 1], [1, 0]]", '{"matrix": ', '{{"matrix": {}}}'), ("0 1\n1 0\n", "“matrix”", "matrix\n{}")],
)
def test_a_square_that_need_not_be_a_matrix_is_read_as_before_and_can_be_called_one(text: str, key: str, call: str):
    found = formats.load_text(text)
    assert len(found.graph.moves) in (6, 2)
    assert "an adjacency matrix (2 nodes, 2 moves)" in said(found)
    assert key in said(found)
    again = formats.load_text(call.format(text))
    assert [*again.graph.moves] == [("0", "1"), ("1", "0")]
    assert "matrix" not in said(again)
    assert formats.load_stream(io.BytesIO(text.encode()), "x", "matrix").graph == again.graph


def test_a_file_is_a_matrix_where_the_command_line_calls_it_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "x.txt"
    path.write_text("0 1\n0 0\n")
    assert main(["convert", str(path), "-", "--to", "csv", "--format", "matrix"]) == 0
    assert capsys.readouterr().out.startswith("from,to\n0,1\n")
    assert main(["solve", "sample:figure-1", "--format", "matrix"]) == 2


@pytest.mark.parametrize("weight", [2, -1, 0.5, math.nan])
def test_weights_are_refused_and_named(weight: float):
    frame = pd.DataFrame([[0, weight], [1, 0]], index=["a", "b"], columns=["a", "b"])
    for door in (frame, frame.to_numpy()):
        with pytest.raises(FormatError, match=r"0 and 1 alone, got .*; weights are not read"):
            as_graph(door)
    with pytest.raises(FormatError, match="in the row of 'a' and the column of 'b'"):
        formats.load_bytes("x.csv", frame.to_csv().encode())


@pytest.mark.parametrize("odd", [np.zeros((2, 3)), np.zeros(3), np.zeros((0, 0)), {"matrix": [[0, 1]]}])
def test_what_is_no_square_is_refused(odd: object):
    with pytest.raises(FormatError, match="as many columns as rows"):
        as_graph(odd)


def test_a_table_of_two_columns_stays_one():
    assert [*formats.load_bytes("x.csv", b"from,to\n0,1\n1,0\n").graph.moves] == [("0", "1"), ("1", "0")]
    with pytest.raises(FormatError, match="table of nodes"):
        formats.load_bytes("x.csv", b"id,score\n0,1\n1,0\n")
