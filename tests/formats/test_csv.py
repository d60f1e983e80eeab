"""CSV: headers, delimiters, quotes, blanks, sections and line numbers."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.formats import is_risky

from explorer import formats
from explorer.formats import load_bytes, load_text
from explorer.formats.move_table import table_text
from explorer.model.errors import FormatError
from explorer.model.graph import GameGraph, Kind

cells = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=6)


@given(st.lists(st.tuples(cells.filter(bool), cells), max_size=5))
def test_python_s_own_reader_understands_what_is_written(rows):
    text = table_text(("from", "to"), rows, ",")
    assert list(csv.reader(io.StringIO(text, newline="")))[1:] == [list(row) for row in rows]


@pytest.mark.parametrize("header", ["from,to", "From , TO", "source,target", '"from","to"', "Source;Target", "from|to"])
def test_headers_are_read_tolerantly(header):
    delimiter = next(mark for mark in ",;|" if mark in header)
    assert load_text(f"{header}\na{delimiter}b\nb {delimiter} a\n").graph.moves == (("a", "b"), ("b", "a"))


def test_a_line_of_a_table_of_nodes_with_a_file_of_its_own_is_said_to_be_there():
    nodes = b"id,player,score\n1,max,\n2,,x\n2,,1\n3,,1,,5\n"
    said = [str(problem) for problem in load_bytes("m.csv", b"from,to\n1,2\n1,3\n1,3\n", nodes).problems]
    assert [text.split(": ")[1] for text in said] == [
        "line 5 of the table of nodes", "line 4 of the table of nodes", "line 3 of the table of nodes", "line 4"
    ]  # fmt: skip


@pytest.mark.parametrize("word", ["NaN", "NA", "null", "None"])
def test_words_for_nothing_are_empty_cells_but_not_names(word):
    rows = f"a,max,{word},{word},{word},{word},{word},1\n{word},{word},1,,,,,{word}\n"
    nodes = f"id,player,score,open,label,x,y,root\n{rows}"
    graph = load_bytes("m.csv", f"from,to\na,{word}\n\n{nodes}".encode()).require_good()
    assert [(node.id, node.kind, node.label) for node in graph.nodes] == [
        ("a", Kind.MAX, word), (word, Kind.LEAF, None)
    ]  # fmt: skip


def test_a_cell_of_several_lines_does_not_shift_line_numbers():
    loaded = load_text('from,to\na,b\n\nid,player,label\na,max,"two\nlines"\nb,white,\n')
    assert loaded.graph.node("a").label == "two\nlines"
    assert [problem.line for problem in loaded.problems] == [7]


def test_quotes_that_do_not_close_are_named_with_their_line():
    with pytest.raises(FormatError, match="line 3"):
        load_text('from,to\na,b\n"a,b\nc,d\n')


def test_columns_of_nodes_that_are_not_known_are_kept():
    graph = load_text("from,to\na,b\n\nid,player,score,Colour\na,max,,red\nb,,1,\n").graph
    assert [dict(node.extra) for node in graph.nodes] == [{"Colour": "red"}, {}]


def test_decimal_commas_are_read_where_semicolons_part_the_cells():
    graph = load_text("from;to\na;b\n\nid;player;score;label;x;y\na;max;;1,5;1,5;-2,0\nb;;-0,25;;;\n").graph
    assert graph.node("b").score == -0.25
    assert (graph.node("a").x, graph.node("a").y, graph.node("a").label) == (1.5, -2.0, "1,5")


def test_a_score_that_may_be_one_or_a_thousand_is_refused_among_decimal_commas():
    text = "from;to\na;b\na;c\n\nid;player;score;x;y\na;max;;1;1\nb;;{};1;1\nc;;-1.000;1;1\n"
    loaded = load_text(text.format("1,5"))
    assert [node.kind.value for node in loaded.graph.nodes] == ["max", "leaf", "open"]
    ((node, line, message),) = [(problem.node, problem.line, problem.message) for problem in loaded.problems]
    assert (node, line) == ("c", 8)
    assert "got '-1.000, which among decimal commas may be -1 or -1000'; kept as an open node" in message
    assert load_text(text.format("1.5")).graph.node("c").score == -1


@pytest.mark.parametrize(
    "before", ["sep=;\n", '"sep=;"\r\n', "SEP=;\n", "# moves, of a game\n", "\n# one\n\n# two\n", "sep=;\n# x\n"]
)
def test_what_stands_before_the_header_is_passed_over(before):
    loaded = load_bytes("x.csv", f"{before}from;to\na;b\nb;white\n\nid;player\na;black\n".encode())
    assert loaded.graph.moves == (("a", "b"), ("b", "white"))
    assert any(problem.line == 6 + before.count("\n") for problem in loaded.problems)


def test_undirected_edges_of_gephi_are_refused_with_the_line():
    with pytest.raises(FormatError, match=r"line 3: .*directed, but '2' → '1' is of the type Undirected"):
        load_text("Source,Target,Type,Weight\n1,2,Directed,1.0\n2,1,Undirected,1.0\n")


# ---- formulas


def graph_of(names: list[str]) -> GameGraph:
    """A graph whose ids, label, names of a move and of a key, and text are these."""
    first, *others = names
    nodes = [
        {"id": first, "player": "max", "label": first, first: first},
        *({"id": name, "score": -1} for name in others),
    ]
    moves = [[first, name] for name in others]
    return GameGraph.from_json({"root": first, "nodes": nodes, "moves": moves})


def cells_of(content: bytes, delimiter: str) -> list[str]:
    rows = csv.reader(io.StringIO(content.decode(), newline=""), delimiter=delimiter)
    return [cell for row in rows for cell in row]


@pytest.mark.parametrize(("name", "delimiter"), [("csv", ","), ("tsv", "\t")])
@given(st.lists(st.text("=+-@\t\r'1a ,", min_size=1, max_size=4), min_size=2, max_size=5, unique=True))
def test_a_guarded_table_has_numbers_and_text_but_no_formula_and_the_usual_one_is_kept(name, delimiter, names):
    graph = graph_of(names)
    usual = cells_of(formats.dump(graph, name), delimiter)
    risky = [cell for cell in usual if is_risky(cell)]
    assert formats.has_formulas(graph, name) == bool(risky)
    if {f"'{cell}" for cell in risky} & {*names}:
        with pytest.raises(FormatError, match="rename one"):
            formats.dump(graph, name, guards_formulas=True)
        return
    safe = cells_of(formats.dump(graph, name, guards_formulas=True), delimiter)
    assert safe == [f"'{cell}" if cell in risky else cell for cell in usual]


def test_formulas_are_guarded_in_both_files_and_only_where_a_spreadsheet_looks(tmp_path):
    graph = graph_of(["=1+1", "-1", "b"])
    formats.write(graph, tmp_path / "x.csv", guards_formulas=True)
    assert (tmp_path / "x.csv").read_text() == "from,to\n'=1+1,-1\n'=1+1,b\n"
    assert formats.read(tmp_path / "x.csv").ids == ("'=1+1", "-1", "b")
    formats.write(graph, tmp_path / "x.csv")
    assert formats.read(tmp_path / "x.csv").ids == ("=1+1", "-1", "b")
    assert not formats.has_formulas(graph, "parquet")
    for suffix in (".parquet", ".dot"):
        with pytest.raises(FormatError, match="only CSV and TSV"):
            formats.write(graph, tmp_path / f"y{suffix}", guards_formulas=True)
