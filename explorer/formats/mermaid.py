"""Mermaid's flowcharts (.mmd): nodes with their shapes and texts, and the links between them.

Read are nodes such as `a`, `a[text]`, `a((text))`, `a{"text"}` and `a@{ shape: circle, label: "text" }`, links of all
kinds with or without a text or a name (`a e1@--> b`), chains, and several nodes at an end (`a & b --> c`).  A link
without a head is left out, one with two is two moves.  Players and scores are guessed from texts and shapes as in DOT.
Styles, classes and clicks are passed over.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.entities import html5
from itertools import pairwise, zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.formats.csv_text import BLANKS
from explorer.formats.delimited import are_all
from explorer.formats.format import Format
from explorer.formats.guess import guess_in_columns, guess_kinds
from explorer.formats.plain_text_syntax import split_lines
from explorer.formats.runs import (
    MARK,
    Writing,
    in_re2,
    mapped,
    met,
    pairs_between,
    put_in,
    unless_odd,
    unquoted,
    values,
    with_line_feeds,
)
from explorer.formats.substitution import Substitution
from explorer.formats.usual_lines import LETTER
from explorer.model.arrow import (
    Column,
    are_there,
    are_true,
    in_arrow,
    in_one_piece,
    numbers_in_arrow,
    texts_in_arrow,
    truths_in_arrow,
)
from explorer.model.assemble import Assembled, AttributedMove, Row, assemble_attributed, assemble_columns
from explorer.model.builder import GraphBuilder
from explorer.model.columns import Indices
from explorer.model.errors import FormatError, quoted
from explorer.model.fields import FieldReader
from explorer.model.numbering import require
from explorer.model.plain import Lines, PlainTables
from explorer.model.words import counted

_HEADING = r"(?:flowchart(?:-elk)?|graph)(?:[ \t]+(?:TB|TD|BT|RL|LR))?[ \t]*"
_HEAD = re.compile(rf"{_HEADING}(?:;|$)", re.IGNORECASE)
_BEGINS = re.compile(
    r"(?>(?:\s|%%[^\n]*\n)*)(?:flowchart(?:-elk)?\b|graph[ \t]+(?:TB|TD|BT|RL|LR)\b)(?!\s*\{)", re.IGNORECASE
)
_FRONT = re.compile(r"\A\s*---[ \t]*\r?\n(?>(?:(?!---)[^\n]*\n)*)---[ \t]*\r?$", re.MULTILINE)  # its title, for example
_PASSED_OVER = re.compile(
    r"(?:style|classDef|class|click|linkStyle|subgraph|direction|end|title|accTitle|accDescr|---)\b|%%|---\s*$"
)
_STATEMENT = re.compile(r'(?>(?:[^;"]++|"[^"]*+"?)+)')
_LONGEST = 10_000  # characters of a statement
_ID = re.compile(r"\s*(?P<id>\w+)")
_CLASS = re.compile(r":::[\w-]+")
_LINK = re.compile(
    r"\s*(?:(?P<name>\w+)@)?(?P<back><|(?<=\s)[xo](?=--|==|-\.))?(?:(?:-{2,}|={2,}|-\.+-)(?P<head>>|[xo](?=\s))"
    r"|(?P<headless>-{3,}|={3,}|-\.+-|~{3,})"
    r"|(?:--|==|-\.)\s*[^-=.|>\s][^|]*?(?:(?:-{2,}|={2,}|\.+-)(?P<second>>)|(?:-{3,}|={3,}|\.+-)(?!>)))\s*(?:\|[^|]*\|)?"
)
_SHAPES = {  # how it opens: how it closes, and the shape as DOT calls it
    "(((": (")))", "doublecircle"), "((": ("))", "circle"), "([": ("])", "ellipse"), "(": (")", "ellipse"),
    "[[": ("]]", "box"), "[(": (")]", "box"), "[/": ("/]", "box"), "[\\": ("\\]", "box"), "[": ("]", "box"),
    "{{": ("}}", "hexagon"), "{": ("}", "diamond"), ">": ("]", "box"),
}  # fmt: skip
_OF_TRAPEZIA = {"[/": "\\]", "[\\": "/]"}
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


@dataclass
class _Chart:
    """What was read so far: records and shapes of nodes, the line of each, moves, links with names or without heads."""

    builder: GraphBuilder
    records: dict[str, dict[str, object]] = field(default_factory=dict)
    shapes: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    moves: list[AttributedMove] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    headless: int = 0


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a flowchart, and its problems.

    Raises
    ------
    FormatError
        If it does not begin as one.
    """
    if (plainly := _plain(text)) is not None:
        return plainly
    chart = _Chart(GraphBuilder())
    statements = _statements(text)
    if next(statements, None) is None:
        raise FormatError("expected a flowchart that begins with flowchart or graph and a direction, such as LR")
    for number, statement in statements:
        try:
            _read_statement(statement, number, chart)
        except FormatError as error:
            chart.builder.fields.error(f"{error}; left out", line=number)
    _note_headless(chart.headless, chart.builder.fields)
    for name in chart.names - {str(end) for move in chart.moves for end in (move.source, move.target)}:
        chart.records.pop(name, None)  # what is said of a link, not of a node
    guess_kinds(chart.records, chart.shapes, {str(move.source) for move in chart.moves}, chart.builder)
    rows: list[Row] = [(chart.lines[id], record) for id, record in chart.records.items()]
    return assemble_attributed({}, rows, chart.moves, chart.builder)


