"""The table of the memo in the browser has the rows that Python makes, at every step and whichever way one steps."""

from __future__ import annotations

import json

import pytest
from frontend.conftest import Run

from explorer import algorithms
from explorer.drawing.memo_table import memo_rows
from explorer.drawing.trace_data import SentTrace
from explorer.games.samples import load_sample

ROWS = """([sent, steps]) => {
  const frames = new $frames.Frames(sent);
  return steps.map(step => {
    frames.seek(step);
    const rows = $memo_table.memoRows(frames);
    const { sets } = frames.trace.memo ?? {};
    const ids = (needs) => needs.map(({ id }) => id);
    return rows.map(({ id, value, needs, valid }) => sets ? [id, value, ids(needs), valid] : [id, value]);
  });
}"""


@pytest.mark.parametrize(
    ("algorithm", "options"),
    [("memoised", {}), ("memoised-naive", {}), ("alpha-beta", {"table": "dependency"}), ("mtd-f", {"endless": 1})],
)
@pytest.mark.parametrize("sample", ["example-7-1", "table-trap", "negamax-loop"])
def test_the_rows_are_those_of_python(run: Run, sample: str, algorithm: str, options):
    graph = load_sample(sample)
    trace = algorithms.trace(graph, algorithm, **options)
    sent = json.loads(json.dumps(SentTrace(trace, algorithms.find(algorithm)).whole()))
    steps = [*range(len(trace)), *reversed(range(len(trace)))]
    by_name = {node.name: node.id for node in graph.nodes}
    expected = [
        [
            [row.id, row.value]
            if row.needs is None
            else [
                row.id,
                row.value,
                [by_name[name.removesuffix(" (other player to move)")] for name in row.needs],
                row.valid,
            ]
            for row in memo_rows(trace, step)
        ]
        for step in steps
    ]
    assert run(ROWS, [sent, steps]) == expected
