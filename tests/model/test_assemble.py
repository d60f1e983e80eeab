"""Lenient building: what is good is kept, what is not is named, and nothing is lost in silence."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.examples import examples

from explorer.model import intake
from explorer.model.assemble import assemble_document, assemble_networkx
from explorer.model.check import Severity, errors_in
from explorer.model.errors import FormatError, GraphError
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.model.intake import Assembled, Intake

A = {"id": "a", "player": "max"}
B = {"id": "b", "score": 1}


def document(*nodes: object, moves: Iterable[Iterable[object]] = ("ab",), **top: object) -> Assembled:
    return assemble_document({"root": "a", "nodes": list(nodes), "moves": [list(move) for move in moves], **top})


def messages(assembled: Assembled, severity: Severity = Severity.ERROR) -> list[str]:
    return [problem.message for problem in assembled.problems if problem.severity is severity]


BAD_DOCUMENTS = {
    "unknown endpoint": (document(A, B, moves=["ab", "az"]), "a", "'z'"),
    "unknown source": (document(A, B, moves=["ab", "zb"]), "b", "'z'"),
    "duplicate id": (document(A, B, {"id": "b", "score": 2}), "b", "two nodes have the id 'b'"),
    "unknown player": (document({"id": "a", "player": "white"}, B), "a", "unknown player 'white'"),
    "player of the wrong type": (document({"id": "a", "player": ["max"]}, B), "a", "unknown player ['max']"),
    "two claims": (document(A, {"id": "b", "score": 1, "open": True}), "b", "score and open"),
    "no claim": (document(A, {"id": "b"}), "b", "neither player, score nor open"),
    "text for a score": (document(A, {"id": "b", "score": "one"}), "b", "'one'"),
    "infinite score": (document(A, {"id": "b", "score": float("inf")}), "b", "finite"),
    "score over zero": (document(A, {"id": "b", "score": "1/0"}), "b", "'1/0'"),
    "score of many digits": (document(A, {"id": "b", "score": 10**400}), "b", "300 digits"),
    "boolean score": (document(A, {"id": "b", "score": True}), "b", "True"),
    "open of the wrong type": (document(A, B | {"open": [1]}), "b", "open must be true or false"),
    "inner node without moves": (document(A, B, moves=[]), "a", "no moves"),
    "leaf with moves": (document(A, B, moves=["ab", "ba"]), "b", "has a move to a"),
    "unknown root": (document(A, B, root="zz"), None, "the root 'zz'"),
    "no root": (document(A, B, root=None), None, "no root"),
    "node without id": (document(A, B, {"player": "max"}), None, "the id of a node"),
    "node that is no object": (document(A, B, 17), None, "node 3"),
    "id of the wrong type": (document(A, B, {"id": {}}), None, "the id of a node"),
    "boolean id": (document(A, B, {"id": True}), None, "True"),
    "empty id": (document(A, B, {"id": ""}), None, "the id of a node"),
    "long id": (document(A, B, {"id": "x" * 1001}), None, "1,000 characters"),
    "half a character": (document(A, B, {"id": "\ud800"}), None, "half of a character"),
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
        (document(A, B | {"x": 3, "y": "left"}), "node 'b' needs both x and y"),
        (document(A, B | {"x": 1e308, "y": 0}), "node 'b' needs both x and y as numbers up to 1,000,000,000"),
        (document(A, B | {"label": {"text": "B"}}), "the label of node 'b'"),
        (document(A, B, name=["Fig"]), "the name of the graph"),
        (document(A, B, expected=[1]), "expected must be an object"),
    ],
)
def test_what_is_left_out_without_harm_is_warned_of(assembled, words):
    assert [words in message for message in messages(assembled, Severity.WARNING)] == [True]
    assert assembled.require_good().moves == (("a", "b"),)


def test_nulls_are_absent():
    nodes = [A | {"score": None, "open": None, "label": None, "x": None, "y": None}, B]
    graph = document(*nodes, name=None, description=None, expected=None).require_good()
    assert (graph.name, graph.description, graph.node("a").label) == ("", "", None)


def test_a_warning_about_a_node_does_not_hide_that_it_is_nothing():
    assembled = document({"id": "a"}, B, moves=["ab", "ab"])
    assert any("neither player" in message for message in messages(assembled))


def test_a_node_called_root_does_not_hide_that_there_is_none():
    nodes = [{"id": "root", "player": "max"}, B]
    assembled = document(*nodes, moves=[("root", "b"), ("root", "b")], root=None)
    assert any("no root" in message for message in messages(assembled))


def test_one_mistake_is_said_once():
    assert len(messages(document(A, B, moves=["az"]))) == 1
    assert len(messages(document({"id": "a", "player": "white"}, B, moves=[]))) == 1


def test_all_mistakes_are_said():
    assembled = document(A, A, {"id": "c", "score": "x"}, {"id": "d"}, moves=["az", "ad", "da"])
    assert [problem.node for problem in errors_in(list(assembled.problems))] == ["a", "a", "c", "d"]


def test_a_document_of_another_kind_is_refused():
    for data in ([], 3, "text", None, {"format": "other"}, {"version": 2, "nodes": []}, {"foo": 1}, {"nodes": 3}):
        with pytest.raises(FormatError):
            assemble_document(data)


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


def test_problems_of_a_table_name_the_line():
    assembled = assemble_tables(rows({"from": "a", "to": ""}), rows(A, {"id": "a", "score": 1}))
    assert sorted((problem.line, problem.severity) for problem in assembled.problems) == [(2, "error"), (3, "error")]


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


def test_frames_may_say_source_and_target():
    import pandas as pd

    frame = pd.DataFrame({"Source": ["a"], "target": ["b"]})
    assert GameGraph.from_frames(frame, convention="negamax").moves == (("a", "b"),)


def test_a_guessed_root_is_said():
    assembled = assemble_tables(rows({"from": "a", "to": "b"}, {"from": "b", "to": "a"}), None)
    assert assembled.graph.root == "a"
    assert any("took the first node, 'a'" in message for message in messages(assembled, Severity.WARNING))


def test_players_that_nobody_knows_do_not_make_a_negamax_graph():
    assembled = assemble_tables(rows({"from": "a", "to": "b"}), rows({"id": "a", "player": "white"}, B))
    assert assembled.graph.convention is Convention.MINIMAX
    assert "white" in messages(assembled)[0]


def test_what_networkx_has_on_its_edges_is_not_lost_in_silence():
    network = GameGraph.from_json({"root": "a", "nodes": [A, B], "moves": [["a", "b"]]}).to_networkx()
    network.edges["a", "b"]["weight"] = 3
    assert "weight" in messages(assemble_networkx(network), Severity.WARNING)[0]


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


@pytest.mark.parametrize("player", [True, 2, -1, 0.5, float("nan"), 10**4_000, "01", "", [0], "odds"])
def test_other_words_are_no_players(player):
    assembled = document({"id": "a", "player": player}, B)
    assert "unknown player" in messages(assembled)[0]


def test_an_owner_that_is_no_player_or_stands_beside_one_is_kept_as_it_is():
    nodes = [A | {"owner": 1}, B | {"owner": 0}, {"id": "c", "player": "min", "owner": "Ann"}]
    graph = document(*nodes, moves=["ab", "ac", "ca"]).require_good()
    assert [node.kind for node in graph.nodes] == [Kind.MAX, Kind.LEAF, Kind.MIN]
    assert [node.extra["owner"] for node in graph.nodes] == [1, 0, "Ann"]
    negamax = document({"id": "a", "owner": 1}, B, convention="negamax").require_good()
    assert (negamax.node("a").kind, dict(negamax.node("a").extra)) == (Kind.MOVER, {"owner": 1})


# ---- limits


def test_too_many_nodes_are_refused_with_the_limit(monkeypatch):
    monkeypatch.setattr(intake, "MAX_NODES", 2)
    monkeypatch.setattr(intake, "_BETWEEN_LOOKS", 1)
    for third in ({"id": "c", "score": 1}, {}, A):
        with pytest.raises(FormatError, match="more than 2 nodes"):
            document(A, B, third)


def test_too_many_moves_are_refused_with_the_limit(monkeypatch):
    monkeypatch.setattr(intake, "MAX_MOVES", 2)
    monkeypatch.setattr(intake, "_BETWEEN_LOOKS", 1)
    with pytest.raises(FormatError, match="more than 2 moves"):
        document(A, B, moves=["ab", "ab", "ab"])


@pytest.mark.large
def test_a_hundred_thousand_bad_nodes_take_no_quadratic_time():
    taken = Intake()
    for number in range(100_000):
        taken.node({"id": number, "player": "white"})
    said = [problem.message for problem in taken.finish({"root": 0}).problems if "unknown player" in problem.message]
    assert said == [
        "node '0' has the unknown player 'white'; kept as an open node, say what it is; 100,000 such problems, "
        "the first at '0', '1', '2'"
    ]


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


def test_three_problems_of_a_kind_are_told_one_by_one():
    assembled = document(A, B, *[{"id": f"c{i}", "score": "x"} for i in range(3)])
    assert [problem.node for problem in errors_in(list(assembled.problems))] == ["c0", "c1", "c2"]


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


@pytest.mark.parametrize("odd", [3, [1], [2, 1], ["x", 2], [1, 2, 3]])
def test_a_range_that_is_none_is_named_and_left_out(odd):
    assembled = assemble_document({"root": "a", "nodes": [A, B], "moves": ["ab"], "range": odd})
    assert assembled.graph.score_range is None
    assert any("the range of scores: expected" in problem.message for problem in assembled.problems)
