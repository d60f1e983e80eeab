"""Statements of Mermaid's flowcharts: lines, nodes with their texts and shapes, and links."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from html.entities import html5

from explorer.formats.plain_text_syntax import split_lines
from explorer.formats.substitution import Substitution
from explorer.model.errors import FormatError, quoted
from explorer.model.fields import FieldReader
from explorer.model.words import counted

HEADING = r"(?:flowchart(?:-elk)?|graph)(?:[ \t]+(?:TB|TD|BT|RL|LR))?[ \t]*"
_HEAD = re.compile(rf"{HEADING}(?:;|$)", re.IGNORECASE)
BEGINS = re.compile(
    r"(?>(?:\s|%%[^\n]*\n)*)(?:flowchart(?:-elk)?\b|graph[ \t]+(?:TB|TD|BT|RL|LR)\b)(?!\s*\{)", re.IGNORECASE
)
FRONT = re.compile(r"\A\s*---[ \t]*\r?\n(?>(?:(?!---)[^\n]*\n)*)---[ \t]*\r?$", re.MULTILINE)  # its title, for example
PASSED_OVER = re.compile(
    r"(?:style|classDef|class|click|linkStyle|subgraph|direction|end|title|accTitle|accDescr|---)\b|%%|---\s*$"
)
STATEMENT = re.compile(r'(?>(?:[^;"]++|"[^"]*+"?)+)')
LONGEST = 10_000  # characters of a statement
_ID = re.compile(r"\s*(?P<id>\w+)")
_CLASS = re.compile(r":::[\w-]+")
_LINK = re.compile(
    r"\s*(?:(?P<name>\w+)@)?(?P<back><|(?<=\s)[xo](?=--|==|-\.))?(?:(?:-{2,}|={2,}|-\.+-)(?P<head>>|[xo](?=\s))"
    r"|(?P<headless>-{3,}|={3,}|-\.+-|~{3,})"
    r"|(?:--|==|-\.)\s*[^-=.|>\s][^|]*?(?:(?:-{2,}|={2,}|\.+-)(?P<second>>)|(?:-{3,}|={3,}|\.+-)(?!>)))\s*(?:\|[^|]*\|)?"
)
SHAPES = {  # how it opens: how it closes, and the shape as DOT calls it
    "(((": (")))", "doublecircle"), "((": ("))", "circle"), "([": ("])", "ellipse"), "(": (")", "ellipse"),
    "[[": ("]]", "box"), "[(": (")]", "box"), "[/": ("/]", "box"), "[\\": ("\\]", "box"), "[": ("]", "box"),
    "{{": ("}}", "hexagon"), "{": ("}", "diamond"), ">": ("]", "box"),
}  # fmt: skip
OF_TRAPEZIA = {"[/": "\\]", "[\\": "/]"}
_DATA = re.compile(r"""@\{(?P<data>(?>(?:[^"'{}]++|"[^"]*+"|'[^']*+'|')*))\}""")
_OPEN_DATA = re.compile(r"""@\{(?>(?:[^"'{}]++|"[^"]*+"|'[^']*+'|')*)("[^"]*+)?\Z""")
_ENTRY = re.compile(r"""(?P<key>\w+)[ \t]*:[ \t]*(?P<value>"[^"]*+"|'[^']*+'|[^,\n]*+)""")
_NAMED_SHAPES = {  # other names are those of boxes
    **dict.fromkeys(("dbl-circ", "double-circle", "fr-circ", "framed-circle", "stop"), "doublecircle"),
    **dict.fromkeys(("circle", "circ", "sm-circ", "small-circle", "start", "f-circ", "filled-circle"), "circle"),
    **dict.fromkeys(("junction", "cross-circ", "crossed-circle", "summary"), "circle"),
    **dict.fromkeys(("stadium", "pill", "terminal", "rounded", "event"), "ellipse"),
    **dict.fromkeys(("diam", "diamond", "decision", "question"), "diamond"),
    **dict.fromkeys(("hex", "hexagon", "prepare"), "hexagon"),
    **dict.fromkeys(("tri", "triangle", "extract"), "triangle"),
    **dict.fromkeys(("flip-tri", "flipped-triangle", "manual-file"), "invtriangle"),
}


_Named = tuple[str, str | None, str]  # id, text and shape, "" where there is none


def statements_of(text: str) -> Iterator[tuple[int, str]]:
    """The head, and the statements after it, each with its line; nothing where there is no head."""
    began = False
    for number, line in whole_lines(without_front(text)):
        for part in STATEMENT.finditer(line):
            statement = part[0].strip()
            if not began and statement and not statement.startswith("%%"):
                if _HEAD.fullmatch(statement) is None:
                    return
                began = True
                yield number, statement
            elif began and says_something(statement):
                yield number, statement


def says_something(statement: str) -> bool:
    """Whether a statement is about nodes or links."""
    return bool(statement) and not PASSED_OVER.match(statement)


def without_front(text: str) -> str:
    """The text with empty lines in place of what stands before the head between dashes."""
    return FRONT.sub(lambda front: "\n" * front[0].count("\n"), text, count=1)


def whole_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines; those between the braces of @{ } or between quotes as one, with the number of the first."""
    begun: list[tuple[int, str]] = []
    for number, line in split_lines(text):
        begun.append((number, line))
        whole = "\n".join(part for _, part in begun)
        if is_whole(whole):
            yield begun[0][0], whole
            begun = []
        elif len(whole) > LONGEST:
            yield from begun
            begun = []
    yield from begun


def is_whole(text: str) -> bool:
    """Whether a text is a comment, or all its quotes and braces are closed."""
    if text.lstrip().startswith("%%"):
        return True
    return text.count('"') % 2 == 0 and ("@{" not in text or not _OPEN_DATA.search(text))


def parsed(statement: str) -> tuple[list[list[_Named]], list[re.Match[str]]]:
    """The nodes at each end, and the links between these.

    Raises
    ------
    FormatError
        If it is no statement.
    """
    if len(statement) > LONGEST:
        raise FormatError(f"a statement has more than {LONGEST:,} characters")
    ends, links, at = [], [], 0
    while True:
        group, at = _group(statement, at)
        ends.append(group)
        link = _LINK.match(statement, at)
        if link is None:
            break
        links.append(link)
        at = link.end()
    if statement[at:].strip():
        raise FormatError(f"expected nodes and links such as a --> b, got {quoted(statement[at:].strip())}")
    return ends, links


def ways_of(link: re.Match[str]) -> tuple[bool, bool]:
    """Whether a link has a head at its end, and at its beginning."""
    return bool(link["head"] or link["second"]), bool(link["back"])


def _group(statement: str, at: int) -> tuple[list[_Named], int]:
    """The nodes that stand at an end, with & between them, and where they end."""
    group: list[_Named] = []
    while True:
        match = _ID.match(statement, at)
        if match is None:
            raise FormatError(f"expected the id of a node, got {quoted(statement[at:].strip() or 'nothing')}")
        label, shape, at = _text(statement, match.end())
        if (css := _CLASS.match(statement, at)) is not None:
            at = css.end()
        if (data := _DATA.match(statement, at)) is not None:
            said = {entry["key"]: _unquoted(entry["value"].strip()) for entry in _ENTRY.finditer(data["data"])}
            label = SHOWN(said["label"]) if "label" in said else label
            shape = shape_of(said["shape"]) if "shape" in said else shape
            at = data.end()
        group.append((match["id"], label, shape))
        rest = statement[at:].lstrip()
        if not rest.startswith("&"):
            return group, at
        at = len(statement) - len(rest) + 1


def _text(statement: str, at: int) -> tuple[str | None, str, int]:
    """The text and the shape of a node, and where they end."""
    opening = next((mark for mark in SHAPES if statement.startswith(mark, at)), None)
    if opening is None:
        return None, "", at
    closing, shape = SHAPES[opening]
    other = OF_TRAPEZIA.get(opening, closing)
    begin = at + len(opening)
    quote = statement.find('"', begin + 1) if statement.startswith('"', begin) else begin - 1
    ends = [found for mark in (closing, other) if (found := statement.find(mark, quote + 1)) >= 0]
    end = min(ends, default=-1)
    if end < 0 or quote < begin - 1:
        raise FormatError(f"expected {closing} after {quoted(statement[at:])}")
    return SHOWN(statement[begin:end].strip().strip('"')), shape, end + len(closing)


def shape_of(name: str) -> str:
    """The shape, as DOT calls it, that goes by a name."""
    return _NAMED_SHAPES.get(name, "box")


def _unquoted(value: str) -> str:
    return value[1:-1] if value[:1] in ("'", '"') and value.endswith(value[0]) else value


def _character(entity: str) -> str:
    """The character of a number or a name between # and a semicolon; of another name, the text as it is."""
    said = entity[1:]
    return html.unescape(f"&{entity}") if said[:-1].isdecimal() else html5.get(said, entity)


SHOWN = Substitution(
    (r"<br[ \t\n]*/?>|\\n", lambda _: "\n"),
    (r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)", html.unescape),
    ("#[0-9A-Za-z]+;", _character),
)
"""The text of a node as it is shown; a # stands for the & of an entity too, as in #quot; and #9829;."""


def note_headless(count: int, fields: FieldReader) -> None:
    """Say how many links without a head there are, if there are any."""
    if count:
        fields.warn(f"{counted(count, 'link')} without a head left out; a move needs a direction")
