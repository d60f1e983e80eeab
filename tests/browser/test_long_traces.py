"""Of a long run the page has some steps: any other comes when it is asked for, and jumps look at the whole run."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect
from support.app import PATIENCE, StageView, score_texts

from explorer import algorithms
from explorer.drawing.trace_data import CHUNK
from explorer.games import generate
from explorer.trace import Trace

PARAMETERS = {"nodes": "1000", "leaves": "3%", "degree": "3", "seed": "1"}
NAME = "memoised-naive"
ADDRESS = (
    f"/?game={quote('random?' + '&'.join(f'{name}={value}' for name, value in PARAMETERS.items()))}&algorithm={NAME}"
)


@pytest.fixture(scope="module")
def trace() -> Trace:
    return algorithms.trace(generate("random", **PARAMETERS), NAME)


@pytest.fixture
def stage(look_at: Callable[..., StageView]) -> StageView:
    return look_at(ADDRESS)


def seen(stage: StageView) -> tuple[int, str, dict[str, str]]:
    """The step that is shown, once it is there and no jump is under way, with its caption and the scores."""
    stage.wait("stage.frames.at === stage.player.at && !stage.replay.chunks.jumping")
    texts = stage.js("Object.fromEntries(stage.looks.nodes.map(({ id }) => [id, stage.looks.of(id).text]))")
    return stage.step, stage.caption, texts


def told(trace: Trace, step: int, shown: dict[str, str]) -> tuple[int, str, dict[str, str]]:
    texts = score_texts(trace, step)
    return step, trace[step].caption, {id: texts.get(id, "?") for id in shown}


def test_any_step_comes_when_it_is_asked_for(open_page: Callable[..., Page], trace: Trace):
    stage = StageView(open_page(ADDRESS)).ready()
    assert stage.js("stage.frames.length") == len(trace) > 4 * CHUNK
    assert stage.js("stage.frames.chunks.size") < len(trace) // CHUNK
    for step in (len(trace) // 2, len(trace) - 1, 3 * CHUNK - 1, 3 * CHUNK, 0):
        stage.js("stage.player.go(x)", step)
        found = seen(stage)
        assert found == told(trace, step, found[2])


def test_jumps_look_at_the_whole_run(stage: StageView, trace: Trace):
    root = trace.graph.root or ""
    changes = [step for step in trace.changes_of(root) if step > 0]
    stage.page.keyboard.press(">")
    stage.wait("stage.frames.at === x", changes[0])
    stage.js("stage.player.go(x)", len(trace) - 1)
    seen(stage)
    stage.page.keyboard.press("<")
    stage.wait("stage.frames.at === x", max(step for step in changes if step < len(trace) - 1))
    rises = trace.rises_of("wrong stored")
    stage.page.keyboard.press("Home")
    seen(stage)
    place = trace.steps.counters.index("wrong stored")
    button = stage.find(".counters button").nth(place)
    for step in rises[:3]:
        button.click()
        stage.wait("stage.frames.at === x", step)
    stage.page.keyboard.press("End")
    seen(stage)
    button.click()
    expect(stage.find(".toast")).to_have_text("“wrong stored” does not rise after this step.", timeout=PATIENCE)
    assert stage.step == len(trace) - 1
