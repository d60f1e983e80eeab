"""Moves that a step marks get to the browser and to pictures."""

from __future__ import annotations

from support.sent import merged

from explorer.algorithms import find, trace
from explorer.drawing.exports import export
from explorer.drawing.graph_view import GraphView
from explorer.drawing.picture.sheets import looks_at
from explorer.drawing.theme import MARKS, MEANINGS
from explorer.drawing.trace_data import SentTrace
from explorer.games.samples import load_sample
from explorer.trace import Mark, Trace


def strategies() -> Trace:
    return trace(load_sample("progress"), "strategies")


def test_the_browser_gets_the_marks_of_a_step_and_of_no_other():
    run = strategies()
    data = merged(SentTrace(run, find("strategies")).whole())
    ids = data["nodes"]
    for step, sent in zip(run, data["steps"], strict=True):
        assert {(ids[a], ids[b]): mark for a, b, mark in sent.get("q", [])} == dict(step.marks)
        assert ("q" in sent) == bool(step.marks)


def test_a_picture_has_a_band_for_every_mark_beneath_the_others():
    run = strategies()
    shown = GraphView(run.graph, run, find("strategies"), len(run) - 1)
    bands = looks_at(shown, len(run) - 1)["bands"]
    assert bands == [{"from": move[0], "to": move[1], "kind": mark.value} for move, mark in run[-1].marks.items()]
    svg = export(shown, "svg").decode()
    for mark in ("plus", "stalling"):
        assert MARKS[mark][1] in svg


def test_what_is_never_played_is_in_no_picture_and_named_where_it_shows():
    run = trace(load_sample("progress"), "strategies", hide=True)
    shown = GraphView(run.graph, run, find("strategies"), len(run) - 1)
    hidden = {move for move, mark in run[-1].marks.items() if mark is Mark.UNPLAYED}
    assert hidden
    seen = looks_at(shown, len(run) - 1)
    assert {(one, other) for one, other in seen["moves"]} == set(run.graph.moves) - hidden
    assert not {(band["from"], band["to"]) for band in seen["bands"]} & hidden
    assert {tuple(move) for move in looks_at(shown, 0)["moves"]} == set(run.graph.moves)
    svg = export(shown, "svg").decode()
    assert (MEANINGS["unreached"] in svg) == bool(run.pruned_at(len(run) - 1))
    assert MEANINGS["pruned"] not in svg
