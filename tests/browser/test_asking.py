"""Ask me: the picture waits, takes an answer, says whether it is right, and counts."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from support.app import StageView

from explorer import algorithms
from explorer.games.samples import load_sample
from explorer.questions import Form, Question, questions

# As when newer data overtake it.
_FIRST_ANSWER_IS_LOST = """(() => {
  const { asking } = stage, receive = asking.receive.bind(asking);
  asking.receive = () => { asking.receive = receive; };
})()"""


def asked(algorithm: str, seed: int = 1) -> list[Question]:
    return questions(algorithms.trace(load_sample("figure-1"), algorithm), seed=seed)


def opened(open_page, query: str = "", **how) -> tuple[Page, StageView]:
    page = open_page(f"/?sample=figure-1&algorithm=memoised{query}", **how)
    return page, StageView(page).ready()


def answer(stage: StageView, question: Question, *, right: bool) -> None:
    """Give an answer by the keys alone, the first control having the focus."""
    page = stage.page
    expect(stage.find(".asking .posed b").first).to_have_text(question.text)
    given = min(question.legal, key=str)
    if question.form is Form.SCORE:
        page.keyboard.type(str(given) if right else "77")
    elif question.form is Form.CHOICE:
        key = given if right else next(key for key in question.choices if key not in question.legal)
        stage.find(f".asking [value={key}]").focus()
        page.keyboard.press("Space")
    else:
        wrong = frozenset(id for id in stage.kinds if frozenset((id,)) not in question.legal and id != "b")
        ids = given if right else sorted(wrong)[:1]
        for id in sorted(ids if isinstance(ids, frozenset) else frozenset(ids)):
            stage.find(f".asking [data-id={id}]").focus()
            page.keyboard.press("Space")
    stage.find(".asking [type=submit]").focus()
    page.keyboard.press("Enter")


def test_a_run_is_asked_and_answered_by_the_keys_and_the_tally_leads_back(open_page):
    page, stage = opened(open_page)
    stage.settled().js(_FIRST_ANSWER_IS_LOST)
    switch = page.get_by_role("button", name="Ask me")
    switch.focus()
    page.keyboard.press("Enter")
    expect(switch).to_have_attribute("aria-pressed", "true")
    found, run = asked("memoised"), algorithms.trace(load_sample("figure-1"), "memoised")
    for number, question in enumerate(found):
        is_right = number != 1
        expect(stage.find(".asking .posed")).not_to_be_empty()
        stage.wait("stage.asking.data")
        if stage.js("!stage.asking.open"):
            page.get_by_role("button", name="Next question").click()
        stage.go_to(question.step - 1)
        answer(stage, question, right=is_right)
        expect(stage.find(".verdict b")).to_have_text("Right." if is_right else "Not right.")
        stage.go_to(question.step)
        expect(stage.find(".caption > span")).to_have_text(run[question.step].caption)
    tally = f"Done {len(found)} of {len(found)} · right {len(found) - 1}"
    expect(stage.find(".asking .figures")).to_have_text(tally)
    page.get_by_role("button", name="Tally").click()
    expect(stage.find(".tally b")).to_have_text(f"{tally}.")
    expect(stage.find(".tally")).to_contain_text("No question is left. Go back")
    page.get_by_role("button", name=f"Step {found[1].step}", exact=True).click()
    answer(stage, found[1], right=True)
    expect(stage.find(".verdict b")).to_have_text("Right.")
    expect(stage.find(".asking .figures")).to_have_text(tally)


def test_the_picture_waits_and_a_slip_costs_no_attempt(open_page):
    page, stage = opened(open_page, "&ask=1")
    stage.settled().wait("stage.asking.open")
    first = asked("memoised")[0]
    assert first.form is Form.NODE
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Next step").click()
    assert stage.step == first.step - 1
    stage.find(".asking [type=submit]").click()
    expect(stage.find(".slip")).to_contain_text("costs no attempt")
    expect(stage.find(".asking .figures")).to_contain_text("Done 0")
    stage.click_node("c")  # which the trace visits later: the order of moves is open
    expect(stage.find(".asking [data-id=c]")).to_have_attribute("aria-pressed", "true")
    stage.find(".asking [type=submit]").click()
    expect(stage.find(".verdict")).to_contain_text("Right. Right: b or c.")
    assert stage.step == first.step


def test_a_remote_alone_leads_through_the_questions_of_a_lecture(open_page):
    page, stage = opened(open_page, "&ask=1&lecture=1")
    stage.settled().wait("stage.asking.open")
    found = asked("memoised")
    assert found[0].form is Form.NODE
    expect(stage.find(".asking :focus")).to_have_count(0)
    page.keyboard.press("PageDown")  # which shows what is asked
    assert stage.step == found[0].step
    expect(stage.find(".verdict")).to_contain_text("Shown.")
    page.keyboard.press("End")
    expect(stage.find(".asking .posed b").first).to_have_text(found[1].text)
    assert stage.step == found[1].step - 1
    page.keyboard.press("PageUp")
    assert stage.step == found[1].step - 2
    page.keyboard.press("B")  # as with Caps Lock
    blank = page.get_by_role("dialog", name="Blank screen")
    expect(blank).to_be_visible()
    page.keyboard.press(".")
    expect(blank).to_be_hidden()
    assert stage.step == found[1].step - 2
    page.keyboard.press("Q")
    expect(stage.find(".asking")).to_be_hidden()