def _note_headless(count: int, fields: FieldReader) -> None:
    if count:
        fields.warn(f"{counted(count, 'link')} without a head left out; a move needs a direction")


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """The head, and the statements after it, each with its line; nothing where there is no head."""
    began = False
    for number, line in _whole_lines(_without_front(text)):
        for part in _STATEMENT.finditer(line):
            statement = part[0].strip()
            if not began and statement and not statement.startswith("%%"):
                if _HEAD.fullmatch(statement) is None:
                    return
                began = True
                yield number, statement
            elif began and _says_something(statement):
                yield number, statement


def _says_something(statement: str) -> bool:
    return bool(statement) and not _PASSED_OVER.match(statement)


def _without_front(text: str) -> str:
    return _FRONT.sub(lambda front: "\n" * front[0].count("\n"), text, count=1)


def _whole_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines; those between the braces of @{ } or between quotes as one, with the number of the first."""
    begun: list[tuple[int, str]] = []
    for number, line in split_lines(text):
        begun.append((number, line))
        whole = "\n".join(part for _, part in begun)
        if _is_whole(whole):
            yield begun[0][0], whole
            begun = []
        elif len(whole) > _LONGEST:
            yield from begun
            begun = []
    yield from begun


def _is_whole(text: str) -> bool:
    """Whether a text is a comment, or all its quotes and braces are closed."""
    if text.lstrip().startswith("%%"):
        return True
    return text.count('"') % 2 == 0 and ("@{" not in text or not _OPEN_DATA.search(text))


def _read_statement(statement: str, line: int, chart: _Chart) -> None:
    """Read nodes and the links between them; nothing of it is kept if it is no statement."""
    ends, links = _parsed(statement)
    for group in ends:
        for id, label, shape in group:
            _note(id, label, shape, line, chart)
    for (sources, targets), link in zip(pairwise(ends), links, strict=True):
        pairs = [(source[0], target[0]) for source in sources for target in targets]
        chart.names |= {link["name"]} - {None}
        forth, back = _ways(link)
        chart.headless += 0 if forth or back else len(pairs)
        for source, target in pairs:
            chart.moves += [AttributedMove(source, target, {}, line)] if forth else []
            chart.moves += [AttributedMove(target, source, {}, line)] if back else []


def _parsed(statement: str) -> tuple[list[list[_Named]], list[re.Match[str]]]:
    """The nodes at each end, and the links between these.

    Raises
    ------
    FormatError
        If it is no statement.
    """
    if len(statement) > _LONGEST:
        raise FormatError(f"a statement has more than {_LONGEST:,} characters")
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


def _ways(link: re.Match[str]) -> tuple[bool, bool]:
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
            label = _SHOWN(said["label"]) if "label" in said else label
            shape = _shape(said["shape"]) if "shape" in said else shape
            at = data.end()
        group.append((match["id"], label, shape))
        rest = statement[at:].lstrip()
        if not rest.startswith("&"):
            return group, at
        at = len(statement) - len(rest) + 1


def _text(statement: str, at: int) -> tuple[str | None, str, int]:
    """The text and the shape of a node, and where they end."""
    opening = next((mark for mark in _SHAPES if statement.startswith(mark, at)), None)
    if opening is None:
        return None, "", at
    closing, shape = _SHAPES[opening]
    other = _OF_TRAPEZIA.get(opening, closing)
    begin = at + len(opening)
    quote = statement.find('"', begin + 1) if statement.startswith('"', begin) else begin - 1
    ends = [found for mark in (closing, other) if (found := statement.find(mark, quote + 1)) >= 0]
    end = min(ends, default=-1)
    if end < 0 or quote < begin - 1:
        raise FormatError(f"expected {closing} after {quoted(statement[at:])}")
    return _SHOWN(statement[begin:end].strip().strip('"')), shape, end + len(closing)


def _shape(name: str) -> str:
    return _NAMED_SHAPES.get(name, "box")


def _unquoted(value: str) -> str:
    return value[1:-1] if value[:1] in ("'", '"') and value.endswith(value[0]) else value


def _character(entity: str) -> str:
    """The character of a number or a name between # and a semicolon; of another name, the text as it is."""
    said = entity[1:]
    return html.unescape(f"&{entity}") if said[:-1].isdecimal() else html5.get(said, entity)


