"""The dialog of generators: every game has its form, a preview that follows it, and opens."""

from __future__ import annotations

import sys
from time import sleep

import pytest
from streamlit.testing.v1 import AppTest
from support.script import choose_in_bar, run

from explorer import games
from explorer.app import generators
from explorer.app.generators import LARGEST_BUILT, MOST_MOVES_DRAWN, Making
from explorer.app.state import Session
from explorer.cli.launch import MAIN
from explorer.drawing.limits import LARGEST_DRAWN, LARGEST_READ
from explorer.scenes.scene import Page, Scene


def dialog() -> None:
    """The form alone."""
    from explorer.app import generators
    from explorer.app.state import begin, current

    generators.show(current() or begin())


def opened(app: AppTest) -> Session:
    found: Session = app.session_state["session"]
    return found


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a preview may take longer than a user would wait."""
    monkeypatch.setattr(generators, "LONGEST_WAIT", 60.0)


@pytest.fixture
def form() -> AppTest:
    return run(AppTest.from_function(dialog, default_timeout=60))


def choose(app: AppTest, game: str, **parameters: object) -> AppTest:
    """Choose a game, then each of its parameters."""
    app.selectbox(key="generate_game").set_value(game)
    run(app)
    for name, value in parameters.items():
        widget = next(
            each
            for kind in (app.selectbox, app.number_input, app.text_input, app.toggle)
            for each in kind
            if each.key == f"generate_{game}_{name}"
        )
        widget.set_value(value)
    return run(app)


def size(app: AppTest) -> str:
    """What the page says of the size of the graph."""
    return app.caption[-1].value


def pictures(app: AppTest) -> int:
    return len(app.get("image"))


def open_it(app: AppTest) -> AppTest:
    app.button(key="generate_open").click()
    run(app)
    if opened(app).of(Making).job is not None:  # a large graph, made beside the page
        opened(app).of(Making).job.wait()
        run(app)
    return app


@pytest.mark.large
def test_the_dialog_of_the_app_has_the_form_and_closes_with_what_it_makes(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "argv", ["main.py"])
    app = run(AppTest.from_file(str(MAIN), default_timeout=60))
    choose_in_bar(app, "dialog", "generate")
    choose(app, "cycle", length=4)
    open_it(app)
    assert opened(app).origin.title == "Cycle of 4"
    assert len(opened(app).graph.nodes) == 8
    assert not [button for button in app.button if button.key == "generate_open"]


@pytest.mark.parametrize("name", list(games.registered()))
def test_every_game_has_a_form_a_preview_and_opens(form: AppTest, name: str):
    choose(form, name)
    graph = games.generate(name)
    keys = {each.key for kind in (form.selectbox, form.number_input, form.text_input, form.toggle) for each in kind}
    assert keys == {"generate_game"} | {f"generate_{name}_{each.name}" for each in games.find(name).parameters}
    is_drawn = len(graph.nodes) <= LARGEST_DRAWN and len(graph.moves) <= MOST_MOVES_DRAWN
    said = f"{len(graph.nodes):,} nodes, {len(graph.moves):,} moves"
    assert size(form) == (said if is_drawn else f"{said}; too large for a preview.")
    assert pictures(form) == is_drawn
    open_it(form)
    session = opened(form)
    assert [node.id for node in session.graph.nodes] == [node.id for node in graph.nodes]
    assert session.graph.moves == graph.moves
    assert session.origin.title == graph.name
    scene = Scene.from_query({"game": name})
    assert session.page == scene.page
    assert scene.page is Page.EXPAND or session.algorithm == scene.algorithm
    assert not form.error


def test_the_preview_follows_the_parameters(form: AppTest):
    choose(form, "tree", branching=3, depth=2, first="mover", scores="1/2, -3")
    assert size(form) == "13 nodes, 12 moves"
    open_it(form)
    graph = opened(form).graph
    assert graph.convention == "negamax"
    assert {str(node.score) for node in graph.nodes if node.score is not None} == {"1/2", "-3"}


def test_all_kinds_of_parameters_reach_the_graph(form: AppTest):
    chosen = {"nodes": 50, "degree": 3.5, "leaves": "20%", "scores": "-2..2", "cycles": False, "alternating": False}
    choose(form, "random", **chosen, convention="negamax", seed=9)
    open_it(form)
    expected = games.generate("random", **chosen, convention="negamax", seed=9)
    assert opened(form).graph.moves == expected.moves
    assert [node.score for node in opened(form).graph.nodes] == [node.score for node in expected.nodes]


@pytest.mark.parametrize(
    ("game", "parameters", "sentence"),
    [
        ("random", {"leaves": "95%"}, "raise degree, or lower leaves"),
        ("random", {"leaves": "most"}, "a whole number such as 12 or a share such as 40%"),
        ("random", {"scores": "a, b"}, "scores: expected a number"),
        ("tree", {"branching": 50, "depth": 16}, "lower branching or depth"),
        ("pursuit", {"cat": "hall", "mouse": "hall"}, "both start in the hall"),
    ],
)
def test_impossible_parameters_give_a_sentence_and_nothing_to_open(form, game, parameters, sentence):
    choose(form, game, **parameters)
    (error,) = form.error
    assert sentence in error.value
    assert not form.button
    before = opened(form).graph
    run(form)
    assert opened(form).graph is before


def test_a_large_graph_is_told_by_its_size_and_not_drawn(form: AppTest):
    choose(form, "random", nodes=LARGEST_DRAWN + 1)
    assert size(form).startswith(f"{LARGEST_DRAWN + 1:,} nodes, ")
    assert size(form).endswith("moves; too large for a preview.")
    assert not pictures(form)


@pytest.mark.parametrize(("nodes", "in_part"), [(LARGEST_READ, False), (LARGEST_READ + 1, True)])
def test_a_game_too_large_to_be_read_is_said_to_open_in_part_and_does(form: AppTest, nodes: int, in_part: bool):
    choose(form, "random", nodes=nodes)
    assert [sentence.value[:16] for sentence in form.info] == ["Since there are "] * in_part
    assert pictures(form)
    open_it(form)
    assert opened(form).shows_part is in_part


def test_a_very_large_graph_is_made_only_when_it_is_opened(form: AppTest):
    choose(form, "random", nodes=LARGEST_BUILT + 1)
    assert size(form) == f"{LARGEST_BUILT + 1:,} nodes; too large for a preview."
    open_it(form)
    assert len(opened(form).graph.nodes) == LARGEST_BUILT + 1


def test_what_cannot_be_made_is_said_when_it_is_opened(form: AppTest):
    choose(form, "random", nodes=1_000_000, degree=50)
    assert not form.error
    open_it(form)
    (error,) = form.error
    assert "at most 5,000,000 are made" in error.value
    assert not opened(form).graph.nodes


def test_a_game_by_rules_opens_with_its_rules(form: AppTest):
    choose(form, "number-game", start=20, divisors="2,5", positions=7)
    assert size(form) == "12 nodes, 14 moves"
    open_it(form)
    assert opened(form).graph.rules.initial == 20
    assert opened(form).graph.moves == games.generate("number-game", start=20, divisors="2,5", positions=7).moves


LARGE = {"rows": 4, "columns": 4, "k": 4, "positions": 200_000}  # of which there are more


@pytest.mark.large
def test_more_positions_than_a_preview_takes_are_told_and_not_made(form: AppTest):
    choose(form, "mnk", **LARGE)
    assert size(form) == "At most 200,000 positions are expanded; too large for a preview."


def test_a_preview_that_takes_too_long_is_given_up(form: AppTest, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(generators, "LONGEST_WAIT", 0.0)
    choose(form, "octal", heap="60")
    assert size(form) == "At most 200,000 positions are expanded; too large for a preview."
    choose(form, "octal", heap="5")
    assert size(form) == "11 nodes, 26 moves"


def test_a_game_smaller_than_the_positions_that_it_may_have_has_its_preview(form: AppTest):
    choose(form, "morris", positions=100_000)
    graph = games.generate("morris")
    assert size(form) == f"{len(graph.nodes):,} nodes, {len(graph.moves):,} moves"


@pytest.mark.large
def test_a_large_graph_is_made_beside_the_page_which_tells_how_far_it_is_and_can_end_it(form: AppTest):
    choose(form, "mnk", **LARGE)
    form.button(key="generate_open").click()
    run(form)
    job = opened(form).of(Making).job
    assert job.is_running
    while not job.done:
        sleep(0.01)
    run(form)
    assert job.total == 200_000
    assert [button.key for button in form.button] == ["generate_cancel"]
    form.button(key="generate_cancel").click()
    run(form)
    said = [error.value for error in form.error]  # by now, if the work has ended already
    job.wait()
    run(form)
    assert [*said, *(error.value for error in form.error)] == ["It was cancelled."]
    assert [button.key for button in form.button] == ["generate_open"]
    assert not opened(form).graph.nodes


@pytest.mark.large
def test_another_parameter_ends_what_is_being_made(form: AppTest):
    choose(form, "mnk", **LARGE)
    form.button(key="generate_open").click()
    run(form)
    job = opened(form).of(Making).job
    choose(form, "mnk", columns=3, k=3)
    job.wait()
    assert job.failure == "it was cancelled"
    assert opened(form).of(Making).job is None
    assert not form.error


@pytest.mark.large
def test_a_game_that_is_expanded_as_a_whole_is_told_by_its_size(form: AppTest):
    choose(form, "sharing", graph="friendship-3", color="edges", share="vertices")
    assert size(form) == "At most 58,025 positions are expanded; too large for a preview."
    choose(form, "tiling", rows=8, columns=8)
    graph = games.generate("tiling", rows=8, columns=8)
    assert size(form) == f"{len(graph.nodes):,} nodes, {len(graph.moves):,} moves; too large for a preview."
