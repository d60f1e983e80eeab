"""Large texts of GEXF as Gephi and others write them: read column by column they say what they say tag by tag."""

from __future__ import annotations

import re
from functools import partial
from itertools import count

from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.tables import both_ways

from explorer.formats import dump, load_bytes
from explorer.model.extras import Extras

HEAD = """<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz"><meta><creator>Gephi</creator></meta>
<graph defaultedgetype="directed"{}>
<attributes class="node"><attribute id="p" title="player" type="string"/><attribute id="o" title="open" type="boolean"/>
<attribute id="s" title="score" type="double"/><attribute id="n" title="note" type="string">{}</attribute>
<attribute id="l" title="label"/><attribute id="i" title="id"/><attribute id="x" title="x" type="float"/>
<attribute id="d" title="depth" type="integer"/><attribute id="m" title="note" type="boolean"/>
<attribute id="P" title="player" type="integer"/><attribute id="O" title="open"/>
<attribute id="S" title="score" type="long"/><attribute id="L" title="label" type="integer"/>
<attribute id="R" title="root" type="boolean"/><attribute id="N" title="root" type="string"/></attributes>
<attributes class="edge"><attribute id="w" title="w" type="integer"/><attribute id="p"/>
<attribute id="r" title="order" type="integer"/><attribute id="t" title="order" type="string"/>
<attribute id="f" title="order" type="double"/><attribute id="b" title="order" type="boolean"/></attributes>
"""
OF_NODES = (
    'id="{}"', 'id="{}" label="N {}"', "label='\"{}\"' id='{}'", 'id="{}" start="1" endopen="2" pid="n0"',
    'id="{}" timestamps="&lt;[1]&gt;"', 'id="{}" b="1" a="2"', 'a="2" id="{}" b="1"',
)  # fmt: skip
OF_EDGES = (
    'source="{}" target="{}"', "weight='1' target='{}' source='{}'", 'id="e" source="{}" target="{}" label="a"',
    'source="{}" target="{}" order="1"',
)  # fmt: skip
ORDERS = (("t", "4"), ("t", "2.0"), ("f", "2.0"), ("f", "-1"), ("f", "1.5"), ("f", "NaN"), ("b", "true"), ("r", "-7"))
IN_EDGES = (
    "", "", "<spells/>", '<attvalues><attvalue for="w" value="1"/></attvalues>', "<viz:position x='1' y='2'/>",
    '<attvalues><attvalue for="r" value="3"/></attvalues>', '<attvalues><attvalue for="w" value="one"/></attvalues>',
    *(f'<attvalues><attvalue for="{key}" value="{value}"/></attvalues>' for key, value in ORDERS),
    "<edges><edge source='n1' target='n0'><spells/></edge></edges>",
    "<attvalues><attvalue for='no' value='1'/></attvalues>",
)  # fmt: skip
LATE = (
    '<attributes class="{}"><attribute id="late" title="{}" type="long"><default>{}</default></attribute></attributes>'
)
BEHIND = (
    "",
    "",
    "<graph><default>1</default><nodes><node id='a' b='c'/></nodes></graph><graph/>",
    "<nodes><node/></nodes>",
)
DEPTHS = (
    "7", "+5", "one", "", "1_0", "NaN", "12345678901234567890", "-9223372036854775809", "9223372036854775807", "1" * 76,
)  # fmt: skip
MIXED = (
    ("P", "0"), ("P", "1"), ("O", "yes"), ("O", "0"), ("S", "3"), ("S", "-123456789012345678901"), ("R", "true"),
    ("R", "false"), ("N", "no"), ("N", ""), ("N", "n1"), ("L", "7"), ("L", "123456789012345678901"),
)  # fmt: skip
INSIDE = (
    '<attvalues><attvalue for="p" value="max"/></attvalues>', "<attvalues><attvalue value='2' for='s'/></attvalues>",
    '<attvalues>\n<attvalue for="p" value="max"/>\n<attvalue for="p" value="min" start="1"/>\n</attvalues>',
    '<attvalues><attvalue for="n" value="a &lt;&#10;b&#x000041;\n\tc > d/>"/><attvalue for="s" value="1"/></attvalues>',
    '<attvalues><attvalue for="n" value=\'"it\'></attvalue><attvalue for="no" value="1"/></attvalues>', "<!-- a -->",
    '<spells>\n<spell start="1" end="2"/>\n<spell/></spells>', "<!--<node id='x' a=\" -->", '<viz:size value="2"/>',
    '<viz:position x="1" y="-2.5" z="0"/>', "<viz:position y='3' x='1e2'></viz:position>", "<attvalues/>", "<nodes/>",
    '<attvalues><attvalue for="s" value=""/><attvalue for="o" value=""/><attvalue for="l" value="L"/></attvalues>',
    *(f'<attvalues><attvalue for="d" value="{value}"/></attvalues>' for value in DEPTHS),
    *(f'<attvalues><attvalue for="{key}" value="{value}"/></attvalues>' for key, value in MIXED),
    '<attvalues><attvalue for="s" value="one"/></attvalues>', '<attvalues><attvalue for="s" value="NaN"/></attvalues>',
    '<attvalues><attvalue for="m" value="true"/><attvalue for="s" value="1/2"/></attvalues>',
    '<edges><edge source="n0" target="n1" order="2"><attvalues/></edge></edges>',
    '<attvalues><attvalue for="late" value="1"/></attvalues>',
)  # fmt: skip
ODD_NODES = ("", 'id="n0"', 'id="" label="a"', 'id="{}" more="1"', 'id="{}\'&amp;"', 'id="{}" label="{}"', 'label=""')
ODD_EDGES = ('source="{}"', 'source="{}" target="zz"', 'source="{}" target="{}" type="undirected"', "", 'order="1"')
ODD = (
    '<attvalue for="" value="1"/>', "<attvalue/>", '<attvalue for="s" value="one"/>', '<attvalue for="i" value="a"/>',
    '<attvalue for="n"/>', '<attvalue for="x" value="4"/>', '<attvalue for="no\'" value="1"/>', 'text a="b"', "<nodes>",
    '<attvalue for="P" value="2"/>', '<attvalue for="O" value="maybe"/>', f'<attvalue for="d" value="{"1" * 77}"/>',
    '<viz:position x="1"/>', '<viz:position x="a" y="2"/>', "<![CDATA[x]]>", "<default>1</default>", "<?a b?>",
    "<graph/>",
    '<attvalue for = "p"\nvalue = "max"\n/>', '<x:attvalue for="p" value="max"/>', '<attvalue for="w" value=""/>',
    '<attributes class="node"><attribute id="no"/></attributes>', "<edge source='n0' target='n0'/>", "<value>1</value>",
)  # fmt: skip
GROUP = "<node {}>{}<nodes>{}</nodes>{}</node>\n"


