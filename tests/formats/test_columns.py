"""To read, check, solve, write or generate a graph takes as many lines of Python however large it is."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from types import FrameType
from typing import Any

import numpy as np
import pytest

from explorer.cli import main
from explorer.formats import dump, load_bytes, losses, written
from explorer.games import generate
from explorer.model.check import check
from explorer.model.graph import GameGraph
from explorer.solver import solve
from explorer.solver.kernels import always_compiled

pytestmark = pytest.mark.large

NODES, IN_TABLES = 12_000, 60_000  # more than those up to which all is made at once, in the model and in tables
FEW = NODES // 8  # lines more for twice the nodes, which have three times as many moves
TOO_SMALL = {"gambit"}  # formats that hold no such graphs


@pytest.fixture(scope="module", autouse=True)
def compiled() -> Iterator[None]:
    with always_compiled():
        yield


@cache
def graph_of(times: int, nodes: int = NODES) -> GameGraph:
    return generate("random", nodes=times * nodes, degree=3, leaves=0.02, seed=1)


def lines_of(action: Callable[[], object]) -> Counter[str]:
    """How many lines of each function of the program are gone through."""
    lines: Counter[str] = Counter()

    def follow(frame: FrameType, event: str, argument: object) -> Any:
        code = frame.f_code
        if "explorer" not in code.co_filename:
            return None
        lines[f"{code.co_filename}: {code.co_name}"] += 1
        return follow

    sys.settrace(follow)
    try:
        action()
    finally:
        sys.settrace(None)
    return lines


def require_no_loop(action: Callable[[int], object], few: int = FEW) -> None:
    """Nothing, if an action for a graph and one for twice as many nodes go through about as many lines."""
    action(1)  # what is done once
    once, twice = lines_of(lambda: action(1)), lines_of(lambda: action(2))
    more = twice.total() - once.total()
    assert more < few, (more, (twice - once).most_common(5))


def test_a_loop_is_seen():
    with pytest.raises(AssertionError):
        require_no_loop(lambda times: [node.name for node in graph_of(times).nodes])


def test_generating_checking_and_solving_do_not_loop():
    require_no_loop(lambda times: generate("random", nodes=times * NODES, degree=3, leaves=0.02, seed=1))
    require_no_loop(lambda times: check(graph_of(times).replace()))
    require_no_loop(lambda times: solve(graph_of(times).replace()))


def test_frames_and_arrays_do_not_loop():
    require_no_loop(lambda times: GameGraph.from_frames(*graph_of(times).to_frames()))
    graphs = {times: rich(times) for times in (1, 2)}
    require_no_loop(lambda times: GameGraph.from_frames(*graphs[times].to_frames()))
    require_no_loop(lambda times: graph_of(times).replace().to_arrays())


@pytest.mark.parametrize("name", sorted(set(written()) - TOO_SMALL))
def test_reading_and_writing_do_not_loop(name):
    files = {times: dump(graph_of(times), name) for times in (1, 2)}
    suffix = written()[name].suffixes[0]
    require_no_loop(lambda times: load_bytes(f"x{suffix}", files[times]))
    require_no_loop(lambda times: dump(graph_of(times).replace(), name))


@pytest.mark.parametrize("name", sorted(set(written()) - TOO_SMALL))
def test_looking_for_what_a_format_loses_does_not_loop(name):
    graphs = {times: rich(times) for times in (1, 2)}
    require_no_loop(lambda times: losses(graphs[times], name))


def spoilt(name: str, times: int) -> bytes:
    """A file of a format in which what a node near the end says of its player is wrong."""
    text = dump(graph_of(times), name).decode()
    if name == "pgsolver":
        before, _, last = text.rstrip().rpartition("\n")
        unowned = re.sub("^([0-9]+ [0-9]+) [01]", r"\1 7", last)
        return f"{before}\n{unowned}".encode()
    before, _, behind = text.rpartition("min")
    return f"{before}foo{behind}".encode()


@pytest.mark.parametrize("name", ["csv", "tsv", "dot", "gml", "gexf", "pgsolver"])
def test_telling_the_line_of_a_problem_does_not_loop(name):
    files = {times: spoilt(name, times) for times in (1, 2)}
    suffix = written()[name].suffixes[0]
    lines = [problem.line or 0 for problem in load_bytes(f"x{suffix}", files[1]).problems]
    assert max(lines) > NODES / 2
    require_no_loop(lambda times: load_bytes(f"x{suffix}", files[times]))


def test_reading_games_of_gambit_does_not_loop():
    trees = {times: generate("tree", branching=3, depth=7 + times) for times in (1, 2)}
    files = {times: dump(tree, "gambit") for times, tree in trees.items()}
    require_no_loop(lambda times: load_bytes("x.efg", files[times]))


def nested(depth: int, name: str = "n") -> dict[str, object]:
    children = [nested(depth - 1, f"{name}{number}") for number in range(3)] if depth else []
    return {"name": name, "size": depth, **({"children": children} if children else {"value": len(name) % 5})}


def test_reading_trees_of_json_does_not_loop():
    files = {times: json.dumps(nested(7 + times)).encode() for times in (1, 2)}
    require_no_loop(lambda times: load_bytes("x.json", files[times]))


IN_JSON = {  # what is written in place of something else in every node or edge
    "positions that are none": ('"id"', '"x": "a", "y": true, "id"'),
    "one coordinate": ('"id"', '"x": 1, "id"'),
    "owners": ('"player"', '"owner"'),
    "players of several types": ('"player": "max"', '"player": 0'),
    "unknown players": ('"player": "max"', '"player": 7'),
    "odd scores": ('"score": ', '"score": true, "note": '),
    "odd marks of open nodes": ('"id"', '"open": "x", "id"'),
    "constants": ('"id"', '"weight": NaN, "id"'),
    "tuples": (r'"(id|source|target)": "([^"]*)"', r'"\1": ["\2", 1]'),
    "ends that are no nodes": ('"target": "', '"target": "z'),
    "edges that stand twice": (r'(\{"source[^}]*\})', r"\1, \1"),
    "nodes that stand twice": (r'(\{[^{}]*"id[^}]*\})', r"\1, \1"),
    "lists of numbers": (r'"id": "\D*(\d+)"', r'"pos": [\1.5, \1], \g<0>'),
    "labels that are no texts": ('"id"', '"label": [1], "id"'),
    "empty names": ('"id"', '"name": "", "id"'),
}


@pytest.mark.parametrize("form", IN_JSON)
def test_reading_json_with_odd_values_does_not_loop(form):
    pattern, said = IN_JSON[form]
    files = {times: re.sub(pattern, said, dump(graph_of(times), "node-link").decode()).encode() for times in (1, 2)}
    require_no_loop(lambda times: load_bytes("x.json", files[times]))


def test_reading_rows_that_lack_something_does_not_loop():
    def file(count: int) -> bytes:
        rows = [row for number in range(count) for row in (f"{number},", f",{number}", f"{number},z{number}")]
        nodes = [row for number in range(count) for row in (f"{number},max,abc,1", ",min,,2", f"n{number},,x,")]
        return "\n".join(["from,to", *rows, "", "id,player,score,x", *nodes]).encode()

    files = {times: file(times * NODES) for times in (1, 2)}
    require_no_loop(lambda times: load_bytes("x.csv", files[times]))


FORMS_OF_PLAIN_TEXT = {  # how the lines of nodes are changed
    "blanks": lambda text: text.replace(" ", "\t \u00a0"),
    "blanks and commas": lambda text: re.sub(r"(?<=\w) (?=\w+[ \n])", r" ,, ", text).replace(":", "  :,"),
    "none": lambda text: re.sub(" (max|min): ", r'""\1:', text).replace(" = ", "="),
    "comments": lambda text: re.sub("\n", " # a note\n# another\n", text),
    "blank lines": lambda text: text.replace("\n", " \n\n \t\n"),
    "carriage returns": lambda text: text.replace("\n", "\r"),
    "capitals": lambda text: text.replace("max", "MAX").replace("min", "Min"),
    "escapes": lambda text: re.sub(r"\b([a-z]+\d+)\b", r'"\\ud83d\\ude00\1"', text),
    "positions": lambda text: re.sub(r"\n(\w+)", r'\n @AT "\1"  1/2 "3." # c\n\1', text),
    "descriptions": lambda text: text.replace("\n", "\n@Description one # two\n"),
    "marks": lambda text: re.sub(r"\n(\w+)", r"\n> \1", text),
    "nodes without lines": lambda text: re.sub(r"\n(\w+) (m.*)", r"\n\1 \2 z\1", text),
    "lines that stand twice": lambda text: text + text,
}


@pytest.mark.parametrize("form", FORMS_OF_PLAIN_TEXT)
def test_reading_plain_text_in_any_form_does_not_loop(form):
    files = {times: FORMS_OF_PLAIN_TEXT[form](dump(graph_of(times), "text").decode()).encode() for times in (1, 2)}
    require_no_loop(lambda times: load_bytes("x.txt", files[times]))


FORMS_OF_DOT = {  # how the lines of a text are changed; each edge is one of a statement
    "several statements of a line": lambda text: text.replace(";\n  ", "; "),
    "statements over lines": lambda text: text.replace(" -> ", " ->\n").replace("[", "\n[\n").replace(",", "\n,"),
    "groups": lambda text: re.sub(r"-> (\w+);\n", r"-> {\1};\n", text),
    "chains": lambda text: re.sub(r"(\w+) -> (\w+);\n", r"{} -> \1 -> \2 -> {};\n", text),
    "blocks": lambda text: re.sub(r"(\w+ -> \w+);\n", r"{ rank=same; \1 }\n", text),
    "HTML": lambda text: re.sub(r"(\w+) -> (\w+);", r"<\1> -> <\2>;", text).replace("[", "[note=<<b>x</b>&amp;>, "),
    "orders of moves": lambda text: re.sub(r"-> (\D*)(\d+);", r"-> \1\2 [order=\2];", text),
    "numbers as keys": lambda text: text.replace("[", "[1=2, "),
    "comments anywhere": lambda text: text.replace(" -> ", " /* a */ -> // b\n").replace("=", " = /* c */ "),
    "empty statements": lambda text: text.replace(";", "; ;"),
    "parts of words": lambda text: re.sub(r"-> (\w)(\w+)", r'-> "\1" + "\2"', text),
    "a block opened again": lambda text: text.replace("{", "{ subgraph x { node [k=1] } subgraph x {", 1) + "}",
    "defaults in blocks": lambda text: re.sub(r"(\w+ -> \w+);\n", r"{ node [k=1] edge [w=1] \1 }\n", text),
    "clusters": lambda text: re.sub(r"(\w+) -> (\w+);\n", r"subgraph of_\1_\2 { label=x; \1 -> \2 }\n", text),
}


@pytest.mark.parametrize("form", FORMS_OF_DOT)
def test_reading_dot_in_any_form_does_not_loop(form):
    files = {times: FORMS_OF_DOT[form](dump(graph_of(times), "dot").decode()).encode() for times in (1, 2)}
    require_no_loop(lambda times: load_bytes("x.dot", files[times]), few=NODES)  # a few for every hundred words


@cache
def rich(times: int) -> GameGraph:
    """The same with labels, positions and further keys; most texts have something that formats escape."""
    moves, nodes = graph_of(times).to_frames()
    numbers = np.arange(len(nodes))
    nodes["label"] = [f'move "{number}"\n<é\\>' for number in numbers]
    nodes = nodes.assign(depth=numbers, seen=numbers % 2 == 0, note=nodes["label"].str[2:])
    return GameGraph.from_frames(moves, nodes.assign(share=numbers / 8, x=numbers / 8, y=-numbers))


@pytest.mark.parametrize("name", sorted(set(written()) - TOO_SMALL))
def test_writing_and_reading_labels_positions_and_further_keys_does_not_loop(name):
    graphs = {times: rich(times) for times in (1, 2)}
    require_no_loop(lambda times: dump(graphs[times], name))
    files = {times: dump(graph, name) for times, graph in graphs.items()}
    require_no_loop(lambda times: load_bytes(f"x{written()[name].suffixes[0]}", files[times]))


OF_GEPHI = (
    '<gexf xmlns:viz="v"><graph mode="dynamic" defaultedgetype="directed"><attributes class="node">'
    '<attribute id="p" title="player"/>'
    '<attribute id="d" title="depth" type="long"/><attribute id="e" title="depth"/></attributes>\n<nodes>',
    "<node label='N {0}' id='n{0}'><!-- {0} -->\n<attvalues><attvalue for='p' value='max'/><attvalue for='p' "
    "value='min'/><attvalue for='no' value='1'/></attvalues><spells><spell/></spells>\n<nodes><node id='m{0}'>"
    '<attvalues><attvalue for="p" value="max"/><attvalue for="d" value="a"/><attvalue for="e" value="b"/></attvalues>'
    "</node></nodes></node>\n",
    "</nodes>\n<edges>",
    '<edge source="n{0}" target="m{0}" type="mutual" order="{0}"><spells/><viz:position x="1" y="1"/></edge>\n',
    '</edges><attributes class="edge"/></graph><graph/></gexf>',
)
OF_YED = (
    "graph [ directed 1\n",
    "node [ id {0} player max graphics [ x {0} y 2.5 Line [ point [ ] ] ] ]\n"
    'node [ # \n tag 1 tag 2 player "min" id -{0} a [ ] ]\n',
    "",
    "edge [ target {0} source -{0} graphics [ ] ]\nedge [ source {0} target -{0} w 1 ]\n",
    "]\n",
)


@pytest.mark.parametrize(("suffix", "parts"), [("gexf", OF_GEPHI), ("gml", OF_YED)])
def test_reading_what_other_programs_write_does_not_loop(suffix, parts):
    begin, node, between, edge, end = parts

    def file(count: int) -> bytes:
        numbers = range(1, count)
        return "".join((begin, *map(node.format, numbers), between, *map(edge.format, numbers), end)).encode()

    files = {times: file(times * NODES) for times in (1, 2)}
    require_no_loop(lambda times: load_bytes(f"x.{suffix}", files[times]))


IN_GRAPHML = {  # what is written in place of something else in every node
    "single quotes": ('"', "'"),
    "comments": ("</node>", "<!-- a\n --></node>"),
    "CDATA": (">max<", "><![CDATA[max]]><"),
    "not declared": ("</node>", '<data key="no">1</data></node>'),
    "given twice": ("</node>", '<data key="d1">max</data><data key="d1">min</data><port/></node>'),
    "of no type": ("</node>", '<data key="deep">one</data></node>'),
    "made of elements": ("</node>", '<data key="deep">a<b/>c</data></node>'),
    "past 64 bits": ("</node>", '<data key="deep">12345678901234567890</data></node>'),
    "in another namespace": ("</node>", '<data xmlns="urn:b" key="deep">1</data></node>'),
    "in boxes without numbers": (
        "</node>",
        '<data key="d1"><a:Geometry x="one"/><a:Geometry width="2"/></data></node>',
    ),
    "with signs": ("</node>", '<data key="deep">+5</data></node>'),
    "with namespaces": ("<node ", '<node xmlns="http://graphml.graphdrawing.org/xmlns" '),
    "in some order": ('" />\n    <edge', '"><data key="o">1</data></edge>\n    <edge'),
    "drawn": ("</node>", '<data key="d1"><a:List><a:Label Text="MAX" x="a>b"/></a:List></data></node>'),
}


@pytest.mark.parametrize("way", IN_GRAPHML)
def test_reading_graphml_that_is_written_in_other_ways_does_not_loop(way):
    before, after = (part.encode() for part in IN_GRAPHML[way])
    texts = {times: dump(graph_of(times), "graphml").replace(before, after) for times in (1, 2)}
    texts = {times: text.replace(b"<graphml ", b"<graphml xmlns:a='urn:a' ") for times, text in texts.items()}
    keys = b'<key id="deep" attr.name="deep" attr.type="int"/><key id="o" attr.name="order" attr.type="int"/><graph '
    files = {times: text.replace(b"<graph ", keys) for times, text in texts.items()}
    require_no_loop(lambda times: load_bytes("x.graphml", files[times]))


def test_writing_further_keys_that_networkx_had_does_not_loop():
    graphs = {times: GameGraph.from_networkx(rich(times).to_networkx()) for times in (1, 2)}
    require_no_loop(lambda times: dump(graphs[times], "graphml"))


@pytest.mark.parametrize("command", [("check",), ("solve",), ("solve", "--json")])
def test_commands_do_not_loop(command, tmp_path):
    for times in (1, 2):
        (tmp_path / f"{times}.parquet").write_bytes(dump(graph_of(times, IN_TABLES), "parquet"))

    def run(times: int) -> None:
        with redirect_stdout(StringIO()):
            main([*command, str(tmp_path / f"{times}.parquet")])

    require_no_loop(run)
