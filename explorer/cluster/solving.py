"""Solution of a data set on a cluster, from its folder to a solved folder; the client never sees rows.

The folder of checkpoints, and those of data set and output, must be the same ones for the client and every worker.
"""

from __future__ import annotations

import json
import secrets
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from explorer.cluster import faults as found_faults
from explorer.cluster.clients import addresses, cluster_errors, open_client
from explorer.cluster.dataset import Dataset, DataTable, open_dataset
from explorer.cluster.disk import NodeKeys, read_array, write_array
from explorer.cluster.faults import DataFault, Fault
from explorer.cluster.iteration import Checkpoint, Round, Schedule, iterate, last_checkpoint, turn_folder
from explorer.cluster.partition import ASKS, CODES, NodeRules, PartSize, build, link
from explorer.cluster.reading import READ_MOVES, READ_NODES, SPLITS, NodeReport, read_moves, read_nodes, texts_with_keys
from explorer.cluster.rounds import GamePass
from explorer.cluster.writing import RankScale, WorkFolders, node_scores, write_entering, write_solved
from explorer.formats.files import FilePath
from explorer.intake.memory import give_back
from explorer.intake.players import players_in
from explorer.model.columns import CODES as KIND_CODES
from explorer.model.columns import ORIENTATION
from explorer.model.errors import FormatError, GraphError, LimitError, OptionError, quoted
from explorer.model.graph import Convention
from explorer.model.node import Kind
from explorer.model.scores import Score, hull, parse_endless, score_to_json
from explorer.solved_folder import layout
from explorer.solver.operator import scale_of

MOST_PARTS = 1_000
MOST_SCORES = 1_000_000

_CHUNK = 2_000_000  # rows that a task reads
_PART = 4_000_000  # moves of a part, if nobody says otherwise
_PLAN = "plan.json"
_PROGRAM = "game-graph-explorer solve --engine dask"


class ClusterReport(NamedTuple):
    """Score of the root of a data set, and the cost of its solution.

    Attributes
    ----------
    root : the id of the root; None, and no score either, if the data set names none.
    rounds : of both passes; `sent` keys in them that this run made, `resumed` the round from which it went on.
    warnings : about what was read.
    """

    root: str | None
    score: Score | None
    interval: tuple[Score, Score] | None
    nodes: int
    moves: int
    open: int
    rounds: int
    messages: int
    start: int
    warnings: list[str]


