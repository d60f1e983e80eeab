"""Firefox as it comes, on a walk through what people do first; all other browser tests drive Chromium."""

from __future__ import annotations

import gc
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.app import PATIENCE, free_port

driver = pytest.importorskip("marionette_driver", reason="marionette-driver is installed with the tests on Linux only")

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
SETTINGS = {
    "dom.events.testing.asyncClipboard": True,  # a page may read what was copied
    "ui.prefersReducedMotion": 1,
}
FIND = """const all = root => [...root.querySelectorAll('*')]
  .flatMap(each => [each, ...each.shadowRoot ? all(each.shadowRoot) : []]);
const element = all(document).find(each => each.matches('.stage')), stage = element?.stage;
const named = (selector, name) => all(document).find(each => each.matches(selector) && each.checkVisibility()
  && `${each.ariaLabel ?? ''} ${each.textContent}`.includes(name));
const middle = each => {
  each.scrollIntoView({ block: 'nearest' });
  const { left, top, width, height } = each.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};
const place = id => {
  const { left, top } = stage.canvas.element.getBoundingClientRect(), { x, y } = stage.canvas.toDom(id);
  return [left + x, top + y];
};
"""


class Walk:
    """A window of Firefox, and what a user does in it with mouse and keys."""

    def __init__(self, firefox: Any) -> None:
        self.firefox = firefox

    def js(self, expression: str) -> Any:
        return self.firefox.execute_script(f"{FIND} return {expression};", sandbox=None)

    def wait(self, expression: str) -> Any:
        """The value of an expression, once it is one that counts as true."""
        end = time.monotonic() + PATIENCE / 1000
        while not (found := self.js(expression)):
            assert time.monotonic() < end, f"this did not become true: {expression}"
            time.sleep(0.1)
        return found

    def open(self, address: str) -> None:
        self.firefox.navigate(address)
        self.wait("stage?.frames && stage.python.seq === stage.data.seq && stage.canvas.isSized")
        self.rest()

    def rest(self) -> None:
        """Wait until Python has every edit, its run is over, and the view rests."""
        self.wait(
            "!stage.python.sender.timer && stage.python.sender.ack === stage.python.sender.rev"
            " && !document.querySelector('[data-testid=stApp]:not([data-test-script-state=notRunning])')"
            " && stage.canvas.camera.goal === undefined"
        )

    def press(self, key: str) -> None:
        driver.marionette.ActionSequence(self.firefox, "key", "keys").key_down(key).key_up(key).perform()

    def drag(self, start: list[float], *others: list[float], times: int = 1) -> None:
        """Press at the first place, move to the others and let go; of one place alone it is a click."""
        mouse = driver.marionette.ActionSequence(self.firefox, "pointer", "mouse", {"pointerType": "mouse"})
        mouse.pointer_move(*map(round, start))
        for _ in range(times):
            mouse.pointer_down()
            for place in others:
                mouse.pointer_move(*map(round, place), duration=100)
            mouse.pointer_up()
        mouse.pause(100).perform()

    def click(self, selector: str, name: str) -> None:
        self.wait(f"named({selector!r}, {name!r})")
        self.drag(self.js(f"middle(named({selector!r}, {name!r}))"))

    @property
    def shown(self) -> list[Any]:
        """What is on the canvas, and at which step."""
        found: list[Any] = self.js(
            "[[...stage.document.nodes.keys()], [...stage.document.moves.keys()], stage.player.at]"
        )
        return found


# The driver closes no socket with which it tried whether Firefox answers yet.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture
def walk(tmp_path: Path) -> Iterator[Walk]:
    if FIREFOX is None:
        pytest.skip("no Firefox is installed here, so nothing was tried in it")
    log = str(tmp_path / "firefox.log")
    firefox = driver.marionette.Marionette(bin=FIREFOX, headless=True, port=free_port(), prefs=SETTINGS, gecko_log=log)
    try:
        firefox.start_session()
        firefox.set_window_rect(width=1280, height=900)
        yield Walk(firefox)
    finally:
        firefox.cleanup()
        del firefox
        gc.collect()  # the sockets that the driver leaves open, before another test is blamed for them


def test_what_people_do_first_works_in_firefox(walk: Walk, app_url: str):
    walk.open(app_url)
    step(walk)
    draw(walk)
    choose(walk)
    link, seen = copied_link(walk), walk.shown
    walk.open(app_url)
    walk.open(link)
    assert walk.shown == seen


def step(walk: Walk) -> None:
    """There and back by keys, and on by the button."""
    for key, at in ((driver.Keys.ARROW_RIGHT, 1), (driver.Keys.ARROW_LEFT, 0)):
        walk.press(key)
        walk.wait(f"stage.player.at === {at}")
    walk.click("button", "Next step")
    walk.wait("stage.player.at === 1 && element.querySelector('.caption > span').innerText")


def draw(walk: Walk) -> None:
    """A double-click adds a node, and a drag from its rim a move to another one."""
    before = walk.js("[...stage.document.nodes.keys()]")
    b, d = walk.js("place('b')"), walk.js("place('d')")
    walk.drag([(b[0] + d[0]) / 2, b[1]], times=2)
    new = walk.wait(f"[...stage.document.nodes.keys()].find(id => !{before}.includes(id))")
    walk.press(driver.Keys.ESCAPE)
    walk.rest()
    x, y = walk.js(f"place({new!r})")
    rim = 24 * walk.js("stage.canvas.network.getScale()") * 0.7
    a = walk.js("place('a')")
    walk.drag([x - rim, y + rim], [(x + a[0]) / 2, (y + a[1]) / 2], a)
    walk.wait(f"stage.document.moves.has(JSON.stringify([{new!r}, 'a']))")
    walk.press(driver.Keys.ESCAPE)
    walk.rest()


def choose(walk: Walk) -> None:
    """A node on the canvas, and an algorithm in the bar, with the mouse."""
    walk.drag(walk.js("place('a')"))
    walk.wait("stage.selection.id === 'a'")
    walk.click(".menu-algorithm", "Algorithm")
    walk.click(".bar [role=option]", "Lower and upper bounds")
    walk.wait("new URL(location).searchParams.get('algorithm') === 'bounds'")
    walk.rest()


def copied_link(walk: Walk) -> str:
    walk.click(".menu-more", "Share")
    walk.click(".bar .actions button", "Copy link")
    walk.wait("named('.toast', 'link was copied')")
    return str(walk.js("navigator.clipboard.readText()"))
