"""An assignment with a task, from the upload to the file of answers and its grading."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from support.app import PATIENCE, StageView, after_run, eventually
from support.help import code_of

from explorer.lessons.grading import grade
from explorer.lessons.library import lesson_set_of

pytestmark = pytest.mark.browser

_, TEXT = code_of("lessons", "text")


def test_an_assignment_is_done_saved_and_graded(open_page: Callable[..., Page]):
    page = open_page("/learn")
    after_run(page).get_by_text("Lessons of your own").click(timeout=PATIENCE)
    file = {"name": "cycles.md", "mimeType": "text/markdown", "buffer": TEXT.encode()}
    page.locator("input[type=file]").set_input_files([file])
    after_run(page).get_by_role("button", name="Put it on the list").click(timeout=PATIENCE)
    told = page.get_by_text("An assignment: what is right is shown at the end.")
    expect(told).to_have_count(2, timeout=PATIENCE)  # the shipped one and this one
    after_run(page).get_by_role("button", name="Begin").last.click()
    heading = page.locator(".st-key-slide h2")
    expect(heading).to_have_text("A score", timeout=PATIENCE)
    answer = after_run(page).get_by_role("textbox", name="Your answer")
    answer.fill("1")
    answer.press("Enter")
    expect(page.get_by_text("1 of 2 answered")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("Right.")).to_have_count(0)
    after_run(page).get_by_role("button", name="Next", exact=True).click()
    expect(heading).to_have_text("A task", timeout=PATIENCE)
    add_move(page)
    after_run(page).get_by_role("button", name="Keep this graph").click()
    expect(page.get_by_text("2 of 2 answered")).to_be_visible(timeout=PATIENCE)
    name = after_run(page).get_by_role("textbox", name="Your name")
    name.fill("Ada")
    name.press("Enter")
    with after_run(page).expect_download(timeout=PATIENCE) as download:
        page.get_by_role("button", name="Save my answers").click()
    data = Path(download.value.path()).read_bytes()
    after_run(page).get_by_role("button", name="Show solutions").click()
    expect(page.get_by_text("Done. The property holds.")).to_be_visible(timeout=PATIENCE)
    found = grade("a.json", data, [lesson_set_of("x", {"cycles.md": TEXT.encode()})])
    assert (found.student, found.answer_count, found.right, found.problems) == ("Ada", 2, 2, ())


def add_move(page: Page) -> None:
    """A move from c to b, drawn from the rim of c."""
    stage = StageView(after_run(page)).ready()
    stage.drag(stage.rim("c"), stage.places()["b"])
    stage.wait("stage.document.moves.size === 5")
    stage.settled()


CLICKS = """title: Clicks
source: S
minutes: 5
before: B
assignment: yes

# Clicks
scene: sample=figure-1&algorithm=score-iteration&step=0
graph: 4110b93b
stage: graph

Text.

? Which nodes?
answer: nodes
= nodes with score 1

? A path from a?
answer: path
= nodes with score 1

? Why?
answer: free
"""


def test_nodes_are_clicked_on_a_stage_without_a_run_and_a_text_is_kept_as_it_is_typed(open_page: Callable[..., Page]):
    page = open_page("/learn")
    after_run(page).get_by_text("Lessons of your own").click(timeout=PATIENCE)
    file = {"name": "clicks.md", "mimeType": "text/markdown", "buffer": CLICKS.encode()}
    page.locator("input[type=file]").set_input_files([file])
    after_run(page).get_by_role("button", name="Put it on the list").click(timeout=PATIENCE)
    after_run(page).get_by_role("button", name="Begin").last.click()
    expect(page.locator(".st-key-slide h2")).to_have_text("Clicks", timeout=PATIENCE)
    page.locator("[data-testid=stMain]").evaluate("main => main.scrollTo(0, 0)")  # the list was scrolled
    stage = StageView(after_run(page)).ready()
    click(page, stage, {"a": "a", "d": "a; d", "b": "a; d; b"})
    click(page, stage, {"d": "a; b"})
    after_run(page).get_by_role("button", name="Click nodes for this one").click()
    click(page, stage, {"a": "a", "c": "a → c"})
    click(page, stage, {"a": "a → c → a"})
    page.get_by_role("textbox", name="Your answer").fill("Because")
    answers = "Object.values(JSON.parse(localStorage['game-graph-explorer lessons']).answers)[0]"
    eventually(
        lambda: [page.evaluate(f"{answers}['0.{number}']") for number in range(3)],
        ['["a", "b"]', '["a", "c", "a"]', "Because"],
    )


def click(page: Page, stage: StageView, nodes: dict[str, str]) -> None:
    """Clicks on nodes, each once the page shows the answer with the one before."""
    for node, answer in nodes.items():
        stage.click_node(node)
        expect(page.locator(".st-key-slide").get_by_text(answer, exact=True)).to_be_visible(timeout=PATIENCE)
        after_run(page)
