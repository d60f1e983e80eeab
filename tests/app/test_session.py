"""The state of one user: what is open, how a link comes and goes, and what is kept."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from support.samples import VARIED
from support.sessions import SENT, arriving, edits, session

from explorer import algorithms, formats
from explorer.algorithms.fixpoints.sweeps import sweep_detail
from explorer.app import state
from explorer.app.links import address, follow, is_another
from explorer.app.refusals import refusal, refused
from explorer.app.state import LIMITS, Origin, Session
from explorer.games.samples import load_sample, sample_path
from explorer.model.check import LOST, NO_ROOT, NOT_LOST, check, errors_in
from explorer.model.errors import GraphError, UnknownNameError
from explorer.model.graph import GameGraph, Kind, Node
from explorer.model.intake import Assembled
from explorer.scenes.link import MOST_PARTS, pack
from explorer.scenes.scene import Page
from explorer.solver import solve

pytestmark = pytest.mark.usefixtures("nothing_sent")


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


def without_moves_of_c(document: dict[str, Any]) -> None:
    document["moves"] = [move for move in document["moves"] if move[0] != "c"]


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
    assert "kernel" not in refused(opened)
    for other, kind in ((LOST, Kind.LEAF), (NOT_LOST, Kind.MOVER)):
        opened.read_otherwise(other)
        assert opened.graph.node("c").kind is kind
        assert [each.other for each in opened.problems if each.other] == [{LOST: NOT_LOST, NOT_LOST: LOST}[other]]


# ---- links


@pytest.mark.parametrize("sample", VARIED)
@pytest.mark.parametrize(
    ("algorithm", "options"),
    [
        ("score-iteration", {}),
        ("score-iteration", {"endless": "-inf", "detail": "node"}),
        ("score-iteration", {"endless": "16/3"}),
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


def test_an_option_at_its_default_is_not_in_the_address():
    opened = session()
    assert address(opened) == {"sample": "figure-1", "algorithm": "score-iteration", "step": "0"}


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


def test_edits_of_a_graph_are_no_entries_of_the_history():
    opened = session()
    before = address(opened)
    edits(opened, with_another_leaf)
    first = address(opened)
    edits(opened, lambda document: document["nodes"][0].update(x=999))
    assert first != address(opened)
    assert (is_another(before, first), is_another(first, address(opened))) == (True, False)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"sample": "nothing"}, "there is no sample 'nothing'"),
        ({"algorithm": "nothing"}, "there is no algorithm 'nothing'"),
        ({"sample": "figure-1", "algorithm": "nothing"}, "there is no algorithm 'nothing'"),
        ({"set.endless": "much"}, "endless"),
        ({"sample": "figure-1", "set.endless": "much"}, "endless"),
        ({"set.colour": "red"}, "no option 'colour'"),
        ({"sample": "../../etc/passwd"}, "there is no sample"),
        ({"algorithm": "depth-first", "set.detail": "node"}, "no option 'detail'"),
        ({"step": "x"}, "step must be a whole number"),
        ({"sample": "figure-1", "step": "-3x"}, "step must be a whole number"),
        ({"page": "lobby"}, "page must be one of"),
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


def test_a_parameter_beside_its_game_is_said_to_belong_to_it():
    (sentence,) = follow(opened := Session(), {"game": "random?nodes=9", "seed": "5", "utm": "x"})
    assert "seed is a parameter of the game; write game=random%3Fnodes%3D9%26seed%3D5" in sentence
    assert opened.origin.game == "random?nodes=9"


@pytest.mark.parametrize("step", ["-1", "x", "", "1.5", "9" * 30, "²", "٣"])
def test_a_step_that_is_no_number_is_the_first_or_else_one_of_the_trace(step: str):
    opened = Session()
    assert len(follow(opened, {"step": step})) == (step != "٣")
    opened.run()
    assert opened.trace is not None
    assert 0 <= opened.step < len(opened.trace)


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


@pytest.mark.parametrize("said", [None, "much", {}, {"value": 1}, {"value": "x", "number": 1}, {"number": "y"}])
def test_what_is_no_value_changes_nothing(said: object):
    opened = session()
    SENT[opened.stage.key] = {"step": {"seq": -1, "step": 0, "endless": said}}
    opened.take_edits()
    assert opened.endless == 0


def test_only_a_run_that_depends_on_the_value_is_made_again():
    opened = session("negamax-three-loop")
    ways = [("bounds", True), ("finality", False), ("exact-finality", False), ("witness", False)]
    for number, (algorithm, again) in enumerate(ways, 1):
        opened.choose(algorithm)
        opened.run()
        assert opened.trace is not None
        before, seq = opened.trace, opened.stage.seq
        slides_to(opened, opened.endless + 1, number)
        assert opened.trace.endless == opened.endless
        assert (opened.trace.steps is not before.steps) == again
        opened.endless = Fraction(22, 7)  # which no slider offers before
        opened.run()
        assert opened.stage.seq > seq
        assert opened.stage.offers(Fraction(22, 7))
        opened.endless = 0


# ---- graphs


def test_what_the_command_line_names_is_opened():
    opened = Session()
    opened.open_reference("sample:ladder-3")
    assert opened.origin == Origin(load_sample("ladder-3").name, sample="ladder-3")
    opened.open_reference(str(sample_path("example-7-1")))
    assert opened.origin == Origin(load_sample("example-7-1").name, file=opened.origin.file)
    assert opened.origin.file
    assert str(sample_path("example-7-1")) not in opened.origin.file.values()  # where it lies is nobody's business
    opened.open_reference("game:ladder?layers=2")
    assert len(opened.graph.nodes) == 10


def test_an_unknown_sample_changes_nothing():
    opened = session()
    before = opened.graph
    with pytest.raises(UnknownNameError):
        opened.open_sample("nothing")
    assert opened.graph is before


def test_every_node_of_an_opened_graph_has_a_place():
    opened = Session()
    opened.open_reference("game:ladder?layers=4")
    assert all(node.has_position for node in opened.graph.nodes)


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
    epoch, shown = opened.stage.epoch, opened.stage.shown
    kept = load_sample("figure-1").to_json()
    browser_opens(opened, kept, {"id": "1", "title": "Mine", "step": 1, "edited": False})
    assert opened.origin == Origin("Mine")
    assert (opened.graph.to_json(), opened.step, opened.centre) == (kept, 1, "a")
    assert opened.stage.epoch == epoch
    assert opened.stage.shown != shown
    assert opened.stage._restart
    assert opened.trace is not None
    assert opened.trace.graph is opened.graph
    steps_to(opened, 2)
    with_another_leaf(kept)
    browser_opens(opened, kept, {"id": "1", "title": "Mine", "step": 1, "edited": False})
    assert opened.origin == Origin("Mine", edited=True)
    assert (opened.graph.to_json(), opened.step) == (kept, 2)
    browser_opens(opened, kept, {"id": "2", "title": "Other", "step": 10**6, "edited": True})
    assert opened.origin == Origin("Other", edited=True)
    assert opened.step == len(opened.trace) - 1


@pytest.mark.parametrize("said", [7, "x", [], {}, {"id": None}, {"id": [1], "title": 4, "step": "x", "edited": 1}])
def test_nonsense_about_an_opening_does_no_harm(said: object):
    opened = session()
    browser_opens(opened, opened.graph.to_json(), said)
    assert len(opened.graph.nodes) == 4
    assert opened.step == 0
    assert opened.trace is not None


def test_a_layout_that_was_asked_for_does_not_reach_a_document_opened_since():
    opened = session("ladder-3")
    SENT[opened.stage.key] = {
        "ask": {
            "number": 1,
            "epoch": opened.stage.epoch,
            "layout": "layered",
            "ids": [node.id for node in opened.graph.nodes],
        }
    }
    opened.take_edits()
    assert opened.stage._orders
    browser_opens(opened, load_sample("figure-1").to_json(), {"id": "1", "title": "Mine"})
    assert not opened.stage._orders


def test_a_document_opened_in_the_browser_can_be_edited_though_the_one_before_could_not():
    opened = session()
    opened.stage.editable = False
    browser_opens(opened, load_sample("figure-1").to_json(), {"id": "1", "title": "Mine"})
    assert opened.stage.editable


def test_a_graph_that_is_given_another_name_goes_by_it():
    opened = session()
    edits(opened, lambda document: document.update(name="Mine"))
    assert opened.origin == Origin("Mine", edited=True)
    edits(opened, with_another_leaf)
    assert opened.origin == Origin("Mine", edited=True)
    edits(opened, lambda document: document.pop("name"))
    assert opened.origin.title == "Mine"


def test_nodes_that_were_moved_about_stay_where_they_are():
    opened = session()
    edits(opened, lambda document: document["nodes"][0].update(x=777))
    assert opened.graph.nodes[0].x == 777


def test_the_step_of_the_graph_before_is_not_taken_for_that_of_the_one_that_is_opened():
    opened = session()
    steps_to(opened, 2)
    opened.open_sample("ladder-3")
    opened.take_edits()
    assert opened.step == 0


def test_the_last_graphs_are_kept_for_the_way_back():
    opened = session()
    for _ in range(2 * state._MOST_KEPT):
        opened.open_sample("ladder-3")
    assert len(opened.kept) == state._MOST_KEPT
    assert [*opened.kept][-1] == f"{opened.token}{opened.opened - 1}"


def test_what_is_worked_out_once_is_worked_out_again_after_an_edit():
    opened = session()
    counts = [opened.once("count", lambda: len(opened.graph.nodes)) for _ in range(2)]
    edits(opened, with_another_leaf)
    assert [*counts, opened.known("count")] == [4, 4, None]
    assert opened.once("count", lambda: len(opened.graph.nodes)) == 5


def test_opening_closes_the_dialog_that_asked_for_it():
    opened = session()
    opened.choosing = True
    opened.open_sample("ladder-3")
    assert not opened.choosing


# ---- runs


def test_behind_the_dialog_a_run_waits_and_one_that_is_there_stays():
    opened = session("figure-1")
    opened.run()
    first = opened.trace
    opened.choosing = True
    opened.run()
    assert opened.trace is first is not None
    opened.choose("memoised")
    opened.run()
    assert (opened.trace, opened.failure) == (None, "")
    opened.choosing = False
    opened.run()
    assert opened.trace.algorithm == "memoised"


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


def test_with_another_value_of_endless_play_the_player_stays_at_its_step():
    opened = session()
    steps_to(opened, 2)
    seq = opened.stage.seq
    slides_to(opened, 7, 1)
    assert opened.stage.seq > seq
    assert (opened.step, opened.stage._restart) == (2, False)


def test_a_run_without_a_change_sends_nothing_again():
    opened = session()
    seq = opened.stage._trace.tag
    trace = opened.trace
    opened.run()
    assert opened.stage._trace.tag == seq
    assert opened.trace is trace


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
    opened.set_option("score-iteration", sweep_detail(), "node")
    opened.choose("depth-first")
    assert opened.chosen_options == {}
    opened.choose("score-iteration")
    assert opened.chosen_options == {"detail": "node"}
    opened.set_option("score-iteration", sweep_detail(), "sweep")
    assert opened.chosen_options == {}


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


def test_an_unfinished_node_counts_as_open_in_runs_and_is_an_error_in_the_document():
    opened = session()
    edits(opened, without_moves_of_c)
    assert opened.trace is not None
    assert opened.trace.graph.node("c").kind is Kind.OPEN
    assert opened.graph.node("c").kind is Kind.MIN
    assert opened.errors == []
    assert [problem.node for problem in opened.troubles] == ["d"]  # which the root does not reach any more
    assert [problem.node for problem in errors_in(list(opened.problems))] == ["c"]
    with pytest.raises(GraphError, match="c has no moves"):
        solve(opened.graph)


def test_an_algorithm_that_needs_all_of_a_graph_names_the_node_that_is_unfinished():
    opened = session("takeaway-10")
    opened.choose("kernel")
    edits(opened, lambda document: document.update(moves=[move for move in document["moves"] if move[0] != "5"]))
    assert opened.trace is None
    refused = refusal(opened)
    assert refused is not None
    assert (refused["node"], refused["message"]) == ("5", "5 is unfinished; add a move from it, or give it a score.")


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


@pytest.mark.large
def test_progress_may_stop_a_run():
    class StopError(Exception):
        pass

    def stop(steps: int) -> None:
        raise StopError

    opened = Session()
    opened.open_sample("ladder-6")
    opened.choose("depth-first")
    visits = algorithms.trace(opened.graph, "depth-first", limits=LIMITS)
    if len(visits) < 5_000:
        opened.open_reference("game:ladder?layers=9")
    with pytest.raises(StopError):
        opened.run(stop)
    opened.run()
    assert opened.trace is not None


def test_an_algorithm_that_refuses_the_graph_says_why():
    opened = session()
    refusing = next(iter(algorithms.registered().values()))
    problem = check(GameGraph((), ()))[0]
    entry = replace(refusing, obstacle=lambda graph: problem)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(algorithms.registered(), refusing.name, entry)
        edits(opened, with_another_leaf)
    assert opened.trace is None
    assert opened.failure == problem.message


def test_a_question_of_an_earlier_session_is_not_answered():
    opened = session("ladder-3")
    SENT[opened.stage.key] = {"ask": {"number": 1, "epoch": "another", "layout": "layered", "ids": ["a"]}}
    opened.take_edits()
    assert not opened.stage._orders


def test_a_document_of_the_user_goes_by_the_name_that_the_browser_gives_it():
    opened = session()
    said = {"title": "Mine (2)", "epoch": opened.stage.epoch, "opened": "", "number": "1"}
    SENT[opened.stage.key] = {"called": said}
    opened.take_edits()
    assert opened.origin.title == load_sample("figure-1").name  # a sample keeps its own
    opened.open(Assembled.of(load_sample("figure-1")), Origin("Mine"))
    SENT[opened.stage.key] = {"called": said | {"number": "2"}}
    opened.take_edits()
    assert opened.origin.title == "Mine"  # it was said of the document before
    SENT[opened.stage.key] = {"called": said | {"number": "3", "epoch": opened.stage.epoch}}
    opened.take_edits()
    assert opened.origin.title == "Mine (2)"
    opened.origin = replace(opened.origin, title="Renamed")
    opened.take_edits()
    assert opened.origin.title == "Renamed"


def test_edits_of_a_stage_that_is_not_editable_are_not_taken():
    opened = session()
    opened.stage.editable = False
    before = opened.graph
    message = {"epoch": opened.stage.epoch, "rev": 1, "document": load_sample("ladder-3").to_json()}
    SENT.update(arriving(opened.stage, message))
    opened.take_edits()
    assert opened.graph is before
