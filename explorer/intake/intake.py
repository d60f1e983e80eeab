"""Collector of nodes and moves, from which it makes the graph and all problems, whatever the format.

A record has the keys of `.game.json`, with values as they stand in the file (text will do for scores and positions);
other keys are kept as they are.  Of the attributes of a move `label` (or `name`) is its name, `progress` its mark
and `order` its place among all moves; others are left out with one warning.  Attributes of the graph as a whole go to
`finish`, other keys again kept.  A reader notes the problems that it finds itself in `intake.fields`, by `error` and
`warn`; it raises a `FormatError` for a file of another kind.  Tables hand in whole columns instead, by `node_columns`
and `move_columns`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.intake.cells import (
    EMPTY_WORDS,
    NO_CELL,
    Column,
    FieldReader,
    NodeTable,
    as_id,
    column_of,
    empty_column,
    identity,
    is_empty,
    is_marked,
    is_nan,
    python_value,
    with_gaps,
    with_shared_values,
)
from explorer.intake.memory import require_memory
from explorer.intake.moves import IdIndex, MoveTable
from explorer.intake.nodes import (
    SCORES,
    StatedKinds,
    fitting_kinds,
    labels_of,
    points_of,
    read_kinds,
    take_known_scores,
    take_scores,
)
from explorer.intake.players import OWNER, require_no_chance, take_players
from explorer.intake.readings import (
    ONLY_ENDLESS,
    Assembled,
    Levels,
    chosen_root,
    condition_warnings,
    read_turns,
    root_of,
)
from explorer.model.board_json import BOARD, board_problem
from explorer.model.check import NO_ROOT, check, unfinished_in
from explorer.model.columns import IS_INNER, MoveColumns, NodeColumns
from explorer.model.errors import OptionError, SizeError, quoted
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Range, parse_range
from explorer.model.work_limits import work_limits

MAX_NODES = 20_000_000
MAX_MOVES = 50_000_000
NODE_KEYS = ("id", "player", "score", "open", "label", "x", "y")
TOP_KEYS = frozenset(
    ("format", "version", "name", "description", "convention", "root", "range", "nodes", "moves", "expected")
)

CONVENTION = "convention"  # key of a node of a table under which the convention of the graph stands
_LOOKED_AT = (*NODE_KEYS[1:], OWNER, *SCORES, "root", CONVENTION)
_KNOWN = {*NODE_KEYS, "root", *TOP_KEYS}
RECORD = 700  # bytes of a node or move that was read by itself
_BETWEEN_LOOKS = 100_000  # nodes or moves

LineOf = Callable[[int], int | None]
"""Function from a row to its line, if it has one."""


class Intake:
    """Collector of nodes and moves; bad content is noted as a `Problem`, and the rest is kept.

    Only a graph past `MAX_NODES` or `MAX_MOVES` raises a `FormatError`.

    Parameters
    ----------
    convention : as the input gives it; None to tell it from the nodes.
    blanks : keys of nodes under which the words `EMPTY_WORDS` stand for nothing.
    is_own : whether it is of a format of this program, in which an empty text or null under a key of the model has
        a meaning, each node states its kind, and a score stands under `score` alone.
    is_table : whether ends of moves that are no nodes become nodes, and a mark under `root` makes a node the root.
    levels : whether levels may alternate where no node names a player; else such a graph is negamax.
    """

    def __init__(
        self,
        convention: object = None,
        *,
        blanks: Collection[str] = (),
        is_own: bool = False,
        is_table: bool = False,
        levels: bool = True,
    ) -> None:
        self.fields = FieldReader()
        self._blanks = blanks
        self._is_own = is_own
        self._is_table = is_table
        self._levels = levels
        self._convention: Convention | None = None
        self._records: list[Mapping[str, Any]] = []
        self._columns: Mapping[str, Column] = {}
        self._lines: list[int | None] = []
        self._line: LineOf = self._lines.__getitem__
        self._ends: list[object] = []
        self._end_columns: tuple[Column, Column] | None = None
        self._move_lines: list[int | None] = []
        self._move_line: LineOf = self._move_lines.__getitem__
        self._attributes: dict[int, Mapping[str, Any]] = {}
        self.take_convention(convention)

    # ---- for readers

    def take_convention(self, value: object) -> None:
        """Set the convention of the graph, minimax or negamax; None lets the nodes decide it."""
        if value is None:
            return
        try:
            self._convention = Convention(str(value))
        except ValueError:
            self.fields.error(f"the convention must be minimax or negamax, got {quoted(value)}; guessed from nodes")

    def node(self, record: Mapping[str, Any], line: int | None = None) -> None:
        """Take a node with the keys of `.game.json`; other keys are kept.  A reader may fill it later."""
        if len(self._records) % _BETWEEN_LOOKS == 0:
            _require_room(len(self._records) + 1, MAX_NODES, "nodes")
        self._records.append(record)
        self._lines.append(line)

    def move(
        self, source: object, target: object, attributes: Mapping[str, Any] | None = None, line: int | None = None
    ) -> None:
        """Take a move with its attributes, which a reader may fill later."""
        count = len(self._move_lines)
        if count % _BETWEEN_LOOKS == 0:
            _require_room(count + 1, MAX_MOVES, "moves")
        self._ends += (source, target)
        self._move_lines.append(line)
        if attributes is not None:
            self._attributes[count] = attributes

    def facts(self, key: str, values: Mapping[Any, Any], name: str) -> None:
        """Take the values of nodes under a key, by id; ends of moves become nodes if they are none yet.

        Parameters
        ----------
        name : of the values, for an error about an id that is no node.
        """
        known = {as_id(record.get("id")): index for index, record in enumerate(self._records)}
        for end in map(as_id, self._ends):
            if isinstance(end, str) and end not in known:
                known[end] = len(self._records)
                self.node({"id": end})
        for id, value in values.items():
            if (index := known.get(as_id(identity(id)))) is None:
                self.fields.error(f"{name} has {quoted(id)}, which is no node of the graph; left out")
            else:
                self._records[index] = {key: value, **self._records[index]}

    def node_columns(self, columns: Mapping[str, Column], line: LineOf = lambda row: None) -> None:
        """Take all nodes at once, a column for each key."""
        _require_room(max((len(column.codes) for column in columns.values()), default=0), MAX_NODES, "nodes")
        self._columns, self._line = columns, line

    def move_columns(
        self,
        sources: Column,
        targets: Column,
        attributes: Mapping[str, Column] | None = None,
        line: LineOf = lambda row: None,
    ) -> None:
        """Take all moves at once, with columns of their attributes."""
        _require_room(len(sources.codes), MAX_MOVES, "moves")
        rows: dict[int, dict[str, Any]] = {}
        for key, column in (attributes or {}).items():
            for row in np.flatnonzero(column.has).tolist():
                rows.setdefault(row, {})[key] = column.cell(row)
        self._end_columns, self._attributes, self._move_line = (sources, targets), dict(rows), line

    # ---- the graph

    def finish(self, top: Mapping[Any, Any] | None = None, *, infers_root: bool = True) -> Assembled:
        """Return the graph of all nodes and moves so far, with all problems, those of `check` included.

        Parameters
        ----------
        top : attributes of the graph as a whole, by the keys of `.game.json`; other keys are kept.
        infers_root : whether a root is chosen where none is given or marked.
        """
        top = dict(top or {}) if self._is_own else without_nulls(top or {})
        self.take_convention(top.get("convention"))
        own, ends = self._ids_and_ends()
        known = IdIndex(own.values)
        ids, rows = self._good_nodes(own, known)
        has_nodes = bool(ids)
        taken = MoveTable(ends, self._attributes, self._move_line, self.fields)
        moves = taken.between(ids, known, adds_ends=self._is_table)
        _require_room(len(ids), MAX_NODES, "nodes")
        _require_room(len(moves.sources), MAX_MOVES, "moves")
        table = self._node_table(ids, np.append(rows, np.full(len(ids) - len(rows), NO_CELL)), moves)
        table.reported_ids |= taken.incomplete
        given = chosen_root(top.get("root"))
        root = root_of(self._marked_root(table) if given is None else given, table, moves, infers=infers_root)
        stated_kinds = read_kinds(table)
        self._note_conditions(taken, table, stated_kinds)
        is_plain = not (self._is_own or stated_kinds.are_stated.any()) and (
            self._convention is None or (self._is_table and not has_nodes)
        )
        levels = Levels(moves, None if root is None else ids.index(root), self._levels)
        kinds, convention = read_turns(table, stated_kinds, levels, self._convention, is_plain=is_plain)
        kinds = fitting_kinds(table, kinds, stated_kinds.have_player, convention)
        labels, points = labels_of(table), points_of(table)
        nodes = NodeColumns(tuple(ids), kinds, stated_kinds.ranks, stated_kinds.scale, labels, points, table.extras)
        about = self._graph_attributes(top) | {"root": root, "convention": convention}
        about |= {"move_names": taken.names, "progress": frozenset(taken.progress)}
        return self._with_check(GameGraph.from_columns(nodes, replace(moves, ids=nodes.ids), **about), table, given)

    def _ids_and_ends(self) -> tuple[Column, Column]:
        """Return the cells of the ids of nodes, and those of the ends of moves in turn; both share their values."""
        if self._end_columns is None:
            both = column_of([*(record.get("id") for record in self._records), *self._ends])
            count = len(self._records)
            return Column(both.codes[:count], both.values), Column(both.codes[count:], both.values)
        sources, targets = self._end_columns
        rows = max((len(column.codes) for column in self._columns.values()), default=0)
        own = self._columns.get("id", Column(np.full(rows, NO_CELL, np.int32), sources.values))
        own, sources, targets = with_shared_values(own, sources, targets)
        return own, Column(np.column_stack((sources.codes, targets.codes)).ravel(), sources.values)

    def _good_nodes(self, own: Column, known: IdIndex) -> tuple[list[str], NDArray[np.int64]]:
        """Return the ids of the nodes that are kept, and the rows of the input that describe them."""
        codes = known.of_cells[own.codes]
        odd = np.flatnonzero(codes == NO_CELL).tolist()
        self.fields.each(odd, lambda row: self.fields.id(own.cell(row), "the id of a node", self._line(row)))
        rows = np.flatnonzero(codes != NO_CELL)
        _, firsts = np.unique(codes[rows], return_index=True)
        is_first = np.zeros(len(rows), np.bool_)
        is_first[firsts] = True

        def note(row: int) -> None:
            id = known.texts[codes[row]]
            message = f"two nodes have the id {quoted(id)}; the second was left out, rename it"
            self.fields.error(message, node=id, line=self._line(row))

        self.fields.each(rows[~is_first].tolist(), note)
        rows = rows[is_first]
        known.nodes[codes[rows]] = np.arange(len(rows))
        return [*map(known.texts.__getitem__, codes[rows].tolist())], rows

    def _node_table(self, ids: list[str], rows: NDArray[np.int64], moves: MoveColumns) -> NodeTable:
        """Return the table of the nodes with these ids, from their rows; -1 is a node without one."""
        has_moves = np.zeros(len(ids), np.bool_)
        has_moves[moves.sources] = True
        cells = {key: self._column_of_key(key).at(rows) for key in _LOOKED_AT}
        columns = {key: column for key, column in cells.items() if column.has.any()}
        extras = {index: extra for index, extra in self._extra_values(rows) if extra}
        line = self._line
        table = NodeTable(
            ids,
            columns,
            extras,
            has_moves,
            lambda at: None if rows[at] < 0 else line(int(rows[at])),
            self.fields,
            set(),
        )
        if self._is_table and self._convention is None and CONVENTION in columns:
            self.take_convention(columns[CONVENTION].values[0])
        if self._convention is not Convention.NEGAMAX:
            take_players(table)
        if not self._is_own:
            take_scores(table)
        take_known_scores(table, is_drawing=self._is_own)
        return table

    def _column_of_key(self, key: str) -> Column:
        """Return the column of nodes under a key."""
        if self._columns:
            column = self._columns.get(key, empty_column(len(next(iter(self._columns.values())).codes)))
        else:
            column = column_of([record.get(key) for record in self._records])
        column = Column(column.codes, [*map(python_value, column.values)])
        if self._is_own:
            return column
        return with_gaps(column, is_blank if key in self._blanks else is_empty)

    def _extra_values(self, rows: NDArray[np.int64]) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the further keys and values of nodes, by index."""
        known = {*NODE_KEYS, "root", CONVENTION} if self._is_table else {*NODE_KEYS}
        columns = {key: column for key, column in self._columns.items() if key not in known}
        for index, row in enumerate(rows.tolist() if columns or self._records else ()):
            if row < 0:
                continue
            record = _record_at(columns, row) if columns else self._records[row]
            if not record.keys() <= known:
                more = {str(key): python_value(value) for key, value in record.items() if key not in known}
                yield index, more if self._is_own else without_nulls(more)

    def _marked_root(self, table: NodeTable) -> str | None:
        """Return the first node that is marked as root; None if there is none."""
        if not self._is_table:
            return None
        are_marked = table.column("root").mapped(is_marked, False, np.bool_)
        marked = [table.ids[row] for row in np.flatnonzero(are_marked).tolist()]
        if len(marked) > 1:
            self.fields.error(f"{len(marked)} nodes are marked as root; took the first, {quoted(marked[0])}")
        return marked[0] if marked else None

    def _note_conditions(self, moves: MoveTable, table: NodeTable, stated_kinds: StatedKinds) -> None:
        """Note the conditions of winning that are not evaluated; refuse chance."""
        require_no_chance(moves, table, stated_kinds.are_missing, self._records)
        for sentence in condition_warnings(table.extras.values(), moves.attributes.values()):
            self.fields.warn(sentence, is_grave=True)

    def _graph_attributes(self, top: Mapping[str, Any]) -> dict[str, Any]:
        """Return the attributes of the graph as a whole, but for root and convention."""
        return {
            "name": self.fields.text(top.get("name"), "the name of the graph"),
            "description": self.fields.text(top.get("description"), "the description of the graph"),
            "expected": self.fields.mapping(top.get("expected"), "expected"),
            "extra": {key: value for key, value in top.items() if key not in TOP_KEYS},
            "score_range": self._score_range(top.get("range")),
        }

    def _score_range(self, value: object) -> Range | None:
        """Return the least and the largest score that a leaf can have, if they are given."""
        if value is None:
            return None
        try:
            return parse_range(value)
        except OptionError as error:
            self.fields.error(f"the range of scores: {error}; it was left out")
            return None

    def _with_check(self, graph: GameGraph, table: NodeTable, root: object) -> Assembled:
        """Return the graph with all problems, of which those from `check` get their lines."""
        is_guessed = any(problem.other for problem in self.fields.problems)
        for problem in check(graph, reported_ids={id for id in table.reported_ids if id in graph.index}):
            if (root is not None and problem.message == NO_ROOT) or (problem.other and is_guessed):
                continue
            line = None if problem.node is None else table.line(table.ids.index(problem.node))
            self.fields.note(problem if line is None else replace(problem, line=line))
        if BOARD in graph.extra and (odd := board_problem(graph.extra[BOARD], graph.nodes)):
            self.fields.warn(odd)
        if len(kinds := graph.columns.kinds) and IS_INNER[kinds].all() and not unfinished_in(graph):
            self.fields.warn(ONLY_ENDLESS, is_grave=True)
        return Assembled(graph, tuple(self.fields.problems))


