"""Every registered export, on some samples."""

from __future__ import annotations

import pytest
from support.samples import VARIED

from explorer import algorithms
from explorer.drawing import exports
from explorer.drawing.exports import Export, GraphView, Style
from explorer.games.samples import load_sample
from explorer.model.errors import FormatError

ENTRIES = exports.registered()
SMALL = Style(scale=0.5, first=0, last=1, pause=0.1)

every_export = pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)


@pytest.mark.parametrize("sample", VARIED)
def test_a_sample_can_be_exported_at_its_last_step(sample: str):
    graph = load_sample(sample)
    trace = algorithms.trace(graph, "score-iteration")
    shown = GraphView(graph, trace, algorithms.find("score-iteration"), len(trace) - 1)
    for entry in ENTRIES.values():
        content = exports.export(shown, entry.name, SMALL)
        assert content
        if entry.mime.startswith("text/"):
            assert content.decode()


@every_export
def test_without_a_trace_it_shows_the_graph_or_says_what_is_missing(entry: Export):
    shown = GraphView(load_sample("figure-1"))
    if not entry.needs_trace:
        assert exports.export(shown, entry.name, SMALL)
        return
    with pytest.raises(FormatError, match="choose an algorithm"):
        exports.export(shown, entry.name, SMALL)
