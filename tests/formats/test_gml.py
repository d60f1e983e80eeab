"""GML: what other programs write, references, lines, and traps; what is written opens in networkx and igraph."""

from __future__ import annotations

from fractions import Fraction

import igraph
import networkx as nx
import pytest
from support.graphs import figure_1

from explorer import formats
from explorer.model.errors import FormatError
from explorer.model.graph import GameGraph, Kind, Node


def gml(body: str, *, direction: str = "directed 1") -> str:
    return f"graph [\n{direction}\n{body}\n]"


NODES = 'node [ id 7 label "a" player "max" ]\nnode [ id 8 label "b" score 1.5 ]'


def test_igraph_reads_what_is_written_and_writes_what_is_read(tmp_path):
    path = tmp_path / "x.gml"
    formats.write(figure_1(), path)
    other = igraph.Graph.Read_GML(str(path))
    assert other.is_directed()
    assert other.vs["label"] == ["a", "b", "c", "d"]
    assert [(other.vs[e.source]["label"], other.vs[e.target]["label"]) for e in other.es] == list(figure_1().moves)
    other.write_gml(str(path))
    assert [node.id for node in formats.load(path).graph.nodes] == ["a", "b", "c", "d"]
    assert formats.load(path).graph.moves == figure_1().moves


def test_captions_and_places_come_back_and_stand_where_others_look_for_them():
    graph = GameGraph((Node("a", Kind.LEAF, Fraction(16, 3), label="A & B", x=1.5, y=-2.0),), (), root="a")
    text = formats.dump(graph, "gml").decode()
    assert formats.load_text(text).graph == graph
    assert nx.parse_gml(text).nodes["a"]["graphics"] == {"x": 1.5, "y": -2.0}
    assert nx.parse_gml(text).nodes["a"]["score"] == "16/3"


def test_labels_are_ids_only_if_each_node_has_one_of_its_own():
    own = formats.load_text(gml(NODES + " edge [ source 7 target 8 ]")).graph
    assert [(node.id, node.label) for node in own.nodes] == [("a", None), ("b", None)]
    shared = gml('node [ id 7 label "x" player "max" ] node [ id 8 label "x" score 1 ] edge [ source 7 target 8 ]')
    assert [(node.id, node.label) for node in formats.load_text(shared).graph.nodes] == [("7", "x"), ("8", "x")]
    bare = gml('node [ id 7 player "max" ] node [ id 8 score 1 ] edge [ source 7 target 8 ]')
    assert formats.load_text(bare).graph.moves == (("7", "8"),)


def test_references_comments_and_text_of_several_lines_are_read():
    body = '# a "comment"\nnode [ id 1 label "x&#233;&lt;&#x41;&unknown;&#99999999;" score 1 note "one\n\ntwo" ]'
    node = formats.load_text('Creator "me"\nVersion 1\n' + gml(body)).graph.nodes[0]
    assert node.id == "xé<A&unknown;&#99999999;"
    assert node.extra == {"note": "one\n\ntwo"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (gml(NODES, direction="directed 0"), "directed"),
        (gml(NODES)[:-1], "ends too early"),
        (gml('node [ id 1 label "a ]'), "line 3, column 19"),
        ('Creator "x"', "no.*graph|graph.*none"),
        ("graph [ " * 1_000_000, "nested more than 100 deep"),
    ],
)
def test_what_is_no_graph_is_refused_in_one_sentence(text, words):
    with pytest.raises(FormatError, match=words) as caught:
        formats.load_bytes("x.gml", text.encode())
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300
