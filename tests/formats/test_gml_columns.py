"""Large texts of GML, written in any way: read column by column they say what they say word by word."""

from __future__ import annotations

from functools import partial
from itertools import count

from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.tables import both_ways

from explorer.formats import load_bytes

OF_NODES = (
    'label "L {}"', 'player "max"', "player min", "score 1", "score 2.5", 'score "1/2"', "open 1", 'caption "C"',
    'note "a &#233; # no\n]\nb"', 'graphics [ x 1.5 y -2.0 ]', "graphics [ x 1 y 2.5 Line [ point [ x 4 y 5 ] ] ]",
    'graphics [\n  type "oval"\n  fill "#FF0000"\n]', 'LabelGraphics [ text "a" ]', "x 1 y 2.0", 'tag "x"', 'tag "y"',
    "rank 1", "rank 1.5", "rank a", "rank +1", "rank .5", "rank -INF", "rank 12345678901234567890", "rank 1e400",
    "rang_\u00e9 1", "rank a\u00e9", "label 5", "label 0", "label 0.0", "label +7", "label -INF",
    'graphics [ x "1.5" y 2 ]', 'graphics [ x 3 y "-2" w "a" ]', "player 0", 'player "1"', 'open "yes"', "open 0.0",
    "score +3", "score 12345678901234567890", "score 1e400", 'score "2"', 'x "1.5" y 2', "root 1", 'root "no"',
    "name 1", 'name "a"', "rank -12345678901234567890", "label 12345678901234567890", "label 1.5e20",
    "caption 0", "caption 1.50", 'label ""',
)  # fmt: skip
OF_EDGES = (
    "weight 1", "weight 2.5", 'label "e"', 'graphics [ fill "#000" ]', "key 3", "id 5", 'note "# a"', "weight +INF",
    "order 1", "order 0", "order +2", "w\u00e9 1", "source 2", "target 3",
    "order 3.0", "order 1.5", 'order "5"', "order a", "source 1.0", "target 2.0", "target 1.5",
)  # fmt: skip
NUMBERS = (["id {}"], ["id {}"], ["id {}"], [], ["id 0"], ["id +1"], ["id {}", "id 2"], ["id 123456789012345678901"])
ODD = (
    "graphics 5", "graphics [ x 1 ]", "graphics [ x 1 y 2 ] graphics [ x 3 y 4 ]", "graphics [ x [ a 1 ] y 2 ]", "x 1",
    "id 1.5", "source 1.0", "target 2.5", "order 1.5", "order 1.0", 'order "2"', "order a", "score -INF", "score INF",
    "score 1e400", "score 123456789012345678901", "label [ a 1 ]", "id [ a 1 ]", "id 0",
    'name ""', "caption [ ]", 'graphics [ x "a" y 1 ]', "player 2", "x a",
    "note 1", "note 1.5", "node [ id 9 ]", "node [ ] node [ ]", "list [ ] list 1", "list 1 list [ ]", "list [ a [ ] ]",
    "label 5", 'label ""', 'tag"a"', "tag[ ]", "k 5e", "k 1.5e3", "k 1.", "k +1", "k .5", "k 1a 2", "id1 2",
    "é 1", "k é", "]", "k\u00a0 1", "k 1\u00a02",
    'x "1.5" y "2"', 'owner "max"', "order 1", 'label "it\'s"', "source 1", "target 99", "order [ ]", "source [ ]", '"',
)  # fmt: skip
TWICE = 'comment "a"\ndirected 1\ncomment "b" label "G"\n# c\n\nlabel 1 node 5'
GAPS = ("\n", "\n  ", " ", "\r\n", ' # one "\n', "\n# a [\n#\n\t")


def lists(odd: bool) -> st.SearchStrategy[str]:
    """The lists of nodes and edges."""
    gap = st.sampled_from(GAPS)

    def list_of(key: str, first: st.SearchStrategy[list[str]], others: tuple[str, ...]) -> st.SearchStrategy[str]:
        more = st.lists(st.sampled_from((*others, *ODD) if odd else others), max_size=4, unique=True)
        said = st.tuples(first, more).flatmap(lambda parts: st.permutations([*parts[0], *parts[1]]))
        begin = st.sampled_from((" [", "[", "\n["))
        return st.builds(lambda begin, gap, said: f"{key}{begin}{gap}{gap.join(said)}{gap}]{gap}", begin, gap, said)

    ends = st.integers(0, 5)
    nodes = list_of("node", st.sampled_from(NUMBERS), OF_NODES)
    edges = list_of("edge", st.builds(lambda one, two: [f"source {one}", f"target {two}"], ends, ends), OF_EDGES)
    some = st.lists(nodes, min_size=1, max_size=6).map("".join).map(numbered)
    return st.tuples(some, st.lists(edges, max_size=6).map("".join)).map("".join)


def numbered(nodes: str) -> str:
    """The nodes with numbers in place of braces."""
    parts, numbers = nodes.split("id {}"), count()
    first, *others = parts
    named = [f"id {number}{part.replace('{}', str(number))}" for part, number in zip(others, numbers, strict=False)]
    return first + "".join(named)


def texts(odd: bool) -> st.SearchStrategy[str]:
    heads = st.sampled_from(("", 'Creator "igraph version 1"\nVersion 1\n', "# one\n"))
    tops = st.sampled_from(("directed 1", 'directed 1\nlabel "G # a"', 'list [ a 1 ] directed "1"', TWICE))
    others = st.sampled_from(("", "", "graph [ directed 1 node [ id 1 ] edge [ ] ]\n", "graph [ ]", "graph 3"))
    return st.builds("{}graph [\n{}\n{}]\n{}".format, heads, tops, lists(odd), others)


read = partial(load_bytes, "x.gml")


@examples(50)
@given(st.lists(texts(odd=False), min_size=5, max_size=5))
def test_columns_say_what_words_say(some):
    assert both_ways(read, [text.encode() for text in some]) == {"columns": 5}


@examples(100)
@given(st.lists(texts(odd=True), min_size=5, max_size=5))
def test_columns_say_what_words_with_mistakes_say(some):
    both_ways(read, [text.encode() for text in some])
