"""The page Play as a script, and what it keeps: whole plays, taking back, loops, ends, other graphs."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from support.graphs import figure_1, game
from support.samples import VARIED
from support.script import press, run, sentences, session
from support.sessions import SENT

from explorer.app.bar import Bar, choose
from explorer.app.play.moves import plain
from explorer.app.play.state import PlayView
from explorer.app.session.open_graph import Origin
from explorer.app.session.opener import GraphOpener
from explorer.app.session.session import Session
from explorer.games import generate
from explorer.intake import Assembled
from explorer.model.graph import GameGraph
from explorer.play.analysis import FIRST, SECOND
from explorer.play.match import Match
from explorer.scenes.scene import Page, Scene

some_samples = pytest.mark.parametrize("sample", VARIED[:2])


def play_script() -> None:
    """The page alone, for what `main` has begun."""
    from explorer.app.play import page as play_page
    from explorer.app.session.session import begin, current

    (current() or begin()).call(play_page.show)


def page_of(opened: Session) -> AppTest:
    app = AppTest.from_function(play_script, default_timeout=60)
    opened.of(PlayView).shows_scores = True
    app.session_state["session"] = opened
    return run(app)


def page(graph: GameGraph) -> AppTest:
    """The page with a graph open."""
    opened = Session()
    opened.of(GraphOpener).open(Assembled.of(graph), Origin("A graph"))
    return page_of(opened)


def moves(app: AppTest) -> list[Any]:
    """The buttons of the moves."""
    return [button for button in app.button if (button.key or "").startswith("play_move_")]


def move(app: AppTest, name: str) -> AppTest:
    next(button for button in moves(app) if button.label.startswith(f"**{name}**")).click()
    return run(app)


def playing(app: AppTest) -> PlayView:
    return session(app).of(PlayView)


def state_of(app: AppTest) -> str:
    """What is said of the present position."""
    return next(each.value for each in app.markdown if each.value.startswith("**"))


@some_samples
def test_a_sample_can_be_played_from_either_side(sample: str):
    opened = Session()
    opened.of(GraphOpener).open_sample(sample)
    app = page_of(opened)
    for _ in range(2):
        if moves(app):
            moves(app)[-1].click()
            run(app)
        assert playing(app).judge is not None
        assert not app.error
        press(app, "Swap sides")


def test_a_whole_play_its_verdicts_and_its_end():
    app = page(figure_1(b=1, d=2))
    assert state_of(app) == "**At a it is your turn.** The score is 1; best play ends in 1 move."
    assert [button.label for button in moves(app)] == [
        "**b** · ends the play with 1",
        "**c** · keeps 1, but makes no progress: the end is 2 moves away",
    ]
    move(app, "b")
    assert [each.value for each in app.success] == ["The play is over: you get 1."]
    assert not moves(app)
    (table,) = [each.value for each in app.dataframe]
    assert table.to_dict("records") == [
        {
            "#": "1",
            "Player": "You",
            "Move": "a → b",
            "Score for Max": "1",
            "Verdict": "ends the play with 1",
        }
    ]
    press(app, "Take back")
    assert len(moves(app)) == 2
    assert not app.dataframe


@pytest.mark.parametrize("side", [FIRST, SECOND])
def test_all_that_is_said_of_the_position_has_the_score_of_its_node(side: int):
    app = page(figure_1(b=1, d=2))
    playing(app).side, playing(app).swaps = side, 1
    playing(app).begin_play("c")
    run(app)
    if side == FIRST:  # Min has moved, back to a
        assert "Min played a: it keeps 1; the end is 1 move away." in [each.value for each in app.caption]
    assert "The score is 1; best play ends in" in state_of(app)
    assert moves(app)[0].label.endswith("from 1 to 2" if side == SECOND else "ends the play with 1")
    warned = [each.value for each in app.caption if "All scores are Max's" in each.value]
    assert len(warned) == (side == SECOND)


def test_a_loop_is_announced_with_the_way_out_and_can_end_the_play():
    app = page(figure_1(b=1, d=2))
    move(app, "c")
    (said,) = sentences(app)
    assert said == plain(
        "The position a has occurred again: the loop a → c → a has the value 0. Leave it by a → b, with the score 1."
    )
    press(app, "Stop: count it as endless play")
    assert [each.value for each in app.info] == ["Play repeats for ever: you get 0. The score of the start is 1."]
    press(app, "Take back")
    assert len(moves(app)) == 2
    press(app, "Take back")
    assert playing(app).match.moves == ()
    assert not sentences(app)


def test_the_hint_is_the_best_move_and_goes_with_the_next_one():
    app = page(figure_1(b=1, d=2))
    press(app, "Hint")
    (said,) = sentences(app)
    assert said == "Play **b**: it ends the play with 1."
    assert [button.icon for button in moves(app)] == [":material/star:", ""]
    move(app, "c")
    assert not any("Play **" in sentence for sentence in sentences(app))


def test_a_followed_play_is_shown_with_its_side_opponent_and_start():
    app = page(figure_1(b=1, d=2))
    scene = Scene(Page.PLAY, start="c", side="second", opponent="short-sighted", skill=0, moves=(1,))
    playing(app).begin(scene)
    run(app)
    assert playing(app).match.ids[:2] == ("c", "a")
    assert app.radio[0].value == SECOND
    assert [box.value for box in app.selectbox] == ["short-sighted", "c"]
    assert app.slider[0].value == 1  # the least that this opponent can
    playing(app).begin(Scene(Page.PLAY, moves=(9,)))
    run(app)
    assert sentences(app)[0].startswith("The play in the address could not be followed: 'a' has 2 moves")
    assert [box.value for box in app.selectbox] == ["exact", "a"]
    move(app, "c")
    assert not any("could not be followed" in sentence for sentence in sentences(app))


def test_what_endless_play_is_worth_counts_at_once():
    app = page(figure_1(b=1, d=2))
    choose(session(app), "endless", "3/2")
    run(app)
    assert "The score is 3/2" in state_of(app).replace("\\", "")
    choose(session(app), "endless", "much")
    run(app)
    assert "he value of endless play must be a number" in session(app).of(Bar).wrong
    assert str(playing(app).endless) == "3/2"


# ---- what is kept, without a page


def begun(graph: GameGraph, version: int = 1, kept: PlayView | None = None) -> PlayView:
    found = kept or Session().of(PlayView)
    found.open_graph.graph, found.open_graph.version = graph, version
    found.open()
    found.prepare(lambda count: None)
    return found


@pytest.mark.usefixtures("nothing_sent")
def test_a_pick_on_the_canvas_is_a_move():
    found = begun(figure_1(b=1, d=2))
    SENT[found.stage.key] = {
        "pick": {"id": "c", "epoch": found.stage.epoch, "seq": found.stage._trace.tag, "number": "1"}
    }
    found.take()
    found.take()
    assert found.match.ids == ("a", "c")
    found.reply(lambda count: None)
    assert found.match.ids == ("a", "c", "a")


def test_a_move_that_is_gone_or_of_the_other_side_is_not_made():
    found = begun(figure_1(b=1, d=2))
    found.play("d")
    found.side = SECOND
    found.play("b")
    assert found.match.moves == ()


def test_a_play_goes_on_in_an_edited_graph_as_long_as_its_moves_are_there():
    graph = figure_1(b=1, d=2)
    found = begun(graph)
    found.play("c")
    begun(graph.replace(name="Another name"), 2, found)
    assert found.match.ids == ("a", "c")
    begun(game("a", a="max b", b=1), 3, found)
    assert found.match.ids == ("a",)


def test_another_graph_begins_a_new_play_though_its_nodes_have_the_same_names():
    found = begun(figure_1(b=1, d=2))
    found.play("c")
    found.reply(lambda count: None)
    found.end_endless()
    found.hint()
    found.open_graph.begin(Assembled.of(figure_1(b=-1, d=2)), Origin("Another"), "")
    found.open()
    assert found.match == Match("a")
    assert not found.shows_hint


def test_taking_back_gives_the_turn_back_to_the_user():
    found = begun(generate("morris"))
    for _ in range(3):
        assert found.judge is not None
        found.play(found.judge.node(found.moves(found.judge)[0].state).id)
        found.reply(lambda count: None)
    assert len(found.match.moves) == 6
    found.take_back()
    assert len(found.match.moves) == 4
    found.side = SECOND
    found.take_back()
    assert len(found.match.moves) == 3
    found.take_back()
    found.take_back()
    assert not found.can_take_back
    assert len(found.match.moves) == 1


def test_the_end_names_the_mistake_and_leads_back_to_before_it():
    app = page(game("a", a="max b c", b="min l m", c="min d", l=-1, m=1, d=0))
    move(app, "b")
    assert [each.value for each in app.warning] == ["You lost: a → b was the mistake; a → c would have drawn."]
    press(app, "Back to before a → b")
    assert playing(app).match == Match("a")
    assert state_of(app).startswith("**At a it is your turn.**")
    move(app, "c")
    assert [each.value for each in app.info] == ["The game is drawn."]


def test_on_a_board_the_move_is_named_and_not_the_position():
    app = page(generate("tic-tac-toe"))
    assert state_of(app).startswith("**It is your turn.**")
    moves(app)[0].click()
    run(app)
    assert state_of(app).startswith("**Min played O b2: it is your turn.**")
