"""Solved folders of solutions in memory."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import metadata
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.formats.files import FilePath
from explorer.model.columns import MAX, MIN, OPEN
from explorer.model.errors import FormatError, quoted
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score, score_to_json
from explorer.solved_folder import layout
from explorer.solved_folder.layout import BY_SOURCE, BY_TARGET, FROM, NODES, ROWS, TO
from explorer.solver import Solution
from explorer.solver.solution import ENDLESS, Scores

_PART = 4_000_000  # rows


def write_solution(
    solution: Solution, out: FilePath, *, endless: Score = 0, group: int = ROWS, part: int = _PART
) -> None:
    """Write a solution with its graph as a solved folder, whole or not at all.

    Parameters
    ----------
    endless : the value of endless play with which the graph was solved.
    group, part : the rows of a row group and of a part.

    Raises
    ------
    FormatError
        If `out` is there and is no solved folder, or two texts have the same key.
    """
    import pyarrow as pa

    graph = solution.scores.graph
    ids, keys = id_columns(graph.ids)
    order = np.argsort(keys, kind="stable")
    nodes = _node_table(solution, ids, keys).take(pa.array(order))
    with layout.new_folder(out) as folder:
        write_parts(folder, NODES, nodes, group, part)
        for table, moves in move_tables(keys, graph.links.sources, graph.links.targets).items():
            write_parts(folder, table, moves, group, part)
        layout.write_about(folder, _about(solution, endless, has_texts=keys.dtype == np.uint64))


def id_columns(ids: Sequence[str]) -> tuple[Any, NDArray[Any]]:
    """Return ids as an array of Arrow, of whole numbers if all of them are such, and their keys.

    Raises
    ------
    FormatError
        If two texts have the same key.
    """
    import pyarrow as pa

    texts = pa.array([*ids], pa.string())
    try:
        numbers = texts.cast(pa.int64())
        if numbers.cast(pa.string()).equals(texts):
            return numbers, numbers.to_numpy()
    except pa.ArrowInvalid:
        pass
    keys = layout.keys_of(texts)
    require_distinct(texts, keys)
    return texts, keys


def require_distinct(ids: Any, keys: NDArray[Any]) -> None:
    """Raise FormatError if two ids have the same key.

    Raises
    ------
    FormatError
        If there are such, naming them.
    """
    order = np.argsort(keys, kind="stable")
    again = np.flatnonzero(keys[order][1:] == keys[order][:-1])
    if len(again):
        one, other = (str(ids[int(order[again[0] + side])]) for side in (0, 1))
        raise FormatError(
            f"the id {quoted(one)} is there twice; delete one row"
            if one == other
            else f"the ids {quoted(one)} and {quoted(other)} have the same hash; rename one of them"
        )


def move_tables(keys: NDArray[Any], sources: NDArray[Any], targets: NDArray[Any]) -> dict[str, Any]:
    """Return both sorted tables of moves between nodes with these keys; `sources` and `targets` are rows of nodes."""
    import pyarrow as pa

    begin, end = keys[sources], keys[targets]
    orders = {BY_SOURCE: np.argsort(begin, kind="stable"), BY_TARGET: np.lexsort((begin, end))}
    return {name: pa.table({FROM: begin[order], TO: end[order]}) for name, order in orders.items()}


def write_parts(folder: FilePath, table: str, rows: Any, group: int, part: int = _PART) -> None:
    """Write a sorted table as parts of `part` rows; at least one."""
    for number in range(max(1, -(-rows.num_rows // part))):
        layout.write_part(folder, table, number, rows.slice(number * part, part), group=group)


def _node_table(solution: Solution, ids: Any, keys: NDArray[Any]) -> Any:
    """Return the table of nodes in the order of the graph."""
    import pyarrow as pa

    graph, has_texts = solution.scores.graph, keys.dtype == np.uint64
    columns: dict[str, Any] = {layout.ID: ids} | ({layout.KEY: keys} if has_texts else {})
    columns |= _kind_columns(graph)
    sides = {layout.LOWER: solution.lower, layout.UPPER: solution.upper, layout.SCORE: solution.scores}
    if solution.open:
        sides |= {layout.LEAST: solution.between.least, layout.MOST: solution.between.most}
    columns |= {name: _score_column(scores) for name, scores in sides.items()}
    best = np.full(len(keys), -1)
    best[solution.best.rows] = solution.best.codes
    columns[layout.BEST] = ids.take(pa.array(best, mask=best < 0))
    moves = np.full(len(keys), ENDLESS, np.int64)
    moves[solution.distance.rows] = solution.distance.codes
    columns[layout.DISTANCE] = pa.array(moves, mask=moves == ENDLESS)
    if graph.columns.labels is not None:
        columns[layout.LABEL] = pa.array(graph.columns.labels, pa.string())
    return pa.table(columns)


def _kind_columns(graph: GameGraph) -> dict[str, Any]:
    """Return who moves at each node of a minimax graph, and which nodes are open, if there are any."""
    import pyarrow as pa

    kinds = graph.columns.kinds
    columns: dict[str, Any] = {}
    if graph.convention is Convention.MINIMAX:
        places = np.select([kinds == MAX, kinds == MIN], [0, 1], -1)
        columns[layout.PLAYER] = pa.array(["max", "min"]).take(pa.array(places, mask=places < 0))
    if (kinds == OPEN).any():
        columns[layout.OPEN] = kinds == OPEN
    return columns


def _score_column(scores: Scores) -> Any:
    """Return the scores of all nodes as a column, whose type depends on the scores that occur."""
    used, codes = np.unique(scores.codes, return_inverse=True)
    return layout.score_column([scores.scale[code] for code in used.tolist()], codes)


def _about(solution: Solution, endless: Score, *, has_texts: bool) -> dict[str, Any]:
    """Return the content of `graph.json`."""
    graph = solution.scores.graph
    about: dict[str, Any] = {"name": graph.name, "description": graph.description}
    about = {key: text for key, text in about.items() if text} | {"convention": str(graph.convention)}
    if graph.score_range is not None:
        about["range"] = [*map(score_to_json, graph.score_range)]
    return about | {
        "root": solution.root,
        "endless": score_to_json(endless),
        "ids": "text" if has_texts else "integer",
        "nodes": len(graph.nodes),
        "moves": len(graph.moves),
        "open": solution.open,
        "bounds": True,
        "made_by": {"program": f"game-graph-explorer {metadata.version('game-graph-explorer')}", "engine": "memory"},
    }
