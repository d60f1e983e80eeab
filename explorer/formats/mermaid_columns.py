"""Flowcharts of very many statements, nearly all of them written as usual, read column by column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.formats.csv_text import BLANKS
from explorer.formats.delimited import are_all
from explorer.formats.guess import guess_in_columns
from explorer.formats.mermaid_syntax import (
    HEADING,
    LONGEST,
    OF_TRAPEZIA,
    PASSED_OVER,
    SHAPES,
    SHOWN,
    STATEMENT,
    is_whole,
    note_headless,
    parsed,
    says_something,
    shape_of,
    ways_of,
    whole_lines,
    without_front,
)
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
from explorer.model.assemble import Assembled, assemble_columns
from explorer.model.columns import Indices
from explorer.model.errors import FormatError
from explorer.model.fields import FieldReader
from explorer.model.numbering import require
from explorer.model.plain import Lines, PlainTables

_GAP, _WORD = "[ \t]*+", rf"""(?>(?:[^{BLANKS}"()/;<>\[\]\\{{|}}]|<br ?/?>)+)"""
_BRACKETS = [*((opening, closing) for opening, (closing, _) in SHAPES.items()), *OF_TRAPEZIA.items()]
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
    begin=rf'(?>(?:{_GAP}(?:%%(?>(?:[^\n;"]|"[^\n"]*+")*))?\n)*){_GAP}(?i:{HEADING});?{_GAP}\n',
    node=rf"{_GAP}(?:{_NODE}(?:{_GAP}(?:{_END})|[ \t]*(&|(?:(?:[0-9A-Za-z_]++@)?<?|[ \t][xo])(?:{_LINK_BODY}))"
    rf'{_GAP}(?:\|(?>(?:[^|;"\n]|"[^"|]*+")*)\|)?)|{_END})',
    end=r"\s*\Z",
    no_node=rf"(?<=[;\n]){_GAP}(?:{PASSED_OVER.pattern})|(?<![;\n])(?!{_GAP}[0-9A-Za-z_{_NO_BLANKS}])",
    may_be_gap=lambda lines: len(lines) <= LONGEST and is_whole(lines),
    most_lines=100,
    shorter={_NO_BLANKS: r"\x80-\x{10ffff}", BLANKS: r"\x00-\x20"},  # other blanks are in quotes
)
"""The nodes of statements behind the head, each with what stands before the next one: &, a link, or else nothing; or
nothing in place of a node."""
_LINES = re.compile(r'(?>(?:[^\n"]++|"[^"]*+"?)*)')


@unless_odd
def graph_by_columns(text: str) -> Assembled | None:
    """The graph of a large flowchart, nearly all of it nodes and links that are written as usual; None of any other."""
    import pyarrow.compute as pc

    text = without_front(with_line_feeds(text)).removesuffix("\n") + "\n"
    run = _STATEMENTS.run_in(text)
    if run is None:
        return None
    words, openings, texts, closings, data, feeds, marks, other_feeds = run.nodes
    is_last = _are_some(feeds) | _are_some(other_feeds)
    require(max(map(len, _LINES.findall(text))) <= LONGEST)
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
    note_headless(headless, fields)
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
        for number, line in whole_lines(gap):
            for statement in filter(says_something, (part[0].strip() for part in STATEMENT.finditer(line))):
                try:
                    ends, links = parsed(statement)
                except FormatError as error:
                    fields.error(f"{error}; left out", line=begin + number - 1)
                    continue
                for group, link in zip_longest(ends, links):
                    marks = ["&"] * (len(group) - 1) + [link and _as_usual(link)]
                    for (id, label, shape), mark in zip(group, marks, strict=True):
                        yield begin + number - 1, [id, label, shape or None, mark or ""]


def _as_usual(link: re.Match[str]) -> str:
    """A link of the same name and heads."""
    forth, back = ways_of(link)
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
        *(
            mapped(_without_quotes(said[key]), lambda name: name and shape_of(name))
            for key in ("shape",)
            if key in said
        ),
        mapped(openings, lambda opening: SHAPES[opening][1] if opening else None),
    )
    places = np.full(len(has_text), -1)
    places[rows] = np.arange(len(rows))
    where = numbers_in_arrow(places, places >= 0)
    return SHOWN.column(labels).take(where), shapes.take(where)


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
