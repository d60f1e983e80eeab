"""Bursts of edits in two tabs, with reloads, a busy, a killed and a restarted server, and storage refused.

After each burst the canvas has every edit, and when the server is there again so has Python.
"""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from playwright.sync_api import BrowserContext, Page, sync_playwright

from tests.endurance.trial import Trial
from tests.support import app
from tests.support.app import StageView, free_port, held_up, kill, launch, running_app

MOST_EDITS = 40  # of a burst, as fast as keys can be pressed
LARGEST = 150  # nodes: then the edits are undone
RUNS = Path(app.__file__).with_name("runs.js")
REFUSED = """
    Object.defineProperty(globalThis, 'indexedDB', { get: () => { throw new Error('refused'); } });
    Storage.prototype.setItem = () => { throw new Error('refused'); };
"""
COUNTS = """
    globalThis.reached = [];
    addEventListener('keydown', ({ key, target }) => {
        if (target.shadowRoot?.querySelector('.stage') && 'oz'.includes(key)) reached.push(key);
    }, { capture: true });
"""
MEANWHILE = ("nothing", "reload", "busy", "killed")


@dataclass
class Tab:
    """A tab, and the ids of the nodes that its canvas has to have.

    Attributes
    ----------
    keeps : whether the browser takes documents.
    added : how many nodes were added and are not undone.
    """

    page: Page
    keeps: bool
    nodes: list[str] = field(default_factory=list)
    added: int = 0

    @property
    def stage(self) -> StageView:
        return StageView(self.page)


def run(trial: Trial) -> str:
    """Edit in one tab after the other; how many edits there were, and what came between."""
    done: Counter[str] = Counter()
    port = free_port()
    with sync_playwright() as playwright, ExitStack() as stack:
        server = stack.enter_context(ExitStack())
        url = server.enter_context(running_app(port=port))
        browser = stack.enter_context(launch(playwright))
        one, other = browser.new_context(), browser.new_context()
        tabs = [_opened(context, url, keeps=context is one) for context in (one, one, other)]
        for number in trial.rounds():
            tab = tabs[number % len(tabs)]
            what = trial.luck.choice([each for each in MEANWHILE if each != "reload" or tab.keeps])
            done[what] += 1
            if what == "busy":
                with held_up(url):
                    done["edits"] += _edit(tab, trial.luck)
            else:
                done["edits"] += _edit(tab, trial.luck)
            if what == "killed":
                kill(url)
                done["edits"] += _edit(tab, trial.luck)
                server.close()
                server.enter_context(running_app(port=port))
            if what == "reload":
                tab.page.reload()
            _check(tab)
            if what == "killed":
                for other in tabs:
                    _check(other)
    edits = done.pop("edits")
    return f"{edits} edits, none lost; bursts with {', '.join(f'{name} {n}' for name, n in sorted(done.items()))}"


def _opened(context: BrowserContext, url: str, *, keeps: bool) -> Tab:
    page = context.new_page()
    page.add_init_script(path=RUNS)
    page.add_init_script(COUNTS)
    if not keeps:
        page.add_init_script(REFUSED)
    page.goto(url)
    tab = Tab(page, keeps)
    tab.nodes = _ids(tab.stage.ready().settled())
    return tab


def _ids(stage: StageView) -> list[str]:
    return [node["id"] for node in stage.document["nodes"]]


def _edit(tab: Tab, luck: Random) -> int:
    """Add and undo at random; how often.  It is in the page at once, whatever the server does.

    Keys reach the canvas, but for those that go to the dialog in which Streamlit says that the server is gone.
    """
    tab.page.bring_to_front()
    tab.stage.js("stage.editor.choose([])")
    tab.stage.js("element.focus()")
    keys = [luck.choice(["o", "o", "Control+z"]) for _ in range(luck.randint(1, MOST_EDITS))]
    if len(tab.nodes) > LARGEST:
        keys = ["Control+z"] * MOST_EDITS
    start = len(tab.nodes) - tab.added
    tab.page.evaluate("reached.length = 0")
    for key in keys:
        tab.page.keyboard.press(key)
        if luck.random() < 0.05:
            tab.page.wait_for_timeout(luck.uniform(0, 300))
    reached = tab.page.evaluate("reached")
    for key in reached:
        tab.added = tab.added + 1 if key == "o" else max(0, tab.added - 1)
    assert len(reached) == len(keys) or tab.page.get_by_role("dialog").count(), f"{len(reached)} of {len(keys)} keys"
    tab.nodes = _ids(tab.stage)
    assert len(tab.nodes) == start + tab.added, f"{len(tab.nodes)} nodes instead of {start + tab.added}"
    return len(reached)


def _check(tab: Tab) -> None:
    """The page has what it had, and so has Python."""
    tab.page.bring_to_front()
    tab.page.locator("[data-test-connection-state=CONNECTED]").wait_for(timeout=app.PATIENCE)
    stage = tab.stage
    stage.wait("stage.document.nodes.size === x", len(tab.nodes))
    stage.ready()
    assert _ids(stage) == tab.nodes, f"{_ids(stage)} instead of {tab.nodes}"
    found = [node.id for node in stage.python_graph().nodes]
    assert found == tab.nodes, f"Python has {found} instead of {tab.nodes}"
