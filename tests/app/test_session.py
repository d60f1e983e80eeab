"""The state of one user: what is open, how a link comes and goes, and what is kept."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from support.samples import VARIED
from support.sessions import SENT, arriving, edits, session

from explorer import algorithms, formats
from explorer.app.links import address, follow
from explorer.app.refusals import unusable_algorithms
from explorer.app.state import Origin, Session
from explorer.games.samples import load_sample, sample_path
from explorer.intake import Assembled
from explorer.model.check import LOST, NO_ROOT, NOT_LOST
from explorer.model.graph import GameGraph, Kind, Node
from explorer.scenes.link import MOST_PARTS, pack
from explorer.scenes.scene import Page

pytestmark = pytest.mark.usefixtures("nothing_sent")


DRAWN = {"title": "Mine", "step": 0, "edited": True}


def browser_opens(opened: Session, document: dict[str, Any], said: object) -> None:
    """Let a document arrive that the browser says it has opened, and a run follow."""
    message = {"epoch": opened.stage.epoch, "rev": opened.stage.rev + 1, "document": document, "opened": said}
    SENT.update(arriving(opened.stage, message))
    opened.take_edits()
    opened.run()


def steps_to(opened: Session, step: int) -> None:
    seq = opened.stage._trace.tag
    SENT[opened.stage.key] = {"step": {"seq": seq, "step": step}}
    opened.take_edits()


def with_another_leaf(document: dict[str, Any]) -> None:
    document["nodes"].append({"id": "e", "score": 5, "x": 300, "y": 0})
    document["moves"].append(["a", "e"])


def test_a_plain_graph_is_stepped_with_open_ends_and_in_kernels_with_lost_ones_which_one_press_gives_to_all():
    opened = Session()
    opened.open(formats.load_text("digraph {a -> b; a -> c; b -> c}"), Origin("plain"))
    assert [problem.other for problem in opened.troubles if problem.other] == [LOST]
    opened.run()
    assert opened.trace is not None
    assert opened.trace.graph.node("c").kind is Kind.OPEN
    opened.choose("kernel")
    opened.run()
    assert opened.trace is not None
    assert opened.trace.result["grundy"] == {"a": 2, "b": 1, "c": 0}
    assert "kernel" not in unusable_algorithms(opened)
    for other, kind in ((LOST, Kind.LEAF), (NOT_LOST, Kind.MOVER)):
        opened.read_otherwise(other)
        assert opened.graph.node("c").kind is kind
        assert [each.other for each in opened.problems if each.other] == [{LOST: NOT_LOST, NOT_LOST: LOST}[other]]


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
    assert follow(first, query) == []
    first.run()
    assert address(first) == query
    second = Session()
    assert follow(second, address(first)) == []
    second.run()
    assert second.graph == first.graph
    assert (second.algorithm, second.chosen_options, second.step) == (algorithm, first.chosen_options, 1)
    assert first.trace is not None
    assert second.trace is not None
    assert [step.caption for step in second.trace] == [step.caption for step in first.trace]


def test_an_edited_graph_stands_in_the_address_if_it_is_small_and_else_no_other_one_does():
    opened = session()
    edits(opened, with_another_leaf)
    mine = opened.graph
    assert address(opened) == {"algorithm": "score-iteration", "own": opened.own, "graph": pack(mine)}
    for query, ids, page in (
        (address(opened), mine.ids, Page.COMPARE),
        ({"own": opened.own}, (), Page.EXPLORE),  # where the browser may bring it back
    ):
        there = Session()
        assert follow(there, query, Page.COMPARE) == []
        assert (there.graph.ids, there.is_absent, there.page) == (ids, not ids, page)
    assert address(there)["own"] == opened.own
    large = GameGraph(tuple(Node(f"{place}", Kind.OPEN) for place in range(MOST_PARTS + 1)), (), root="0")
    opened.open(Assembled.of(large), Origin("Large"))
    assert "graph" not in address(opened)


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
    (sentence,) = follow(opened, query)
    assert sentence.startswith("The link could not be followed in full: ")
    assert said in sentence
    opened.run()
    assert opened.graph.nodes == load_sample("figure-1").nodes
    assert opened.trace is not None
    assert opened.step == 0


# ---- the value of endless play


def slides_to(opened: Session, worth: object, number: int) -> None:
    """Let the slider report a value, and a run follow."""
    SENT[opened.stage.key] = {"step": {"seq": -1, "step": 0, "endless": {"value": worth, "number": number}}}
    opened.take_edits()
    opened.run()


def test_the_slider_sets_the_value_for_every_algorithm_that_heeds_it():
    opened = session("negamax-three-loop")
    opened.choose("bounds")
    opened.run()
    slides_to(opened, "1/2", 1)
    assert (opened.endless, opened.chosen_options) == (Fraction(1, 2), {"endless": Fraction(1, 2)})
    assert opened.trace is not None
    assert opened.trace.result == algorithms.trace(opened.graph, "bounds", endless="1/2").result
    for algorithm, heeds in [("score-iteration", True), ("finality", True), ("depth-first", False)]:
        opened.choose(algorithm)
        opened.run()
        assert address(opened)["set.endless"] == "1/2"
        assert opened.trace.endless == (Fraction(1, 2) if heeds else 0)


def test_what_the_slider_said_is_taken_once():
    opened = session()
    slides_to(opened, 2, 1)
    opened.endless = 3
    slides_to(opened, 2, 1)  # the browser still has that message
    assert opened.endless == 3
    slides_to(opened, 2, 2)
    assert opened.endless == 2


# ---- graphs


def test_what_the_command_line_names_is_opened():
    opened = Session()
    opened.open_reference("sample:ladder-3")
    assert opened.origin == Origin(load_sample("ladder-3").name, "sample:ladder-3")
    opened.open_reference(str(sample_path("example-7-1")))
    assert opened.origin == Origin(load_sample("example-7-1").name, file=opened.origin.file)
    assert opened.origin.file
    assert str(sample_path("example-7-1")) not in opened.origin.file.values()  # where it lies is nobody's business
    opened.open_reference("game:ladder?layers=2")
    assert len(opened.graph.nodes) == 10


def test_the_browser_is_told_to_keep_own_graphs_but_not_samples_nor_what_is_only_viewed():
    opened = session()
    assert (opened.stage.title, opened.stage.keep) == (load_sample("figure-1").name, False)
    own = Assembled(GameGraph((Node("x", Kind.LEAF, 4),), (), root="x", name="Mine"), ())
    opened.open(own, Origin("Mine"))
    assert (opened.stage.title, opened.stage.keep) == ("Mine", True)
    opened.view_only = True
    opened.open(own, Origin("Mine"))
    assert opened.stage.keep is None


def test_a_document_that_the_browser_had_kept_is_opened_once_and_then_edited():
    opened = session("ladder-3")
    steps_to(opened, 2)
    epoch, shown = opened.stage.epoch, opened.stage.document_name
    kept = load_sample("figure-1").to_json()
    browser_opens(opened, kept, {"id": "1", "title": "Mine", "step": 1, "edited": False})
    assert opened.origin == Origin("Mine")
    assert (opened.graph.to_json(), opened.step, opened.centre) == (kept, 1, "a")
    assert opened.stage.epoch == epoch
    assert opened.stage.document_name != shown
    assert opened.stage._restart
    assert opened.trace is not None
    assert opened.trace.graph is opened.graph
    steps_to(opened, 2)
    with_another_leaf(kept)
    browser_opens(opened, kept, {"id": "1", "title": "Mine", "step": 1, "edited": False})
    assert opened.origin == Origin("Mine", is_edited=True)
    assert (opened.graph.to_json(), opened.step) == (kept, 2)
    browser_opens(opened, kept, {"id": "2", "title": "Other", "step": 10**6, "edited": True})
    assert opened.origin == Origin("Other", is_edited=True)
    assert opened.step == len(opened.trace) - 1


def test_a_graph_that_is_brought_or_begun_does_not_take_over_the_value_of_endless_play():
    opened = session()
    for number, begin in enumerate(
        (
            lambda: opened.open_new(Assembled.of(load_sample("ladder-3")), "Pasted graph"),
            lambda: browser_opens(opened, load_sample("figure-1").to_json(), {**DRAWN, "id": "1", "own": "drawn"}),
        )
    ):
        opened.endless = 7 + number
        begin()
        assert opened.endless == 0
    opened.endless = 7
    kept = load_sample("figure-1").to_json()
    browser_opens(opened, kept, {**DRAWN, "id": "2", "own": opened.own})
    assert opened.endless == 7  # the same graph, as the browser has kept it


def test_a_description_of_a_sample_is_shown_as_long_as_it_is_true():
    opened = session()
    assert opened.about == load_sample("figure-1").description
    edits(opened, lambda document: document["nodes"][0].update(x=777))
    assert opened.about == load_sample("figure-1").description
    assert opened.file_graph == opened.graph
    assert opened.graph.expected
    edits(opened, with_another_leaf)
    assert opened.about == "" == opened.file_graph.description
    assert not opened.file_graph.expected
    assert opened.graph.description
    assert opened.graph.expected
    there = Session()
    follow(there, address(opened))
    assert there.about == ""
    edits(opened, lambda document: document.update(description="Mine"))
    assert opened.about == "Mine"


def test_the_step_of_the_graph_before_is_not_taken_for_that_of_the_one_that_is_opened():
    opened = session()
    steps_to(opened, 2)
    opened.open_sample("ladder-3")
    opened.take_edits()
    assert opened.step == 0


# ---- runs


def test_an_edit_runs_the_algorithm_again_and_keeps_the_step():
    opened = session()
    steps_to(opened, 2)
    seq = opened.stage._trace.tag
    edits(opened, with_another_leaf)
    assert opened.trace is not None
    assert opened.trace.result["scores"]["a"] == 5
    assert opened.step == 2
    assert opened.stage._trace.tag != seq
    assert not opened.stage._restart


def test_another_algorithm_starts_at_the_first_step():
    opened = session()
    steps_to(opened, 3)
    opened.choose("depth-first")
    opened.run()
    assert opened.step == 0
    assert opened.stage._restart
    assert opened.trace is not None
    assert opened.trace.algorithm == "depth-first"


def test_options_are_kept_for_each_algorithm():
    opened = session()
    opened.options["score-iteration"] = {"detail": "node"}
    opened.choose("depth-first")
    assert opened.chosen_options == {}
    opened.choose("score-iteration")
    assert opened.chosen_options == {"detail": "node"}


def test_a_graph_made_impossible_has_no_trace_and_mended_it_runs_again_at_the_same_step():
    opened = session()
    steps_to(opened, 2)
    edits(opened, lambda document: document.pop("root"))
    assert opened.trace is None
    assert [problem.message for problem in opened.errors] == [NO_ROOT]
    assert not opened.failure
    assert [node.id for node in opened.graph.nodes] == ["a", "c", "b", "d"]
    edits(opened, lambda document: document.update(root="a"))
    assert opened.trace is not None
    assert opened.step == 2
    assert not opened.stage._restart


def test_a_document_that_is_partly_nonsense_keeps_its_good_part():
    opened = session()
    edits(opened, lambda document: document["nodes"].extend([{"id": "e", "score": "much"}, 7]))
    assert {"a", "b", "c", "d"} <= set(opened.graph.index)
    assert opened.problems


def test_a_cancelled_run_is_not_begun_again_until_asked_or_changed():
    opened = session()
    opened.cancel()
    opened.run()
    assert opened.trace is None
    assert opened.is_cancelled
    assert "cancelled" in opened.failure
    opened.run_again()
    opened.run()
    assert opened.trace is not None
    assert not opened.failure
    opened.cancel()
    edits(opened, with_another_leaf)
    assert opened.trace is not None
    assert not opened.is_cancelled
