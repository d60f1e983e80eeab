from __future__ import annotations

from collections.abc import Callable, Generator, Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize
from support.app import StageView, running_app
from support.documents import Visit, visitor
from support.pages import Desk, Kept, Tabs, Watch, forget_documents

PHONE: ViewportSize = {"width": 390, "height": 844}

OpenPage = Callable[..., Page]
LookAt = Callable[..., StageView]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Function) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What went wrong on a page stays with one test: no other gets a page that was open then."""
    report = yield
    if report.failed and "browser" in item.funcargs:
        for page in [page for context in item.funcargs["browser"].contexts for page in context.pages]:
            page.close()
    return report


@pytest.fixture(scope="session")
def app_url() -> Iterator[str]:
    with running_app() as url:
        yield url


@pytest.fixture(scope="session")
def tabs(browser: Browser) -> Tabs:
    """Of a projector: scripts are read and compiled once."""
    context = browser.new_context()
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    return Tabs(context)


@pytest.fixture(scope="session")
def phone_tabs(browser: Browser) -> Tabs:
    return Tabs(browser.new_context(has_touch=True, is_mobile=True, device_scale_factor=2), PHONE)


@pytest.fixture(scope="session")
def kept(tabs: Tabs) -> Kept:
    return Kept(tabs)


@pytest.fixture
def open_page(request: pytest.FixtureRequest, tabs: Tabs, app_url: str) -> Iterator[OpenPage]:
    """Opens an address of the app in a page of its own; the test fails if the page complains or calls outside."""
    watch = Watch()
    lent: list[tuple[Tabs, Page]] = []

    def open_address(
        query: str = "",
        *,
        url: str = app_url,
        size: ViewportSize | None = None,
        dark: bool = False,
        phone: bool = False,
    ) -> Page:
        source: Tabs = request.getfixturevalue("phone_tabs") if phone else tabs
        page = source.take(size, dark=dark)
        if not lent:
            forget_documents(page, url)
        lent.append((source, page))
        watch.follow(page)
        page.goto(query if query.startswith("http") else url + query)
        return page

    yield open_address
    for source, page in lent:
        watch.leave(page)
        source.give_back(page)
    assert not watch.complaints


@pytest.fixture
def look_at(kept: Kept, app_url: str) -> Iterator[LookAt]:
    """Opens an address for a test that only steps and selects: it may get the page of the test before."""
    watch = Watch()
    lent: list[StageView] = []

    def look(query: str, *, url: str = app_url) -> StageView:
        lent.append(kept.take(url + query, watch))
        return lent[-1]

    yield look
    for stage in lent:
        watch.leave(stage.page)
        kept.give_back(stage)
    assert not watch.complaints


@pytest.fixture
def visit(tabs: Tabs, app_url: str) -> Iterator[Visit]:
    with visitor(tabs, app_url) as visits:
        yield visits


@pytest.fixture(scope="session")
def desk(tabs: Tabs, app_url: str) -> Desk:
    return Desk(tabs, app_url)


@pytest.fixture
def stage(desk: Desk) -> Iterator[StageView]:
    """Figure 1, on a page on which earlier tests may have drawn, too."""
    watch = Watch()
    stage = desk.take(watch)
    yield stage
    watch.leave(stage.page)
    desk.give_back(stage)
    assert not watch.complaints


@pytest.fixture
def page(stage: StageView) -> Page:
    return stage.page
