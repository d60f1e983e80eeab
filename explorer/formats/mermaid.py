"""Mermaid's flowcharts (.mmd): nodes with their shapes and texts, and the links between them.

Read are nodes such as `a`, `a[text]`, `a((text))`, `a{"text"}` and `a@{ shape: circle, label: "text" }`, links of all
kinds with or without a text or a name (`a e1@--> b`), chains, and several nodes at an end (`a & b --> c`).  A link
without a head is left out, one with two is two moves.  Players and scores are guessed from texts and shapes as in DOT.
Styles, classes and clicks are passed over.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.entities import html5
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.formats.csv_text import BLANKS
from explorer.formats.format import Format
from explorer.formats.guess import guess_in_columns, guess_kinds
from explorer.formats.plain_text_syntax import split_lines
from explorer.formats.runs import MARK, Writing, mapped, met, pairs_between, unless_odd, unquoted, with_line_feeds
from explorer.formats.substitution import Substitution
from explorer.model.arrow import Column, are_true, in_arrow, texts_in_arrow
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
            elif began and statement and not _PASSED_OVER.match(statement):
                yield number, statement


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
    for group in ends:
        for id, label, shape in group:
            _note(id, label, shape, line, chart)
    for (sources, targets), link in zip(pairwise(ends), links, strict=True):
        pairs = [(source[0], target[0]) for source in sources for target in targets]
        chart.names |= {link["name"]} - {None}
        forth, back = link["head"] or link["second"], link["back"]
        chart.headless += 0 if forth or back else len(pairs)
        for source, target in pairs:
            chart.moves += [AttributedMove(source, target, {}, line)] if forth else []
            chart.moves += [AttributedMove(target, source, {}, line)] if back else []


_Named = tuple[str, str | None, str]  # id, text and shape, "" where there is none


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
            shape = _NAMED_SHAPES.get(said["shape"], "box") if "shape" in said else shape
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


def _says_nothing(line: str) -> bool:
    statements = (part[0].strip() for part in _STATEMENT.finditer(line))
    return _is_whole(line) and all(not each or _PASSED_OVER.match(each) for each in statements)


_GAP, _WORD = "[ \t]*+", rf"""(?>(?:[^{BLANKS}"()/;<>\[\]\\{{|}}]|<br ?/?>)+)"""
_BRACKETS = [*((opening, closing) for opening, (closing, _) in _SHAPES.items()), *_OF_TRAPEZIA.items()]
_OPENING, _CLOSING = (
    "|".join(map(re.escape, sorted(dict.fromkeys(marks), key=len, reverse=True)))
    for marks in zip(*_BRACKETS, strict=True)
)
_NODE = (
    rf"""([0-9A-Za-z_]++)(?:({_OPENING})("[^"\n]*+"|{_GAP}{_WORD}(?>(?:[ \t]++{_WORD})*){_GAP})({_CLOSING}))?"""
    "(?::::[0-9A-Za-z_-]++)?"
)
_LINK_TEXT = rf'{_GAP}(?:\|[^|;"\n]*+\||)'
_PLAIN_LINK = rf"<?(?:(?:--++|==++|-\.++-)>{_LINK_TEXT}|(?:---++|===++|-\.++-|~~~++)[ \t]{_LINK_TEXT})"
_STATEMENTS = Writing(
    begin=rf"(?>(?:{_GAP}(?:%%[^\n;\"]*+)?\n)*){_GAP}(?i:{_HEADING});?{_GAP}\n",
    node=rf"{_GAP}(?:{_NODE}{_GAP})?(?:;?{_GAP}\n|;|(&|{_PLAIN_LINK}))",
    end=r"\s*\Z",
    no_node=rf"(?<=[;\n]){_GAP}(?:{_PASSED_OVER.pattern})",
    may_be_gap=_says_nothing,
)
"""The nodes of statements behind the head, each with what stands before the next one: &, a link, or else nothing; or
nothing in place of a node."""


@unless_odd
def _plain(text: str) -> Assembled | None:
    """The graph of a large flowchart of nodes and links; None of any other."""
    run = _STATEMENTS.run_in(_without_front(with_line_feeds(text)).removesuffix("\n") + "\n")
    if run is None:
        return None
    require("@{" not in text and max(map(len, text.split("\n"))) <= _LONGEST)
    words, *said, marks = run.nodes
    ids, codes, first = met(words)
    require(len(ids) > 0)
    labels, shapes = _labels_and_shapes(ids, codes, *said)
    starts, ends, headless = _moves(codes, marks)
    sources, targets = (words.take(in_arrow(rows)) for rows in (starts, ends))
    fields = FieldReader()
    _note_headless(headless, fields)
    tables = PlainTables(
        sources=sources,
        targets=targets,
        nodes=guess_in_columns({"id": ids, "label": labels}, shapes, sources, fields, negamax=False),
        lines=Lines(lambda: iter(np.array([*run.lines])[first].tolist())),
        move_lines=Lines(lambda: iter(np.array([*run.lines])[starts].tolist())),
    )
    return assemble_columns({}, tables, fields)


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
        for pattern in ("^<?[-=.]+>", "^<")
    )
    rows = np.repeat(np.arange(len(starts)), goes_on.astype(np.int8) + goes_back)
    is_back = np.where(goes_on[rows], np.diff(rows, prepend=-1) == 0, True)
    both = np.where(is_back, ends[rows], starts[rows]), np.where(is_back, starts[rows], ends[rows])
    return *both, int((~(goes_on | goes_back)).sum())


def _labels_and_shapes(
    ids: Column, codes: Indices, openings: Column, texts: Column, closings: Column
) -> tuple[Column, Column]:
    """The label, if there is one, and the shape of each node; `codes` say which nodes the texts in brackets are of."""
    import pyarrow.compute as pc

    nothing, gap, mark, box = texts_in_arrow(["", None, MARK, "box"])
    brackets = pc.unique(pc.binary_join_element_wise(openings, closings, mark)).to_pylist()
    require({tuple(pair.split(MARK)) for pair in brackets} <= {("", ""), *_BRACKETS})
    rows = np.flatnonzero(are_true(pc.not_equal(openings, nothing)))
    last = np.full(len(ids), -1)
    last[codes[rows]] = rows  # of several texts of a node the last counts
    is_said, said = pc.greater_equal(in_arrow(last), 0), in_arrow(np.maximum(last, 0))
    labels = _SHOWN.column(unquoted(pc.utf8_trim(texts.take(said), " \t"), Substitution()))
    is_label = pc.and_(is_said, pc.not_equal(labels, ids))
    shapes = mapped(openings.take(said), lambda opening: _SHAPES[opening][1] if opening else None)
    return pc.if_else(is_label, labels, gap), pc.if_else(is_said, shapes, box)


FORMAT = Format(
    name="mermaid",
    title="Mermaid flowchart (.mmd, .mermaid)",
    suffixes=(".mmd", ".mermaid"),
    read=read,
    recognises=lambda text: _BEGINS.match(_FRONT.sub("", text, count=1)) is not None,
    rank=36,
)
