"""What a user changed in the tables of nodes and moves, as orders for the stage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from explorer.model.errors import OptionError, quoted
from explorer.model.graph import Convention, GameGraph, Kind
from explorer.model.scores import format_score, parse_score, score_to_json

if TYPE_CHECKING:
    import pandas as pd

KINDS = {Kind.MAX: "Max", Kind.MIN: "Min", Kind.MOVER: "Node", Kind.LEAF: "Leaf", Kind.OPEN: "Open"}
_BY_NAME = {name: kind for kind, name in KINDS.items()}
PROBLEM = "problem"  # the column that says what is wrong in a row, where something is

Order = dict[str, Any]
Changes = Mapping[str, Any]  # as `st.data_editor` keeps them: edited_rows, added_rows, deleted_rows
Row = dict[str, Any]
Rows = dict[object, Row]  # by index in the table or, where the user added them, by what names them


@dataclass(frozen=True)
class Wrong:
    """A change of a row that cannot be made: why, the row before, and as the user has it unless it goes back."""

    sentence: str
    before: Row | None
    row: Row | None = None


@dataclass
class Found:
    """The orders that follow from some changes, and the changes that cannot be made."""

    orders: list[Order] = field(default_factory=list)
    wrong: list[Wrong] = field(default_factory=list)

    @property
    def refused(self) -> list[str]:
        """A sentence for each change that cannot be made."""
        return [each.sentence for each in self.wrong]


def kinds_of(graph: GameGraph) -> list[str]:
    """The kinds that a node of this graph may have, as the table shows them."""
    left_out = (Kind.MAX, Kind.MIN) if graph.convention is Convention.NEGAMAX else (Kind.MOVER,)
    return [name for kind, name in KINDS.items() if kind not in left_out]


def node_table(graph: GameGraph) -> pd.DataFrame:
    """The nodes as a frame, a row a node in their order: id, kind, score as text, label, root."""
    import pandas as pd

    rows = [
        (
            node.id,
            KINDS[node.kind],
            "" if node.score is None else format_score(node.score),
            node.label or "",
            node.id == graph.root,
        )
        for node in graph.nodes
    ]
    return pd.DataFrame(rows, columns=["id", "kind", "score", "label", "root"])


def move_table(graph: GameGraph) -> pd.DataFrame:
    """The moves as a frame, a row a move in the order in which a search tries them: from, to."""
    import pandas as pd

    return pd.DataFrame(list(graph.moves), columns=["from", "to"])


def rows_after(table: pd.DataFrame, changes: Changes) -> Rows:
    """The rows of a table with the user's changes; added rows that are not complete yet are left out."""
    records = enumerate(table.drop(columns=PROBLEM, errors="ignore").to_dict("records"))
    rows: Rows = {index: {str(k): v for k, v in row.items()} for index, row in records}
    for index, changed in changes.get("edited_rows", {}).items():
        rows[int(index)] |= changed
    for index in changes.get("deleted_rows", []):
        del rows[index]
    name = list(table.columns[:1] if "id" in table.columns else table.columns)
    for added in changes.get("added_rows", []):
        if all(added.get(column) for column in name):
            rows[tuple(added[column] for column in name)] = dict(added)
    return rows


# ---- nodes


def node_orders(before: Rows, after: Rows) -> Found:
    """What has to be done so that the nodes are as the rows say that the user made of others."""
    found = Found()
    for old, new in _pairs(before, after):
        if new is None:
            found.orders.append({"do": "remove", "nodes": [old["id"]]} if old else {})
        else:
            _change_node(old, new, {str(row["id"]) for row in before.values()}, found)
    return found


