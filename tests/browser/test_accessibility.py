"""axe-core (Deque Systems) finds nothing serious or critical in any state of any page, in both themes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, ViewportSize, expect
from support.app import (
    PATIENCE,
    StageView,
    after_run,
    begin_to_draw,
    choose,
    menu_button,
    open_menu,
    open_sheet,
    press_in_menu,
    show_view,
)

LAPTOP: ViewportSize = {"width": 1440, "height": 900}
PROJECTOR: ViewportSize = {"width": 1024, "height": 768}
GRAVE = ("serious", "critical")
State = str | tuple[str, Locator]
"""A state of a page, with the part that is new in it if all else was there before."""

THEMES = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])


def faults(page: Page, part: Locator | None = None, *, dark: bool = False) -> list[str]:
    """What axe finds on the page as it is, or in a part of it, that is grave: rule, element and what is wrong with it.

    A dark page is made like a light one: there only the contrast of colours is looked at again.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    only = {"runOnly": ["color-contrast"]} if dark else {}
    options = {"resultTypes": ["violations"]} | only
    where = page.locator("html") if part is None else part
    found = where.evaluate("async (element, options) => (await axe.run(element, options)).violations", options)
    return [
        f"{fault['id']}: {node['html'][:200]}: {node['failureSummary']}"
        for fault in found
        if fault["impact"] in GRAVE
        for node in fault["nodes"]
    ]


def check(page: Page, states: Iterator[State], *, dark: bool) -> None:
    found = {}
    for state in states:
        name, part = (state, None) if isinstance(state, str) else state
        found[name] = faults(after_run(page), part, dark=dark)  # during a run the page is pale
    assert {state: listed for state, listed in found.items() if listed} == {}


def opened(stage: StageView, presses: Locator, shown: str) -> Iterator[str]:
    """What a button of the stage opens; Escape closes it."""
    presses.click()
    stage.find(shown).wait_for()
    yield shown
    stage.page.keyboard.press("Escape")
    stage.find(shown).wait_for(state="hidden")


def in_the_stage(stage: StageView) -> Iterator[State]:
    """Menus, lists, forms and dialogs on the canvas, and what it says."""
    yield "Explore"
    for name in ("graph", "algorithm", "endless", "more"):
        yield name, open_menu(stage.page, name)
        stage.page.keyboard.press("Escape")
    begin_to_draw(stage.page)
    for _ in opened(stage, stage.find("[data-tool=arrange]"), ".menu"):
        yield "arrange", stage.find(".menu:not([hidden])")
    press_in_menu(stage.page, "graph", "Documents…")
    yield ".documents", stage.find(".documents")
    stage.page.keyboard.press("Escape")
    stage.root.focus()
    for keys, shown in (("/", ".finder ul"), ("?", "dialog.help")):
        stage.page.keyboard.press(keys)
        stage.find(shown).wait_for()
        yield shown, stage.find(shown)
        stage.page.keyboard.press("Escape")
        stage.find(shown).wait_for(state="hidden")
    stage.find(".outline .nodes").focus()
    stage.page.keyboard.press("ArrowDown")
    stage.find(".outline [aria-selected=true]").wait_for()
    yield "the list of the nodes", stage.find(".outline")
    stage.page.keyboard.press("Escape")
    press_in_menu(stage.page, "graph", "Rename…")
    yield "the title"
    stage.page.keyboard.press("Escape")
    stage.double_click("b")
    yield "the form of a node", stage.find(".inspector")
    stage.page.keyboard.press("Escape")
    for tone in ("done", "refused", "note"):
        stage.js("(stage.say('Something was said.', x), clearTimeout(stage.toast.timer))", tone)
        yield f"what was {tone}", stage.find(".toast")
    stage.js("element.querySelector('.toast').hidden = true")


def with_mistakes(stage: StageView) -> Iterator[State]:
    """A text that cannot be read, and a graph that cannot run."""
    press_in_menu(stage.page, "graph", "Graph as text")
    stage.find(".text textarea").fill("a max b\nx")
    stage.find(".wrong li button").wait_for()
    yield "mistakes in the text", stage.find(".text")
    stage.find(".wrong li button").click()
    press_in_menu(stage.page, "graph", "Graph as text")
    stage.js("(stage.document.addNode('max', 300, 300), stage.document.addMove('b', 'c'))")
    stage.settled().find(".problems").wait_for()
    yield "problems"


