"""Lists of edges: a move a line, its two ends parted by blanks, tabs, commas or semicolons, mostly without a header.

So SNAP, KONECT, networkx and igraph write graphs.  Comments begin with # or %.  A header is known by its names, such as
`from to` or `node_1,node_2`; other cells, such as a weight, are left out with a warning.  Between tabs the ends
may have blanks.  Comments by which SNAP and KONECT mark a list as undirected count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from explorer.formats.format import Format
from explorer.formats.matrix import note_on_matrix
from explorer.formats.plain_text_syntax import content_lines, is_content, split_lines
from explorer.formats.text import require_lines
from explorer.intake import Assembled, Intake
from explorer.intake.intake import MAX_NODES
from explorer.model.convert import column_name
from explorer.model.errors import FormatError, quoted
from explorer.model.words import counted

_LOOKED_AT = 1_000_000  # characters that are examined
_MOST_LINES = 50  # of them, where the first few will do
_WORD = r"[\w.:+-]{1,200}"
_PART = r"(?:[ \t]{0,20}[,;\t][ \t]{0,20}|[ \t]{1,40})"
NUMBER = r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
_MORE = rf"(?:{NUMBER}|\{{.*\}})(?:\s.*)?"  # a weight, or attributes as networkx writes them
_LINE = re.compile(rf"\s*(?P<from>{_WORD}){_PART}(?P<to>{_WORD})(?P<more>{_PART}{_MORE})?\s*")
_TABBED = re.compile(rf" *+(?P<from>[^\t]++)\t *+(?P<to>[^\t]++)(?P<more>\t *+{_MORE})?\s*")
_OF_NETWORKX = re.compile(r"[^\t]++\t[^\t]++\t\{.*\}\s*")
_WORDS = re.compile(rf"\s*{_WORD}[ \t]{{1,40}}{_WORD}(?:[ \t]{{1,40}}{_MORE})?\s*")
_LEFT_OUT = "moves carry nothing but their two ends; what follows these was left out"
_NUMBERS = re.compile(rf"\s*\d+{_PART}\d+(?:{_PART}{NUMBER})*\s*")
_COUNTS = re.compile(rf"\s*([0-9]{{1,9}}){_PART}([0-9]{{1,9}})\s*")
_NUMBERED = re.compile(rf"\s*([0-9]{{1,9}}){_PART}([0-9]{{1,9}})(?={_PART}|\s*$)")
_UNDIRECTED = re.compile(r"#\s*(undirected)\s+graph\b|%\s*(sym|bip)\b", re.IGNORECASE)  # of SNAP, and of KONECT


def read(text: str, companion: str | None = None) -> Assembled:
    """Read a list of edges as a plain directed graph; every other line is among the problems.

    Raises
    ------
    FormatError
        If no line is an edge, or the list says that it is undirected.
    """
    require_lines(text)
    _require_directed(text)
    intake = Intake(is_table=True)
    found, has_more, pattern = 0, False, _line_pattern(text)
    if (counts := _counts_in(text)) is not None:
        intake.fields.warn(counts.note, line=counts.line)
        for id in counts.nodes:
            intake.node({"id": str(id)}, counts.line)
    for number, line in content_lines(text):
        if counts is not None and number == counts.line:
            continue
        if (match := pattern.fullmatch(line)) is None:
            message = f"expected the two ends of a move, got {quoted(line.strip())}; left out"
            intake.fields.error(message, line=number)
            continue
        if found or not _is_header(match["from"], match["to"]):
            intake.move(match["from"].rstrip(), match["to"].rstrip(), line=number)
            has_more |= match["more"] is not None
        found += 1
    if not found:
        raise FormatError("expected a list of edges, a line for each with its two ends, as in: 1 2; got none")
    if note := note_on_matrix(text):
        intake.fields.warn(note)
    return _finish_with_warning(intake, has_more=has_more)


def _require_directed(text: str) -> None:
    """Raise FormatError if a comment before the first edge marks the list as undirected."""
    for number, line in split_lines(text):
        if (said := _UNDIRECTED.match(line)) is not None:
            raise FormatError(
                f"line {number}: a game graph is directed, but this line says {quoted(said[1] or said[2])}; delete it "
                "if every edge is a move from its first end to its second"
            )
        if is_content(line):
            return


class _Counts(NamedTuple):
    """Counts of nodes and moves in the first line of a list, with the nodes and a note."""

    line: int
    nodes: range
    note: str


def _counts_in(text: str) -> _Counts | None:
    """Return the counts in the first line of a list; None if it is an edge.

    It is one if as many edges follow as its second number, and the ends of all are numbers of so many nodes, from
    0 or from 1.
    """
    lines = content_lines(text)
    at, first = next(lines, (0, ""))
    if (numbers := _COUNTS.fullmatch(first)) is None:
        return None
    count, moves = map(int, numbers.groups())
    edges = [_NUMBERED.match(line) for _, line in islice(lines, moves + 1)] if moves <= len(text) else []
    if len(edges) != moves or not all(edges):
        return None
    ends = [int(end) for edge in edges if edge for end in edge.groups()]
    start = 0 if min(ends, default=0) == 0 else 1
    if not ends or max(ends) >= count + start or count > MAX_NODES:
        return None
    note = (
        f"the first line, {first.strip()}, was read as counts: {counted(count, 'node')} ({start} to "
        f"{count + start - 1}) and {counted(moves, 'move')}; if it is a move, put a line “from to” before it"
    )
    return _Counts(at, range(start, count + start), note)


def _line_pattern(text: str) -> re.Pattern[str]:
    """Return the pattern of the lines: two words, or any cells between tabs if some are no words."""
    lines = [line for _, line in islice(content_lines(text), _MOST_LINES)]
    return _TABBED if not all(map(_LINE.fullmatch, lines)) and all(map(_TABBED.fullmatch, lines)) else _LINE


def read_rows(rows: Iterable[tuple[int, Sequence[str]]]) -> Assembled:
    """Read the rows of a table without a header as edges: the ends of a move, and perhaps a weight."""
    intake, has_more = Intake(is_table=True), False
    for number, (source, target, *more) in rows:
        intake.move(source, target, line=number)
        has_more |= bool(more)
    return _finish_with_warning(intake, has_more=has_more)


def _finish_with_warning(intake: Intake, *, has_more: bool) -> Assembled:
    if has_more:
        intake.fields.warn(_LEFT_OUT)
    return intake.finish()


def are_edges(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the rows of a table are edges without a header: the first names an end that others name too."""
    if len(rows) < 2 or any(len(row) != len(rows[0]) or not all(row[:2]) for row in rows):
        return False
    if len(rows[0]) != 2 and not (len(rows[0]) == 3 and all(re.fullmatch(NUMBER, row[2]) for row in rows)):
        return False
    return not {*rows[0][:2]}.isdisjoint(end for row in rows[1:] for end in row[:2])


