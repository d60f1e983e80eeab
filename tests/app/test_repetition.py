"""A rule about repetition in the app: the open graph under it, its address, Compare, other values of endless play."""

from __future__ import annotations

from support.script import on, page_of, press, run, session

from explorer.app import bar
from explorer.app.compare.state import CompareView
from explorer.app.links import Links
from explorer.app.play.state import PlayView
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.opener import GraphOpener
from explorer.app.session.requests import Requests
from explorer.app.session.session import Session
from explorer.games.samples import load_sample
from explorer.intake import Assembled
from explorer.lessons.scenes import scene_of
from explorer.solver import solve
from explorer.unwinding import unfold


def compare_script() -> None:
    """The page alone."""
    from explorer.app.compare import page as compare_page
    from explorer.app.session.session import begin, current

    (current() or begin()).call(compare_page.show)


def play_script() -> None:
    """The page alone."""
    from explorer.app.play import page as play_page
    from explorer.app.session.session import begin, current

    (current() or begin()).call(play_page.show)


def under(reference: str, rule: str) -> Session:
    """What the app keeps after a rule was chosen in the bar."""
    opened = on(reference)
    bar.choose(opened, "repetition", rule)
    return opened


def test_a_rule_opens_the_unfolded_graph_and_no_rule_the_plain_one():
    opened = under("sample:no-repeats", "no-repeats")
    graph = opened.of(OpenGraph)
    assert graph.graph.is_same_game(unfold(load_sample("no-repeats"), "no-repeats").graph)
    assert graph.origin.title == "No way back (no-repeats)"
    assert solve(graph.playable).score == 1
    bar.choose(opened, "repetition", "times=3")
    assert graph.origin.title == "No way back (times=3)"
    assert graph.plain.is_same_game(load_sample("no-repeats"))
    bar.choose(opened, "repetition", "")
    assert (graph.origin.title, graph.origin.rule) == ("No way back", "")
    assert graph.graph.is_same_game(load_sample("no-repeats"))


def test_the_address_leads_back_to_the_rule_and_a_lesson_shows_it():
    opened = under("sample:no-repeats", "no-repeats")
    address = opened.of(Links).address()
    assert (address["sample"], address["rule"]) == ("no-repeats", "no-repeats")
    other = Session()
    assert other.of(Links).follow(address) == []
    assert other.of(OpenGraph).graph == opened.of(OpenGraph).graph
    assert scene_of("sample=no-repeats&rule=no-repeats").solution.score == 1


def test_a_shared_link_holds_the_plain_graph_and_its_rule():
    opened = under("sample:no-repeats", "no-repeats")
    link = dict(part.split("=", 1) for part in opened.of(Links).share()["query"].split("&"))
    assert link["rule"] == "no-repeats"
    scene = scene_of(f"graph={link['graph']}&rule=no-repeats&algorithm=score-iteration")
    assert scene.graph.is_same_game(opened.of(OpenGraph).graph)


def test_an_edit_leaves_the_rule_and_keeps_the_graph():
    opened = under("sample:no-repeats", "no-repeats")
    graph = opened.of(OpenGraph)
    edited = graph.graph.replace(root="b")
    graph.origin = graph.origin_after(edited)
    graph.accept(Assembled.of(edited))
    assert graph.origin.rule == ""
    assert graph.plain is graph.graph


def test_another_value_of_endless_play_unfolds_anew():
    opened = under("sample:third-time", "times=3")
    graph = opened.of(OpenGraph)
    graph.endless = 5
    opened.of(GraphOpener).renew_rule()
    assert graph.graph.is_same_game(unfold(load_sample("third-time"), "times=3", endless=5).graph)
    graph.endless = float("inf")
    opened.of(GraphOpener).renew_rule()
    assert graph.endless == 5
    assert "endless play is worth" in opened.of(Requests).notices[-1]


def test_an_unknown_rule_is_refused_in_a_sentence():
    opened = under("sample:no-repeats", "sometimes")
    assert "rule about repetition is times=N" in opened.of(bar.Bar).wrong
    assert opened.of(OpenGraph).origin.rule == ""


def test_compare_shows_the_plain_graph_beside_and_what_the_rule_changes():
    opened = under("sample:third-time", "times=3")
    bar.choose(opened, "view", "compare")
    app = page_of(compare_script, opened)
    comparing = session(app).of(CompareView)
    assert comparing.earlier is opened.of(OpenGraph).plain
    text = "\n".join(each.value for each in app.markdown)
    assert "Left: the plain graph. Right: under the rule times=3" in text
    assert "a is worth 0, as under endless play." in text
    assert app.selectbox[0].options[:2] == ["e", "b"]
    app.selectbox[0].set_value("b")
    run(app)
    assert "b is worth 0, and not 1 as under endless play" in "\n".join(each.value for each in app.markdown)
    press(app, "Compare on the open graph")
    assert session(app).of(CompareView).earlier is None


def test_play_says_which_move_the_rule_forbids():
    opened = under("sample:no-repeats", "no-repeats")
    app = page_of(play_script, opened)
    opened.of(PlayView).swap()
    opened.of(PlayView).begin_play("b")
    run(app)
    assert "Min may not move to a (rule no-repeats)." in [each.value for each in app.caption]
