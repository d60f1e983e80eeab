"""What the canvas, and with it an exported picture, shows of nodes and moves."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from frontend.conftest import Run

from explorer import algorithms
from explorer.drawing.network import OPEN_DASHES, to_pyvis
from explorer.drawing.node_colours import ColourScale
from explorer.drawing.stage_data import graph_parts
from explorer.drawing.theme import FINALITY, PYVIS_SHAPES
from explorer.drawing.trace_data import SentTrace, still_data
from explorer.games.samples import load_sample
from explorer.model.errors import ExplorerError
from explorer.model.graph import GameGraph
from explorer.trace import Finality, Trace

SEEN = """([{ document, theme }, trace, steps]) => {
  const frames = new $frames.Frames(trace, { editable: false });
  const looks = Object.assign(new $node_looks.NodeLooks(), { theme, frames });
  looks.isDrawing = true;
  looks.read(new $document.Document(document));
  return steps.map(step => {
    looks.frames.seek(step);
    const nodes = looks.nodes.map(({ id }) => {
      const look = looks.of(id), window = look.window && `α ${look.window[0]} … β ${look.window[1]}`;
      const { shape, fill, ink, text, bounds, left, right, style, halo, sign, mark, pale, unread, own } = look;
      return [id, [shape, fill, ink, text, bounds, left.light, right.light, style, halo, sign, mark, pale, unread, own,
        window].map(part => part ?? null)];
    });
    const bands = looks.moves.bands().map(({ from, to, kind }) => [from, to, kind]);
    return { nodes: Object.fromEntries(nodes), bands };
  });
}"""
SAMPLES = ("example-7-1", "alpha-beta-tree", "draw-tree", "negamax-half-final", "takeaway-10", "two-valued-tree")
MOST_STEPS = 25


def spread(length: int) -> list[int]:
    """Some steps of all parts of a trace."""
    return list(range(0, length, -(-length // MOST_STEPS)))


def sent(trace: Trace) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(json.dumps(SentTrace(trace, algorithms.find(trace.algorithm)).whole()))
    return whole


@pytest.mark.parametrize("name", ["score-iteration", "finality", "memoised"])
def test_the_pyvis_network_of_a_step_has_the_colours_of_the_canvas(run: Run, name: str):
    """A ring with two halves is one border, as the table of looks says."""
    seen = set()
    for sample in SAMPLES:
        with suppress(ExplorerError):
            trace = algorithms.trace(load_sample(sample), name)
            steps = spread(len(trace))
            pages = run(SEEN, [graph_parts(trace.graph), sent(trace), steps])
            for step, on_canvas in zip(steps, pages, strict=True):
                network = to_pyvis(trace, step)
                assert {node["id"] for node in network.nodes} == on_canvas["nodes"].keys()
                for id, (shape, fill, _, text, bounds, left, right, style, *rest) in on_canvas["nodes"].items():
                    node = network.get_node(id)
                    assert node["color"]["background"] == fill
                    assert node["shape"] == PYVIS_SHAPES[shape]
                    border, dashes = node["color"]["border"], node["shapeProperties"]["borderDashes"]
                    assert border in {left, right}
                    assert (style == "dashed") == (dashes == OPEN_DASHES)
                    value = rest[-3] or ", ".join(bounds or ()) or text
                    assert node["label"].rpartition("\n")[2] == value
                    seen.add((left, right, border, bool(dashes)))
    final, open_ = FINALITY[Finality.FINAL].left.light, FINALITY[Finality.TENTATIVE].left.light
    assert all(border == final and dashes for left, right, border, dashes in seen if left != right)
    assert {(final, final, final, False), (open_, open_, open_, True)} <= seen
    assert (name == "finality") <= ({(final, open_), (open_, final)} <= {each[:2] for each in seen})


def test_a_leaf_with_a_score_that_is_not_in_lowest_terms_has_one_score(run: Run):
    """The browser keeps what was typed; Python reduces it."""
    graph = load_sample("figure-1")
    typed = json.loads(json.dumps(graph.to_json()))
    for node in typed["nodes"]:
        if "score" in node:
            node["score"] = "4/6"
    read = GameGraph.from_json(typed)
    trace = algorithms.trace(read, "score-iteration")
    last = len(trace) - 1
    (drawn,) = run(SEEN, [graph_parts(read) | {"document": typed}, sent(trace), [last]])
    assert {(look[3], look[12], look[13]) for look in drawn["nodes"].values()} == {("2/3", None, None)}


def test_a_still_picture_says_nothing_of_what_is_final(run: Run):
    graph = load_sample("figure-1")
    told = """([{ document, theme }, trace]) => {
      const frames = new $frames.Frames(trace, { editable: false });
      frames.seek(trace.length - 1);
      const looks = Object.assign(new $node_looks.NodeLooks(), { theme, frames });
      looks.read(new $document.Document(document));
      return [...$legend_entries.entriesFor(looks, [], false).map(({ meaning }) => meaning), looks.describe('a')];
    }"""
    still = run(told, [graph_parts(graph), still_data({"a": 1, "b": 1, "c": 1, "d": 2}, ColourScale.of(graph))])
    running = run(told, [graph_parts(graph), sent(algorithms.trace(graph, "score-iteration"))])
    rings = [[each for each in said if each.startswith("ring: ")] for said in (still, running)]
    assert rings == [[], ["ring: final: cannot change"]]
    assert still[-1] == "a · Max to move · score 1"
    assert running[-1].startswith(f"{still[-1]} · final")
