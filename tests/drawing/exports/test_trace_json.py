"""The trace as a JSON file."""

from __future__ import annotations

import json

import pytest
from support.samples import VARIED, runnable

from explorer import algorithms, cli
from explorer.drawing.exports import Shown, export
from explorer.games.samples import load_sample


@pytest.mark.parametrize("sample", VARIED)
def test_the_file_is_the_trace(sample: str):
    graph = load_sample(sample)
    for name in runnable(graph):
        trace = algorithms.trace(graph, name)
        content = export(Shown(trace.graph, trace), "trace-json").decode()
        assert json.loads(content, parse_constant=pytest.fail) == trace.to_json()


def test_the_file_is_what_the_command_line_prints(capsys: pytest.CaptureFixture[str]):
    trace = algorithms.trace(load_sample("ladder-3"), "memoised")
    assert cli.main(["trace", "sample:ladder-3", "--algorithm", "memoised", "--json"]) == 0
    assert export(Shown(trace.graph, trace), "trace-json").decode() == capsys.readouterr().out
