"""Every format gives back what it took, or says what it lost."""

from __future__ import annotations

import io
from collections.abc import Callable
from fractions import Fraction

import networkx as nx
import pytest
from hypothesis import given
from support.examples import examples
from support.formats import WHOLE_GAMES
from support.graphs import figure_1, game, game_trees
from support.rich_graphs import rich_graphs
from support.samples import VARIED

from explorer import formats
from explorer.formats.format import Format
from explorer.formats.losses import losses_in
from explorer.games.samples import load_sample
from explorer.intake.assemble import assemble_document
from explorer.model.check import errors_in
from explorer.model.errors import FormatError
from explorer.model.graph import GameGraph, Kind, Node

FORMATS = WHOLE_GAMES
WHOLE = ("game-json", "node-link")
some = examples(30)


def back(graph: GameGraph, name: str) -> GameGraph:
    entry = formats.find(name)
    return formats.load_bytes(f"x{entry.suffixes[0]}", formats.dump(graph, name)).graph


@pytest.mark.parametrize("name", FORMATS)
def test_scores_stay_exact(name):
    scores = [Fraction(16, 3), 10**250, -7, 0.1, 1e300, 5e-324, 3.0]
    graph = game("a", a="max " + " ".join(f"x{i}" for i in range(7)), **{f"x{i}": s for i, s in enumerate(scores)})
    returned = [node.score for node in back(graph, name).nodes[1:]]
    assert returned == scores
    assert [type(score) for score in returned] == [type(score) for score in scores]


@pytest.mark.parametrize("name", FORMATS)
def test_an_unfinished_graph_can_be_saved_and_opened(name):
    graph = GameGraph((Node("a", Kind.MAX), Node("b", Kind.LEAF, 1), Node("c", Kind.MIN)), (("a", "b"),), root="a")
    entry = formats.find(name)
    loaded = formats.load_bytes(f"x{entry.suffixes[0]}", formats.dump(graph, name))
    assert loaded.graph == graph
    assert [problem.node for problem in errors_in(list(loaded.problems))] == ["c"]


def test_losses_are_sentences_that_count_nodes():
    node = Node("b", Kind.LEAF, 1, extra={"seen": [1, 2]})
    graph = figure_1().replace(nodes=(*figure_1().nodes, node.__class__("z", Kind.LEAF, 2, extra={"seen": [1]})))
    graph = graph.replace(name="N", expected={"steps": 3})
    assert formats.losses(graph, "graphml") == [
        "the known answers (expected) are lost",
        "the key 'seen' of 1 node is lost or changed",
    ]
    assert "the name of the graph is lost" in formats.losses(graph, "csv")


def test_a_root_that_is_missing_is_said_to_be_chosen():
    graph = figure_1().replace(root=None)
    assert formats.losses(graph, "game-json") == []
    for name in ("node-link", "graphml", "csv"):
        assert "root" in formats.losses(graph, name)[0]


@pytest.mark.parametrize("name", ["graphml", "csv"])
def test_an_id_that_a_format_cannot_hold_is_refused_by_name(name):
    graph = GameGraph((Node("a\0b", Kind.LEAF, 1),), (), root="a\0b")
    with pytest.raises(FormatError, match=r"a\\x00b"):
        formats.dump(graph, name)
    assert "rename" in formats.losses(graph, name)[0]


# ---- all writers, both conventions: what is lost is announced, and nothing is read with an error

WRITERS = tuple(formats.writable())
ASPECTS: dict[str, Callable[[GameGraph], object]] = {
    "root": lambda graph: graph.root,
    "convention": lambda graph: graph.convention,
    "name": lambda graph: graph.name,
    "description": lambda graph: graph.description,
    "known answers": lambda graph: graph.expected,
    "order of the nodes": lambda graph: [node.id for node in graph.nodes],
    "move": lambda graph: graph.moves,
    "names of moves": lambda graph: graph.move_names,
    "marks of progress": lambda graph: graph.progress,
    "label": lambda graph: {node.id: node.label for node in graph.nodes},
    "position": lambda graph: {node.id: (node.x, node.y) for node in graph.nodes},
    "exact score": lambda graph: {node.id: (type(node.score), node.score) for node in graph.nodes},
    "kind": lambda graph: {node.id: node.kind for node in graph.nodes},
}
"""What a graph says, by a word of the sentence that announces its loss."""


