from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from support.app import StageView, Tabs, Watch, forget_documents, running_app
from support.documents import Visit, visitor

PROJECTOR = {"width": 1280, "height": 720}

OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def app_url() -> Iterator[str]:
    with running_app() as url:
        yield url


@pytest.fixture(scope="session")
def tabs(browser: Browser) -> Tabs:
    """For pages that ask for nothing special: scripts are read and compiled once."""
    context = browser.new_context(viewport=PROJECTOR)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    return Tabs(context)


@pytest.fixture
def open_page(browser: Browser, tabs: Tabs, app_url: str) -> Iterator[OpenPage]:
    """Opens an address of the app in a page of its own; the test fails if the page complains or calls outside."""
    watch = Watch()
    contexts: list[BrowserContext] = []
    lent: list[Page] = []

    def open_address(query: str = "", *, url: str = app_url, **options: Any) -> Page:
        if options:
            contexts.append(browser.new_context(**({"viewport": PROJECTOR} | options)))
            page = contexts[-1].new_page()
        else:
            page = tabs.take()
            if not lent:
                forget_documents(page, url)
            lent.append(page)
        watch.follow(page)
        page.goto(query if query.startswith("http") else url + query)
        return page

    yield open_address
    for page in lent:
        watch.leave(page)
        tabs.give_back(page)
    for context in contexts:
        context.close()
    assert not watch.complaints


@pytest.fixture
def visit(tabs: Tabs, app_url: str) -> Iterator[Visit]:
    with visitor(tabs, app_url) as visits:
        yield visits


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """The first start: Figure 1."""
    return open_page()


@pytest.fixture
def stage(page: Page) -> StageView:
    return StageView(page).ready()
