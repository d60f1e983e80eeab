"""Tasks of workers that number the nodes of a part, and link it with other parts.

Nobody numbers all nodes: a part numbers its own, in the order of their keys, and behind them its ghosts, the nodes of
other parts to which its moves lead.  It asks their owners for them by key, and messages then name the place of a node
in that list.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.cluster.disk import NodeKeys, batches_for, column, deal, numbers, read_array, write_array
from explorer.cluster.faults import DataFault, Fault, faults_at
from explorer.cluster.reading import READ_MOVES, READ_NODES, SPLITS, owners_of
from explorer.model.columns import Csr, compressed_rows
from explorer.model.errors import LimitError
from explorer.solver.backwards import predecessor_arrays

MOST_ROWS = 2**30 - 1  # of states of a part, and of its moves, which are numbers of 32 bits

ASKS, ANSWERS, ENTERING = "asks", "answers", "entering"
CODES = "codes"  # of players and scores in each dealt table of nodes

IDS = "ids.arrow"  # the texts of the nodes of a part, in order


class PartSize(NamedTuple):
    """Sizes of a part, and what is wrong in it."""

    nodes: int
    moves: int
    ghosts: int
    open: int
    faults: list[Fault]


class NodeRules(NamedTuple):
    """Rules by which the nodes of all parts are read.

    Attributes
    ----------
    is_negamax : whether the graph is.
    least, largest : the ranks between which leaf scores must lie.
    """

    is_negamax: bool
    least: int
    largest: int


class _PartNodes(NamedTuple):
    """Nodes of a part, ascending by key: orientation, whether they are open, ranks (`MISSING_RANK` for none)."""

    keys: NodeKeys
    prints: NDArray[np.uint64] | None
    orientation: NDArray[np.int8]
    is_open: NDArray[np.bool_]
    ranks: NDArray[np.int32]
    order: NDArray[np.int64]


MISSING_RANK = np.iinfo(np.int32).min


def part_folder(work: str, part: int) -> Path:
    """Return the folder with the arrays of a part."""
    return Path(work, "parts", f"{part:05}")


def arrays_of_part(work: str, part: int, *names: str) -> list[Any]:
    """Return arrays of a part, mapped from disk."""
    return [read_array(part_folder(work, part), name) for name in names]


def build(work: str, part: int, rules: NodeRules) -> PartSize:
    """Number the nodes of a part and its ghosts, and write its moves as compressed rows both ways."""
    nodes = _nodes_of_part(work, part)
    moves = batches_for(Path(work, READ_MOVES), part)
    splits = read_array(work, SPLITS)
    faults = _node_faults(nodes, rules)
    if len(nodes.keys) > 1 and (nodes.keys[1:] == nodes.keys[:-1]).any():
        return PartSize(len(nodes.keys), 0, 0, 0, faults)
    sources, at_source = _find(nodes.keys, numbers(moves, "from_key"))
    faults += faults_at(DataFault.UNKNOWN_SOURCE, ~at_source, numbers(moves, "from_key"), numbers(moves, "to_key"))
    if faults:
        return PartSize(len(nodes.keys), 0, 0, 0, faults)
    targets = numbers(moves, "to_key")
    owners = owners_of(targets, splits)
    ghosts = np.unique(targets[owners != part])  # ascending, so that those of an owner are neighbours
    count = len(nodes.keys)
    if 2 * (count + len(ghosts)) > MOST_ROWS or len(targets) > MOST_ROWS:
        raise LimitError("the parts of the graph are too large; cut it into more with --partitions")
    successors = np.where(owners == part, 0, count + np.searchsorted(ghosts, targets)).astype(np.int32)
    successors[owners == part], is_there = _find(nodes.keys, targets[owners == part])
    missing = targets[owners == part][~is_there]
    faults += faults_at(DataFault.UNKNOWN_TARGET, np.ones(len(np.unique(missing)), np.bool_), np.unique(missing))
    ghost_prints = None
    if nodes.prints is not None:
        prints = numbers(moves, "to_print")
        ghost_prints = np.zeros(len(ghosts), np.uint64)
        is_ghost = owners != part
        ghost_prints[successors[is_ghost] - count] = prints[is_ghost]
        known = np.concatenate((nodes.prints, ghost_prints))
        faults += faults_at(DataFault.COLLISION, known[successors] != prints, targets)
        faults += faults_at(
            DataFault.COLLISION, nodes.prints[sources] != numbers(moves, "from_print"), numbers(moves, "from_key")
        )
    if any(fault.kind is DataFault.UNKNOWN_TARGET for fault in faults):
        return PartSize(count, 0, 0, 0, faults)
    rows, again = _rows_once(Csr(*compressed_rows(sources, successors, count)))
    if again is not None:
        everywhere = np.concatenate((nodes.keys, ghosts))
        faults += faults_at(
            DataFault.AGAIN, np.ones(len(again[0]), np.bool_), nodes.keys[again[0]], everywhere[again[1]]
        )
    faults += _move_faults(nodes, rows)
    _write_part(work, part, nodes, rows, ghosts)
    asked = {"key": ghosts} if ghost_prints is None else {"key": ghosts, "print": ghost_prints}
    deal(Path(work, ASKS, f"{part:05}.arrow"), asked, owners_of(ghosts, splits), len(splits) + 1)
    return PartSize(count, len(rows.indices), len(ghosts), int(nodes.is_open.sum()), faults)


def link(work: str, part: int) -> list[Fault]:
    """Find the nodes of a part that others ask for, and write for each its readers and its place there."""
    keys = read_array(part_folder(work, part), "keys")
    asks = batches_for(Path(work, ASKS), part)
    asked = numbers(asks, "key")
    nodes, is_there = _find(keys, asked)
    faults = faults_at(DataFault.UNKNOWN_TARGET, ~is_there, asked)
    if faults:
        return faults
    sizes = [len(batch) for batch in asks]
    askers = np.repeat(np.arange(len(asks)), sizes)
    places = np.concatenate([np.arange(size) for size in sizes])
    rows = compressed_rows(nodes.astype(np.int32), np.arange(len(asked), dtype=np.int32), len(keys))
    folder = part_folder(work, part)
    write_array(folder, "outs", rows.indptr)
    write_array(folder, "readers", askers[rows.indices].astype(np.int16))
    write_array(folder, "places", places[rows.indices].astype(np.uint32))
    if (folder / IDS).exists():
        prints = read_array(folder, "prints")
        faults += faults_at(DataFault.COLLISION, prints[nodes] != numbers(asks, "print"), asked)
        deal(Path(work, ANSWERS, f"{part:05}.arrow"), {"id": ids_of(work, part).take(nodes)}, askers, len(asks))
    return faults


def ids_of(work: str, part: int) -> Any:
    """Return the texts of the nodes of a part, as an array of Arrow that is mapped from disk."""
    return dealt_ids(part_folder(work, part) / IDS)


def dealt_ids(path: Path) -> Any:
    """Return the only column of an Arrow file with one batch."""
    import pyarrow as pa

    return pa.ipc.open_file(pa.memory_map(str(path))).get_batch(0).column(0)


def _nodes_of_part(work: str, part: int) -> _PartNodes:
    """Return the nodes that were dealt to a part, sorted; their texts are written to its folder."""
    batches = batches_for(Path(work, READ_NODES), part)
    keys = numbers(batches, "key")
    order = np.argsort(keys, kind="stable")
    orientation, ranks = [], []
    for number, batch in enumerate(batches):
        players, scores = (read_array(Path(work, CODES), f"{name}-{number:06}") for name in ("players", "scores"))
        orientation.append(np.append(players, np.int8(0))[batch.column("player").to_numpy()])
        ranks.append(np.append(scores, np.int32(MISSING_RANK))[batch.column("score").to_numpy()])
    prints = None
    if "id" in batches[0].schema.names:
        texts = column(batches, "id").take(order)
        prints = numbers(batches, "print")[order]
        write_array(part_folder(work, part), "prints", prints)
        deal(part_folder(work, part) / IDS, {"id": texts}, np.zeros(len(texts), np.int64), 1)
    return _PartNodes(
        keys[order],
        prints,
        np.concatenate(orientation)[order],
        numbers(batches, "open")[order] > 0,
        np.concatenate(ranks)[order],
        order,
    )


def _node_faults(nodes: _PartNodes, rules: NodeRules) -> list[Fault]:
    """Return what is wrong with nodes as they are listed."""
    keys, prints, orientation, is_open, ranks, _ = nodes
    is_again = np.concatenate((np.zeros(min(len(keys), 1), np.bool_), keys[1:] == keys[:-1]))
    is_other = np.zeros(len(keys), np.bool_)
    if prints is not None:
        is_other[1:] = is_again[1:] & (prints[1:] != prints[:-1])
    has_player, has_score = orientation != 0, ranks != MISSING_RANK
    stated = has_player.astype(np.int8) + has_score + is_open
    faults = faults_at(DataFault.TWICE, is_again & ~is_other, keys) + faults_at(DataFault.COLLISION, is_other, keys)
    if rules.is_negamax:
        faults += faults_at(DataFault.HAS_PLAYER, has_player, keys)
    else:
        faults += faults_at(DataFault.NO_KIND, stated == 0, keys)
    is_outside = has_score & ((ranks < rules.least) | (ranks > rules.largest))
    return faults + faults_at(DataFault.SEVERAL, stated > 1, keys) + faults_at(DataFault.OUTSIDE, is_outside, keys)


def _move_faults(nodes: _PartNodes, rows: Csr) -> list[Fault]:
    """Return what is wrong with the numbers of moves of nodes."""
    is_end = (nodes.ranks != MISSING_RANK) | nodes.is_open
    has_moves = rows.indptr[1:] > rows.indptr[:-1]
    return faults_at(DataFault.UNFINISHED, ~is_end & ~has_moves, nodes.keys) + faults_at(
        DataFault.LEAF_MOVES, is_end & has_moves, nodes.keys
    )


def _find(keys: NodeKeys, others: NodeKeys) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Return the place of each of other keys among ascending ones, and whether it is there."""
    if not len(keys):
        return np.zeros(len(others), np.int32), np.zeros(len(others), np.bool_)
    places = np.minimum(np.searchsorted(keys, others), len(keys) - 1)
    return places.astype(np.int32), keys[places] == others


