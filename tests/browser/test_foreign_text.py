"""What users write is text: Markdown, HTML and formulas in it are shown as they stand, and nothing is fetched."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect
from support.app import PATIENCE, StageView, after_run, menu_button
from support.scenes import link_query

from explorer.model.graph import GameGraph

pytestmark = pytest.mark.browser

NASTY = "![p](https://picture.invalid/p.png) <img src='https://html.invalid/i.png'> **bold** $x^2$ :red[red] `code`"


def graph() -> GameGraph:
    nodes = [{"id": "a", "player": "max", "label": NASTY}, {"id": NASTY, "player": "min"}, {"id": "c", "score": 1}]
    moves = [["a", NASTY], ["a", "c"], [NASTY, "a"], [NASTY, "c"]]
    about = {"name": NASTY, "description": NASTY, "root": "a", "expected": {"scores": {"a": 7}}}
    return GameGraph.from_json({**about, "nodes": nodes, "moves": moves})


@pytest.mark.parametrize("path", ["", "play"])
def test_texts_of_a_graph_are_shown_as_they_stand(open_page: Callable[..., Page], path: str):
    page = open_page(
        f"/{path}?{urlencode(link_query(graph(), 'score-iteration', {}))}"
    )  # fails if the page asks for anything elsewhere
    StageView(page).ready().settled()
    after_run(page)
    expect(menu_button(page, "graph")).to_contain_text("**bold** $x^2$ :red[red] `code`", timeout=PATIENCE)
    texts = page.locator(".bar, .stage, [data-testid*=MarkdownContainer], [data-testid*=CaptionContainer]")
    for made in (
        "img[alt=p]",
        "a[href*=invalid]",
        "strong:text-is('bold')",
        "code:text-is('code')",
        ".katex",
        "span:text-is('red')",
    ):
        assert not texts.filter(has_text=re.compile("picture.invalid")).locator(made).count()
