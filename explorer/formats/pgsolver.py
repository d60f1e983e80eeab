"""Parity games of PGSolver and Oink (.pg, .gm), read and written as graphs whose nodes have owners.

    parity 4;
    start 0;
    0 6 1 4,2 "Africa";

says that the highest identifier is 4, that play starts in 0 (both lines may be missing), and that node 0 has priority
6, belongs to player 1, has moves to 4 and 2, and is called Africa (PGSolver's manual, "Specifying Parity Games").

Reading: player 0 is Max, player 1 is Min; the identifier is the id, and the label is the name and the priority as
PGSolver draws them, "Africa: 6".  The priority is kept under the key `priority` and comes back.  Who wins by the parity
of what is seen for ever is not asked here: a play without end is worth what the user says.

Writing: a parity game has no leaves and no scores.  A graph without priorities is written as the game "can Max get more
than 0, when endless play is worth 0": an inner node has priority 1, and a leaf is a node with a move to itself, with
priority 2 if its score is above 0 and 1 if not.  Player 0 wins exactly the nodes whose score is above 0.  Nodes that
have the key `priority` keep theirs.  Identifiers are the ids if these are numbers, or else the indices of the nodes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from explorer.formats.format import Format
from explorer.formats.rows import but, first_with, joined, text_of
from explorer.formats.runs import cells_of, unless_odd, with_line_feeds
from explorer.model import plain
from explorer.model.arrow import fits_int64, in_arrow, in_numpy, texts_in_arrow
from explorer.model.assemble import Assembled
from explorer.model.builder import MAX_NODES, GraphBuilder
from explorer.model.check import NO_ROOT, check, errors_in
from explorer.model.columns import LEAF, MIN, OPEN, NodeColumns, compressed_rows
from explorer.model.errors import FormatError, quoted
from explorer.model.extras import Extras
from explorer.model.fields import FieldReader
from explorer.model.graph import Convention, GameGraph
from explorer.model.views import Cells, Picked, fit_arrow, in_column, names_of, numbered_ids

NOT_OURS = (
    "the priorities are kept as labels but not evaluated: a parity game is won by the highest priority that recurs for "
    "ever, while here a play without end is worth what you say; solve the parity game itself with PGSolver or Oink"
)
_UNFINISHED, _WON = 1, 2  # priorities of nodes that have none of their own
_MOST = 10**20 - 1  # the highest priority that is read

_STATEMENT = re.compile(r'([^;"]*+(?>(?:"[^"]*+"[^;"]*+)*))(;|"|$)')
_NODE = re.compile(r'(\d{1,20})\s+(\d{1,20})\s+([01])(?:\s+(\d{1,20}(?>(?:\s*,\s*\d{1,20})*)))?\s*+(?:"([^"]*)")?')
_HEADER = re.compile(r"(parity|start)\s+(\d{1,20})")
_OPEN_HEADER = re.compile(r"((?:parity|start)\s+\d{1,20})\s+(?=\d|parity|start)")
_BEGINS = re.compile(
    r'(?:(?:parity|start)\s+\d+\s*(?:;|\s(?=\d))|(?:(?:parity|start)\s+\d+|\d+\s+\d+\s+[01]\s+\d+(?>(?:\s*,\s*\d+)*)\s*+(?:"[^"]*")?)\s*;)'
)
_NUMBER = "(?:0|[1-9][0-9]{0,8})"
_PLAIN_HEAD = re.compile(r"(?:parity \d{1,20};\n)?(?:start (?P<start>\d{1,20});\n)?", re.ASCII)
_PLAIN_NAME = r'(?: "([^"\x00-\x1f]*)")?'
_PLAIN_NODE = re.compile(rf"({_NUMBER}) ([0-9]{{1,18}}) ([01]) ({_NUMBER}(?>(?:,{_NUMBER})*)){_PLAIN_NAME};\n")
_NO_NUMBER, _CONTROL = r"^$|[^0-9]|^0.|..........", r"[\x00-\x1f\x7f]"  # in the syntax of RE2, too


def read(text: str, companion: str | None = None) -> Assembled:
    """The good part of a parity game as a graph, and its problems.

    Raises
    ------
    FormatError
        If no statement of it describes a node.
    """
    if (plainly := _plain(text)) is not None:
        return plainly
    builder = GraphBuilder()
    moves: dict[str, list[tuple[str, int]]] = {}  # targets with their lines, by source
    start = None
    for line, statement in _statements(text, builder):
        header = _HEADER.fullmatch(statement)
        node = _NODE.fullmatch(statement)
        if header is not None:
            start = str(int(header[2])) if header[1] == "start" else start
        elif node is not None:
            id = str(int(node[1]))
            builder.add_node(_record(id, int(node[2]), node[3], node[5]), line=line)
            targets = re.findall(r"\d+", node[4] or "")
            moves.setdefault(id, [(str(int(word)), line) for word in targets])  # those of a second node go with it
        else:
            _refuse(statement, line, builder)
    if not moves:
        raise FormatError('not a parity game: expected nodes such as 0 6 1 4,2 "Africa"; got none')
    for source, targets in moves.items():
        for target, line in targets:
            builder.add_move(source, target, line=line)
    builder.fields.warn(NOT_OURS)
    return builder.finish(root=start or next(iter(moves)))


@unless_odd
def _plain(text: str) -> Assembled | None:
    """The graph of a large game, a line a node, of which nothing is odd; None of any other."""
    import pyarrow as pa
    import pyarrow.compute as pc

    text = with_line_feeds(text).removesuffix("\n") + "\n"
    head = _PLAIN_HEAD.match(text)
    if text.count("\n") < plain.LARGE or head is None:
        return None
    ids, priorities, owners, successors, names = cells_of(_PLAIN_NODE, [text[head.end() :]])
    numbers = priorities.cast(pa.int64())
    nothing, mark = texts_in_arrow(["", ": "])
    shown = pc.binary_join_element_wise(
        pc.if_else(pc.equal(names, nothing), ids, names), numbers.cast(pa.string()), mark
    )
    targets = pc.split_pattern(successors, ",")
    degrees = in_numpy(pc.list_value_length(targets).combine_chunks(), 0)
    owners_of_moves = np.repeat(np.arange(len(ids)), degrees)
    first, fields = text.count("\n", 0, head.end()) + 1, FieldReader()
    fields.warn(NOT_OURS)
    tables = plain.PlainTables(
        sources=ids.take(in_arrow(owners_of_moves)),
        targets=pc.list_flatten(targets),
        nodes={"id": ids, "player": owners, "label": shown},
        lines=range(first, first + len(ids)),
        move_lines=plain.Lines(lambda: iter((owners_of_moves + first).tolist())),
        root=str(ids[0].as_py() if head["start"] is None else int(head["start"])),
        extras=Extras({"priority": numbers.combine_chunks()}),
    )
    return plain.assemble_plain(tables, fields)


def _statements(text: str, builder: GraphBuilder) -> Iterator[tuple[int, str]]:
    """The statements without their semicolons, and the line on which each begins."""
    line = 1
    for match in _STATEMENT.finditer(text.replace("\r\n", "\n").replace("\r", "\n")):
        body = match[1]
        statement = body.strip()
        begin = line + body[: len(body) - len(body.lstrip())].count("\n")
        line += match[0].count("\n")
        if match[2] == '"':
            builder.fields.error('a name in double quotes is not closed; the rest was left out, add a "', line=begin)
            return
        if match[2] == "" and statement:
            builder.fields.error(f"a semicolon is missing after {quoted(statement)}; it was left out", line=begin)
        elif statement:
            yield from _with_closed_headers(statement, begin, builder)


def _with_closed_headers(statement: str, line: int, builder: GraphBuilder) -> Iterator[tuple[int, str]]:
    """The statements in one, each with its line: a header whose semicolon is missing takes the next with it."""
    while (header := _OPEN_HEADER.match(statement)) is not None:
        builder.fields.warn(f"the header {quoted(header[1])} lacks its semicolon; read as if it were there", line=line)
        yield line, header[1]
        line += header[0].count("\n")
        statement = statement[header.end() :]
    yield line, statement


def _refuse(statement: str, line: int, builder: GraphBuilder) -> None:
    got = quoted(statement)
    builder.fields.error(
        f'expected identifier, priority, owner 0 or 1, successors and perhaps a name (0 6 1 4,2 "Africa";), got {got}; '
        "it was left out",
        line=line,
    )


def _record(id: str, priority: int, owner: str, name: str | None) -> dict[str, object]:
    player = "max" if owner == "0" else "min"
    return {"id": id, "player": player, "label": f"{name or id}: {priority}", "priority": priority}


# ---- writing


def write(graph: GameGraph) -> str:
    """The graph as a parity game.

    Raises
    ------
    FormatError
        If the graph is negamax, has open nodes, no nodes, or errors.
    """
    _require_parity_game(graph)
    links, count = graph.links, len(graph.columns)
    numbers, most = _numbers(graph.columns.ids)
    ends = np.flatnonzero(np.diff(links.forward.indptr) == 0).astype(np.int32)
    moves = compressed_rows(np.append(links.sources, ends), np.append(links.targets, ends), count)
    start = "" if graph.root is None or graph.root_index == 0 else f"start {numbers[graph.root_index]};\n"
    priorities, owners = _priorities(graph.columns), (graph.columns.kinds == MIN).astype(np.int8)
    names = _names(graph.columns, numbers, priorities)
    parts = numbers, " ", priorities, " ", owners, " ", joined(numbers, moves, ","), names, ";\n"
    return f"parity {most};\n{start}{text_of(count, *parts)}"


def _require_parity_game(graph: GameGraph) -> None:
    if not graph.nodes:
        raise FormatError("a parity game has at least one node; add one")
    if graph.convention is Convention.NEGAMAX:
        raise FormatError("the nodes of a parity game have owners, those of a negamax graph have none; make it minimax")
    wrong = next((problem for problem in errors_in(check(graph)) if problem.message != NO_ROOT), None)
    if wrong is not None:
        raise FormatError(f"a parity game must be finished, but {wrong.message}")
    unknown = np.flatnonzero(graph.columns.kinds == OPEN)
    if len(unknown):
        raise FormatError(
            f"nothing is known of the open node {quoted(graph.columns.ids[unknown[0]])}; give it moves or a score, "
            "then save again"
        )


def _numbers(ids: Sequence[str]) -> tuple[Sequence[str], int]:
    """The identifier of each node, by index, and the highest: the ids, if they are numbers that are not too high."""
    if first_with(ids, _NO_NUMBER) is None:
        most = int(in_numpy(ids.column.cast("int64"), 0).max()) if isinstance(ids, Cells) else max(map(int, ids))
        if most < MAX_NODES:
            return ids, most
    return numbered_ids(("", len(ids))), len(ids) - 1


def _priorities(columns: NodeColumns) -> Picked[str]:
    """The priority of each node: that of its score, or else its own, if it has one that can be read again."""
    extras, is_inner = columns.extras, columns.kinds != LEAF
    is_won = np.array([score > 0 for score in (*columns.scale, 0)])[columns.ranks]
    found = np.where(~is_inner & is_won, _WON, _UNFINISHED)
    if isinstance(extras, Extras) and ((own := extras.columns.get("priority")) is None or fits_int64(own.type)):
        numbers = np.full(len(columns), -1) if own is None else in_numpy(own.cast("int64"), -1)
        found, extras = np.where(is_inner & (numbers >= 0), numbers, found), {}
    known, codes = np.unique(found, return_inverse=True)
    others = {
        index: str(extra["priority"]) for index, extra in extras.items() if is_inner[index] and _is_priority(extra)
    }
    return but(Picked([*map(str, known.tolist())], codes), others)


def _is_priority(extra: Mapping[str, Any]) -> bool:
    own = extra.get("priority")
    return isinstance(own, int) and not isinstance(own, bool) and 0 <= own <= _MOST


def _names(columns: NodeColumns, numbers: Sequence[str], priorities: Picked[str]) -> Sequence[str]:
    """The name of each node as it is written, "" where it is called as its number."""
    names = names_of(columns)
    if len(names) < plain.LARGE or not fit_arrow(names):
        return [*map(_name, names, numbers, priorities)]
    import pyarrow.compute as pc

    empty, before, quote, begin = texts_in_arrow(["", ": ", '"', ' "'])
    column = in_column(names)
    short = pc.replace_substring_regex(column, ": [0-9]+$", "")
    has_priority = pc.equal(pc.binary_join_element_wise(short, in_column(priorities), before), column)
    column = pc.if_else(pc.and_(has_priority, pc.not_equal(short, empty)), short, column)
    shown = pc.replace_substring_regex(pc.replace_substring(column, '"', "'"), _CONTROL, " ")
    written = pc.binary_join_element_wise(begin, shown, quote, empty)
    return Cells(pc.if_else(pc.equal(shown, in_column(numbers)), empty, written))


def _name(name: str, number: str, priority: str) -> str:
    shown = re.sub(_CONTROL, " ", (name.removesuffix(f": {priority}") or name).replace('"', "'"))
    return "" if shown == number else f' "{shown}"'


FORMAT = Format(
    name="pgsolver",
    title="Parity game of PGSolver or Oink (.pg, .gm)",
    suffixes=(".pg", ".gm"),
    read=read,
    write=write,
    cannot_carry=(
        "scores: it is written as the game whether Max gets more than 0, with leaves that loop on themselves; ids that "
        "are not numbers, positions, the name and description, known answers, other keys than priority.  Negamax "
        "graphs and open nodes are refused."
    ),
    recognises=lambda text: _BEGINS.match(text) is not None,
    rank=37,
)
