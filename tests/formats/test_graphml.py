"""GraphML: types, defaults, what other programs write, and traps."""

from __future__ import annotations

from fractions import Fraction

import igraph
import networkx as nx
import pytest
from hypothesis import given
from support.examples import examples
from support.graphs import figure_1, game
from support.rich_graphs import plain_values, rich_graphs

from explorer import formats
from explorer.intake.assemble import assemble_networkx
from explorer.model.check import Severity
from explorer.model.errors import FormatError
from explorer.model.graph import GameGraph, Kind

HEAD = '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
KEYS = """<key id="p" for="node" attr.name="player" attr.type="string"/>
<key id="s" for="node" attr.name="score" attr.type="double"/>
<key id="o" for="node" attr.name="open" attr.type="boolean"/>"""
NODES = '<node id="a"><data key="p">max</data></node><node id="b"><data key="s">1.5</data></node>'


def graphml(body: str, *, head: str = HEAD, keys: str = KEYS, direction: str = "directed") -> str:
    return f'{head}{keys}\n<graph edgedefault="{direction}">\n{body}\n</graph></graphml>'


def test_networkx_reads_what_is_written():
    text = formats.dump(figure_1(), "graphml").decode()
    assert GameGraph.from_networkx(nx.parse_graphml(text)) == figure_1()


@examples(30)
@given(graph=rich_graphs(values=plain_values))
def test_networkx_reads_of_any_graph_what_is_read_here(graph: GameGraph):
    text = formats.dump(graph, "graphml")
    read_by_networkx = assemble_networkx(nx.parse_graphml(text.decode())).graph
    assert read_by_networkx == formats.load_bytes("x.graphml", text).graph


def test_defaults_of_keys_count_for_nodes_that_say_nothing():
    keys = '<key id="p" for="node" attr.name="player" attr.type="string"><default>min</default></key>'
    graph = formats.load_text(graphml('<node id="a"/><node id="b"/><edge source="a" target="b"/>', keys=keys)).graph
    assert [node.kind for node in graph.nodes] == [Kind.MIN, Kind.MIN]


# ---- drawn by yEd and by yFiles for HTML


def yed(id: str, label: str, shape: str, corner: tuple[float, float] = (0, 0)) -> str:
    x, y = corner
    return (
        f'<node id="{id}"><data key="g"><y:ShapeNode><y:Geometry height="30.0" width="40.0" x="{x}" y="{y}"/>'
        f'<y:Fill color="#FFCC00"/><y:NodeLabel alignment="center" visible="true">{label}<y:LabelModel>'
        f'<y:SmartNodeLabelModel distance="4.0"/></y:LabelModel></y:NodeLabel>'
        f'<y:Shape type="{shape}"/></y:ShapeNode></data></node>'
    )


def edges(*pairs: str) -> str:
    return "".join(f'<edge source="{source}" target="{target}"/>' for source, target in pairs)


YED_HEAD = '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">'
YED_KEYS = '<key for="node" id="g" yfiles.type="nodegraphics"/><key for="port" id="p" yfiles.type="portgraphics"/>'


def test_what_people_draw_in_yed_is_understood_as_in_dot():
    nodes = [
        yed("n0", "A", "ellipse"),
        yed("n1", "B", "rectangle"),
        yed("n2", "C\nMAX", "rectangle"),
        yed("n3", "5/2", "star5"),
    ]
    text = graphml("".join(nodes) + edges(["n0", "n1"], ["n1", "n2"], ["n2", "n3"]), head=YED_HEAD, keys=YED_KEYS)
    loaded = formats.load_text(text)
    assert [node.kind.value for node in loaded.graph.nodes] == ["max", "min", "max", "leaf"]
    assert (loaded.graph.node("n3").score, loaded.graph.node("n0").label) == (Fraction(5, 2), "A")
    assert (loaded.graph.node("n0").x, loaded.graph.node("n0").y) == (20.0, 15.0)
    assert [problem.message for problem in loaded.problems if "guessed" in problem.message] == [
        "the score was guessed from the label: 'n3'",
        "the player was guessed from the label: 'n2'",
        "guessed from the shape ellipse to be Max: 'n0'",
        "guessed from the shape rectangle to be Min: 'n1'",
    ]


def arrow(source: str, target: str, *heads: str) -> str:
    ends = f'source="{heads[0]}" target="{heads[1]}"'
    drawn = f'<data key="e"><y:PolyLineEdge><y:Arrows {ends}/><y:BendStyle smoothed="false"/></y:PolyLineEdge></data>'
    return f'<edge source="{source}" target="{target}">{drawn}</edge>'


def test_moves_go_the_way_that_arrows_of_yed_point():
    nodes = [yed("n0", "max", "ellipse"), yed("n1", "min", "rectangle"), yed("n2", "5", "diamond")]
    drawn = [
        arrow("n0", "n1", "none", "standard"),
        arrow("n2", "n1", "white_delta", "none"),
        arrow("n2", "n0", "standard", "none"),
        arrow("n0", "n2", "none", "none"),
        arrow("n1", "n0", "standard", "delta"),
    ]
    keys = f'{YED_KEYS}<key for="edge" id="e" yfiles.type="edgegraphics"/>'
    loaded = formats.load_text(graphml("\n".join([*nodes, *drawn]), head=YED_HEAD, keys=keys))
    assert loaded.graph.moves == (("n0", "n1"), ("n1", "n2"), ("n0", "n2"), ("n1", "n0"))
    assert [node.kind.value for node in loaded.graph.nodes] == ["max", "min", "leaf"]
    assert [(p.message, p.line) for p in loaded.problems if "edge" in p.message] == [
        ("2 edges with a head at the source alone are drawn backwards; the move goes the other way", 7),
        ("1 edge with heads at both ends is drawn both ways; each is two moves", 10),
        ("1 edge with no head is drawn without a direction; left out", 9),
    ]


