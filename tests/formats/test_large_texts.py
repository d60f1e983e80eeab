"""Large files of other programs: read column by column they are the graph that they are record by record."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from random import Random

import igraph
import networkx as nx
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples, times
from support.plain_lines import texts
from support.tables import both_ways, document, pairs

from explorer.formats import dump, load, load_bytes
from explorer.formats.usual_lines import LETTER
from explorer.model.assemble import assemble_document, assemble_networkx
from explorer.model.graph import GameGraph
from explorer.model.tables import graph_from_frames

SEEDS = range(max(100, times(300)))  # with fewer, how many are plain is too much a matter of chance


BETWEEN_LINES = (
    "",
    " ",
    "# c",
    " % c",
    "\u00a0",
    "x",
    "1 2 3 4 5",
    "\u00e9 1",
    "\U00010400 2",
    "1\u00a02",
    "a b 1.5 {",
    "x" * 1_001,
)


def otherwise(rng: Random, text: str) -> str:
    """The text, or some of its lines with other blanks, and others among them."""
    share, gap = rng.choice((0, 0, 0.2, 1)), rng.choice(("  ", "\t", " \t", "\u00a0", " " * 50))
    lines = [
        f"{rng.choice(('', ' ', chr(9)))}{line.replace(' ', gap)}{rng.choice(('', ' ', chr(9)))}"
        if rng.random() < share
        else line
        for line in text.splitlines()
    ]
    for _ in range(rng.choice((0, 0, 1, 3))):
        lines.insert(rng.randint(0, len(lines)), rng.choice(BETWEEN_LINES))
    return rng.choice(("\n", "\n", "\r\n", "\r")).join([*lines, ""])


def edges(rng: Random) -> str:
    mark = rng.choice((" ", "\t", ",", ";"))
    prefix = rng.choice(("", "n", "p.", "\u00e9"))
    more = rng.choice(("", "", f"{mark}1.5", f"{mark}{{}}", f"{mark}{{'a': 1}}", f"{mark}1{mark}2"))
    matrix = "%%MatrixMarket matrix coordinate real general\n%\n6 6 9\n"
    head = rng.choice(("", "# FromNodeId ToNodeId\n", "% comment\n\n# more\n", f"from{mark}to\n", matrix, "% sym\n"))
    if mark == "\t":
        prefix = rng.choice(("n", "n ", "n, "))
    return otherwise(rng, head + "".join(f"{prefix}{one}{mark}{prefix}{two}{more}\n" for one, two in pairs(rng, 6)))


def transitions(rng: Random) -> str:
    count, certain, action = rng.randint(2, 7), rng.choice(("1", "1.0")), rng.choice(("", " go"))
    moves = pairs(rng, count)
    zeros = rng.choice(("", "", "0"))
    if rng.random() < 0.5:
        lines = (f"{zeros}{one} {zeros}{two} {certain}{rng.choice(('', action, action))}\n" for one, two in moves)
        return otherwise(rng, f"{count} {len(moves)}\n{''.join(lines)}")
    head, certain = rng.choice((("", f" {certain}"), ("# Transitions (MDP)\n", " 1"), ("# Transitions (LTS)\n", "")))
    lines = (f"{one} {choice} {two}{certain}{action}\n" for choice, (one, two) in enumerate(moves))
    return otherwise(rng, f"{head}{count} {len(moves)} {len(moves)}\n{''.join(lines)}")


def labelled(rng: Random) -> str:
    count, label = rng.randint(2, 7), rng.choice(('"a"', "tau", '"put(1,2)"', "'x'", '"' + 300 * "x" + '"'))
    moves = pairs(rng, count)
    comma = rng.choice((",", ",", ", ", " , "))
    zeros = rng.choice(("", "", "0", "00"))
    lines = "".join(f"({zeros}{one}{comma}{label}{comma}{zeros}{two})\n" for one, two in moves)
    return otherwise(rng, f"des ({rng.randrange(count + 1)}, {len(moves)}, {count})\n{lines}")


OF_PARITY = (  # lines that may stand among the others
    "0 1 2 0;", "x;", "1 1 1;", "1 1 1 0", "start 1;", "start 9;", "start 0 9 1 1 0;", "parity 3", "7 0 1 0,0, 7;", " ",
    "", "007 12345678901234567890 0 1;", '1 2 0 1 "a;b";', '1 2 0 1 "a', 'b";', "x; 8 1 1 0;", "\t8\u00a01 1 1 ; ",
    ";", '"', "٣ 1 1 0;", "0 3 1 5,1,5;", '9 1 0 9 "\x1f\x1e";', "5 1 0\n0;", ";;", "9 1 0 8,0,8;", "8 0 0 0;",
    "0 0 0;", '0 1 0 1 "a\n5 1 0 6;\nb"; x;', '9 007 1 0 "";', " 5\t1 0 0 , 1,\t2 ; ", '5 1  1 0"a" ;', "01 1 1 0;",
    "1 01 1 00,01;", "12345678901 1 0 12345678901,1;",
    "2 99999999999999999999 1 0;", "2\u00a01\u20030 0 ,\u00a01;", "\u00a02 1 0 0;", "2 1 0 0\x85;\u00a0", "start 01;",
    "2 999999999999999999999 1 0;", "2 1 0 0\x0b,1;", "00 0 0 000;",
)  # fmt: skip


def parity(rng: Random) -> str:
    count = rng.randint(1, 6)
    rows = [sorted({rng.randrange(count) for _ in range(rng.randint(1, 3))}) for _ in range(count)]
    name = rng.choice(("", "", ' "N é"', ' ""', ' "a\n5 1 0 6;\nb"'))
    lines = [
        f"{node} {rng.randrange(5)} {rng.randrange(2)} {','.join(map(str, row))}{name};"
        for node, row in enumerate(rows)
    ]
    for _ in range(rng.choice((0, 0, 1, 3))):
        lines.insert(rng.randint(0, len(lines)), rng.choice((*OF_PARITY, *lines)))
    gap, end = rng.choice((" ", " ", "\n", " \n\t")), rng.choice(("\n", "\n", " ", "", "\n\n"))
    lines = [re.sub(r"(?<=[\d\",]) | (?=[\d\",])", lambda _: rng.choice((" ", gap)), line) for line in lines]
    ends = [rng.choice(("\n", end)) for _ in lines]
    if rng.random() < 0.3:
        before, after = rng.choice(((" ", "\u00a0"), ("1", "01"), ("1", "12345678901"), ("2", "18446744073709551616")))
        lines = [line.replace(before, after) if rng.random() < rng.choice((0.3, 1)) else line for line in lines]
    head = rng.choice((f"parity {count - 1};\n", "", f"parity {count - 1}\n"))
    head += rng.choice(("", f"start {rng.randrange(count)};\n"))
    return head + "".join(line + end for line, end in zip(lines, ends, strict=True)) + "\n"


OF_TGF = (  # lines that may stand among the others
    "", " \t", "#", "# ", "#x", "# n1", "n1", "n1 n2", "n1 n2 # n3", "n9 n1", "n1  n1", "n1 7", "  n5 max:\tA ",
    "n1 n2 n2", "n\u00a01 n2", "n1 é\u2003e", "\u3000", "n\x0b1 n2", "n1 a\x1fb", "n4 n4 ", "x\x00 y\x7f", "n2 \x1c",
    "#1", "#1 n1", "n1 #1", "## a", "#\u00a0", "\u00a0#", "\u00a0n1\u2003n2\u00a0", "n1 a\u00a0b", "#", "#",
)  # fmt: skip


def trivial(rng: Random) -> str:
    gap, count = rng.choice((" ", "\t", "  ")), rng.randint(1, 6)
    labels = rng.choice((("",), ("", "A b", "n0"), ("Max", "Min", "3"), ("Max", "B (min)", "1/2", "7", "x")))
    nodes = [f"n{node}{gap}{rng.choice(labels)}" for node in range(count)]
    said = rng.choice(("", "", f"{gap}a  move"))
    whole = rng.choice((1, 1, 0.8, 0))
    if rng.random() < 0.2:
        gap = rng.choice(("\u00a0", " \u2003", "\x0b"))
    half = rng.choice(("n{}", "n{}\t", "\u00e9{}", "n'{}", 'n"{}', "x" * 1_001, " n{} \n"))
    moves = [f"n{one}{gap}n{two}{said}" if rng.random() < whole else half.format(one) for one, two in pairs(rng, count)]
    lines = [*nodes, "#", *moves] if rng.random() < 0.95 else nodes
    for _ in range(rng.choice((0, 0, 1, 3))):
        lines.insert(rng.randint(0, len(lines)), rng.choice((*OF_TGF, *nodes, *moves)))
    text = "\n".join(lines) + "\n"
    return text if rng.random() < 0.8 else text.replace("n", "#")


OF_MERMAID = (  # lines that may stand among the others
    "style n0 fill:red", "classDef c fill:red;", "class n1 c;", '%% a "comment', "%% a; n1", "subgraph one", "end", "",
    "direction LR", 'click n0 "x', 'n1["a', 'b"]', "n0 --> n1 --> n2", "n1 & n2 --> n0", "n0 --- n1", "n0 <--> n1",
    'n1@{ shape: circle, label: "x" }', "n0 e1@--> n1", "n0 -- text --> n1", "x--> n1", "n0 --x n1", "n0 -->|a;b| n1",
    'n0["@{ x"]', "n0[]", 'n1[ "a"]', "n0(a))", "n0[/a\\]", 'n0[\\"a"/]', "n0[/a]", "n0[a/]", "n0[a(b)]", "n0>a b]",
    "n0 [a]", "n0:::c", "n0:::c-->n1", "\xe9 --> n0", "ende --> end", "end --> n0", "n0 --> end", "n0 --> style1",
    "n0;;", 'n0["#quot;&amp;#9829;#x;&lt<br/>\\n&#31;#x41;"]', "n0[\xa0a\u2003b ]", 'n0[" a "]', 'n0["\x1f"]',
    "n0[n0]", 'n0[""]', 'n0["a"] --> n0["b"];', "n0((a)) ==>|b c| n1{{d}}:::c", "n0-.->n1", "flowchart LR",
    "n0[a&b #quot]", "n0[a --> b]", "n0 --> |a| n1", "n0 -->|a|n1", "n0\xa0--> n1", "n0 -->|@{| n1", "---",
    "linkStyle 0 stroke:red", "n0 & n1", "n0 & n1-->n2 &n3 ==>|a| n1;n4", "n0 --> n1 & n0 -.-> n2[x] & n3", "n0 &",
    "& n0", "n0 --> ; n1", "n0 --> %% x", "n0 --> end --> %% x", "n0 --> n1; style n0 fill:red", "n0 & n0 --> n0",
    "n0 & \xe9", "n0 --> %%", "n0 --> n1 &", "n0;end;n1", "n0 & style", "n0 --> n1 -->", "n0 --> n1 --- n2",
    "n0[a] & n0[b]; n0(c)", 'n0 -->|"a;b"| n1', "n0 -- a b --> n1", 'n0 == "1. e4-e5" ==> n1', "n0 -. a .- n1",
    "n0 -- a=b --- n1", "n0 -- a --x n1", 'n0["a\nb"] --> n1', 'n0 -->|"a\nb"| n1', 'n0 -- "a\n;b" --> n1',
    "n0@{ shape: diam }", "n0@{ label: a b, shape: x }",
    "n0[a]@{ label: 'x', k: 1 } --> n1@{ shape: circle\nlabel: y }", "n0@{}", "n0@{ a }",
    "n0@{ shape: circle, shape: hex }", "n0 e1@-->|a| n1", "e1@{ animate: true }", "n0 e1@--- n1; n2 e1@<--> n3",
    "n0 e1@x--x n1", "n0 --o n1", "n0 x--x n1", "n0 o--o n1 --x n2", "n0 --xn1", "n0 ---x n1", "n0 ---xn1",
    "n0 x-- a --> n1", "n0 <-- a --> n1", "\xe9[a] --> n1", "\xe9 e1@--> \xfc", "n0 -- a - b --> n1",
    "n0 -- a -- b --> n1", "n0 -- a > b --> n1", "--> n1", "n0 --> n1 & & n2", "n0 -->", "n0 n1; n1 --> n2",
    'n0["a\n\nb"', 'x"]', "n0 --- a --> n1", "n0 -- 'a' --> n1", 'n0@{ label: "a @{ b" }', "n0 -- a@{ --> n1",
    "n\u0663 --> n1", "n\u2192 --> n1", "n\U00010400 --> n1", "n0@{ label: a\xa0b }", "n0 -->|a\xa0b| n1",
    'n0 --> n1["\xa0"]', "n0---n1", "n0[a%%b]", "%%{init: {}}%%", "n0[a]n1", '%%{init: {"theme": "a;b"}}%%',
    "n0 --> n1 n2", "_1[a] ----> n0", "n0-->n1;n1-->n0", "classn --> class-n",
)  # fmt: skip
HEADS_OF_MERMAID = (
    "flowchart LR", "graph TD", "graph TB;", "flowchart", "%% a\n\nflowchart-elk RL ", "---\ntitle: x\n---\ngraph BT",
    "graph LR; n0 --> n1", "GRAPH td", "flowchart XY", "%% a;\ngraph TD", '%% "\ngraph TD',
    '%%{init: {"theme": "dark"}}%%\ngraph TD',
)  # fmt: skip


def flowchart(rng: Random) -> str:
    count, blank = rng.randint(1, 6), rng.choice(("", "  ", "\t"))
    shapes = rng.choice((('["{}"]',), ('("{}")', '["{}"]', '{{"{}"}}'), ("(({}))", "[{}]", '(["{}"])', '{{{{"{}"}}}}')))
    labels = rng.choice((("A b",), ("Max", "Min", "3"), ("Max", "B (min)", "1/2", "7", "x<br/>2", "n0", "#9829;")))

    def end(node: int, share: float) -> str:
        return f"n{node}{rng.choice(shapes).format(rng.choice(labels))}" if rng.random() < share else f"n{node}"

    arrows = (
        " --> ",
        "-->",
        " ==>|a b| ",
        " -.-> ",
        " --- ",
        " <--> ",
        "<-.-> ",
        " <---  ",
        " === |a| ",
        " ~~~ ",
        "---",
        *(" -- a --> ", ' == "a;b" ==> ', " --x ", " e1@--> ", " x--x ", '-->|"a b"|'),
    )
    arrow, other, share = rng.choice(arrows), rng.choice(arrows), rng.choice((0, 0, 0.5, 1))
    moves = [f"{end(one, share)}{rng.choice((arrow, other))}{end(two, share)}" for one, two in pairs(rng, count)]
    longer, between = rng.choice((0, 0, 0.3, 1)), rng.choice((arrow, " & ", "&", ";", "; "))
    moves = [f"{move}{between}{rng.choice(moves)}" if rng.random() < longer else move for move in moves]
    lines = [*(end(node, 0.9) for node in range(count)), *moves]
    if rng.random() < 0.3:
        rng.shuffle(lines)
    for _ in range(rng.choice((0, 0, 1, 2))):
        lines.insert(rng.randint(0, len(lines)), rng.choice((*OF_MERMAID, *OF_MERMAID, *lines)))
    head = rng.choice(HEADS_OF_MERMAID if rng.random() < 0.3 else HEADS_OF_MERMAID[:1])
    mark = rng.choice(("", "", ";"))
    return f"{head}\n" + "".join(f"{blank}{line}{mark}\n" for line in lines)


HEADS = ("", "", "rankdir=LR", "node [shape=box, fontsize=9]", "edge [color=grey]", 'graph [label="a\nb"]')
OF_NODES = (
    ("",), (" [player=max]", ' [player="min", color=red]', ' [score=-1;label="x"]', ' [open=true, label="\\N"]'),
    (" [shape=box]", ' [label="win\\n1", shape=circle]', " [label=2]", ' [label="\\N: -1", player=min]'),
)  # fmt: skip
OF_EDGES = ("", "", "", ' [label="e4"]', " [weight=2, label=a]", " [style=bold]", " [order=1]", " [dir=back]")
BETWEEN = (  # what may stand between two statements, `{0}` and `{1}` being nodes
    "subgraph cluster_{2} {{\n  label=x;", "{{", "}}", "{{ rank=same; {0}; {1} }}", "subgraph s {{ {0} {1} }}",
    "{0}; {1}", "{0} -> {{{0} {1}}} [color=red]", "{0} -> {{", "}} -> {0}", "{0} -> {1} -> {0}", "{0}:n -> {1}:s",
    "rankdir=LR", "{0} -> {1} [dir=both]", "{0} -> {1} [style=invis]", "node [shape=box]", "edge [dir=back]",
    "graph [bgcolor=red]", "{0} [label=<b>]", "{0} [label=\"a\n{1};\nb\"]", "{0} ->\n{1}", "{0}\n-> {1}",
    "{0}\n[shape=box]", "subgraph s\n{{", "{0} -> subgraph s {{}}", "subgraph t {{ node [color=red]; {0} }}",
    "{0} [depth=1] [k=2]", "/* {0};\n{1};\n*/", "# x", "new{2}", "new{2} [player=max]", "{0} -> new{2}",
    "{{ {0} -> new{2} }} new{2} -> {1}", "=", "a = \"b\" + \"c\";", '""', "{0} -> {{ {{ {1} }} }}",
    "subgraph t {{ node [color=red];", "{{ edge [weight=2, label=a]", "edge [weight=3]",
    "node [player=max]; node [k=2]", 'node [score=1, label=""]', "node [shape=circle] [k=x];", "node [label=<b>]",
    "edge [color=red] node [color=blue]", "{0} }}", "new{2} }}", "subgraph t {{ {0} new{2} }}", "}} new{2}",
    "{0} subgraph t {{", "subgraph t {{ {0} -> new{2}", "subgraph t {{ }} new{2}", "{0} -> {1} subgraph t {{",
    "{0} -> {1}; {{", "strict", "{0} -> {1} [order=2]", "{0} -> {1} [weight=7];;",
    '"" -> {0}; {0} -> ""', '{{ "" }} -> {0}', '"" [player=max, zz=1]', '{0} -> {1} -> "" -> {0}', '{0} [pos="inf,1"]',
    '{0} [pos="nan,nan!"]', '{0} [pos="1,-inf"]', '{0} [label="\x1f\x1e"]', '"\x1e" -> {0}', 'node [pos="1,nan"]',
    '{0} [shape="a\x1fb", k="\x1f"]', '{0} [label="\ufdd0"]', 'subgraph "" {{ {0} }}',
)  # fmt: skip
COMMENTS = ("", "", "// made by hand\n", "# made\n", "/* made */\n")


def drawn(rng: Random) -> str:
    """DOT as other programs write it: nodes named anywhere, defaults, comments, attributes of edges."""
    names = [rng.choice((f"n{index}", str(index), f'"n {index}"', f'"a\\"{index}"')) for index in range(6)]
    of_nodes, of_edges = rng.choice(OF_NODES), rng.choice(OF_EDGES)
    moves = [f"{names[one]} -> {names[two]}{of_edges}" for one, two in pairs(rng, rng.randint(1, 6))]
    named = [name for name in names if any(name in move for move in moves)]
    lines = [f"{name}{rng.choice(of_nodes)}" for name in named if of_nodes != ("",) or rng.random() < 0.2]
    lines += [*moves, *rng.choice(((), (), (f"{names[0]} -> {names[-1]} -> {names[0]}",)))]
    if rng.random() < 0.5:
        rng.shuffle(lines)
    for number in range(rng.choice((0, 0, 1, 2, 4, 12))):
        odd = rng.choice(BETWEEN).format(rng.choice(names), rng.choice(names), number)
        lines.insert(rng.randint(0, len(lines)), odd)
        if odd.count("{") > odd.count("}"):
            lines.insert(rng.randint(0, len(lines)), "}")
    blank, mark = rng.choice(("", "  ", "\t")), rng.choice(("", ";"))
    body = "".join(f"{blank}{line}{mark}\n{rng.choice(COMMENTS)}" for line in [rng.choice(HEADS), *lines] if line)
    return f"{rng.choice(COMMENTS)}{rng.choice(('digraph', 'strict digraph', 'digraph G'))} {{\n{body}}}\n"


OF_GAMBIT = (  # by turns something and what may stand in its place
    ("{ ", "{"), (" }", "}"), (", ", " "), (", ", ","), ('" "', '", "'), ('" "', '""'), (" }", ", }"), (" 1 ", "\n1 "),
    ("Outcome", "Win"), ('"(', '"A ('), ('"(1,', '"(1, '), ('"a', '"\\"'), ('"a', '"\\\\"'), ('"a', '"\\u{e9}'),
    ('"a', '"\\u{110000}'), ('"a', '"\\u{d800}'), ('"a', '"\\'), ('"a"', '"a\\"'), ('"a', '"a\nb'), ('"a0"', '""'),
    ('"a1"', '"a0"'), ('"a', '"'), ("1", "01"), ("1", "0"), (" 1 ", " 2 "), ("0\n", '0 ""\n'), ("0\n", "0 { 0 0 }\n"),
    ("0\n", '77 "" { 0 0 }\n'), ("0\n", "77 { 0 0 }\n"), ("0\n", "77\n"), ("0\n", "78 { 1 -1 }\n"), ("0\n", "0"),
    ("-1", "−1"), ("-1", "-1.0"), ("-1", "-1/3"), ("1,", "1.0,"), ("1,", "+1,"), ("1,", "1e0,"), ("-", "-0."),
    ("1,", "0.1234567890123456789,"), (", -1", ", 1"), (", -1", ", 0"), ("p ", "c "), ("p ", "t "), ("t ", "p "),
    ('"Max"', '"Ann"'), ('"Max"', ""), ("2 R", "2 D"), ("2 R", "1 R"), ('""\n', "\n"), ('""\n', '"a \\"b\\""\n'),
    ("\n", "\r\n"), ("\n", "\r"), ("\n", " "), ("\n", "\x0b"), (" ", "\t"), (" ", "\u00a0"), ('"Outcome 1"', ""),
    ('"Outcome', '"\u00a0Outcome'), ("Outcome ", "Outcome"), ("Outcome 1", "_1"), ("Outcome 1", "Outcome \u0663"),
    (" }\n", " }"), ("1", ".1"), ("(", "\x1f("), ('"(', '" ('),
)  # fmt: skip


def extensive(rng: Random) -> str:
    """A tree as Gambit, OpenSpiel or we write it, and now and then something else."""
    style, most = rng.choice(("gambit", "open_spiel", "ours")), rng.randint(1, 5)
    counts, lines, waiting, left = [0, 0, 0], ['EFG 2 R "t" { "Max" "Min" }', '""', ""], ["a"], rng.randint(0, 12)
    draw = rng.choice(("0, 0", "0.0 0.0", "0 0"))
    payoffs = rng.choice(("{0}, {1}", "{0} {1}", "{0}.0, {1}.0", "{0}.25 {1}.25", "{0}/3, {1}/3"))
    while waiting:
        id, player = waiting.pop(), rng.choice((1, 2))
        name = {"gambit": rng.choice(("", id, "same")), "open_spiel": "", "ours": id}[style]
        children = [f"{id}{number}" for number in range(rng.randint(1, most) if left > 0 else 0)]
        left -= len(children)
        if not children:
            counts[0] += 1
            score = rng.randint(-2, 2)
            number = score + 3 if style == "gambit" else counts[0]
            said = f' "{rng.choice(("", f"Outcome {number}", "Won"))}"' if rng.random() < 0.9 else ""
            pair = payoffs.format(score, -score) if score else draw
            lines.append(f't "{name}" {number}{said} {{ {pair} }}' if rng.random() < 0.9 else f't "{name}" {number}')
            continue
        counts[player] += 1
        said = {"gambit": f'"({player},{counts[player]})" ', "open_spiel": '"" ', "ours": '"A label" '}[style]
        names = children if style == "ours" else [rng.choice(("e4", "l", "r")) for _ in children]
        actions = " ".join(f'"{name}"' for name in names)
        lines.append(f'p "{name}" {player} {counts[player]} {rng.choice((said, said, ""))}{{ {actions} }} 0')
        waiting += reversed(children)
    text = "\n".join(lines) + "\n"
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        before, after = rng.choice(OF_GAMBIT)
        first, *others = text.split(before)
        share = rng.choice((0.1, 0.5, 1))
        text = "".join([first, *((after if rng.random() < share else before) + other for other in others)])
    return text


OF_TABLES = (  # by turns something and what may stand in its place
    (",", ", "), (",", " ,"), (",", "\t,"), (",", ",\u00a0"), (",", ";"), (",", "\t"), (",", "|"), ("\n", " \n"),
    ("\n", "\n "),
    ("from,", "# c\nfrom,"), ("from,", "sep=,\nfrom,"), ("from,", "\nfrom,"), ("from,", "# a\n\nfrom,"),
    ("\n\n", "\n\n\n"),
    ("\n\n", "\n \n"), ("\n\n", "\n,\n"), ("to\n", "to,type\n"), ("n1\n", "n1,Directed\n"), ("n2\n", "n2,Undirected\n"),
    ("from", "Source"), ("from", "index,from"), ("from", ",from"), ("id,", ",id,"), ("n1,", "7,n1,"), ("n1,", ",n1,"),
    (",1,", ",1.5,"), (",1,", ',"1,5",'), (",1,", ",1.000,"), (",-1,", ",-1e3,"), ("label", "x"), ("label", "note"),
    ("L 1", "2,5"), ("L 1", "1.000"), ("L 1", "a, b"), ("L 1", '"a, b"'), ("L 1", '5"'), ("L 1", "#"), ("L 1", "L\t1"),
    ("\n", "\r\n"), ("\n", "\r"), ("L 1", '"a\nb"'), ("L 1", "\u00e9"), ("L 1", "\x0b"), ("L 1", ""),
    ("\n\nid", "\n\n# c\nid"), ("n1,", "n1,,"), ("n2\n", "n2,,\n"), ("n1\n", "n1,x\n"), (",L 1", ""),
    (",L 0", ",L 0,,7"), ("from,to\n", ""), ("L 1", 'a "b"'), ("L 1", '"a ""b"""'), ("L 1", '" a"'),
    ("L 1", '"a\r\nb"'), ("L 1", '"a\n\nb"'), ("L 1", '"a'), ("L 1", '"a"b'), ("L 1", '""'), ("n1,", '"n1",'),
    ("n1,", ' "n1",'), ("n1,", '"n1" ,'), ("n1", '"n1"'), ("max", '"max"'), ("n2\n", "n2\n\n"), ("n", '"n'),
    ("n1\n", "n1\n,\n"), ("n1,", "\nn1,"), ("L 0\n", "L 0\n\nid\n"), ("L 1", '"\r"'), ("n1\n", "n1,,,,,\n"),
    ("L 0\n", "L 0\n\nfrom,to\nn0,n0\n\nid,score,k\nn9,1,a\n"), ("from,to", "a,b"), ("to\n", "to,1.5\n"),
    ("from,to\n", '"from","to\n"\n'), ("label", '"la\nbel"'), ("L 0", "L 0\x85"), ("L 0", "\u2003L 0"),
)  # fmt: skip


