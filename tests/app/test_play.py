"""The page Play as a script, and what it keeps: whole plays on every sample, taking back, loops, ends, other graphs."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from support.graphs import figure_1, game
from support.rule_games import number_game
from support.samples import VARIED
from support.script import at, press, run, sentences, session
from support.sessions import SENT

from explorer.app.bar import Bar, choose
from explorer.app.play.moves import opacity, plain
from explorer.app.play.state import Playing
from explorer.app.state import Origin, Session
from explorer.drawing.layout import with_positions
from explorer.games import generate
from explorer.games.from_rules import partial_graph
from explorer.games.whole import NormalPlay
from explorer.model.check import check
from explorer.model.graph import GameGraph, Kind
from explorer.model.intake import Assembled
from explorer.model.rules import Owner, Rules
from explorer.play.analysis import FIRST, SECOND
from explorer.play.match import Match
from explorer.play.opponents import OPPONENTS
from explorer.scenes.scene import Page, Scene

some_samples = pytest.mark.parametrize("sample", VARIED)


class Countdown(NormalPlay):
    """Take one or two from 30."""

    title, initial = "Countdown", 30

    def moves(self, position: int) -> list[int]:
        return [position - taken for taken in (1, 2) if taken <= position]

    def move_name(self, position: int, after: int) -> str:
        return f"take {position - after}"


class Digits(Rules):
    """Max names the first digit of a number from 11 to 33, then Min the second one."""

    title, initial, judged_by_minimax = "Digits", "start", True

    def moves(self, position: str) -> list[str]:
        return [*"123"] if position == "start" else [position + digit for digit in "123"] if len(position) == 1 else []

    def score(self, position: str) -> int:
        return int(position)

    def owner(self, position: str) -> Owner:
        return "max" if position == "start" else "min"

    def value(self, position: str) -> int:
        return 31 if position == "start" else int(position.ljust(2, "1"))


def play_script() -> None:
    """The page alone, for what `main` has begun."""
    from explorer.app.play import page as play_page

    play_page.show()


def page_of(opened: Session) -> AppTest:
    app = AppTest.from_function(play_script, default_timeout=60)
    opened.of(Playing).shows = True
    app.session_state["session"] = opened
    return run(app)


def page(graph: GameGraph) -> AppTest:
    """The page with a graph open."""
    opened = Session()
    opened.open(Assembled.of(graph), Origin("A graph"))
    return page_of(opened)


def moves(app: AppTest) -> list[Any]:
    """The buttons of the moves."""
    return [button for button in app.button if (button.key or "").startswith("play_move_")]


def move(app: AppTest, name: str) -> AppTest:
    next(button for button in moves(app) if button.label.startswith(f"**{name}**")).click()
    return run(app)


def playing(app: AppTest) -> Playing:
    return session(app).of(Playing)


def state_of(app: AppTest) -> str:
    """What is said of the present position."""
    return next(each.value for each in app.markdown if each.value.startswith("**"))


@some_samples
def test_a_sample_can_be_played_from_either_side(sample: str):
    opened = Session()
    opened.open_sample(sample)
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


def test_a_lost_play_is_no_success():
    app = page(figure_1(b=-1, d=2))
    move(app, "b")
    assert not app.success
    assert [each.value for each in app.warning] == ["The play is over: you get −1. The score of the start is 0."]


def test_a_loop_is_announced_with_the_way_out_and_can_end_the_play():
    app = page(figure_1(b=1, d=2))
    move(app, "c")
    (said,) = sentences(app)
    assert said == plain(
        "The position a has occurred again: the loop a → c → a has the value 0. Leave it by a → b, with the score 1."
    )
    press(app, "End the play here: it repeats for ever")
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


def test_without_their_worth_moves_are_only_named():
    app = page(figure_1(b=1, d=2))
    app.toggle[0].set_value(False)
    run(app)
    assert [button.label for button in moves(app)] == ["**b**", "**c**"]
    assert state_of(app) == "**At a it is your turn.**"
    move(app, "c")
    assert list(app.dataframe[0].value.columns) == ["#", "Player", "Move"]


def test_the_other_side_and_opponent_and_start_can_be_chosen():
    app = page(figure_1(b=1, d=2))
    app.radio[0].set_value(SECOND)
    run(app)
    assert [each.value for each in app.info] == [
        "The play is over with score 1: you get −1 as Min."
    ]  # Max took b at once
    start = next(box for box in app.selectbox if box.label == "Start")
    start.set_value("c")
    run(app)
    assert playing(app).match.ids == ("c",)
    assert {button.label.split("**")[1] for button in moves(app)} == {"d", "a"}
    for name in OPPONENTS:
        next(box for box in app.selectbox if box.label == "Opponent").set_value(name)
        run(app)
        assert (len(app.slider) == 1) == (OPPONENTS[name].skill is not None)


def test_a_followed_play_is_shown_with_its_side_opponent_and_start():
    app = page(figure_1(b=1, d=2))
    scene = Scene(Page.PLAY, start="c", side="second", opponent="short-sighted", skill=0, moves=(1,))
    playing(app).follow(scene, session(app).opened)
    run(app)
    assert playing(app).match.ids[:2] == ("c", "a")
    assert app.radio[0].value == SECOND
    assert [box.value for box in app.selectbox] == ["short-sighted", "c"]
    assert app.slider[0].value == 1  # the least that this opponent can
    playing(app).follow(Scene(Page.PLAY, moves=(9,)), session(app).opened)
    run(app)
    assert sentences(app)[0].startswith("The play in the address could not be followed: 'a' has 2 moves")
    assert [box.value for box in app.selectbox] == ["exact", "a"]
    move(app, "c")
    assert not any("could not be followed" in sentence for sentence in sentences(app))


@pytest.mark.large
def test_a_followed_play_may_begin_past_the_drawn_part():
    graph = partial_graph(number_game(), 1)
    app = page(graph)
    known = playing(app).game
    assert known is not None
    start = next(node.id for node in known.graph.nodes if node.kind.is_inner and node.id not in graph.index)
    anew = Session()
    anew.open(Assembled.of(graph), Origin("A graph"))
    anew.of(Playing).follow(Scene(Page.PLAY, start=start, moves=(0,)), anew.opened)
    app = page_of(anew)
    assert playing(app).match.ids[0] == start
    assert app.selectbox[1].value == start


def test_what_endless_play_is_worth_counts_at_once():
    app = page(figure_1(b=1, d=2))
    choose(session(app), "endless", "3/2")
    run(app)
    assert "The score is 3/2" in state_of(app).replace("\\", "")
    choose(session(app), "endless", "much")
    run(app)
    assert "he value of endless play must be a number" in session(app).of(Bar).wrong
    assert str(playing(app).endless) == "3/2"


def test_a_graph_with_errors_says_why_it_cannot_be_played():
    graph = game("a", a="max b", b=1)
    broken = graph.replace(root=None)
    app = page(broken)
    assert sentences(app) == [f"The graph cannot be played yet: {next(each.message for each in check(broken))}."]
    assert not moves(app)


@pytest.mark.large
def test_play_goes_on_past_the_drawn_part():
    graph = partial_graph(Countdown(), 2)
    app = page(graph)
    assert "The score is −1" in state_of(app)
    for _ in range(6):
        if not moves(app):
            break
        moves(app)[0].click()
        run(app)
    assert [button.label.split(" · ")[0] for button in moves(app)] == ["**take 1**", "**take 2**"]
    assert set(app.dataframe[0].value["Move"]) <= {"take 1", "take 2"}
    assert any(id not in graph.index for id in playing(app).match.ids)
    assert session(app).graph.nodes == with_positions(graph).nodes  # the open graph is as it was


def test_a_game_that_is_judged_by_minimax_declares_the_winner():
    """The rules tell exact scores, so that verdicts are known though only the root was drawn."""
    app = page(partial_graph(Digits(), 1))
    assert state_of(app).endswith("The score is 31.")
    assert [button.label for button in moves(app)][2] == "**node 3** · keeps 31"
    moves(app)[1].click()
    run(app)
    (said,) = sentences(app)
    assert said == ("The play is over with score 21, and the minimax value of the start is 31. Min wins by 10.")


def test_beside_a_board_that_may_be_turned_play_says_so():
    app = page(generate("morris"))
    assert "Boards that turn or mirror each other are one: after a move, the board may appear turned or mirrored." in [
        each.value for each in app.caption
    ]
    assert not any("after a move" in each.value for each in page(generate("morris", mirrored=False)).caption)


def test_play_stops_where_a_drawn_graph_is_open():
    app = page(game("a", a="max q", q="open"))
    assert state_of(app) == "**At a it is your turn.** The score is not known here."
    assert [button.label for button in moves(app)] == ["**q** · unknown"]
    move(app, "q")
    assert sentences(app) == ["Nothing is known beyond q: play stops here."]


def test_an_opponent_that_can_only_go_round_stops_and_the_loop_is_announced():
    app = page(game("a", a="max b", b="min b"))
    move(app, "b")
    assert "You have no move in it" in plain(sentences(app)[0]).replace("\\", "")
    press(app, "End the play here: it repeats for ever")
    assert [each.value for each in app.info] == ["Play repeats for ever: you get 0."]


def test_the_pages_of_the_app_have_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.argv", ["main.py"])
    app = at({"sample": "figure-1"})
    assert session(app).of(Playing).judge is None  # nothing is solved before the page is opened


# ---- what is kept, without a page


def begun(graph: GameGraph, version: int = 1, kept: Playing | None = None) -> Playing:
    found = kept or Playing()
    found.open(graph, version)
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
    found.open(figure_1(b=-1, d=2), 2, opened=1)
    assert found.match == Match("a")
    assert not found.hinted


@pytest.mark.large
def test_a_play_past_the_drawn_part_goes_on_when_nodes_are_moved_about():
    graph = partial_graph(number_game(), 1)
    found = begun(graph)
    found.play("15")
    found.reply(lambda count: None)
    before = found.match
    assert before.moves[-1] not in graph.index
    begun(graph.replace(name="Moved about"), 2, found)
    assert found.match == before


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


def test_a_cancelled_run_is_not_begun_again_until_it_is_wanted_and_then_it_is_short():
    class StoppedError(Exception):
        pass

    def report(count: int) -> None:
        if count == 50:
            raise StoppedError

    found = Playing()
    found.open(partial_graph(number_game(), 1), 1)
    with pytest.raises(StoppedError):
        found.prepare(report)
    found.cancel()
    found.prepare(report)
    assert found.judge is None
    assert "cancelled" in found.failure
    found.try_again()
    found.prepare(lambda count: None)
    assert found.judge is not None
    assert found.game is not None
    assert sum(node.kind is not Kind.OPEN for node in found.game.graph.nodes) < 2_000


def test_moves_are_the_paler_the_more_they_give_away():
    found = begun(game("a", a="max b c d", b=3, c=2, d=-3))
    assert found.judge is not None
    shares = [opacity(found.judge, verdict) for verdict in found.moves(found.judge)]
    assert shares[0] == 1 > shares[1] > shares[2] > 0.5
    assert found.turn(found.judge) == FIRST
