"""Errors that nobody foresaw: what the page says of them, and that the graph is safe."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from support.app import PATIENCE, after_run, running_script

from explorer.formats import load_text
from explorer.games.samples import load_sample


@pytest.fixture(scope="module")
def broken() -> Iterator[str]:
    with running_script("tests/support/broken_app.py") as url:
        yield url


@pytest.mark.parametrize("where", ["on the page", "in a fragment"])
def test_an_error_that_nobody_foresaw_gets_our_own_words_and_the_graph_can_be_saved(tabs, broken: str, where: str):
    page: Page = tabs.take()
    page.goto(broken)
    page.get_by_role("button", name=f"Fail {where}").click(timeout=PATIENCE)
    words = page.get_by_text("Unexpected KeyError: 'nobody knows'; this is a fault of the program, please report it.")
    expect(words).to_be_visible(timeout=PATIENCE)
    after_run(page)
    for text in ("Ask Google", "Ask ChatGPT", "encountered an error", "Traceback"):
        expect(page.get_by_text(text)).to_have_count(0)
    with page.expect_download(timeout=PATIENCE) as download:
        page.get_by_role("button", name="Save the graph").click()
    saved = load_text(Path(download.value.path()).read_text(encoding="utf-8")).graph
    assert (saved.nodes, saved.moves) == (load_sample("figure-1").nodes, load_sample("figure-1").moves)
    tabs.give_back(page)