class Plan(NamedTuple):
    """State of a run once its data set is read and numbered, as `plan.json` keeps it."""

    identity: list[Any]
    endless: Any
    parts: int
    has_texts: bool
    crossing: bool
    scale: list[Any]
    ends: list[int]
    nodes: int
    moves: int
    open: int
    root: str | None
    warnings: list[str]

    @property
    def scores(self) -> list[Score]:
        """The scores by rank."""
        return [parse_endless(each) for each in self.scale]

    def ranks(self) -> RankScale:
        """Return the scale with the ranks of endless play and of the range."""
        scores = self.scores
        return RankScale(scores, scores.index(parse_endless(self.endless)) - len(scores) // 2, *self.ends)


def solve(
    dataset: FilePath,
    out: FilePath,
    *,
    endless: Score = 0,
    client: Any = None,
    partitions: int | None = None,
    checkpoint: FilePath | None = None,
    resume: bool = False,
    by_score: bool = False,
    progress: Callable[[Round], None] | None = None,
) -> ClusterReport:
    """Solve the game graph in a folder of Parquet tables on a Dask cluster, into a solved folder.

    Bounds, scores, best moves and distances are those of `explorer.solver.solve`.

    Parameters
    ----------
    dataset : a folder with `nodes` and `moves`, each a Parquet file or a folder of them, and perhaps `graph.json`.
    out : the folder to write, whole or not at all.
    endless : as for `explorer.solver.solve`.
    client : a client of Dask; by default one of workers on this machine, which end with the run.
    partitions : how many parts to cut the graph into; by default at least one for each worker.
    checkpoint : the folder of what a later run needs to go on; by default beside `out`, with `.checkpoint` at its end.
        It is removed after the run, and stays if the run ends early.
    resume : whether to go on from the checkpoint of an earlier run.
    by_score : whether a round ends with the largest score that waits, which sends fewer keys in more rounds.
    progress : called after every round.

    Raises
    ------
    FormatError
        If the data set cannot be read, or `out` is something else.
    GraphError
        If the graph has faults: their number, and ten examples of each.
    LimitError
        If the cluster fails, or a part is too large.
    OptionError
        If there is no such checkpoint, or another data set or `endless` than it has.
    """
    worth = parse_endless(endless)
    layout.require_writable(out)
    work = Path(f"{Path(out).absolute()}.checkpoint" if checkpoint is None else checkpoint).absolute()
    with nullcontext(client) if client is not None else open_client() as cluster, cluster_errors():
        run = _ClusterRun(cluster, open_dataset(dataset), work)
        plan = run.load(worth) if resume else run.prepare(worth, partitions)
        return run.finish(plan, Path(out), Schedule(by_score), progress or (lambda _: None))


def checkpoint_round(out: FilePath, checkpoint: FilePath | None) -> tuple[Path, int] | None:
    """Return the folder of checkpoints from which a run can go on, and its last round; None if there is none."""
    work = Path(f"{Path(out).absolute()}.checkpoint" if checkpoint is None else checkpoint).absolute()
    if not (work / _PLAN).exists():
        return None
    points = [last_checkpoint(str(work), hopeful) for hopeful in (False, True)]
    return work, sum(point.number for point in points if point)


class _ClusterRun:
    """A run on a cluster, in stages: read, number, link, iterate, write."""

    def __init__(self, client: Any, dataset: Dataset, work: Path) -> None:
        self._client = client
        self._dataset = dataset
        self._work = work

    def prepare(self, endless: Score, partitions: int | None) -> Plan:
        """Read the data set, number its nodes and link its parts; return the plan of the iteration."""
        self._make_folder()
        try:
            plan = self._number(endless, self._part_count(partitions))
        except BaseException:  # without a plan nobody can go on
            shutil.rmtree(self._work, ignore_errors=True)
            raise
        self._write(_PLAN, plan._asdict())
        return plan

    def load(self, endless: Score) -> Plan:
        """Return the plan of an earlier run."""
        if not (self._work / _PLAN).exists():
            raise OptionError(f"{self._work}: there is no checkpoint to go on from; run without --resume")
        plan = Plan(**json.loads((self._work / _PLAN).read_text(encoding="utf-8")))
        if plan.identity != self._dataset.identity:
            raise OptionError(f"{self._work}: the checkpoint is of other files than these; run without --resume")
        if parse_endless(plan.endless) != endless:
            raise OptionError(
                f"{self._work}: the checkpoint is for endless play worth {plan.endless}; "
                "give the same --endless, or run without --resume"
            )
        self._require_shared()
        return plan

    def finish(self, plan: Plan, out: Path, schedule: Schedule, tell: Callable[[Round], None]) -> ClusterReport:
        """Iterate, write the solved folder, and remove the checkpoints."""
        ranks, sent, rounds = plan.ranks(), 0, 0

        def count(each: Round) -> None:
            nonlocal sent
            sent += each.messages
            tell(each._replace(number=each.number + rounds))

        resumed = [last_checkpoint(str(self._work), hopeful) for hopeful in (False, True)]
        folders: list[list[str]] = [[] for _ in range(plan.parts)]
        for hopeful in (False, True)[: 1 + (plan.open > 0)]:
            game = GamePass(str(self._work), plan.crossing, ranks.top, hopeful)
            end: Checkpoint = iterate(self._client, game, plan.parts, schedule, count)
            rounds += end.number
            for part, folder in enumerate(folders):
                folder.append(turn_folder(str(self._work), hopeful, end.number, part))
        with layout.new_folder(out) as beside:
            self._write_folder(plan, ranks, folders, str(beside))
        root = node_scores(out, plan.root, plan.has_texts) if plan.root is not None else None
        shutil.rmtree(self._work, ignore_errors=True)
        return ClusterReport(
            plan.root, root and root.score, root and (root.least, root.most), plan.nodes, plan.moves, plan.open,
            rounds, sent, sum(each.number for each in resumed if each), plan.warnings,
        )  # fmt: skip

    # ---- stages

    def _number(self, endless: Score, parts: int) -> Plan:
        splits = self._dataset.splits(parts)
        write_array(self._work, SPLITS, splits)
        reports, warnings = self._read()
        named = [player for report in reports for player in report.players]
        is_negamax = self._dataset.convention is Convention.NEGAMAX or (self._dataset.convention is None and not named)
        players = players_in([] if is_negamax else named)
        if not players.is_understood:
            words = ", ".join(map(quoted, dict.fromkeys(named)))
            raise GraphError(f"the players of nodes are {words}; write max and min")
        bounds = self._dataset.score_range
        scores = {(type(score), score) for report in reports for score in report.scores}
        if len(scores) > MOST_SCORES:
            raise LimitError(f"there are {len(scores):,} different scores; at most {MOST_SCORES:,} can be solved")
        written = [score for _, score in sorted(scores, key=lambda pair: (pair[1], pair[0].__name__))]
        scale = scale_of([*written, *(bounds or ()), endless])
        middle = {score: rank - len(scale) // 2 for rank, score in enumerate(scale)}
        for number, report in enumerate(reports):
            kinds = [players.kind(player) or Kind.MAX for player in report.players]
            write_array(self._work / CODES, f"players-{number:06}", ORIENTATION[[KIND_CODES[kind] for kind in kinds]])
            ranks = np.array([middle[score] for score in report.scores], np.int32)
            write_array(self._work / CODES, f"scores-{number:06}", ranks)
        least, largest = (middle[bound] for bound in bounds) if bounds else (-len(scale), len(scale))
        sizes = self._build(parts, NodeRules(is_negamax, least, largest))
        ends = hull(bounds, -1 if is_negamax else 1)
        again = found_faults.by_kind(fault for size in sizes for fault in size.faults)
        names = self._names_of(found_faults.unnamed_keys(again))
        return Plan(
            identity=self._dataset.identity,
            endless=score_to_json(endless),
            parts=parts,
            has_texts=self._dataset.nodes.has_texts,
            crossing=is_negamax,
            scale=[score_to_json(score) for score in scale],
            ends=[middle[min(ends[0], endless)], middle[max(ends[1], endless)]],
            nodes=sum(size.nodes for size in sizes),
            moves=sum(size.moves for size in sizes),
            open=sum(size.open for size in sizes),
            root=self._root(reports, splits),
            warnings=[
                *warnings, *filter(None, [players.guess]), *(found_faults.words(each, names) for each in again)
            ],
        )  # fmt: skip

    def _read(self) -> tuple[list[NodeReport], list[str]]:
        """Deal nodes and moves out to their parts, and return what was found in the nodes."""
        work, nodes, moves = str(self._work), self._dataset.nodes, self._dataset.moves
        reports: list[NodeReport] = self._map(
            read_nodes, [(work, number, chunk, nodes.titles) for number, chunk in enumerate(nodes.chunks(_CHUNK))]
        )
        of_moves = self._map(
            read_moves, [(work, number, chunk, moves.titles) for number, chunk in enumerate(moves.chunks(_CHUNK))]
        )
        if not reports:
            raise GraphError("the table of nodes has no rows; add the nodes")
        self._require_sound(
            [*(fault for each in (*(report.faults for report in reports), *of_moves) for fault in each)]
        )
        return reports, []

    def _build(self, parts: int, rules: NodeRules) -> list[PartSize]:
        """Number the nodes of all parts and link them."""
        work = str(self._work)
        sizes: list[PartSize] = self._map(build, [(work, part, rules) for part in range(parts)])
        self._require_sound([fault for size in sizes for fault in size.faults if fault.kind is not DataFault.AGAIN])
        for name in (READ_NODES, READ_MOVES, CODES):
            shutil.rmtree(self._work / name, ignore_errors=True)
        linked = self._map(link, [(work, part) for part in range(parts)])
        self._require_sound([fault for some in linked for fault in some])
        shutil.rmtree(self._work / ASKS, ignore_errors=True)
        return sizes

    def _write_folder(self, plan: Plan, ranks: RankScale, folders: Sequence[Sequence[str]], out: str) -> None:
        """Write all of a solved folder but its place."""
        for table in layout.TABLES:
            Path(out, table).mkdir(exist_ok=True)
        place = WorkFolders(str(self._work), out)
        self._map(write_solved, [(place, part, ranks, plan.crossing, folders[part]) for part in range(plan.parts)])
        self._map(write_entering, [(place, part, plan.has_texts) for part in range(plan.parts)])
        about = {
            key: self._dataset.about[key] for key in ("name", "description", "range") if key in self._dataset.about
        }
        about |= {"root": plan.root} if plan.root is not None else {}
        layout.write_about(
            out,
            about
            | {
                "convention": str(Convention.NEGAMAX if plan.crossing else Convention.MINIMAX),
                "endless": plan.endless,
                "ids": "text" if plan.has_texts else "integer",
                "nodes": plan.nodes,
                "moves": plan.moves,
                "open": plan.open,
                "bounds": True,
                "made_by": {"program": _PROGRAM, "partitions": plan.parts},
            },
        )

    # ---- help

    def _map(self, function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Return the results of a task for each of some arguments."""
        futures = [self._client.submit(_run_and_give_back, function, *each, pure=False) for each in arguments]
        results: list[Any] = self._client.gather(futures)
        return results

    def _make_folder(self) -> None:
        """Make the folder of checkpoints anew, unless it holds anything else."""
        if self._work.exists() and any(self._work.iterdir()) and not (self._work / SHARED).exists():
            raise FormatError(f"{self._work} is there and holds no checkpoint; give another folder, or remove it")
        shutil.rmtree(self._work, ignore_errors=True)
        self._work.mkdir(parents=True)
        self._require_shared()

    def _require_shared(self) -> None:
        """Raise OptionError if a worker does not see the folder of checkpoints."""
        (self._work / SHARED).write_text(secrets.token_hex(8), encoding="utf-8")
        for address, is_there in self._client.run(_is_file, str(self._work / SHARED)).items():
            if not is_there:
                raise OptionError(
                    f"the worker {address} does not see the folder {self._work}; all workers and this program need "
                    "the same folders, so put data set, output and checkpoints on a shared disk"
                )

    def _part_count(self, partitions: int | None) -> int:
        workers = max(1, len(addresses(self._client)))
        if partitions is None:
            each = max(1, -(-self._dataset.moves.rows // (workers * _PART)))
            return min(workers * each, max(workers, MOST_PARTS // 2))
        if not 1 <= partitions <= MOST_PARTS:
            raise OptionError(f"there can be 1 to {MOST_PARTS:,} partitions, got {partitions:,}")
        return partitions

    def _root(self, reports: Sequence[NodeReport], splits: NodeKeys) -> str | None:
        """Return the root that `graph.json` or a mark in the table names, if any; it must be a node."""
        marked = [root for report in reports for root in report.roots]
        named = self._dataset.about.get("root", marked[0] if marked else None)
        if named is None:
            return None
        if len(marked) > 1:
            raise GraphError(f"several nodes are marked as the root, such as {quoted(marked[0])}; mark one")
        has_texts = self._dataset.nodes.has_texts
        try:
            key = layout.key_of(str(named)) if has_texts else int(named)
        except ValueError:
            key = -1
        wanted = np.array([key], splits.dtype)
        part = int(np.searchsorted(splits, wanted, "right")[0])
        keys = read_array(Path(self._work, "parts", f"{part:05}"), "keys")
        if not np.isin(wanted, keys)[0]:
            raise GraphError(f"the root {quoted(named)} is not in the table of nodes; name another")
        return str(named)

    def _require_sound(self, faults: Sequence[Fault]) -> None:
        found_faults.require_none(faults, self._names_of)

    def _names_of(self, keys: list[int]) -> Mapping[int, str]:
        """Return the ids with these keys; of texts, after one more look at the tables."""
        if not self._dataset.nodes.has_texts or not keys:
            return {}
        found: dict[int, set[str]] = {}
        for texts in self._map(texts_with_keys, [(keys, *each) for each in self._chunks()]):
            for key, some in texts.items():
                found.setdefault(key, set()).update(some)
        return {key: " and ".join(sorted(some)) for key, some in found.items()}

    def _chunks(self) -> list[tuple[Any, ...]]:
        tables: tuple[DataTable, DataTable] = self._dataset.nodes, self._dataset.moves
        return [(chunk, {n: t for n, t in table.titles.items() if n in ("id", "from", "to")})
                for table in tables for chunk in table.chunks(_CHUNK)]  # fmt: skip

    def _write(self, name: str, value: Mapping[str, Any]) -> None:
        """Write an object as JSON, whole or not at all."""
        beside = self._work / f"{name}.new"
        beside.write_text(json.dumps(value), encoding="utf-8")
        beside.replace(self._work / name)


SHARED = "shared.txt"  # by which workers show that they see the folder


def _run_and_give_back(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return the result of a task, whose unused memory goes back to the system: Dask pauses workers that keep it."""
    result = function(*arguments)
    give_back()
    return result


def _is_file(path: str) -> bool:
    return Path(path).is_file()
