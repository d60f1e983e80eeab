"""A lecturer's browser and a phone in one room, through a lesson with votes to its last slide."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.conftest import PHONE
from playwright.sync_api import Browser, Page
from support.app import StageView, eventually, press_in_menu
from support.pages import Watch
from support.rooms import LESSON, Served, running_room

SHOWN = "[lessonPage.shown().slide, lessonPage.shown().step]"
LOST = "console error: WebSocket connection to"  # as any browser says of a server that was killed
LIT = "[...document.querySelector('.one .stage').stage.store.lit.value.nodes]"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    lesson = tmp_path / "class.md"
    lesson.write_text(LESSON, encoding="utf-8")
    with running_room(str(lesson), room=tmp_path / "room") as room:
        yield room


@pytest.fixture
def pages(browser: Browser, served: Served) -> Iterator[tuple[Page, Page]]:
    """The lecturer's page and that of a phone."""
    watch = Watch()
    laptop = browser.new_context().new_page()
    phone = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True).new_page()
    for page, address in ((laptop, f"{served.link}#lecturer={served.token}"), (phone, served.link)):
        watch.follow(page)
        page.goto(address)
    yield laptop, phone
    for page in (laptop, phone):
        watch.leave(page)
        page.context.close()
    assert [each for each in watch.complaints if not each.startswith(LOST)] == []


def state(page: Page) -> str:
    return page.locator("#state").inner_text()


def vote(page: Page) -> str:
    return page.locator("section.shown .vote").inner_text()


def test_a_class_follows_looks_around_and_votes_to_the_last_slide(pages: tuple[Page, Page]):
    laptop, phone = pages
    eventually(lambda: state(laptop), "You lead 1 browser")
    laptop.evaluate("lessonPage.show({ slide: 1, step: 4 })")
    eventually(lambda: phone.evaluate(SHOWN), [1, 4])
    assert state(phone) == "Following the lecturer"

    laptop.get_by_role("button", name="Open the vote").click()
    phone.get_by_role("button", name="two").tap()
    eventually(lambda: vote(laptop).split("\n")[0], "1 vote")
    assert "%" not in laptop.locator("body").inner_text()
    phone.get_by_role("button", name="one").tap()
    eventually(lambda: "Your answer: one" in vote(phone), True)
    laptop.get_by_role("button", name="Close the vote").click()
    eventually(lambda: vote(phone), "The vote is closed. Your answer: one")
    laptop.get_by_role("button", name="Show the result").click()
    eventually(lambda: "one: 1 (100 %)" in vote(phone), True)
    laptop.get_by_role("button", name="Vote again").click()
    phone.get_by_role("button", name="three").tap()
    eventually(lambda: "Your answer: three" in vote(phone), True)
    laptop.get_by_role("button", name="Close the vote").click()
    laptop.get_by_role("button", name="Show the result").click()
    eventually(lambda: all(f"Round {n}: 1 vote" in vote(laptop) for n in (1, 2)), True)

    phone.locator("#next").tap()
    eventually(lambda: state(phone), "You are looking around")
    laptop.evaluate("lessonPage.show({ slide: 3, step: 1 })")
    laptop.get_by_role("button", name="Open the vote").click()
    assert phone.evaluate(SHOWN)[0] == 2
    phone.get_by_role("button", name="Back to the lecturer").tap()
    eventually(lambda: phone.evaluate(SHOWN), [3, 1])
    place = "document.querySelector('.one .stage').stage.canvas.toDom('b')"
    box = phone.locator(".one .stage canvas").first.bounding_box()
    assert box is not None
    phone.locator(".one .stage").scroll_into_view_if_needed()
    box = phone.locator(".one .stage canvas").first.bounding_box()
    assert box is not None
    at = phone.evaluate(place)
    phone.touchscreen.tap(box["x"] + at["x"], box["y"] + at["y"])
    eventually(lambda: "Your answer: b" in vote(phone), True)
    laptop.get_by_role("button", name="Close the vote").click()
    laptop.get_by_role("button", name="Show the result").click()
    for page in (laptop, phone):
        eventually(lambda page=page: page.evaluate(LIT), ["b"])
    assert laptop.locator("#place").inner_text() == phone.locator("#place").inner_text() == "Slide 3 of 3"


def test_a_phone_follows_again_after_the_server_was_killed(pages: tuple[Page, Page], served: Served, tmp_path: Path):
    laptop, phone = pages
    eventually(lambda: state(laptop), "You lead 1 browser")
    laptop.evaluate("lessonPage.show({ slide: 2, step: 1 })")
    eventually(lambda: phone.evaluate(SHOWN), [2, 1])
    port = int(served.url.rsplit(":", 1)[1])
    served.kill()
    eventually(lambda: state(phone), "Connecting again …")
    with running_room(str(tmp_path / "class.md"), room=tmp_path / "room", port=port):
        eventually(lambda: state(phone), "Following the lecturer")
        eventually(lambda: state(laptop), "You lead 1 browser")
        laptop.evaluate("lessonPage.show({ slide: 3, step: 2 })")
        eventually(lambda: phone.evaluate(SHOWN), [3, 2])


def test_a_student_hands_a_graph_in_and_the_lecturer_opens_it_for_all(
    pages: tuple[Page, Page], served: Served, browser: Browser
):
    laptop, phone = pages
    eventually(lambda: state(laptop), "You lead 1 browser")
    laptop.evaluate("lessonPage.show({ slide: 2, step: 1 })")
    student = browser.new_context().new_page()
    student.goto(f"{served.url}/?sample=figure-1&algorithm=score-iteration&set.endless=5")
    StageView(student).ready()
    press_in_menu(student, "graph", "Hand in to the class")
    eventually(lambda: laptop.locator("#graphs").inner_text(), "Graphs (1)")
    student.context.close()

    laptop.locator("#graphs").click()
    card = laptop.locator("#gallery li")
    eventually(lambda: card.locator("p").all_inner_texts(), ["Score of a: 2, with endless play worth 5"])
    assert card.locator("img").evaluate("(img) => img.decode().then(() => img.naturalWidth)") == 360
    card.get_by_role("button", name="Show to all").click()
    phone.wait_for_url("**/graphs/1*")
    eventually(lambda: state(laptop), "You lead 1 browser")
    laptop.evaluate("lessonPage.show({ slide: 1, step: 2 })")
    eventually(lambda: phone.evaluate(SHOWN), [1, 2])
    assert phone.locator("#lesson, #graphs").evaluate_all("(all) => all.every((each) => each.hidden)")
    laptop.get_by_role("button", name="Back to the lesson").click()
    for page in (phone, laptop):
        page.wait_for_url(lambda url: "graphs" not in url)
        eventually(lambda page=page: page.evaluate(SHOWN), [2, 1])