def _is_header(source: str, target: str) -> bool:
    return (column_name(source), column_name(target)) == ("from", "to")


def recognises(text: str) -> bool:
    """Return whether a text is a list of edges: whole numbers, perhaps under a header, or words between blanks."""
    lines = [line for _, line in content_lines(text[:_LOOKED_AT])]
    if lines and all(map(_OF_NETWORKX.fullmatch, lines[:_MOST_LINES])):
        return True
    first = _LINE.fullmatch(lines[0]) if lines else None
    if first is None:
        return False
    if _is_header(first["from"], first["to"]):
        rows = lines[1:] if len(text) <= _LOOKED_AT else lines[1:-1]  # the last line may be cut
        return bool(rows) and all(map(_NUMBERS.fullmatch, rows))
    return has_numbers_alone(text) or (len(lines) > 1 and all(map(_WORDS.fullmatch, lines[:_MOST_LINES])))


def has_numbers_alone(text: str) -> bool:
    """Return whether the first lines of a text are pairs of whole numbers, so that there is no header."""
    lines = [line for _, line in islice(content_lines(text[:_LOOKED_AT]), _MOST_LINES)]
    return bool(lines) and all(map(_NUMBERS.fullmatch, lines))


FORMAT = Format(
    name="edges",
    title="List of edges (.edges, .edgelist)",
    suffixes=(".edges", ".edgelist"),
    read=read,
    recognises=recognises,
    rank=40,
)
