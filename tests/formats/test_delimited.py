"""Rows of delimited texts: Arrow and Python's `csv` read the same of whatever people write."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.formats import delimited, load_bytes
from explorer.model.errors import FormatError

ids = st.sampled_from(
    ["a", "b", "c", "long name", " a", "é", "1", "1.0", "", '"a"', '"a,b"', '"x""y"', '""', '"two\nlines"']
)
odd = st.sampled_from(["max", "min", "1", "2/3", "x", "NaN", "true", " ", '" q "', 'a "b"', '"open', "1,5", "-1"])
breaks = st.sampled_from(["\n"] * 8 + ["\r\n", "\n\n", "\n  \n", "\r", "\n,,\n", '\n"",""\n'])


@st.composite
def tables(draw: st.DrawFn, titles: list[str]) -> str:
    """Rows under a header, of odd cells, and now and then too many or too few of them."""
    mark = draw(st.sampled_from([",", ",", ",", ";", "\t", "|"]))
    plain = draw(st.booleans())  # a half of the tables is as programs write them
    text = mark.join(titles) + "\n"
    for _ in range(draw(st.integers(0, 6))):
        count = len(titles) if plain else draw(st.sampled_from([len(titles)] * 6 + [1, len(titles) + 1]))
        cells = [draw(ids if number < 2 or plain else odd) for number in range(count)]
        text += mark.join(cells) + ("\n" if plain else draw(breaks))
    return text


moves = (
    tables(["id", "parent"])
    | tables(["from", "to"])
    | tables(["from", "to", "move"])
    | tables(["source", "target", "weight", "from"])
)
nodes = tables(["id", "player", "score"]) | tables(["id", "score", "open", "label", "colour"]) | tables(["name", "x"])
starts = st.sampled_from(["", "\ufeff", "sep=;\n", "# a comment\n", "\n\n"])


def outcome(data: bytes, companion: bytes | None) -> object:
    """What is read, with all problems, or why nothing is."""
    try:
        reading = load_bytes("m.csv", data, companion)
    except FormatError as error:
        return str(error)
    graph = reading.graph
    return graph, graph.move_names, [(str(problem), problem.node, problem.count) for problem in reading.problems]


@given(starts, moves, st.none() | nodes, st.booleans())
def test_both_readers_of_rows_give_the_same_graph_and_the_same_problems(start, table, of_nodes, is_one_file):
    text = start + table + (f"\n{of_nodes}" if of_nodes and is_one_file else "")
    companion = None if is_one_file or of_nodes is None else of_nodes.encode()
    usual = outcome(text.encode(), companion)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(delimited, "_arrow_columns", lambda piece, delimiter: None)
        assert outcome(text.encode(), companion) == usual


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_quoted_tables_of_other_programs_are_read_by_arrow(end, monkeypatch):
    monkeypatch.setattr(delimited, "_row_blocks", None)
    rows = ['"from","to","move"', '"a","b","take 2, then 1"', '"a","c, d",""', "", '"id","player"', '"a","max"']
    graph = load_bytes("m.csv", (end.join(rows) + end).encode()).graph
    assert graph.moves == (("a", "b"), ("a", "c, d"))
    assert graph.move_names == {("a", "b"): "take 2, then 1"}


def test_a_table_is_read_where_arrow_is_not_installed(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    assert load_bytes("m.csv", b"from,to\na,b\n").graph.moves == (("a", "b"),)
