"""GEXF: versions, types, hierarchy, and traps; what is written opens in networkx."""

from __future__ import annotations

import io

import networkx as nx
import pytest
from support.graphs import figure_1

from explorer import formats
from explorer.model.errors import FormatError
from explorer.model.graph import Kind

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


def test_what_networkx_writes_is_read():
    stream = io.BytesIO()
    nx.write_gexf(figure_1().to_networkx(), stream)
    assert formats.load_bytes("x.gexf", stream.getvalue()).graph == figure_1()


@pytest.mark.parametrize("namespace", NAMESPACES)
def test_every_version_is_read(namespace):
    graph = formats.load_text(gexf(namespace=namespace)).graph
    assert [(node.kind, node.score) for node in graph.nodes] == [(Kind.MAX, None), (Kind.LEAF, 1.5)]


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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (gexf(direction=' defaultedgetype="undirected"'), "line 7: a game graph is directed"),
        (gexf()[:-20], "line 8"),
        ("<gexf><meta/></gexf>", "<graph>"),
        (gexf("<node id='x'><nodes>" * 200), "nested more than 100 deep"),
    ],
)
def test_what_is_no_graph_is_refused_in_one_sentence(text, words):
    with pytest.raises(FormatError, match=words) as caught:
        formats.load_bytes("x.gexf", text.encode())
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300