def inside(odd: bool) -> st.SearchStrategy[str]:
    some = st.sampled_from(INSIDE)
    return st.lists(some | st.sampled_from(ODD) if odd else some, max_size=3).map("\n".join)


def nodes(odd: bool) -> st.SearchStrategy[str]:
    head = st.sampled_from((*OF_NODES, *ODD_NODES) if odd else OF_NODES)
    plain = st.builds("<node {}>{}</node>\n".format, head, inside(odd)) | st.builds("<node {}/>\n".format, head)
    groups = st.recursive(
        plain,
        lambda inner: st.builds(GROUP.format, head, inside(odd), st.lists(inner, max_size=3).map("".join), inside(odd)),
        max_leaves=6,
    )
    return st.lists(plain | groups, min_size=1, max_size=6).map("".join).map(numbered)


def edges(odd: bool) -> st.SearchStrategy[str]:
    kinds = (*OF_EDGES, 'source="{}" target="{}" type="mutual"', *(ODD_EDGES if odd else ()))
    head, ends = st.sampled_from(kinds), st.integers(0, 5).map("n{}".format)
    within = st.sampled_from(IN_EDGES) | inside(odd) if odd else st.sampled_from(IN_EDGES)
    edge = st.builds(
        lambda head, one, two, more: f"<edge {head.format(one, two)}>{more}</edge>", head, ends, ends, within
    )
    return st.lists(edge, max_size=6).map("\n".join)