_SHOWN = Substitution(
    (r"<br[ \t\n]*/?>|\\n", lambda _: "\n"),
    (r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)", html.unescape),
    ("#[0-9A-Za-z]+;", _character),
)
"""The text of a node as it is shown; a # stands for the & of an entity too, as in #quot; and #9829;."""


def _note(id: str, label: str | None, shape: str, line: int, chart: _Chart) -> None:
    record = chart.records.setdefault(id, {"id": id})
    chart.lines.setdefault(id, line)
    chart.shapes[id] = shape or chart.shapes.get(id, "box")
    if label is not None:
        record["label"] = label if label != id else None


# ---- very many statements


_GAP, _WORD = "[ \t]*+", rf"""(?>(?:[^{BLANKS}"()/;<>\[\]\\{{|}}]|<br ?/?>)+)"""
_BRACKETS = [*((opening, closing) for opening, (closing, _) in _SHAPES.items()), *_OF_TRAPEZIA.items()]
_OPENING, _CLOSING = (
    "|".join(map(re.escape, sorted(dict.fromkeys(marks), key=len, reverse=True)))
    for marks in zip(*_BRACKETS, strict=True)
)
_NO_BLANKS = (
    "\x80-\x84\x86-\x9f\xa1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff\u3001-\uffff"
)
_KEY_AND_VALUE = (
    rf"""([0-9A-Za-z_]++)[ \t]*+:[ \t]*+("[^"]*+"|'[^"'{{}}\n]*+'|[^{BLANKS}"'{{}},;]++(?>(?:[ \t]++"""
    rf"""[^{BLANKS}"'{{}},;]++)*)|)[ \t]*+(?:[,\n]|)[ \t\n]*+"""
)
_NODE = (
    rf"""([0-9A-Za-z_{_NO_BLANKS}]++)"""
    rf"""(?:({_OPENING})("[^"]*+"|{_GAP}{_WORD}(?>(?:[ \t]++{_WORD})*){_GAP})({_CLOSING}))?"""
    rf"""(?::::[0-9A-Za-z_-]++)?(?:@\{{((?>(?:[^"'{{}};]|"[^"]*+"|'[^"'{{}};\n]*+')*))\}})?"""
)
_TEXT, _ONE = rf"""[^-=.|;<>"{BLANKS}]""", r"(?:-|=|\.++)?"  # but blanks; what begins the end of a link only with more
_IN_QUOTES = rf'"(?>(?:{_ONE}[^-=.|<>"])*)"'
_LINK_BODY = (
    r"(?:--++|==++|-\.++-)>|(?:--++|==++|-\.++-)[xo][ \t]|(?:---++|===++|-\.++-|~~~++)"
    rf"|(?:--|==|-\.)[ \t]*+(?:{_TEXT}|{_IN_QUOTES})(?>(?:{_ONE}(?:{_TEXT}|[ \t]|{_IN_QUOTES}))*)"
    r"(?:(?:--++|==++|\.++-)>|(?:---++|===++|\.++-))"
)
_END = rf";?{_GAP}(\n)|;"
_STATEMENTS = Writing(
    begin=rf'(?>(?:{_GAP}(?:%%(?>(?:[^\n;"]|"[^\n"]*+")*))?\n)*){_GAP}(?i:{_HEADING});?{_GAP}\n',
    node=rf"{_GAP}(?:{_NODE}(?:{_GAP}(?:{_END})|[ \t]*(&|(?:(?:[0-9A-Za-z_]++@)?<?|[ \t][xo])(?:{_LINK_BODY}))"
    rf'{_GAP}(?:\|(?>(?:[^|;"\n]|"[^"|]*+")*)\|)?)|{_END})',
    end=r"\s*\Z",
    no_node=rf"(?<=[;\n]){_GAP}(?:{_PASSED_OVER.pattern})|(?<![;\n])(?!{_GAP}[0-9A-Za-z_{_NO_BLANKS}])",
    may_be_gap=lambda lines: len(lines) <= _LONGEST and _is_whole(lines),
    most_lines=100,
    shorter={_NO_BLANKS: r"\x80-\x{10ffff}", BLANKS: r"\x00-\x20"},  # other blanks are in quotes
)
"""The nodes of statements behind the head, each with what stands before the next one: &, a link, or else nothing; or
nothing in place of a node."""
_LINES = re.compile(r'(?>(?:[^\n"]++|"[^"]*+"?)*)')


