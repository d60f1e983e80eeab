"""CSV: a table of moves, and a table of nodes beside it (x.csv and x.nodes.csv) or below it after a blank line."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.formats.edge_list import are_edges, has_numbers_alone, read_rows
from explorer.formats.edge_list import read as read_edges
from explorer.formats.format import Format, Pair
from explorer.formats.text import refuse_null, require_lines
from explorer.model.check import LineOfNodes, Problem, Severity
from explorer.model.columns import IS_INNER
from explorer.model.convert import NODE_COLUMNS, column_name, is_known_column, node_record
from explorer.model.distinct import Column, without
from explorer.model.errors import FormatError, quoted
from explorer.model.fields import FACTS, FieldReader
from explorer.model.graph import Convention, GameGraph
from explorer.model.intake import CONVENTION, Assembled, Intake
from explorer.model.tables import Table, assemble_tables, joined

CANNOT_CARRY = (
    "name, description, known answers and other keys of the graph; lists and objects, and the types of unknown "
    "keys; that a graph has no root yet; and the convention of a graph without inner nodes."
)
NO_NODES = (
    "the second file, beside the table of moves, must be a table of nodes with a column id, and any of player, score, "
    "open, label, x, y, root; {got}"
)
NODES_ALONE = (
    "this is a table of nodes, with the columns {got}, and has no moves; open the table of moves, which has the same "
    "name without .nodes, and this one is read beside it"
)
BLANKS = (*FACTS, "root")  # keys under which words stand for nothing

_IDS = ("from", "to", "id")  # columns whose cells are ids, which are numbered alike
MAX_COLUMNS = 2_000
_DELIMITERS = (",", "\t", ";", "|")
_NAMES_DELIMITER = re.compile(r'"?sep=([,;|\t])"?', re.IGNORECASE)
_LINE_END = re.compile(r"\r\n|\r|\n")
_BLANK_IN_QUOTES = re.compile(r'(?:^|[,;|\t]) *"[ \t]|[ \t]"(?:[,;|\t]|$)', re.MULTILINE)
_TOO_LONG = re.compile(r"Expected \d+ fields in line (\d+), saw (\d+)")  # as pandas says it
_NUMBERS = ("score", "x", "y")
_DECIMAL = re.compile(r"\s*[+-]?\d+,\d+\s*")
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}\.\d{3}")
_BARE = re.compile(r"(?:[^\",;|\s](?:[^\",;|\r\n\t]*[^\",;|\s])?)?")


class _Head(NamedTuple):
    """Where the header of a text begins, as an offset and a line, the header, and what parts the cells."""

    start: int
    line: int
    text: str
    delimiter: str


def _head_of(text: str, usual: str = "") -> _Head:
    """The first line of a text that is no comment, blank, or the line sep=; with which Excel names the delimiter.

    The delimiter is the usual one if the header has it, or else the one of which it has most.
    """
    start, said = 0, usual
    for number, line in enumerate(io.StringIO(text, newline=""), 1):
        named = _NAMES_DELIMITER.fullmatch(line.strip())
        said = named[1] if named else said
        if line.strip() and not named and not line.lstrip().startswith("#"):
            known = said and (said in line or not any(mark in line for mark in _DELIMITERS))
            return _Head(start, number, line, said if known else max(_DELIMITERS, key=line.count))
        start += len(line)
    return _Head(0, 1, "", said or _DELIMITERS[0])


class _Part(NamedTuple):
    """Rows that follow each other in a table: its titles, the cells by column, and the line of each row."""

    titles: list[str]
    cells: list[NDArray[np.object_]]
    line: Callable[[int], int]

    @property
    def is_of_moves(self) -> bool:
        return {"from", "to"} <= set(self.titles)

    @property
    def is_of_nodes(self) -> bool:
        return "id" in self.titles and not self.is_of_moves


def read(text: str, companion: str | None = None, *, delimiter: str = "") -> Assembled:
    """The good part of a table of moves and, if there is one, of a table of nodes.

    Parameters
    ----------
    delimiter : the usual one, if the kind of file has one.

    Raises
    ------
    FormatError
        If there is no table with the columns from and to (or source and target), or the quotes do not match.
    """
    require_lines(text)
    intake = Intake(is_table=True, blanks=BLANKS)
    beside = [] if companion is None else [*_parts(companion, delimiter, intake.fields, LineOfNodes)]
    parts = [*_parts(text, delimiter, intake.fields, int), *beside]
    moves = [part for part in parts if part.is_of_moves]
    nodes = [part for part in parts if part.is_of_nodes]
    if not moves:
        if companion is None and has_numbers_alone(text):
            return read_edges(text)
        if companion is None and (found := _headless(text, delimiter)) is not None:
            return found
        got = quoted(", ".join(parts[0].titles)) if parts else "nothing"
        if nodes:
            raise FormatError(NODES_ALONE.format(got=got))
        raise FormatError(f"a table of moves has the columns from and to (or source and target), got {got}")
    if companion is not None and not nodes:
        got = quoted(", ".join(beside[0].titles)) if beside else "nothing"
        raise FormatError(NO_NODES.format(got=f"got {got}"))
    is_kept = _BLANK_IN_QUOTES.search(text) is not None or _BLANK_IN_QUOTES.search(companion or "") is not None
    tables = iter(_tables([*moves, *nodes], is_kept=is_kept))
    of_moves, of_nodes = ([next(tables) for _ in some] for some in (moves, nodes))
    if _head_of(text, delimiter).delimiter == ";":
        of_nodes = [_with_points(table, intake.fields) for table in of_nodes]
    return assemble_tables(joined(of_moves), joined(of_nodes) if nodes else None, intake)


def _parts(text: str, usual: str, fields: FieldReader, line_of: Callable[[int], int]) -> Iterator[_Part]:
    """The tables of a text: one begins with the first row, and after a blank line if what follows is a header."""
    head, titles = _head_of(text, usual), list[str]()
    for line, piece in _pieces(text, head):
        lines = io.StringIO(piece, newline="")
        reader = csv.reader(lines, delimiter=head.delimiter, skipinitialspace=True)
        cells = next(reader, [])
        found = _header_of(cells)
        if found or not titles:
            titles = found or [cell.strip() for cell in cells]
            rows, header = f"\n{piece[lines.tell() :]}", line + reader.line_num - 1
        else:
            rows, header = f"\n{piece}", line - 1
        yield _part(titles, rows, fields, delimiter=head.delimiter, line_of=_from(header, line_of))


def _from(header: int, line_of: Callable[[int], int]) -> Callable[[int], int]:
    """The line that is so many below a header."""
    return lambda below: line_of(header + below)


def _pieces(text: str, head: _Head) -> Iterator[tuple[int, str]]:
    """What stands between blank lines, with the number of its first line; in quotes such lines are none."""
    blank = re.compile(rf"(?>\r\n|\r|\n)[{re.escape(head.delimiter)} \t]*(?=[\r\n]|\Z)")
    start, line, quotes = head.start, head.line, 0
    for match in [*blank.finditer(text, head.start), None]:
        end = len(text) if match is None else match.start()
        quotes += text.count('"', start, end)
        if match is not None and text.count('"', start, end) % 2:
            continue
        piece = text[start:end]
        content = piece.lstrip("\r\n")
        if content:
            yield line + len(_LINE_END.findall(piece[: len(piece) - len(content)])), content
        if match is not None:
            line += len(_LINE_END.findall(text, start, match.end()))
            start = match.end()


def _part(titles: list[str], rows: str, fields: FieldReader, *, delimiter: str, line_of: Callable[[int], int]) -> _Part:
    """Rows under a header, of which the text has no more than the end of its line."""
    ends = _ends_of_rows(rows, delimiter, line_of) if '"' in rows else None
    columns = _cells(rows, max(len(titles), 2), delimiter)

    def line(row: int) -> int:
        return line_of(row + 1 if ends is None else ends[row])

    more = [column != "" for column in columns[len(titles) :]]
    for row in np.flatnonzero(np.any(more, axis=0)).tolist() if more else ():
        message = f"more cells than the {len(titles)} of the header; the last were left out, check the quotes"
        fields.error(message, line=line(row))
    return _Part(titles, columns[: len(titles)], line)


def _ends_of_rows(rows: str, delimiter: str, line_of: Callable[[int], int]) -> list[int]:
    """The lines up to the end of each row, whose cells may have several; quotes must match, unlike in pandas."""
    reader = csv.reader(io.StringIO(rows, newline=""), delimiter=delimiter, skipinitialspace=True, strict=True)
    ends: list[int] = []
    try:
        for _ in reader:
            ends.append(reader.line_num)
    except csv.Error as error:
        raise FormatError(f"line {line_of(ends[-1])}: not valid CSV: {error}; check the quotes") from None
    return ends


def _cells(rows: str, width: int, delimiter: str) -> list[NDArray[np.object_]]:
    """The columns of some rows, as many as the longest row needs."""
    import pandas as pd

    if width > MAX_COLUMNS:
        raise FormatError(f"the table has {width:,} columns; at most {MAX_COLUMNS:,} are read, leave some out")
    text = io.StringIO(delimiter * (width - 1) + rows, newline="")  # the first row says how many cells there are
    usual: dict[str, Any] = {"header": None, "dtype": object, "na_filter": False, "low_memory": False}
    try:
        frame = pd.read_csv(text, sep=delimiter, skipinitialspace=True, skip_blank_lines=False, **usual)
    except pd.errors.ParserError as error:
        if (found := _TOO_LONG.search(str(error))) is None:
            raise FormatError(f"not valid CSV: {error}; check the quotes") from None
        return _cells(rows, int(found[2]), delimiter)
    return [frame[number].to_numpy(object)[1:] for number in frame.columns]


def _tables(parts: Sequence[_Part], *, is_kept: bool) -> Iterator[Table]:
    """The parts as tables in which each distinct cell stands once; those of ids have the same values.

    Blanks around cells are dropped unless they are kept.
    """
    ids = [cells for part in parts for title, cells in zip(part.titles, part.cells, strict=True) if title in _IDS]
    of_ids = iter(_coded(ids, is_kept=is_kept))
    for part in parts:
        columns = {}
        for title, cells in zip(part.titles, part.cells, strict=True):
            if title in _IDS:
                columns[title] = next(of_ids)
            elif title:
                columns[title] = without(_coded([cells], is_kept=is_kept)[0], lambda cell: not cell)
        yield Table(columns, part.line)


def _coded(columns: Sequence[NDArray[np.object_]], *, is_kept: bool) -> list[Column]:
    """Columns that share their values."""
    import pandas as pd

    codes, values = pd.factorize(np.concatenate(columns))
    if not is_kept:
        same, values = pd.factorize(np.array([*map(str.strip, values), ""], object)[:-1])
        codes = same[codes]
    bounds = np.cumsum([len(column) for column in columns])[:-1]
    cells = values.tolist()
    return [Column(part, cells) for part in np.split(codes.astype(np.int32), bounds)]


def _header_of(cells: Sequence[str]) -> list[str]:
    """The names of the columns, if the row is a header of moves or nodes, else none."""
    columns = [column_name(cell.strip()) for cell in cells]
    if not ({"from", "to"} <= set(columns) or "id" in columns):
        return []
    if len(columns) > MAX_COLUMNS:
        raise FormatError(f"the table has {len(columns):,} columns; at most {MAX_COLUMNS:,} are read, leave some out")
    repeated = next((column for column in columns if column and columns.count(column) > 1), None)
    if repeated is not None:
        raise FormatError(f"the column {quoted(repeated)} is there twice; delete one")
    return columns


def has_header(text: str) -> bool:
    """Whether a text begins with the header of a table of moves."""
    head = _head_of(text)
    titles = {column_name(cell.strip().strip('"')) for cell in head.text.split(head.delimiter)}
    return {"from", "to"} <= titles


def _headless(text: str, usual: str) -> Assembled | None:
    """The graph of a table that is a list of edges from its first line on; None of any other."""
    head = _head_of(text, usual)
    lines = io.StringIO(text[head.start :], newline="")
    rows = [[*map(str.strip, row)] for row in csv.reader(lines, delimiter=head.delimiter, skipinitialspace=True)]
    numbered = [(number, row) for number, row in enumerate(rows, head.line) if any(row)]
    if not are_edges([row for _, row in numbered]):
        return None
    line, (source, target, *_) = numbered[0]
    said = f"no header such as from,to; the first row was read as the move {quoted(source)} → {quoted(target)}"
    return read_rows(numbered).with_problems([Problem(Severity.WARNING, said, line=line)])


def _with_points(table: Table, fields: FieldReader) -> Table:
    """The table with decimal points for decimal commas, which go with semicolons between the cells.

    A score such as 1.000 among these may be one or a thousand, and is refused.
    """
    numbers = {key: table.columns[key] for key in _NUMBERS if key in table.columns}
    if not any(_DECIMAL.fullmatch(cell) for column in numbers.values() for cell in column.values):
        return table
    columns = {
        key: Column(column.codes, [c.replace(",", ".") if _DECIMAL.fullmatch(c) else c for c in column.values])
        for key, column in numbers.items()
    }
    if "score" in numbers:
        columns |= _without_thousands(table, fields)
    return Table({**table.columns, **columns}, table.line)


def _without_thousands(table: Table, fields: FieldReader) -> dict[str, Column]:
    """The columns of scores and of open nodes, which nodes are whose score may be one or a thousand."""
    scores = table.columns["score"]
    is_odd = scores.mapped(lambda cell: _THOUSANDS.fullmatch(cell.strip()) is not None, False, np.bool_)
    opens, players = (
        table.columns.get(key, Column(np.full(len(is_odd), -1, np.int32), [])) for key in ("open", "player")
    )

    def note(row: int) -> None:
        score, id = scores.cell(row).strip(), table.columns["id"].cell(row)
        decimal, whole = score.replace(".", ",").rstrip("0").rstrip(","), score.replace(".", "")
        fields.error(
            f"the score of node {quoted(id)}: {score} may be {decimal} or {whole}, as "
            "other numbers have decimal commas; write it as one of these; kept as an open node",
            node=id,
            line=table.line(row),
        )

    fields.each(np.flatnonzero(is_odd).tolist(), note)
    values = [cell.replace(",", ".") if _DECIMAL.fullmatch(cell) else cell for cell in scores.values]
    is_open = is_odd & ~players.has
    return {
        "score": Column(np.where(is_odd, np.int32(-1), scores.codes), values),
        "open": Column(np.where(is_open, np.int32(len(opens.values)), opens.codes), [*opens.values, "true"]),
    }


# ---- writing


def write(graph: GameGraph, *, delimiter: str = ",") -> str:
    """Both tables as one text, moves first, with a blank line between."""
    return "\n".join(write_both(graph, delimiter=delimiter))


def write_both(graph: GameGraph, *, delimiter: str = ",") -> tuple[str, str]:
    """The table of moves and the table of nodes.

    Raises
    ------
    FormatError
        If an id has a null character.
    """
    refuse_null(graph.ids, "CSV")
    titles, rows = move_rows(graph)
    keys = node_keys(graph, _is_column)
    nodes = ([_text(record.get(key)) for key in keys] for record in node_rows(graph))
    return table_text(titles, rows, delimiter), table_text(keys, nodes, delimiter)


def move_rows(graph: GameGraph) -> tuple[list[str], Iterator[list[str]]]:
    """The titles and rows of a table of moves."""
    names = graph.move_names
    if not names:
        return ["from", "to"], ([*move] for move in graph.moves)
    return ["from", "to", "label"], ([*move, names.get(move, "")] for move in graph.moves)


def node_keys(graph: GameGraph, is_column: Callable[[str], bool]) -> list[str]:
    """The titles of a table of nodes: those of the model, then further keys that can be columns."""
    others = dict.fromkeys(key for extra in graph.columns.extras.values() for key in extra)
    stated = [CONVENTION] if graph.convention is Convention.NEGAMAX and IS_INNER[graph.columns.kinds].any() else []
    return [
        *NODE_COLUMNS,
        *stated,
        *(key for key in others if key not in (*NODE_COLUMNS, CONVENTION) and is_column(key)),
    ]


def node_rows(graph: GameGraph) -> Iterator[dict[str, Any]]:
    """The nodes as a table of nodes has them; the first says what the convention is."""
    for number, node in enumerate(graph.nodes):
        record = node_record(node) if number else {CONVENTION: str(graph.convention), **node_record(node)}
        yield record | {"root": True} if node.id == graph.root else record


def table_text(titles: Sequence[str], rows: Iterable[Sequence[str]], delimiter: str) -> str:
    """The rows under their titles; cells are in quotes where they have to be."""
    lines = (delimiter.join(map(_cell, row)) + "\n" for row in chain([titles], rows))
    return "".join(lines)


def _cell(text: str) -> str:
    return text if _BARE.fullmatch(text) else '"' + text.replace('"', '""') + '"'


def _is_column(key: str) -> bool:
    """Whether a column of this name comes back as it is."""
    return key == key.strip() != "" and "\0" not in key and not is_known_column(key)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).replace("\0", "\ufffd") if isinstance(value, str | int | float) else ""


FORMAT = Format(
    name="csv",
    title="CSV of moves and nodes (.csv)",
    suffixes=(".csv",),
    read=read,
    write=write,
    cannot_carry=CANNOT_CARRY,
    recognises=bool,
    pair=Pair(".nodes", write_both),
    rank=41,
)