def texts(odd: bool) -> st.SearchStrategy[str]:
    mode = st.sampled_from(("", "", ' mode="static"', ' mode="dynamic"', *((' mode="x"',) if odd else ())))
    default = st.sampled_from(("", "", "<default>x</default>"))
    head = st.builds(HEAD.format, mode, default)
    late = st.builds(
        LATE.format,
        st.sampled_from(("node", "edge")),
        st.sampled_from(("w", "depth", "late")),
        st.sampled_from((1, "a")),
    )
    return st.builds(
        lambda head, nodes, late, edges, behind: (
            f"{head}<nodes>\n{nodes}</nodes>\n{late}<edges>\n{edges}</edges>{late}</graph>{behind}</gexf>"
        ),
        head, nodes(odd), st.just("") | late, edges(odd), st.sampled_from(BEHIND),
    )  # fmt: skip


def numbered(nodes: str) -> str:
    """The nodes with an id in place of the braces in each."""
    numbers = map("n{}".format, count())
    return re.sub("<node [^>]*>", lambda head: head[0].replace("{}", next(numbers)), nodes)


read = partial(load_bytes, "x.gexf")


@examples(50)
@given(st.lists(texts(odd=False), min_size=5, max_size=5))
def test_columns_say_what_tags_say(some):
    assert both_ways(read, [text.encode() for text in some]) == {"columns": 5}


@examples(100)
@given(st.lists(texts(odd=True), min_size=5, max_size=5), st.sampled_from(("\n", "\r\n")))
def test_columns_say_what_tags_with_mistakes_say(some, end):
    both_ways(read, [text.replace("\n", end).encode() for text in some])


def test_what_is_found_again_and_again_is_told_as_of_few():
    within = '<attvalues><attvalue for="no" value="1"/><attvalue for="s" value=""/></attvalues>'
    nodes = "".join(f"<node id='n{number}'>\n{within}<nodes>" for number in range(6)) + "</nodes></node>" * 6
    text = f"{HEAD.format('', '')}<nodes>{nodes}</nodes></graph></gexf>".encode()
    assert both_ways(read, [text]) == {"columns": 1}
    counts = {problem.message.partition(" ")[0]: problem.count for problem in read(text).problems}
    assert counts["node"] == 6
    assert counts["nodes"] == 5


def test_values_of_which_one_is_not_of_its_type_stay_words_in_a_column():
    values = ["one" if number == 5 else str(number) for number in range(20_001)]
    nodes = "".join(
        f'<node id="n{number}"><attvalues><attvalue for="d" value="{value}"/></attvalues></node>'
        for number, value in enumerate(values)
    )
    graph = read(f"{HEAD.format('', '')}<nodes>{nodes}</nodes></graph></gexf>".encode()).graph
    extras = graph.columns.extras
    assert isinstance(extras, Extras)
    assert (len(extras), extras.written) == (len(values), ["depth"])
    assert (extras[5], extras[6]) == ({"depth": "one"}, {"depth": 6})
    assert [str(node.extra["depth"]) for node in graph.nodes] == values
    for name in ("game-json", "gexf", "csv", "dot"):
        assert {"one", "6"} <= set(re.findall(r"\w+", dump(graph, name).decode())), name
    kept = load_bytes("x.json", dump(graph, "game-json")).graph
    assert kept.nodes == graph.nodes


def test_more_keys_than_nodes_are_read_by_columns():
    keys = "".join(f'<attribute id="k{number}" title="k{number}" type="integer"/>' for number in range(1_100))
    nodes = "".join(
        f'<node id="n{number}"><attvalues><attvalue for="k{number}" value="{number}"/></attvalues></node>'
        for number in range(1_100)
    )
    attributes = f'<attributes class="node">{keys}</attributes>'
    text = f'<gexf><graph defaultedgetype="directed">{attributes}<nodes>{nodes}</nodes></graph></gexf>'.encode()
    assert both_ways(read, [text]) == {"columns": 1}
