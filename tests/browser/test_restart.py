"""The app is started again while pages are open: each has its user's work, and hands it over."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect
from support.app import PATIENCE, StageView, eventually, free_port, running_app
from support.documents import EDITED, add, python_has, rename, saved
from support.pages import Tabs, forget_documents


def test_a_page_hands_over_its_document_with_title_step_and_late_edits(
    tabs: Tabs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    port, page = free_port(), tabs.take()
    with running_app(port=port) as url:
        forget_documents(page, url)
        page.goto(url)
        stage = saved(add(StageView(page).ready()))
        rename(stage, EDITED, "Mine")
        stage.settled().page.keyboard.press("End")
        epoch = stage.settled().js("stage.python.versions.epoch")
        assert [*tmp_path.iterdir()]
    assert [*tmp_path.iterdir()] == []  # an app that has ended leaves no files behind
    page.locator("[data-test-connection-state=CONNECTED]").wait_for(state="detached", timeout=PATIENCE)
    said = page.get_by_role("alert").filter(has_text=f"The program on this computer (localhost:{port}) has ended")
    expect(said).to_contain_text("what you drew is kept in this browser", timeout=PATIENCE)
    stage.js("(stage.editor.add('open'), stage.editor.add('open'))")  # which only the page has
    document, last = stage.document, stage.step
    assert (len(document["nodes"]), last > 1) == (7, True)
    with running_app(port=port):
        page.locator("[data-test-connection-state=CONNECTED]").wait_for(timeout=PATIENCE)
        expect(said).to_have_count(0, timeout=PATIENCE)
        page.keyboard.press("PageUp")
        stage.js("stage.flush()")  # as at a press elsewhere: an app that was started anew runs at the first word
        arrived = "stage.python.sender.ack === stage.python.sender.rev && stage.python.seq === stage.data.seq"
        stage.wait(f"stage.python.versions.epoch !== x && {arrived}", epoch)
        stage.settled()
        eventually(lambda: [stage.document, stage.step], [document, last - 1])
        assert stage.js("stage.data.title") == "Mine"
        eventually(lambda: stage.js("stage.frames.trace.nodes"), [node["id"] for node in document["nodes"]])
        python_has(stage)
        tabs.give_back(page)
