"""The command `export`: formats by their suffix, pages, looks, and an error is one sentence."""

from __future__ import annotations

import html
import json
import re
from functools import partial
from pathlib import Path

import pytest
from support.graphs import long_path

from explorer import algorithms, formats, games, why
from explorer.comparison.align import AlignedBy, align
from explorer.drawing import exports
from explorer.drawing.exports import GraphView, Style
from explorer.drawing.limits import LARGEST_DRAWN
from explorer.drawing.why_data import highlight_of
from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph, Kind, Node
from explorer.unwinding import TreeView, build
from explorer.unwinding.limits import BUDGET

ITERATION = ("--algorithm", "score-iteration")


@pytest.fixture
def run(run, tmp_path, monkeypatch):
    """A function that runs the command in an empty folder; its exit code, standard output and standard error."""
    monkeypatch.chdir(tmp_path)
    return partial(run, "export")


def expected(name: str, style: Style | None = None, step: int = 0, **options: object) -> bytes:
    trace = algorithms.trace(load_sample("figure-1"), "score-iteration", **options)
    return exports.export(GraphView(trace.graph, trace, algorithms.find("score-iteration"), step), name, style)


@pytest.mark.parametrize("name", ["svg", "html", "csv"])
def test_the_suffix_chooses_the_format(run, name):
    entry = exports.find(name)
    file = f"Figure 1{entry.suffix}"
    code, out, err = run("sample:figure-1", "-o", file, *ITERATION)
    assert (code, out) == (0, "")
    assert err == ""
    assert Path(file).read_bytes() == expected(name)


def test_of_unwind_the_tree_is_exported(run):
    assert run("sample:figure-1", "-o", "x.trace.json", "--page", "unwind", "--tree", "depth", "--depth", "3")[0] == 0
    tree = build(load_sample("figure-1"), TreeView.DEPTH, depth=3, budget=BUDGET)
    steps = json.loads(Path("x.trace.json").read_text(encoding="utf-8"))["steps"]
    (step,) = steps
    assert [(id[0], value) for id, value in step["scores"].items()] == [(copy.node, copy.value) for copy in tree.copies]
    assert run("sample:figure-1", "-o", "x.svg", "--page", "unwind")[0] == 0
    assert Path("x.svg").read_text(encoding="utf-8").count('class="node"') == len(tree.copies)


def test_of_compare_the_moment_is_that_of_the_page(run):
    """By visit, as the page aligns two searches, or as asked: the right side waits for the left, or runs on."""
    graph = load_sample("example-7-1")
    traces = [algorithms.trace(graph, name) for name in ("depth-first", "memoised")]
    for mode, by in (((), AlignedBy.VISIT), (("--mode", "step"), AlignedBy.STEP)):
        found = align(*traces, by)
        sides = ("--page", "compare", "--left", "depth-first", "--right", "memoised", "--step", "12", *mode)
        assert run("sample:example-7-1", "-o", "x.svg", *sides)[0] == 0
        written = html.unescape(re.sub("<[^>]*>", "", Path("x.svg").read_text(encoding="utf-8")))
        text = "".join(written.split())
        for trace, step in zip(traces, (found.left[12], found.right[12]), strict=True):
            assert "".join(trace[step].caption.split())[:12] in text, (mode, trace.algorithm)


def test_of_expand_the_grown_graph_is_exported(run):
    assert (
        run("game:number-game", "-o", "x.svg", "--algorithm", "expansion", "--set", "most=3", "--step", "last")[0] == 0
    )
    trace = algorithms.trace(games.generate("number-game"), "expansion", most=3)
    assert Path("x.svg").read_text(encoding="utf-8").count('class="node"') == len(trace.graph.nodes)


@pytest.mark.large
def test_looks_are_set(run):
    looks = ("--dark", "--no-title", "--no-legend", "--no-caption")
    assert run("sample:figure-1", "-o", "x.svg", *ITERATION, *looks) == (0, "", "")
    style = Style(dark=True, title=False, legend=False, caption=False)
    assert Path("x.svg").read_bytes() == expected("svg", style)
    assert run("sample:figure-1", "-o", "x.png", *ITERATION, "--scale", "0.5") == (0, "", "")
    assert Path("x.png").read_bytes() == expected("png", Style(scale=0.5))
    assert run("sample:figure-1", "-o", "x.gif", *ITERATION, "--steps", "1-2", "--pause", "0.2", "--scale", "1")[0] == 0
    assert Path("x.gif").read_bytes() == expected("gif", Style(first=1, last=2, pause=0.2, scale=1))


