"""Successors as dictionaries of Python, records by id or with a parent, and what stands beside the moves."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import networkx as nx
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer import as_graph, diff, formats, solve
from explorer.model.errors import ExplorerError
from explorer.model.graph import Kind

pytestmark = pytest.mark.filterwarnings("ignore::explorer.ReadingWarning")
CASES = Path(__file__).parent / "cases"
POSITIONS = [(0, "X"), (1, "O"), 7, "a", frozenset({1, 9}), ((1, 2), None), 2.5]


def said(text: str) -> str:
    return "\n".join(problem.message for problem in formats.load_text(text).problems)


@given(st.dictionaries(st.sampled_from(POSITIONS), st.lists(st.sampled_from(POSITIONS), min_size=1, unique=True)))
@settings(max_examples=30)
def test_any_hashable_position_is_one_as_in_networkx(moves: dict[object, list[object]]):
    if moves:
        ours, theirs = as_graph(moves), as_graph(nx.DiGraph(moves))
        assert {*ours.ids} == {*theirs.ids}
        assert {*ours.moves} == {*theirs.moves}


def test_a_position_that_is_a_tuple_may_be_a_leaf_or_the_only_successor():
    assert solve({(0, "X"): [(1, "O"), (2, "O")], (1, "O"): 4, (2, "O"): Fraction(1, 2)}).scores["(0, 'X')"] == 4
    assert as_graph({(0, 0): (1, 1), (1, 1): 5}).moves == (("(0, 0)", "(1, 1)"),)
    assert {*as_graph([((0, 1), "a"), ("a", (0, 1))]).moves} == {("(0, 1)", "a"), ("a", "(0, 1)")}


@pytest.mark.parametrize(
    ("given_dict", "words"),
    [
        ({"a": ["b"], "b": "x"}, "the score of node 'b': .* got 'x'"),
        ({"a": ["b"], "b": {"x": [1]}}, "'b': {'x': \\[1\\]} is neither a list of successors nor a score"),
        ({"a": [["b", 1]], "b": 3}, "'a': \\[\\['b', 1\\]\\] is neither"),
        ({"a": [("b", 1)], "b": 3}, r"the successor \('b', 1\) of 'a' is no node, but 'b' is"),
        ({"edges": [("a", "b")], "scores": {"b": 3, "z": 1}}, "scores has 'z', which is no node"),
        ({"a": {"children": "b, c"}, "b": {"children": []}}, "the children of node 'a' must be a list"),
    ],
)
def test_a_value_of_no_use_is_named(given_dict: dict[str, object], words: str):
    with pytest.raises(ExplorerError, match=words):
        as_graph(given_dict)


def test_dictionaries_of_successors_have_names_of_moves_or_nodes_as_keys():
    named = as_graph({"a": {"left": "b", "right": "c"}, "b": 1, "c": 2})
    assert named.move_names == {("a", "b"): "left", ("a", "c"): "right"}
    assert as_graph({"a": {"b": "left", "c": "right"}, "b": 1, "c": 2}) == named
    weighted = '{"a": {"b": 1, "c": 5}, "b": 1, "c": 2}'
    assert solve(json.loads(weighted)).score == 2
    assert "the weight of moves is not evaluated" in said(weighted)


def test_records_that_say_what_nodes_are_worth_and_no_moves_are_values_and_no_graph():
    values = {"a": {"score": 0, "best": "b"}, "b": {"score": -1}}
    assert "mine" in diff("sample:figure-1", values).columns  # which two graphs that are compared have not
    with pytest.raises(ExplorerError, match="the keys are: 'a', 'b'"):
        as_graph(values)


@pytest.mark.parametrize("key", ["edges", "moves", "graph", "adjacency", "successors"])
def test_scores_and_players_may_stand_in_dictionaries_beside_the_moves(key: str):
    moves = {(0,): [(1,), (2,)], (2,): [(0,), (3,)]}
    pairs = [(source, target) for source, targets in moves.items() for target in targets]
    beside = {"scores": {(1,): 3, (3,): 5}, "players": {(0,): "min", (2,): "max"}, "root": "(2,)"}
    forms = [{key: moves, **beside}, *([{key: pairs, **beside}] if key in ("edges", "moves") else [])]
    for form in forms:
        graph = as_graph(form)
        assert (graph.root, graph.node("(0,)").kind, graph.node("(2,)").kind) == ("(2,)", Kind.MIN, Kind.MAX)
        assert solve(graph).scores["(0,)"] == 3
        assert {*graph.moves} == {(str(source), str(target)) for source, target in pairs}


def test_the_case_with_keys_beside_the_edges_is_worth_3_to_min():
    graph = formats.read(CASES / "t4-09-side-keys.json")
    assert (graph.node("A").kind, solve(graph).score) == (Kind.MIN, 3)


@pytest.mark.parametrize("name", ["t4-10-nodes-by-id.json", "t4-10-parents.csv"])
def test_the_cases_of_records_are_worth_3(name: str):
    assert solve(formats.read(CASES / name)).score == 3


def test_moves_under_a_key_that_is_not_known_are_said_to_be_missing():
    with pytest.raises(ExplorerError, match=r"the moves of the graph are missing; its keys are .* and 'relations'"):
        formats.load(CASES / "t4-10-relations.json")


RING = [
    {"id": "a", "player": "max", "children": ["b", "c"]},
    {"id": "b", "player": "min", "children": ["d", "a"]},
    {"id": "c", "score": -1},
    {"id": "d", "score": 1},
]


def test_records_are_one_graph_in_a_list_by_id_or_under_nodes():
    right = as_graph({"edges": [["a", "b"], ["a", "c"], ["b", "d"], ["b", "a"]],
                      "players": {"a": "max", "b": "min"}, "scores": {"c": -1, "d": 1}})  # fmt: skip
    by_id = {record["id"]: {key: value for key, value in record.items() if key != "id"} for record in RING}
    moves_for_children = {id: {("moves" if key == "children" else key): record[key] for key in record}
                          for id, record in by_id.items()}  # fmt: skip
    for form in (RING, by_id, {"nodes": RING}, moves_for_children):
        graph = as_graph(json.loads(json.dumps(form)))
        assert {*graph.moves} == {*right.moves}
        assert solve(graph).scores == solve(right).scores
    assert as_graph({"root": "b", "nodes": RING}).root == "b"


PARENTS = [(1, None, "min", None), (2, 1, None, 4), (3, 1, None, 7)]


def test_nodes_that_name_their_parent_are_a_tree_in_records_and_tables(tmp_path: Path):
    keys = ("id", "parent", "player", "score")
    frame = pd.DataFrame(PARENTS, columns=keys)
    records = [dict(zip(keys, row, strict=True)) for row in PARENTS]
    frame.to_csv(tmp_path / "x.csv", index=False)
    frame.to_excel(tmp_path / "x.xlsx", index=False)
    frame.fillna({"parent": -1}).to_csv(tmp_path / "y.tsv", index=False, sep="\t")
    files = [tmp_path / name for name in ("x.csv", "x.xlsx", "y.tsv")]
    for form in (frame, records, {"nodes": records}, frame.rename(columns={"parent": "Parent_ID"}), *files):
        graph = as_graph(form)
        assert graph.moves == (("1", "2"), ("1", "3"))
        assert (graph.root, solve(graph).score) == ("1", 4)
    with pytest.raises(ExplorerError, match="the parent '9' of node '3' is no id of the table"):
        as_graph([*records[:2], {"id": 3, "parent": 9, "score": 7}])


OF_TREELIB = (
    '{"r": {"children": [{"a": {"children": [{"c": {"data": 5}}, {"d": {"data": 7}}], "data": {"player": "min"}}}, '
    '{"b": {"data": 3}}], "data": "max"}}'
)
OF_ANYTREE = (
    '{"player": "max", "name": "r", "children": [{"name": "a", "player": "min", "children": [{"score": 5, '
    '"name": "c"}, {"score": 7, "name": "d"}]}, {"score": 3, "name": "b"}]}'
)


@pytest.mark.parametrize("text", [OF_TREELIB, OF_ANYTREE])
def test_json_of_treelib_and_anytree_is_a_tree(text: str):
    graph = formats.load_text(text).require_good()
    assert dict(solve(graph).scores) == {"r": 5, "a": 5, "b": 3, "c": 5, "d": 7}
    assert "name no player" not in said(text)


def test_tags_of_treelib_are_scores_where_only_those_of_leaves_are_numbers():
    text = '{"r": {"children": [{"a": {"children": ["5", "7"]}}, "3"]}}'
    assert solve(formats.load_text(text).graph).score == 5
    assert "the tags of leaves are numbers" in said(text)
    assert formats.load_text(text.replace('"r"', '"1"')).graph.node("3").kind is Kind.OPEN


def test_a_list_of_numbers_is_said_to_be_one_node_and_the_tree_is_written():
    text = (CASES / "t4-12-leaf-list.json").read_text()
    assert (solve(formats.load_text(text).graph).score, solve([[3, 5], [2, 9]]).score) == (9, 3)
    assert "one node with 4 leaves" in said(text)
    assert "as in [[3, 5], [2, 9]]" in said(text)
    assert "[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]" in said("[1, 2, 3, 4, 5, 6, 7, 8]")
    assert "one node with" not in said("[[3, 5], [2, 9]]") + said("[3, 12]")
