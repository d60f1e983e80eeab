"""The app as a child process, Chromium, and what a user does on the page, for the browser tests."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    TimeoutError,
    ViewportSize,
    expect,
)

from explorer.formats import load_text
from explorer.graph import GameGraph
from explorer.samples import load_sample

ROOT = Path(__file__).parents[2]
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SYSTEM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the first does half the work
LOCAL = {"localhost", "127.0.0.1"}
PROJECTOR: ViewportSize = {"width": 1280, "height": 720}
_FIGURE_1 = load_sample("figure-1")
PATIENCE = 30_000  # ms that a page may take on a busy machine before a test gives up


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running_app(*arguments: str, port: int | None = None) -> Iterator[str]:
    """The address of the app, as the command `open` runs it."""
    port = port or free_port()
    with _running(["explorer", "open", *arguments, "--no-browser", "--port", str(port)], port) as url:
        yield url


@contextmanager
def running_script(path: str) -> Iterator[str]:
    """The address of a Streamlit script, given by its place in the repository."""
    port = free_port()
    with _running(["streamlit", "run", path, "--server.headless", "true", "--server.port", str(port)], port) as url:
        yield url


@contextmanager
def _running(module: Sequence[str], port: int) -> Iterator[str]:
    command = [sys.executable, "-m", *module]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, env=os.environ | {"PYTHONWARNINGS": ""})
    try:
        _wait_for(port, process)
        yield f"http://localhost:{port}"
    finally:
        process.terminate()
        process.wait(20)


def _wait_for(port: int, process: subprocess.Popen[bytes], patience: float = 60) -> None:
    end = time.monotonic() + patience
    while time.monotonic() < end:
        assert process.poll() is None, f"the app ended with code {process.returncode}"
        connection = HTTPConnection("127.0.0.1", port, timeout=2)
        try:
            connection.request("GET", "/_stcore/health")
            if connection.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.1)
        finally:
            connection.close()
    raise TimeoutError(f"the app did not answer at port {port} within {patience} s")


def launch(playwright: Playwright) -> Browser:
    """Chromium: the system's, else Playwright's own, which is fetched when it is missing."""
    system = next(filter(None, map(shutil.which, SYSTEM)), None)
    if system is None and not Path(playwright.chromium.executable_path).exists():
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)
    return playwright.chromium.launch(executable_path=system, args=ARGUMENTS)


def stays_here(url: str) -> bool:
    """Whether a request does not leave the machine."""
    parts = urlsplit(url)
    return parts.scheme in ("data", "blob") or parts.hostname in LOCAL


@dataclass
class Watch:
    """What must not happen in a page: errors, and requests for what it may not have."""

    allows: Callable[[str], bool] = stays_here
    complaints: list[str] = field(default_factory=list)

    def follow(self, page: Page) -> None:
        for event, listener in self._listeners.items():
            page.on(event, listener)

    def leave(self, page: Page) -> None:
        for event, listener in self._listeners.items():
            page.remove_listener(event, listener)

    @cached_property
    def _listeners(self) -> dict[str, Callable[[Any], None]]:
        return {
            "pageerror": lambda error: self.complaints.append(f"page error: {error}"),
            "console": self._hear,
            "request": lambda request: self._check(request.url),
            "websocket": lambda socket: self._check(socket.url),
        }

    def _hear(self, message: ConsoleMessage) -> None:
        # Opened at the address of a page, Streamlit asks for its server below that address first, in vain.
        looking = "404" in message.text and re.search(r"/(expand|unwind|compare)/_stcore/", message.location["url"])
        if message.type == "error" and not looking:
            self.complaints.append(f"console error: {message.text} ({message.location})")

    def _check(self, url: str) -> None:
        if not self.allows(url):
            self.complaints.append(f"request for {url}")


def forget_documents(page: Page, url: str) -> None:
    """Take away the documents that the browser has kept from earlier tests."""
    tools = page.context.new_cdp_session(page)
    tools.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "indexeddb,local_storage"})
    tools.detach()


class Tabs:
    """Tabs of one context that test after test uses: to make a new one is more work than to load the page into it."""

    def __init__(self, context: BrowserContext, size: ViewportSize = PROJECTOR) -> None:
        self.context = context
        self._size = size
        self._free: list[Page] = []

    def take(self, size: ViewportSize | None = None, *, dark: bool = False) -> Page:
        page = self._free.pop() if self._free else self.context.new_page()
        page.set_viewport_size(size or self._size)
        page.emulate_media(color_scheme="dark" if dark else "light")
        return page

    def give_back(self, page: Page) -> None:
        if not page.is_closed():
            page.goto("about:blank")
            self._free.append(page)


_TEXTS = "[...stage.document.nodes.keys()].map(id => [id, stage.looks.of(id).text])"


class StageView:
    """A stage on the page: what it shows, and what a user does to it."""

    def __init__(self, page: Page, place: int = 0) -> None:
        self.page = page
        self.root: Locator = page.locator(".stage").nth(place)

    def find(self, selector: str) -> Locator:
        return self.root.locator(selector)

    def js(self, body: str, argument: Any = None) -> Any:
        """The value of an expression in which `stage` is the object behind the element and `x` the argument."""
        return self.root.evaluate(f"(element, x) => {{ const stage = element.stage; return {body}; }}", argument)

    def wait(self, condition: str, argument: Any = None) -> None:
        """Wait until an expression in `stage` and `x` holds."""
        handle = self.root.element_handle(timeout=PATIENCE)
        self.page.wait_for_function(
            f"([element, x]) => {{ const stage = element.stage; return stage && ({condition}); }}",
            arg=[handle, argument],
            timeout=PATIENCE,
        )

    def ready(self) -> StageView:
        """The stage once it shows the trace of the present document, fitted into a view that has its style sheet."""
        self.root.wait_for(timeout=PATIENCE)
        self.wait("getComputedStyle(element).getPropertyValue('--line')")
        self.wait("stage.frames && stage.epoch === stage.data.epoch && stage.seq === stage.data.seq")
        return self

    def settled(self) -> StageView:
        """The stage once every edit has arrived in Python and the run on it has come back."""
        self.wait("!stage.courier.timer && stage.courier.ack === stage.courier.rev && !stage.following.reporting")
        self.page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(timeout=PATIENCE)
        return self

    # ---- what it shows

    @property
    def step(self) -> int:
        return int(self.js("stage.player.at"))

    @property
    def last(self) -> int:
        return int(self.js("stage.player.length - 1"))

    @property
    def caption(self) -> str:
        return self.find(".caption span").inner_text()

    @property
    def document(self) -> dict[str, Any]:
        found: dict[str, Any] = self.js("JSON.parse(JSON.stringify(stage.document.data()))")
        return found

    @property
    def kinds(self) -> dict[str, str]:
        """The nodes of the document with what each is."""
        return {
            node["id"]: node.get("player") or ("leaf" if "score" in node else "open" if node.get("open") else "mover")
            for node in self.document["nodes"]
        }

    @property
    def scores(self) -> dict[str, str]:
        """The texts in the nodes."""
        return dict(self.js(_TEXTS))

    def at_steps(self, steps: Sequence[int], body: str) -> list[Any]:
        """The values of an expression in `stage`, `element` and `step` at one step after the other."""
        found: list[Any] = self.root.evaluate(
            f"""async (element, steps) => {{
              const stage = element.stage, found = [];
              for (const step of steps) {{
                stage.player.go(step);
                while (stage.panel.at !== step) await new Promise(requestAnimationFrame);
                found.push(JSON.parse(JSON.stringify({body})));
              }}
              return found;
            }}""",
            list(steps),
        )
        return found

    def scores_at(self, steps: Sequence[int]) -> list[dict[str, str]]:
        """The texts in the nodes at one step after the other."""
        return [dict(pairs) for pairs in self.at_steps(steps, _TEXTS)]

    def places(self) -> dict[str, list[float]]:
        """Where each node is drawn, in pixels of the page."""
        pairs = self.js(
            """(() => {
              const box = stage.canvas.element.getBoundingClientRect();
              return [...stage.document.nodes.keys()].map(id => {
                const { x, y } = stage.canvas.toDom(id);
                return [id, [box.left + x, box.top + y]];
              });
            })()"""
        )
        return dict(pairs)

    @property
    def radius(self) -> float:
        """Of a node, in pixels of the page."""
        return 24 * float(self.js("stage.canvas.network.getScale()"))

    # ---- what a user does

    def go_to(self, step: int) -> None:
        self.wait("stage.player.at === x", step)

    def click_node(self, id: str) -> None:
        self.page.mouse.click(*self.places()[id])

    def double_click(self, id: str) -> None:
        self.page.mouse.dblclick(*self.places()[id])
        self.find(".inspector").wait_for()

    def drag(self, start: list[float], end: list[float]) -> None:
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        self.page.mouse.move(*end)
        self.page.mouse.up()

    def rim(self, id: str) -> list[float]:
        """A place on the rim of a node, to the lower left, where names are not."""
        x, y = self.places()[id]
        return [x - 0.7 * self.radius, y + 0.7 * self.radius]


_FIRST_STEP = """
    for (const element of document.querySelectorAll('*')) {
      const stage = element.shadowRoot?.querySelector('.stage')?.stage;
      if (!stage?.document || !stage.root.checkVisibility()) continue;
      stage.player.pause();
      stage.player.go(0);
      stage.selection.choose();
      stage.canvas.fit({ readable: Boolean(stage.document.meta.tree) });
    }
