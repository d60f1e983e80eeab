"""Lenient building: what is good is kept, what is not is named, and nothing is lost in silence."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.examples import examples

from explorer.intake import Assembled, Intake
from explorer.intake.assemble import assemble_document
from explorer.model.check import Severity, errors_in
from explorer.model.errors import GraphError
from explorer.model.graph import Convention, GameGraph, Kind

A = {"id": "a", "player": "max"}
B = {"id": "b", "score": 1}


def document(*nodes: object, moves: Iterable[Iterable[object]] = ("ab",), **top: object) -> Assembled:
    return assemble_document({"root": "a", "nodes": list(nodes), "moves": [list(move) for move in moves], **top})


def messages(assembled: Assembled, severity: Severity = Severity.ERROR) -> list[str]:
    return [problem.message for problem in assembled.problems if problem.severity is severity]


BAD_DOCUMENTS = {
    "unknown endpoint": (document(A, B, moves=["ab", "az"]), "a", "'z'"),
    "duplicate id": (document(A, B, {"id": "b", "score": 2}), "b", "two nodes have the id 'b'"),
    "unknown player": (document({"id": "a", "player": "white"}, B), "a", "unknown player 'white'"),
    "two claims": (document(A, {"id": "b", "score": 1, "open": True}), "b", "score and open"),
    "no claim": (document(A, {"id": "b"}), "b", "neither player, score nor open"),
    "text for a score": (document(A, {"id": "b", "score": "one"}), "b", "'one'"),
    "infinite score": (document(A, {"id": "b", "score": float("inf")}), "b", "finite"),
    "score of many digits": (document(A, {"id": "b", "score": 10**400}), "b", "300 digits"),
    "boolean score": (document(A, {"id": "b", "score": True}), "b", "True"),
    "inner node without moves": (document(A, B, moves=[]), "a", "no moves"),
    "leaf with moves": (document(A, B, moves=["ab", "ba"]), "b", "has a move to a"),
    "unknown root": (document(A, B, root="zz"), None, "the root 'zz'"),
    "no root": (document(A, B, root=None), None, "no root"),
    "node without id": (document(A, B, {"player": "max"}), None, "the id of a node"),
    "node that is no object": (document(A, B, 17), None, "node 3"),
    "long id": (document(A, B, {"id": "x" * 1001}), None, "1,000 characters"),
    "move that is no pair": (document(A, B, moves=["ab", ["a"]]), None, "move 2"),
    "unknown convention": (document(A, B, convention="zero-sum"), None, "'zero-sum'"),
    "player in negamax": (document(A, B, convention="negamax"), "a", "has the player 'max'"),
}


@pytest.mark.parametrize("name", BAD_DOCUMENTS)
def test_every_error_is_one_sentence_and_names_its_node(name):
    assembled, node, words = BAD_DOCUMENTS[name]
    errors = errors_in(list(assembled.problems))
    assert [problem.node for problem in errors] == [node], messages(assembled)
    assert words in errors[0].message
    assert "\n" not in errors[0].message
    with pytest.raises(GraphError):
        assembled.require_good()


@pytest.mark.parametrize("name", BAD_DOCUMENTS)
def test_the_good_part_is_kept(name):
    graph = BAD_DOCUMENTS[name][0].graph
    assert {"a", "b"} <= {node.id for node in graph.nodes}
    assert graph.moves[:1] == ((("a", "b"),) if name != "inner node without moves" else ())


@pytest.mark.parametrize(
    ("assembled", "words"),
    [
        (document(A, B, moves=["ab", "ab"]), "'a' → 'b' is given twice"),
        (document(A, B | {"x": 3}), "node 'b' needs both x and y"),
        (document(A, B | {"x": 1e308, "y": 0}), "node 'b' needs both x and y as numbers up to 1,000,000,000"),
        (document(A, B, expected=[1]), "expected must be an object"),
    ],
)
def test_what_is_left_out_without_harm_is_warned_of(assembled, words):
    assert [words in message for message in messages(assembled, Severity.WARNING)] == [True]
    assert assembled.require_good().moves == (("a", "b"),)


def test_a_number_and_its_text_are_one_id():
    assembled = assemble_document(
        {"root": 1, "nodes": [{"id": 1.0, "player": "min"}, {"id": "2", "score": 0}], "moves": [[1, 2]]}
    )
    assert assembled.require_good().moves == (("1", "2"),)


# ---- tables and networks


def rows(*records: dict[str, object]) -> list[tuple[int | None, dict[str, object]]]:
    return list(enumerate(records, 2))


def assemble_tables(moves: list[tuple[int | None, dict[str, object]]], nodes=None) -> Assembled:
    """The graph of the rows of two tables."""
    taken = Intake(is_table=True)
    for line, row in nodes or ():
        taken.node(row, line)
    for line, row in moves:
        taken.move(row.get("from"), row.get("to"), line=line)
    return taken.finish()


def test_an_end_that_the_table_of_nodes_does_not_know_is_an_error():
    for nodes in (rows(A, B), rows({"id": "a"}, B)):
        assembled = assemble_tables(rows({"from": "a", "to": "b"}, {"from": "a", "to": "typo"}), nodes)
        assert "typo" in "".join(messages(assembled))


def test_a_problem_that_only_the_whole_shows_names_the_line_of_its_node():
    assembled = assemble_tables([], rows(B, A))
    assert [problem.line for problem in errors_in(list(assembled.problems))] == [3]


def test_the_marked_row_is_the_root_and_two_marks_are_an_error():
    nodes = rows(A, B | {"root": "false"}, {"id": "c", "player": "min", "root": "X"})
    moves = rows({"from": "a", "to": "b"}, {"from": "c", "to": "b"})
    assert assemble_tables(moves, nodes).graph.root == "c"
    twice = rows(A | {"root": True}, B | {"root": True})
    assert "2 nodes are marked" in messages(assemble_tables(moves[:1], twice))[0]
    left_out = rows(A, B, B | {"root": True})
    assert assemble_tables(moves[:1], left_out).graph.root == "a"


# ---- names of players


@pytest.mark.parametrize(
    ("first", "second"),
    [("max", "min"), ("MAX ", " Min"), (0, 1), ("0", "1"), (0.0, 1.0), ("0.0", "1.0"), ("even", "Odd")],
)
@pytest.mark.parametrize("key", ["player", "owner"])
def test_players_may_be_called_as_parity_games_call_them(key, first, second):
    graph = document({"id": "a", key: first}, {"id": "b", key: second}, moves=["ab", "ba"]).require_good()
    assert [node.kind for node in graph.nodes] == [Kind.MAX, Kind.MIN]
    assert [dict(node.extra) for node in graph.nodes] == [{}, {}]


# ---- limits


def test_more_than_three_problems_of_a_kind_are_one_with_their_number_and_first_places():
    taken = Intake(Convention.MINIMAX)
    for number in range(1, 41):
        said = {"score": "x"} if number % 2 else {"player": "min"}
        taken.node({"id": f"n{number}", **said}, line=number)
    assembled = taken.finish({"root": "n1"})
    errors = errors_in(list(assembled.problems))
    assert (errors[0].node, errors[0].line, errors[0].count) == ("n1", 1, 20)
    assert errors[0].message.endswith("20 such problems, the first at 'n1' (line 1), 'n3' (line 3), 'n5' (line 5)")
    assert errors[1].message.startswith("Min node n2 has no moves")
    with pytest.raises(
        GraphError, match=r"line 1: the score of node 'n1'.*\(and 39 more: Min node n2 has no moves[^;]*;[^;]*\)$"
    ):
        assembled.require_good()


# ---- anything at all

words = st.sampled_from(["a", "b", "max", "1/2", "id"])
long = st.sampled_from(["long " * 150, 10**160, 1e167, -(10**999), 10**4_000])
keys = st.sampled_from(["id", "player", "score", "open", "label", "x", "y", "root", "name", "z"])
scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | words | long
anything = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=5), max_leaves=12
)
tops = st.sampled_from(["root", "name", "description", "convention", "expected", "zz"])


@examples(80)
@example([], [[1e167, 0]], {})
@example([{"id": "a" * 999}, {"id": "a" * 999, "label": "b" * 999, "score": "c" * 999}], [["a" * 999, "d" * 999]], {})
@given(st.lists(anything, max_size=5), st.lists(anything, max_size=5), st.dictionaries(tops, anything))
def test_nothing_in_a_document_is_a_fault_of_the_program(nodes, moves, top):
    assembled = assemble_document({"nodes": nodes, "moves": moves, **top})
    assert all("\n" not in problem.message and len(problem.message) < 400 for problem in assembled.problems)
    if not errors_in(list(assembled.problems)):
        assert errors_in(list(assemble_document(assembled.graph.to_json()).problems)) == []


# ---- names of moves, and the range of scores


def test_a_move_that_is_given_twice_is_kept_once_with_its_names_joined():
    taken = Intake()
    for record in (A, B):
        taken.node(record)
    for name in ("take 1", "take 2", "take 1", ""):
        taken.move("a", "b", {"label": name})
    graph = taken.finish().graph
    assert (graph.moves, graph.move_names) == ((("a", "b"),), {("a", "b"): "take 1, take 2"})


def test_names_of_moves_and_the_range_of_scores_come_back_from_a_document_and_a_network():
    graph = GameGraph.from_json(
        {
            "root": "a",
            "nodes": [A, B, {"id": "c", "score": 1}],
            "moves": [["a", "c", "take 2"], ["a", "b"]],
            "range": [-1, "5/2"],
        }
    )
    assert graph.move_names == {("a", "c"): "take 2"}
    assert graph.to_json()["moves"] == [["a", "c", "take 2"], ["a", "b"]]
    assert GameGraph.from_json(graph.to_json()) == graph == GameGraph.from_networkx(graph.to_networkx())
    assert graph.replace(moves=(("a", "b"),)).move_names == {}
    marked = GameGraph.from_json(graph.replace(progress=frozenset(graph.moves)).to_json())
    assert marked.progress == {*graph.moves}
    assert marked.replace(moves=(("a", "b"),)).progress == {("a", "b")}
