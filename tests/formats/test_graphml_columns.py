"""Large texts of GraphML in forms that few programs write: column by column they say what they say tag by tag."""

from __future__ import annotations

import re
from functools import partial

from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.tables import both_ways

from explorer.formats import load_bytes

SPACE = "http://graphml.graphdrawing.org/xmlns"
KEYS = """<key id="p" for="node" attr.name="player" attr.type="string"/>
<key id="s" for="all" attr.name="score" attr.type="double"/><key id="l" attr.name="label" attr.type="int"/>
<key id="d" for="node" attr.name="depth" attr.type="int"/><key id="w" for="edge" attr.name="w" attr.type="string"/>
<key id="o" for="edge" attr.name="order" attr.type="int"/><key id="f" for="edge" attr.name="order" attr.type="float"/>
<key id="t" for="edge" attr.name="order" attr.type="string"/><key id="b" attr.name="order" attr.type="boolean"/>
<key id="P" for="node" attr.name="player" attr.type="int"/><key id="O" attr.name="open" attr.type="string"/>
<key id="Q" attr.name="open" attr.type="boolean"/><key id="L" attr.name="label" attr.type="double"/>
<key id="R" attr.name="root" attr.type="boolean"/><key id="N" attr.name="root" attr.type="string"/>"""
MORE_KEYS = (
    '<key id="d" for="node" attr.name="deep" attr.type="boolean"/>', '<key id="z" attr.name="depth"/>',
    '<key id="z" for="node" attr.name="depth" attr.type="double"><default>3.5</default></key>',
    '<key id="y" attr.name="note"><default>a</default></key>', '<key id="p" attr.name="player"/>',
    '<key id="z" for="node" attr.name="note" attr.type="int"><default>a</default></key>',
    '<key id="z" attr.name="w" attr.type="boolean"/>\n<key id="z" attr.name="score" attr.type="string"/>',
)  # fmt: skip
INNER_KEYS = (
    '<key id="w" for="edge" attr.name="weight" attr.type="int"/>', '<key id="y" attr.name="note" attr.type="string"/>',
    '<key id="y" attr.name="other" attr.type="string"/><key id="in" attr.name="depth" attr.type="double"/>',
    '<key id="in" attr.name="note" attr.type="boolean"/><key id="in" attr.name="note" attr.type="boolean"/>',
)  # fmt: skip
VALUES = {
    "p": ("max", "min", "", "both"),
    "s": ("1", "+5", ".5", "1_0", "NaN", "half", "1/2", "", " 2 ", "&#53;"),
    "l": ("7", "A", "a&lt;b", "", "+1"),
    "d": (
        "7",
        "+5",
        "one",
        "",
        "NaN",
        "1_0",
        "a<b/>c",
        "1<b/>",
        "<b>1</b>2",
        "&#49;<b> x <c/>\n</b>",
        "1234567890123456789012",
        "-9223372036854775809",
        "1" * 76,
    ),
    "P": ("0", "1", "one"),
    "O": ("yes", "0", "", "NA"),
    "Q": ("true", "0"),
    "L": ("7", "2.5", "inf", "1e400"),
    "R": ("false", "1", "no"),
    "N": ("", "no", "n1"),
    "f": ("2.0", "-1", "1.5", "NaN", "1e3"),
    "t": ("4", "2.0", " 5 "),
    "b": ("true", "false"),
    "z": ("1", "true", "2.5", "<!-- a\n-->b"),
    "w": ("1", "a"),
    "o": ("1", "2", "+3", "one"),
    "no": ("1",),
    "in": ("1", "0"),
    "late": ("7", "8"),
}
GROUP = '<node id="n{}"><graph edgedefault="{}">{}</graph></node>'
EDGES = ('<edge source="n{}" target="n{}"', '<edge directed="{}" source="n{}" target="n{}"')
BEHIND = (
    "", "", '<key id="late" attr.name="depth" attr.type="int"/>', '<key id="d" attr.name="depth" attr.type="string"/>',
    "<graph/>", '<graph edgedefault="directed"><node id="n0"><data key="d">a</data></node></graph>',
    '<graph><edge source="n0" target="n0"/>\n<node><data key="no"/><data key="no">1</data><port/></node></graph>',
)  # fmt: skip
ELEMENT = re.compile(r"<(/?)(?=(?:graphml|graph|key|node|edge|data|default|port)\b)")


def values(*keys: str) -> st.SearchStrategy[str]:
    value = st.sampled_from(keys).flatmap(
        lambda key: st.sampled_from(VALUES[key]).map(f'<data key="{key}">{{}}</data>'.format)
    )
    return st.lists(value, max_size=3).map("\n".join)


def nodes() -> st.SearchStrategy[str]:
    ids = st.sampled_from((' id="n0"', ' id="n1"', ' id="n2"', ' id="n3"', ' id="n4"', "", ' id=""'))
    node = st.builds(
        "<node{}>{}</node>\n".format, ids, values("p", "p", "s", "l", "d", "z", "no", *"POQLRN", "in", "late")
    )
    return st.lists(node | st.builds("<node{}/>".format, ids), min_size=1, max_size=6).map("".join)


def edges(direction: str) -> st.SearchStrategy[str]:
    """Edges that say their direction where a graph does not."""
    ends = st.integers(0, 4)
    head = st.builds(EDGES[0].format, ends, ends)
    directed = st.builds(EDGES[1].format, st.sampled_from(("true", "1")), ends, ends)
    said = directed if direction != "directed" else head | directed
    return st.lists(
        st.builds("{}>{}</edge>\n".format, said, values("o", "o", "w", "z", "f", "t", "b")), max_size=6
    ).map("".join)


