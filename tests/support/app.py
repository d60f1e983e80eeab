"""The app as a child process, Chromium, and what a user does on the page, for the browser tests."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import psutil
from playwright.sync_api import (
    Browser,
    ElementHandle,
    Error,
    Locator,
    Page,
    Playwright,
    TimeoutError,
)

from explorer import algorithms
from explorer.model.graph import GameGraph
from explorer.model.scores import format_score
from explorer.scenes.link import unpack
from explorer.trace import Trace

ROOT = Path(__file__).parents[2]
ARGUMENTS = [
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",  # there is nothing but this machine
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SYSTEM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the first does half the work
PATIENCE = 60_000  # ms that a page may take on a busy machine before a test gives up


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


_RUNNING: dict[str, subprocess.Popen[bytes]] = {}


@contextmanager
def held_up(url: str) -> Iterator[None]:
    """The app at an address does nothing meanwhile, and what it hears then comes all at once."""
    process = psutil.Process(_RUNNING[url].pid)
    family = [process, *process.children(recursive=True)]  # `open` has a process of its own for the server
    for member in family:
        member.suspend()
    try:
        yield
    finally:
        for member in family:
            member.resume()


@contextmanager
def running_script(path: str, *flags: str) -> Iterator[str]:
    """The address of a Streamlit script, given by its place in the repository."""
    port = free_port()
    settings = ["--server.headless", "true", "--server.port", str(port), *flags]
    with _running(["streamlit", "run", path, *settings], port) as url:
        yield url


@contextmanager
def _running(module: Sequence[str], port: int) -> Iterator[str]:
    command = [sys.executable, "-m", *module]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, env=os.environ | {"PYTHONWARNINGS": ""})
    url = f"http://localhost:{port}"
    _RUNNING[url] = process
    try:
        wait_for(port, process)
        yield url
    finally:
        del _RUNNING[url]
        process.terminate()
        process.wait(20)


def wait_for(port: int, process: subprocess.Popen[Any], patience: float = 120, host: str = "127.0.0.1") -> None:
    """Return when the app answers."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        assert process.poll() is None, f"the app ended with code {process.returncode}"
        connection = HTTPConnection(host, port, timeout=2)
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


_TEXTS = "[...stage.document.nodes.keys()].map(id => [id, stage.looks.of(id).text])"


_RUN_IS_OVER = (  # and what it no longer shows is gone from the page
    "!globalThis.isRunAwaited"
    " && !document.querySelector('[data-testid=stApp]:not([data-test-script-state=notRunning]), [data-stale=true]')"
)
# Chromium has been seen to give a page no frame for ever once its size had changed: one test waited without end.
# After a while without one, what is looked at next says whether the page is as it should be.
FRAME = "(() => new Promise(done => { requestAnimationFrame(done); setTimeout(done, 5000); }))"
_AFTER_RUNS = f"""async patience => {{
  const end = Date.now() + patience;
  const isOver = () => document.querySelector('[data-testid=stApp]') && {_RUN_IS_OVER};
  for (let frames = 0; frames < 2; frames = isOver() ? frames + 1 : 0) {{
    if (Date.now() > end) return false;
    await (isOver() ? {FRAME}() : new Promise(done => setTimeout(done, 10)));
  }}
  return true;
}}"""
NEXT_FRAMES = f"async () => {{ await {FRAME}(); await {FRAME}(); }}"
_RESTING = "stage.canvas.camera.goal === undefined && stage.canvas.isSized"