MAY_BE_LOST = ("the key ", "the known answers")
MAY_BE_LOST_TOO = {
    "csv": ("the name of the graph", "the description of the graph", "the convention of the graph", "the label"),
    "text": ("the order of the moves of different nodes", "the marks of progress"),
    "gambit": (
        "the marks of progress",
        "the order of the",
        "the convention of the graph",
        "the exact score",
        "the kind",
        "the position",
    ),
}
MAY_BE_LOST_TOO["tsv"] = MAY_BE_LOST_TOO["csv"]
"""What a format may lose of a graph with everything; of other formats nothing is lost that a game needs."""


def refusal_of(graph: GameGraph, name: str) -> str:
    try:
        formats.dump(graph, name)
    except FormatError as error:
        return str(error)
    return ""


def check_all_but_the_losses(graph: GameGraph, name: str) -> None:
    said = formats.losses(graph, name)
    if refusal := refusal_of(graph, name):
        assert said == [refusal]
        return
    if name in (*FORMATS, "gambit"):
        allowed = () if name in WHOLE else (*MAY_BE_LOST, *MAY_BE_LOST_TOO.get(name, ()))
        assert [sentence for sentence in said if not sentence.startswith(allowed)] == []
    loaded = formats.find(name).load(formats.dump(graph, name))
    assert errors_in(list(loaded.problems)) == []
    if name in FORMATS:
        assert (said == []) == (loaded.graph == graph)
        assert formats.dump(back(loaded.graph, name), name) == formats.dump(loaded.graph, name)
    if "the ids of the nodes are lost" in said:
        return
    for word, aspect in ASPECTS.items():
        if not any(f" {word}" in f" {sentence}" for sentence in said):
            assert aspect(loaded.graph) == aspect(graph), word
    if not any("the key " in sentence for sentence in said):
        assert all(loaded.graph.extra[key] == value for key, value in graph.extra.items())
        for node in graph.nodes:
            assert all(loaded.graph.node(node.id).extra[key] == value for key, value in node.extra.items())


@pytest.mark.parametrize("name", WRITERS)
@some
@given(graph=rich_graphs())
def test_what_any_writer_writes_is_read_without_an_error_and_equal_but_for_the_losses(name, graph):
    check_all_but_the_losses(graph, name)


@some
@given(graph=game_trees())
def test_so_it_is_for_trees_which_a_format_of_trees_takes(graph):
    check_all_but_the_losses(graph, "gambit")


# ---- what others read, and what is hostile or long

BY_NETWORKX: dict[str, Callable[[str], nx.DiGraph[str]]] = {
    "graphml": nx.parse_graphml,
    "gml": nx.parse_gml,
    "gexf": lambda text: nx.read_gexf(io.BytesIO(text.encode()), version="1.3"),
}


def by_networkx(graph: GameGraph, name: str) -> nx.DiGraph[str]:
    """What networkx reads in what is written, with the same nodes and moves."""
    network = BY_NETWORKX[name](formats.dump(graph, name).decode())
    assert ([*network], {*network.edges}) == ([*graph.ids], {*graph.moves})
    return network


@pytest.mark.parametrize("name", BY_NETWORKX)
def test_networkx_reads_the_players_that_are_written(name):
    for graph in map(load_sample, VARIED):
        players = {node.id: node.kind for node in graph.nodes if node.kind in (Kind.MAX, Kind.MIN)}
        assert dict(by_networkx(graph, name).nodes(data="player")) == {**dict.fromkeys(graph.ids), **players}


@pytest.mark.parametrize("name", BY_NETWORKX)
@some
@given(graph=rich_graphs())
def test_networkx_reads_odd_ids(name, graph):
    network = by_networkx(graph, name)
    if name == "gexf":
        assert [label for _, label in network.nodes(data="label")] == [node.name for node in graph.nodes]


@pytest.mark.parametrize("name", ["text", "parquet", "csv"])
def test_half_of_a_character_is_refused(name):
    with pytest.raises(FormatError, match="half of a character"):
        formats.dump(game("\ud800", **{"\ud800": 1}), name)


def test_a_leaf_that_comes_back_as_a_mover_is_of_another_kind():
    bare = {"convention": "negamax", "nodes": [{"id": "0"}, {"id": "1"}], "moves": [["0", "1"]]}
    moves = Format(name="", title="", suffixes=(), read=lambda *text: assemble_document(bare), write=lambda graph: "")
    graph = assemble_document({**bare, "nodes": [{"id": "0"}, {"id": "1", "score": 1}], "root": "0"}).graph
    assert "the kind of 1 node is lost or changed" in losses_in(graph, moves)
