"""The sources are listed whole and in order, every item says what it must, and every scene opens."""

from __future__ import annotations

import pytest

from explorer.algorithms import trace
from explorer.app.links import Links
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.place import Place
from explorer.app.session.run import CurrentRun
from explorer.app.session.session import Session
from explorer.lessons.scenes import LIMITS
from explorer.papers import Item, items, papers
from explorer.papers.checks import CHECKS
from explorer.scenes.reference import GAME, SAMPLE
from explorer.scenes.scene import Page, Scene

NUMBERED = {  # as the texts number them, in their order
    "kars": """
        Definition 2.1, Theorem 3.1, Example 3.2, Figure 1, Figure 2, Figure 3, Figure 4, Definition 4.1, Figure 5,
        Definition 5.1, Lemma 5.2, Lemma 5.3, Theorem 5.4, Definition 6.1, Lemma 6.2, Lemma 6.3, Lemma 6.4, Lemma 6.5,
        Theorem 6.6, Algorithm 6.7, Theorem 6.8, Example 7.1, Algorithm 7.2, Theorem 7.3, Example 7.4, Figure 6,
        Theorem A.1, Corollary A.2
    """,
    "loops": "",
    "pf-games": "",
    "lecture": ", ".join(f"Definition {number}" for number in range(80, 87)),
    "e-valuate": "Figure 1, Algorithm 1, Table 1, Example 1, Figure 2, Theorem 1, Figure 3",
}
WITH_SCENE = pytest.mark.parametrize(
    "each", [each for each in items() if each.query], ids=lambda each: f"{each.paper}/{each.key}"
)


@pytest.mark.parametrize("paper", papers())
def test_every_numbered_item_is_there_in_its_order(paper: str):
    told = [name.strip() for name in NUMBERED[paper].split(",") if name.strip()]
    assert [each.name for each in items(paper) if each.number] == told, "NUMBERED has what the text has"


def is_complete(each: Item) -> bool:
    """Whether an item has a scene and a check or says why not, and calls a lost drawing a reconstruction."""
    is_shown_or_not = bool(each.query) != bool(each.no_scene) and each.is_checked != bool(each.not_checked)
    is_drawn = each.kind != "figure" or bool(each.reconstruction or each.no_scene)
    is_told = bool(each.title and each.section) and each.text.endswith((".", "?"))
    return is_shown_or_not and is_drawn and is_told and "reconstruction" in (each.reconstruction or "reconstruction")


def test_every_item_says_what_it_must():
    assert [f"{each.paper}/{each.key}" for each in items() if not is_complete(each)] == []


def test_every_check_belongs_to_an_item_and_every_named_check_is_there():
    assert {each.check for each in items() if each.check} == set(CHECKS)


@WITH_SCENE
def test_every_scene_opens_at_a_step_that_is_there_and_a_session_shows_it(each: Item):
    shown, session = each.scene, Session()
    assert Scene.from_query(shown.scene.text()) == shown.scene
    assert shown.scene.graph.startswith((SAMPLE, GAME))  # so that the address is a link to it
    assert not shown.scene.selected or shown.scene.selected in shown.graph.index
    session.of(Links).open_slide(shown, shown.scene.step)
    assert session.of(OpenGraph).graph.ids == shown.graph.ids != ()
    assert session.of(Place).page is shown.scene.page
    match shown.scene.page:
        case Page.COMPARE:
            for side in (shown.scene.left, shown.scene.right):
                assert len(trace(shown.graph, side.algorithm, limits=LIMITS, **side.options))
        case Page.UNWIND:
            assert shown.tree_to_depth(shown.scene.tree, shown.scene.depth).copies
        case Page.EXPLORE:
            session.of(CurrentRun).update()
            assert not shown.is_beyond_the_end
            assert (session.of(CurrentRun).failure, session.of(CurrentRun).obstacle, session.of(CurrentRun).step) == (
                "",
                None,
                shown.step,
            )
            assert len(session.of(CurrentRun).trace or ()) == len(shown.trace)
        case _:
            assert not shown.is_beyond_the_end
