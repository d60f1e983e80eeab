"""The state of one user: what is open, how a link comes and goes, and what is kept."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from support.samples import VARIED
from support.sessions import SENT, arriving, edits, session

from explorer import algorithms, formats
from explorer.app.bar import _CHOICES, _DIALOGS
from explorer.app.links import Links
from explorer.app.main import PAGES
from explorer.app.refusals import unusable_algorithms
from explorer.app.session.open_graph import OpenGraph, Origin
from explorer.app.session.opener import GraphOpener
from explorer.app.session.place import Place
from explorer.app.session.run import CurrentRun
from explorer.app.session.session import Session
from explorer.app.session.stage_messages import StageMessages
from explorer.app.session.visible_part import VisiblePart
from explorer.games.samples import load_sample, sample_path
from explorer.intake import Assembled
from explorer.model.check import LOST, NO_ROOT, NOT_LOST
from explorer.model.graph import GameGraph, Kind, Node
from explorer.scenes.link import MOST_PARTS, pack
from explorer.scenes.scene import Page
from explorer.stage import Stage

pytestmark = pytest.mark.usefixtures("nothing_sent")


DRAWN = {"title": "Mine", "step": 0, "edited": True}


def browser_opens(opened: Session, document: dict[str, Any], said: object) -> None:
    """Let a document arrive that the browser says it has opened, and a run follow."""
    message = {"epoch": opened.of(Stage).epoch, "rev": opened.of(Stage).rev + 1, "document": document, "opened": said}
    SENT.update(arriving(opened.of(Stage), message))
    opened.of(StageMessages).take()
    opened.of(CurrentRun).update()


def steps_to(opened: Session, step: int) -> None:
    seq = opened.of(Stage)._trace.tag
    SENT[opened.of(Stage).key] = {"step": {"seq": seq, "step": step}}
    opened.of(StageMessages).take()


def with_another_leaf(document: dict[str, Any]) -> None:
    document["nodes"].append({"id": "e", "score": 5, "x": 300, "y": 0})
    document["moves"].append(["a", "e"])


def test_a_plain_graph_is_stepped_with_open_ends_and_in_kernels_with_lost_ones_which_one_press_gives_to_all():
    opened = Session()
    opened.of(GraphOpener).open(formats.load_text("digraph {a -> b; a -> c; b -> c}"), Origin("plain"))
    assert [problem.other for problem in opened.of(OpenGraph).troubles if problem.other] == [LOST]
    opened.of(CurrentRun).update()
    assert opened.of(CurrentRun).trace is not None
    assert opened.of(CurrentRun).trace.graph.node("c").kind is Kind.OPEN
    opened.of(CurrentRun).choose("kernel")
    opened.of(CurrentRun).update()
    assert opened.of(CurrentRun).trace is not None
    assert opened.of(CurrentRun).trace.result["grundy"] == {"a": 2, "b": 1, "c": 0}
    assert "kernel" not in opened.call(unusable_algorithms)
    for other, kind in ((LOST, Kind.LEAF), (NOT_LOST, Kind.MOVER)):
        opened.of(GraphOpener).read_otherwise(other)
        assert opened.of(OpenGraph).graph.node("c").kind is kind
        assert [each.other for each in opened.of(OpenGraph).problems if each.other] == [
            {LOST: NOT_LOST, NOT_LOST: LOST}[other]
        ]


# ---- links


@pytest.mark.parametrize("sample", VARIED[:2])
@pytest.mark.parametrize(
    ("algorithm", "options"),
    [
        ("score-iteration", {"endless": "-inf", "detail": "node"}),
        ("memoised", {}),
    ],
)
def test_the_address_leads_back_to_the_same_picture(sample: str, algorithm: str, options: dict[str, str]):
    first = Session()
    query = {"sample": sample, "algorithm": algorithm, "step": "1", **{f"set.{k}": v for k, v in options.items()}}
    assert first.of(Links).follow(query) == []
    first.of(CurrentRun).update()
    assert first.of(Links).address() == query
    second = Session()
    assert second.of(Links).follow(first.of(Links).address()) == []
    second.of(CurrentRun).update()
    assert second.of(OpenGraph).graph == first.of(OpenGraph).graph
    assert (second.of(CurrentRun).algorithm, second.of(CurrentRun).chosen_options, second.of(CurrentRun).step) == (
        algorithm,
        first.of(CurrentRun).chosen_options,
        1,
    )
    assert first.of(CurrentRun).trace is not None
    assert second.of(CurrentRun).trace is not None
    assert [step.caption for step in second.of(CurrentRun).trace] == [
        step.caption for step in first.of(CurrentRun).trace
    ]


def test_an_edited_graph_stands_in_the_address_if_it_is_small_and_else_no_other_one_does():
    opened = session()
    edits(opened, with_another_leaf)
    mine = opened.of(OpenGraph).graph
    assert opened.of(Links).address() == {
        "algorithm": "score-iteration",
        "own": opened.of(OpenGraph).own,
        "graph": pack(mine),
    }
    for query, ids, page in (
        (opened.of(Links).address(), mine.ids, Page.COMPARE),
        ({"own": opened.of(OpenGraph).own}, (), Page.EXPLORE),  # where the browser may bring it back
    ):
        there = Session()
        assert there.of(Links).follow(query, Page.COMPARE) == []
        assert (there.of(OpenGraph).graph.ids, there.of(OpenGraph).is_absent, there.of(Place).page) == (
            ids,
            not ids,
            page,
        )
    assert there.of(Links).address()["own"] == opened.of(OpenGraph).own
    large = GameGraph(tuple(Node(f"{place}", Kind.OPEN) for place in range(MOST_PARTS + 1)), (), root="0")
    opened.of(GraphOpener).open(Assembled.of(large), Origin("Large"))
    assert "graph" not in opened.of(Links).address()


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"sample": "nothing"}, "there is no sample 'nothing'"),
        ({"sample": "figure-1", "set.endless": "much"}, "endless"),
        ({"sample": "../../etc/passwd"}, "there is no sample"),
        ({"endless": "3"}, "endless is an option of the algorithm; write set.endless=3"),
        ({"sample": "figure-1", "select": "z"}, "there is no node 'z' in the graph"),
    ],
)
def test_a_damaged_link_gives_one_sentence_and_a_graph(query: dict[str, str], said: str):
    opened = Session()
    (sentence,) = opened.of(Links).follow(query)
    assert sentence.startswith("The link could not be followed in full: ")
    assert said in sentence
    opened.of(CurrentRun).update()
    assert opened.of(OpenGraph).graph.nodes == load_sample("figure-1").nodes
    assert opened.of(CurrentRun).trace is not None
    assert opened.of(CurrentRun).step == 0


# ---- the value of endless play


def slides_to(opened: Session, worth: object, number: int) -> None:
    """Let the slider report a value, and a run follow."""
    SENT[opened.of(Stage).key] = {"step": {"seq": -1, "step": 0, "endless": {"value": worth, "number": number}}}
    opened.of(StageMessages).take()
    opened.of(CurrentRun).update()


def test_the_slider_sets_the_value_for_every_algorithm_that_heeds_it():
    opened = session("negamax-three-loop")
    opened.of(CurrentRun).choose("bounds")
    opened.of(CurrentRun).update()
    slides_to(opened, "1/2", 1)
    assert (opened.of(OpenGraph).endless, opened.of(CurrentRun).chosen_options) == (
        Fraction(1, 2),
        {"endless": Fraction(1, 2)},
    )
    assert opened.of(CurrentRun).trace is not None
    assert (
        opened.of(CurrentRun).trace.result
        == algorithms.trace(opened.of(OpenGraph).graph, "bounds", endless="1/2").result
    )
    for algorithm, heeds in [("score-iteration", True), ("finality", True), ("depth-first", False)]:
        opened.of(CurrentRun).choose(algorithm)
        opened.of(CurrentRun).update()
        assert opened.of(Links).address()["set.endless"] == "1/2"
        assert opened.of(CurrentRun).trace.endless == (Fraction(1, 2) if heeds else 0)


def test_what_the_slider_said_is_taken_once():
    opened = session()
    slides_to(opened, 2, 1)
    opened.of(OpenGraph).endless = 3
    slides_to(opened, 2, 1)  # the browser still has that message
    assert opened.of(OpenGraph).endless == 3
    slides_to(opened, 2, 2)
    assert opened.of(OpenGraph).endless == 2


# ---- graphs


def test_what_the_command_line_names_is_opened():
    opened = Session()
    opened.of(GraphOpener).open_reference("sample:ladder-3")
    assert opened.of(OpenGraph).origin == Origin(load_sample("ladder-3").name, "sample:ladder-3")
    opened.of(GraphOpener).open_reference(str(sample_path("example-7-1")))
    assert opened.of(OpenGraph).origin == Origin(load_sample("example-7-1").name, file=opened.of(OpenGraph).origin.file)
    assert opened.of(OpenGraph).origin.file
    assert (
        str(sample_path("example-7-1")) not in opened.of(OpenGraph).origin.file.values()
    )  # where it lies is nobody's business
    opened.of(GraphOpener).open_reference("game:ladder?layers=2")
    assert len(opened.of(OpenGraph).graph.nodes) == 10


def test_the_browser_is_told_to_keep_own_graphs_but_not_samples_nor_what_is_only_viewed():
    opened = session()
    assert (opened.of(Stage).title, opened.of(Stage).keep) == (load_sample("figure-1").name, False)
    own = Assembled(GameGraph((Node("x", Kind.LEAF, 4),), (), root="x", name="Mine"), ())
    opened.of(GraphOpener).open(own, Origin("Mine"))
    assert (opened.of(Stage).title, opened.of(Stage).keep) == ("Mine", True)
    opened.of(Place).view_only = True
    opened.of(GraphOpener).open(own, Origin("Mine"))
    assert opened.of(Stage).keep is None


def test_a_document_that_the_browser_had_kept_is_opened_once_and_then_edited():
    opened = session("ladder-3")
    steps_to(opened, 2)
    epoch, shown = opened.of(Stage).epoch, opened.of(Stage).document_name
    kept = load_sample("figure-1").to_json()
    browser_opens(opened, kept, {"id": "1", "title": "Mine", "step": 1, "edited": False})
    assert opened.of(OpenGraph).origin == Origin("Mine")
    assert (opened.of(OpenGraph).graph.to_json(), opened.of(CurrentRun).step, opened.of(VisiblePart).centre) == (
        kept,
        1,
        "a",
    )
    assert opened.of(Stage).epoch == epoch
    assert opened.of(Stage).document_name != shown
    assert opened.of(Stage)._restart
    assert opened.of(CurrentRun).trace is not None
    assert opened.of(CurrentRun).trace.graph is opened.of(OpenGraph).graph
    steps_to(opened, 2)
    with_another_leaf(kept)
    browser_opens(opened, kept, {"id": "1", "title": "Mine", "step": 1, "edited": False})
    assert opened.of(OpenGraph).origin == Origin("Mine", is_edited=True)
    assert (opened.of(OpenGraph).graph.to_json(), opened.of(CurrentRun).step) == (kept, 2)
    browser_opens(opened, kept, {"id": "2", "title": "Other", "step": 10**6, "edited": True})
    assert opened.of(OpenGraph).origin == Origin("Other", is_edited=True)
    assert opened.of(CurrentRun).step == len(opened.of(CurrentRun).trace) - 1


def test_a_graph_that_is_brought_or_begun_does_not_take_over_the_value_of_endless_play():
    opened = session()
    for number, begin in enumerate(
        (
            lambda: opened.of(GraphOpener).open_new(Assembled.of(load_sample("ladder-3")), "Pasted graph"),
            lambda: browser_opens(opened, load_sample("figure-1").to_json(), {**DRAWN, "id": "1", "own": "drawn"}),
        )
    ):
        opened.of(OpenGraph).endless = 7 + number
        begin()
        assert opened.of(OpenGraph).endless == 0
    opened.of(OpenGraph).endless = 7
    kept = load_sample("figure-1").to_json()
    browser_opens(opened, kept, {**DRAWN, "id": "2", "own": opened.of(OpenGraph).own})
    assert opened.of(OpenGraph).endless == 7  # the same graph, as the browser has kept it


def test_a_description_of_a_sample_is_shown_as_long_as_it_is_true():
    opened = session()
    assert opened.of(OpenGraph).about == load_sample("figure-1").description
    edits(opened, lambda document: document["nodes"][0].update(x=777))
    assert opened.of(OpenGraph).about == load_sample("figure-1").description
    assert opened.of(OpenGraph).file_graph == opened.of(OpenGraph).graph
    assert opened.of(OpenGraph).graph.expected
    edits(opened, with_another_leaf)
    assert opened.of(OpenGraph).about == "" == opened.of(OpenGraph).file_graph.description
    assert not opened.of(OpenGraph).file_graph.expected
    assert opened.of(OpenGraph).graph.description
    assert opened.of(OpenGraph).graph.expected
    there = Session()
    there.of(Links).follow(opened.of(Links).address())
    assert there.of(OpenGraph).about == ""
    edits(opened, lambda document: document.update(description="Mine"))
    assert opened.of(OpenGraph).about == "Mine"


def test_the_step_of_the_graph_before_is_not_taken_for_that_of_the_one_that_is_opened():
    opened = session()
    steps_to(opened, 2)
    opened.of(GraphOpener).open_sample("ladder-3")
    opened.of(StageMessages).take()
    assert opened.of(CurrentRun).step == 0


# ---- runs


def test_an_edit_runs_the_algorithm_again_and_keeps_the_step():
    opened = session()
    steps_to(opened, 2)
    seq = opened.of(Stage)._trace.tag
    edits(opened, with_another_leaf)
    assert opened.of(CurrentRun).trace is not None
    assert opened.of(CurrentRun).trace.result["scores"]["a"] == 5
    assert opened.of(CurrentRun).step == 2
    assert opened.of(Stage)._trace.tag != seq
    assert not opened.of(Stage)._restart


def test_another_algorithm_starts_at_the_first_step():
    opened = session()
    steps_to(opened, 3)
    opened.of(CurrentRun).choose("depth-first")
    opened.of(CurrentRun).update()
    assert opened.of(CurrentRun).step == 0
    assert opened.of(Stage)._restart
    assert opened.of(CurrentRun).trace is not None
    assert opened.of(CurrentRun).trace.algorithm == "depth-first"


def test_options_are_kept_for_each_algorithm():
    opened = session()
    opened.of(CurrentRun).options["score-iteration"] = {"detail": "node"}
    opened.of(CurrentRun).choose("depth-first")
    assert opened.of(CurrentRun).chosen_options == {}
    opened.of(CurrentRun).choose("score-iteration")
    assert opened.of(CurrentRun).chosen_options == {"detail": "node"}


def test_a_graph_made_impossible_has_no_trace_and_mended_it_runs_again_at_the_same_step():
    opened = session()
    steps_to(opened, 2)
    edits(opened, lambda document: document.pop("root"))
    assert opened.of(CurrentRun).trace is None
    assert [problem.message for problem in opened.of(OpenGraph).errors] == [NO_ROOT]
    assert not opened.of(CurrentRun).failure
    assert [node.id for node in opened.of(OpenGraph).graph.nodes] == ["a", "c", "b", "d"]
    edits(opened, lambda document: document.update(root="a"))
    assert opened.of(CurrentRun).trace is not None
    assert opened.of(CurrentRun).step == 2
    assert not opened.of(Stage)._restart


def test_a_document_that_is_partly_nonsense_keeps_its_good_part():
    opened = session()
    edits(opened, lambda document: document["nodes"].extend([{"id": "e", "score": "much"}, 7]))
    assert {"a", "b", "c", "d"} <= set(opened.of(OpenGraph).graph.index)
    assert opened.of(OpenGraph).problems


def test_a_cancelled_run_is_not_begun_again_until_asked_or_changed():
    opened = session()
    opened.of(CurrentRun).cancel()
    opened.of(CurrentRun).update()
    assert opened.of(CurrentRun).trace is None
    assert opened.of(CurrentRun).is_cancelled
    assert "cancelled" in opened.of(CurrentRun).failure
    opened.of(CurrentRun).run_again()
    opened.of(CurrentRun).update()
    assert opened.of(CurrentRun).trace is not None
    assert not opened.of(CurrentRun).failure
    opened.of(CurrentRun).cancel()
    edits(opened, with_another_leaf)
    assert opened.of(CurrentRun).trace is not None
    assert not opened.of(CurrentRun).is_cancelled


# ---- what a page can touch


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_the_states_that_it_uses(name: str):
    opened, entry = session(), PAGES[name]
    for function, rest in ((entry.show, ()), (entry.show_address, ()), (entry.go_back, ({}, Page.EXPLORE))):
        states = [] if function is None else opened.arguments(function, *rest)
        assert all(opened.of(type(state)) is state for state in states[: len(states) - len(rest)])


def test_dialogs_and_choices_of_the_bar_name_the_states_that_they_use():
    opened = session()
    for _, _, show in _DIALOGS.values():
        assert all(opened.of(type(state)) is state for state in opened.arguments(show))
    for choice in _CHOICES.values():
        *states, value = opened.arguments(choice, "chosen")
        assert states
        assert value == "chosen"
        assert all(opened.of(type(state)) is state for state in states)