@unless_odd
def _plain(text: str) -> Assembled | None:
    """The graph of a large flowchart, nearly all of it nodes and links that are written as usual; None of any other."""
    import pyarrow.compute as pc

    text = _without_front(with_line_feeds(text)).removesuffix("\n") + "\n"
    run = _STATEMENTS.run_in(text)
    if run is None:
        return None
    words, openings, texts, closings, data, feeds, marks, other_feeds = run.nodes
    is_last = _are_some(feeds) | _are_some(other_feeds)
    require(max(map(len, _LINES.findall(text))) <= _LONGEST)
    require(text.count("@{") == sum(gap.count("@{") for _, gap in run.gaps) + int(_are_some(data).sum()))
    require(text.isascii() or pc.all(pc.match_substring_regex(words, f"^[{LETTER}]*$")).as_py())
    fields = FieldReader()
    columns = [words, *_labels_and_shapes(openings, texts, closings, data), marks]
    (words, labels, shapes, marks), lines = put_in(
        columns, Lines(lambda: _first_lines(run.lines, is_last)), [*_odd_rows(run.gaps, fields)]
    )
    ids, codes, first = met(words)
    require(len(ids) > 0)
    starts, ends, headless = _moves(codes, marks)
    sources, targets = (words.take(in_arrow(rows)) for rows in (starts, ends))
    _note_headless(headless, fields)
    labels, shapes = (_last(cells, codes, len(ids)) for cells in (labels, shapes))
    table = {"id": ids, "label": pc.if_else(pc.equal(labels, ids), None, labels), "shape": pc.fill_null(shapes, "box")}
    is_node = ~_are_names_only(ids, marks, sources, targets)
    table = {key: column.filter(truths_in_arrow(is_node)) for key, column in table.items()}
    shapes = table.pop("shape")
    tables = PlainTables(
        sources=sources,
        targets=targets,
        nodes=guess_in_columns(table, shapes, sources, fields, negamax=False),
        lines=Lines(lambda: iter(np.array([*lines])[first[is_node]].tolist())),
        move_lines=Lines(lambda: iter(np.array([*lines])[starts].tolist())),
    )
    return assemble_columns({}, tables, fields)


def _first_lines(lines: Iterable[int], is_last: NDArray[np.bool_]) -> Iterator[int]:
    """Where the lines begin that nodes are on, some of which are the last on theirs, as a text may have several."""
    is_first = np.append(True, is_last[:-1])
    firsts = np.maximum.accumulate(np.where(is_first, np.arange(len(is_first)), 0))
    return iter(np.array([*lines])[firsts].tolist())


def _odd_rows(gaps: Iterable[tuple[int, str]], fields: FieldReader) -> Iterator[tuple[int, list[str | None]]]:
    """What other statements say of each node that they name: its id, label and shape, and what stands behind it."""
    for begin, gap in gaps:
        for number, line in _whole_lines(gap):
            for statement in filter(_says_something, (part[0].strip() for part in _STATEMENT.finditer(line))):
                try:
                    ends, links = _parsed(statement)
                except FormatError as error:
                    fields.error(f"{error}; left out", line=begin + number - 1)
                    continue
                for group, link in zip_longest(ends, links):
                    marks = ["&"] * (len(group) - 1) + [link and _as_usual(link)]
                    for (id, label, shape), mark in zip(group, marks, strict=True):
                        yield begin + number - 1, [id, label, shape or None, mark or ""]


def _as_usual(link: re.Match[str]) -> str:
    """A link of the same name and heads."""
    forth, back = _ways(link)
    return f"{link['name']}@" * bool(link["name"]) + "<" * back + ("-->" if forth else "---")


def _are_names_only(ids: Column, marks: Column, sources: Column, targets: Column) -> NDArray[np.bool_]:
    """Which ids are names of links, and not of nodes that moves have as an end."""
    import pyarrow.compute as pc

    names = pc.struct_field(pc.extract_regex(marks, r"^(?P<name>[^-@<&=.~ \t]+)@"), 0)
    are_names, *are_ends = (
        are_true(pc.is_in(ids, in_one_piece(cells.unique()))) for cells in (names, sources, targets)
    )
    return np.asarray(are_names & ~are_ends[0] & ~are_ends[1])


