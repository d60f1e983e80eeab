"""Large graphs take little memory, and what cannot fit is refused before it is read."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet as pq
from support.graphs import figure_1

from explorer import formats
from explorer.model import intake, memory
from explorer.model.errors import FormatError
from explorer.model.intake import Intake

NODES, MOVES = 100_000, 300_000
LIMIT = 2**30  # bytes
MOST = 170 * 2**20  # bytes; as Python objects the graph takes more than 300 MB

IDLE = f"""
import resource
resource.setrlimit(resource.RLIMIT_DATA, ({LIMIT}, {LIMIT}))
import numpy, pandas, pyarrow.csv, pyarrow.parquet
from explorer import formats
from explorer.model.check import playable
from explorer.solver.operator import arrays_of
"""
READING = f"""
found = formats.load("NAME").graph
playable(found)
arrays_of(found)
assert len(found.nodes) == {NODES}, found
"""
TELLING = "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)"


def write_tables(folder) -> None:
    """A random graph as Parquet and as CSV."""
    keys = np.unique(np.random.default_rng(1).integers(0, NODES * NODES, MOVES))
    ids = np.array([f"p{index}" for index in range(NODES)], object)
    players, scores = np.full(NODES, None), np.arange(NODES, dtype=float) % 7
    players[keys // NODES], scores[keys // NODES] = "max", np.nan
    moves = pa.table({"from": ids[keys // NODES], "to": ids[keys % NODES]})
    nodes = pa.table({"id": ids, "player": players, "score": pa.array(scores, from_pandas=True)})
    for name, table in (("g", moves), ("g.nodes", nodes)):
        pq.write_table(table, folder / f"{name}.parquet")
        table.to_pandas().to_csv(folder / f"{name}.csv", index=False)


def peak(code: str, folder) -> int:
    """The most memory that a process takes for some code, in bytes."""
    command = [sys.executable, "-c", f"{IDLE}{code}{TELLING}"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


@pytest.mark.large
def test_large_files_are_read_and_checked_in_little_memory(tmp_path):
    write_tables(tmp_path)
    idle = peak("", tmp_path)
    assert [
        name for name in ("g.parquet", "g.csv") if peak(READING.replace("NAME", name), tmp_path) - idle > MOST
    ] == []


def test_a_file_whose_graph_cannot_fit_is_not_read(tmp_path, monkeypatch):
    path = tmp_path / "x.game.json"
    formats.write(figure_1(), path)
    monkeypatch.setattr(memory, "most_memory", lambda: 1_000)
    with pytest.raises(FormatError, match=r"x\.game\.json: its graph needs about 0\.0 GB of memory, and there are"):
        formats.read(path)


def test_records_are_counted_before_they_fill_the_memory(monkeypatch):
    monkeypatch.setattr(intake, "_BETWEEN_LOOKS", 10)
    monkeypatch.setattr(memory, "most_memory", lambda: 25 * 700)
    taken = Intake()
    for number in range(20):
        taken.node({"id": str(number)})
    with pytest.raises(FormatError, match="a graph with more than 21 nodes needs about"):
        taken.node({"id": "20"})
    assert memory.most_memory() == 25 * 700


def test_the_memory_of_this_machine_is_known():
    assert memory.most_memory() is None or memory.most_memory() > 2**28
