"""GEXF: versions, types, hierarchy, and traps; what is written opens in networkx."""

from __future__ import annotations

import io

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.graphs import figure_1
from support.rich_graphs import rich_graphs, texts

from explorer import formats
from explorer.model.check import Severity
from explorer.model.errors import FormatError
from explorer.model.graph import GameGraph, Kind, Node

NAMESPACES = ["", "http://www.gexf.net/1.1draft", "http://www.gexf.net/1.2draft", "http://gexf.net/1.3"]
ATTRIBUTES = """<attributes class="node"><attribute id="p" title="player" type="string"/>
<attribute id="s" title="score" type="double"/><attribute id="o" title="open" type="boolean"/></attributes>"""
A = '<node id="a"><attvalues><attvalue for="p" value="max"/></attvalues></node>'
B = '<node id="b"><attvalues><attvalue for="s" value="1.5"/></attvalues></node>'
EDGE = '<edge source="a" target="b"/>'


def gexf(
    nodes: str = A + B,
    edges: str = EDGE,
    *,
    namespace: str = NAMESPACES[-1],
    direction: str = ' defaultedgetype="directed"',
) -> str:
    head = f'<gexf xmlns="{namespace}">' if namespace else "<gexf>"
    return (
        f"{head}<graph{direction}>{ATTRIBUTES}\n<nodes>\n{nodes}\n</nodes>\n<edges>\n{edges}\n</edges></graph></gexf>"
    )


simple = texts | st.integers(-(2**62), 2**62) | st.floats(allow_nan=False, allow_infinity=False) | st.booleans()


@examples(30)
@given(graph=rich_graphs(values=simple))
def test_everything_but_the_known_answers_is_kept(graph):
    assert formats.load_bytes("x.gexf", formats.dump(graph, "gexf")).graph == graph.replace(expected={})


def test_a_label_that_is_the_id_is_kept():
    graph = GameGraph((Node("a", Kind.LEAF, 1, label="a"),), (), root="a")
    assert formats.losses(graph, "gexf") == []


def test_what_networkx_writes_is_read():
    stream = io.BytesIO()
    nx.write_gexf(figure_1().to_networkx(), stream)
    assert formats.load_bytes("x.gexf", stream.getvalue()).graph == figure_1()


@pytest.mark.parametrize("namespace", NAMESPACES)
def test_every_version_is_read(namespace):
    graph = formats.load_text(gexf(namespace=namespace)).graph
    assert [(node.kind, node.score) for node in graph.nodes] == [(Kind.MAX, None), (Kind.LEAF, 1.5)]


def test_pasted_text_is_told_from_graphml():
    for head in ("", '<?xml version="1.0" encoding="UTF-16"?>\n', "<!-- x -->\n"):
        assert formats.load_text(head + gexf()).graph.moves == (("a", "b"),)


def test_defaults_places_and_hierarchy_are_read():
    attributes = '<attribute id="q" title="player" type="string"><default>min</default></attribute></attributes>'
    text = gexf(
        '<node id="a"><viz:position x="3" y="-4.5"/><nodes><node id="b"/></nodes></node>',
        '<edge source="a" target="b"/><edge source="b" target="a"/>',
    ).replace("</attributes>", attributes)
    loaded = formats.load_text(text.replace("<gexf ", '<gexf xmlns:viz="http://gexf.net/1.3/viz" '))
    assert [node.kind for node in loaded.graph.nodes] == [Kind.MIN, Kind.MIN]
    assert (loaded.graph.nodes[0].x, loaded.graph.nodes[0].y) == (3, 4.5)
    assert "within nodes" in loaded.problems[0].message


def test_mutual_edges_are_two_moves():
    assert formats.load_text(gexf(edges='<edge source="a" target="b" type="mutual"/>')).graph.moves == (
        ("a", "b"),
        ("b", "a"),
    )


def test_problems_name_the_line_and_the_good_part_is_kept():
    edges = [EDGE, '<edge source="a" target="z"/>', '<edge source="a"/>']
    nodes = [
        A,
        B,
        '<node id="b"/>',
        "<node/>",
        '<node id="c"><attvalues><attvalue for="s" value="one"/></attvalues></node>',
        '<node id="d"><attvalues><attvalue for="s" value="1"/><attvalue for="?" value="1"/></attvalues></node>',
    ]
    loaded = formats.load_text(gexf("\n".join(nodes), "\n".join(edges)))
    errors = [problem for problem in loaded.problems if problem.severity is Severity.ERROR]
    assert sorted(problem.line for problem in errors if problem.line) == [6, 7, 8, 9, 13, 14]
    assert loaded.graph.moves == (("a", "b"),)
    assert [node.id for node in loaded.graph.nodes] == ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (gexf(direction=""), "directed"),
        (gexf(direction=' defaultedgetype="undirected"'), "line 7: a game graph is directed"),
        (gexf(edges='<edge source="a" target="b" type="undirected"/>'), "directed"),
        (gexf()[:-20], "line 8"),
        ("<gexf></gexf>", "<graph>"),
        ("<gexf><meta/></gexf>", "<graph>"),
        ("<html><graph/></html>", "a web page"),
        ("<gexf>" + "<a>" * 1_000_000, "nested more than 100 deep"),
        (gexf("<node id='x'><nodes>" * 200), "nested more than 100 deep"),
    ],
)
def test_what_is_no_graph_is_refused_in_one_sentence(text, words):
    with pytest.raises(FormatError, match=words) as caught:
        formats.load_bytes("x.gexf", text.encode())
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_an_id_that_xml_cannot_hold_is_refused_by_name():
    graph = GameGraph((Node("a\x01b", Kind.LEAF, 1),), (), root="a\x01b")
    with pytest.raises(FormatError, match=r"a\\x01b.*GEXF"):
        formats.dump(graph, "gexf")


@pytest.mark.large
def test_a_short_text_cannot_stand_for_too_much():
    keys = "".join(
        f'<attribute id="k{i}" title="k{i}" type="string"><default>x</default></attribute>' for i in range(4_000)
    )
    text = gexf("".join(f'<node id="n{i}"/>' for i in range(4_000)), "").replace(
        "</attributes>", keys + "</attributes>"
    )
    with pytest.raises(FormatError, match="more than 10,000,000 entries"):
        formats.load_text(text)


def test_colours_are_passed_over_and_further_graphs_are_said_to_be_left_out():
    node = '<node id="b"><viz:color r="1" g="2" b="3"/><viz:size value="2"/><viz:position x="1" y="2"/></node>'
    text = gexf(A + node).replace("<gexf ", '<gexf xmlns:viz="http://gexf.net/1.3/viz" ')
    assert formats.load_text(text).graph.node("b").extra == {}
    twice = formats.load_text(gexf().replace("</gexf>", "<graph/><graph/></gexf>"))
    assert [p.message for p in twice.problems] == ["the file has more than one graph; only the first was read"]