def _change_node(old: Row | None, row: Row, taken: set[str], found: Found) -> None:
    """Note the orders that turn one row into another, or that make a node of a new row."""
    id, before = str(row["id"] or "").strip(), None if old is None else str(old["id"])
    if id != before and (not id or id in taken):
        what = (
            f"There is already a node {quoted(id)}; choose another id." if id else f"Node {quoted(before)} needs an id."
        )
        found.wrong.append(Wrong(what, old, row))
        return
    try:
        record = _record(id, row, old or {})
    except OptionError as error:
        found.wrong.append(Wrong(f"Node {quoted(id)}: {error}.", old, row))
        return
    if before not in (None, id):
        found.orders.append({"do": "rename", "id": before, "name": id})
    found.orders.append({"do": "put", "node": record, **_kept(old, row)})
    if old is not None and old.get("root") and not row.get("root"):
        found.wrong.append(Wrong("A graph has one root; tick another node to make it the root.", old))
    if row.get("root") and not (old or {}).get("root"):
        found.orders.append({"do": "describe", "fields": {"root": id}})


def _kept(old: Row | None, row: Row) -> dict[str, list[str]]:
    """What the user did not change in a row: the browser may have something newer there."""
    columns = {"kind": ("kind", "score"), "label": ("label",)}
    kept = [
        what for what, names in columns.items() if old and all((old.get(n) or "") == (row.get(n) or "") for n in names)
    ]
    return {"keep": kept} if kept else {}


def _record(id: str, row: Row, old: Row) -> dict[str, Any]:
    """The node of a row as `.game.json` writes it; a score typed without choosing a kind makes a leaf."""
    score, kind = str(row.get("score") or ""), _BY_NAME[row.get("kind") or KINDS[Kind.OPEN]]
    if score and score != (old.get("score") or "") and row.get("kind") == old.get("kind"):
        kind = Kind.LEAF
    record: dict[str, Any] = {"id": id}
    if row.get("label"):
        record["label"] = str(row["label"])
    if kind in (Kind.MAX, Kind.MIN):
        record["player"] = str(kind)
    elif kind is Kind.LEAF:
        record["score"] = score_to_json(parse_score(score or "0"))
    elif kind is Kind.OPEN:
        record["open"] = True
    return record


# ---- moves


def move_orders(before: Rows, after: Rows) -> Found:
    """What has to be done so that the moves are as the rows say that the user made of others."""
    found = Found()
    taken = {_move(row) for row in before.values()}
    for old, new in _pairs(before, after):
        if new is None:
            found.orders.append({"do": "remove", "moves": [_move(old or {})]})
        elif _move(new) in taken:
            what = f"There is already a move from {new['from']} to {new['to']}; a graph has each move once."
            found.wrong.append(Wrong(what, old, new))
        elif old is None:
            found.orders.append({"do": "connect", "from": new["from"], "to": new["to"]})
        else:
            found.orders.append({"do": "redirect", "move": _move(old), "to": _move(new)})
    return found


def _move(row: Row) -> tuple[str, str]:
    return row["from"], row["to"]


def _pairs(before: Rows, after: Rows) -> Iterator[tuple[Row | None, Row | None]]:
    """Rows that differ, old and new; None where there is none.  An added row with another name is the same row."""
    gone, come = [key for key in before if key not in after], [key for key in after if key not in before]
    renamed = {come[0]: gone[0]} if len(gone) == len(come) == 1 else {}
    for key in gone:
        if key not in renamed.values():
            yield before[key], None
    for key, row in after.items():
        old = before.get(renamed.get(key, key))
        if old != row:
            yield old, row


# ---- what the browser has


def _filled(row: Row) -> Row:
    """The row as the document has it when the cells that a user left empty are filled."""
    filled = {key: value for key, value in row.items() if value not in (None, "", False)}
    return {"kind": KINDS[Kind.OPEN], **filled} if "id" in row else filled


