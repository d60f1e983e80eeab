"""Nodes as records that name their successors, by id or in a list, or that name their parent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard

from explorer.formats.move_table import BLANKS
from explorer.intake import Assembled, Intake
from explorer.intake.cells import column_of
from explorer.intake.tables import Table, assemble_tables, moves_to_parents, parent_title
from explorer.model.errors import quoted

_CHILDREN = ("children", "successors", "moves", "neighbors", "neighbours")
_OF_GRAPHS = ("moves", "edges", "links", "format")
_TOP = ("directed", "multigraph", "graph", "nodes")

FACTS = {  # keys beside the moves of dictionaries with values of nodes, and the key of a node for each
    **{word: key for key in ("player", "owner", "label") for word in (key, f"{key}s")},
    **dict.fromkeys(("score", "scores", "value", "values", "payoff", "payoffs", "utility", "utilities"), "score"),
}

Records = Sequence[Mapping[str, Any]]


def records_in(data: object) -> Records | None:
    """Return the records in a list, an object by ids, or its list `nodes`; None if there are none.

    A record has a list of the ids of its successors, or the id of its parent.
    """
    if isinstance(data, Mapping) and "nodes" in data:
        return None if any(key in data for key in _OF_GRAPHS) else records_in(data["nodes"])
    if isinstance(data, Mapping) and all(isinstance(record, Mapping) for record in data.values()):
        has_ids = any(map(_lists_ids, data.values()))
        return [{"id": id, **record} for id, record in data.items()] if has_ids else None
    return data if _are_records(data) else None


def _are_records(data: object) -> TypeGuard[Records]:
    if not isinstance(data, list | tuple) or not all(isinstance(record, Mapping) for record in data):
        return False
    has_parents = len(data) > 1 and all("id" in record for record in data) and parent_title(data[0]) is not None
    return has_parents or any("id" in record and _lists_ids(record) for record in data)


def _lists_ids(record: Mapping[str, Any]) -> bool:
    """Return whether a record lists ids and no records within it."""
    lists = [record[key] for key in _CHILDREN if key in record]
    return any(isinstance(ids, list | tuple) and not any(isinstance(id, Mapping) for id in ids) for ids in lists)


def assemble_records(records: Records, data: object) -> Assembled:
    """Read records as a graph.

    Parameters
    ----------
    data : of which they are part; further keys beside a list `nodes` are attributes of the graph as a whole.
    """
    top = {key: value for key, value in data.items() if key not in _TOP} if _has_nodes(data) else {}
    intake = Intake(is_table=True, blanks=BLANKS)
    if (title := parent_title(records[0])) is not None and not any(map(_lists_ids, records)):
        keys = dict.fromkeys(key for record in records for key in record)
        columns = {key: column_of([record.get(key) for record in records]) for key in keys}
        moves, nodes = moves_to_parents(Table(columns, lambda row: None), title, intake.fields)
        return assemble_tables(moves, nodes, intake, top)
    for record in records:
        intake.node({key: value for key, value in record.items() if key not in _CHILDREN})
    for record in records:
        _take_successors(record, intake)
    return intake.finish(top)


def _has_nodes(data: object) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(data, Mapping) and isinstance(data.get("nodes"), list | tuple)


def _take_successors(record: Mapping[str, Any], intake: Intake) -> None:
    for key in (key for key in _CHILDREN if record.get(key) is not None):
        if isinstance(record[key], list | tuple):
            for successor in record[key]:
                intake.move(record["id"], successor)
        else:
            of = f"the {key} of node {quoted(record['id'])}"
            intake.fields.error(f"{of} must be a list of ids, got {quoted(record[key])}; left out")


def facts_beside(data: Mapping[Any, Any]) -> dict[str, Mapping[Any, Any]]:
    """Return the dictionaries, such as scores by node id, that stand beside the moves of a graph."""
    return {key: data[key] for key in FACTS if isinstance(data.get(key), Mapping) and _has_no_collections(data[key])}


def _has_no_collections(values: Mapping[Any, Any]) -> bool:
    return bool(values) and not any(isinstance(value, Mapping | list | tuple) for value in values.values())


def take_facts(facts: Mapping[str, Mapping[Any, Any]], intake: Intake) -> None:
    """Hand dictionaries with values of nodes to an intake that has all nodes and moves."""
    for name, values in facts.items():
        intake.facts(FACTS[name], values, name)
