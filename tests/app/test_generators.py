"""The dialog of generators: games have their form, a preview, and open."""

from __future__ import annotations

import sys
from time import sleep

import pytest
from streamlit.testing.v1 import AppTest
from support.script import choose_in_bar, run

from explorer import games
from explorer.app import generators
from explorer.app.generators import MOST_MOVES_DRAWN, GraphGeneration
from explorer.app.session.open_graph import OpenGraph
from explorer.app.session.place import Place
from explorer.app.session.run import CurrentRun
from explorer.app.session.session import Session
from explorer.cli.launch import MAIN
from explorer.drawing.limits import LARGEST_DRAWN
from explorer.scenes.scene import Page, Scene


def dialog() -> None:
    """The form alone."""
    from explorer.app import generators
    from explorer.app.session.session import begin, current

    (current() or begin()).call(generators.show)


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
    if opened(app).of(GraphGeneration).job is not None:  # a large graph, made beside the page
        opened(app).of(GraphGeneration).job.wait()
        run(app)
    return app


@pytest.mark.large
def test_the_dialog_of_the_app_has_the_form_and_closes_with_what_it_makes(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "argv", ["main.py"])
    app = run(AppTest.from_file(str(MAIN), default_timeout=60))
    choose_in_bar(app, "dialog", "generate")
    choose(app, "cycle", length=4)
    open_it(app)
    assert opened(app).of(OpenGraph).origin.title == "Cycle of 4"
    assert len(opened(app).of(OpenGraph).graph.nodes) == 8
    assert not [button for button in app.button if button.key == "generate_open"]


SLOW = ("chess-ending", "dodgem", "l-game", "morris", "openspiel")  # to be made three times


@pytest.mark.parametrize("name", [name for name in games.registered() if name not in SLOW])
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
    assert [node.id for node in session.of(OpenGraph).graph.nodes] == [node.id for node in graph.nodes]
    assert session.of(OpenGraph).graph.moves == graph.moves
    assert session.of(OpenGraph).origin.title == graph.name
    scene = Scene.from_query({"game": name})
    assert session.of(Place).page == scene.page
    assert scene.page is Page.EXPAND or session.of(CurrentRun).algorithm == scene.algorithm
    assert not form.error


def test_all_kinds_of_parameters_reach_the_graph(form: AppTest):
    chosen = {"nodes": 50, "degree": 3.5, "leaves": "20%", "scores": "-2..2", "cycles": False, "alternating": False}
    choose(form, "random", **chosen, convention="negamax", seed=9)
    open_it(form)
    expected = games.generate("random", **chosen, convention="negamax", seed=9)
    assert opened(form).of(OpenGraph).graph.moves == expected.moves
    assert [node.score for node in opened(form).of(OpenGraph).graph.nodes] == [node.score for node in expected.nodes]


@pytest.mark.parametrize(
    ("game", "parameters", "sentence"),
    [
        ("random", {"leaves": "95%"}, "raise degree, or lower leaves"),
        ("tree", {"branching": 50, "depth": 16}, "lower branching or depth"),
        ("pursuit", {"cat": "hall", "mouse": "hall"}, "both start in the hall"),
    ],
)
def test_impossible_parameters_give_a_sentence_and_nothing_to_open(form, game, parameters, sentence):
    choose(form, game, **parameters)
    (error,) = form.error
    assert sentence in error.value
    assert not form.button
    before = opened(form).of(OpenGraph).graph
    run(form)
    assert opened(form).of(OpenGraph).graph is before


LARGE = {"rows": 4, "columns": 4, "k": 4, "positions": 200_000}  # of which there are more


@pytest.mark.large
def test_a_large_graph_is_made_beside_the_page_which_tells_how_far_it_is_and_can_end_it(form: AppTest):
    choose(form, "mnk", **LARGE)
    form.button(key="generate_open").click()
    run(form)
    job = opened(form).of(GraphGeneration).job
    assert job.is_running
    while not job.progress:
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
    assert not opened(form).of(OpenGraph).graph.nodes
