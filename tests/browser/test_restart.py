"""The app is started again while pages are open: each has its user's work, and hands it over."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from support.app import PATIENCE, StageView, eventually, free_port, running_app
from support.documents import EDITED, add, choose, menu, python_has, rename, saved, titles, with_nodes
from support.pages import Tabs, forget_documents


def test_each_page_hands_over_its_document_with_title_step_and_late_edits(
    tabs: Tabs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    port, pages = free_port(), [tabs.take(), tabs.take()]
    with running_app(port=port) as url:
        forget_documents(pages[0], url)
        for page in pages:
            page.goto(url)
        edited, own = (StageView(page).ready() for page in pages)
        saved(add(edited))
        rename(edited, EDITED, "Mine")
        edited.settled().page.keyboard.press("End")
        saved(add(own))
        menu(own).get_by_role("button", name=f"Duplicate {EDITED}").click()
        eventually(lambda: len(titles(own)), 3)
        choose(own, f"{EDITED} (2)")
        own.wait("stage.documents.title === x", f"{EDITED} (2)")
        with_nodes(own, 5).page.keyboard.press("End")
        epochs = [stage.settled().js("stage.python.shown.epoch") for stage in (edited, own)]
        assert [*tmp_path.iterdir()]
    assert [*tmp_path.iterdir()] == []  # an app that has ended leaves no files behind
    for page in pages:
        page.locator("[data-test-connection-state=CONNECTED]").wait_for(state="detached", timeout=PATIENCE)
    for page in pages:
        line = page.get_by_role("alert").filter(has_text=f"The program on this computer (localhost:{port}) has ended")
        expect(line).to_contain_text("what you drew is kept in this browser", timeout=5_000)
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text(f"The program on this computer (localhost:{port}) has ended", timeout=PATIENCE)
        expect(
            dialog.get_by_text(re.compile("internet|streamlit", re.IGNORECASE)).locator("visible=true")
        ).to_have_count(0)
    edited.js("(stage.editor.add('open'), stage.editor.add('open'))")  # which only the page has
    documents, last = [stage.document for stage in (edited, own)], edited.step
    assert [len(document["nodes"]) for document in documents] == [7, 5]
    assert last > 1
    with running_app(port=port):
        for stage, epoch in zip((edited, own), epochs, strict=True):
            stage.page.locator("[data-test-connection-state=CONNECTED]").wait_for(timeout=PATIENCE)
            expect(stage.page.get_by_role("dialog")).to_have_count(0, timeout=PATIENCE)
            expect(stage.page.locator("p.not-answering")).to_have_count(0)
            stage.page.keyboard.press("PageUp")
            stage.js("stage.flush()")  # as at a press elsewhere: an app that was started anew runs at the first word
            arrived = "stage.python.sender.ack === stage.python.sender.rev && stage.python.seq === stage.data.seq"
            stage.wait(f"stage.python.shown.epoch !== x && {arrived}", epoch)
            stage.settled()
        eventually(lambda: [edited.document, edited.step, own.document], [documents[0], last - 1, documents[1]])
        assert edited.js("stage.data.title") == "Mine"
        assert own.js("stage.data.title") == f"{EDITED} (2)"
        eventually(lambda: edited.js("stage.frames.trace.nodes"), [node["id"] for node in documents[0]["nodes"]])
        python_has(edited)
        for page in pages:
            tabs.give_back(page)


_RESTARTED = """element => {
  const { stage } = element, { loadTrace, python: { seq } } = stage;
  const loaded = [];
  stage.loadTrace = data => { loaded.push(data.seq); };
  const told = { ...stage.data, epoch: 'another', document: undefined, network: undefined, fresh: true, ack: 0 };
  stage.apply({ ...told, seq: seq - 1, trace: undefined }, () => {}); // what came with it was overtaken
  stage.apply({ ...told, seq, trace: {}, ack: stage.python.sender.rev, fresh: false }, () => {});
  stage.loadTrace = loadTrace;
  return [seq, loaded];
}"""


def test_a_trace_after_a_restart_is_shown_whatever_number_the_one_before_had(open_page: Callable[..., Page]):
    seq, loaded = add(StageView(open_page("/?sample=figure-1")).ready()).settled().evaluate(_RESTARTED)
    assert loaded == [seq]
