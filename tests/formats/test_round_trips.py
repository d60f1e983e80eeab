"""Every format gives back what it took, or says what it lost."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.formats import WHOLE_GAMES
from support.graphs import figure_1, game, game_graphs, game_trees, long_path
from support.rich_graphs import plain_values, rich_graphs, texts
from support.samples import VARIED

from explorer import formats
from explorer.formats.losses import losses_in
from explorer.games.samples import load_sample
from explorer.model.assemble import assemble_document
from explorer.model.check import errors_in
from explorer.model.errors import FormatError
from explorer.model.graph import Convention, GameGraph, Kind, Node

FORMATS = WHOLE_GAMES
WHOLE = ("game-json", "node-link")
some = examples(30)


def back(graph: GameGraph, name: str) -> GameGraph:
    entry = formats.find(name)
    return formats.load_bytes(f"x{entry.suffixes[0]}", formats.dump(graph, name)).graph


@pytest.mark.parametrize("name", FORMATS)
@some
@given(graph=game_graphs(max_open=2))
def test_every_format_keeps_ids_orders_scores_and_root(name, graph):
    returned = back(graph, name)
    assert returned == graph.replace(convention=returned.convention)
    assert [type(node.score) for node in returned.nodes] == [type(node.score) for node in graph.nodes]
    if any(node.kind.is_inner for node in graph.nodes):
        assert returned.convention is graph.convention


@pytest.mark.parametrize("name", WHOLE)
@some
@given(graph=rich_graphs())
def test_json_formats_keep_everything(name, graph):
    assert back(graph, name) == graph
    assert formats.losses(graph, name) == []


@some
@given(graph=rich_graphs(values=plain_values))
def test_graphml_keeps_everything_but_the_known_answers(graph):
    returned, types = back(graph, "graphml"), {(k, type(v)) for node in graph.nodes for k, v in node.extra.items()}
    if len(types) == len({key for key, _ in types}):  # else the key is declared once, as text
        assert returned == graph.replace(expected={})
    assert returned.replace(nodes=(), moves=(), root=None) == graph.replace(expected={}, nodes=(), moves=(), root=None)


@some
@given(graph=rich_graphs())
def test_csv_keeps_labels_places_and_odd_ids(graph):
    returned = back(graph, "csv")
    assert returned.moves == graph.moves
    assert [(n.id, n.score, n.label, n.x, n.y) for n in returned.nodes] == [
        (n.id, n.score, n.label, n.x, n.y) for n in graph.nodes
    ]


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


@pytest.mark.parametrize("name", FORMATS)
def test_an_empty_graph_can_be_saved_and_opened(name):
    assert back(GameGraph((), ()), name) == GameGraph((), ())


def test_a_key_without_a_value_is_a_loss_where_it_vanishes():
    graph = GameGraph((Node("a", Kind.LEAF, 1, extra={"note": None}),), (), root="a")
    assert formats.losses(graph, "parquet") == ["the key 'note' of 1 node is lost or changed"]
    assert formats.losses(graph, "game-json") == []


def test_losses_are_sentences_that_count_nodes():
    node = Node("b", Kind.LEAF, 1, extra={"seen": [1, 2]})
    graph = figure_1().replace(nodes=(*figure_1().nodes, node.__class__("z", Kind.LEAF, 2, extra={"seen": [1]})))
    graph = graph.replace(name="N", expected={"steps": 3})
    assert formats.losses(graph, "graphml") == [
        "the known answers (expected) are lost",
        "the key 'seen' of 1 node is lost or changed",
    ]
    assert "the name of the graph is lost" in formats.losses(graph, "csv")


def test_csv_says_when_the_convention_cannot_be_told():
    graph = game("a", "negamax", a=3)
    assert formats.losses(graph, "csv") == ["the convention of the graph is lost"]


def test_a_root_that_is_missing_is_said_to_be_chosen():
    graph = figure_1().replace(root=None)
    assert formats.losses(graph, "game-json") == []
    for name in ("node-link", "graphml", "csv"):
        assert "root" in formats.losses(graph, name)[0]


@pytest.mark.parametrize("name", WHOLE)
def test_what_json_cannot_hold_is_left_out_and_said(name):
    node = Node("a", Kind.LEAF, 1, extra={"set": {1}, "nan": float("nan"), "deep": _nested(200), "good": 1})
    graph = GameGraph((node,), (), root="a", extra={"object": object()})
    assert back(graph, name).node("a").extra == {"good": 1}
    assert len(formats.losses(graph, name)) == 4


@pytest.mark.parametrize("name", ["graphml", "csv"])
def test_an_id_that_a_format_cannot_hold_is_refused_by_name(name):
    graph = GameGraph((Node("a\0b", Kind.LEAF, 1),), (), root="a\0b")
    with pytest.raises(FormatError, match=r"a\\x00b"):
        formats.dump(graph, name)
    assert "rename" in formats.losses(graph, name)[0]


def test_control_characters_in_a_label_do_not_break_the_file():
    graph = GameGraph((Node("a", Kind.LEAF, 1, label="x\x01\r\ny"),), (), root="a")
    assert back(graph, "graphml").node("a").label == "x\ufffd\ny"
    assert formats.losses(graph, "graphml") == ["the label of 1 node is lost or changed"]


@some
@given(graph=game_graphs())
def test_the_order_of_moves_between_sources_is_kept(graph):
    mixed = graph.replace(moves=tuple(reversed(graph.moves)))
    for name in FORMATS:
        returned = back(mixed, name)
        assert returned.successors == mixed.successors
        assert returned.moves == mixed.moves or name == "text"  # a line a node has no place for more


def _nested(depth: int) -> list[object]:
    value: list[object] = []
    for _ in range(depth):
        value = [value]
    return value


# ---- all writers, both conventions: what is lost is announced, and nothing is read with an error

WRITERS = tuple(formats.written())
ASPECTS: dict[str, Callable[[GameGraph], object]] = {
    "root": lambda graph: graph.root,
    "convention": lambda graph: graph.convention,
    "name": lambda graph: graph.name,
    "description": lambda graph: graph.description,
    "known answers": lambda graph: graph.expected,
    "order of the nodes": lambda graph: [node.id for node in graph.nodes],
    "move": lambda graph: graph.moves,
    "names of moves": lambda graph: graph.move_names,
    "label": lambda graph: {node.id: node.label for node in graph.nodes},
    "position": lambda graph: {node.id: (node.x, node.y) for node in graph.nodes},
    "exact score": lambda graph: {node.id: (type(node.score), node.score) for node in graph.nodes},
    "kind": lambda graph: {node.id: node.kind for node in graph.nodes},
}
"""What a graph says, by a word of the sentence that announces its loss."""


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


@pytest.mark.parametrize("name", [*WHOLE_GAMES, "gambit"])
@some
@given(graph=game_trees(conventions=[Convention.MINIMAX]), names=st.lists(texts.map(str.strip), max_size=11))
def test_every_format_that_has_room_for_them_keeps_the_names_of_moves(name, graph, names):
    given = {move: called for move, called in zip(graph.moves, names, strict=False) if called}
    returned = back(graph.replace(move_names=given), name)
    assert returned.move_names == given


@pytest.mark.parametrize("sample", VARIED)
@pytest.mark.parametrize("name", WRITERS)
def test_so_it_is_for_samples(sample, name):
    check_all_but_the_losses(load_sample(sample), name)


def test_an_error_that_only_reading_finds_is_a_loss():
    faulty = replace(formats.find("game-json"), read=lambda text, _: assemble_document(_with_a_second_root(text)))
    assert losses_in(figure_1(), faulty)[0] == (
        "it is read with an error: two nodes have the id 'a'; the second was left out, rename it"
    )
    unfinished = GameGraph((Node("a", Kind.MAX),), (), root="a")
    assert formats.losses(unfinished, "dot") == []


def _with_a_second_root(text: str) -> dict[str, object]:
    document = json.loads(text)
    return {**document, "nodes": [*document["nodes"], {"id": "a", "score": 1}]}


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


@pytest.mark.parametrize("name", [*FORMATS, "gambit"])
def test_script_in_names_and_labels_stays_text(name):
    script = "<script>alert(1)</script>"
    graph = GameGraph((Node(script, Kind.LEAF, 1, label=f"{script}!"),), (), root=script)
    assert back(graph, name).nodes == graph.nodes
    assert name not in ("graphml", "gexf") or b"<script>" not in formats.dump(graph, name)


@pytest.mark.parametrize("name", ["text", "parquet", "csv"])
def test_half_of_a_character_is_refused(name):
    with pytest.raises(FormatError, match="half of a character"):
        formats.dump(game("\ud800", **{"\ud800": 1}), name)


@pytest.mark.parametrize("name", ["text", "parquet", "gambit", "pgsolver"])
def test_a_long_path_is_written_and_read(name):
    graph = long_path(3_000)
    returned = back(graph, name)
    assert returned == graph or (name == "pgsolver" and len(returned.nodes) == 3_001)