def around_the_stage(page: Page) -> Iterator[State]:
    """Tabs, tables and menus of the page, and the dialog that opens graphs."""
    stage = StageView(page)
    for name in ("Code", "Node", "Table"):
        yield name, stage.tab(name)
    for title in ("Chart of scores", "Edit nodes and moves as tables"):
        open_sheet(page, title)
        yield title
    page.get_by_role("button", name="✕").click()
    press_in_menu(page, "graph", "Save as a file…")
    page.get_by_role("button", name="Save Game graph").wait_for(timeout=PATIENCE)
    yield "Save as a file"
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    dialog = page.get_by_role("dialog")
    press_in_menu(page, "graph", "Compare with values…")
    dialog.get_by_role("button", name="Compare with the known scores").wait_for(timeout=PATIENCE)
    yield "Compare with values"
    dialog.get_by_role("button", name="Compare with the known scores").click()
    stage.find(".compared p").wait_for(timeout=PATIENCE)
    yield "compared values", stage.find(".compared")
    press_in_menu(page, "more", "Export…")
    dialog.get_by_role("button", name="Download").wait_for(timeout=PATIENCE)
    yield "Export"
    dialog.get_by_role("button", name="Close").click()
    dialog.wait_for(state="hidden")
    press_in_menu(page, "graph", "Draw a new graph…")
    tabs = dialog.get_by_role("tab")
    tabs.first.wait_for(timeout=PATIENCE)
    after_run(page)
    for tab in tabs.all():
        tab.click()
        expect(tab).to_have_attribute("aria-selected", "true")
        dialog.get_by_role("tabpanel").locator("visible=true").first.wait_for(timeout=PATIENCE)
        yield f"Open or draw: {tab.inner_text()}"
    dialog.get_by_role("button", name="Close").click()
    dialog.wait_for(state="hidden")


def other_pages(page: Page) -> Iterator[State]:
    """The pages besides Explore, and their tabs."""
    page.get_by_role("link", name="Learn").click()
    page.get_by_role("button", name="Begin").first.wait_for(timeout=PATIENCE)
    yield "Learn"
    page.get_by_role("button", name="Begin").first.click()
    StageView(page).ready()
    yield "a slide"
    show_view(page, "Sources")
    page.locator(".st-key-papers h1").wait_for(timeout=PATIENCE)
    yield "Sources"
    page.locator(".st-key-item_kars_figure-2 summary").click()
    page.get_by_text("agrees").first.wait_for(timeout=PATIENCE)
    yield "an item with what is found of it"
    for name, path in (("Compare", "compare"), ("Tree", "unwind"), ("Expand", "expand"), ("Play", "play")):
        if name == "Expand":
            choose(page, "Graph", "Half final: a loop that is not fully known")  # it has an open node
        if name != "Play":
            after_run(page).get_by_role("link", name="Explore").click()
            show_view(page, name)
        else:
            after_run(page).get_by_role("link", name=name).click()
        page.wait_for_url(f"**/{path}**")
        StageView(page).ready()
        yield name
        for tab in page.get_by_test_id("stTab").all():
            tab.click()
            expect(tab).to_have_attribute("aria-selected", "true")
            yield f"{name}: {tab.inner_text()}", page.locator("[data-testid=stTabs]")
    after_run(page).locator(".bar").get_by_role("button", name="Help").click()
    page.locator(".st-key-help_panel h1").wait_for(timeout=PATIENCE)
    yield "Help"


@THEMES
def test_nothing_grave_is_found_on_explore(open_page, dark: bool):
    page = open_page(size=LAPTOP, dark=dark)
    stage = StageView(page).ready().settled()
    check(page, chain(in_the_stage(stage), around_the_stage(page), with_mistakes(stage)), dark=dark)


@THEMES
def test_nothing_grave_is_found_on_any_other_page(open_page, dark: bool):
    page = open_page("/?sample=example-7-1&algorithm=memoised", size=LAPTOP, dark=dark)
    StageView(page).ready()
    check(page, other_pages(page), dark=dark)


def on_every_stage(page: Page, url: str, setting: str = "") -> Iterator[State]:
    """The pages with stages in a setting of the address or of the window, the first one with its side bar, too."""
    for path in ("", "expand", "compare", "play", "unwind", "learn"):
        where = "lesson=minimax-cycles&slide=8" if path == "learn" else f"sample=example-7-1{setting}"
        page.goto(f"{url}/{path}?{where}")
        stage = StageView(page).ready()
        yield path or "explore"
        if not path:
            if setting:
                stage.find(".side").click()
            expect(menu_button(after_run(page), "algorithm")).to_be_visible(timeout=PATIENCE)
            yield "the bar"


def test_nothing_grave_is_found_in_a_lecture(open_page, app_url: str):
    check(page := open_page(size=PROJECTOR), on_every_stage(page, app_url, "&lecture=1"), dark=False)


def test_nothing_grave_is_found_on_a_phone(open_page, app_url: str):
    check(page := open_page(phone=True), on_every_stage(page, app_url), dark=False)


_BAD = """element => {
  element.append(document.createElement('button'));
  element.insertAdjacentHTML('beforeend', '<p class="pale" style="color: #aaa; background: #fff">pale</p>');
}"""


def test_a_button_without_a_name_and_pale_words_would_be_found(stage: StageView):
    stage.evaluate(_BAD)
    found = [" ".join(faults(stage.page, part)) for part in (None, stage.root)]
    stage.evaluate("element => element.querySelectorAll(':scope > button, .pale').forEach(each => each.remove())")
    for listed in found:
        assert "button-name" in listed
        assert "color-contrast" in listed