"""


class Kept:
    """The page of the last test that only stepped and selected, left open for the next one that wants the same."""

    def __init__(self, tabs: Tabs) -> None:
        self._tabs = tabs
        self._page: Page | None = None
        self._address = ""
        self._epoch = ""

    def take(self, address: str, watch: Watch) -> StageView:
        """The stage at an address: on a page that is open there already, at its first step, or on a new one."""
        page, is_there = self._page or self._tabs.take(), self._page is not None and self._address == address
        self._page, self._address = None, address
        watch.follow(page)
        if is_there:
            page.evaluate(f"() => {{{_FIRST_STEP}}}")
        else:
            page.goto(address)
        stage = StageView(page).ready()
        self._epoch = stage.js("stage.epoch")
        return stage

    def give_back(self, stage: StageView) -> None:
        """Leave a page open, but not if it shows another document now, or a changed one."""
        if stage.root.count() and stage.js("stage.epoch === x && !stage.document.past.done.length", self._epoch):
            self._page = stage.page
        else:
            self._tabs.give_back(stage.page)


_TIDY = """({ stage }) => {
    const query = new URLSearchParams(location.search), shown = document.querySelectorAll.bind(document);
    const options = [...query.keys()].some(key => key.startsWith('set.')), { documents, find, frames, player } = stage;
    return location.pathname === '/' && query.get('algorithm') === 'score-iteration' && !options && !player.playing
        && documents && frames && !find('textarea').checkVisibility() && !shown('[role=dialog], [role=alert]').length
        && shown('[data-testid=stDataFrame]').length === 1;
}"""
_FRESH = """({ stage }, record) => {
    stage.documents.keeper.show(record);
    stage.editor.choose([]);
    stage.player.go(0);
    stage.canvas.numbers = false;
    stage.canvas.fit();
    stage.root.focus();
}"""
_NEXT_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Desk:
    """The page on which test after test draws: each gets Figure 1 there as a new document."""

    def __init__(self, tabs: Tabs, url: str) -> None:
        self._tabs = tabs
        self._url = url
        self._page: Page | None = None

    def take(self, watch: Watch) -> StageView:
        """The stage with Figure 1 at its first step, and nothing to undo."""
        page, self._page = self._page, None
        if page is not None:
            watch.follow(page)
            stage = StageView(page)
            if stage.root.count() == 1 and stage.root.evaluate(_TIDY):
                stage.root.evaluate(_FRESH, {"title": _FIGURE_1.name, "document": _FIGURE_1.to_json()})
                stage.ready().settled().root.evaluate(_NEXT_FRAMES)
                return stage
            watch.leave(page)
            self._tabs.give_back(page)
        page = self._tabs.take()
        forget_documents(page, self._url)
        watch.follow(page)
        page.goto(self._url)
        return StageView(page).ready()

    def give_back(self, stage: StageView) -> None:
        self._page = stage.page


def choose(page: Page, box: str, entry: str) -> None:
    """Choose an entry of one of the boxes beside the canvas, by its title."""
    found, dropdown = page.get_by_role("combobox", name=box), page.get_by_test_id("stSelectboxVirtualDropdown")
    found.click()
    with suppress(TimeoutError):  # a box may take the first click for the end of what was before
        dropdown.wait_for(timeout=1_500)
    if not dropdown.is_visible():
        found.click()
        dropdown.wait_for(timeout=PATIENCE)
    wanted = dropdown.get_by_role("option", name=entry, exact=True)
    if not wanted.count():  # further down in a long list
        found.fill(entry)
    wanted.click()


def eventually(read: Callable[[], object], expected: object) -> None:
    """Wait until something that is read from a page has the value that is expected."""
    end = time.monotonic() + PATIENCE / 1000
    while (now := read()) != expected and time.monotonic() < end:
        time.sleep(0.05)
    assert now == expected, f"{now!r} instead of {expected!r}"


def saved_graph(page: Page) -> GameGraph:
    """The graph as Python has it, downloaded by "Save graph as…"."""
    save = page.get_by_role("button", name="Save graph as…")
    expect(save).to_have_count(1)  # a run that is under way may still show the old one, too
    save.click()
    with page.expect_download(timeout=PATIENCE) as download:
        page.get_by_role("button", name="Save Game graph").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    page.keyboard.press("Escape")
    json.loads(text)
    return load_text(text).graph