def groups() -> st.SearchStrategy[str]:
    """Nodes with a graph in them, which has edges if it is directed."""
    ids = st.integers(5, 9)
    directed = st.builds(str.__add__, nodes(), edges("directed"))
    return st.builds(GROUP.format, ids, st.just("directed"), directed) | st.builds(
        GROUP.format, ids, st.sampled_from(("undirected", "")), nodes()
    )


def bodies() -> st.SearchStrategy[str]:
    """A graph; one that is not directed has edges that are."""
    known = '<edge directed="true" source="n0" target="n1"/>'
    parts = {
        "directed": (nodes(), st.just("") | groups(), edges("directed")),
        "undirected": (nodes(), st.just(known), edges("undirected")),
    }
    keys = st.just("") | st.sampled_from(INNER_KEYS)
    return st.sampled_from(("directed", "directed", "undirected")).flatmap(
        lambda direction: st.builds(
            (f'<graph edgedefault="{direction}">' + "{}{}{}{}</graph>").format, keys, *parts[direction]
        )
    )


def written(keys: str, graph: str, behind: str, space: str) -> str:
    """A text in which all elements have a prefix, or every node says its namespace, or neither."""
    text = f'<graphml xmlns="{SPACE}">{KEYS}{keys}{graph}{behind}</graphml>'
    if space in TAGS:
        return re.sub(f"<{TAGS[space]}(?=[ />])(?!.*<graph)", r'\g<0> xmlns="urn:other"', text, flags=re.DOTALL)
    if space == "every":
        return text.replace("<node", f'<node xmlns="{SPACE}"')
    return ELEMENT.sub(rf"<\1{space}", text).replace("xmlns=", "xmlns:g=") if space else text


TAGS = {"of nodes": "node", "of edges": "edge", "of values": "data"}


def texts() -> st.SearchStrategy[str]:
    keys = st.lists(st.sampled_from(MORE_KEYS), max_size=2).map("".join)
    spaces = st.sampled_from(("", "", "g:", "every", *TAGS))
    return st.builds(written, keys, bodies(), st.sampled_from(BEHIND), spaces)


read = partial(load_bytes, "x.graphml")


@examples(50)
@given(st.lists(texts(), min_size=5, max_size=5))
def test_columns_say_what_tags_say(some):
    assert both_ways(read, [text.encode() for text in some]) == {"columns": 5}


DRAWN_HEAD = f'''<graphml xmlns="{SPACE}" xmlns:y="urn:y">{KEYS}
<key id="g" for="node" yfiles.type="nodegraphics"/><key id="m" attr.name="label" attr.type="long"/>
<key id="n" attr.name="label"/><key id="x" attr.name="x" attr.type="int"/><key id="X" attr.name="x"/>
<key id="y" attr.name="y" attr.type="double"/><graph edgedefault="directed">
'''
OF_DRAWN = {"m": ("7", "0", "1", "x"), "L": ("1.5", "0", "-0.0", "7"), "n": ("0", "MAX", "", "mine"), "p": ("max",)}
BOXES = (
    '<y:Geometry x="1" y="2" width="4"/>', '<y:Geometry X="1" y="-2" Height="4"/>', '<y:RectD X="a" Y="2"/>',
    '<y:Geometry x="" y="2"/>', '<y:Geometry width="3" height="5"/>', "<y:Geometry/>", '<y:RectD x="NaN" y="nan"/>',
)  # fmt: skip
DRAWN = '<data key="g"><y:ShapeNode>{}<y:NodeLabel>{}<y:A/></y:NodeLabel><y:Shape type="{}"/></y:ShapeNode></data>'
LABELS = ("MAX", " MIN ", "5", "0", "A", "")


def drawings() -> st.SearchStrategy[str]:
    """Nodes as yEd draws them, which have labels of their own as well."""
    boxes, label = st.lists(st.sampled_from(BOXES), max_size=2).map("".join), st.sampled_from(LABELS)
    shape = st.sampled_from(("ellipse", "rectangle", "hexagon"))
    drawn = st.builds(DRAWN.format, boxes, label, shape)
    own = st.sampled_from([f'<data key="{key}">{value}</data>' for key, some in OF_DRAWN.items() for value in some])
    at = st.sampled_from(
        ("", '<data key="x">3</data><data key="y">2.5</data>', '<data key="X">3</data><data key="y">1</data>')
    )
    node = st.builds("{}{}{}".format, drawn | st.just(""), own | st.just(""), at)
    ends = st.integers(0, 3)
    return st.builds(
        lambda nodes, edges: "".join(
            (DRAWN_HEAD, *(f'<node id="{number}">{node}</node>' for number, node in enumerate(nodes)), *edges)
        ) + "</graph></graphml>",
        st.lists(node, min_size=4, max_size=6),
        st.lists(st.builds('<edge source="{}" target="{}"/>'.format, ends, ends), max_size=6),
    )  # fmt: skip


@examples(50)
@given(st.lists(drawings(), min_size=5, max_size=5))
def test_columns_say_what_drawings_say(some):
    assert both_ways(read, [text.encode() for text in some]) == {"columns": 5}


def test_more_keys_than_nodes_are_read_by_columns():
    keys = "".join(f'<key id="k{number}" attr.name="k{number}" attr.type="int"/>' for number in range(1_100))
    nodes = "".join(f'<node id="n{number}"><data key="k{number}">{number}</data></node>' for number in range(1_100))
    text = f'<graphml xmlns="{SPACE}">{keys}<graph edgedefault="directed">{nodes}</graph></graphml>'.encode()
    assert both_ways(read, [text]) == {"columns": 1}
