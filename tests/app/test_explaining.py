"""What a session keeps of the question why: the answer for the browser, links, and a play against a refutation."""

from __future__ import annotations

import pytest
from support.sessions import SENT, session

from explorer import why
from explorer.app.explaining import ScoreQuestion
from explorer.app.links import Links
from explorer.app.play.state import PlayView
from explorer.app.session.requests import Requests
from explorer.app.session.run import CurrentRun
from explorer.app.session.session import Session
from explorer.app.views import Views
from explorer.drawing.why_data import highlight_of
from explorer.explanation import making
from explorer.play.analysis import FIRST, SECOND
from explorer.scenes.scene import Page
from explorer.stage import Stage

pytestmark = pytest.mark.usefixtures("nothing_sent")


def asks(opened: Session, what: str = "ask", id: str = "a", expected: str = "", step: int = 0) -> None:
    """Let the question of a user arrive, and a run follow."""
    number = f"{what}/{id}/{expected}/{step}"
    message = {"what": what, "id": id, "expected": expected, "step": step, "number": number}
    SENT[opened.of(Stage).key] = {"why": message | {"epoch": opened.of(Stage).epoch}}
    opened.of(Views).catch_up()
    opened.of(CurrentRun).update()


def test_the_answer_has_the_sentences_of_the_explanation_and_the_steps_of_the_run():
    opened = session()
    assert opened.of(ScoreQuestion).data() is None
    asks(opened, id="c", step=3)
    data = opened.of(ScoreQuestion).data()
    assert data is not None
    assert data["text"] == str(why("sample:figure-1", "c"))
    assert data["title"] == "Why is c = 1?"
    assert [(link["step"], link["node"]) for link in data["links"]] == [(3, "c"), (2, "a"), (1, "b")]
    assert data["sentences"][1]["moves"] == [("c", "a", "chain"), ("a", "b", "chain")]
    assert data["sentences"][4]["moves"] == [("a", "b", "plus")]
    assert opened.of(Views).current.on_screen().highlight == highlight_of(why("sample:figure-1", "c"))
    asks(opened, "close", "c")
    assert opened.of(ScoreQuestion).data() is None
    assert opened.of(Views).current.on_screen().highlight is None


def test_the_question_says_what_the_step_shows_if_it_is_another_value():
    opened = session("example-7-1")
    opened.of(CurrentRun).choose("memoised-naive")
    opened.of(CurrentRun).update()
    # a value that is but a bound, as at step 7, is no other one
    for step, title in ((12, "Why is c = 1, though step 12 has 0?"), (7, "Why is c = 1?")):
        asks(opened, id="c", step=step)
        data = opened.of(ScoreQuestion).data()
        assert data is not None
        assert data["title"] == title


def test_of_bounds_both_are_followed():
    opened = session()
    opened.of(CurrentRun).choose("bounds")
    opened.of(CurrentRun).update()
    asks(opened, id="c", step=len(opened.of(CurrentRun).trace or ()) - 1)
    data = opened.of(ScoreQuestion).data()
    assert data is not None
    assert [link["text"].split(" (")[0] for link in data["links"]] == ["c ≥ 1", "a ≥ 1", "b ≥ 1", "c ≤ 2", "d ≤ 2"]


def test_another_value_is_refuted_and_can_be_played_against():
    opened = session()
    asks(opened, id="c", expected="2")
    data = opened.of(ScoreQuestion).data()
    assert data is not None
    assert data["playable"]
    assert data["against"][0]["text"] == "The score of c is not 2: Min can keep it at 1 or less."
    asks(opened, "play", "c", "2")
    assert opened.of(Requests).next_page is Page.PLAY
    playing = opened.of(PlayView)
    assert (playing.side, playing.opponent, playing.match.start) == (FIRST, "exact", "c")
    asks(opened, "play", "c", "1/2")
    assert playing.side == SECOND
    assert opened.of(ScoreQuestion).take_challenge() is None


def test_the_question_is_in_the_link():
    opened = session()
    assert "why" not in opened.of(Links).address()
    asks(opened, id="c", step=2)
    assert opened.of(Links).address()["why"] == "c"
    assert "&why=c" in opened.of(Links).share()["query"]
    again = Session()
    assert again.of(Links).follow(opened.of(Links).address()) == []
    again.of(CurrentRun).update()
    data = again.of(ScoreQuestion).data()
    assert data is not None
    assert (data["node"], data["step"]) == ("c", 2)


def test_what_the_checker_does_not_accept_is_not_shown(monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object, **__: object) -> list[str]:
        return ["it is wrong"]

    monkeypatch.setattr(making, "complaints", refuse)
    opened = session()
    asks(opened)
    data = opened.of(ScoreQuestion).data()
    assert data is not None
    assert data["sentences"] == []
    assert "was not accepted by its checker: it is wrong" in data["failure"]


def test_how_play_gets_to_a_node_and_goes_on_is_asked_alike_and_is_in_no_link():
    opened = session("example-7-1")
    for what, title, moves in (
        ("path", "How do we get to c?", [("r", "c", "chain")]),
        ("line", "Best play from c on", [("c", "a", "best"), ("a", "b", "best")]),
    ):
        asks(opened, what, "c")
        data = opened.of(ScoreQuestion).data()
        assert data is not None
        assert (data["what"], data["title"], data["sentences"][0]["moves"]) == (what, title, moves)
        lit = opened.of(Views).current.on_screen().highlight
        assert lit is not None
        assert [move for move, _ in lit.moves] == [(one, other) for one, other, _ in moves]
        assert "why" not in opened.of(Links).address()
    asks(opened, id="c")
    assert opened.of(Links).address()["why"] == "c"
