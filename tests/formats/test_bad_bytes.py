"""Whatever a file holds: a graph or one sentence, never a fault of the program."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.formats import READ_ONLY
from support.graphs import figure_1, game

from explorer import algorithms, formats, trace
from explorer.drawing.exports import GraphView, export
from explorer.model.errors import FormatError

FORMATS = tuple(formats.registered())
TREE = game("a", a="max b c", b=-1, c="min d", d=2)
GOOD = {
    name: formats.dump((TREE if name == "gambit" else figure_1()).replace(name="Fig"), name)
    for name in formats.writable()
} | {name: text.encode() for name, text in READ_ONLY.items()}
RUN = trace(figure_1(), "score-iteration")
GOOD["xlsx"] = export(GraphView(RUN.graph, RUN, algorithms.find(RUN.algorithm), 0), "xlsx")
SPICES = (
    b"\0", b"\xff\xfe", b'"', b"{", b"]", b"<", b"&", b"&#0;", b"1e999", b"NaN", b"\\ud800", b"\n\n", b",", b"-",
    b"null",
)  # fmt: skip


def outcome(name: str, data: bytes) -> str:
    try:
        formats.load_bytes(f"x{formats.find(name).suffixes[0]}", data)
    except FormatError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", FORMATS)
@examples(80)
@given(
    edits=st.lists(
        st.tuples(st.integers(0, 2_000), st.integers(0, 12), st.sampled_from(SPICES)), min_size=1, max_size=4
    )
)
def test_good_files_with_damage(name, edits):
    data = GOOD[name]
    for number, length, spice in edits:
        place = number % len(data)
        data = data[:place] + spice + data[place + length :]
    assert "\n" not in outcome(name, data)


LAUGHS = "".join(f'<!ENTITY lol{i} "{f"&lol{i - 1};" * 10}">' for i in range(1, 10))
TRAPS = {  # a document type, and what stands in an id
    "billion laughs": (f'<!DOCTYPE l [<!ENTITY lol0 "lol">{LAUGHS}]>', "&lol9;"),
    "external entity": ('<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]>', "&x;"),
    "parameter entity": ('<!DOCTYPE l [<!ENTITY % x SYSTEM "http://localhost/x"> %x;]>', ""),
    "external document type": ('<!DOCTYPE l SYSTEM "http://localhost/x.dtd">', ""),
    "bare document type": ("<!DOCTYPE graphml>", ""),
}


@pytest.mark.parametrize("name", ["graphml", "gexf"])
@pytest.mark.parametrize("trap", TRAPS)
def test_traps_of_xml_are_refused_unopened(name, trap):
    head, reference = TRAPS[trap]
    body = head + GOOD[name].decode().partition("?>")[2].strip().replace('id="a"', f'id="a{reference}"', 1)
    for text in (body, f'<?xml version="1.0"?>\n{body}'):
        with pytest.raises(FormatError, match="document type or entities are not read in"):
            formats.load_bytes(f"x.{name}", text.encode())
        with pytest.raises(FormatError, match="document type or entities are not read in"):
            formats.load_text(text)
