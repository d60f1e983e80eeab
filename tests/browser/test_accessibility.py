"""axe-core (Deque Systems) finds nothing serious or critical on any page, nor in what opens on Explore."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, ViewportSize, expect
from support.app import (
    PATIENCE,
    StageView,
    after_run,
    begin_to_draw,
    open_menu,
    open_sheet,
    press_in_menu,
    show_view,
)

LAPTOP: ViewportSize = {"width": 1440, "height": 900}
GRAVE = ("serious", "critical")
State = str | tuple[str, Locator]
"""A state of a page, with the part that is new in it if all else was there before."""


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


def check(page: Page, states: Iterator[State], *, dark: bool = False) -> None:
    found = {}
    for state in states:
        name, part = (state, None) if isinstance(state, str) else state
        found[name] = faults(after_run(page), part, dark=dark)  # during a run the page is pale
    assert {state: listed for state, listed in found.items() if listed} == {}


def in_the_stage(stage: StageView) -> Iterator[State]:
    """Menus, lists, forms and dialogs on the canvas, and what it says."""
    yield "Explore"
    for name in ("graph", "algorithm", "endless", "more"):
        yield name, open_menu(stage.page, name)
        stage.page.keyboard.press("Escape")
    begin_to_draw(stage.page)
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
    stage.double_click("b")
    yield "the form of a node", stage.find(".inspector")
    stage.page.keyboard.press("Escape")
    stage.js("(stage.say('Something was said.', 'refused'), clearTimeout(stage.toast.timer))")
    yield "what was refused", stage.find(".toast")
    stage.js("element.querySelector('.toast').hidden = true")


def with_mistakes(stage: StageView) -> Iterator[State]:
    """A text that cannot be read."""
    press_in_menu(stage.page, "graph", "Graph as text")
    stage.find(".text textarea").fill("a max b\nx")
    stage.find(".wrong li button").wait_for()
    yield "mistakes in the text", stage.find(".text")


def around_the_stage(page: Page) -> Iterator[State]:
    """Tabs and tables of the page, and its dialogs."""
    stage = StageView(page)
    for name in ("Code", "Node", "Table"):
        yield name, stage.tab(name)
    sheet = open_sheet(page, "Edit nodes and moves as tables")
    yield "tables", sheet
    page.get_by_role("button", name="✕").click()
    dialog = page.get_by_role("dialog")
    for menu, entry, button in (
        ("graph", "Compare with values…", "Compare with the known scores"),
        ("more", "Export…", "Download"),
        ("graph", "Draw a new graph…", "Start drawing"),
    ):
        press_in_menu(page, menu, entry)
        dialog.get_by_role("button", name=button).wait_for(timeout=PATIENCE)
        yield entry, dialog
        after_run(page).keyboard.press("Escape")
        expect(dialog).to_have_count(0)


def other_pages(page: Page) -> Iterator[State]:
    """The pages besides Explore."""
    page.get_by_role("button", name="Begin").first.wait_for(timeout=PATIENCE)
    yield "Learn"
    page.get_by_role("button", name="Begin").first.click()
    StageView(page).ready()
    yield "a slide"
    show_view(page, "Sources")
    page.locator(".st-key-papers h1").wait_for(timeout=PATIENCE)
    yield "Sources"
    for name, path in (("Explore", ""), ("Compare", "compare"), ("Tree", "unwind"), ("Play", "play")):
        if name in ("Explore", "Play"):
            after_run(page).get_by_role("link", name=name).click()
        else:
            show_view(page, name)
        page.wait_for_url(f"**/{path}?**")
        StageView(page).ready()
        yield name
    after_run(page).locator(".bar").get_by_role("button", name="Help").click()
    page.locator(".st-key-help_panel h1").wait_for(timeout=PATIENCE)
    yield "Help"


def test_nothing_grave_is_found_on_explore(open_page):
    page = open_page(size=LAPTOP)
    stage = StageView(page).ready().settled()
    check(page, chain(in_the_stage(stage), around_the_stage(page), with_mistakes(stage)))


def test_the_colours_of_a_dark_page_are_far_enough_apart(open_page):
    page = open_page("/?sample=example-7-1&algorithm=memoised&step=9", size=LAPTOP, dark=True)
    stage = StageView(page).ready().settled()
    tabs = ((name, stage.tab(name)) for name in ("Node", "Table"))
    check(page, chain(["Explore"], tabs), dark=True)


def test_nothing_grave_is_found_on_any_other_page(open_page):
    page = open_page("/learn", size=LAPTOP)
    check(page, other_pages(page))
