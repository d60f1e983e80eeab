"""Python says how a graph was read, as the command line does."""

from __future__ import annotations

import warnings
from pathlib import Path

import networkx as nx
import pandas as pd
import pytest

import explorer
from explorer import GameGraph, ReadingWarning
from explorer.cli.parser import main
from explorer.model.errors import OptionError
from explorer.model.graph import Kind

MISREAD = {"a": {"kind": "turn of A"}, "b": {"kind": "turn of B"}, "w": {"score": 1}, "l": {"score": -1}}
MOVES = [("a", "b"), ("a", "l"), ("b", "w"), ("b", "l")]


def network() -> nx.DiGraph:
    graph = nx.DiGraph(MOVES)
    nx.set_node_attributes(graph, MISREAD)
    return graph


def frames() -> tuple[pd.DataFrame, pd.DataFrame]:
    nodes = [{"id": id, **said} for id, said in MISREAD.items()]
    return pd.DataFrame(MOVES, columns=["from", "to"]), pd.DataFrame(nodes)


def of_call(call) -> list[warnings.WarningMessage]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    return caught


DOORS = {
    "as_graph": explorer.as_graph,
    "solve": explorer.solve,
    "trace": lambda graph: explorer.trace(graph, "score-iteration"),
    "to_pyvis": explorer.to_pyvis,
    "diff": lambda graph: explorer.diff(graph, {"a": 1}),
    "why": explorer.why,
    "path": lambda graph: explorer.path(graph, "b"),
}


@pytest.mark.parametrize("door", DOORS)
def test_every_door_gives_one_warning_at_the_callers_line(door):
    (warning,) = of_call(lambda: DOORS[door](network()))
    assert (warning.category, Path(warning.filename)) == (ReadingWarning, Path(__file__))
    assert "no node names a player, only kind" in str(warning.message)


@pytest.mark.parametrize(
    "read",
    [
        lambda: GameGraph.from_networkx(network()),
        lambda: GameGraph.from_frames(*frames()),
        lambda: explorer.as_graph(frames()),
        lambda: explorer.as_graph({"a": ["b", "c"], "b": -1, "c": 1}),
    ],
)
def test_every_form_of_a_graph_gives_one(read):
    (warning,) = of_call(read)
    assert warning.category is ReadingWarning
    assert warning.filename == __file__


def test_it_has_the_sentences_of_the_command_line_with_the_name_of_the_file(tmp_path, capsys):
    file = tmp_path / "parity.pg"
    file.write_text('parity 1;\n0 2 0 1 "a";\n1 1 1 0 "b";\n')
    (warning,) = of_call(lambda: explorer.read(file))
    main(["solve", str(file)])
    said = [line.removeprefix(f"{file}: warning: ") for line in capsys.readouterr().err.splitlines()]
    sentences = str(warning.message).removeprefix(f"{file}: ").split("\n- ")
    assert {*sentences} - {"how the graph was read"} <= {*said}
    assert "priorities" in str(warning.message)


def test_the_gravest_come_first_and_the_rest_are_counted():
    graph = network()
    graph.add_edges_from([("a", f"{n}") for n in range(9)], prob=0.5, a=1)
    graph.add_nodes_from([(f"{n}", {"score": 0, "x": "?", "y": n}) for n in range(3)])
    graph.add_nodes_from([(f"{n}", {"score": 0}) for n in range(3, 9)])
    (warning,) = of_call(lambda: explorer.solve(graph))
    _, *sentences = str(warning.message).split("\n- ")
    assert "prob, which is not evaluated" in sentences[0]
    assert "no node names a player" in sentences[1]
    assert len(sentences) == 6
    assert sentences[-1].endswith("more; the command check lists them")


def test_a_graph_that_says_everything_gives_none():
    graph = explorer.as_graph("sample:figure-1")
    for given in (graph, "sample:figure-1", graph.to_networkx(), graph.to_frames(), graph.to_json()):
        assert of_call(lambda given=given: explorer.solve(given)) == []
    for sample in ("figure-5-two-cycle", "figure-1"):
        assert of_call(lambda sample=sample: explorer.read(f"sample:{sample}")) == []


def test_who_chooses_a_reading_hears_nothing_of_it():
    assert of_call(lambda: explorer.trace(nx.DiGraph([("a", "b")]), "kernel")) == []
    assert of_call(lambda: explorer.as_graph(nx.DiGraph([("a", "b")]), lost_without_moves=True)) == []
    read: list[GameGraph] = []
    for convention in ("minimax", "min-first", "negamax"):
        chosen = of_call(lambda convention=convention: read.append(explorer.as_graph(network(), convention=convention)))
        assert chosen == []
    assert [graph.node("a").kind for graph in read] == [Kind.MAX, Kind.MIN, Kind.MOVER]
    assert explorer.as_graph("sample:figure-1", root="c").root == "c"
    with pytest.raises(OptionError, match="must be minimax, min-first or negamax"):
        explorer.as_graph(network(), convention="maximin")


def test_it_can_be_made_an_error():
    with warnings.catch_warnings():
        warnings.filterwarnings("error", category=ReadingWarning)
        with pytest.raises(ReadingWarning):
            explorer.solve(network())