def test_edges_that_say_their_direction_make_a_directed_graph():
    for said in ("true", "1"):
        body = f'{NODES}<edge source="a" target="b" directed="{said}"/>'
        assert formats.load_text(graphml(body, direction="undirected")) == formats.load_text(graphml(body))
    mixed = f'{NODES}\n<edge source="a" target="b" directed="true"/>\n<edge source="b" target="a"/>'
    with pytest.raises(FormatError, match="line 7: a game graph is directed, but the move 'b' → 'a' has no direction"):
        formats.load_text(graphml(mixed, direction="undirected"))
    within = f'<node id="c"><graph edgedefault="undirected">{NODES}\n<edge source="a" target="b"/></graph></node>'
    assert formats.load_text(graphml(within)).graph.moves == (("a", "b"),)


HTML_HEAD = (
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/yfiles-common/3.0" '
    'xmlns:x="http://www.yworks.com/xml/yfiles-common/markup/3.0" xmlns:s="http://www.yworks.com/xml/yfiles-for-html/2.0/xaml">'
)
HTML_KEYS = "".join(
    f'<key id="{id}" for="{of}" attr.name="{name}"/>'
    for id, of, name in [
        ("l", "node", "NodeLabels"), ("g", "node", "NodeGeometry"), ("s", "node", "NodeStyle"),
        ("v", "node", "NodeViewState"),
        ("e", "edge", "EdgeStyle"), ("q", "port", "PortLocationParameter"), ("d", "graphml", "SharedData"),
    ]
)  # fmt: skip


def in_html(id: str, label: str, style: str) -> str:
    return (
        f'<node id="{id}"><data key="l"><x:List><y:Label><y:Label.Text>{label}</y:Label.Text><y:Label.Style>'
        '<s:DefaultLabelStyle/></y:Label.Style></y:Label></x:List></data><data key="g"><y:RectD X="10" Y="-20" '
        f'Width="30" Height="30"/></data><data key="s"><s:ShapeNodeStyle {style}/></data><port name="p0">'
        '<data key="q"><y:Anchor/></data></port><port name="p1"/></node>'
    )


def test_labels_positions_and_shapes_of_yfiles_for_html_are_read():
    nodes = [in_html("n0", "<![CDATA[Start <1>]]>", 'shape="ELLIPSE"'), in_html("n1", "B", ""), in_html("n2", "-3", "")]
    text = graphml("".join(nodes) + edges(["n0", "n1"], ["n1", "n2"]), head=HTML_HEAD, keys=HTML_KEYS)
    loaded = formats.load_text(text)
    assert [(node.kind.value, node.label, node.x, node.y) for node in loaded.graph.nodes] == [
        ("max", "Start <1>", 25.0, -5.0), ("min", "B", 25.0, -5.0), ("leaf", None, 25.0, -5.0),
    ]  # fmt: skip
    assert all("guessed" in problem.message for problem in loaded.problems)


# ---- writing for others


def test_a_key_is_declared_once_whatever_its_values_are(tmp_path):
    leaves = {"b": 3, "c": 2.5, "d": Fraction(16, 3)}
    graph = game("a", a="max b c d", **leaves)
    text = formats.dump(graph, "graphml").decode()
    assert text.count('attr.name="score"') == 1
    assert [type(node.score) for node in formats.load_text(text).graph.nodes[1:]] == [int, float, Fraction]
    formats.write(graph, tmp_path / "x.graphml")
    assert igraph.Graph.Read_GraphML(str(tmp_path / "x.graphml")).vcount() == 4
    assert 'attr.type="long"' in formats.dump(game("a", a="max b", b=3), "graphml").decode()


def test_problems_name_the_line_and_the_good_part_is_kept():
    edges = ['<edge source="a" target="b"/>', '<edge source="a" target="z"/>', '<edge source="a"/>']
    loaded = formats.load_text(graphml("\n".join([NODES, '<node id="b"/>', '<node id="c"/>', *edges])))
    errors = [(problem.node, problem.line) for problem in loaded.problems if problem.severity is Severity.ERROR]
    assert errors == [("b", 6), ("a", 9), (None, 10), ("c", 7)]
    assert loaded.graph.moves == (("a", "b"),)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (graphml(NODES + '<edge source="a" target="b"/>', direction="undirected"), "line 5: a game graph is directed"),
        (graphml(NODES + '\n<edge source="a" target="b" directed="false"/>'), "line 6: a game graph is directed"),
        (graphml('<node id="a"></edge>'), "line 5, column 16: mismatched tag"),
        (HEAD + "</graphml>", "GraphML"),
        ("<a>" * 100_000, "nested more than 100 deep"),
    ],
)
def test_what_is_no_graph_is_refused_in_one_sentence(text, words):
    with pytest.raises(FormatError, match=words) as caught:
        formats.load_text(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_values_of_a_key_that_is_not_declared_are_left_out_and_named_once_and_the_rest_is_read():
    node = '<node id="{id}"><data key="unknown">1</data>{more}</node>'
    text = graphml(node.format(id="a", more='<data key="p">max</data>') + node.format(id="b", more=""))
    loaded = formats.load_bytes("x.graphml", text.encode())
    said = [(problem.line, problem.message) for problem in loaded.problems if "no key" in problem.message]
    assert said == [(5, "there is no key 'unknown'; its values were left out, declare it with <key>")]
    assert [node.id for node in loaded.graph.nodes] == ["a", "b"]
    assert (loaded.graph.node("a").kind, loaded.graph.node("a").extra) == (Kind.MAX, {})
