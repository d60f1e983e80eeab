"""The standalone page, opened from a file in Chromium without any network."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from support.app import ROOT, StageView, eventually, score_texts
from support.graphs import figure_1, game, long_path
from support.pages import Tabs, Watch
from support.samples import VARIED, sample_for

from explorer import algorithms
from explorer.drawing.exports import Shown, Style, export
from explorer.drawing.exports.html import page
from explorer.drawing.limits import LARGEST_DRAWN
from explorer.games.samples import load_sample
from explorer.model.errors import LimitError
from explorer.model.graph import GameGraph, Kind, Node
from explorer.model.scores import format_bounds
from explorer.trace import Trace

HOSTILE = """</script><script>window.hacked = 1</script><img src=x onerror="window.hacked = 2">'"""

SCREEN = {"width": 1280, "height": 720}

Opened = Callable[..., Page]


@pytest.fixture(scope="module")
def tabs(browser: Browser) -> Iterator[Tabs]:
    """For pages that ask for nothing special."""
    context = browser.new_context(offline=True, viewport=SCREEN)
    yield Tabs(context)
    context.close()


@pytest.fixture
def opened(browser: Browser, tabs: Tabs, tmp_path: Path) -> Iterator[Opened]:
    """Opens a page from a file, offline; the test fails if it complains or asks for anything but itself."""
    watch = Watch(lambda url: url.startswith(("data:", "blob:", tmp_path.as_uri())))
    contexts: list[BrowserContext] = []
    lent: list[Page] = []
    names = count()

    def open_page(content: bytes | str, *, address: str = "", **options: Any) -> Page:
        file = tmp_path / f"page {next(names)}.html"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        if options:
            contexts.append(browser.new_context(offline=True, **({"viewport": SCREEN} | options)))
            made = contexts[-1].new_page()
        else:
            made = tabs.take()
            lent.append(made)
        watch.follow(made)
        made.goto(f"{file.as_uri()}{address}")
        return made

    yield open_page
    for made in lent:
        watch.leave(made)
        tabs.give_back(made)
    for context in contexts:
        context.close()
    assert not watch.complaints


def shown(graph: GameGraph, algorithm: str | None = "score-iteration", step: int = 0) -> Shown:
    if algorithm is None:
        return Shown(graph)
    return Shown(graph, algorithms.trace(graph, algorithm), algorithms.find(algorithm), step)


def content(graph: GameGraph, algorithm: str | None = "score-iteration", step: int = 0) -> bytes:
    return export(shown(graph, algorithm, step), "html")


def texts(trace: Trace, step: int) -> dict[str, str]:
    if not trace.has_bounds:
        known = score_texts(trace, step)
        return {node.id: known.get(node.id, "?") for node in trace.graph.nodes}
    kinds, bounds = trace.kinds_at(step), trace.bounds_at(step)
    shown = {id: format_bounds(*bounds[id]) for id, kind in kinds.items() if kind is not Kind.OPEN and id in bounds}
    return {node.id: shown.get(node.id, "?") for node in trace.graph.nodes}


# ---- the steps


@pytest.mark.parametrize("name", ["score-iteration", "bounds", "expansion", "alpha-beta", "memoised", "status"])
def test_keys_walk_through_the_first_steps_forward_and_back(opened: Opened, name: str):
    graph = figure_1(b=1) if algorithms.find(name).grows else load_sample(sample_for(name))
    made = opened(content(graph, name))
    stage, trace = StageView(made).ready(), algorithms.trace(graph, name)
    steps = range(min(len(trace), 16))
    for step in steps:
        assert stage.seen == (step, trace[step].caption, texts(trace, step))
        if step < steps[-1]:
            made.keyboard.press("ArrowRight")
    for step in reversed(steps):
        assert stage.seen == (step, trace[step].caption, texts(trace, step))
        made.keyboard.press("ArrowLeft")


def test_the_last_step_of_a_sample_has_the_scores_of_its_trace(opened: Opened, tmp_path: Path):
    made = opened(content(figure_1()))
    for name in VARIED:
        graph = load_sample(name)
        file = tmp_path / f"{name}.html"
        file.write_bytes(content(graph))
        made.goto(file.as_uri())
        stage, trace = StageView(made).ready(), algorithms.trace(graph, "score-iteration")
        made.keyboard.press("End")
        assert stage.step == len(trace) - 1
        assert stage.scores == texts(trace, len(trace) - 1)
        assert made.title() == graph.name
        assert made.locator("h1").inner_text() == graph.name


def test_the_slider_sets_the_step(opened: Opened):
    graph = load_sample("ladder-6")
    made = opened(content(graph, "memoised"))
    stage, trace = StageView(made).ready(), algorithms.trace(graph, "memoised")
    slider = made.get_by_role("slider", name="Step")
    for step in (len(trace) - 1, 7, 200):
        slider.fill(str(step))
        assert stage.step == step
        assert stage.scores == texts(trace, step)


def test_the_address_sets_the_step_and_follows_it(opened: Opened):
    made = opened(content(figure_1(b=1), step=1), address="#step=3")
    stage = StageView(made).ready()
    assert stage.step == 3
    made.keyboard.press("ArrowLeft")
    eventually(lambda: made.evaluate("location.hash"), "#step=2")
    made.evaluate("location.hash = '#step=4'")
    stage.go_to(4)
    for odd in ("#step=x", "#step=-1", "#other", "#step=99999999999999"):
        made.evaluate("hash => { location.hash = hash }", odd)
        assert stage.step == 4
    made.evaluate("location.hash = '#step=1000'")
    stage.go_to(stage.last)


