from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from support.app import StageView, Watch, running_app

PROJECTOR = {"width": 1280, "height": 720}

OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def app_url() -> Iterator[str]:
    with running_app() as url:
        yield url


@pytest.fixture(scope="session")
def shared(browser: Browser) -> BrowserContext:
    """The context of pages that ask for nothing special: scripts are read and compiled once."""
    return browser.new_context(viewport=PROJECTOR)


@pytest.fixture
def open_page(browser: Browser, shared: BrowserContext, app_url: str) -> Iterator[OpenPage]:
    """Opens an address of the app in a page of its own; the test fails if the page complains or calls outside."""
    watch = Watch()
    opened: list[Page | BrowserContext] = []

    def open_address(query: str = "", *, url: str = app_url, **options: Any) -> Page:
        context = browser.new_context(**({"viewport": PROJECTOR} | options)) if options else shared
        page = context.new_page()
        if not opened:
            _forget_documents(page, url)
        opened.append(context if options else page)
        watch.follow(page)
        page.goto(url + query)
        return page

    yield open_address
    for each in opened:
        each.close()
    assert not watch.complaints


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """The first start: Figure 1."""
    return open_page()


@pytest.fixture
def stage(page: Page) -> StageView:
    return StageView(page).ready()


def _forget_documents(page: Page, url: str) -> None:
    """Take away the documents that the browser has kept from earlier tests."""
    tools = page.context.new_cdp_session(page)
    tools.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "indexeddb"})
    tools.detach()