def comma_separated(rng: Random) -> str:
    """A table of moves and perhaps one of nodes, before it or behind, as some program writes them."""
    count = rng.randint(2, 5)
    found = pairs(rng, count)
    moves = "from,to\n" + "".join(f"n{one},n{two}\n" for one, two in found)
    kinds = ["max," if any(one == node for one, _ in found) else f",{rng.choice((1, -1))}" for node in range(count)]
    nodes = "id,player,score,label\n" + "".join(f"n{node},{kind},L {node}\n" for node, kind in enumerate(kinds))
    text = "\n".join(rng.choice(([moves], [moves, nodes], [moves, nodes], [nodes, moves]))) + rng.choice(
        ("", "\n", " \n\n")
    )
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        before, after = rng.choice(OF_TABLES)
        first, *others = text.split(before)
        share = rng.choice((0.2, 1, 1))
        text = "".join([first, *((after if rng.random() < share else before) + other for other in others)])
    return text


ODD_WORDS = ('""', "-0", "1e3", "x y", '"', "\\N", "root", "owner", "id", "label", "dir=back", "player=", "open=true")


def swapped(rng: Random, text: str) -> str:
    """The text with another word, or an odd one, in the place of one."""
    words = text.split() or [text]
    return text.replace(rng.choice(words), rng.choice((*words, *ODD_WORDS)), rng.choice((1, 1, -1)))


def spoilt(rng: Random, text: str) -> str:
    """The text, or one with something odd in it."""
    if rng.random() < 0.4:
        return text
    if rng.random() < 0.3:
        return swapped(rng, text)
    at, lines = rng.randrange(len(text)), text.splitlines(keepends=True)
    line = rng.choice(lines)
    return rng.choice(
        (
            text[:at] + rng.choice((" ", "\n", "0", "-", "9999", "0x1", '"', "é", "#", ",", "\r", "\x0b")) + text[at:],
            text[:at] + text[at + 1 :],
            text + line,
            text.replace("\n", "\r\n"),
            text.replace(line, "", 1),
            text.rstrip("\n"),
        )
    )


@pytest.mark.parametrize(
    ("suffix", "make"),
    [
        ("edges", edges),
        ("tra", transitions),
        ("aut", labelled),
        ("pg", parity),
        ("dot", drawn),
        ("tgf", trivial),
        ("mmd", flowchart),
        ("efg", extensive),
        ("csv", comma_separated),
    ],
)
def test_columns_say_what_lines_say(suffix, make):
    texts = (spoilt(Random(seed), make(Random(seed))) for seed in SEEDS)
    ways = both_ways(lambda text: load_bytes(f"x.{suffix}", text.encode()), texts)
    assert (
        ways["columns"] + ways["records"] / 2 > len(SEEDS) / 3
    )  # what is plain was read by columns; of the rest most did not get so far


def test_columns_say_what_tables_in_two_files_say():
    texts = (comma_separated(Random(seed)).partition("\n\n") for seed in SEEDS)
    pairs = [sorted((above + "\n", below), key=lambda each: "from" not in each) for above, _, below in texts]
    ways = both_ways(lambda pair: load_bytes("x.csv", *(text.encode() for text in pair)), pairs)
    assert ways["columns"] > len(SEEDS) / 6


@pytest.mark.parametrize(
    "text",
    [
        'a [player=max]; a -> b; "" -> a; b -> ""; b [score=1]; "" -> ""; "" -> b',
        'a [label="x\x1fy\x1e"]; "\x1e" -> a; a -> b [label="\x1f"]; b [shape="\x1f", k="\x1e"]',
        "; ".join(
            f"n{node} [{', '.join(f'k{(7 * node + key) % 60}={key}' for key in range(3))}]" for node in range(20)
        ),
    ],
)
def test_odd_words_and_many_keys_of_dot_are_read_by_columns(text):
    assert both_ways(partial(load_bytes, "x.dot"), [f"digraph {{ {text} }}".encode()]) == {"columns": 1}