def _moves(codes: Indices, marks: Column) -> tuple[NDArray[np.integer[Any]], NDArray[np.integer[Any]], int]:
    """The rows of both ends of each move, where `codes` are -1 in rows without a node, and `marks` stand behind each;
    and how many links have no head.

    Nodes with & between them are a group, and a link leads from each of one to each of the next.
    """
    import pyarrow.compute as pc

    nothing, and_ = texts_in_arrow(["", "&"])
    is_and, is_last = (are_true(pc.equal(marks, mark)) for mark in (and_, nothing))
    require(is_last[-1] and (codes[:-1][~is_last[:-1]] >= 0).all() and (codes[1:][~is_last[:-1]] >= 0).all())
    begins = np.flatnonzero(~np.concatenate(([False], is_and[:-1])))
    sizes = np.diff(begins, append=len(codes))
    links = np.flatnonzero(~is_last[begins + sizes - 1])  # the groups that one leads from
    starts, ends = pairs_between(begins[links], sizes[links], begins[links + 1], sizes[links + 1])
    said = marks.take(in_arrow((begins + sizes - 1)[links]))
    goes_on, goes_back = (
        np.repeat(are_true(pc.match_substring_regex(said, pattern)), sizes[links] * sizes[links + 1])
        for pattern in ("(?:>|[xo][ \t])$", "^(?:[^-@<&=.~ \t]+@)?<|^[ \t]")
    )
    rows = np.repeat(np.arange(len(starts)), goes_on.astype(np.int8) + goes_back)
    is_back = np.where(goes_on[rows], np.diff(rows, prepend=-1) == 0, True)
    both = np.where(is_back, ends[rows], starts[rows]), np.where(is_back, starts[rows], ends[rows])
    return *both, int((~(goes_on | goes_back)).sum())


def _labels_and_shapes(openings: Column, texts: Column, closings: Column, data: Column) -> tuple[Column, Column]:
    """The label and the shape that brackets or data behind a node tell, with gaps."""
    import pyarrow.compute as pc

    brackets = pc.unique(pc.binary_join_element_wise(openings, closings, MARK)).to_pylist()
    require({tuple(pair.split(MARK)) for pair in brackets} <= {("", ""), *_BRACKETS})
    has_text = _are_some(openings)
    rows = np.flatnonzero(has_text | _are_some(data))
    openings, texts, data = (cells.take(in_arrow(rows)) for cells in (openings, texts, data))
    said = _entries(data)
    labels = pc.coalesce(
        *(_without_quotes(said[key]) for key in ("label",) if key in said),
        pc.if_else(truths_in_arrow(has_text[rows]), unquoted(pc.utf8_trim(texts, " \t"), Substitution()), None),
    )
    shapes = pc.coalesce(
        *(mapped(_without_quotes(said[key]), lambda name: name and _shape(name)) for key in ("shape",) if key in said),
        mapped(openings, lambda opening: _SHAPES[opening][1] if opening else None),
    )
    places = np.full(len(has_text), -1)
    places[rows] = np.arange(len(rows))
    where = numbers_in_arrow(places, places >= 0)
    return _SHOWN.column(labels).take(where), shapes.take(where)


def _entries(data: Column) -> dict[str, Column]:
    """What data say under each key."""
    import pyarrow.compute as pc

    data = pc.utf8_trim(data, " \t\n")
    require(are_all(data, f"(?:{in_re2(_KEY_AND_VALUE)})*"))
    return values(data, _KEY_AND_VALUE)


def _without_quotes(texts: Column) -> Column:
    """The same as `_unquoted`."""
    import pyarrow.compute as pc

    return pc.replace_substring_regex(pc.utf8_trim(texts, " \t"), r"""(?s)^(?:"(.*)"|'(.*)')$""", r"\1\2")


def _last(cells: Column, codes: Indices, count: int) -> Column:
    """Of each of so many nodes the last of some cells, where `codes` say which nodes these are of."""
    rows, last = np.flatnonzero(are_there(in_one_piece(cells))), np.full(count, -1)
    last[codes[rows]] = rows
    return cells.take(numbers_in_arrow(last, last >= 0))


def _are_some(texts: Column) -> NDArray[np.bool_]:
    """Which texts of a column are not empty."""
    import pyarrow.compute as pc

    return are_true(pc.not_equal(texts, ""))


FORMAT = Format(
    name="mermaid",
    title="Mermaid flowchart (.mmd, .mermaid)",
    suffixes=(".mmd", ".mermaid"),
    read=read,
    recognises=lambda text: _BEGINS.match(_FRONT.sub("", text, count=1)) is not None,
    rank=36,
)
