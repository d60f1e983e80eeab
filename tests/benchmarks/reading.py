"""`python -m tests.benchmarks.reading [NODES]`: what reading, checking and arrays of a large graph cost.

Three moves a node, drawn by a seed.  Reading Parquet, CSV and frames stands beside pandas, which reads the same files
into frames and numbers their ids, and does nothing else; the check stands beside the solver.  Then the most memory that
a process takes that reads each file.  Texts of a tenth of the size stand beside networkx, and DOT beside Graphviz's own
reader, neither of which checks anything.  Time of the processor, for a machine may be busy.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import networkx as nx
import numpy as np
import pandas as pd
import pygraphviz

from explorer import GameGraph, formats, solve
from explorer.model.check import check
from explorer.solver.operator import arrays_of
from tests.benchmarks.timing import seconds_of

NODES = 1_000_000
PEAK = """
import resource, sys
from explorer import formats
formats.load(sys.argv[1])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


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


def numbered(moves: pd.DataFrame, nodes: pd.DataFrame) -> None:
    """What pandas needs to know the ends of moves by number."""
    known = pd.Index(nodes["id"])
    for name in ("from", "to"):
        known.get_indexer(moves[name])


def say(what: str, mine: float, peer: str, theirs: float) -> None:
    sys.stdout.write(f"{what}: {mine:.2f} s, {mine / theirs:.2f} times {peer} ({theirs:.2f} s)\n")


def peak(path: Path) -> str:
    """The most memory of a process that reads a file, in MB."""
    return subprocess.run([sys.executable, "-c", PEAK, str(path)], capture_output=True, text=True, check=True).stdout


def measure_texts(folder: Path, count: int) -> None:
    """Print how long texts take that no table library reads; plain text stands beside networkx's lists."""
    graph = GameGraph.from_frames(*frames(count), root="p0")
    bare = folder / "bare"
    nx.write_adjlist(graph.to_networkx(), bare)
    for suffix, peer, read in (
        ("gml", "networkx", nx.read_gml),
        ("gexf", "networkx", nx.read_gexf),
        ("graphml", "networkx", nx.read_graphml),
        ("dot", "Graphviz", pygraphviz.AGraph),
        ("txt", "networkx on adjacency lists", lambda _: nx.read_adjlist(bare)),
    ):
        path = folder / f"text.{suffix}"
        formats.write(graph, path)
        mine = seconds_of(lambda path=path: formats.load(path))
        theirs = seconds_of(lambda path=path, read=read: read(path), runs=1)
        say(f"{suffix} of {count:,} nodes", mine, peer, theirs)


def main() -> None:
    """Print all figures."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else NODES
    moves, nodes = frames(count)
    with tempfile.TemporaryDirectory() as folder:
        for suffix, write, read in (
            ("parquet", pd.DataFrame.to_parquet, pd.read_parquet),
            ("csv", pd.DataFrame.to_csv, pd.read_csv),
        ):
            path, beside = Path(folder, f"g.{suffix}"), Path(folder, f"g.nodes.{suffix}")
            for table, where in ((moves, path), (nodes, beside)):
                write(table, where, index=False)
            mine = seconds_of(lambda path=path: formats.load(path))
            theirs = seconds_of(lambda path=path, beside=beside, read=read: numbered(read(path), read(beside)))
            say(f"{suffix} of {count:,} nodes and {len(moves):,} moves", mine, "pandas", theirs)
            sys.stdout.write(f"    a process that reads it takes {peak(path).strip()} MB\n")
        measure_texts(Path(folder), max(count // 10, 10_000))
    graph = GameGraph.from_frames(moves, nodes, root="p0")
    mine = seconds_of(lambda: GameGraph.from_frames(moves, nodes, root="p0"))
    say("from_frames", mine, "numbering by pandas", seconds_of(lambda: numbered(moves, nodes)))
    solve(graph)  # what is compiled is compiled now
    solving = seconds_of(lambda: solve(graph))
    say("check", seconds_of(lambda: check(graph)), "solve", solving)
    say("arrays", seconds_of(lambda: arrays_of(graph)), "solve", solving)


if __name__ == "__main__":
    main()
