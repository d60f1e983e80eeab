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
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from explorer.formats.format import Format
from explorer.formats.rows import but, first_with, joined, text_of
from explorer.formats.runs import Writing, first_rows, put_in, unless_odd
from explorer.model import plain
from explorer.model.arrow import Column, are_true, fits_int64, in_arrow, in_numpy, in_one_piece, texts_in_arrow
from explorer.model.assemble import Assembled
from explorer.model.builder import MAX_NODES, GraphBuilder
from explorer.model.check import NO_ROOT, check, errors_in
from explorer.model.columns import LEAF, MIN, OPEN, NodeColumns, compressed_rows
from explorer.model.errors import FormatError, quoted
from explorer.model.extras import Extras, columns_of
from explorer.model.fields import FieldReader
from explorer.model.graph import Convention, GameGraph
from explorer.model.numbering import require
from explorer.model.views import Cells, Picked, fit_arrow, in_column, names_of, numbered_ids

BLANKS = "\x09-\x0d\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"

NOT_OURS = (
    "the priorities are kept as labels but not evaluated: a parity game is won by the highest priority that recurs for "
    "ever, while here a play without end is worth what you say; solve the parity game itself with PGSolver or Oink"
)
_UNFINISHED, _WON = 1, 2  # priorities of nodes that have none of their own
_MOST = 10**20 - 1  # the highest priority that is read
_LONGEST_OF_64_BITS = 18  # digits of a whole number that surely fits

_BODY = r'[^;"]*+(?>(?:"[^"]*+"[^;"]*+)*)'
_STATEMENT = re.compile(rf'({_BODY})(;|"|$)')
_WHOLE = re.compile(rf"(?>(?:{_BODY};)*)\s*+")  # statements, or none
_NODE = re.compile(r'(\d{1,20})\s+(\d{1,20})\s+([01])(?:\s+(\d{1,20}(?>(?:\s*,\s*\d{1,20})*)))?\s*+(?:"([^"]*)")?')
_HEADER = re.compile(r"(parity|start)\s+(\d{1,20})")
_OPEN_HEADER = re.compile(r"((?:parity|start)\s+\d{1,20})\s+(?=\d|parity|start)")
_BEGINS = re.compile(
    r'(?:(?:parity|start)\s+\d+\s*(?:;|\s(?=\d))|(?:(?:parity|start)\s+\d+|\d+\s+\d+\s+[01]\s+\d+(?>(?:\s*,\s*\d+)*)\s*+(?:"[^"]*")?)\s*;)'
)
_NUMBER = "[0-9]{1,20}"
_BLANK = f"[{BLANKS}]"
_GAP, _SOME = f"{_BLANK}*+", f"{_BLANK}++"
_NODES = Writing(
    begin="",
    node=rf"[ \t]*+({_NUMBER}){_SOME}({_NUMBER}){_SOME}([01]){_SOME}({_NUMBER}(?>(?:{_GAP},{_GAP}{_NUMBER})*))"
    rf'(?:{_GAP}"([^"]*+)")?{_GAP};{_GAP}',
    end=rf'{_BODY}(?:"[^"]*+)?\Z',  # perhaps a statement that is not finished
    may_be_gap=lambda lines: _WHOLE.fullmatch(lines) is not None,
    most_lines=20,
    are_lines=False,
    shorter={_BLANK: '[^0-9,;"]'},
)
_NO_NUMBER, _CONTROL = r"^$|[^0-9]|^0.|..........", r"[\x00-\x1f\x7f]"  # in the syntax of RE2, too


class _Node(NamedTuple):
    """What a statement says of a node; there are commas between the successors."""

    id: str
    priority: str
    owner: str
    successors: str
    name: str


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
    for line, found in _statements(text, builder.fields):
        if isinstance(found, str):
            builder.fields.error(found, line=line)
        elif found.re is _HEADER:
            start = _start(found) or start
        else:
            node = _node(found)
            builder.add_node(_record(node), line=line)
            targets = [(target, line) for target in node.successors.split(",") if target]
            moves.setdefault(node.id, targets)  # those of a second node go with it
    if not moves:
        raise FormatError('not a parity game: expected nodes such as 0 6 1 4,2 "Africa"; got none')
    for source, targets in moves.items():
        for target, line in targets:
            builder.add_move(source, target, line=line)
    builder.fields.warn(NOT_OURS)
    return builder.finish(root=start or next(iter(moves)))


@unless_odd
def _plain(text: str) -> Assembled | None:
    """The graph of a large game, nearly all of it nodes; None if it is small, or too odd for columns."""
    run = _NODES.run_in(_with_line_feeds(text).removesuffix("\n") + "\n")
    if run is None:
        return None
    builder, root = GraphBuilder(), None
    odd: list[tuple[int, _Node]] = []
    notes: list[tuple[int, Callable[[], None]]] = []
    for line, found in _statements(run.rest, builder.fields):
        if isinstance(found, str):
            notes.append((line, partial(builder.fields.error, found, line=line)))
        elif found.re is _HEADER:
            root = _start(found) or root
        else:
            odd.append((line, _node(found)))
    cells, lines = put_in(_without_zeros(*run.nodes), run.lines, odd)
    cells, lines, again = first_rows(cells, lines)
    require({line for line, _ in notes}.isdisjoint(line for line, _ in again))  # which comes first is not known
    notes += [(line, partial(builder.note_repeated_node, id, line)) for line, id in again]
    for _, note in sorted(notes, key=itemgetter(0)):
        note()
    return plain.assemble_plain(_tables(cells, lines, root), builder.fields)


