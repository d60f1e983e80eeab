"""Tasks of workers that write a part of a solved folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.cluster.disk import batches_for, column, deal, numbers, read_array
from explorer.cluster.partition import ANSWERS, ENTERING, IDS, arrays_of_part, ids_of, part_folder
from explorer.cluster.reading import SPLITS, owners_of
from explorer.cluster.rounds import read_states
from explorer.formats.files import FilePath
from explorer.model.scores import Score
from explorer.solved_folder import layout
from explorer.solver.kernels import run
from explorer.solver.pairs import bounds_of
from explorer.solver.retrograde import ChosenMoves, MovesWithBounds, Retrograde, choose_best_moves, moves_to_end
from explorer.solver.solution import ENDLESS


class RankScale(NamedTuple):
    """Scores by rank, and the ranks of endless play and of the ends between which open nodes lie."""

    scores: Sequence[Score]
    endless: int
    least: int
    largest: int

    @property
    def top(self) -> int:
        """The rank of +∞."""
        return len(self.scores) // 2


class WorkFolders(NamedTuple):
    """Folder with the arrays of the parts, and the solved folder that is written."""

    work: str
    out: str


def write_solved(place: WorkFolders, part: int, scale: RankScale, crossing: bool, folders: Sequence[str]) -> None:
    """Write the nodes of a part, and its moves by source; deal the moves out to the parts to which they lead.

    Parameters
    ----------
    folders : the last turn of the pass in which open nodes are worth −∞, and if there are any, of that with +∞.
    """
    passes = [bounds_of(read_states(folder), scale.top) for folder in folders]
    work, out = place
    columns = _node_columns(work, part, scale, crossing, passes)
    has_texts = layout.KEY in columns
    schema = layout.node_schema(
        has_texts=has_texts,
        scores={name: columns[name].type for name in layout.SCORES if name in columns},
        has_players=layout.PLAYER in columns,
        has_open=layout.OPEN in columns,
    )
    layout.write_part(out, layout.NODES, part, _table(columns, schema))
    _write_moves(work, out, part, has_texts)


def write_entering(place: WorkFolders, part: int, has_texts: bool) -> None:
    """Write the moves to the nodes of a part, by target."""
    work, out = place
    batches = batches_for(Path(work, ENTERING), part)
    sources, targets = numbers(batches, layout.FROM), numbers(batches, layout.TO)
    order = np.argsort(targets, kind="stable")
    moves = {layout.FROM: sources[order], layout.TO: targets[order]}
    layout.write_part(out, layout.BY_TARGET, part, _table(moves, layout.move_schema(has_texts=has_texts)))


def _table(columns: Mapping[str, Any], schema: Any) -> Any:
    import pyarrow as pa

    return pa.table([pa.array(columns[name]).cast(schema.field(name).type) for name in schema.names], schema)


def _node_columns(
    work: str, part: int, scale: RankScale, crossing: bool, passes: Sequence[Retrograde]
) -> dict[str, Any]:
    """Return the columns of the nodes of a part."""
    import pyarrow as pa

    keys, orientation, is_open = arrays_of_part(work, part, "keys", "orientation", "open")
    own, top, endless = len(keys), scale.top, scale.endless
    bounds, *hoped = passes
    best = _best(work, part, bounds, endless, crossing)
    here = Retrograde(bounds.floors[:, :own], bounds.levels[:, :own])
    moves = moves_to_end(here, endless, top)
    is_known = (is_open == 0) & (moves != ENDLESS)
    codes = {"lower": here.lower, "upper": here.upper, "score": np.clip(endless, here.lower, here.upper)}
    for other in hoped:
        hope = Retrograde(other.floors[:, :own], other.levels[:, :own])
        ends = np.clip(endless, here.lower, hope.upper), np.clip(endless, hope.lower, here.upper)
        codes["least"], codes["most"] = (np.clip(end, scale.least, scale.largest) for end in ends)
        is_known &= codes["least"] == codes["most"]
    columns: dict[str, Any] = {layout.ID: keys}
    if (part_folder(work, part) / IDS).exists():
        columns = {layout.ID: ids_of(work, part), layout.KEY: keys}
    if not crossing:
        players = pa.array(["min", "max"]).take(pa.array(orientation[:own] > 0).cast(pa.int8()))
        columns[layout.PLAYER] = _where(players, orientation[:own] != 0)
    if hoped:
        columns[layout.OPEN] = is_open > 0
    columns |= {name: _score_column(name, scale, ranks) for name, ranks in codes.items()}
    columns[layout.BEST] = _ids_at(work, part, best)
    columns[layout.DISTANCE] = pa.array(moves, mask=~is_known)
    return columns


def _best(work: str, part: int, bounds: Retrograde, endless: int, crossing: bool) -> NDArray[np.int32]:
    """Return for each node of a part its best successor, by its number there; -1 where nobody moves."""
    names = ("indptr", "successors", "orientation", "keys")
    indptr, successors, orientation, keys = arrays_of_part(work, part, *names)
    inner = np.flatnonzero(orientation)
    chosen = np.empty(len(inner), np.int32)
    moves = MovesWithBounds(indptr, successors, orientation, inner, bounds.floors.ravel(), bounds.levels.ravel())
    run(choose_best_moves, moves, ChosenMoves(chosen), endless, int(crossing), size=len(successors))
    best = np.full(len(keys), -1, np.int32)
    best[inner] = successors[chosen]
    return best


def _ids_at(work: str, part: int, nodes: NDArray[np.int32]) -> Any:
    """Return the ids of nodes and ghosts, by their numbers in a part; null for -1."""
    import pyarrow as pa

    numbers_or_null = pa.array(nodes, mask=nodes < 0)
    if (part_folder(work, part) / IDS).exists():
        ghosts = column(batches_for(Path(work, ANSWERS), part), "id")
        return pa.concat_arrays([ids_of(work, part), ghosts]).take(numbers_or_null)
    return pa.array(np.concatenate(arrays_of_part(work, part, "keys", "ghosts"))).take(numbers_or_null)


def _where(values: Any, is_there: NDArray[np.bool_]) -> Any:
    """Return an array of Arrow with null where a value is not there."""
    import pyarrow as pa
    import pyarrow.compute as pc

    return pc.if_else(pa.array(is_there), values, None)


def _score_column(name: str, scale: RankScale, ranks: NDArray[np.int32]) -> Any:
    """Return a column of scores; the scores themselves are finite if endless play is, so that numbers stay numbers."""
    is_finite = name == layout.SCORE and abs(scale.endless) < scale.top
    scores = scale.scores[1:-1] if is_finite else scale.scores
    return layout.score_column(scores, ranks + scale.top - is_finite)


def _write_moves(work: str, out: str, part: int, has_texts: bool) -> None:
    """Write the moves of a part by source, and deal them out by the owners of their targets."""
    names = ("keys", "ghosts", "indptr", "successors")
    keys, ghosts, indptr, successors = arrays_of_part(work, part, *names)
    sources = np.repeat(keys, np.diff(indptr[: len(keys) + 1]))
    targets = np.concatenate((keys, ghosts))[successors]
    moves = {layout.FROM: sources, layout.TO: targets}
    layout.write_part(out, layout.BY_SOURCE, part, _table(moves, layout.move_schema(has_texts=has_texts)))
    splits = read_array(work, SPLITS)
    deal(Path(work, ENTERING, f"{part:05}.arrow"), moves, owners_of(targets, splits), len(splits) + 1)


class SolvedScore(NamedTuple):
    """Score of a node in a solved folder, and the interval in which it lies."""

    score: Score
    least: Score
    most: Score


def node_scores(out: FilePath, id: str, has_texts: bool) -> SolvedScore | None:
    """Return the scores of a node of a solved folder; None if it is not there."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    key = pa.scalar(layout.key_of(id), pa.uint64()) if has_texts else int(id)
    where = pc.field(layout.key_column(has_texts)) == key
    for row in pq.read_table(Path(out, layout.NODES), filters=where).to_pylist():
        score = layout.score_of(row[layout.SCORE])
        ends = (layout.score_of(row.get(name, row[layout.SCORE])) for name in (layout.LEAST, layout.MOST))
        return SolvedScore(score, *ends)
    return None
