"""The documents that the browser keeps: nothing is lost, and the user finds it again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, Page
from support.app import (
    PATIENCE,
    StageView,
    Tabs,
    Watch,
    eventually,
    forget_documents,
    free_port,
    running_app,
    saved_graph,
)

from explorer.graph import GameGraph
from explorer.samples import load_sample, sample_path

pytestmark = pytest.mark.browser

FIGURE_1 = load_sample("figure-1")
EDITS = 25  # as fast as keys can be pressed
EDITED = f"{FIGURE_1.name} (edited)"

Visit = Callable[..., StageView]


@contextmanager
def visitor(tabs: Tabs, url: str) -> Iterator[Visit]:
    """Opens pages of the app as one user who was never there before; what the pages complain of fails the test."""
    watch, pages = Watch(), dict[Page, str]()

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


@pytest.fixture
def visit(tabs: Tabs, app_url: str) -> Iterator[Visit]:
    with visitor(tabs, app_url) as visits:
        yield visits


def add(stage: StageView, times: int = 1) -> StageView:
    """Add open nodes as fast as keys can be pressed."""
    for _ in range(times):
        stage.page.keyboard.press("o")
    return stage


def saved(stage: StageView) -> StageView:
    """The stage once its document is on the shelf."""
    stage.wait("!stage.documents.keeper.unsaved && stage.documents.isKept")
    return stage


def reloaded(stage: StageView, nodes: int) -> StageView:
    """The stage after a reload of the tab, once it has brought back a document of so many nodes."""
    stage.page.reload()
    return with_nodes(StageView(stage.page).ready(), nodes)


def with_nodes(stage: StageView, nodes: int) -> StageView:
    stage.wait("stage.document.nodes.size === x && stage.frames && stage.seq === stage.data.seq", nodes)
    return stage.settled()


def menu(stage: StageView) -> Locator:
    """The menu of documents, open."""
    found = stage.find(".documents")
    if not found.is_visible():
        stage.page.get_by_role("button", name="Documents").click()
    return found


def titles(stage: StageView) -> list[str]:
    listed = menu(stage).locator(".title b").all_inner_texts()
    stage.page.keyboard.press("Escape")
    return listed


def sizes(stage: StageView) -> dict[str, int]:
    """How many nodes each document has, by title."""
    rows = stage.js("stage.documents.keeper.shelf.newest()")
    return {row["title"]: row["nodes"] for row in rows}


def rename(stage: StageView, old: str, name: str, key: str = "Enter") -> None:
    menu(stage).get_by_role("button", name=f"Rename {old}").click()
    stage.find(".documents input").fill(name)
    stage.find(".documents input").press(key)
    stage.find(".documents input").wait_for(state="detached")
    stage.page.keyboard.press("Escape")


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
    graph = saved_graph(stage.settled().page)
    assert graph.to_json()["nodes"] == stage.document["nodes"]
    assert graph.to_json()["moves"] == stage.document["moves"]
    return graph


# ---- reload and return


def test_after_a_reload_quick_edits_are_there_with_undo_and_redo(visit: Visit):
    stage = add(visit(), EDITS)
    document = stage.document
    stage = reloaded(stage, 4 + EDITS)
    assert stage.document == document
    assert python_has(stage).name == FIGURE_1.name
    assert not offer(stage).is_visible()
    stage.click_node("a")
    for left in reversed(range(EDITS)):
        stage.page.keyboard.press("Control+z")
        assert nodes(stage) == 4 + left
    assert stage.document == FIGURE_1.to_json() | {"root": "a"}
    for _ in range(EDITS):
        stage.page.keyboard.press("Control+Shift+z")
    assert stage.document == document
    for _ in range(10):
        stage.page.keyboard.press("Control+z")
    stage = reloaded(stage, EDITS - 6)
    stage.page.get_by_role("button", name="Redo").click()
    assert nodes(stage) == EDITS - 5
    assert nodes(reloaded(stage, EDITS - 5)) == EDITS - 5


def test_a_reload_keeps_the_step_and_the_algorithm(visit: Visit):
    stage = visit("/?sample=figure-1&algorithm=depth-first")
    stage.double_click("b")
    stage.find(".inspector [name=score]").fill("7")
    stage.page.keyboard.press("Enter")
    stage.settled()
    for _ in range(3):
        stage.page.keyboard.press("PageDown")
    assert stage.step == 3
    picture = [stage.caption, stage.scores]
    stage.page.reload()
    stage = StageView(stage.page).ready()
    stage.wait("stage.document.nodes.get('b').score === 7 && stage.frames && stage.player.at === 3")
    eventually(lambda: [stage.caption, stage.scores], picture)


def test_on_a_new_visit_the_last_document_is_offered_and_opens_with_its_undo(visit: Visit):
    stage = add(visit(), 3)
    document = stage.document
    stage.page.close()
    stage = visit()
    assert stage.document == FIGURE_1.to_json()
    banner = offer(stage)
    banner.get_by_text(re.compile(rf"Continue with “{re.escape(EDITED)}” \(7 nodes, changed just now\)\?")).wait_for()
    banner.get_by_role("button", name="Open").click()
    with_nodes(stage, 7)
    assert stage.document == document
    assert not banner.is_visible()
    assert python_has(stage).to_json()["nodes"] == document["nodes"]
    stage.page.get_by_role("button", name="Undo").click()
    assert nodes(stage) == 6


def test_the_offer_can_be_declined_and_goes_away_with_the_first_edit(visit: Visit):
    saved(add(visit())).page.close()
    stage = visit()
    offer(stage).get_by_role("button", name="Not now").click()
    assert not offer(stage).is_visible()
    again = visit()
    offer(again).wait_for()
    add(again)
    assert not offer(again).is_visible()
    assert nodes(again) == 5


@pytest.mark.parametrize("how", ["close", "leave"])
def test_an_edit_in_the_last_moment_of_the_page_is_kept(visit: Visit, how: str):
    stage = visit()
    stage.wait("stage.documents.keeper.shelf.db")
    add(stage)
    if how == "close":
        stage.page.close()
    else:
        stage.page.goto("about:blank")
    stage = visit()
    offer(stage).get_by_role("button", name="Open").click()
    assert nodes(with_nodes(stage, 5)) == 5


def test_a_sample_that_was_only_looked_at_is_not_kept(visit: Visit):
    stage = visit()
    stage.page.keyboard.press("End")
    stage.page.reload()
    stage = StageView(stage.page).ready()
    assert titles(stage) == []
    assert not offer(stage).is_visible()


def test_a_sample_opened_after_an_edit_stays_open_over_a_reload(visit: Visit):
    stage = saved(add(visit()))
    stage.settled()
    stage.page.get_by_role("combobox", name="Graph").click()
    stage.page.get_by_role("option", name=load_sample("ladder-3").name, exact=True).click()
    size = len(load_sample("ladder-3").nodes)
    with_nodes(stage, size)
    stage.page.wait_for_url("**sample=ladder-3**")
    stage = reloaded(stage, size)
    assert offer(stage).is_visible()
    assert titles(stage) == [EDITED]


def test_a_link_with_a_graph_in_it_is_followed_even_on_a_reload(visit: Visit):
    stage = saved(add(visit()))
    stage.page.evaluate("history.replaceState(null, '', `${location.pathname}?graph=x`)")
    stage.page.reload()
    stage = StageView(stage.page).ready()
    offer(stage).wait_for()
    assert stage.document["nodes"] == FIGURE_1.to_json()["nodes"]


def test_a_page_that_is_only_to_be_viewed_neither_offers_nor_keeps(visit: Visit):
    saved(add(visit())).page.close()
    stage = visit("/?sample=figure-1&view=only")
    stage.page.keyboard.press("End")
    assert not offer(stage).is_visible()
    assert not stage.page.get_by_role("button", name="Documents").is_visible()
    assert stage.js("stage.documents === undefined")


def test_undo_survives_another_page_and_a_reload_there(visit: Visit):
    stage = saved(add(visit(), 2))
    page = stage.settled().page
    page.get_by_role("link", name="Unwind").click()
    page.wait_for_url("**/unwind**")
    StageView(page, 1).ready()
    page.reload()
    StageView(page, 1).ready()
    page.get_by_role("link", name="Explore").click()
    page.wait_for_url(lambda url: "unwind" not in url)
    page.locator(".stage .transport").first.wait_for(timeout=PATIENCE)
    stage = with_nodes(StageView(page).ready(), 6)
    for left in (5, 4):
        page.get_by_role("button", name="Undo").click()
        assert nodes(stage) == left


# ---- several documents


def test_documents_are_made_renamed_duplicated_and_opened(visit: Visit):
    stage = saved(add(visit(), 2))
    new(stage)
    saved(add(stage, 1))
    assert titles(stage) == ["Untitled", EDITED]
    rename(stage, "Untitled", "Nim with m n o")
    eventually(lambda: titles(stage), ["Nim with m n o", EDITED])
    assert python_has(stage).name == "Nim with m n o"
    rename(stage, EDITED, "Mine", "Escape")
    eventually(lambda: titles(stage), ["Nim with m n o", EDITED])
    menu(stage).get_by_role("button", name="Duplicate Nim").click()
    eventually(lambda: titles(stage), ["Nim with m n o (2)", "Nim with m n o", EDITED])
    choose(stage, EDITED)
    with_nodes(stage, 6)
    assert [node.id for node in python_has(stage).nodes] == ["a", "c", "b", "d", "e", "f"]
    assert stage.page.get_by_role("combobox", name="Graph").get_attribute("placeholder") in (EDITED, None)
    choose(stage, "Nim with m n o (2)")
    stage.wait("stage.document.nodes.size === 1")
    assert python_has(stage).name == "Nim with m n o (2)"


def test_a_document_that_is_not_open_is_renamed_with_its_undo_kept(visit: Visit):
    stage = saved(add(visit(), 2))
    new(stage)
    rename(stage, EDITED, "Mine")
    eventually(lambda: titles(stage), ["Mine"])
    choose(stage, "Mine")
    with_nodes(stage, 6)
    assert python_has(stage).name == "Mine"
    for _ in range(2):
        stage.page.get_by_role("button", name="Undo").click()
    assert stage.js("stage.document.meta.name") == FIGURE_1.name
    assert nodes(stage) == 5


def test_a_deleted_document_comes_back_by_undo(visit: Visit):
    stage = saved(add(visit(), 2))
    new(stage)
    saved(add(stage))
    menu(stage).get_by_role("button", name=f"Delete {EDITED}").click()
    eventually(lambda: titles(stage), ["Untitled"])
    stage.find(".undo-box").get_by_role("button", name="Undo").click()
    eventually(lambda: sorted(titles(stage)), sorted([EDITED, "Untitled"]))
    choose(stage, EDITED)
    with_nodes(stage, 6)
    stage.page.get_by_role("button", name="Undo").last.click()
    assert nodes(stage) == 5


def test_when_the_open_document_is_deleted_the_last_other_one_opens_and_undo_brings_it_back(visit: Visit):
    stage = saved(add(visit(), 2))
    new(stage)
    saved(add(stage))
    menu(stage).get_by_role("button", name="Delete Untitled").click()
    with_nodes(stage, 6)
    assert titles(stage) == [EDITED]
    stage.find(".undo-box").get_by_role("button", name="Undo").click()
    stage.wait("stage.document.nodes.size === 1")
    assert sorted(titles(stage)) == sorted([EDITED, "Untitled"])
    for title in ("Untitled", EDITED):
        menu(stage).get_by_role("button", name=f"Delete {title}").click()
        stage.wait("!stage.documents.keeper.shelf.newest().some(({ title }) => title === x)", title)
    stage.wait("stage.document.nodes.size === 0")
    assert titles(stage) == []


def test_the_menu_works_by_keyboard_and_its_keys_do_not_draw(visit: Visit):
    stage = saved(add(visit()))
    new(stage)
    saved(add(stage))
    button = stage.page.get_by_role("button", name="Documents")
    button.focus()
    stage.page.keyboard.press("Enter")
    focused = "element.getRootNode().activeElement"
    assert stage.js(f"{focused}.textContent").startswith("Untitled")
    stage.page.keyboard.press("ArrowDown")
    assert stage.js(f"{focused}.textContent").startswith(EDITED)
    for key in ("m", "Delete", "Control+z"):
        stage.page.keyboard.press(key)
    assert nodes(stage) == 1
    stage.page.keyboard.press("Escape")
    assert not stage.find(".documents").is_visible()
    assert stage.js(f"{focused}.ariaLabel") == "Documents"
    stage.page.keyboard.press("Enter")
    stage.page.keyboard.press("ArrowDown")
    stage.page.keyboard.press("Enter")
    assert nodes(with_nodes(stage, 5)) == 5


# ---- files, and the app started anew


def test_a_file_named_on_the_command_line_is_kept_once_and_restored_as_edited(tabs: Tabs, tmp_path):
    path = tmp_path / "match.game.json"
    path.write_text(json.dumps(load_sample("example-7-1").to_json() | {"name": "Match"}), encoding="utf-8")
    size = len(load_sample("example-7-1").nodes)
    with running_app(str(path)) as url, visitor(tabs, url) as visit:
        saved(visit())
        stage = saved(visit())
        assert titles(stage) == ["Match"]
        add(stage, 2)
        stage = reloaded(stage, size + 2)
        assert titles(stage) == ["Match"]
        stage.page.get_by_role("button", name="Undo").click()
        saved(stage).page.close()
        stage = saved(visit())
        assert nodes(stage) == size
        offer(stage).get_by_role("button", name="Open").click()
        with_nodes(stage, size + 1)


def test_an_unedited_file_is_read_again_on_a_reload(tabs: Tabs, tmp_path):
    path = tmp_path / "match.game.json"
    path.write_text(sample_path("figure-1").read_text(encoding="utf-8"), encoding="utf-8")
    with running_app(str(path)) as url, visitor(tabs, url) as visit:
        stage = saved(visit())
        changed = FIGURE_1.to_json()
        changed["nodes"][2]["score"] = 9
        path.write_text(json.dumps(changed), encoding="utf-8")
        stage.page.reload()
        stage = saved(StageView(stage.page).ready())
        assert stage.document["nodes"][2]["score"] == 9


def restarted(browser: Browser, prepare: Callable[[StageView], None]) -> Iterator[StageView]:
    """A stage before the app is started anew, and then the same one after it."""
    port = free_port()
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    with running_app(port=port) as url:
        page.goto(url)
        stage = StageView(page).ready()
        prepare(stage)
        yield stage.settled()
        epoch = stage.js("stage.epoch")
    page.locator("[data-test-connection-state=CONNECTED]").wait_for(state="detached", timeout=PATIENCE)
    with running_app(port=port):
        page.locator("[data-test-connection-state=CONNECTED]").wait_for(timeout=PATIENCE)
        page.keyboard.press("PageUp")  # an app that was started anew runs at the first word from the page
        stage.wait(
            "stage.epoch !== x && stage.courier.ack === stage.courier.rev && stage.seq === stage.data.seq", epoch
        )
        yield stage.settled()
        page.close()


def test_a_restarted_app_gets_the_document_with_its_title_and_step(browser: Browser):
    def prepare(stage: StageView) -> None:
        saved(add(stage))
        rename(stage, EDITED, "Mine")
        stage.settled().page.keyboard.press("End")

    visits = restarted(browser, prepare)
    stage = next(visits)
    document, last = stage.document, stage.step
    assert last > 1
    stage = next(visits)
    eventually(lambda: [stage.document, stage.step], [document, last - 1])
    assert stage.js("stage.data.title") == "Mine"
    assert stage.js("stage.frames.trace.nodes") == [node["id"] for node in stage.document["nodes"]]
    assert list(visits) == []


def test_a_restarted_app_gets_an_own_document_that_was_never_edited(browser: Browser):
    def prepare(stage: StageView) -> None:
        saved(add(stage))
        menu(stage).get_by_role("button", name=f"Duplicate {EDITED}").click()
        eventually(lambda: len(titles(stage)), 2)
        choose(stage, f"{EDITED} (2)")
        stage.wait("stage.documents.title === x", f"{EDITED} (2)")
        with_nodes(stage, 5).page.keyboard.press("End")

    visits = restarted(browser, prepare)
    document = next(visits).document
    stage = next(visits)
    assert stage.document == document
    assert stage.js("stage.data.title") == f"{EDITED} (2)"
    assert list(visits) == []


# ---- two tabs, and a browser that refuses


def test_what_another_tab_has_changed_is_not_written_over(visit: Visit):
    first = saved(add(visit()))
    second = visit()
    offer(second).get_by_role("button", name="Open").click()
    with_nodes(second, 5)
    saved(add(second, 2))
    first.page.bring_to_front()
    add(first)
    first.find(".toast").get_by_text(f"Your version goes on as “{EDITED} (2)”").wait_for()
    saved(add(first))
    second.page.bring_to_front()
    saved(add(second))
    eventually(lambda: sizes(first), {EDITED: 8, f"{EDITED} (2)": 7})
    eventually(lambda: sizes(second), {EDITED: 8, f"{EDITED} (2)": 7})
    first.page.close()
    stage = visit()
    choose(stage, f"{EDITED} (2)")
    with_nodes(stage, 7)
    for left in (6, 5, 4):
        stage.page.get_by_role("button", name="Undo").click()
        assert nodes(stage) == left


REFUSALS = {
    "none": "delete window.indexedDB; Object.defineProperty(window, 'indexedDB', { value: undefined });",
    "closed": "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };",
    "full": """IDBObjectStore.prototype.put = function () {
        this.transaction.abort();
        throw new DOMException('no', 'QuotaExceededError');
    };""",
}


@pytest.mark.parametrize("how", list(REFUSALS))
def test_a_browser_that_keeps_nothing_says_so_once_and_everything_else_goes_on(visit: Visit, how: str):
    stage = visit(script=REFUSALS[how])
    assert not stage.find(".toast").is_visible()
    add(stage, 2)
    stage.find(".toast").get_by_text("This browser keeps no documents").wait_for()
    stage.js("element.querySelector('.toast').hidden = true")
    add(stage, 3)
    stage.wait("!stage.documents.keeper.unsaved")
    assert not stage.find(".toast").is_visible()
    assert len(python_has(stage).nodes) == 9
    menu(stage).get_by_text("This browser keeps no documents").wait_for()


# ---- a large document

LARGE = 400


def test_quick_edits_of_a_large_document_are_saved_together_and_all_come_back(visit: Visit):
    """A hundred quick edits, every tenth of which moves all nodes as a layout does."""
    stage = visit()
    stage.js(
        """(() => {
          const nodes = Array.from({ length: x }, (_, i) => (
            { id: `n${i}`, player: i % 2 ? 'max' : 'min', x: 60 * (i % 40), y: 60 * Math.floor(i / 40) }));
          const moves = nodes.flatMap(({ id }, i) => [[id, `n${(i + 1) % x}`], [id, `n${(7 * i + 4) % x}`]]);
          const document = { format: 'game-graph', version: 1, convention: 'minimax', root: 'n0', nodes, moves };
          stage.documents.keeper.show({ title: 'Large', document });
        })()""",
        LARGE,
    )
    stage.settled()
    times = stage.js(
        """(async () => {
          const { keeper } = stage.documents, save = keeper.save.bind(keeper), times = [];
          keeper.save = () => {
            const start = performance.now(), row = save();
            times.push(performance.now() - start);
            return row;
          };
          for (let i = 0; i < 100; i++) {
            const nodes = [...stage.document.nodes.values()], moved = i % 10 === 9 ? nodes : [nodes[i]];
            stage.document.move(moved.map(({ id, x, y }) => [id, { x: x + 1, y }]));
            await new Promise(done => setTimeout(done, 20));
          }
          while (keeper.unsaved) await new Promise(done => setTimeout(done, 50));
          return times;
        })()"""
    )
    assert 2 < len(times) < 100  # several edits go into one save
    assert stage.js("stage.document.past.done.length") == 100
    stage = reloaded(stage, LARGE)
    assert stage.js("stage.document.past.done.length") == 100