OF_LINES = (  # whose lines are written in several ways
    ("edges", "# c\n\n 1  2 \n1, 3\n\t2\t3 1.5\r\n% c\n3 1 {'a': 1}\rx\n\u00e9 n\u00f6 1 2\n\U00010400 1\n1\u00a02\n"),
    ("edges", "a b\tc d\t{}\n e f \tc d \n\n\u00e9 x\ty\t1\t2\t\n"),
    ("edges", "from  to\n1 2\n2 ;3\n"),
    ("mtx", "%%MatrixMarket matrix coordinate real general\n%\n 3  3 4\n 1\t2  1.5e+00\n\n3 1 1 2\n2 9\n3\n"),
    ("aut", 'des (9, 6, 3)\n (0, "a, b", 1)\n\n( 1 , tau , 2 ) \n(2,"",0)\n(x)\n(02,"a" , 1)\n(2,a"b,1)\n'),
    ("tra", "3 5\n0  1 1\n1\t2 1.0 go\n # c\n\n 2 0 1\u00a0a\nx\n02 1 1/1 0x-0\n"),
    (
        "csv",
        "# c\nsep=;\nfrom ; to;Type;\na; b; Directed;1\n a;c;;\n\n"
        "id;score;player;;label\na;;max;;a, b\nb;1,5;;;\nc;2;;;\n\n \n",
    ),
    ("tsv", "id\tscore\tnote\n a\t1 \tx, y\nb \t\t\n\nfrom\tto\nb\ta\n"),
    ("csv", ",from,to\n0,a,b\n1,b,a\n\n\n"),
    ("csv", "from,to\na,b,\nb\n\n,\na,c,1\n\nb,c,,2\nc,b\n\nid,score,player,label\na,,max\nc,1\nb\n"),
    ("csv", 'from,to\na,b\n"b", "a"\n\nid,label,k\na,5" b,x\ty\nb,"a ""b"", c","1\n\n2"\n'),
    ("csv", 'from,to\r\na,b\r\nb,a\r\n\r\nid,label\r\na,"x\ny\r\nz"\r\nb,"\r"\r\n'),
    ("csv", "a;b\nb;c\n\nc;a\n"),
    ("csv", '"a","b",1\n"b","c",2.5\n'),
    ("csv", "1,2\n2,1\n"),
    ("csv", "from,to\na,b\n\nfrom,to,k\nb,a,1\n\nid\na\n\nid,score,k\nb,1,x\n"),
    ("tra", "#(LTS)\n3 4 4\n0 0 1 a\n1 0  2\n2 1\n2 0 1 b c\n"),
)


@pytest.mark.parametrize(("suffix", "text"), OF_LINES)
def test_lines_that_are_written_in_several_ways_are_read_by_columns(suffix, text):
    assert both_ways(partial(load_bytes, f"x.{suffix}"), [text.encode()]) == {"columns": 1}


def test_letters_in_lines_are_those_that_python_calls_so():
    characters = [chr(code) for code in range(0x10000) if not 0xD800 <= code < 0xE000]
    assert pc.match_substring_regex(pa.array(characters), f"[{LETTER}]").to_pylist() == [
        re.match(r"\w", character) is not None for character in characters
    ]


@examples(60)
@given(st.lists(texts, min_size=10, max_size=10))
def test_columns_say_what_lines_written_in_any_way_say(some):
    both_ways(partial(load_bytes, "x.txt"), [text.encode() for text in some])


SOUND = (  # parts of sound lines
    "a max : b , c,,d", ">b\tMIN:\u00a0a\u3000,\x1fc,", "c = 16 /\u2003 3 #x",
    '"x \\"" "\\ud83d\\ude00"max:"\\u0061""c"a#"', "  d\x0b?:,,a,#", "e: a,b", 'a"max"min : ', "# above",
    "\u2028", "\u3000# b\x1f", "", "\t", "c = 0", "d ?",
    "@at a 1 2", '@AT\t"\\u0061"  .5 \u22121e-2\u00a0# c', '@at "x \\"" "2." +7/02', "@at z 1e10 0", "@at c -0 1/3",
    "@description one # two", "@Description", '@description "a\\n" ', "@DESCRIPTION\u00a0x\u2003", "@description5 a",
    "@name N # a", "@name","@convention negamax # x", "@no-root", "f max", "@root", "a max: : b", "> g ?", ">h = 1",
    "\ufeffc max:q w e r t y", "z ? # z", "b: \U0001f600 \u00e9", '""= 1', 'i "\\ud800" ?', "j=a  b", "@at j x 1",
)  # fmt: skip


@examples(150)
@given(st.lists(st.sampled_from(SOUND), max_size=15), st.sampled_from(["\n", "\r\n", "\r"]))
def test_lines_of_nodes_with_blanks_commas_and_comments_anywhere_are_read_by_columns(lines, end):
    text = end.join(["e: a", *lines, ""]).encode()
    assert both_ways(partial(load_bytes, "x.txt"), [text])["columns"] == 1


GAMES = {
    "Gambit": 'p "r" 1 1 "(1,1)" { "l" "r" } 0\np "" 2 1 "(2,1)" { "l" "r" } 0\nt "" 1 "Won" { 1 -1 }\nt "" 1\n'
    't "" 2 "Outcome 2" { -1/3, 1/3 }\n',
    "OpenSpiel": 'p "" 1 1 "" { "0" "1" } 0\nt "" 1 "" { 1.0 -1.0 }\np "" 2 1 "" { "0" } 0\nt "" 2 "" { -0.5 0.5 }\n',
    "ours": 'p "a" 2 1 "caf\\u{e9}" { "b" "\\"c\\" d" } 0\nt "b" 1 "Outcome 1" { 0.1, -0.1 }\n'
    't "\\"c\\" d" 2 "Lost" { 1e20, -1e20 }\n',
    "payoffs that add to 1": 'p "a" 1 1 { "l", "r" } 0\nt "b" 1 "" { 1, 0 }\nt "b" 2 "" { 0, 1 }\n',
    "names in place of numbers": 'p "1" 1 1 { "l" "m" } 0\nt "x" 1 { 1 -1 }\np "x" 1 2 { "l" } 0\nt "3" 2 { 2, -2 }\n',
}  # fmt: skip


@pytest.mark.parametrize("program", GAMES)
def test_games_of_gambit_are_read_by_columns(program):
    text = f'EFG 2 R "t" {{ "Player 1" "Player 2" }}\n"a\nb"\n\n{GAMES[program]}'
    assert both_ways(partial(load_bytes, "x.efg"), [text.encode(), text.replace("\n", "\r\n").encode()]) == {
        "columns": 2
    }


def test_odd_lines_among_many_are_read_by_themselves():
    lines = [f"{id} max: {next}" for id, next in zip("abcdefgh", "bcdefghi", strict=True)]
    odd = [
        "# note",
        "> a MAX : b, c # to the left",
        "j",
        "b max: a",
        "i = 1",
        '"\\u0061" min:',
        "@at a 1 2",
        "@at z 1 2",
        "@at a 3 4",
    ]
    assert both_ways(partial(load_bytes, "x.txt"), ["\n".join([*odd, *lines]).encode()]) == {"columns": 1}


def test_odd_statements_among_many_of_a_parity_game_are_read_by_themselves():
    lines = [f"{node} 1 0 {node + 1};" for node in range(8)]
    odd = ["parity 9;", "x;", "start 3;", "3 1 1 0;", '8 2 1 0 , 0 "a;b";', "1 2;", "9 1 0;", "99 1 1 0"]
    assert both_ways(partial(load_bytes, "x.pg"), ["\n".join([*odd[:4], *lines, *odd[4:]]).encode()]) == {"columns": 1}


@pytest.mark.parametrize(
    ("text", "suffix"),
    [
        ("0 18446744073709551616 0 1;\n1 2 1 0;", "pg"),
        ("parity 12345678901;\n007 01 0 12345678901,0;\n12345678901 2 1 7;\n0 3 0 0;\nstart 07;", "pg"),
        ('0\u00a01\u20031\x0b1\u00a0,\u00a00\u00a0"N";\n1 2 1 0;', "pg"),
        ("#1 Max\n# 1\n##\n#\n#1 #\n## #1 x\n#\n# #1", "tgf"),
        ("n1\u00a0Max\u2003\nn2 a\u00a0b\n\u00a0#\nn1\u00a0n2\u00a0x\n\x0bn2 n1\n\u00a0\nn1", "tgf"),
    ],
)
def test_numbers_and_ids_that_are_written_otherwise_are_read_by_columns(text, suffix):
    assert both_ways(partial(load_bytes, f"x.{suffix}"), [text.encode()]) == {"columns": 1}


def test_moves_of_one_end_in_a_trivial_graph_are_told_of_by_columns():
    for some in (["n1"], ["n1", "n2 n0", "n3", "\u00e9", "n4"]):
        text = "\n".join(["n0 Max", "n1", "n2 1", "#", "n0 n1", *some, "n0 n2 x", "n5"])
        assert both_ways(partial(load_bytes, "x.tgf"), [text.encode()]) == {"columns": 1}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_names_in_a_parity_game_may_have_several_lines(end):
    nodes = [f'{node} 1 0 {node + 1} "N\n{node}";{" x;" if node % 3 else ""}' for node in range(8)]
    odd = ['9 1 x "a\n8 1 1 0;\n";', "7 1;", '10 1 0 1 "a;"; y;']
    text = "\n".join(["parity 8;", "start 3;", *nodes[:4], *odd, *nodes[4:], "8 2 1 0;", "\n"]).replace("\n", end)
    assert both_ways(partial(load_bytes, "x.pg"), [text.encode()]) == {"columns": 1}


@pytest.mark.parametrize(("gap", "end"), [("\n", "\n"), (" ", " "), ("\n ", "")])
def test_statements_of_a_parity_game_may_stand_on_any_lines(gap, end):
    nodes = [f'{node} 1 0 {node + 1},{gap}0{gap}"N";' for node in range(8)]
    text = end.join([*nodes[:4], f"7{gap}x;", *nodes[4:], f"8 2{gap}1 0;"])
    assert both_ways(partial(load_bytes, "x.pg"), [f"parity 8;\n{text}".encode()]) == {"columns": 1}


def test_lines_of_a_flowchart_that_say_nothing_leave_the_others_to_columns():
    moves = [f'n{node}["Max"] -->|a b| n{node + 1}(("1<br/>{node}")):::c' for node in range(8)]
    others = ["", "subgraph x", "  style n0 fill:red", "%% one", "%% two", " ", "end", "linkStyle 0 stroke:red;"]
    lines = [line for pair in zip(others, moves, strict=True) for line in pair]
    text = "\n".join(
        ["---", "title: x", "---", "", "%% c", "flowchart LR;", *lines, "n0[Min]", "n9>x y]", "classDef c x"]
    )
    assert both_ways(partial(load_bytes, "x.mmd"), [text.encode()]) == {"columns": 1}
    assert [node.label for node in load_bytes("x.mmd", text.encode()).graph.nodes[::9]] == ["Min", "x y"]


STATEMENTS = {
    "texts on links": 'a -->|"b; c"| b -- d e --> c\nc == "1. e4-e5" ==> a & b -. f .- c\na --- b -- g --- c'
    '-->|"h\ni"| a',
    "texts over lines": 'a["Max\n1"] --> b["x;\n\ny"]\nb -- "c\nd" --> a; c["e"]',
    "data of nodes": "a@{ shape: diam, label: \"x, y\" } --> b@{ label: 'Max' }\nc[d]@{ shape: circ,\n label: e f\n}\n"
    "a --> c",
    "names of links": "a e1@--> b e2@<-->|x| c\ne1@{ animate: true }\ne2@{ animation: fast }\na e3@--- e4 --> a",
    "heads of other kinds": "a --x b\nb o--o c x==x a\nc --o b --- x\nx --> o",
    "directives": "a --> b\n%%{init: {}}%%\nb --> c",
    "letters beyond ASCII": "\u00e9[Max] --> \u00fc:::c --> \u540d\nn \u00e91@--> \u00e9",
    "mistakes": "a --> b\n b -->\nb c --> d\nc --> & d\n--> a\nb -- x -- y --> c; c --> a\nend\u00e9 --> a\na((x --> b"
    "\na -->",
}


@pytest.mark.parametrize("form", STATEMENTS)
def test_statements_of_a_flowchart_are_read_by_columns(form):
    text = f'%%{{init: {{"theme": "dark"}}}}%%\ngraph LR\n{STATEMENTS[form]}'
    assert both_ways(partial(load_bytes, "x.mmd"), [text.encode(), text.replace("\n", "\r\n").encode()]) == {
        "columns": 2
    }


def test_chains_and_groups_and_several_statements_of_a_line_are_read_by_columns():
    links = "a --- b <--> c & d <--- e; a <==>|x| e --- f ~~~ g & a\n"
    chains = 'a[Max] --> b --> c["1"] -->|x| a;\n a & b(Min)-->d & c ==> e; _ --> a;;f\n;g & h;a --> i & a\n'
    text = f"graph LR\n{links}{chains}"
    assert both_ways(partial(load_bytes, "x.mmd"), [text.encode()]) == {"columns": 1}


FORMATS = {"json": "node-link", "game.json": "game-json", "txt": "text"}
FURTHER = {
    "depth": (1, 2, 3),
    "note": ("a", "b c", "é", ""),
    "line": ('"a" <b>\n&amp;', "&", "c\rd\te", "a'\\n"),
    "share": (0.5, 1.5, 2.0),
    "seen": (True, False),
}


ODD_TABLES = (
    ("dot", 'digraph {\n  a [player=max, name=""];\n  b [score=1, name=x];\n  a -> b;\n}'),
    ("csv", 'from,to,"typ "\na,b,1\n\n"id",player,score," note "\na,max,,x\nb,,1,z\n'),
    ("csv", "from,to,Type\n" + "".join(f"r,n{number},Undirected\n" for number in range(9))),
    ("csv", 'from,to\r\na,b\r\n\r\nid,player,score,note\r\na,max,,"x\r\ny"\r\nb,,1,"1"\r\n'),
    ("json", '{"directed": true, "nodes": [{"id": "a", "player": "max", "\\u0061c": 1.5}, '
     '{"id": "b", "score": 1, "\\u0061c": 2}], "edges": [{"source": "a", "target": "b"}]}'),
    ("gexf", '<gexf xmlns="http://gexf.net/1.3" version="1.3"><graph defaultedgetype="directed">'
     '<attributes class="node"><attribute id="0" title="seen" type="boolean"/></attributes><nodes>\n'
     '<node id="a"><attvalues>'
     '<attvalue for="0" value="falſe"/></attvalues></node>\n<node id="b"/>\n</nodes><edges>'
     '<edge source="a" target="b"/></edges></graph></gexf>'),
    ("dot", 'digraph {\na -> b [style="in vis"]\na -> c\nb -> c [style=bold]\n}\n'),
    ("graphml", '<graphml><graph edgedefault="directed">\n<node id="a"/><!--\x01-->\n<node id="b"/></graph></graphml>'),
    ("game.json", '{"nodes":[{"id":"a","player":"max"},{"id":"b","score":1}],"moves":[["a","b"]],"root":""}'),
    ("gml", 'graph [\n directed 1\n root "' + "x" * 1_001 + '"\n node [\n id 0\n ]\n]\n'),
    ("txt", "a max: b\nb = 1\na max: " + "z" * 1_001),
    ("tgf", "a x\n" + "z" * 1_001 + "\n#\na a\n"),
    ("mmd", 'graph LR\nb --> a\na["' + "x" * 10_001 + '"]\n'),
    ("mmd", "graph LR\n\n"),
)  # fmt: skip


@pytest.mark.parametrize(("suffix", "text"), ODD_TABLES)
def test_what_only_one_way_could_overlook_is_read_alike(suffix, text):
    both_ways(lambda content: load_bytes(f"x.{suffix}", content.encode()), [text])