def test_a_picture_lights_what_explains_a_score(run):
    assert run("sample:figure-1", "-o", "x.svg", *ITERATION, "--step", "last", "--why", "c") == (0, "", "")
    lit = highlight_of(why("sample:figure-1", "c"))
    assert lit.nodes == {"a", "b", "c"}
    assert lit.moves == ((("c", "a"), "chain"), (("a", "b"), "chain"))
    trace = algorithms.trace(load_sample("figure-1"), "score-iteration")
    shown = GraphView(trace.graph, trace, algorithms.find("score-iteration"), 4, highlight=lit)
    assert Path("x.svg").read_bytes() == exports.export(shown, "svg")
    assert run("sample:figure-1", "-o", "x.csv", *ITERATION, "--why", "c")[2].startswith("x.csv: --why makes no diff")


def test_an_unfinished_graph_is_drawn_and_its_problems_are_said(run):
    graph = GameGraph((Node("a", Kind.MAX), Node("b", Kind.LEAF, 1)), (), root="a")
    Path("x.game.json").write_text(json.dumps(graph.to_json()), encoding="utf-8")
    code, _, err = run("x.game.json", "-o", "x.html")
    assert code == 0
    assert "Max node a" in err
    assert b'"id":"b","score":1' in Path("x.html").read_bytes()
    assert run("x.game.json", "-o", "y.html", *ITERATION)[0] == 2


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("sample:figure-1", "-o", "x.bmp"), ".svg"),
        (("sample:figure-1", "-o", "x.html", "--step", "1"), "--algorithm"),
        (("sample:figure-1", "-o", "x.html", *ITERATION, "--step", "5"), "0 to 4"),
        (("sample:figure-1", "-o", "x.xlsx", *ITERATION, "--steps", "0-9"), "0 to 4"),
        (("sample:figure-1", "-o", "x.png", "--scale", "nan"), "above 0"),
        (("sample:figure-1", "-o", "x.svg", "--why", "z"), "no node 'z'"),
        (("sample:figure-1", "-o", "x.svg", "--page", "compare", "--endless", "2"), "belongs to a side"),
        (("sample:figure-1", "-o", "x.svg", "--scene", "page=play"), "no game that is played"),
    ],
)
def test_an_error_is_one_sentence(run, arguments, word):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert word in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("page", "options"),
    [("compare", ["--left", "depth-first", "--right", "memoised"]), ("unwind", ["--tree", "depth", "--depth", "3"])],
)
def test_an_option_of_a_page_leads_to_it_and_is_refused_on_another(run, tmp_path: Path, page: str, options):
    alone, named = tmp_path / "alone.svg", tmp_path / "named.svg"
    assert run("sample:figure-1", "-o", alone, *options)[0] == 0
    assert run("sample:figure-1", "-o", named, "--page", page, *options)[0] == 0
    assert alone.read_bytes() == named.read_bytes()
    code, _, err = run("sample:figure-1", "-o", tmp_path / "x.svg", "--page", "explore", *options)
    assert (code, f"is for the page {page}, and not for explore" in err) == (2, True)


def test_a_table_or_the_steps_of_two_sides_say_that_they_hold_the_left_one(run):
    left = "one run: that of the left side"
    for file, held in (("x.csv", left), ("x.trace.json", left), ("x.html", left), ("x.svg", "")):
        code, _, err = run("sample:figure-1", "-o", file, "--left", "memoised", "--right", "alpha-beta")
        assert code == 0
        assert held in err
        assert bool(err) == bool(held)


@pytest.mark.large
def test_around_a_node_the_part_is_drawn_of_what_runs_on_the_whole(run, tmp_path):
    """The score of the deep node comes from the end of a path that is too long to be drawn."""
    graph = long_path(LARGEST_DRAWN + 10)
    formats.write(graph, tmp_path / "long.csv")
    out = tmp_path / "part.svg"
    options = ("--algorithm", "retrograde", "--step", "last")
    assert "--around NODE" in run(tmp_path / "long.csv", "-o", out, *options)[2]
    code, _, err = run(tmp_path / "long.csv", "-o", out, *options, "--around", "v500", "--radius", "3")
    assert code == 0, err
    nodes = re.findall(r"<title>(v\d+) · ([^<]*)", out.read_text(encoding="utf-8"))
    assert [id for id, _ in nodes] == [f"v{number}" for number in range(497, 504)]
    assert all("score 1" in words for _, words in nodes)
    assert [id for id, words in nodes if "has successors that are not shown" in words] == ["v503"]
