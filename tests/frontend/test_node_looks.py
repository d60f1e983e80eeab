"""What the canvas, and with it an exported picture, shows of nodes and moves."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from frontend.conftest import Run
from support.graphs import game

from explorer import algorithms
from explorer.drawing.network import OPEN_DASHES, to_pyvis
from explorer.drawing.node_colours import Scale
from explorer.drawing.stage_data import graph_parts
from explorer.drawing.theme import FINALITY, MARKS, PYVIS_SHAPES
from explorer.drawing.trace_data import SentTrace, still_data
from explorer.drawing.tree_picture import copy_notes, tree_graph
from explorer.games.samples import load_sample
from explorer.model.check import with_open_ends
from explorer.model.errors import ExplorerError
from explorer.model.graph import GameGraph
from explorer.trace import Finality, Trace
from explorer.unwinding import View, build

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
    const bands = looks.bands().map(({ from, to, kind }) => [from, to, kind]);
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


@pytest.mark.parametrize("name", ["score-iteration", "bounds", "finality", "depth-first", "memoised"])
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


def test_unfinished_nodes_keep_their_kinds(run: Run):
    graph = game("a", a="max b c d", b="min", c="max a", d=1, e="max")
    trace = algorithms.trace(with_open_ends(graph), "score-iteration")
    pages = run(SEEN, [graph_parts(graph), sent(trace), list(range(len(trace)))])
    styles = {id: (look[0], look[7]) for id, look in pages[-1]["nodes"].items()}
    assert (styles["b"], styles["e"]) == (("square", "dashed"), ("circle", "dashed"))
    assert {styles[id][1] for id in "acd"} == {None}


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
    still = run(told, [graph_parts(graph), still_data({"a": 1, "b": 1, "c": 1, "d": 2}, Scale.of(graph))])
    running = run(told, [graph_parts(graph), sent(algorithms.trace(graph, "score-iteration"))])
    rings = [[each for each in said if each.startswith("ring: ")] for said in (still, running)]
    assert rings == [[], ["ring: final: cannot change"]]
    assert still[-1] == "a · Max to move · score 1"
    assert running[-1].startswith(f"{still[-1]} · final")


def test_the_tip_of_a_copy_says_which_value_it_has(run: Run):
    tree = build(load_sample("figure-1"), View.DEPTH, depth=3)
    values = {str(index): copy.value for index, copy in enumerate(tree.copies)}
    still = still_data(values, Scale(), notes=dict(zip(values, copy_notes(tree), strict=True)))
    told = """([{ document, theme }, trace]) => {
      const frames = new $frames.Frames(trace, { editable: false });
      frames.seek(0);
      const looks = Object.assign(new $node_looks.NodeLooks(), { theme, frames });
      looks.read(new $document.Document(document));
      return trace.nodes.map((id) => looks.describe(id));
    }"""
    tips = run(told, [graph_parts(tree_graph(tree)), still])
    assert tips[2] == "c · Min to move · s₂(c) = 0"
    assert [tip.split(" · ")[-1] for tip in tips] == copy_notes(tree)
    assert not any("· score" in tip for tip in tips)


def test_somebody_elses_values_colour_the_nodes_and_a_wrong_one_has_a_tag_whatever_the_step(run: Run):
    graph = load_sample("figure-1")
    told = """([{ document, theme }, trace]) => {
      const frames = new $frames.Frames(trace, { editable: false });
      const looks = Object.assign(new $node_looks.NodeLooks(), { theme, frames });
      looks.claims = new Map([['c', { text: 'value given 2', tag: '1 ≠ 2' }], ['b', { text: 'fine', tag: '' }]]);
      looks.read(new $document.Document(document));
      const nodes = ['a', 'b', 'c'].map(id => looks.of(id)).map(({ halo, own }) => [halo ?? null, own ?? null]);
      frames.seek(trace.length - 1);
      const meanings = $legend_entries.entriesFor(looks, [], false).map(({ meaning }) => meaning);
      return [nodes, meanings, looks.describe('c').split(' · ').at(-1)];
    }"""
    steps = sent(algorithms.trace(graph, "score-iteration"))
    nodes, meanings, tip = run(told, [graph_parts(graph), steps])
    agrees, wrong = (MARKS[name] for name in ("agrees", "wrong"))
    assert nodes == [[None, None], [agrees[0], None], [wrong[0], "1 ≠ 2"]]
    assert {agrees[1], wrong[1]} <= {*meanings}
    assert tip == "value given 2"
