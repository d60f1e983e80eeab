"""Files as people have them, rebuilt from reports, each with its right answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from explorer import formats
from explorer.model.errors import FormatError
from explorer.model.graph import GameGraph
from explorer.scenes.as_graph import as_graph
from explorer.solver import solve

CASES = Path(__file__).parent / "cases"


def moves(graph: GameGraph) -> str:
    """The nodes, each with its successors."""
    pairs = zip(graph.ids, graph.successors, strict=True)
    return " · ".join(f"{id}: {' '.join(graph.ids[index] for index in below)}".strip() for id, below in pairs)


def said(loaded) -> str:
    return "\n".join(map(str, loaded.problems))


# ---- lists of edges and adjacency lists

LISTS = {
    "a1-adjacency-list.json": "0: 1 · 1: 0 2 · 2:",
    "a3-adjacency-dict.json": "0: 1 · 1: 0 2 · 2:",
    "a4-adjacency-dict.json": "a: b · b: a c · c:",
    "a5-nm-header.txt": "0: 1 · 1: 0 2 · 2:",
    "a6-nm-header-1based.txt": "1: 2 · 2: 1 3 · 3:",
    "edges.json": "a: b · b: a t · t:",
    "records.json": "a: b · b: a t · t:",
    "lists2.txt": "0: 1 2 · 1: 0 3 · 2: · 3:",
    "nx-adjlist.txt": "Start: Stop Reply · Reply: Prize Start · Stop: · Prize:",
}


@pytest.mark.parametrize("name", LISTS)
def test_a_list_is_read_and_its_first_node_is_the_root(name):
    loaded = formats.load(CASES / name)
    assert moves(loaded.graph) == LISTS[name]
    assert loaded.graph.root == loaded.graph.ids[0]
    assert not [problem for problem in loaded.problems if problem.severity == "error"]
    assert moves(formats.load_text((CASES / name).read_text()).graph) == LISTS[name]


@pytest.mark.parametrize("name", ["a5-nm-header.txt", "a6-nm-header-1based.txt"])
def test_a_first_line_of_counts_is_said_and_can_be_a_move(name):
    assert "the first line, 3 3, was read as counts" in said(formats.load(CASES / name))
    as_move = formats.load_text("from to\n" + (CASES / name).read_text())
    assert ("3", "3") in as_move.graph.moves
    assert "read as counts" not in said(as_move)


OTHERS = {  # a list, and what it may be: by the key that says so, first what is taken
    "[[2],[2,3],[0,1,3],[1,2]]": {"children": (13, 12), "adjacency": (4, 8)},
    "[[0,1],[1,0],[1,2]]": {"children": (10, 9), "adjacency": (3, 6), "edges": (3, 3)},
    "[[0],[0,1],[]]": {"adjacency": (3, 3)},
    "[[5,8],[5,1],[3,9]]": {"children": (10, 9)},
}


@pytest.mark.parametrize("text", OTHERS)
def test_a_list_that_may_be_more_than_one_thing_says_which_was_taken_and_how_to_take_the_others(text):
    loaded, others = formats.load_text(text), list(OTHERS[text].items())
    for key, (nodes, count) in others:
        graph = formats.load_text(f'{{"{key}": {text}}}').graph
        assert (len(graph.nodes), len(graph.moves)) == (nodes, count)
        assert (f'{{"{key}":' in said(loaded)) == (key != others[0][0])
    assert len(loaded.graph.nodes) == others[0][1][0]


def test_rows_of_three_numbers_that_may_end_in_a_weight_say_so():
    loaded = formats.load_text("0 1 2\n1 0 2\n2 0 1\n")
    assert moves(loaded.graph) == "0: 1 2 · 1: 0 2 · 2: 0 1"
    assert "weight" in said(loaded)
    assert moves(formats.load_text("from to\n0 1 2\n1 0 2\n2 0 1\n").graph) == "0: 1 · 1: 0 · 2: 0"


@pytest.mark.filterwarnings("ignore::explorer.ReadingWarning")
@pytest.mark.parametrize(
    "data", [{"a": ["b"], "b": ["a", "c"], "c": 1}, {"a": ("b",), "b": ("a", "c"), "c": 1.0}, {"a": {"b": {}}, "b": {}}]
)
def test_a_dict_of_python_is_a_graph(data):
    graph = as_graph(data)
    assert graph.root == "a"
    assert moves(graph) == ("a: b · b: a c · c:" if "c" in data else "a: b · b:")
    assert moves(formats.load_text(json.dumps(data)).graph) == moves(graph)


# ---- arrows, and a line that names the root

ARROWS = {
    "a -> b, c\nb -> a\nc = 1": "a: b c · b: a · c:",
    "a->b\na --> c\nb → a\nc = 1": "a: b c · b: a · c:",
    "a max -> b  # one\na -> c\nb min: a\nc = 1": "a: b c · b: a · c:",
}


@pytest.mark.parametrize("text", ARROWS)
def test_arrows_are_moves_and_may_go_on_in_another_line(text):
    loaded = formats.load_text(text)
    assert moves(loaded.graph) == ARROWS[text]
    assert "error" not in said(loaded)


def test_a_first_line_names_the_root_and_says_so():
    loaded = formats.load_text("root: b\na: b c\nb: a\nc = 1")
    assert (loaded.graph.root, loaded.graph.ids) == ("b", ("a", "b", "c"))
    assert "was read as naming the root; if root is a node, write > root: b" in said(loaded)


@pytest.mark.parametrize(
    "text", ["> root: b\nb: root", "root: b c\nb: c\nc = 1", "root: b\nb: root", "root max: b\nb = 1", "root: b"]
)
def test_a_node_may_well_be_called_root(text):
    loaded = formats.load_text(text)
    assert loaded.graph.root == "root"
    assert "naming the root" not in said(loaded)


# ---- what is refused, and tables as text


def test_a_table_as_text_is_a_table():
    assert moves(formats.load(CASES / "table.txt").graph) == "a: b · b: a"


REFUSED = {
    "dimacs.txt": ("DIMACS", (CASES / "dimacs.txt").read_text()),
    "x.pgn": ("PGN", '[Event "A"]\n[Site "B"]\n\n1. e4 e5 *\n'),
    "x.sgf": ("SGF", "(;FF[4]GM[1]SZ[9];B[ee])"),
    "y.sgf": ("SGF", "(\n;GaMe[1]\nSiZe[9])"),
    "x.mmd": ("Mermaid", (CASES / "t4-11-mermaid.txt").read_text()),
    "y.mmd": ("Mermaid", "```mermaid\n---\ntitle: x\n---\n%% of a game\nflowchart LR\n  a --> b\n```"),
    "x.jsonl": ("JSON lines", (CASES / "t4-11-lines.jsonl").read_text()),
    "x.hoa": ("HOA", "HOA: v1\nStates: 1\n--BODY--\n--END--\n"),
    "x.cyjs": ("Cytoscape", '{"data": {"name": "x"}, "elements": {"nodes": [], "edges": []}}'),
    "x.net": ("Pajek", '*Vertices 2\n1 "a"\n2 "b"\n*Arcs\n1 2\n'),
    "x.jani": ("JANI", '{"jani-version": 1, "name": "x", "automata": []}'),
    "x.g6": ("graph6", ">>graph6<<A_\n"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_holds_something_else_is_refused_in_a_sentence_that_says_what_helps(name):
    words, text = REFUSED[name]
    for load in (
        lambda: formats.load_bytes(name, text.encode()),
        lambda: formats.load_bytes("x.txt", text.encode()),
        lambda: formats.load_text(text),
    ):
        with pytest.raises(FormatError, match=words) as caught:
            load()
        assert any(word in str(caught.value) for word in ("write", "export", "make", "put"))
        assert ".graphml" not in str(caught.value)


def test_json_lines_are_a_graph_when_what_the_sentence_says_is_done():
    lines = (CASES / "t4-11-lines.jsonl").read_text().strip().splitlines()
    graph = formats.load_text(f"[{','.join(lines)}]").require_good()
    assert moves(graph) == "a: b c · b: d a · c: · d:"
    assert solve(graph).scores["a"] == 0  # Max goes round rather than take −1, and so does Min rather than give 1