def _without_zeros(ids: Column, priorities: Column, owners: Column, successors: Column, names: Column) -> list[Column]:
    """The same columns, in which no number begins with a needless zero, with nothing but commas between successors."""
    import pyarrow.compute as pc

    bare = pc.replace_substring_regex(successors, "[^0-9,]", "")
    ids, priorities, successors = (
        pc.replace_substring_regex(words, "(^|,)0+([0-9])", r"\1\2") for words in (ids, priorities, bare)
    )
    return [ids, priorities, owners, successors, names]


def _tables(nodes: Sequence[Column], lines: Collection[int], root: str | None) -> plain.PlainTables:
    """The tables of nodes, of which there is a column for each field of `_Node`, and of their moves."""
    import pyarrow.compute as pc

    ids, priorities, owners, successors, names = nodes
    nothing, mark = texts_in_arrow(["", ": "])
    shown = pc.binary_join_element_wise(pc.if_else(pc.equal(names, nothing), ids, names), priorities, mark)
    targets = pc.split_pattern(successors, ",")
    degrees = in_numpy(in_one_piece(pc.list_value_length(targets)), 0)
    degrees = np.where(are_true(pc.equal(successors, nothing)), 0, degrees)
    targets, rows = pc.list_flatten(targets), np.repeat(np.arange(len(ids)), degrees)
    return plain.PlainTables(
        sources=ids.take(in_arrow(rows)),
        targets=targets.filter(pc.not_equal(targets, nothing)),
        nodes={"id": ids, "player": owners, "label": shown},
        lines=lines,
        move_lines=plain.Lines(lambda: iter(np.array([*lines])[rows].tolist())),
        root=ids[0].as_py() if root is None else root,
        adds_ends=False,
        extras=_with_priorities(in_one_piece(priorities)),
        notes=[NOT_OURS],
    )


def _with_priorities(words: Column) -> Extras:
    """What nodes have besides: priorities as whole numbers, or as words of these if some are past 64 bits."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if pc.max(pc.binary_length(words)).as_py() > _LONGEST_OF_64_BITS:
        return Extras({"priority": words}, written=("priority",), read=int)
    return Extras({"priority": words.cast(pa.int64())})


def _statements(text: str, fields: FieldReader) -> Iterator[tuple[int, re.Match[str] | str]]:
    """What stands in statements, with the line on which each begins: what `_HEADER` or `_NODE` finds, or an error."""
    line = 1
    for match in _STATEMENT.finditer(_with_line_feeds(text)):
        body = match[1]
        statement = body.strip()
        begin = line + body[: len(body) - len(body.lstrip())].count("\n")
        line += match[0].count("\n")
        if match[2] == '"':
            yield begin, 'a name in double quotes is not closed; the rest was left out, add a "'
            return
        if match[2] == "" and statement:
            yield begin, f"a semicolon is missing after {quoted(statement)}; it was left out"
        elif statement:
            for at, part in _with_closed_headers(statement, begin, fields):
                yield at, _HEADER.fullmatch(part) or _NODE.fullmatch(part) or _refusal(part)


def _with_line_feeds(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _with_closed_headers(statement: str, line: int, fields: FieldReader) -> Iterator[tuple[int, str]]:
    """The statements in one, each with its line: a header whose semicolon is missing takes the next with it."""
    while (header := _OPEN_HEADER.match(statement)) is not None:
        fields.warn(f"the header {quoted(header[1])} lacks its semicolon; read as if it were there", line=line)
        yield line, header[1]
        line += header[0].count("\n")
        statement = statement[header.end() :]
    yield line, statement


def _refusal(statement: str) -> str:
    got = quoted(statement)
    return (
        f'expected identifier, priority, owner 0 or 1, successors and perhaps a name (0 6 1 4,2 "Africa";), got {got}; '
        "it was left out"
    )


def _start(header: re.Match[str]) -> str | None:
    """The node in which play starts, if the header says it."""
    return str(int(header[2])) if header[1] == "start" else None


def _node(found: re.Match[str]) -> _Node:
    successors = ",".join(str(int(word)) for word in re.findall(r"\d+", found[4] or ""))
    return _Node(str(int(found[1])), str(int(found[2])), found[3], successors, found[5] or "")


def _record(node: _Node) -> dict[str, object]:
    player = "max" if node.owner == "0" else "min"
    label = f"{node.name or node.id}: {node.priority}"
    return {"id": node.id, "player": player, "label": label, "priority": int(node.priority)}


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
    further = columns_of(extras)
    if further is not None and ((own := further.get("priority")) is None or fits_int64(own.type)):
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