@pytest.mark.parametrize(
    ("titles", "cells"), [((1, "1"), ["a", "b"]), (("w", "w"), [1, 2]), (("source", "v"), [(1,), (2,)])]
)
def test_odd_titles_and_cells_of_frames_are_read_alike(titles, cells):
    moves = pd.DataFrame({"from": ["a"], "to": ["b"]})
    nodes = pd.DataFrame({"id": ["a", "b"], "player": ["max", None], "score": [None, 1]}, dtype=object)
    more = pd.concat([pd.Series(cells, dtype=object)] * 2, axis=1)
    more.columns = pd.Index(titles, dtype=object)
    both_ways(
        lambda pair: graph_from_frames(*pair, root=None, convention=None),
        [(moves, pd.concat([nodes, more], axis=1)), (pd.concat([moves, more[:1]], axis=1), nodes)],
    )


OF_IGRAPH = {
    "graphml": """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"
         xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
         xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns
         http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
<!-- Created by igraph -->
  <key id="v_name" for="node" attr.name="name" attr.type="string"/>
  <key id="v_player" for="node" attr.name="player" attr.type="string"/>
  <key id="e_weight" for="edge" attr.name="weight" attr.type="double"/>
  <graph id="G" edgedefault="directed">
    <node id="n0">
      <data key="v_name">p 0</data>
      <data key="v_player">max</data>
    </node>
    <node id="n1">
      <data key="v_name">p1</data>
      <data key="v_player"></data>
    </node>
    <edge source="n0" target="n1">
      <data key="e_weight">1</data>
    </edge>
    <edge source="n0" target="n0">
    </edge>
  </graph>
</graphml>
""",
    "gml": """Creator "igraph version 1.0.0 Thu Nov 26 17:12:42 2026"
Version 1
graph
[
  directed 1
  node
  [
    id 0
    name "p 0"
    player "max"
  ]
  node
  [
    id 1
    name "p1"
    player ""
  ]
  edge
  [
    source 0
    target 1
    weight 1
  ]
]
""",
    "dot": """/* Created by igraph 1.0.0 */
digraph {
  0 [
    name="p 0"
    player=max
  ];
  1 [
    name=p1
    player=""
  ];

  0 -> 1 [
    weight=1
  ];
  0 -> 0;
}
""",
}


@pytest.mark.parametrize("suffix", OF_IGRAPH)
def test_what_igraph_writes_is_read_by_columns(suffix):
    text = OF_IGRAPH[suffix]
    for content in (text, text.replace("\n", "\r\n")):
        assert both_ways(lambda some: load_bytes(f"x.{suffix}", some), [content.encode()]) == {"columns": 1}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("suffix", OF_IGRAPH)
def test_words_of_igraph_for_nothing_say_nothing(suffix, tmp_path):
    network = igraph.Graph(edges=[(0, 1), (0, 2)], directed=True)
    network.vs["player"], network.vs["score"] = ["max", None, None], [None, 3, 5]
    network.vs["label"] = ["start", None, "end"]
    path = tmp_path / f"x.{suffix}"
    {"graphml": network.write_graphml, "gml": network.write_gml, "dot": network.write_dot}[suffix](str(path))
    assert "None" in path.read_text()
    assert both_ways(load, [path]) == {"columns": 1}
    assert load(path).problems == ()
    assert [(node.kind.value, node.score, node.label) for node in load(path).graph.nodes] == [
        ("max", None, "start"), ("leaf", 3, None), ("leaf", 5, "end"),
    ]  # fmt: skip


OTHERS_WORDS = {
    "graphml": """<graphml><key id="p" for="node" attr.name="player" attr.type="string"/>
<key id="s" for="node" attr.name="score" attr.type="string"/>
<key id="l" for="node" attr.name="label" attr.type="string"/>
<graph edgedefault="directed">
<node id="a"><data key="p">max</data><data key="s">NaN</data></node>
<node id="b"><data key="p">None</data><data key="s">3</data><data key="l">None</data></node>
<edge source="a" target="b"/>
</graph></graphml>
""",
    "gexf": """<gexf><graph defaultedgetype="directed"><attributes class="node">
<attribute id="p" title="player" type="string"/><attribute id="s" title="score" type="string"/></attributes>
<nodes>
<node id="a"><attvalues><attvalue for="p" value="max"/><attvalue for="s" value="NaN"/></attvalues></node>
<node id="b" label="None"><attvalues><attvalue for="p" value="None"/><attvalue for="s" value="3"/></attvalues></node>
</nodes>
<edges>
<edge source="a" target="b"/>
</edges></graph></gexf>
""",
    "gml": """graph [
  directed 1
  node [
    id 0
    label "a"
    player "max"
    score "NaN"
  ]
  node [
    id 1
    label "b"
    caption "None"
    player "None"
    score "3"
  ]
  edge [
    source 0
    target 1
  ]
]
""",
    "dot": """digraph {
a [player=max, score=NaN];
b [player=None, score=3, label=None];
a -> b;
}
""",
}


@pytest.mark.parametrize("suffix", OTHERS_WORDS)
def test_words_for_nothing_of_other_programs_say_nothing_but_as_labels(suffix):
    assert both_ways(lambda text: load_bytes(f"x.{suffix}", text.encode()), [OTHERS_WORDS[suffix]]) == {"columns": 1}
    nodes = load_bytes(f"x.{suffix}", OTHERS_WORDS[suffix].encode()).graph.nodes
    assert [(node.id, node.kind.value, node.score, node.label) for node in nodes] == [
        ("a", "max", None, None), ("b", "leaf", 3, "None"),
    ]  # fmt: skip


PLACES = (
    '<viz:position z="0" y="2" x="1"/>', '<viz:position x="1" />', '<viz:position/>', '<viz:position y="-2.5" x="1"/>',
    '<viz:position z="1"></viz:position>', '<attvalues></attvalues>',
)  # fmt: skip


def turned(rng: Random, text: str) -> str:
    """A text of GEXF with the attributes of all elements of some names, or of the first, in another order."""
    for tag in rng.sample(("node", "edge", "attvalue"), rng.randrange(4)):
        text = re.sub(
            rf"<{tag}((?: [a-z]+=\"[^\"]*\")+)",
            lambda found, tag=tag: f"<{tag}{''.join(reversed(re.split(r'(?= [a-z]+=)', found[1])))}",
            text,
            count=rng.choice((0, 0, 1)),
        )
    if rng.random() < 0.2:
        text = re.sub(r' (?:source|label|for|id)="[^"]*"(?=[^<]*$)', rng.choice(("", r" \g<0>", ' id="x"')), text)
    return text


def as_others_write(rng: Random, suffix: str) -> str:
    """A graph as networkx or Gephi write it, with attributes of edges and what says how nodes are drawn."""
    network = with_further_keys(rng).to_networkx()
    values = {"weight": (0.5, 2.0), "san": ("e4 <&>", "d4"), "label": ("a", "b"), "order": (3, 4), "type": ("x", "y")}
    keys = [key for key in values if rng.random() < (0.4 if key in ("weight", "san") else 0.1)]
    gaps = rng.choice((0, 0, 0.2))
    for _, _, said in network.edges.data():
        said |= {key: rng.choice(values[key]) for key in keys if rng.random() >= gaps}
    for said in (network.graph, *(attributes for _, attributes in network.nodes(data=True))):
        said |= {key: str(value) for key, value in said.items() if not isinstance(value, str | int | float)}
    text = "\n".join(
        (nx.generate_graphml if suffix == "graphml" else nx.generate_gexf)(network, prettyprint=rng.random() < 0.9)
    )
    if suffix == "gexf":
        text = turned(rng, text)
    if suffix == "gexf" and rng.random() < 0.5:
        looks = ('<viz:size value="9.0"></viz:size>', '<viz:color r="1" g="2" b="3" />\n', '<viz:shape value="disc"/>')
        for _ in range(rng.randrange(3)):
            text = text.replace(
                (end := rng.choice(("</node>", "</node>", "</edge>"))),
                rng.choice((*looks, '<viz:size value="1"/>', *PLACES)) + end,
                rng.choice((1, -1)),
            )
        text = text.replace("<gexf ", '<gexf xmlns:viz="http://www.gexf.net/1.3/viz" ', 1)
    return text if rng.random() < 0.8 else spoilt(rng, text)


@pytest.mark.parametrize("suffix", ["graphml", "gml", "json"])
def test_moves_in_another_order_are_read_alike(suffix):
    def file(seed: int) -> bytes:
        rng = Random(seed)
        graph = assemble_document(document(rng)).graph
        moves = rng.sample(graph.moves, len(graph.moves))
        return dump(graph.replace(moves=tuple(moves)), FORMATS.get(suffix, suffix))

    seeds = SEEDS[::3]
    ways = both_ways(lambda content: load_bytes(f"x.{suffix}", content), map(file, seeds))
    assert ways["columns"] > len(seeds) / 2


@pytest.mark.parametrize("suffix", ["graphml", "gexf"])
def test_columns_say_what_elements_of_other_programs_say(suffix):
    texts = (as_others_write(Random(seed), suffix) for seed in SEEDS)
    ways = both_ways(lambda text: load_bytes(f"x.{suffix}", text.encode()), texts)
    assert ways["columns"] > len(SEEDS) / 4


def with_further_keys(rng: Random) -> GameGraph:
    graph = assemble_document(document(rng)).graph
    keys, gaps = [key for key in FURTHER if rng.random() < 0.5], rng.choice((0, 0, 0.3))
    extras = ({key: rng.choice(FURTHER[key]) for key in keys if rng.random() >= gaps} for _ in graph.nodes)
    return graph.replace(
        nodes=tuple(replace(node, extra=extra) for node, extra in zip(graph.nodes, extras, strict=True))
    )


@pytest.mark.parametrize("suffix", ["csv", "tsv", "parquet", "graphml", "gexf", "gml", "dot", "json", "game.json"])
def test_further_keys_are_kept_alike(suffix):
    def file(seed: int) -> bytes:
        rng = Random(seed)
        content = dump(with_further_keys(rng), FORMATS.get(suffix, suffix))
        if suffix in ("graphml", "gexf") and rng.random() < 0.3:
            before, after = rng.choice(CHANGES)
            content = content.replace(before.encode(), after.encode(), rng.choice((1, -1)))
        content = content.replace(b"from,to", b"from,to,weight") if rng.random() < 0.2 else content
        if suffix in ("csv", "tsv"):
            content = content.replace(*rng.choice(((b"", b""), (b"\n", b"\r\n"), (b'""', b'"', 1), (b'"', b' "', 1))))
        return content

    ways = both_ways(lambda content: load_bytes(f"x.{suffix}", content), map(file, SEEDS))
    assert ways["columns"] > len(SEEDS) / 3


def test_further_columns_of_frames_are_kept_alike():
    def frames(seed: int) -> tuple[pd.DataFrame, pd.DataFrame]:
        rng = Random(seed)
        moves, nodes = with_further_keys(rng).to_frames()
        odd = rng.choice(
            ((), (), ("owner", "max"), ("list", [1]), ("share", 1), ("code", 1 + 1j), ("day", date(2026, 1, 1)))
        )
        if odd:
            nodes[odd[0]] = nodes.get(odd[0], pd.Series([None] * len(nodes), dtype=object)).astype(object)
            nodes.at[0, odd[0]] = odd[1]
        return moves, nodes.infer_objects() if rng.random() < 0.5 else nodes

    ways = both_ways(lambda pair: graph_from_frames(*pair, root=None, convention=None), map(frames, SEEDS))
    assert ways["columns"] > len(SEEDS) / 4


CHANGES = (
    ('"long"', '"string"'), ('"string"', '"long"'), ('"boolean"', '"string"'), (' />', '/>'), ("/>", ">\n</edge>"),
    ("</key>", "<desc>d</desc></key>"), ("<node", "<!-- <node id='x'/> --><node"), (" source", ' id="e" source'),
    ("</node>", "<port name='p'/></node>"), (">max<", ">MAX<"), (">max<", "><![CDATA[max]]><"), (">min<", "> min <"),
    ('for="node"', 'for="all"'), ("<graph ", '<graph id="G" '), ("directed", "undirected"), ("<node ", "<g:node "),
    ('attr.type="string"', ""), ('attr.name="score"', 'attr.name="player"'), ("&lt;", "&#60;"), ("player", "Player"),
    (">max<", "><"), ('"long"', '"double"'), ('id="n0"', 'id="n1"'), ("</node>", "</node>\n<edge source='n0'/>"),
    ('"string" />', '"string"><default>max</default></key>'), ('"long" />', '"long"><default>2</default></key>'),
    ('"double" />', '"double"><default>3</default></key>'), ('"string" />', '"string"><default/></key>'),
    ('attr.name="open" attr.type="boolean" />', 'attr.name="open" attr.type="boolean"><default>TRUE</default></key>'),
    ("<key ", '<key id="id" for="node" attr.name="id"><default>n</default></key><key '),
    ("<key ", '<key id="no" for="edge" attr.name="order" attr.type="int"><default>5</default></key><key '),
)  # fmt: skip


def test_columns_say_what_elements_say():
    many = times(1_000)
    ways = both_ways(lambda text: load_bytes("x.graphml", text.encode()), map(graphml, range(many)))
    assert ways["columns"] > many / 4


def graphml(seed: int) -> str:
    """A text, half of them as another program might write it, or broken."""
    rng = Random(seed)
    text = dump(assemble_document(document(rng)).graph, "graphml").decode()
    for _ in range(rng.choice((0, 0, 1, 2))):
        before, after = rng.choice(CHANGES)
        text = text.replace(before, after, rng.choice((1, -1)))
    return text if rng.random() < 0.9 else spoilt(rng, text)


ADDED = (  # to attributes of nodes and edges, and to what stands in them
    ' labels=":A &amp; B"', '\n  label="x"', ' directed="true"', ' directed="1"', ' directed="no"', ' x:a="1"',
    ' a="1"', " b='2'", ' id="n1"', ' yfiles.foldertype="group"', ' source="n0"',
)  # fmt: skip
INSIDE = (
    '<port name="p"/>', '<port name="p">\n</port>\n', "<port/>", "<desc>about &lt;it&gt;</desc>", "<desc/>",
    "<desc></desc>", '<port><data key="d0"/></port>', "<other/>", "text", "<!-- c -->", '<data key="d0">z</data>',
    '<data key="no">1</data>', '<data key="d1" xml:space="preserve">1</data>', '<data key="d0"><y:Node/></data>',
    "<desc>\n", "<y:Part/>",
    '<data key="d1"><y:Node><y:Inner a="b"/></y:Node></data>',
)  # fmt: skip


