"""Pages that browser tests get, give back and share, and what is watched on them meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, ViewportSize
from support.app import NEXT_FRAMES, StageView

from explorer.games.samples import load_sample

RUNS = Path(__file__).parent / "runs.js"
PROJECTOR: ViewportSize = {"width": 1280, "height": 720}
_FIGURE_1 = load_sample("figure-1")


@dataclass
class Watch:
    """What must not happen in a page: errors, and requests for what it may not have, if that is said.

    No page reaches anything beyond this machine (`support.app.launch`): the attempt is an error, too.
    """

    allows: Callable[[str], bool] | None = None
    complaints: list[str] = field(default_factory=list)

    def follow(self, page: Page) -> None:
        for event, listener in self._listeners.items():
            page.on(event, listener)

    def leave(self, page: Page) -> None:
        for event, listener in self._listeners.items():
            page.remove_listener(event, listener)

    @cached_property
    def _listeners(self) -> dict[str, Callable[[Any], None]]:
        heard: dict[str, Callable[[Any], None]] = {
            "pageerror": lambda error: self.complaints.append(f"page error: {error}"),
            "console": self._hear,
        }
        if allows := self.allows:  # each request that is heard of is work for the browser
            heard["request"] = heard["websocket"] = lambda asked: self._check(asked.url, allows)
        return heard

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"console error: {message.text} ({message.location})")

    def _check(self, url: str, allows: Callable[[str], bool]) -> None:
        if not allows(url):
            self.complaints.append(f"request for {url}")


def forget_documents(page: Page, url: str) -> None:
    """Take away the documents that the browser has kept from earlier tests."""
    tools = page.context.new_cdp_session(page)
    tools.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "indexeddb,local_storage"})
    tools.detach()


class Tabs:
    """Tabs of one context that test after test uses: to make a new one is more work than to load the page into it."""

    def __init__(self, context: BrowserContext, size: ViewportSize = PROJECTOR) -> None:
        context.add_init_script(path=RUNS)
        context.add_init_script("try { localStorage.setItem('welcomed', 'true') } catch {}")  # not the first visit
        self.context = context
        self._size = size
        self._free: list[Page] = []

    def take(self, size: ViewportSize | None = None, *, dark: bool = False) -> Page:
        self._free = [page for page in self._free if not page.is_closed()]
        page = self._free.pop() if self._free else self.context.new_page()
        page.set_viewport_size(size or self._size)
        # Without what shimmers until a page is there: to paint it is a seventh of the work (`StageView.ready`).
        scheme: Literal["dark", "light"] = "dark" if dark else "light"
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce", forced_colors="none")
        return in_front(page)

    def give_back(self, page: Page) -> None:
        if page.is_closed():
            return
        page.evaluate(_KEEP_NOTHING)
        page.evaluate(_FORGET_TAB)
        page.goto("about:blank")
        if page.evaluate(_HAS_ROOM):
            self._free.append(page)
        else:
            page.close()


def in_front(page: Page) -> Page:
    """A page that is drawn as fast as one that is looked at: one behind another gets a frame a second."""
    page.bring_to_front()
    page.mouse.move(0, 0)
    return page


def open_still(page: Page | None) -> Page | None:
    """A page that a test left, if it was not closed meanwhile."""
    return page if page is not None and not page.is_closed() else None


_FORGET_TAB = """() => {
    try {
      sessionStorage.clear();
    } catch { /* a page without any */ }
}"""
_IS_LEFT_AS_FOUND = """stage.python.versions.epoch === x && !stage.document.past.done.length
    && !document.querySelector('[role=dialog], [role=alert], [data-testid=stPopoverBody], .st-key-sheet, .lecture')"""
_HAS_ROOM = "history.length < 40"  # Chromium keeps 50 entries; a test that counts them makes a few
# A page saves what was drawn a moment ago when it is left, and a moment later: among the documents of the next test.
_KEEP_NOTHING = """() => {
    for (const element of document.querySelectorAll('*')) {
      const { documents, textView } = element.shadowRoot?.querySelector('.stage')?.stage ?? {};
      if (!documents) continue;
      textView.discard();
      documents.autosave.unsaved = false;
    }
}"""
_FIRST_STEP = """() => {
    for (const element of document.querySelectorAll('*')) {
      const stage = element.shadowRoot?.querySelector('.stage')?.stage;
      if (!stage?.document || !stage.root.checkVisibility()) continue;
      stage.player.pause();
      stage.player.go(0);
      stage.selection.choose();
      stage.canvas.fit({ readable: Boolean(stage.document.meta.tree) });
    }
}"""


class Kept:
    """The page of the last test that only stepped and selected, left open for the next one that wants the same."""

    def __init__(self, tabs: Tabs) -> None:
        self._tabs = tabs
        self._page: Page | None = None
        self._address = ""
        self._epoch = ""

    def take(self, address: str, watch: Watch) -> StageView:
        """The stage at an address: on a page that is open there already, at its first step, or on a new one."""
        page, self._page = open_still(self._page), None
        is_there, self._address = page is not None and self._address == address, address
        page = in_front(page) if page else self._tabs.take()
        watch.follow(page)
        if is_there:
            page.evaluate(_FIRST_STEP)
        else:
            forget_documents(page, address)
            page.goto(address)
        stage = StageView(page).ready().settled()
        stage.wait("!stage.deferred.telling")  # the panel shows the first step, too
        self._epoch = stage.js("stage.python.versions.epoch")
        return stage

    def give_back(self, stage: StageView) -> None:
        """Leave a page open, but not if it shows another document now, a changed one, or more than before."""
        if stage.page.is_closed():
            return
        if stage.root.count() and stage.js(_IS_LEFT_AS_FOUND, self._epoch):
            self._page = stage.page
        else:
            self._tabs.give_back(stage.page)


_TIDY = """({ stage }) => {
    const query = new URLSearchParams(location.search), shown = document.querySelectorAll.bind(document);
    const options = [...query.keys()].some(key => key.startsWith('set.')), { documents, frames, player } = stage;
    const open = ':is(.menu, .documents, .inspector):not([hidden]), .finder ul, .why, dialog[open]';
    return location.pathname === '/' && query.get('algorithm') === 'score-iteration' && !options && !player.playing
        && documents && frames && !shown('[role=dialog], [role=alert], [data-testid=stPopoverBody], .lecture').length
        && !shown('.st-key-sheet').length && !stage.root.querySelector(open);
}"""
_FRESH = """({ stage }, record) => {
    const { commands, editor, textView } = stage;
    commands.hasExplained = false;
    editor.lastKind = undefined;
    stage.find('.toast').hidden = true;
    stage.documents.offered.value = undefined;
    if (!textView.element.hidden) {
      textView.discard();
      textView.toggle();
    }
    stage.documents.autosave.show(record);
    editor.choose([]);
    stage.player.go(0);
    stage.canvas.numbers = false;
    stage.store.isPanelHidden.value = undefined;
    stage.panel.open('Code');
    stage.canvas.fit();
    stage.root.focus();
}"""


class Desk:
    """The page on which test after test draws: each gets Figure 1 there as a new document."""

    def __init__(self, tabs: Tabs, url: str) -> None:
        self._tabs = tabs
        self._url = url
        self._page: Page | None = None

    def take(self, watch: Watch) -> StageView:
        """The stage with Figure 1 at its first step, and nothing to undo."""
        page, self._page = open_still(self._page), None
        if page is not None:
            watch.follow(in_front(page))
            stage = StageView(page)
            if stage.root.count() == 1 and page.evaluate(_HAS_ROOM) and stage.evaluate(_TIDY):
                stage.evaluate(_FRESH, {"title": _FIGURE_1.name, "document": _FIGURE_1.to_json()})
                stage.ready().settled().evaluate(NEXT_FRAMES)
                return stage
            watch.leave(page)
            self._tabs.give_back(page)
        page = self._tabs.take()
        forget_documents(page, self._url)
        watch.follow(page)
        page.goto(self._url)
        return StageView(page).ready()

    def give_back(self, stage: StageView) -> None:
        if not stage.page.is_closed():
            stage.page.evaluate(_KEEP_NOTHING)
        self._page = stage.page
