"""`python -m tests.benchmarks.reading [NODES [MANY]]`: what it costs to read graphs of three moves a node.

At NODES (100,000) each format stands beside what one would read it with otherwise, which checks nothing: networkx for
GraphML, GML and GEXF, pygraphviz through networkx for DOT, pandas for CSV.  At MANY (1,000,000) a process of its own
reads each text, and the command `solve` goes from CSV and Parquet to the answer, beside `plain`, which does no more
than that; with the most memory that it takes.  Seconds of the processor, for a machine may be busy.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from typing import ParamSpec

import networkx as nx
import numpy as np
import pandas as pd

from explorer import GameGraph, formats
from tests.benchmarks.timing import seconds_of

NODES, MANY = 100_000, 1_000_000
READ = "import sys; from explorer import formats; formats.load(sys.argv[1])"

P = ParamSpec("P")
Peer = Callable[[Path], object]


def by_pandas(path: Path) -> None:
    """Both tables of a CSV, with the ends of moves by number."""
    moves, nodes = pd.read_csv(path), pd.read_csv(path.with_suffix(".nodes.csv"), low_memory=False)
    known = pd.Index(nodes["id"])
    for end in ("from", "to"):
        known.get_indexer(moves[end])


PEERS: dict[str, tuple[str, Peer]] = {
    "graphml": ("networkx", nx.read_graphml),
    "gml": ("networkx", nx.read_gml),
    "gexf": ("networkx", nx.read_gexf),
    "dot": ("pygraphviz", nx.nx_agraph.read_dot),
    "csv": ("pandas", by_pandas),
}


def frames(count: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Moves and nodes of a random graph; four nodes of five move, and every one can be reached from the first."""
    rng = np.random.default_rng(1)
    inner = count * 4 // 5
    parents = (rng.random(count - 1) * np.minimum(np.arange(1, count), inner)).astype(np.int64)
    tree = parents * count + np.arange(1, count)
    more = rng.integers(0, inner, 2 * count) * count + rng.integers(0, count, 2 * count)
    keys = np.unique(np.concatenate((tree, more)))
    sources, targets = keys // count, keys % count
    ids = np.array([f"p{index}" for index in range(count)], object)
    moves = np.zeros(count, np.bool_)
    moves[sources] = True
    players = np.where(moves, np.where(rng.random(count) < 0.5, "max", "min"), None)
    scores = pd.array(np.where(moves, 0, rng.integers(-3, 4, count)), dtype="Int64")
    scores[moves] = pd.NA
    nodes = pd.DataFrame({"id": ids, "player": players, "score": scores})
    return pd.DataFrame({"from": ids[sources], "to": ids[targets]}), nodes


def beside_peers(graph: GameGraph, folder: Path) -> None:
    """Print how long each format takes, and its peer."""
    for suffix, (name, read) in PEERS.items():
        path = folder / f"beside.{suffix}"
        formats.write(graph, path)
        mine = seconds_of(lambda path=path: formats.load(path))
        theirs = seconds_of(lambda path=path, read=read: read(path), runs=1)
        sys.stdout.write(f"{suffix:8} {mine:6.2f} s  {name} {theirs:6.2f} s, {theirs / mine:.1f} times as long\n")


def alone(what: str, *arguments: object) -> float:
    """Print what a process of its own takes, and return the seconds."""
    command = [sys.executable, *map(str, arguments)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    failed = " and failed" if status else ""
    seconds = used.ru_utime + used.ru_stime
    sys.stdout.write(f"{what:14} {seconds:6.1f} s, {used.ru_maxrss // 1024:,} MB{failed}\n")
    sys.stdout.flush()
    return seconds


def beside_plain(path: Path) -> None:
    """Print what `solve` takes of a file, and how many times as long as pyarrow and numba alone; both compiled."""
    commands = {"solve": ("-m", "explorer", "solve", path), "plain": ("-m", "tests.benchmarks.plain", path)}
    for command in commands.values():
        subprocess.run([sys.executable, *map(str, command)], stdout=subprocess.DEVNULL, check=True)
    mine, theirs = (alone(f"{name} {path.suffix}", *command) for name, command in commands.items())
    sys.stdout.write(f"{mine / theirs:.1f} times as long as plain pyarrow and numba\n")


def made(count: int) -> GameGraph:
    return GameGraph.from_frames(*frames(count), root="p0")


def show_peers(count: int, folder: Path) -> None:
    beside_peers(made(count), folder)


def write_all(count: int, paths: list[Path]) -> None:
    graph = made(count)
    for path in paths:
        formats.write(graph, path)


def aside(work: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
    """Do something in a process of its own: the peak of one that is started later begins with that of its parent."""
    process = get_context("spawn").Process(target=work, args=args, kwargs=kwargs)
    process.start()
    process.join()


def main() -> None:
    """Print all figures."""
    count, many = (int(sys.argv[at]) if len(sys.argv) > at else usual for at, usual in ((1, NODES), (2, MANY)))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sys.stdout.write(f"{count:,} nodes\n")
        sys.stdout.flush()
        aside(show_peers, count, folder)
        sys.stdout.write(f"{many:,} nodes\n")
        paths = [folder / f"many.{suffix}" for suffix in ("csv", "parquet", "gexf", "graphml", "gml", "dot")]
        aside(write_all, many, paths)
        for path in paths[:2]:
            beside_plain(path)
        for path in paths:
            alone(f"read {path.suffix}", "-c", READ, path)


if __name__ == "__main__":
    main()
