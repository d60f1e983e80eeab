"""The standalone page, opened from a file in Chromium without any network."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from support.app import StageView, eventually, score_texts
from support.graphs import figure_1, long_path
from support.pages import Tabs, Watch
from support.samples import sample_for

from explorer import algorithms
from explorer.drawing.exports import GraphView, export
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


def shown(graph: GameGraph, algorithm: str | None = "score-iteration", step: int = 0) -> GraphView:
    if algorithm is None:
        return GraphView(graph)
    return GraphView(graph, algorithms.trace(graph, algorithm), algorithms.find(algorithm), step)


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


@pytest.mark.parametrize("name", ["bounds", "expansion", "alpha-beta"])
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


# ---- what it shows


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


def test_a_graph_or_trace_too_large_is_refused_with_the_limit():
    with pytest.raises(LimitError, match="3,000 nodes"):
        page(GraphView(long_path(LARGEST_DRAWN)))
    with pytest.raises(LimitError, match="the limit is 0 MB"):
        page(shown(figure_1()), most_bytes=1_000)