def _rows_once(rows: Csr) -> tuple[Csr, tuple[NDArray[np.int32], NDArray[np.int32]] | None]:
    """Return rows with each move once, where it comes first, and the ends of the others, if there are any."""
    count = len(rows.indptr) - 1
    sources = np.repeat(np.arange(count, dtype=np.int32), np.diff(rows.indptr))
    keys = (sources.astype(np.int64) << 32) | rows.indices
    ascending = np.sort(keys)
    if not (ascending[1:] == ascending[:-1]).any():
        return rows, None
    is_first = np.zeros(len(keys), np.bool_)
    is_first[np.unique(keys, return_index=True)[1]] = True
    others = sources[~is_first], rows.indices[~is_first]
    return compressed_rows(sources[is_first], rows.indices[is_first], count), others


def _write_part(work: str, part: int, nodes: _PartNodes, rows: Csr, ghosts: NodeKeys) -> None:
    """Write the arrays of a part."""
    count = len(nodes.keys) + len(ghosts)
    indptr = np.concatenate((rows.indptr, np.full(len(ghosts), rows.indptr[-1], np.int32)))
    starts, predecessors = predecessor_arrays(indptr, rows.indices)
    has_moves = np.diff(rows.indptr) > 0
    orientation = np.zeros(count, np.int8)
    orientation[: len(has_moves)] = np.where(has_moves, np.where(nodes.orientation < 0, -1, 1), 0)
    splits = read_array(work, SPLITS)
    base = len(nodes.keys) + np.searchsorted(owners_of(ghosts, splits), np.arange(len(splits) + 2))
    arrays = {
        "keys": nodes.keys, "ghosts": ghosts, "ranks": nodes.ranks, "open": nodes.is_open.astype(np.int8),
        "orientation": orientation, "indptr": indptr, "successors": rows.indices, "starts": starts,
        "predecessors": predecessors, "base": base.astype(np.int64),
    }  # fmt: skip
    for name, array in arrays.items():
        write_array(part_folder(work, part), name, array)