def _record_at(columns: Mapping[str, Column], row: int) -> dict[str, Any]:
    """Return one row of columns as a record: its value under each key."""
    codes = {key: column.codes[row] for key, column in columns.items()}
    return {key: columns[key].values[code] for key, code in codes.items() if code >= 0}


def is_blank(cell: object) -> bool:
    """Return whether a cell is empty, or holds a word that stands for nothing."""
    return is_empty(cell) or (isinstance(cell, str) and cell in EMPTY_WORDS)


def without_nulls(record: Mapping[Any, Any]) -> dict[str, Any]:
    """Return the record without empty values under keys of the model; of other values only NaN goes."""
    cells = ((str(key), python_value(value)) for key, value in record.items())
    return {key: value for key, value in cells if not (is_empty(value) if key in _KNOWN else is_nan(value))}


def _require_room(count: int, most: int, what: str) -> None:
    """Raise FormatError if there are too many nodes or moves, or would be before the next look.

    Raises
    ------
    LimitError
        If this process takes fewer from visitors.
    """
    work_limits().require_size(*((count, 0) if what == "nodes" else (0, count)))
    if count > most:
        raise SizeError(f"the graph has more than {most:,} {what}, the most that are read")
    if count >= _BETWEEN_LOOKS:
        require_memory((count + _BETWEEN_LOOKS) * RECORD, f"a graph with more than {count:,} {what}")
