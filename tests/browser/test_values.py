"""Values of somebody else's beside the scores: uploaded, on the canvas, walked through, listed; and ways to a node."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect
from support.app import PATIENCE, StageView, after_run, eventually, press_in_menu

BANDS = "stage.canvas.bands.map(({ from, to, kind }) => `${from} ${to} ${kind}`)"
MINE = {"r": 0, "p": -1, "e": -1, "c": 0, "a": 1, "b": 1, "d": 2}
LOOKS = "['r', 'p'].map((id) => stage.looks.of(id)).map(({ own, text }) => [own ?? null, text])"


def compared(stage: StageView, path: Path, values: dict[str, object]) -> StageView:
    """The stage once values were uploaded."""
    path.write_text(json.dumps(values), encoding="utf-8")
    press_in_menu(stage.page, "graph", "Compare with values…")
    stage.page.get_by_role("dialog").locator("input[type=file]").set_input_files(path)
    stage.page.get_by_role("button", name=f"Compare with {path.name}").click(timeout=PATIENCE)
    stage.find(".compared").wait_for(timeout=PATIENCE)
    after_run(stage.page)
    return stage


def told(stage: StageView, words: str) -> None:
    expect(stage.find(".compared p").first).to_contain_text(words, timeout=PATIENCE)
    after_run(stage.page)


def test_wrong_values_are_shown_walked_through_and_listed(look_at: Callable[..., StageView], tmp_path: Path):
    stage = look_at("/?sample=example-7-1&algorithm=score-iteration").settled()
    page = compared(stage, tmp_path / "mine.json", MINE).page
    told(stage, "Compared with mine.json: 5 of 7 values agree; 2 values are wrong")
    page.keyboard.press("End")
    eventually(lambda: stage.js(LOOKS), [["1 ≠ 0", "1"], [None, "−1"]])
    page.keyboard.press("x")
    told(stage, "1 of 2 wrong values, contradicts its successors: c is said to be 0, and is 1: min{value(d), value(a)}")
    eventually(lambda: stage.js(BANDS), ["c d chain", "c a chain"])
    assert stage.js("stage.store.selected.value") == "c"
    expect(stage.tab("Node").locator(".claim")).to_have_text("value given 0, score 1: contradicts its successors")
    stage.find(".compared").get_by_role("button", name="Why not 0?").click()
    expect(stage.find(".why h3")).to_contain_text("Why is c = 1", timeout=PATIENCE)
    page.keyboard.press("Escape")
    eventually(lambda: stage.js(BANDS), ["c d chain", "c a chain"])
    after_run(page)
    page.keyboard.press("x")
    told(stage, "2 of 2 wrong values, follows from others: r is said to be 0, and is 1: it follows from value(c) = 0")
    stage.find(".compared").get_by_role("button", name="List").click()
    expect(page.get_by_test_id("stDataFrame")).to_be_visible(timeout=PATIENCE)
    stage.find(".compared").get_by_role("button", name="End").click()
    expect(stage.find(".compared")).to_be_hidden(timeout=PATIENCE)
    eventually(lambda: stage.js(LOOKS), [[None, "1"], [None, "−1"]])
    expect(page.get_by_test_id("stDataFrame")).to_have_count(0)


def test_a_comparison_goes_on_after_a_reload_until_it_is_ended(open_page: Callable[..., Page], tmp_path: Path):
    page = open_page("/?sample=example-7-1&algorithm=score-iteration")
    stage = compared(StageView(page).ready().settled(), tmp_path / "mine.json", MINE)
    eventually(lambda: page.evaluate("sessionStorage['game-graph-explorer compared graph']"), "sample:example-7-1")
    after_run(page).reload()
    stage = StageView(page).ready()
    told(stage, "Compared with mine.json: 5 of 7 values agree; 2 values are wrong")
    stage.find(".compared").get_by_role("button", name="End").click()
    expect(stage.find(".compared")).to_be_hidden(timeout=PATIENCE)
    after_run(page).reload()
    stage = StageView(page).ready().settled()
    expect(stage.find(".compared")).to_be_hidden()
    assert page.evaluate("sessionStorage['game-graph-explorer compared values']") is None


def test_how_do_we_get_here_and_best_play_are_lit_and_the_end_is_told(look_at: Callable[..., StageView]):
    stage = look_at("/?sample=example-7-1&algorithm=bounds").settled()
    stage.click_node("c")
    node = stage.tab("Node")
    expect(node).to_contain_text("2 moves to the end under best play")
    node.get_by_role("button", name="How do we get here?").click()
    expect(stage.find(".why h3")).to_have_text("How do we get to c?", timeout=PATIENCE)
    eventually(lambda: stage.js(BANDS), ["r c chain"])
    after_run(stage.page)
    stage.page.keyboard.press("g")
    expect(stage.find(".why h3")).to_have_text("Best play from c on", timeout=PATIENCE)
    eventually(lambda: stage.js(BANDS), ["c a best", "a b best"])
    row = stage.tab("Table").get_by_role("row").filter(has=stage.page.get_by_role("rowheader", name="c", exact=True))
    expect(row.get_by_role("cell").last).to_have_text("2")
