"""Files as people have them, which say little of what they mean: they get the right answer, and a guess is said."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import math
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import assume, given, settings
from support.formats import WHOLE_GAMES
from support.graphs import game, game_graphs

from explorer import algorithms, formats, read, trace
from explorer.comparison.expected import contradictions
from explorer.drawing.exports import GraphView, export
from explorer.formats import text
from explorer.intake import Assembled
from explorer.intake.assemble import with_lost_ends, with_turns, without_lost_ends
from explorer.intake.readings import Turns
from explorer.model.check import LOST, Severity, errors_in
from explorer.model.errors import FormatError, OptionError
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.solver import solve

CASES = Path(__file__).parent / "cases"


def case(name: str) -> Assembled:
    return formats.load(CASES / name)


def said(found: Assembled) -> str:
    return "\n".join(problem.message for problem in found.problems if problem.severity is not Severity.NOTE)


def players(*names: object) -> Assembled:
    """A ring of nodes of these players that ends in a leaf, as node-link JSON."""
    nodes = [{"id": str(index), "player": name} for index, name in enumerate(names)]
    edges = [{"source": str(index), "target": str(index + 1)} for index in range(len(names))]
    return formats.load_text(json.dumps({"nodes": [*nodes, {"id": str(len(names)), "score": 1}], "links": edges}))


# ---- players


def test_player_1_beside_player_2_is_max():
    solution = solve(case("p12.json").require_good())
    assert (solution.scores["a"], solution.scores["b"]) == (0, 0)  # neither Max takes −3 nor Min 4
    assert (solution.lower["a"], solution.upper["b"]) == (-3, 4)


@pytest.mark.parametrize(
    ("first", "second"),
    [(1, 2), (1.0, "2.0"), (1, -1), ("P1", "p2"), ("Player 1", "player_2"), ("white", "Black"), ("W", "B"), (0, 1)],
)
def test_either_of_a_pair_of_players_is_understood_and_said(first: object, second: object):
    found = players(second, first, "max")
    assert [node.kind for node in found.require_good().nodes[:3]] == [Kind.MIN, Kind.MAX, Kind.MAX]
    assert ("was read as Max" in said(found)) is (first != 0)  # 0 and 1 are those of parity games


@pytest.mark.parametrize("names", [(1, 2, 3), (1, 2, 0), (True, False), ("white", "grey"), (2, 2)])
def test_players_that_are_no_pair_are_an_error_that_names_them(names: tuple[object, ...]):
    (first, *_) = errors_in(list(players(*names).problems))
    assert "unknown player" in first.message
    assert all(repr(name) in first.message for name in names)


# ---- winning conditions that are not evaluated


@pytest.mark.parametrize(
    ("name", "word"), [("reach2.dot", "targets"), ("prio.dot", "priorities"), ("prio.graphml", "priorities")]
)
def test_a_winning_condition_that_is_not_evaluated_is_named_and_so_is_that_no_node_is_a_leaf(name: str, word: str):
    found = case(name)
    assert f"{word} are kept but not evaluated" in said(found)
    assert "every score is the value of endless play" in said(found)
    assert {*solve(found.require_good(), endless=7).scores.values()} == {7}


@pytest.mark.parametrize("name", ["stpg.dot", "stoch.dot"])
def test_chance_nodes_are_refused(name: str):
    with pytest.raises(FormatError, match="chance nodes"):
        case(name)


def weighted(*weights: object) -> Assembled:
    edges = [{"source": "a", "target": str(index), "weight": weight} for index, weight in enumerate(weights)]
    leaves = [{"id": str(index), "score": index} for index in range(len(weights))]
    return formats.load_text(json.dumps({"nodes": [{"id": "a", "player": "max"}, *leaves], "links": edges}))


def test_weights_are_named_unless_all_moves_have_the_same():
    assert "weight of moves is not evaluated" in said(weighted(1, 2))
    assert "weight of moves is not evaluated" not in said(weighted(1, 1))
    assert solve(weighted(0.5, 0.5).require_good()).score == 1  # a player chooses there, whatever the numbers


# ---- rows of engines


def test_a_row_with_player_and_score_and_no_moves_is_a_leaf():
    graph = case("dump.csv").require_good()
    assert (graph.node("t").kind, graph.node("t").score) == (Kind.LEAF, -1)
    assert solve(graph).score == -1


@pytest.mark.parametrize("named", [True, False])
def test_scores_at_nodes_with_moves_are_known_answers_that_are_compared(named: bool):
    nodes = "id,player,score\na,max,7\nb,min,1\nc,,5\nd,,1\n" if named else "id,score\na,7\nb,1\nc,5\nd,1\n"
    found = formats.load_text(f"from,to\na,b\na,c\nb,d\n\n{nodes}")
    assert "known answers" in said(found)
    assert [problem.node for problem in contradictions(found.require_good())] == ["a"]


@pytest.mark.parametrize("key", ["value", "payoff", "utility"])
def test_another_key_is_read_as_the_score_where_there_is_none(key: str):
    moves = "from,to\na,b\na,c\n\n"
    found = formats.load_text(f"{moves}id,player,{key}\na,max,\nb,,3\nc,,5\n")
    assert solve(found.require_good()).score == 5
    assert f"{key} was read as the score" in said(found)
    beside = formats.load_text(f"{moves}id,player,score,{key}\na,max,,\nb,,3,9\nc,,5,9\n")
    assert solve(beside.require_good()).score == 5
    assert beside.graph.node("b").extra[key] == "9"


# ---- who moves where no node names a player


def test_numbers_at_inner_nodes_choose_the_only_reading_that_they_satisfy():
    found = case("search.gexf")
    graph = found.require_good()
    assert (solve(graph).score, [node.kind for node in graph.nodes[:3]]) == (25, [Kind.MAX, Kind.MIN, Kind.MIN])
    assert contradictions(graph) == []
    rows = "from,to\nr,a\nr,b\na,c\na,d\nb,e\n\nid,score\nr,{}\na,{}\nb,{}\nc,1\nd,2\ne,3\n"
    for (root, a, b), score in {(3, 1, 3): 3, (2, 2, 3): 2, (3, -1, -3): 3}.items():
        found = formats.load_text(rows.format(root, a, b))
        assert contradictions(found.require_good()) == []
        assert solve(found.graph).score == score


@pytest.mark.parametrize(("name", "score", "best"), [("threeply.dot", 5, "n1"), ("onelevel.dot", 12, "b")])
def test_levels_of_a_tree_alternate_from_max_and_the_other_reading_is_offered(name: str, score: int, best: str):
    found = case(name)
    solution = solve(found.require_good())
    assert (solution.score, solution.best[solution.root]) == (score, best)
    assert "levels that alternate, beginning with Max" in said(found)
    other = with_turns(found, Turns.NEGAMAX)
    assert solve(other.graph).score == (-1 if name == "threeply.dot" else -3)
    assert solve(with_turns(other, Turns.MAX_FIRST).graph).score == score


TREE = "from,to\nr,a\nr,b\na,c\nb,d\n\nid,score\nc,1\nd,2\n"


@pytest.mark.filterwarnings("ignore::explorer.ReadingWarning")
@pytest.mark.parametrize("format", ["graphml", "gexf", "gml", "dot", "csv", "node-link"])
def test_all_formats_read_a_tree_that_names_no_player_alike(format: str):
    graph = nx.DiGraph([("r", "a"), ("r", "b"), ("a", "c"), ("b", "d")])
    nx.set_node_attributes(graph, {"c": 1, "d": 2}, "score")
    texts = {
        "graphml": lambda: "\n".join(nx.generate_graphml(graph)),
        "gexf": lambda: "\n".join(nx.generate_gexf(graph)),
        "gml": lambda: "\n".join(nx.generate_gml(graph)),
        "dot": lambda: "digraph { r -> a; r -> b; a -> c; b -> d; c [score=1]; d [score=2] }",
        "csv": lambda: TREE,
        "node-link": lambda: json.dumps(nx.node_link_data(graph, edges="links")),
    }
    found = formats.load_text(texts[format]())
    assert (found.require_good().convention, solve(found.graph).score) == (Convention.MINIMAX, 2)
    assert GameGraph.from_networkx(graph).convention is Convention.NEGAMAX  # as the help of Python says


def test_a_graph_that_is_no_tree_is_negamax_and_says_the_other_reading_where_there_is_one():
    shared = formats.load_text(TREE.replace("b,d", "b,c\nb,d"))
    assert shared.graph.convention is Convention.MINIMAX  # leaves may be shared
    joined = formats.load_text(TREE.replace("b,d", "b,d\na,e\nb,e\ne,c"))
    assert joined.graph.convention is Convention.NEGAMAX
    assert with_turns(joined, Turns.MAX_FIRST).graph.node("e").kind is Kind.MAX
    odd = formats.load_text(TREE.replace("b,d", "b,d\na,b"))
    assert odd.graph.convention is Convention.NEGAMAX
    with pytest.raises(OptionError, match="either player to move"):
        with_turns(odd, Turns.MAX_FIRST)


@pytest.mark.parametrize("format", [*WHOLE_GAMES, "gambit"])
def test_a_reading_stays_when_it_is_written(format: str):
    for turns in Turns:
        graph = with_turns(formats.load_text(TREE), turns).graph
        if format == "gambit" and turns is Turns.NEGAMAX:
            continue
        entry = formats.find(format)
        again = entry.load(entry.dump(graph))
        assert (again.graph.convention, solve(again.require_good()).score) == (graph.convention, solve(graph).score)
        assert "no node names a player" not in said(again)


# ---- nodes without moves of a plain directed graph


def test_a_position_without_moves_of_a_plain_graph_is_lost_where_that_is_said_and_can_be_taken_back():
    found = case("dag.dot")
    assert found.graph.node("c").kind is Kind.MOVER
    assert solve(found.require_good()).lower["a"] == -math.inf
    lost = with_lost_ends(found)
    assert "lost for the player to move" in said(lost)
    assert dict(solve(lost.graph).scores) == {"a": 1, "b": 1, "c": -1}
    again = without_lost_ends(lost)
    assert (again.graph, [problem.other for problem in again.problems if problem.other]) == (found.graph, [LOST])


KERNELS = {
    "kernel": {"kernel": ["c"], "levels": {"a": 2, "b": 1, "c": 0}, "grundy": {"a": 2, "b": 1, "c": 0}},
    "loopy-kernel": {"kernel": ["c"], "status": {"a": "loss", "b": "loss", "c": "win"}},
}


PLAYERS = [("negamax", "mover"), ("minimax", "min"), ("minimax", "max")]


@pytest.mark.parametrize("name", KERNELS)
def test_a_kernel_takes_positions_without_moves_as_lost_by_itself_and_says_so(name: str):
    kept = formats.find("game-json").dump(formats.read(CASES / "dag.dot"))
    for graph in (
        *(CASES / "dag.dot", formats.load_bytes("x.game.json", kept).graph),
        *(game("a", convention, a=f"{who} b c", b=f"{who} c", c=who) for convention, who in PLAYERS),
    ):
        assert KERNELS[name].items() <= trace(graph, name).result.items()
    assert "without moves is lost for the player to move" in trace(CASES / "dag.dot", name)[0].caption


# ---- where play starts


@pytest.mark.filterwarnings("ignore::explorer.ReadingWarning")
@pytest.mark.parametrize("name", ["a3-adjacency-dict.json", "records.json", "threeply.dot", "table.txt"])
def test_play_starts_where_it_is_said_to_and_levels_alternate_from_there(name: str):
    path = CASES / name
    for root in formats.read(path).ids[-3:]:
        graph = read(path, root=root)
        assert graph.root == root
        assert graph.node(root).kind is not Kind.MIN
    assert read("sample:figure-1", root="c").root == "c"


# ---- workbooks and compressed files


@given(game_graphs(max_open=1))
@settings(max_examples=20)
def test_the_workbook_of_scores_opens_as_the_graph_that_it_is_about(graph: GameGraph):
    assume(graph.moves)  # without one a table says nothing of the convention
    run = trace(graph, "score-iteration")
    content = export(GraphView(graph, run, algorithms.find("score-iteration"), 0), "xlsx")
    found = formats.load_bytes("x.xlsx", content)
    assert (found.graph, errors_in(list(found.problems))) == (graph, [])
    assert formats.load_stream(io.BytesIO(content), "standard input").graph == graph


PACKERS = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}


@pytest.mark.parametrize("suffix", PACKERS)
def test_a_compressed_file_is_read_and_one_that_unpacks_to_too_much_is_refused(
    suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / f"x.csv{suffix}"
    path.write_bytes(PACKERS[suffix](TREE.encode()))
    assert formats.read(path) == formats.load_text(TREE).graph
    assert formats.load_stream(io.BytesIO(path.read_bytes()), "standard input").graph == formats.load_text(TREE).graph
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(FormatError, match="damaged or cut off"):
        formats.read(path)
    bomb = PACKERS[suffix](bytes(64 * 2**20))
    assert len(bomb) < 2**17
    monkeypatch.setattr(text, "MAX_BYTES", 16 * 2**20)
    with pytest.raises(FormatError, match="larger than"):
        formats.load_bytes(path.name, bomb)
