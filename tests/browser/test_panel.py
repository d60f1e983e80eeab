"""The panel beside the stage: its tabs, which of them is open, and the table of scores by step."""

from __future__ import annotations

import math
from collections.abc import Callable
from unicodedata import normalize

import pytest
from playwright.sync_api import Page, expect
from support.app import StageView, begin_to_draw

from explorer import algorithms
from explorer.drawing.score_table import ScoreCell, rows
from explorer.games.samples import load_sample
from explorer.solver import solve
from explorer.trace import Finality

_SHOWN = """{
  steps: [...element.querySelectorAll('.scores .head button')].map(button => button.innerText),
  now: element.querySelector('.scores [aria-current=step]').innerText,
  lines: Object.fromEntries([...element.querySelectorAll('.scores .rows .line')].map(line =>
    [line.querySelector('button').title, [...line.querySelectorAll('span')].map(cell => cell.innerText)])),
}"""


def number(head: str) -> int:
    """The step that a column is headed by, as in "s₃" or "3"."""
    return int(normalize("NFKC", head).removeprefix("s"))


def text(cell: ScoreCell, finality: Finality | None) -> str:
    if cell.text in ("", "?"):
        return ""
    return f"{cell.text}{'■' * cell.is_final}{'≠' * (finality is Finality.WRONG)}"


@pytest.mark.parametrize(
    ("sample", "algorithm"),
    [
        ("example-7-1", "memoised"),
        ("example-7-1", "memoised-naive"),
        ("ladder-6", "score-iteration"),
        ("negamax-half-final", "finality"),
    ],
)
def test_the_table_has_the_scores_of_the_trace_and_how_far_the_end_is(
    look_at: Callable[..., StageView], sample: str, algorithm: str
):
    trace = algorithms.trace(load_sample(sample), algorithm)
    ids = [node.id for node in trace.graph.nodes]
    cells = [dict(zip(ids, line, strict=True)) for _, line in rows(trace, range(len(trace)), ids)]
    ends = {id: "∞" if moves == math.inf else f"{moves}" for id, moves in solve(trace.graph).distance.items()}
    stage = look_at(f"/?sample={sample}&algorithm={algorithm}")
    roles = [trace.finality_at(step) for step in range(len(trace))]
    stage.tab("Table")
    for step, shown in enumerate(stage.at_steps(range(len(trace)), _SHOWN)):
        steps = [number(head) for head in shown["steps"]]
        assert number(shown["now"]) == step
        assert steps[0] == 0 or algorithm != "score-iteration"
        assert shown["lines"] == {
            id: [*(text(cells[each][id], roles[each].get(id)) for each in steps), ends.get(id, "")] for id in ids
        }


def test_find_is_in_the_tab_node_and_in_a_narrow_window_the_panel_that_it_opens_goes_with_it(
    open_page: Callable[..., Page],
):
    page = open_page("/?sample=figure-1", size={"width": 1024, "height": 768})
    stage = StageView(page).ready()
    panel, field = stage.find(".panel"), stage.find(".panel .finder input")
    for key in ("Enter", "Escape"):
        page.keyboard.press("/")
        expect(field).to_be_focused()
        expect(panel.get_by_role("tab", name="Node")).to_have_attribute("aria-selected", "true")
        page.keyboard.type("c")
        expect(stage.find(".finder [role=option]")).to_have_text(["c"])
        page.keyboard.press(key)
        assert not panel.is_visible()
        expect(stage.root).to_be_focused()
    assert stage.js("stage.selection.id") == "c"


def test_while_one_draws_the_tab_node_has_the_form_of_the_node(page: Page, stage: StageView):
    stage.click_node("b")
    panel = stage.tab("Node")
    begin_to_draw(page)
    form = panel.get_by_role("group", name="Edit")
    form.get_by_label("Score").fill("7/2")
    form.get_by_label("Name").fill("stake")
    page.keyboard.press("Enter")
    expect(stage.root).to_be_focused()
    assert list(stage.kinds) == ["a", "c", "stake", "d"]
    assert next(node for node in stage.document["nodes"] if node["id"] == "stake")["score"] == "7/2"
    form.get_by_label("Name").fill("d")
    form.get_by_role("button", name="Max").click()
    expect(form.get_by_role("alert")).to_contain_text("There is already a node named d")
    assert stage.kinds["stake"] == "max"