def test_without_an_address_it_opens_at_the_step_that_was_on_screen(opened: Opened):
    assert StageView(opened(content(figure_1(), step=2))).ready().step == 2


# ---- what it shows


def test_a_graph_without_a_trace_is_a_still_with_the_scores_of_its_leaves(opened: Opened):
    made = opened(content(figure_1(b=1, d=2), None))
    stage = StageView(made).ready()
    assert (stage.last, stage.scores) == (0, {"a": "?", "b": "1", "c": "?", "d": "2"})
    assert not made.get_by_role("slider").is_visible()
    assert not stage.find(".panel").is_visible()


def test_nobody_can_edit_it(opened: Opened):
    made = opened(content(figure_1()))
    stage = StageView(made).ready()
    before = stage.document
    stage.click_node("a")
    for key in ("m", "o", "Delete", "r", "p", "Control+z", "Control+d", "5"):
        made.keyboard.press(key)
    made.mouse.dblclick(640, 500)
    assert stage.document == before
    assert not made.get_by_role("button", name="Undo").is_visible()


def test_colours_follow_the_browser_from_light_to_dark(opened: Opened):
    made = opened(content(figure_1()), color_scheme="dark")
    stage = StageView(made).ready()
    themes = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
    for scheme in ("dark", "light", "dark"):
        made.emulate_media(color_scheme=scheme)
        eventually(lambda: stage.js("stage.looks.paint.dark"), scheme == "dark")
        style = "name => getComputedStyle(document.body).getPropertyValue(name)"
        for name, colour in themes[scheme].items():
            variable = {
                "primaryColor": "--st-primary-color",
                "backgroundColor": "--st-background-color",
                "secondaryBackgroundColor": "--st-secondary-background-color",
                "textColor": "--st-text-color",
            }[name]
            assert made.evaluate(style, variable) == colour


@pytest.mark.parametrize("width", [1280, 390])
def test_slider_and_canvas_fit_the_window(opened: Opened, width: int):
    made = opened(content(load_sample("figure-1")), viewport={"width": width, "height": 844})
    stage = StageView(made).ready()
    assert made.evaluate("document.documentElement.scrollWidth") <= width
    for part in (made.get_by_role("slider", name="Step"), stage.find(".canvas"), stage.find(".caption")):
        box = part.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= 844
        assert box["height"] > 0


def test_title_and_description_are_left_out_on_request(opened: Opened):
    graph = load_sample("figure-1")
    made = opened(export(shown(graph), "html", Style(title=False)))
    StageView(made).ready()
    assert made.locator("body > header").count() == 0
    assert opened(content(graph)).locator("body > header p").inner_text() == graph.description


# ---- safety


def test_text_that_looks_like_markup_stays_text(opened: Opened):
    nodes = (Node(HOSTILE, Kind.MAX, label=HOSTILE), Node("<!--", Kind.LEAF, 1), Node("__proto__", Kind.LEAF, 2))
    moves = ((HOSTILE, "<!--"), (HOSTILE, "__proto__"))
    graph = GameGraph(nodes, moves, root=HOSTILE, name=HOSTILE, description=HOSTILE)
    made = opened(content(graph))
    stage = StageView(made).ready()
    made.keyboard.press("End")
    assert stage.scores == {HOSTILE: "2", "<!--": "1", "__proto__": "2"}
    stage.click_node(HOSTILE)
    stage.wait("!stage.deferred.telling && !stage.deferred.explaining")
    assert made.evaluate("window.hacked") is None
    assert made.locator("body > script").count() == 3  # what is packed, its data, and what unpacks it
    assert made.locator("h1").inner_text() == made.title() == HOSTILE


def test_the_page_is_forbidden_to_connect_anywhere(browser: Browser, tmp_path: Path):
    file = tmp_path / "page.html"
    file.write_bytes(content(figure_1()))
    made = browser.new_page()
    made.goto(file.as_uri())
    StageView(made).ready()
    blocked = """() => new Promise(resolve => {
        document.addEventListener('securitypolicyviolation', event => resolve(event.effectiveDirective));
        fetch('http://localhost:9/').catch(() => {});
    })"""
    assert made.evaluate(blocked) == "connect-src"
    injected = """() => new Promise(resolve => {
        document.addEventListener('securitypolicyviolation', event => resolve(event.effectiveDirective));
        document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.hacked = 1' }));
    })"""
    assert made.evaluate(injected) == "script-src-elem"
    assert made.evaluate("window.hacked") is None
    made.close()


def test_the_same_picture_is_the_same_file():
    assert content(figure_1(), "depth-first", 2) == content(figure_1(), "depth-first", 2)


def test_a_graph_or_trace_too_large_is_refused_with_the_limit():
    with pytest.raises(LimitError, match="3,000 nodes"):
        page(Shown(long_path(LARGEST_DRAWN)))
    with pytest.raises(LimitError, match="the limit is 0 MB"):
        page(shown(figure_1()), most_bytes=1_000)


def test_a_graph_whose_name_is_empty_has_a_title(opened: Opened):
    made = opened(content(game("a", a="max b", b=1)))
    StageView(made).ready()
    assert made.title() == "Game graph"
    assert made.locator("h1").count() == 0
