"""Elements of XML in columns are those that a parser tells of."""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.parsers import expat

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.formats import xml_elements
from explorer.formats.xml_elements import elements_of
from explorer.formats.xml_text import without_references
from explorer.model.numbering import OddError

NAMES = ("a", "b", "p:a", "é", "A.b")
CALLED = ("id", "p:id", "x", "Id")
NO_ELEMENTS = ("<!-- <a b='\n'> -->", "<!---->", "<![CDATA[<b>&\n'\"]]>", "<?p <a>\n?>")
SIGNS = ("t", " ", "\n", "\t", ">", "=", "é", "♞", "&lt;", "&quot;", "&#x00041;", "&#10;")


def attributes() -> st.SearchStrategy[str]:
    quoted = st.sampled_from("'\"").flatmap(
        lambda quote: st.lists(st.sampled_from((*SIGNS, " id=", *({"'", '"'} - {quote}))), max_size=4).map(
            lambda parts: f"{quote}{''.join(parts)}{quote}"
        )
    )
    equals = st.sampled_from(("=", " = ", "=\n", "\t="))
    return st.lists(st.tuples(st.sampled_from(CALLED), equals, quoted), unique_by=lambda some: some[0], max_size=3).map(
        lambda some: "".join(f" {name}{equal}{value}" for name, equal, value in some)
    )


def elements(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def written(name: str, said: str, children: list[str], blank: str, is_short: bool) -> str:
        if is_short and not children:
            return f"<{name}{said}{blank}/>"
        return f"<{name}{said}{blank}>{''.join(children)}</{name}{blank}>"

    children = st.lists(st.one_of(inside, st.sampled_from((*SIGNS, "'", '"', *NO_ELEMENTS))), max_size=4)
    return st.builds(
        written, st.sampled_from(NAMES), attributes(), children, st.sampled_from(("", " ", "\n")), st.booleans()
    )


TEXTS = st.recursive(elements(st.nothing()), elements, max_leaves=12).map(
    lambda element: f'<!-- first\n -->\n<root xmlns:p="urn:p">{element}</root>\n'
)


@dataclass
class Told:
    """What a parser tells of elements."""

    names: list[str] = field(default_factory=list)
    said: list[dict[str, str]] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    levels: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    last: dict[int, int] = field(default_factory=dict)


def told(text: str) -> Told:
    found, opened, parser = Told(), [-1], expat.ParserCreate()
    is_fresh = False

    def start(name: str, said: dict[str, str]) -> None:
        nonlocal is_fresh
        is_fresh = True
        found.parents.append(opened[-1])
        found.levels.append(len(opened) - 1)
        opened.append(len(found.names))
        found.names.append(name)
        found.said.append(said)
        found.texts.append("")
        found.lines.append(parser.CurrentLineNumber)

    def end(name: str) -> None:
        nonlocal is_fresh
        is_fresh = False
        found.last[opened.pop()] = parser.CurrentLineNumber

    def characters(said: str) -> None:
        if is_fresh:
            found.texts[-1] += said

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, characters
    parser.Parse(text.encode(), True)
    return found


@given(TEXTS)
def test_elements_are_those_of_a_parser(text):
    expected, found = told(text), elements_of(text)
    rows = np.arange(len(found))
    assert len(found) == len(expected.names)
    assert [found.names(rows[row : row + 1]) for row in rows] == [[name] for name in expected.names]
    assert found.names(rows) == [*dict.fromkeys(expected.names)]
    assert found.called("a").tolist() == [each in ("a", "p:a") for each in expected.names]
    assert found.parents.tolist() == expected.parents
    assert found.levels.tolist() == expected.levels
    assert found.have_others.tolist() == [row in expected.parents for row in rows]
    assert found.lines(rows).tolist() == expected.lines
    assert [found.line(row) for row in rows] == expected.lines
    assert [found.line(row, at_end=True) for row in rows] == [expected.last[row] for row in rows]


@given(TEXTS)
def test_what_elements_say_is_what_a_parser_hears(text):
    expected, found = told(text), elements_of(text)
    rows = np.arange(-1, len(found))
    assert without_references.column(found.texts(rows)).to_pylist() == [None, *expected.texts]
    for name in CALLED:
        assert found.attribute(rows, name).to_pylist() == [None, *(each.get(name) for each in expected.said)]
        assert found.say(name).tolist() == [name in each for each in expected.said]
    lasts = [[said for name, said in each.items() if name.lower() == "id"] for each in expected.said]
    assert found.attribute(rows, *found.spelt("id")).to_pylist() == [
        None,
        *(each[-1] if each else None for each in lasts),
    ]


@given(TEXTS)
def test_elements_stand_in_the_innermost_of_others(text):
    found = elements_of(text)
    some = found.called("a", "b")
    within = found.within(some).tolist()
    for row, parent in enumerate(found.parents.tolist()):
        assert within[row] == (row if some[row] else within[parent] if parent >= 0 else -1)


@given(TEXTS)
def test_a_text_without_some_elements_has_the_others(text):
    found = elements_of(text)
    expected = told(text)
    some = np.flatnonzero(found.called("a", "é") & (found.levels == 1))
    inner = np.isin(found.within(np.isin(np.arange(len(found)), some)), some)
    text, rows = found.without(some)
    left = told(text)
    assert rows.tolist() == np.flatnonzero(~inner).tolist()
    assert left.lines == [line for line, is_out in zip(expected.lines, inner.tolist(), strict=True) if not is_out]
    assert left.names == [name for name, is_out in zip(expected.names, inner.tolist(), strict=True) if not is_out]


@pytest.mark.parametrize(
    "text", ["<a>", "<a><p:b/></a>", "<!DOCTYPE a><a/>", "<a>&b;</a>", "<a>\x1c</a>", "<a>" * 101 + "</a>" * 101]
)
def test_what_is_no_xml_without_traps_is_odd(text):
    with pytest.raises(OddError):
        elements_of(text)


def test_a_document_type_is_not_shown_to_a_parser(monkeypatch):
    monkeypatch.setattr(xml_elements, "require_xml", lambda _: pytest.fail("it was parsed"))
    with pytest.raises(OddError):
        elements_of('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')
