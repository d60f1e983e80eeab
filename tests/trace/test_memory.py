"""A long run with a large memo is kept in little memory."""

from __future__ import annotations

import subprocess
import sys

import pytest

GRAPH = "game:random?nodes=3000&leaves=2%&degree=3&seed=1"
LIMIT = 2**30  # bytes
MOST = 650  # bytes a step, so that a million steps leave room for a graph of 100,000 nodes within 1 GB

KEEPING = f"""
import resource
resource.setrlimit(resource.RLIMIT_DATA, ({LIMIT}, {LIMIT}))
from explorer import algorithms
from explorer.scenes.reference import load_reference
from explorer.trace.recording import Limits
graph = load_reference("{GRAPH}").graph
algorithms.trace(graph, "memoised", limits=Limits(run=10))
idle = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
run = algorithms.trace(graph, "memoised", limits=Limits(run=24_000))
steps = len(run)
assert steps > 5 * len(graph.nodes), run.left_out
assert not run.has_sets or max(len(entry.needs) for entry in run.memo_at(-1).values()) > 400
print(steps, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - idle) * 1024)
"""


@pytest.mark.large
def test_a_step_of_a_search_whose_dependency_sets_are_large_is_kept_in_little_memory():
    command = [sys.executable, "-c", KEEPING]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    steps, taken = map(int, done.stdout.split())
    assert taken < MOST * steps