def with_more(rng: Random, text: str) -> str:
    """A text of GraphML with more than networkx writes in all nodes or edges, or in one of them."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        tag, is_inner, every = rng.choice(("node", "edge")), rng.random() < 0.5, rng.random() < 0.8
        more = rng.choice((*INSIDE[:6], *INSIDE) if is_inner else (*ADDED[:3], *ADDED))
        if is_inner:
            text = re.sub(rf"(<{tag} [^>]*[^>/])/>", rf"\1></{tag}>", text)
        pattern, new = (rf"(?=</{tag}>)", more) if is_inner else (f"(?<=<{tag})", more)
        if not is_inner and rng.random() < 0.5:
            pattern = rf'(?<=")(?=\s*/?>)(?<=<{tag} id="n\d")'
        text = re.sub(pattern, lambda _, new=new: new, text, count=0 if every else 1)
    if rng.random() < 0.2:
        text = text.replace('<node id="n1"', rng.choice(("<node", '<node id=""', '<node id="n0"', '<node a="b"')))
    if rng.random() < 0.1:
        text = re.sub(rng.choice((r' source="n1"', r' target="n\d"')), "", text)
    return text


def repeated(seed: int) -> str:
    """A text of GraphML in which some keys stand twice or more often in an element."""
    rng = Random(seed)
    text = graphml(seed) if rng.random() < 0.7 else as_others_write(rng, "graphml")
    share, kept = (
        rng.choice((0.1, 0.5, 1)),
        rng.choice((r"\1\2\1", r"\1\n\2\1", r'\1\n<data key="d0">7</data>', r"\1\1\1")),
    )

    def again(found: re.Match[str]) -> str:
        return found.expand(kept) if rng.random() < share else found[0]

    text = re.sub(r'((?:<data key="\w+">[^<]*</data>\s*))((?:<data key="\w+">[^<]*</data>\s*)?)', again, text)
    return with_more(rng, text) if rng.random() < 0.2 else text


def test_columns_say_what_keys_that_stand_twice_say():
    many = times(400)
    ways = both_ways(lambda text: load_bytes("x.graphml", text.encode()), map(repeated, range(many)))
    assert ways["columns"] > many / 8


def test_columns_say_what_elements_with_more_in_them_say():
    def text(seed: int) -> str:
        rng = Random(seed)
        made = as_others_write(rng, "graphml") if rng.random() < 0.3 else graphml(seed)
        return with_more(rng, made)

    many = times(500)
    ways = both_ways(lambda text: load_bytes("x.graphml", text.encode()), map(text, range(many)))
    assert ways["columns"] > many / 4


OF_KEYS = (
    '<data key="s">1.5</data>', '<data key="s">3</data>', '<data key="x">4</data>', '<data key="o">true</data>',
    '<data key="s">NaN</data>', '<data key="o">false</data><data key="s">1e16</data>',
    '<data key="s">7</data><data key="x">2</data><data key="y">2.5</data>',
)  # fmt: skip
OF_YED = (
    ("PolyLineEdge", "ArcEdge"), ("NodeLabel", "y:Label"), ('"none"', '"standard"'), ('"standard"', '"none"'),
    ("MAX", " MIN "), ("MAX", "&lt;MAX>&#10;"), ("MAX", "a<y:LabelModel/>"), ("MAX", "<y:Insets/>"), ("MAX", "5"),
    ("<y:Geometry", '<y:Geometry x="1"'), ('x="', 'X="'), ('x="', 'x="a'), (' width="30.0"', ""), ('x="', 'x="1e'),
    ("ShapeNode", "GenericNode"), ("</y:ShapeNode>", "<y:Shape type='a'/></y:ShapeNode>"), ("<y:Shape t", "<y:Other t"),
    ('<y:Shape type="', '<y:Shape shape="'), ("</y:NodeLabel>", "</y:NodeLabel><y:NodeLabel>more</y:NodeLabel>"),
    ("<y:NodeLabel", "<y:NodeLabel/><y:NodeLabel"), ("ellipse", "Star_5"), ("ellipse", ""), ("ellipse", "hexagon"),
    ('<data key="g">', '<data key="g"/><data key="g">'), ('<data key="g">', '<data key="h">'), ("</y:Fill>", ""),
    ('key="d"/>', 'key="d" xml:space="preserve">about</data>'), ('key="d"/>', 'key="l">mine</data>'), ("y:", "z:"),
    *(('<data key="d"/>', said) for said in OF_KEYS), ('<data key="d"/>', '<data key="p">max</data>'),
    ('key="d"/>', 'key="d"><![CDATA[a]]></data>'), ("/>", " />"),
    ('id="n1"', 'id="n0"'), ('<node id="n1">', "<node>"), ('key="g"><', 'key="g">drawn</data><data key="d">'),
    ("<y:Arrows", "<y:Path><y:Point/></y:Path><y:Arrows"), ("</y:Arrows>", ""), ('edgedefault="d', 'edgedefault="und'),
    ("<y:Arrows ", "<y:Arrows></y:Arrows><y:Arrows "), ('target="standard"', ""), ("<y:Fill", "<!-- a --><y:Fill"),
)  # fmt: skip


def yed(seed: int) -> str:
    """A drawing as yEd writes it, or broken."""
    rng = Random(seed)
    count, labels = rng.randint(2, 6), rng.choice((("MAX", "MIN"), ("A", "7", "min"), ("MAX",), ("1", "2", "3", "4")))
    shapes = rng.choice((("ellipse",), ("ellipse", "rectangle"), ("ellipse", "hexagon", "diamond")))
    heads = rng.choice(((("none", "standard"),), (("none", "a"), ("none", "none"), ("delta", "none"), ("delta", "a"))))
    share = rng.choice((1, 1, 0.6))
    own = rng.choice(('<data key="d"/>', '<data key="p">min</data>', '<data key="d">a</data>', *OF_KEYS))
    nodes = [
        f'<node id="n{number}">{own if number % 2 else ""}</node>\n'
        if rng.random() >= share
        else f'<node id="n{number}">\n<data key="d"/><data key="g"><y:ShapeNode>\n'
        f'<y:Geometry height="30.0" width="30.0" x="{rng.randint(-9, 9) / 2}" y="{number}.25"/>'
        f'<y:Fill color="#FFCC00"></y:Fill><y:NodeLabel xml:space="preserve" y="4">{rng.choice(labels)}<y:LabelModel>'
        f'<y:Model distance="4.0"/></y:LabelModel></y:NodeLabel>\n<y:Shape type="{rng.choice(shapes)}"/></y:ShapeNode>'
        "</data></node>\n"
        for number in range(count)
    ]
    edges = [
        f'<edge id="e{number}" source="n{one}" target="n{two}"><data key="e"><y:PolyLineEdge>'
        f'<y:Arrows source="{source}" target="{target}"/><y:EdgeLabel>x</y:EdgeLabel></y:PolyLineEdge></data></edge>\n'
        for number, (one, two) in enumerate(pairs(rng, count))
        for source, target in [rng.choice(heads)]
    ]
    text = (
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">\n'
        '<key id="d" for="node" attr.name="description" attr.type="string"/><key id="l" for="node" attr.name="label" '
        'attr.type="string"/><key id="p" for="node" attr.name="player" attr.type="string"/><key id="g" for="node" '
        'yfiles.type="nodegraphics"/><key id="e" for="edge" yfiles.type="edgegraphics"/><key id="h" for="node" '
        'attr.name="height" attr.type="int"/>'
        f'<key id="s" for="node" attr.name="score" attr.type="{rng.choice(("double", "double", "long", "string"))}"/>'
        '<key id="o" for="node" attr.name="open" attr.type="boolean"/><key id="x" for="node" attr.name="x" '
        'attr.type="int"/><key id="y" for="node" attr.name="y" attr.type="double"/>\n<graph edgedefault="directed">\n'
        f"{''.join(nodes)}{''.join(edges)}</graph>\n</graphml>\n"
    )
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        before, after = rng.choice(OF_YED)
        text = text.replace(before, after, rng.choice((1, -1)))
    return with_more(rng, text) if rng.random() < 0.2 else text


OF_HTML = (
    ("Width", "width"), ("Width", "x"), ('X="', 'X="a'), ("y:Label.Text", "y:NodeLabel"), ("RectD", "Geometry"),
    ("<y:Label>", '<y:Label Text="MAX">'), ("Anchor", "Label.Text"), ("ShapeNodeStyle", "Shape"),
    ("shape=", "type="),
    ('shape="', 'type="" shape="'), ("/></data></port>", '/></data><data key="q">a</data></port>'),
    ('key="q"', 'key="n"'), ('key="q"', 'key="no"'), ("<y:Anchor/>", "1"), ("ELLIPSE", ""),
    ("<![CDATA[", "<!-- <![CDATA["), ("]]>", "]]><y:Style/>"), ("<port ", '<port label="x" '),
    ('"n"><y:Anchor/>', '"n">5'), ("</y:List>", "</y:List><!-- -->"),
)  # fmt: skip


def html(seed: int) -> str:
    """A drawing as yFiles for HTML writes it, or broken."""
    rng = Random(seed)
    count = rng.randint(2, 6)
    labels = rng.choice((("MAX", "MIN"), ("<1>", "7", "min"), ("<![CDATA[MAX]]>", "<![CDATA[<A> &amp;\n]]>", "3")))
    shape = rng.choice(("RECTANGLE", "HEXAGON"))
    nodes = [
        f'<node id="n{number}">\n<data key="l"><y:List><y:Label><y:Label.Text>{rng.choice(labels)}</y:Label.Text>'
        f"<y:Label.Style><y:Style/></y:Label.Style></y:Label></y:List></data><data key='g'>"
        f'<y:RectD X="{number}" Y="-2.5" Width="30" Height="30"/></data>\n<data key="s"><y:ShapeNodeStyle '
        f'shape="{rng.choice(("ELLIPSE", shape))}"/></data><port name="p0">\n<data key="q"><y:Anchor/></data></port>'
        '<port name="p1"/><port name="p2"><data key="q"/><data key="n"><y:Anchor/></data></port></node>\n'
        for number in range(count)
    ]
    edges = [
        f'<edge id="e{number}" source="n{one}" target="n{two}" sourceport="p0"><data key="e"><y:Style/></data></edge>\n'
        for number, (one, two) in enumerate(pairs(rng, count))
    ]
    keys = (("l", "node"), ("g", "node"), ("s", "node"), ("e", "edge"), ("q", "port"))
    text = (
        (
            '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/yfiles-common/3.0">\n'
            + "".join(f'<key id="{id}" for="{of}" attr.name="Of{id}"/>' for id, of in keys)
            + f'<key id="n" for="all" attr.name="N" attr.type="{rng.choice(("int", *["string"] * 5))}"/>\n'
            + f'<graph edgedefault="directed">\n{"".join(nodes)}{"".join(edges)}</graph>\n</graphml>\n'
        )
        .replace("'", '"')
        .replace("<1>", "&lt;1&gt;")
    )
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        before, after = rng.choice(OF_HTML)
        text = text.replace(before, after, rng.choice((1, -1)))
    return with_more(rng, text) if rng.random() < 0.2 else text


def test_columns_say_what_drawings_of_yfiles_for_html_say():
    many = times(400)
    ways = both_ways(lambda text: load_bytes("x.graphml", text.encode()), map(html, range(many)))
    assert ways["columns"] > many / 4


SAID = re.compile(r"<(?:node|edge|data|port|key)\b[^<>]*>")
LISTED = re.compile(r"(<(?:\w+:)?List>\s*<(?:\w+:)?Label)>")
VALUE = re.compile(r'(<data key="d?\w">)([^<>]*)(</data>)')
IN_ELEMENTS = (  # what others write in nodes and edges
    "<!-- a\n-->", "<!-- <node> --><?p\n?>", "<desc>a<b/></desc>", '<other><x y="z>\n"/></other>',
    '<data key="zz">1</data>',
    '<port name="p"><data key="d1">max</data><data key="d1">max</data><data key="q9"/></port>',
    "<port><data key='d1'/>\n<data key='d1'/></port>",
)  # fmt: skip
IN_VALUES = ("<!-- a\n -->", "<![CDATA[a&\n<]]>", "<?p a\n?>", "&#x0003c;", "&amp;", "\u2028", "&#10;", " ", "\n")
ODD_VALUES = ("x", "", " 5\n", "1e3", "<y:A/>", "NaN", "nan", "1_0", "+5", "-")
WRITTEN = (
    " a='\"'", " a=\"it's\"", " a = '&gt;>'", " b=\" id='\"", " a='\n\tb&#10;'", " xmlns:k='u'", " xmlns='u'", "\n",
    " directed='true'",
)  # fmt: skip
OF_GRAPHS = ('<data key="zz"/>', '<data key="d1"><y:N/></data>', "<!-- e -->", "<desc/>", "<hyperedge/>")


def in_other_ways(rng: Random, text: str) -> str:
    """A text of GraphML with some of all that programs may write in other ways, at one place or at all."""

    def changed(pattern: re.Pattern[str] | str, change: Callable[[re.Match[str]], str]) -> str:
        return re.sub(pattern, change, text, count=rng.choice((0, 0, 1)))

    for _ in range(rng.randrange(4)):
        tag = rng.choice(("node", "edge"))
        match rng.randrange(9):
            case 0:
                text = changed(SAID, lambda found: found[0] if "'" in found[0] else found[0].replace('"', "'"))
            case 1:
                text = changed(f"</{tag}>", lambda found: rng.choice(IN_ELEMENTS) + found[0])
            case 2:
                text = changed("</data>|</desc>", lambda found: rng.choice(IN_VALUES) + found[0])
            case 3:
                text = changed(VALUE, lambda found: found[0] + rng.choice(("", "\n", found[1] + "q</data>")) + found[0])
            case 4:
                text = changed(VALUE, lambda found: found[1] + rng.choice(ODD_VALUES) + found[3])
            case 5:
                text = changed(f"<{tag}(?=[ >])", lambda found: found[0] + rng.choice(WRITTEN))
            case 6:
                words = ("MAX", "&lt;1>", " 7 ", "min\n", "")
                text = changed(LISTED, lambda found, words=words: f'{found[1]} Text="{rng.choice(words)}">')
            case 7:
                text = text.replace("</key>", "<!-- d --><default>3<!-- x\n-->4</default></key>", 1)
                text = text.replace('"string"/>', '"string"><default>red</default></key>', rng.choice((0, 1)))
            case 8:
                text = text.replace("</graph>", f"{rng.choice(OF_GRAPHS)}</graph>", 1)
    return text


def test_columns_say_what_is_written_in_several_ways():
    def text(seed: int) -> str:
        rng = Random(seed)
        make = rng.choice((graphml, repeated, yed, html, nested, nested))
        return in_other_ways(rng, make(seed) if rng.random() < 0.9 else as_others_write(rng, "graphml"))

    many = times(1_000)
    ways = both_ways(lambda text: load_bytes("x.graphml", text.encode()), map(text, range(many)))
    assert ways["columns"] > many / 3


ELEMENT = re.compile(r"<(node|edge)\b(?:[^<>]*/>|.*?</\1>)\s*", re.DOTALL)
GROUPS = ('<graph edgedefault="directed">', '<graph id="g:"\nedgedefault="directed">\n')
ODD_GROUPS = (
    "<graph>", '<graph edgedefault="undirected">', '<graph edgedefault="directed"><data key="d0">1</data>',
    '<graph edgedefault="directed"/>', '<graph edgedefault="directed"/><graph edgedefault="directed">',
    "<!-- a --><graph>",
)  # fmt: skip


def nested(seed: int) -> str:
    """A text of GraphML with nodes and edges in graphs in nodes."""
    rng = Random(seed)
    text = yed(seed) if rng.random() < 0.3 else graphml(seed)
    found = [*ELEMENT.finditer(text)]
    if not found or not found[0][0].startswith("<node"):
        return text
    elements, share, mixed = [each[0] for each in found], rng.choice((0.2, 0.6)), rng.random() < 0.3
    if mixed:
        rng.shuffle(elements)

    def group(depth: int) -> str:
        parts = []
        while elements:
            element = elements.pop(0)
            if not element.startswith("<node") or rng.random() > share or depth > rng.choice((3, 12)):
                parts.append(element)
            else:
                element = re.sub(r"\s*/>\s*$", "></node>", element, count=1)
                said = ' yfiles.foldertype="group"' if rng.random() < 0.5 else ""
                begin = rng.choice(GROUPS if rng.random() < 0.95 else ODD_GROUPS)
                end = rng.choice(("</graph></node>", "</graph>\n</node>\n", "</graph \n></node\n>"))
                end = end if rng.random() < 0.98 else '</graph><data key="d0">2</data></node>'
                opened = element.rstrip().removesuffix("</node>").replace("<node", f"<node{said}", 1)
                parts.append(opened + begin + group(depth + 1) + end)
            if depth and rng.random() < 0.3:
                break
        return "".join(parts)

    return text[: found[0].start()] + group(0) + text[found[-1].end() :]


def test_columns_say_what_nodes_within_nodes_say():
    many = times(400)
    ways = both_ways(lambda text: load_bytes("x.graphml", text.encode()), map(nested, range(many)))
    assert ways["columns"] > many / 4


OF_OTHERS = {
    "Neo4j": (
        '<node id="n0" labels=":A"><data key="p">max</data></node>\n<node id="n1"><data key="s">1</data></node>',
        '<edge id="e0" label="x" source="n0" target="n1"/><edge target="n0" source="n0" directed="true"/>',
    ),
    "ports": (
        '<node id="n0"><data key="p">max</data><port name="a"/><port name="b"></port></node>\n<node id="n1"/>',
        '<edge source="n0" target="n1"><port name="c"/></edge>',
    ),
    "descriptions": (
        '<node id="n0"><desc>one &amp; two</desc><data key="p">max</data></node>\n<node id="n1"><desc/></node>',
        '<edge source="n0" target="n1"><desc>a</desc></edge>',
    ),
    "no id": (
        '<node><data key="p">max</data></node>\n<node id="n0"/>\n<node id="n1"><data key="s">1</data></node>',
        '<edge source="n0" target="n1"/>\n<edge source="n0"/>',
    ),
    "given twice": (
        '<node id="n0"><data key="p">min</data><data key="d">a</data></node>\n<node id="n1"/>\n'
        '<node id="n0"><data key="p">max</data></node>\n<node id="n1"><data key="s">2</data></node>',
        '<edge source="n0" target="n1"/>\n<edge source="n0" target="n9"/>',
    ),
    "defaults": (
        '<node id="n0"/>\n<node id="n1"><data key="s">1</data><data key="k"/></node>',
        '<edge source="n0" target="n1"/>',
    ),
    "drawn in part": (
        '<node id="n0"><data key="g"><y:ShapeNode><y:NodeLabel>MAX</y:NodeLabel></y:ShapeNode></data></node>\n'
        '<node id="n1"><data key="d">end</data></node>',
        '<edge source="n0" target="n1"><data key="e"><y:ArcEdge><y:Arrows source="delta" target="none"/></y:ArcEdge>'
        '</data></edge>\n<edge source="n1" target="n1"><data key="e"><y:ArcEdge><y:Arrows source="none" target="none"/>'
        '</y:ArcEdge></data></edge>\n<edge source="n0" target="n0"/>',
    ),
    "yFiles for HTML": (
        '<node id="n0"><data key="d"><y:List><y:Label><y:Label.Text><![CDATA[MAX]]></y:Label.Text></y:Label></y:List>'
        '</data><data key="g"><y:RectD X="1" Y="2" Width="3" Height="4"/></data>'
        '<port name="a"><data key="d"><y:Anchor/></data></port></node>\n'
        '<node id="n1"><data key="g"><y:ShapeNodeStyle shape="HEXAGON"/></data></node>',
        '<edge source="n0" target="n1"/>',
    ),
    "groups": (
        '<node id="n0" yfiles.foldertype="group"><data key="p">max</data>\n<graph edgedefault="directed" id="n0:">\n'
        '<node id="n0::a"/>\n<edge source="n0" target="n0::a"/></graph>\n</node>\n<node id="n1"><desc/></node>',
        '<edge source="n0" target="n1"/>',
    ),
    "keys given twice": (
        '<node id="n0"><data key="p">min</data>\n<data key="p">max</data></node>\n'
        '<node id="n1"\n><data key="s">1</data><data key="d">a</data>\n<data key="s">2</data></node>',
        '<edge source="n0" target="n1"><data key="w">1</data><data key="w">2</data></edge>',
    ),
    "single quotes": (
        "<node id='n0' a='&quot;\"'><data key='p'>max</data></node>\n"
        "<node id='n1' b=\"it's\" c = '>'><data key='s'>1</data></node>",
        "<edge source='n0' target='n1'/>",
    ),
    "comments": (
        '<node id="n0"><!-- <node id="n2"/>\n --><data key="p">m<!-- a\n -->ax</data><?p a?></node>\n'
        '<!-- - --><node id="n1"/>',
        '<edge source="n0" target="n1"><!-- a --></edge>\n<!--\n--><edge source="n0" target="n9"/>',
    ),
    "other elements": (
        '<node id="n0"><desc>one <b>two</b></desc><locator/><data key="p">max</data></node>\n<node id="n1"/>',
        '<edge source="n0" target="n1"><x:y xmlns:x="urn:x">a</x:y></edge>',
    ),
    "labels as attributes": (
        '<node id="n0"><data key="d"><y:List><y:Label Text="MAX" Style="{x:Null}"><y:Style/></y:Label></y:List></data>'
        '</node>\n<node id="n1"><data key="d"><y:List><y:Label Text="&lt;>"/><y:Label Text=""/></y:List></data></node>',
        '<edge source="n0" target="n1"/>',
    ),
    "keys given twice in groups and ports and drawings": (
        '<node id="n0"><data key="p">min</data>\n<data key="p">max</data><graph edgedefault="directed">\n'
        '<node id="n2"><data key="d">1</data>\n<data key="d">2</data><data key="d">3</data></node></graph></node>\n'
        '<node id="n1"><port><data key="d">1</data>\n<data key="d"/></port><data key="g"><y:Node/></data>\n'
        '<data key="g"><y:ShapeNode><y:NodeLabel>7</y:NodeLabel></y:ShapeNode></data></node>',
        '<edge source="n0" target="n1"><data key="w">1</data>\n<data key="w">2</data></edge>',
    ),
    "defaults and groups": (
        '<node id="n0"><data key="p">max</data><graph edgedefault="directed"><node id="n0::a"><data key="k">blue</data>'
        '</node></graph></node>\n<node id="n1"><data key="s">1</data></node>',
        '<edge source="n0" target="n0::a"/><edge source="n0" target="n1"/>',
    ),
    "keys that are not declared": (
        '<node id="n0"><data key="p">max</data><data key="no">1</data></node>\n'
        '<node id="n1"><port><data key="q"/></port></node>',
        '<edge source="n0" target="n1"><data key="no">2</data>\n<data key="other">2</data></edge>',
    ),
    "values that are not of their type": (
        '<node id="n0"><data key="p">max</data><data key="v">high</data></node>\n<node id="n1"><data key="s">1.5</data>'
        '</node><node id="n2"><data key="s">3</data><data key="v">2</data><port><data key="w">a</data></port></node>\n'
        '<node id="n3"><data key="s">\n</data><data key="s">1</data></node>',
        '<edge source="n0" target="n1"><data key="w">heavy</data></edge>\n'
        '<edge source="n0" target="n2"><data key="w"/></edge>',
    ),
    "numbers": (
        '<node id="n0"><data key="p">max</data><data key="v">NaN</data></node>\n<node id="n1"><data key="s"> 1\n</data>'
        '<data key="v">nan</data></node>\n<node id="n2"><data key="v">1e3</data><data key="s">-2</data></node>',
        '<edge source="n0" target="n1"><data key="w">\t1 </data></edge>',
    ),
    "CDATA": (
        '<node id="n0"><data key="p"><![CDATA[max]]></data></node>\n'
        '<node id="n1"><data key="d"><![CDATA[<1&\n]]></data></node>',
        '<edge source="n0" target="n1"/>',
    ),
    "yEd": (
        '<node id="n0"><data key="d"/>\n<data key="g"><y:ShapeNode><y:Geometry height="3.0" width="4.0" x="1" y="-2"/>'
        "<y:NodeLabel>MAX<y:LabelModel/></y:NodeLabel></y:ShapeNode></data></node>\n"
        '<node id="n1"><data key="g"><y:GenericNode><y:NodeLabel>7</y:NodeLabel></y:GenericNode></data></node>',
        '<edge id="e" source="n0" target="n1"><data key="e"><y:ArcEdge><y:Arrows source="none" target="delta"/>'
        "</y:ArcEdge></data></edge>",
    ),
}  # fmt: skip
KEYS_OF_OTHERS = """<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
<key id="p" for="node" attr.name="player" attr.type="string"/><key id="s" for="node" attr.name="score" attr.type="int"/>
<key id="d" for="node" attr.name="description" attr.type="string"/><key id="g" for="node" yfiles.type="nodegraphics"/>
<key id="e" for="edge" yfiles.type="edgegraphics"/><key id="w" for="edge" attr.name="w" attr.type="int"/>
<key id="k" for="node" attr.name="colour" attr.type="string"><default>red</default></key>
<key id="v" for="node" attr.name="value" attr.type="double"/>
"""


@pytest.mark.parametrize(("said", "ways"), [('directed="1"', {"columns": 1}), ('directed="0"', {}), ("", {})])
def test_edges_that_all_say_that_they_are_directed_are_read_by_columns(said, ways):
    nodes = '<node id="n0"><data key="p">max</data></node><node id="n1"><graph edgedefault="directed">'
    inner = '<node id="n2"/><edge source="n2" target="n0"/></graph></node>'
    edges = f'<edge source="n0" target="n1" directed="true"/><edge source="n1" target="n0" {said}/>'
    text = f'{KEYS_OF_OTHERS}<graph edgedefault="undirected">\n{nodes}{inner}{edges}</graph></graphml>'
    assert both_ways(lambda text: load_bytes("x.graphml", text.encode()), [text]) == ways


@pytest.mark.parametrize("program", OF_OTHERS)
def test_what_other_programs_write_and_mistakes_in_graphml_are_read_by_columns(program):
    nodes, edges = OF_OTHERS[program]
    text = f'{KEYS_OF_OTHERS}<graph edgedefault="directed">\n{nodes}\n{edges}\n</graph></graphml>'
    assert both_ways(lambda text: load_bytes("x.graphml", text.encode()), [text]) == {"columns": 1}


OF_ONE_NODE = '<node id="a"><data key="g"><y:ShapeNode>{}</y:ShapeNode></data></node>'
ODD_GRAPHML = (
    *(OF_ONE_NODE.format("<y:A>" * deep + "</y:A>" * deep) for deep in (3, 80, 93, 94, 95, 96, 97, 120)),
    '<node id="None"><data key="p">max</data></node>\n<node><data key="p">min</data></node>',
    '<node id="None"/>\n<node id="b"/><edge target="b"/>',
    OF_ONE_NODE.format("<y:NodeLabel>MAX</y:NodeLabel>") * 2 + '<edge source="a" target="a"/>',
    OF_ONE_NODE.format("<y:NodeLabel>MAX</y:NodeLabel>") + "\n"
    + OF_ONE_NODE.format('<y:NodeLabel>MIN</y:NodeLabel><y:Geometry x="2"/>') + '<edge source="a" target="a"/>',
    '<node id="a"><data key="g">wide</data></node>\n<node id="b" x="1"/>',
    '<node id="a" x="&amp;&#10;"/>\n<node id="b" x="&foo;"/>', '<node id="a" x="&#0;"/>\n<node id="b"/>',
    '<node id="a&#10;b" x="1"/>\n<node id="&lt;b&#x41;" x="2"/><edge x="1" source="a&#10;b" target="&lt;bA"/>',
    *(f'<node id="a" x="1"><desc>{text}</desc></node>\n<node id="b"/>' for text in ("&foo;", "]]>", "\x01", "<b/>")),
    '<node id="a"><data key="g"><y:A b="\x1d"/></data></node>\n<node id="b"/>',
    '<node id="a"/>\n<node id="b"/><edge source="a" target="b"><data key="d">1</data></edge>'
    '<edge source="b" target="b"><data key="s">1</data></edge>'
    '<edge source="a" target="b"><data key="p">1</data></edge>',
    '<node><data key="s">a</data><data key="g"><y:ShapeNode><y:NodeLabel>5</y:NodeLabel></y:ShapeNode></data></node>\n'
    + OF_ONE_NODE.format("<y:NodeLabel>5</y:NodeLabel>"),
    '<node id="" x="1"><data key="p">max</data></node>\n<node><data key="p">min</data></node>\n<node id="c"/>'
    '<edge source="c" target=""/>',
)  # fmt: skip


@pytest.mark.parametrize("elements", ODD_GRAPHML)
def test_what_only_patterns_of_graphml_could_overlook_is_read_alike(elements):
    text = f'{KEYS_OF_OTHERS}<graph edgedefault="directed">\n{elements}\n</graph></graphml>'
    both_ways(lambda text: load_bytes("x.graphml", text.encode()), [text])


def test_columns_say_what_drawings_of_yed_say():
    many = times(500)
    ways = both_ways(lambda text: load_bytes("x.graphml", text.encode()), map(yed, range(many)))
    assert ways["columns"] > many / 4


IN_LISTS = (
    'player "max"', "score 1", "score 2.5", "tag 1", "tag 2", 'tag "a"', "id 1", "id 7", 'label "n0"', "x 1.0",
    "note 1 note 2 # again\n", "source 0", "order 1", "graphics [ x 1.0 y 2.0 ]", "weight 1", "weight 2", "key 3",
    'caption "c"',
)  # fmt: skip


def gml(seed: int) -> str:
    """A text with keys that stand in all or some of its lists, some of them twice."""
    rng = Random(seed)
    text = dump(
        with_further_keys(rng) if rng.random() < 0.5 else assemble_document(document(rng)).graph, "gml"
    ).decode()
    for _ in range(rng.choice((1, 2, 2, 3, 4))):
        end = rng.choice(("node [\n", 'label "n1"\n', "target 1\n", "target 2\n", "  ]\n", "\n    player"))
        first, *others = text.split(end)
        more, share = f" {rng.choice(IN_LISTS)}\n", rng.choice((0.3, 0.7, 1))
        is_before = end[0] in " \n"
        words = [(more + end if is_before else end + more) if rng.random() < share else end for _ in others]
        text = "".join([first, *(word + other for word, other in zip(words, others, strict=True))])
    return text if rng.random() < 0.9 else spoilt(rng, text)


def test_columns_say_what_lists_with_keys_that_stand_twice_say():
    many = times(400)
    ways = both_ways(lambda text: load_bytes("x.gml", text.encode()), map(gml, range(many)))
    assert ways["columns"] > many / 6


def test_lists_with_keys_that_stand_twice_are_read_by_columns():
    nodes = "".join(f"node [ id {number} open 1 tag 1 tag 2 tag 3 open 0 ]\n" for number in range(4))
    edges = "edge [ source 0 target 1 note 1 tag 2 note 3 ]\nedge [ source 0 target 2 tag 2 ]\n"
    read = partial(load_bytes, "x.gml")
    text = f"graph [ directed 1\n{nodes}{edges}]".encode()
    assert both_ways(read, [text]) == {"columns": 1}
    assert (6, "this edge has the key 'note' more than once; kept the first") in [
        (problem.line, problem.message) for problem in read(text).problems
    ]


@pytest.mark.parametrize("suffix", ["dot", "gml", "gexf", "txt"])
def test_columns_say_what_records_say(suffix):
    many = times(400)
    texts = (
        spoilt(rng, dump(assemble_document(document(rng)).graph, FORMATS.get(suffix, suffix)).decode())
        for rng in map(Random, range(many))
    )
    ways = both_ways(lambda text: load_bytes(f"x.{suffix}", text.encode()), texts)
    assert ways["columns"] > many / 6


OF_JSON = (
    ('"player": "max"', '"player": "max", "player": "min"'), ('"player": "max"', '"player": null'), ("max", "Max"),
    ('"id"', '"score": 1, "id"'), ('"id"', '"score": 1.5, "id"'), ('"id"', '"score": "1/2", "id"'), ("-1", "-1.0"),
    ('"id"', '"x": 1, "y": -0.0, "id"'), ('"id"', '"x": 1e400, "y": 2, "id"'), ("-1", "NaN"), ("-1", "-Infinity"),
    ('"id"', '"label": "2020-01-01", "id"'), ('"id"', '"depth": 3, "id"'), ('"id"', '"depth": 3.5, "id"'),
    ('"id"', '"open": true, "id"'), ('"id"', '"owner": 1, "id"'), (" 1}", " true}"),
    ('"id"', '"label": "\\u00e9 \\ud83d\\ude00", "id"'), ('"id"', '"label": "\\ud83d", "id"'), ('"n', '"\\u006e'),
    ('"source"', '"weight": null, "source"'), ('"source"', '"order": null, "source"'), ('"score": -1', '"score": -1.5'),
    ('"source"', '"source": null, "from"'), ("-1", "-1e2"), ("-1", "true"), ("-1", "-1e222"), ("-1", '"1e5"'),
    ('"source"', '"weight": 2, "source"'), ('"source"', '"key": 0, "source"'), ('"source"', '"order": 1, "source"'),
    ('"nodes"', '"a": {"nodes": [], "moves": []}, "nodes"'), ('"nodes"', '"a\\"nodes": [], "nodes"'), ("[", "[ "),
    ('"moves"', '"moves": [], "moves"'), ("\n", " "), ("]]", "], []]"), ('"edges"', '"links"'), ("0", "-0"),
    ('"n1"', '"n1]]"'), ('"n0"', '"n0}, {"'), ("-1", "123456789012345678901234567890"), ('"minimax"', "null"),
    ('"format"', '"read by columns": 1, "format"'), (']\n ]', ']\n ,]'), ('"n', "1"), ('", "', '" , "'),
    ('"nodes"', '"links": [{"source": "n0", "target": "n0"}], "nodes"'), ("{}", '{"a": 1}'),
    ('"description": "', '"description": "\\"nodes\\": ['),
    *(('"id"', f'"{key}": {value}, "id"') for key, values in (
        *((key, ("null", '""')) for key in ("player", "score", "open", "label", "x", "note")),
        ("board", ("[1, 0]", "[]", "[null]", '["a", ""]', "[[1], [2, 3]]", "[1.5, 2]", "[12345678901234567890]")),
        ("board", ("[null, 1]", '[null, "a"]', "[[null], null]", '[{"a": 1}, null]', '[", null"]', "[NaN]")),
        ("cell", ('{"row": 1, "col": 2}', '{"row": 1}', '{"row": null}', "{}", '{"id": {"a": [true]}}', '[{"a": 1}]')),
        ("name", ("[1]", '{"a": 1}')), ("label", ('"\\"\\""', '"say \\"score\\": null"', '": null"')),
    ) for value in values),
)  # fmt: skip


IDS_OF_JSON = (  # with a number for the name of a node
    "{}.0", "{}.5", "{}", '"{}"', '"n{}"', '["a", {}]', '["a","n{}"]', '[ {} , "a b" ]', "[{}]", '[["a"], {}]',
    "-{}.25", "{}e2", "[{}.5, 1]", "[{}, true]", '["\u00e9", {}]', '["it\'s", {}]', "1{}00000000000000000.5", "null",
    "NaN", "-0", '["a",\x0c{}]', "[{}.0, -1.25]",
)  # fmt: skip
OF_A_NODE: dict[str, tuple[str, ...]] = {  # what may stand under keys of nodes
    "player": ("0", "1", '"max"', '"MIN"', "null", "0.0", "2", "true", '"x"', "[1]", '""'),
    "score": ("1", "2.5", '"1/2"', '"x"', "true", "null", "NaN", "[]", '""'),
    "open": ("true", "false", '"yes"', '"x"', "1", "1.0", "2", "null", "[1]", '""'),
    "label": ('"a"', "1", "2.50", '"\\u00e9"', "1e20", "null", "true", "[1]", '""'),
    "x": ("1", "-2.5", '"3"', '"1/2"', '"abc"', "1e10", "true", "null", "NaN", "-Infinity", "[1]", '" 5"', '""'),
    "owner": ("0", "1", '"max"', '"odd"', "2", "true", "null", "[1]", '""'),
    "name": ('"a"', '""', "null", "1", "[1]"),
}


OF_ONE_KEY = (  # values of several types
    "1", "2.5", "true", "null", '"a"', '""', '"1"', '"null, NaN"', '"\\" \\\\"', '"\\"id\\": 1"', "[]", "{}", "[null]",
    '[1, "]", {"a": [2.5]}]', '{"id": 1, "tag": {"x": null}}', "[[[[[[[[[[1]]]]]]]]]]", '{"a": {"\\u0061": "\\ud83d"}}',
    "NaN", '{"a": 1, "a": 2}', "1e400", "123456789012345678901234567890", '"\\ud83d"', "1 2", "[1}", "-", '"\x1f"',
)  # fmt: skip


@pytest.mark.parametrize("suffix", ["json", "game.json"])
def test_columns_say_what_json_says(suffix):
    many = times(400)
    ways = both_ways(lambda seed: load_bytes(f"x.{suffix}", json_text(suffix, seed).encode()), range(many))
    assert ways["columns"] > many / 4


def json_text(suffix: str, seed: int) -> str:
    """A text, as another program might write it, or broken."""
    rng = Random(seed)
    text = dump(assemble_document(document(rng)).graph, FORMATS[suffix]).decode()
    if rng.random() < 0.3:
        text = json.dumps(dict(rng.sample([*json.loads(text).items()], len(json.loads(text)))))
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        before, after = rng.choice(OF_JSON)
        first, *others = text.split(before)
        words = [after, *rng.choices(((after,), (before,), (before, after))[rng.randrange(3)], k=len(others))]
        text = "".join([first, *(word + other for word, other in zip(words, others, strict=False))])
    if rng.random() < 0.3:
        keys, some = rng.choice((("tag",), ("tag", "note"), ("name", "tag", "\\u0069d"))), rng.randint(2, 24)
        text = re.sub('"id"', lambda id: f'"{rng.choice(keys)}": {rng.choice(OF_ONE_KEY[:some])}, {id[0]}', text)
    if rng.random() < 0.2:
        keys, some = rng.choice((("tag",), ("tag", "note"), ("weight", "order"))), rng.randint(2, 24)
        text = re.sub('"source"', lambda id: f'"{rng.choice(keys)}": {rng.choice(OF_ONE_KEY[:some])}, {id[0]}', text)
    if rng.random() < 0.2:  # some ids, labels and scores as numbers, others as texts
        text = re.sub(r'"n(\d)"', lambda id: rng.choice((id[1], id[1], f'"{id[1]}"')), text)
        labels = "5", "0", "-0", "1.5", '"5"'
        text = re.sub('"label": "[^"]*"', lambda _: f'"label": {rng.choice(labels)}', text)
    if rng.random() < 0.3:
        forms = rng.sample(IDS_OF_JSON, rng.randint(1, 3)) if rng.random() < 0.5 else rng.choices(IDS_OF_JSON[:7], k=2)
        text = re.sub(r'"n(\d)"', lambda id: forms[int(id[1]) % len(forms)].format(id[1]), text)
    if rng.random() < 0.3:
        said = {key: OF_A_NODE[key][: rng.randint(1, 14)] for key in rng.sample([*OF_A_NODE], rng.randint(1, 3))}
        is_again = rng.random() < 0.1
        for key, some in said.items():
            text = re.sub(rf'"{key}": ("[^"]*"|[^ ,}}]*),? ?', "", text) if not is_again else text
            text = text.replace(", }", "}")
            text = re.sub(
                r'"id"', lambda id, key=key, some=some: f'"{key}": {rng.choice(some)}, {id[0]}' if rng.random() < 0.8
                else id[0], text,
            )  # fmt: skip
    if rng.random() < 0.1:
        more = rng.choice(('{"source": "n0", "target": "n1"}', "", '{"source": "n0", "target": "n0", "w": NaN}'))
        text = text.replace('"nodes"', f'"links": [{more}], "nodes"', 1)
    if rng.random() < 0.3:  # whole numbers as ids, or tuples of these
        text = re.sub(r'"n(\d)"', rng.choice((r"\1", r"\1", r"[\1, 7]", r"[\1]")), text)
    return text if rng.random() < 0.7 else spoilt(rng, text)


def test_values_of_several_types_under_one_key_are_read_by_columns():
    nodes = ", ".join(f'{{"id": {row}, "tag": {value}}}' for row, value in enumerate(OF_ONE_KEY[:15]))
    text = f'{{"nodes": [{nodes}], "moves": [[0, 1]]}}'.encode()
    assert both_ways(lambda text: load_bytes("x.game.json", text), [text]) == {"columns": 1}


def with_oddities(rng: Random, text: str, oddities: Sequence[tuple[str, str]]) -> str:
    """A text, mostly with some things in place of others here and there, or with a mistake anywhere."""
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        before, after = rng.choice(oddities)
        first, *others = text.split(before)
        share = rng.choice((0.1, 0.5, 1))
        text = "".join([first, *((after if rng.random() < share else before) + other for other in others)])
    return text if rng.random() < 0.8 else spoilt(rng, text)


OF_D3 = (  # by turns something and what may stand in its place
    ('"name"', '"label"'), ('"name"', '"label": "L", "name"'), ('"name"', '"id"'), ('"name"', '"owner": 1, "name"'),
    ('"name"', '"i\\u0064": 1, "name"'), ('"group"', '"name"'), ('"group": 1', '"group": "1"'),
    ('"group": 1', '"group": null'), ('"group"', '"score"'), ('"name": "n1"', '"name": "n0"'),
    ('"name": "n1"', '"name": 1'), ('"name": "n1"', '"name": ""'), ('"name": "n1", ', ""),
    ('"name"', '"player": "max", "name"'), ('"name"', '"tag": [1], "name"'), ("n1", '\\"id\\"'),
    ('"source"', '"order": 1, "source"'), ('"source"', '"key": 1, "source"'), ('"value"', '"source"'),
    ("{", "null, {"), ('"links"', '"edges"'), ('"links"', '"links": [], "edges"'), ('"links"', '"moves"'),
    ('"links"', '"directed": false, "links"'), ('"source": 1', '"source": "1"'), ('"source": 1', '"source": 1.0'),
    ('"source": "n1"', '"source": "x"'), ('"nodes"', '"graph": {"root": "n0"}, "nodes"'),
    ('"nodes"', '"root": 0, "nodes"'), ('"value": 1', '"value": null'),
)  # fmt: skip


def of_d3(seed: int) -> str:
    """Nodes without ids, as files for D3 have them, or something odd."""
    rng = Random(seed)
    count, by_name, kind = rng.randint(1, 7), rng.random() < 0.5, rng.choice(("n{}", "n{}", 7))
    names = [kind.format(number) if isinstance(kind, str) else kind + number for number in range(count)]
    nodes = [{"name": name, "group": rng.randint(0, 2)} for name in names]
    moves = [(names[one], names[two]) if by_name else (one, two) for one, two in pairs(rng, count)]
    links = [{"source": one, "target": two, "value": 1} for one, two in moves]
    text = json.dumps({"nodes": nodes, "links": links}, indent=rng.choice((None, None, 1)))
    return with_oddities(rng, text, OF_D3)


def test_columns_say_what_files_for_d3_say():
    many = times(400)
    ways = both_ways(lambda seed: load_bytes("x.json", of_d3(seed).encode()), range(many))
    assert ways["columns"] > many / 4


DOCUMENTS = {
    "names without ids": '{"nodes": [{"name": "a", "k": 1}, {"name": "b"}], "links": [{"source": "a", "target": "b"}]}',
    "no ids": '{"nodes": [{"name": "a", "group": 1}, {"group": 2}, {}], "links": [{"source": 0, "target": 1, "w": 5}]}',
    "nothing of nodes": '{"nodes": [{}, {}], "links": [{"source": 0, "target": 1}]}',
    "keys in any order": '{"edges": [{"source": 1, "target": 2}], "graph": {}, "nodes": [{"id": 1}, {"id": 2}]}',
    "more between": '{"nodes": [{"id": "a"}, {"id": "b"}], "graph": {}, "links": [{"source": "a", "target": "b"}]}',
    "scores of several types": '{"nodes": [{"id": 1, "player": "max"}, {"id": 2, "score": 1}, {"id": 3, "score": 0.5}, '
    '{"id": 4, "score": "1/3"}], "moves": [[1, 2], [1, 3], [1, 4]], "root": 1}',
    "tuples": '{"nodes": [{"id": [0, 1]}, {"id": [2, 3]}], "edges": [{"source": [0, 1], "target": [2, 3]}]}',
    "edges of several types": '{"nodes": [{"id": 1}, {"id": 2}], "links": [{"source": 1, "target": 2, "w": 1}, '
    '{"source": 2, "target": 1, "w": "a", "v": [1, "b"]}, {"source": 1, "target": 1, "w": "", "v": null}]}',
    "ids of several types": '{"nodes": [{"id": 1}, {"id": "a"}], "edges": [{"source": 1, "target": "a"}]}',
    "labels of several types": '{"nodes": [{"id": 1, "label": 1}, {"id": 2, "label": "b"}], "moves": [[1, 2]]}',
    "orders that are true or false": '{"nodes": [{"id": 1}, {"id": 2}], "edges": [{"source": 1, "target": 2, '
    '"order": true}, {"source": 2, "target": 1, "order": false}]}',
    "orders of some": '{"nodes": [{"id": 1}, {"id": 2}], "edges": [{"source": 1, "target": 2, "order": 3}, '
    '{"source": 2, "target": 2}]}',
    "empty texts": '{"nodes": [{"id": 1, "player": "", "name": "", "score": 1}, {"id": 2, "player": "max", "name": '
    '"a", "score": ""}], "edges": [{"source": 2, "target": 1}]}',
    "roots of nodes": '{"nodes": [{"id": 1, "root": true}, {"id": 2}], "edges": [{"source": 1, "target": 2}]}',
    "owners": '{"nodes": [{"id": 1, "owner": 1}, {"id": 2, "owner": "x", "score": 1}, {"id": 3, "owner": 0, "player": '
    'null}, {"id": 4, "owner": "x"}], "edges": [{"source": 1, "target": 2}, {"source": 3, "target": 2}]}',
    "owners beside players": '{"nodes": [{"id": 1, "owner": "max", "k": 1}, {"id": 2, "player": 1, "owner": "max"}], '
    '"moves": [[1, 2]], "convention": "MINIMAX"}',
    "owners of several types": '{"nodes": [{"id": 1, "owner": 0}, {"id": 2, "owner": "even"}, {"id": 3, "owner": 2}], '
    '"moves": [[1, 2], [2, 3]]}',
    "a convention that is none": '{"nodes": [{"id": 1, "name": ""}, {"id": 2, "name": 5}], "moves": [[1, 2]], '
    '"convention": "x", "name": 5, "expected": [], "root": 7}',
    "no convention": '{"nodes": [{"id": 1, "open": "x"}, {"id": 2, "Score": 5}], "moves": [[1, 2]], '
    '"convention": null, "name": [1], "description": true, "root": ""}',
    "nothing under keys of graphs": '{"nodes": [{"id": 1, "name": "", "root": null}, {"id": 2, "name": 5}], "edges": '
    '[{"source": 1, "target": 2}], "name": 2.5, "root": 1.0, "convention": "Negamax", "graph": {"expected": 3}}',
    "positions that are none": '{"nodes": [{"id": 1, "x": true, "y": 1}, {"id": 2, "x": false}, {"id": 3}, '
    '{"id": 4, "y": 1e10, "x": true}], "moves": [[1, 2]]}',
    "constants under further keys": '{"w": Infinity, "nodes": [{"id": 1, "w": 1.5}, {"id": 2, "w": -Infinity}], '
    '"v": NaN, "edges": [{"source": 1, "target": 2, "v": NaN}]}',
    "floats as ids": '{"nodes": [{"id": 1.0}, {"id": 2.5}], "edges": [{"source": 1, "target": 2.5}]}',
    "floats and texts as ids": '{"nodes": [{"id": 1.0}, {"id": "a"}], "edges": [{"source": 1, "target": "a"}]}',
    "tuples of texts": '{"nodes": [{"id": ["a", 1]}, {"id": [ "b" ,"c d"]}], "edges": [{"source": ["a", 1], "target": '
    '["b", "c d"]}]}',
    "players of several types": '{"nodes": [{"id": 1, "player": 0}, {"id": 2, "player": "min"}, {"id": 3, "player": '
    '2}, {"id": 4, "score": true}, {"id": 5, "open": "x", "score": 1}], "moves": [[1, 2], [2, 1], [3, 4]]}',
    "positions as texts": '{"nodes": [{"id": 1, "x": "1.5", "y": 2}, {"id": 2, "x": "a", "y": 2}], "edges": '
    '[{"source": 1, "target": 2}]}',
    "links beside edges": '{"nodes": [{"id": 1}, {"id": 2}], "links": [{"source": 2, "target": 1}], "edges": '
    '[{"source": 1, "target": 2}]}',
    "moves of texts and numbers": '{"nodes": [{"id": 1}, {"id": "a"}], "moves": [[1, "a"],["a" , 1]]}',
    "a node without id": '{"nodes": [{"id": 1}, {"player": "max"}, {"id": null}], "moves": [[1, 1]]}',
    "some nodes without ids": '{"nodes": [{"id": 1}, {"score": 1, "note": "a"}, {}, {"b": 1, "id": null, "score": 2}, '
    '{"note": "b", "score": 3}, {"id": ""}], "edges": [{"source": 1, "target": 1}]}',
    "labels that are no texts": '{"nodes": [{"id": 1, "label": true, "x": 1}, {"id": 2, "label": [1]}, {"id": 3, '
    '"label": "b"}, {"id": 4, "label": false}, {"id": 5, "label": true}, {"id": 6, "label": 1.0}], "moves": [[1, 2]]}',
    "labels that are true": '{"nodes": [{"id": 1, "label": true}, {"id": 2}], "edges": [{"source": 1, "target": 2}]}',
    "moves without ends": '{"nodes": [{"id": 1}, {"id": 2}], "moves": [[1, 2], [null, 1], [2, null], [null, null], '
    '[1, 9]]}',
    "edges without ends": '{"nodes": [{"id": 1}, {"id": "a"}], "links": [{"source": 1, "target": "a"}, {"target": 1}, '
    '{"source": "a", "target": ""}, {"source": null}, {"source": 1, "target": 9}]}',
    "nulls of edges": '{"nodes": [{"id": 1}, {"id": 2}], "edges": [{"source": 1, "target": 2, "w": null, "a": []}]}',
    "nulls in lists": '{"nodes": [{"id": 1, "a": [null, null]}, {"id": 2, "a": [null, "x"]}], "moves": [[1, 2]]}',
}  # fmt: skip


@pytest.mark.parametrize("form", DOCUMENTS)
def test_documents_of_json_are_read_by_columns(form):
    text = DOCUMENTS[form].encode()
    assert both_ways(partial(load_bytes, "x.json"), [text]) == {"columns": 1}


OF_GRAVI = (  # by turns something and what may stand in its place
    ('"player": 1', '"player": 2'), ('"player": 1', '"player": "max"'), ('"player": 1', '"player": null'),
    ("1", "null"), ('"player": 1', '"player": 1.0'), ('"player"', '"player0"'), ('"player": 1', '"player0": true'),
    ("1", "1.5"), ('"player": 0', '"player0": false'), ('"player"', '"owner"'), ('"priority"', '"score"'),
    ('"priority"', '"open"'), ('"priority": 1', '"priority": "a"'), ('"priority"', '"label": "L", "priority"'),
    ('"priority": 1', '"priority": 1.5'), ('"priority"', '"id": 7, "priority"'),
    ('"priority"', '"tag": "null", "priority"'), ('"priority"', '"root": 1, "priority"'),
    ('"priority"', '"tag": [1], "priority"'), ('"priority"', '"name": "", "priority"'), ('"x"', '"y"'),
    ('"tail"', '"head"'), ('"tail"', '"label": "a", "tail"'), ('"tail"', '"order": 1, "tail"'), ('"tail"', '"tale"'),
    ('"tail": 1', '"tail": 99'), ('"tail": 1', '"tail": "1"'), ('"vertices"', '"nodes"'), ('"edges"', '"links"'),
    ('"edges"', '"moves"'), ("null, ", ""), ('"type"', '"kind"'), ("ParityGame", "SimpleGraph"), ("{}", "7"),
    ("{", "null, {"), ("]", ", null]"), ('"x": 1', '"x": NaN'), ('"vertices"', '"nodes": [], "vertices"'),
    ('"vertices"', '"children": [], "vertices"'), ('"edges"', '"format": 1, "edges"'),
)  # fmt: skip


def gravi(seed: int) -> str:
    """A drawing of Gravi, or one with something odd in it."""
    rng = Random(seed)
    count, is_drawn, is_said = rng.randint(1, 7), rng.random() < 0.8, rng.choice((0, 0.5, 1))
    early, deleted = rng.random() < 0.1, rng.choice((0, 0, 0.2))
    vertices: list[dict[str, object] | None] = []
    for number in range(count):
        vertex: dict[str, object] = {"x": number * 1.5, "y": rng.randint(0, 9)} if is_drawn else {}
        if rng.random() < is_said:
            vertex |= {"player0": rng.random() < 0.5} if early else {"player": rng.randint(0, 1)}
            vertex["priority"] = rng.randint(0, 4)
        vertices.append(None if rng.random() < deleted else vertex)
    edges = [None if rng.random() < deleted else {"tail": one, "head": two} for one, two in pairs(rng, count)]
    kind = rng.choice(("ParityGame", "ParityGame", "ParityGame", "SimpleGraph"))
    drawing = {"type": kind, "vertices": vertices, "edges": edges}
    text = json.dumps(drawing, indent=rng.choice((None, None, 1)))
    return with_oddities(rng, text, OF_GRAVI)


def test_columns_say_what_drawings_of_gravi_say():
    many = times(400)
    ways = both_ways(lambda seed: load_bytes("x.json", gravi(seed).encode()), range(many))
    assert ways["columns"] > many / 4


def test_drawings_of_gravi_are_read_by_columns():
    vertices = '{"x": 1, "y": 2.5, "priority": 3}, null, {"player": 1, "x": 0, "y": 0}'
    edges = '{"tail": 0, "head": 2}, null, {"tail": 2, "head": 0}'
    texts = [
        f'{{"type": "{kind}", "vertices": [{vertices}, {more}], "edges": [{edges}]}}'
        for kind, more in (("ParityGame", "{}"), ("ParityGame", '{"player0": true}'), ("SimpleGraph", '{"id": 9}'))
    ]
    assert both_ways(lambda text: load_bytes("x.json", text.encode()), texts) == {"columns": 3}


OF_A_TREE = (
    {"name": "n"}, {"name": "2.1"}, {"id": 7}, {"player": "max"}, {"player": "min"}, {"owner": 1}, {"type": "Min"},
    {"owner": "nobody"}, {"player": "both"}, {"x": 1, "y": 2}, {"x": "a", "y": 1}, {"label": "L"}, {"label": [1]},
    {"colour": None}, {"colour": [1, "a"]}, {"open": True}, {"open": "maybe"}, {"name": ""}, {"root": True},
    {"format": 1}, {"nodes": 3}, {"name": "\u00e9" * 1_001}, {"children": 3}, {"player": None}, {"board": [1, None]},
    {"board": [[], ["a"]]}, {"board": {"a": 1, "b": [True]}}, {"board": {"a": 1}}, {"board": [None, "]"]},
    {"child": [1]},
)  # fmt: skip


LEAVES_OF_TREES: tuple[tuple[object, ...], ...] = (
    (1, 2, {"value": 3}), (1.5, {"score": 2.5, "name": "s"}), ({"value": "1/2"}, {"score": "3"}, None),
    (1, 2.5, {"value": 3}, {"score": "x", "name": "s"}, True, "a", []),
)  # fmt: skip


def tree(rng: Random) -> object:
    """Lists and objects within each other, some with mistakes."""
    leaves, share = rng.choice(LEAVES_OF_TREES), rng.choice((0, 0, 0.1, 0.5))
    most, is_mixed = rng.choice((9, 10**6)), rng.random() < 0.3

    def below(depth: int) -> object:
        if depth == 0 or rng.random() < 0.1:
            return rng.choice(leaves)
        children = [below(depth - 1) for _ in range(rng.randint(1, 3))]
        if rng.random() < 0.2:
            return children
        said = {"name": f"n{rng.randrange(most)}", "children": children, **(odd() if rng.random() < share else {})}
        return dict(rng.sample([*said.items()], len(said))) if is_mixed else said

    def odd() -> dict[str, object]:
        return rng.choice(OF_A_TREE)

    return below(3)


OF_TREES_OF_JSON = (  # by turns something and what may stand in its place
    ('"n', '"\\"'), ('"n', '"\\\\n'), ('"n', '"\\u00e9'), ('"n', '"\\ud83d\\ude00'), ('"n', '"\\ud83d'),
    ('"n', '"é \\n'), ('"n', '"1.'), ('"n', '"\n'), ('"n', '"\\x'), ('"name"', '"id": 3, "name"'), ('"name"', '"id"'),
    ('"name"', '"n\\u0061me"'), ("1", "[1]"), ('"name"', '"player": "min", "name"'), ('"name"', '"type": 0, "name"'),
    ('"name"', '"owner": true, "name"'), ("1", '""'), ('"children"', '"score": 1, "children"'),
    ('"children"', '"value": 2.5, "children"'), ("3", "3.0"), ("1", "1e5"), ("1", "-0"),
    ('"children"', '"seen": true, "children"'), ('"children"', '"seen": "a", "children"'), ('"children"', '"child"'),
    ("1", "01"), ('"children"', '"x": 1, "y": -2.5, "children"'), ('"children"', '"label": "L\\\\", "children"'),
    ("[", "[[], "), ("1", "NaN"), ('"children"', '"tag": [1], "children"'),
    ('"children"', '"tag": {"a": 1}, "children"'), ('"tag"', '"children": null, "tag"'),
    ('"children"', '"tag": null, "children"'), ('"name"', '"name": 7, "name"'),
    ('"children"', '"children": [], "children"'), ("]", "], []"), (", ", ","), (": ", ":"), (",", " ,"),
    (", ", ",\n\t"), (", ", " "), (", ", ", , "), ("]", ",]"), ("]", "]]"), ("]", "]}"), ("}", "},"), ("{", "{}, {"),
    ("[", "{"), ("1", "1.5.2"), ("1", "1" * 301), ("1", "1e999"), ("1", "-1.00000000000000000001"), ("1", "null"),
    ('"value"', '"children": null, "value"'), ('"value"', '"score": null, "value"'), ("1", '"1/3"'), ("1", "true"),
    ("[", '[{"name": "z"}, '), ("]", "]\u00a0"), ('"children"', '"format": "x", "children"'), ("[", "[" * 101),
    ('"', '\x1f"'), ("1", "- 1"), ("1", "1 1"),
)  # fmt: skip


def tree_of_json(seed: int) -> str:
    """A tree as a program might write it, or broken."""
    rng = Random(seed)
    text = json.dumps(tree(rng), indent=rng.choice((None, None, 1)), ensure_ascii=rng.random() < 0.5)
    return with_oddities(rng, text, OF_TREES_OF_JSON)


def test_columns_say_what_trees_of_json_say():
    many = times(400)
    ways = both_ways(lambda seed: load_bytes("x.json", tree_of_json(seed).encode()), range(many))
    assert ways["columns"] > many / 4


@pytest.mark.parametrize(
    "again", ['"children": null, ', '"children": 3, ', '"name": "a", ', '"tag": [1], "tag": [2], ']
)
def test_a_key_that_stands_twice_in_a_tree_is_told_of(again):
    text = f'{{{again}"name": "a", "children": [1, {{"name": "b", "children": []}}]}}'
    both_ways(lambda text: load_bytes("x.json", text.encode()), [text])


TREES = {
    "nothing but lists": [[3, [12, 8]], [2, 4.5], -1],
    "D3": {"name": "a", "children": [{"name": "b", "value": 1}, {"name": "c", "children": [{"value": 2, "size": 3}]}]},
    "players": {"type": "MIN", "children": [{"player": "max", "children": [1, None], "y": 2, "x": 1.5}], "value": 2},
    "labels": {"name": "n", "children": [{"name": "n", "score": "1/2"}, {"id": 7, "label": 'say "a"', "score": 1}]},
    "lists": {"children": [{"children": [1], "board": [[None, 1], []]}, {"childrens": {"a": [True]}, "value": None}]},
    "nodes that are open": {
        "name": "a",
        "open": False,
        "children": [
            {"open": True, "value": 1},
            {"open": "x"},
            {"open": None, "score": True},
            {"children": [{"value": [1]}], "open": 1},
        ],
    },
    "labels that are numbers": {
        "name": 1.5,
        "label": 2.5,
        "children": [
            {"name": 3, "label": 7},
            {"label": None, "id": 1.0},
            {"name": None, "label": "b", "description": ""},
            {"name": "n", "label": None},
            {"name": "n"},
        ],
    },
    "positions that are none": {"children": [{"x": 1, "y": "a"}, {"x": True, "y": 2}, {"x": "", "y": 2}, {"x": None}]},
    "names like ways": {"name": "1", "children": [{"name": "2", "children": [1]}, {"children": []}, {"name": "2"}]},
}


@pytest.mark.parametrize("program", TREES)
def test_trees_of_json_are_read_by_columns(program):
    texts = [json.dumps(TREES[program], indent=indent) for indent in (None, 1)]
    assert both_ways(lambda text: load_bytes("x.json", text.encode()), texts) == {"columns": 2}


def network(seed: int) -> nx.DiGraph:
    rng = Random(seed)
    nodes = [
        rng.choice((number, f"n{number}")) if rng.random() < 0.1 else number for number in range(rng.randint(1, 7))
    ]
    if rng.random() < 0.03:
        nodes[-1] = 10**5_000
    graph = nx.DiGraph(**rng.choice(({}, {"root": nodes[0]}, {"convention": "negamax"}, {"name": "N", "other": 1})))
    is_bare = rng.random() < 0.3
    for node in nodes:
        told_of = {"player": rng.choice(("max", "min"))} if rng.random() < 0.6 else {"score": rng.randint(-2, 2)}
        graph.add_node(node, **({} if is_bare else told_of))
    order = rng.random() < 0.3
    for number, (one, two) in enumerate(pairs(rng, len(nodes))):
        graph.add_edge(nodes[one], nodes[two], **({"order": number} if order else {}))
    odd = rng.choice(
        ({}, {}, {}, {"score": float("nan")}, {"player": "white"}, {"depth": 1}, {"score": "1/2"}, {"label": 3})
    )
    graph.nodes[nodes[-1]].update(odd)
    if rng.random() < 0.1:
        graph.add_edge(nodes[0], nodes[-1], weight=2)
    return graph


def test_networks_say_what_their_records_say():
    ways = both_ways(assemble_networkx, map(network, SEEDS))
    assert ways["columns"] > len(SEEDS) / 6