def laid_over(document: pd.DataFrame, wrong: Sequence[Wrong]) -> pd.DataFrame:
    """The table with what the user wrote that cannot be, and beside it the reason; the table itself if all is right."""
    import pandas as pd

    if not wrong:
        return document
    empty = {column: False if column == "root" else "" for column in document.columns}
    rows = [{**row, PROBLEM: ""} for row in rows_after(document, {}).values()]
    names = [_name(row) for row in rows]
    for each in wrong:
        row = {**empty, **(each.row or each.before or {}), PROBLEM: f"⚠ {each.sentence}"}
        if each.before is None:
            rows.append(row)
        elif _name(each.before) in names:
            rows[names.index(_name(each.before))] = row
    return pd.DataFrame(rows, columns=[*document.columns, PROBLEM])


def _name(row: Row) -> object:
    """What tells a row from the others of its table."""
    return row["id"] if "id" in row else _move(row)


@dataclass
class Table:
    """A table as it was last given to the browser.

    What the user has changed since is laid over it there, so it must be given anew only when the document says
    something else than both.
    """

    frame: pd.DataFrame
    key: str
    choices: list[str]  # in the cells where one is chosen
    document: pd.DataFrame  # the last content of the document that the table has, too
    rows: Rows  # as the document has them once it has done what was ordered
    wrong: list[Wrong] = field(default_factory=list)
    is_outdated: bool = False  # what is wrong in it is not what it says


@dataclass
class Tables:
    """The tables of one session, by name.

    Attributes
    ----------
    outdated : the names of those that have to be given anew, once nobody is in them.
    """

    outdated: set[str] = field(default_factory=set)
    _given: dict[str, Table] = field(default_factory=dict)
    _left: set[str] = field(default_factory=set)
    _count: int = 0

    def refused(self, name: str) -> list[str]:
        """Why changes of a table could not be made, in sentences."""
        return [each.sentence for each in self._given[name].wrong] if name in self._given else []

    def leave(self, names: Iterable[str]) -> None:
        """Give tables anew in the next run, if they are outdated: nobody is in them, nor gets in until then."""
        self._left |= self.outdated.intersection(names)

    def given(self, name: str, document: pd.DataFrame, changes: Callable[[str], Changes], choices: list[str]) -> Table:
        """The table to show: the one that the browser has, as long as it is right or somebody may be in it."""
        table = self._given.get(name)
        is_right = table is not None and self._is_right(table, document, changes(table.key), choices)
        if table is None or (not is_right and name in self._left):
            table = self._given[name] = self._new(name, document, choices, [] if table is None else table.wrong)
            is_right = True
        if is_right:
            table.document = document
        self._left.discard(name)
        (self.outdated.discard if is_right else self.outdated.add)(name)
        return table

    def _new(self, name: str, document: pd.DataFrame, choices: list[str], wrong: list[Wrong]) -> Table:
        self._count += 1
        shown = laid_over(document, wrong)
        return Table(shown, f"table_{name}_{self._count}", choices, document, rows_after(document, {}), wrong)

    @staticmethod
    def _is_right(table: Table, document: pd.DataFrame, changes: Changes, choices: list[str]) -> bool:
        if table.is_outdated or choices != table.choices:
            return False
        if document.equals(table.document):
            return True
        shown = rows_after(table.frame, changes).values()
        wanted = rows_after(laid_over(document, table.wrong), {}).values()
        return [_filled(row) for row in wanted] == [_filled(row) for row in shown]

    def changed(self, name: str, changes: Changes, orders: Callable[[Rows, Rows], Found]) -> list[Order]:
        """What the change of a table orders; what cannot be is told in `refused`, and what was ordered is not again."""
        table = self._given[name]
        after = rows_after(table.frame, changes)
        found = orders(table.rows, after)
        table.wrong, table.rows = found.wrong, _ordered(after, found.wrong)
        table.is_outdated = bool(found.wrong) or PROBLEM in table.frame.columns
        return found.orders


def _ordered(after: Rows, wrong: Sequence[Wrong]) -> Rows:
    """The rows that a user has made, where one cannot be the row before."""
    before = {id(each.row): each.before for each in wrong}
    rows = {key: before.get(id(row), row) for key, row in after.items()}
    return {key: row for key, row in rows.items() if row is not None}