class StageView:
    """A stage on the page: what it shows, and what a user does to it."""

    def __init__(self, page: Page, place: int = 0) -> None:
        self.page = page
        self.root: Locator = page.locator(".stage").nth(place)
        self._element: ElementHandle | None = None

    def find(self, selector: str) -> Locator:
        return self.root.locator(selector)

    def tab(self, name: str) -> Locator:
        """The panel, with this tab open."""
        self.js("stage.panel.open(x)", name)
        panel = self.find(".panel")
        panel.get_by_role("tab", name=name, selected=True).wait_for(timeout=PATIENCE)
        return panel

    def evaluate(self, function: str, argument: Any = None) -> Any:
        """What a function of the stage's element and the argument returns, awaited if it is a promise.

        The element is kept as long as it is in the page: to find it again each time takes three times as long.
        """
        if self._element is not None:
            with suppress(Error):  # the page has gone from it, or what it would raise again below
                found = self._element.evaluate(
                    f"async (element, x) => element.isConnected ? [await ({function})(element, x)] : []", argument
                )
                if found:
                    return found[0]
        self._element = self.root.element_handle(timeout=PATIENCE)
        return self._element.evaluate(function, argument)

    def js(self, body: str, argument: Any = None) -> Any:
        """The value of an expression in which `stage` is the object behind the element and `x` the argument."""
        return self.evaluate(f"(element, x) => {{ const stage = element.stage; return {body}; }}", argument)

    def wait(self, condition: str, argument: Any = None) -> None:
        """Wait until an expression in `stage`, `element` and `x` holds.

        A look lasts a second at most, and the next one finds the element anew: the page may have made another.
        """
        look = f"""async (element, x) => {{
          const holds = () => {{ const stage = element.stage; return Boolean(stage && ({condition})); }};
          for (const end = Date.now() + 1000; !holds();) {{
            if (Date.now() > end || !element.isConnected) return false;
            await new Promise(done => setTimeout(done, 10));
          }}
          return true;
        }}"""
        end = time.monotonic() + PATIENCE / 1000
        while not self.evaluate(look, argument):
            if time.monotonic() > end:
                focus = self.page.evaluate("document.activeElement?.outerHTML.slice(0, 200)")
                raise TimeoutError(f"not true within {PATIENCE} ms: {condition}; x is {argument!r}; focus: {focus}")

    def ready(self) -> StageView:
        """The stage once it shows the trace of the present document, fitted into a view that has its style sheet."""
        self.wait(
            "element.checkVisibility() && getComputedStyle(element).getPropertyValue('--line')"
            " && stage.frames && stage.python.versions.epoch === stage.data.epoch"
            f" && stage.python.seq === stage.data.seq && !stage.player.goesOn && {_RUN_IS_OVER}"
        )
        self.page.emulate_media(reduced_motion="no-preference")
        self.evaluate(NEXT_FRAMES)  # in which what has got a size finds its place
        return self

    def settled(self) -> StageView:
        """The stage once every edit has arrived in Python and the run on it has come back."""
        self.wait(
            "!stage.python.sender.timer && stage.python.sender.ack === stage.python.sender.rev"
            f" && !stage.deferred.reporting && {_RUN_IS_OVER}"
        )
        return self

    def rested(self) -> StageView:
        """The stage once its view rests and has the size that the page gives it."""
        self.wait(_RESTING)
        return self

    def painted(self) -> StageView:
        """The stage once the view rests and the canvas has painted what it shows now."""
        self.wait(_RESTING)
        self.js(
            """new Promise(done => {
              stage.canvas.network.once('afterDrawing', () => done(true));
              stage.canvas.network.redraw();
            })"""
        )
        return self

    def python_graph(self) -> GameGraph:
        """The graph as Python has it once every edit has arrived there: the one that links hold after that run."""
        return unpack(dict(parse_qsl(self.settled().js("stage.data.share.query")))["graph"]).graph

    # ---- what it shows

    @property
    def step(self) -> int:
        return int(self.js("stage.player.at"))

    @property
    def last(self) -> int:
        return int(self.js("stage.player.length - 1"))

    @property
    def caption(self) -> str:
        return self.find(".caption > span").inner_text().replace("\xa0", " ")

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

    @property
    def seen(self) -> tuple[int, str, dict[str, str]]:
        """The step, its caption and the texts in the nodes."""
        step, caption, found = self.js(
            f"[stage.player.at, element.querySelector('.caption > span').innerText, {_TEXTS}]"
        )
        return step, caption.replace("\xa0", " "), dict(found)

    def at_steps(self, steps: Sequence[int], body: str) -> list[Any]:
        """The values of an expression in `stage`, `element` and `step` at one step after the other."""
        found: list[Any] = self.evaluate(
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
        """Where each node is drawn, in pixels of the page, once the view rests."""
        self.rested()
        pairs = self.js(
            """(() => {
              const box = stage.canvas.element.getBoundingClientRect();
              return [...stage.document.nodes.keys()].map(id => {
                const { x, y } = stage.canvas.toDom(id);
                return [id, [box.left + x, box.top + y].map(place => Math.round(1e6 * place) / 1e6)];
              });
            })()"""
        )
        return dict(pairs)

    @property
    def radius(self) -> float:
        """Of a node, in pixels of the page; far out nodes grow."""
        scale = float(self.js("stage.canvas.network.getScale()"))
        return 24 * scale * float(self.js("stage.canvas.sizes.grown(x)", scale))

    # ---- what a user does

    def look_from(self, scale: float, x: float | None = None, y: float = 0) -> StageView:
        """Zoom to a scale, and pan to a place on the canvas; as after any hand's, no fit undoes it later."""
        how = {"scale": scale} if x is None else {"scale": scale, "position": {"x": x, "y": y}}
        self.rested().js("(stage.canvas.network.moveTo(x), stage.canvas.keepView())", how)
        return self

    def go_to(self, step: int) -> None:
        self.wait("stage.player.at === x", step)

    def click_node(self, id: str) -> None:
        self.wait_for_press()
        self.page.mouse.click(*self.places()[id])

    def double_click(self, id: str) -> None:
        self.find(".inspector").wait_for(state="hidden")
        self.page.mouse.dblclick(*self.places()[id])
        self.find(".inspector").wait_for()

    def drag(self, start: list[float], end: list[float]) -> None:
        self.wait_for_press()
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        self.page.mouse.move(*end)
        self.page.mouse.up()

    def wait_for_press(self) -> None:
        """Wait until the canvas takes a press for a new one: presses within 50 ms are one to it, as to any hand."""
        self.wait("Date.now() - stage.canvas.network.interactionHandler.touchTime > 50")

    def rim(self, id: str) -> list[float]:
        """A place on the rim of a node, to the lower left, where names are not."""
        x, y = self.places()[id]
        return [x - 0.7 * self.radius, y + 0.7 * self.radius]


def after_run(page: Page) -> Page:
    """The page once every run of the script that it asked for has come back, and what came is drawn."""
    assert page.evaluate(_AFTER_RUNS, PATIENCE), f"a run was not over within {PATIENCE} ms"
    return page


@contextmanager
def asked_for_a_run(page: Page) -> Iterator[None]:
    """Does what asks for a run only a moment later, as a slider of Streamlit does, and waits until it has."""
    before = page.evaluate("globalThis.runsAsked")
    yield
    page.wait_for_function("before => globalThis.runsAsked > before", arg=before, timeout=PATIENCE)


@contextmanager
def new_run(page: Page) -> Iterator[None]:
    """Does what asks for a run only a moment later, and waits until that is over."""
    with asked_for_a_run(after_run(page)):
        yield
    after_run(page)


def open_menu(page: Page, name: str) -> Locator:
    """Open a menu of the bar, "graph", "algorithm", "endless" or "more", if it is not open; what it shows."""
    button, sheet = after_run(page).locator(f".bar .menu-{name}"), page.locator(f".bar .sheet-{name}")
    button.wait_for(timeout=PATIENCE)
    if not sheet.is_visible():
        button.click()
    sheet.wait_for(timeout=PATIENCE)
    return sheet


def press_in_menu(page: Page, name: str, entry: str) -> None:
    """Press an entry of a menu of the bar."""
    open_menu(page, name).get_by_role("button", name=entry).click()


def menu_button(page: Page, name: str) -> Locator:
    """The button of a menu of the bar, which says what is chosen."""
    return page.locator(f".bar .menu-{name}")


def choose_to_share(stage: StageView, entry: str) -> None:
    """Press an entry of the share menu, which stands in the bar or, where there is none, on the canvas."""
    if stage.js("Boolean(stage.data.bar)"):
        press_in_menu(stage.page, "more", entry)
        return
    stage.find("button[aria-label=Share]").click()
    stage.find(".menu").get_by_role("menuitem", name=entry, exact=True).click()


def show_view(page: Page, title: str) -> None:
    """Choose a view of the open graph: Steps, Tree, Compare or Expand."""
    after_run(page).locator(".bar").get_by_role("tab", name=title, exact=True).click()


def begin_to_draw(page: Page) -> None:
    """Have the drawing tools on the canvas."""
    button = menu_button(page, "draw")
    if button.get_attribute("aria-pressed") == "true":
        return
    if button.is_visible():
        button.click()
    else:
        press_in_menu(page, "more", "Draw")  # on a phone


def set_endless(page: Page, text: str, *, field: str = "Value of endless play") -> None:
    """Type a value of endless play, or what the field beside it asks for, into its box in the bar."""
    box = open_menu(page, "endless").get_by_role("textbox", name=field)
    box.fill(text)
    box.press("Enter")
    after_run(page)


def choose(page: Page, box: str, entry: str) -> None:
    """Choose an entry by its title: in the menu of algorithms, of samples, in an option there, or in a box beside."""
    if box in ("Algorithm", "Graph"):
        title = page.locator("b").filter(has_text=re.compile(f"^{re.escape(entry)}$"))
        open_menu(page, box.lower()).locator("[role=option]").filter(has=title).first.click()
        return
    if not after_run(page).get_by_role("combobox", name=box).count():
        open_menu(page, "algorithm").get_by_label(box).select_option(label=entry)
        page.keyboard.press("Escape")
        return
    found, dropdown = page.get_by_role("combobox", name=box), page.get_by_test_id("stSelectboxVirtualDropdown")
    found.click()
    dropdown.wait_for(timeout=PATIENCE)
    wanted = dropdown.get_by_role("option", name=entry, exact=True)
    if not wanted.count():  # further down in a long list
        found.fill(entry)
    wanted.click()


def score_texts(trace: Trace, step: int) -> dict[str, str]:
    """What stands in the nodes that have a score at a step: the score, after ≥ or its like if it is only a bound."""
    relations, words = trace.relations_at(step), algorithms.find(trace.algorithm).words
    return {
        id: f"{relations[id].sign if id in relations else ''} {words.get(score) or format_score(score)}".strip()
        for id, score in trace.scores_at(step).items()
    }


def open_sheet(page: Page, title: str) -> Locator:
    """What Python shows beside the stage, opened from the tab Table; once it stands."""
    stage = StageView(after_run(page))
    stage.tab("Table")
    stage.find(".panel").get_by_role("button", name=title).click()
    sheet = page.locator(".st-key-sheet")
    sheet.get_by_text(title, exact=True).wait_for(timeout=PATIENCE)
    after_run(page)
    return sheet


def eventually(read: Callable[[], object], expected: object) -> None:
    """Wait until something that is read from a page has the value that is expected."""
    end = time.monotonic() + PATIENCE / 1000
    while (now := read()) != expected and time.monotonic() < end:
        time.sleep(0.05)
    assert now == expected, f"{now!r} instead of {expected!r}"
