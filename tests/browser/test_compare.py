"""The page Compare in the browser: two stages in lock-step under one control, without a word to Python."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from support.app import PATIENCE, StageView, after_run, show_view

from explorer.algorithms import trace
from explorer.comparison.align import AlignedBy, Alignment, align
from explorer.games.samples import load_sample
from explorer.model.words import counted

SAMPLE = "example-7-1"
SOME = 12  # steps
Pair = tuple[StageView, StageView]


@pytest.fixture
def pair(look_at: Callable[..., StageView]) -> Pair:
    """Depth-first search beside the memo, on Example 7.1, at their beginning, by visit."""
    page = look_at(f"/compare?sample={SAMPLE}").page
    views = both(after_run(page))
    page.locator(".lockstep").get_by_role("radio", name="By visit").click()
    press(page, "First step (Home)")
    stand(views, (0, 0))
    return views


@pytest.fixture
def page(pair: Pair) -> Page:
    return pair[0].page


def both(page: Page) -> Pair:
    left, right = StageView(page).ready(), StageView(page, 1).ready()
    right.wait("stage.leader && stage.leader.length > 0")
    return left, right


def alignment(by: AlignedBy, left: str = "depth-first") -> Alignment:
    graph = load_sample(SAMPLE)
    return align(trace(graph, left), trace(graph, "memoised"), by)


def stand(pair: Pair, steps: tuple[int, int]) -> None:
    """Wait until both show these steps."""
    for view, step in zip(pair, steps, strict=True):
        view.wait("stage.player.at === x && stage.panel.at === x", step)


def at(found: Alignment, moment: int) -> tuple[int, int]:
    return found.left[moment], found.right[moment]


def press(page: Page, name: str) -> None:
    control = page.locator(".lockstep")
    if key := {"First step (Home)": "Home", "Last step (End)": "End"}.get(name):
        control.locator("input").press(key)  # as on other pages, they have no buttons
    else:
        control.get_by_role("button", name=name).click()


def test_one_button_leads_both_stages_visit_by_visit(page: Page, pair: Pair):
    found = alignment(AlignedBy.VISIT)
    captions = [trace(load_sample(SAMPLE), name) for name in ("depth-first", "memoised")]
    rows = page.locator(".lockstep .captions .caption > span")
    for moment in range(1, SOME):
        press(page, "Next step (→)")
        stand(pair, at(found, moment))
        said = [run[step].caption for run, step in zip(captions, at(found, moment), strict=True)]
        assert [view.caption for view in pair] == said
        seen = [text.replace("\xa0", " ") for text in rows.locator("visible=true").all_inner_texts()]
        assert seen == list(dict.fromkeys(said))  # what is the same is said once


def test_the_button_leads_from_difference_to_difference(page: Page, pair: Pair):
    found = alignment(AlignedBy.VISIT)
    which = page.locator(".lockstep .which")
    expect(which).to_have_text(f"{counted(len(found.differences), 'difference')} ahead")
    for number, moment in enumerate(found.differences, 1):
        press(page, "Next difference")
        stand(pair, at(found, moment))
        expect(which).to_have_text(f"difference {number} of {len(found.differences)}")
    expect(page.get_by_role("button", name="Next difference")).to_be_disabled()


def test_keys_lead_both_from_the_control_and_from_the_page(page: Page, pair: Pair):
    found = alignment(AlignedBy.VISIT)
    for leave in ("", "document.activeElement.blur()"):
        press(page, "First step (Home)")
        page.evaluate(leave)
        page.keyboard.press("End")
        stand(pair, at(found, -1))
        page.keyboard.press("ArrowLeft")
        stand(pair, at(found, -2))


def test_from_the_naive_memo_it_stands_beside_the_right_one_at_the_first_difference(open_page: Callable[..., Page]):
    page = open_page(f"/?sample={SAMPLE}&algorithm=memoised-naive")
    StageView(page).ready()
    show_view(page, "Compare")
    views, found = both(after_run(page)), alignment(AlignedBy.VISIT, "memoised-naive")
    steps = at(found, found.differences[0])
    stand(views, steps)
    for view, name, step in zip(views, ("memoised-naive", "memoised"), steps, strict=True):
        assert view.caption == trace(load_sample(SAMPLE), name)[step].caption


def test_the_moment_survives_a_page_switch(page: Page, pair: Pair):
    press(page, "Last step (End)")
    end = at(alignment(AlignedBy.VISIT), -1)
    stand(pair, end)
    pair[1].settled()
    show_view(page, "Tree")
    page.get_by_text("To depth n").first.wait_for(timeout=PATIENCE)
    show_view(page, "Compare")
    page.locator(".lockstep").wait_for(timeout=PATIENCE)
    stand(both(page), end)


def test_the_list_of_shortcuts_has_no_heading_without_a_shortcut(page: Page, pair: Pair):
    pair[0].js("stage.help.open()")
    shown = pair[0].find("dialog.help")
    expect(shown).to_be_visible()
    assert shown.locator("section").count() == shown.locator("section:has(dt)").count() > 1
    page.keyboard.press("Escape")
