"""Plain texts, good and bad, as a strategy: of each kind of line and of mistake that one can have."""

from __future__ import annotations

import json

from hypothesis import strategies as st

IDS = ("a", "b", "c", "max", "x y", "é", "😀", "1", "q?")
WORDS = ("a", "b", "c", "max", "MIN", "Max", "negamax", "minimax", "no-root", "1", "-2", "1/2", "2/4", "+3", "x", "😀")
GOOD = ["0", "-1", "+2", "2.5", ".5", "2.", "1e3", "-1.5E-2", "16/3", "4/2", "1/02", "−7", "9007199254740993"]
BAD = ["1/0", "1/00", "1e400", "1e9999", "٣", "½", "inf", "nan", "1_0", "0x1", "--1", "3,5", "2e"]
NUMBERS = (*GOOD, *BAD, "1 2", "1 /2", "", "9" * 301)
QUOTED = (
    '"a"',
    '"a b"',
    '""',
    '"\\u0061"',
    '"\\ud800"',
    '"\\ud83d\\ude00"',
    '"\\"',
    '"\\n"',
    '"\\x"',
    '"a\tb"',
    '"',
    '"é"',
)
MARKS = (":", "->", "-->", "→", "=", "?", ">", ",", "@", "#", "# c", "/", "\\")
DIRECTIVES = ("@at", "@name", "@description", "@convention", "@no-root", "@No-Root", "@root", "@", "@at a", "@at b 1 2")
BLANKS = ("", "", " ", " ", "\t", "\u3000", "\x85", "\u2028", "\x0b")

ids = st.sampled_from(IDS).map(lambda id: id if id.isalnum() else json.dumps(id, ensure_ascii=False))
numbers = st.sampled_from(NUMBERS)
names = st.sampled_from(["", "", "", ",", ' "a"', ' "take 2"', ' " b ",', ' "x y"'])
successors = st.lists(st.builds("{}{}".format, ids, names), max_size=4).map(" ".join)
kinds = st.one_of(
    st.sampled_from([" max:", " min:", ":", " ?", " Max :", "->", " --> ", " → ", " max ->"]).flatmap(
        lambda kind: successors.map(f"{kind} {{}}".format)
    ),
    numbers.map("= {}".format),
)
nodes = st.builds("{}{}{}{}".format, st.sampled_from(["", "", "", "> "]), ids, st.sampled_from(["", "", ' "L"']), kinds)
directives = st.one_of(
    st.builds("@at {} {} {}".format, ids, numbers, numbers),
    st.builds("@{} {}".format, st.sampled_from(["name", "description"]), st.sampled_from([*WORDS, *QUOTED, " a # b "])),
    st.sampled_from(["@convention negamax", "@convention MINIMAX", "@convention x", "@no-root", "@no-root x"]),
)
pieces = st.sampled_from([*WORDS, *NUMBERS, *QUOTED, *MARKS, *DIRECTIVES])
jumbles = st.lists(st.tuples(pieces, st.sampled_from(BLANKS)), max_size=6).map(
    lambda listed: "".join(part for pair in listed for part in pair)
)
lines = st.one_of(nodes, nodes, nodes, directives, jumbles)
ends = st.sampled_from(["\n", "\n", "\r\n", "\r"])
first = st.sampled_from(["", "", "", "root: a\n", "root: b c\n"])
texts = st.tuples(first, st.lists(st.tuples(lines, ends), max_size=9)).map(
    lambda parts: parts[0] + "".join(map("".join, parts[1]))
)
