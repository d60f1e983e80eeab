"""What a user does with the documents that the browser keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page
from support.app import StageView, press_in_menu
from support.pages import Tabs, Watch, forget_documents

from explorer.games.samples import load_sample
from explorer.model.graph import GameGraph

FIGURE_1 = load_sample("figure-1")
EDITS = 8  # as fast as keys can be pressed
EDITED = f"{FIGURE_1.name} (edited)"

Visit = Callable[..., StageView]


@contextmanager
def visitor(tabs: Tabs, url: str) -> Iterator[Visit]:
    """Opens pages of the app as one user who was never there before; what the pages complain of fails the test."""
    watch, pages = Watch(), dict[Page, str]()  # with the script that each was given

    def visit(query: str = "", *, script: str = "") -> StageView:
        page = tabs.context.new_page() if script else tabs.take()
        if not pages:
            forget_documents(page, url)
        pages[page] = script
        watch.follow(page)
        if script:
            page.add_init_script(script)
        page.goto(url + query)
        return StageView(page).ready()

    yield visit
    for page, script in pages.items():
        watch.leave(page)
        if script:
            page.close()
        else:
            tabs.give_back(page)
    assert not watch.complaints


def add(stage: StageView, times: int = 1) -> StageView:
    """Add open nodes as fast as keys can be pressed."""
    for _ in range(times):
        stage.page.keyboard.press("o")
    return stage


def saved(stage: StageView) -> StageView:
    """The stage once its document is in the store: what is asked of that later is answered later."""
    stage.wait("!stage.documents.autosave.unsaved && stage.documents.isKept")
    stage.js("stage.documents.autosave.store.list().then(() => true)")
    return stage


def reloaded(stage: StageView, nodes: int) -> StageView:
    """The stage after a reload of the tab, once it has brought back a document of so many nodes."""
    stage.page.reload()
    return with_nodes(StageView(stage.page).ready(), nodes)


def with_nodes(stage: StageView, nodes: int) -> StageView:
    stage.wait("stage.document.nodes.size === x && stage.frames && stage.python.seq === stage.data.seq", nodes)
    return stage.settled()


def menu(stage: StageView) -> Locator:
    """The menu of documents, open."""
    found = stage.find(".documents")
    if not found.is_visible():
        press_in_menu(stage.page, "graph", "Documents…")
    return found


def listed(stage: StageView) -> StageView:
    """The stage once the store has said what it holds, and the page has done with that what it does."""
    stage.js("stage.documents.autosave.listed.then(() => new Promise(done => setTimeout(done)))")
    return stage


def titles(stage: StageView) -> list[str]:
    found = menu(stage).locator(".title b").all_inner_texts()
    stage.page.keyboard.press("Escape")
    return found


def sizes(stage: StageView) -> dict[str, int]:
    """How many nodes each document has, by title."""
    rows = stage.js("stage.documents.autosave.store.newest()")
    return {row["title"]: row["nodes"] for row in rows}


def rename(stage: StageView, old: str, name: str, key: str = "Enter") -> None:
    menu(stage).get_by_role("button", name=f"Rename {old}").click()
    stage.find(".documents input").fill(name)
    stage.find(".documents input").press(key)
    stage.find(".documents input").wait_for(state="detached")
    stage.page.keyboard.press("Escape")


def bring_back(stage: StageView, title: str) -> None:
    """Take a document out of the bin."""
    button = menu(stage).get_by_role("button", name=f"Bring {title} back")
    if not button.is_visible():
        stage.find(".documents summary").click()
    button.click()


def choose(stage: StageView, title: str) -> None:
    menu(stage).locator(".title").filter(has=stage.page.get_by_text(title, exact=True)).click()


def new(stage: StageView) -> StageView:
    menu(stage).get_by_role("button", name="New document").click()
    stage.wait("stage.document.nodes.size === 0")
    return stage


def offer(stage: StageView) -> Locator:
    return stage.page.get_by_role("region", name="Last document")


def nodes(stage: StageView) -> int:
    return int(stage.js("stage.document.nodes.size"))


def python_has(stage: StageView) -> GameGraph:
    """The graph that Python has; it is the one on the canvas."""
    graph = stage.python_graph()
    assert graph.to_json()["nodes"] == stage.document["nodes"]
    assert graph.to_json()["moves"] == stage.document["moves"]
    return graph
