"""The app is started again while a page is open: the page has the user's work, and hands it over."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from support.app import PATIENCE, StageView, Tabs, eventually, free_port, running_app
from support.documents import EDITED, add, choose, menu, python_has, rename, saved, titles, with_nodes

pytestmark = pytest.mark.browser


def restarted(tabs: Tabs, prepare: Callable[[StageView], None]) -> Iterator[StageView]:
    """A stage when the app has just ended, and then the same one after the app was started anew."""
    port, page = free_port(), tabs.take()
    with running_app(port=port) as url:
        page.goto(url)
        stage = StageView(page).ready()
        prepare(stage)
        stage.settled()
        epoch = stage.js("stage.epoch")
    page.locator("[data-test-connection-state=CONNECTED]").wait_for(state="detached", timeout=PATIENCE)
    yield stage
    with running_app(port=port):
        page.locator("[data-test-connection-state=CONNECTED]").wait_for(timeout=PATIENCE)
        page.keyboard.press("PageUp")  # an app that was started anew runs at the first word from the page
        stage.wait(
            "stage.epoch !== x && stage.courier.ack === stage.courier.rev && stage.seq === stage.data.seq", epoch
        )
        yield stage.settled()
        tabs.give_back(page)


def test_it_gets_the_document_with_its_title_its_step_and_the_edits_that_only_the_page_has(tabs: Tabs):
    def prepare(stage: StageView) -> None:
        saved(add(stage))
        rename(stage, EDITED, "Mine")
        stage.settled().page.keyboard.press("End")

    visits = restarted(tabs, prepare)
    stage = add(next(visits), 2)
    document, last = stage.document, stage.step
    assert len(document["nodes"]) == 7
    assert last > 1
    stage = next(visits)
    eventually(lambda: [stage.document, stage.step], [document, last - 1])
    assert stage.js("stage.data.title") == "Mine"
    assert stage.js("stage.frames.trace.nodes") == [node["id"] for node in document["nodes"]]
    python_has(stage)
    assert list(visits) == []


def test_it_gets_an_own_document_that_was_never_edited(tabs: Tabs):
    def prepare(stage: StageView) -> None:
        saved(add(stage))
        menu(stage).get_by_role("button", name=f"Duplicate {EDITED}").click()
        eventually(lambda: len(titles(stage)), 2)
        choose(stage, f"{EDITED} (2)")
        stage.wait("stage.documents.title === x", f"{EDITED} (2)")
        with_nodes(stage, 5).page.keyboard.press("End")

    visits = restarted(tabs, prepare)
    document = next(visits).document
    stage = next(visits)
    assert stage.document == document
    assert stage.js("stage.data.title") == f"{EDITED} (2)"
    assert list(visits) == []
