"""Logs of searches: nothing in that of a correct one is false, and the first false value of a wrong one is found."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.graphs import examples, figure_1, game, game_graphs
from support.logged_searches import Engine
from support.oracle import scores_of

from explorer import algorithms, compare, replay
from explorer.algorithms.replay.log import LogView
from explorer.algorithms.replay.report import report_on
from explorer.games import generate
from explorer.model.errors import FormatError
from explorer.model.graph import Convention, GameGraph
from explorer.model.scores import Score
from explorer.trace import Finality
from explorer.trace.recording import Limits

Log = list[dict[str, Any]]
SHAPES = {"has_table": st.booleans(), "has_windows": st.booleans(), "enters_ends": st.booleans()}
FAULTS = (
    {"keeps_conditions": False, "has_windows": False},
    {"keeps_conditions": False},
    {"repetition": -1},
    {"keeps_bounds": False},
)


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch: pytest.MonkeyPatch):
    """No log is an algorithm of the registry for another test."""
    monkeypatch.setattr(algorithms, "_OWN", {})


@examples(100)
@given(game_graphs(max_inner=6), st.sampled_from([0, 0, 1, -2, math.inf]), st.fixed_dictionaries(SHAPES), st.booleans())
def test_nothing_is_false_in_the_log_of_a_correct_search(
    graph: GameGraph, endless: Score, shape: dict[str, bool], hard: bool
):
    assume(graph.sign > 0 or endless == 0 or all(source != target for source, target in graph.moves))
    log = Engine(graph, endless, is_hard=hard and shape["has_windows"], **shape).run()
    report = report_on(graph, log, endless=endless)
    assert report.first_false is None
    assert (report.lines, report.verdicts["not judged"], report.under_way) == (len(log), 0, ())


@examples(120)
@given(game_graphs(max_inner=5), st.sampled_from(FAULTS), st.sampled_from([0, 0, 1]), st.booleans())
def test_the_first_false_value_is_the_one_that_brute_force_finds(
    graph: GameGraph, fault: dict[str, Any], endless: Score, enters_ends: bool
):
    assume(graph.sign > 0 or endless == 0)
    log = Engine(graph, endless, enters_ends=enters_ends, **fault).run()
    first = report_on(graph, log, endless=endless).first_false
    assert (first and first.step) == next(false_steps(graph, log, endless), None)
    result = replay(graph, log, endless=endless).result
    assert result["first_false"] == (first and first.to_json())


def false_steps(graph: GameGraph, log: Log, endless: Score) -> Iterator[int]:
    """The numbers of the events whose values are false, by search of the tree below each of them."""
    turned = next(odd_circles(graph), None) is not None
    scores = scores_of(graph, endless)
    value_on = path_search(graph, endless)
    calls: list[list[Any]] = []  # id, window, whether a table was used
    for number, event in enumerate(log):
        kind, id = event["event"], event["node"]
        if kind == "enter":
            calls.append([id, event.get("window"), False])
            continue
        is_own = bool(calls) and calls[-1][0] == id and not (kind == "leaf" and is_move_to_itself(graph, calls, id))
        path = tuple(call[0] for call in (calls[:-1] if is_own else calls))
        if kind == "hit":
            calls[-1][2] = True
        if kind != "cut" and "value" in event:
            truths = {scores[id]}
            if not (kind == "store" and not event.get("condition")):
                on_path = value_on(id, frozenset(path))
                is_mixed = kind == "hit" or turned or (kind != "leaf" and calls[-1][2])
                truths = {scores[id], on_path} if is_mixed else {on_path}
            bound = event.get("bound")
            window = calls[-1][1] if is_own and kind == "return" else None
            if window is not None and bound is None:
                bound = "upper" if event["value"] <= window[0] else "lower" if event["value"] >= window[1] else "exact"
                bound = "exact" if abs(event["value"]) == math.inf else bound
            too_low = bound != "lower" and event["value"] < min(truths)
            too_high = bound != "upper" and event["value"] > max(truths)
            if too_low or too_high:
                yield number
        if kind == "return":
            call = calls.pop()
            if calls:
                calls[-1][2] |= call[2]


def is_move_to_itself(graph: GameGraph, calls: list[list[Any]], id: str) -> bool:
    return (id, id) in graph.moves and all(call[0] != id for call in calls[:-1])


def odd_circles(graph: GameGraph) -> Iterator[str]:
    """Nodes of a negamax graph from which an odd number of moves leads back."""
    for start in graph.ids if graph.sign < 0 else ():
        reached = {(start, 0)}
        waiting = [(start, 0)]
        for id, parity in waiting:
            for other in graph.successors_of(id):
                if (after := (other.id, 1 - parity)) not in reached:
                    reached.add(after)
                    waiting.append(after)
        if (start, 1) in reached:
            yield start


def path_search(graph: GameGraph, endless: Score) -> Callable[[str, frozenset[str]], Score]:
    """The value of a node by a search that looks at every path, a node on it counting as endless play."""

    @cache
    def value(id: str, path: frozenset[str]) -> Score:
        node = graph.node(id)
        if id in path:
            return endless
        if node.score is not None:
            return node.score
        best = max if graph.orientation[graph.index[id]] > 0 else min
        return best(graph.sign * value(other.id, path | {id}) for other in graph.successors_of(id))

    return value


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ({"keeps_conditions": False}, "it is stored without this condition, as by a naive memo"),
        ({"repetition": -1}, "is on the path already, so play goes on for ever, which is worth 0"),
        ({"keeps_bounds": False}, "is stored here as if it were exact"),
    ],
)
def test_each_of_three_faults_is_named(fault: dict[str, Any], words: str):
    graph = generate("ladder", layers=5)
    first = report_on(graph, Engine(graph, **fault).run()).first_false
    assert first is not None
    assert any(words in sentence for sentence in first.sentences)


@given(game_graphs(max_inner=5), st.integers(0, 4))
def test_values_at_a_limit_of_depth_are_shown_and_not_judged(graph: GameGraph, limit: int):
    log = Engine(graph, limit=limit, has_table=False).run()
    run = replay(graph, log)
    assert [run[number].focus for number in range(len(run))] == [event["node"] for event in log]
    assert run.result["verdicts"]["false"] == run.result["verdicts"]["true"] == 0
    assert run.result["verdicts"]["searched_to_a_limit_of_depth"] > 0


@examples(40)
@given(game_graphs(conventions=[Convention.MINIMAX], max_inner=5), st.sampled_from([{}, *FAULTS]))
def test_a_log_in_the_view_of_the_player_to_move_is_judged_as_one_in_the_view_of_max(
    graph: GameGraph, fault: dict[str, Any]
):
    log = Engine(graph, **fault).run()
    turned, path = [], list[str]()
    for event in log:
        path += [event["node"]] if event["event"] == "enter" else []
        id = event["node"]
        before = [other for other in path if other != id or event["event"] == "leaf"][-1:]
        side = graph.orientation[graph.index[id]] or (-graph.orientation[graph.index[before[0]]] if before else 1)
        turned.append(event if side > 0 else with_other_view(event))
        path = path[:-1] if event["event"] == "return" else path
    first, other = (
        report_on(graph, lines, view=view).first_false
        for lines, view in ((log, LogView.GRAPH), (turned, LogView.MOVER))
    )
    assert (first and first.to_json()) == (other and other.to_json())


def with_other_view(event: dict[str, Any]) -> dict[str, Any]:
    """The event with its numbers in the view of the other player."""
    other = {"lower": "upper", "upper": "lower"}
    changes: dict[str, Any] = {"value": -event["value"]} if "value" in event else {}
    if "window" in event:
        changes["window"] = [-event["window"][1], -event["window"][0]]
    if "bound" in event:
        changes["bound"] = other.get(event["bound"], event["bound"])
    return {**event, **changes}


def test_no_more_values_are_judged_on_their_paths_than_asked_for():
    graph = generate("ladder", layers=4)
    log = Engine(graph, has_table=False, has_windows=False).run()
    counts = [report_on(graph, log, judge=most).verdicts["not judged"] for most in (0, 3, 10**6)]
    assert counts[0] == counts[1] + 3 > 3
    assert counts[2] == 0


def test_a_trace_that_is_cut_off_says_so_and_all_of_the_log_is_judged():
    graph = generate("ladder", layers=5)
    log = Engine(graph, repetition=-1).run()
    run = replay(graph, log, limits=Limits(steps=5))
    assert run.left_out.startswith("Showing the first 5 of")
    assert run.result["first_false"]["step"] > 5
    assert len(replay(graph, log, from_step=len(log) - 2)) == 2


def test_the_steps_show_path_window_finality_and_table():
    graph = generate("ladder", layers=5)
    log = Engine(graph, keeps_bounds=False).run()
    run = replay(graph, log)
    number = run.result["first_false"]["step"]
    step = run[number]
    assert step.caption.startswith(
        f"Line {number + 1}: l5 is stored with 2, valid on every path. This is false: its score is 1."
    )
    assert "It is the first false value." in step.caption
    assert step.path == ("t", "l1", "l2", "l3", "l4", "l5")
    assert run.finality_at(number)["l5"] is Finality.WRONG
    assert Finality.FINAL in run.finality_at(number).values()
    assert step.scores == {"l5": 2}
    assert run.has_memo


A = '{"event": "enter", "node": "a"}'


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([A, "", "{"], "line 3: not valid JSON"),
        (["[]"], "line 1: expected an object such as"),
        (
            ['{"event": "exit", "node": "a"}'],
            "the event must be one of enter, leaf, store, hit, cut, return; got 'exit'",
        ),
        (['{"event": "enter"}'], "line 1: has no node"),
        (['{"event": "enter", "node": "z"}'], "the node 'z' is no node of the graph"),
        ([A, '{"event": "enter", "node": "d"}'], "line 2: enter of 'd', which is no successor of 'a'"),
        ([A, '{"event": "return", "node": "c", "value": 1}'], "return of 'c', but the node under way is 'a'"),
        (['{"event": "return", "node": "a", "value": 1}'], "return of 'a', but no node is under way"),
        (
            [A, '{"event": "hit", "node": "d", "value": 1}'],
            "neither the node under way, 'a', nor one of its successors",
        ),
        ([A, '{"event": "leaf", "node": "b"}'], "leaf of 'b' has no value"),
        ([A, '{"event": "leaf", "node": "b", "value": "x"}'], "the value must be a number, got 'x'"),
        ([A, '{"event": "leaf", "node": "b", "value": true}'], "the value must be a number, got True"),
        (['{"event": "enter", "node": "a", "window": [1]}'], "the window must be a list of alpha and beta"),
        (['{"event": "enter", "node": "a", "window": [1, 1]}'], "alpha must be smaller than beta"),
        (['{"event": "enter", "node": "a", "depth": "3"}'], "the depth must be the number of moves left"),
        (
            [A, '{"event": "hit", "node": "c", "value": 1, "bound": "low"}'],
            "the bound must be one of exact, lower, upper",
        ),
        ([A, '{"event": "store", "node": "c", "value": 1, "condition": 3}'], "the condition must be a list of nodes"),
        ([A, '{"event": "store", "node": "c", "value": 1, "condition": ["d"]}'], "names 'd', which is not on the path"),
    ],
)
def test_a_malformed_log_is_refused_in_one_sentence_with_the_line(lines: list[str], words: str):
    with pytest.raises(FormatError) as error:
        report_on(figure_1(), lines, name="x.jsonl")
    assert words in str(error.value)
    assert str(error.value).startswith("x.jsonl, line ")


def test_what_leads_to_open_nodes_is_false_only_outside_of_its_interval():
    graph = game("a", a="max b c", b=3, c="min q", q="open")
    values = {3: "true", 9: "true", 2: "false"}
    for value, verdict in values.items():
        report = report_on(graph, [{"event": "store", "node": "a", "value": value}])
        assert report.verdicts[verdict] == 1, value


def test_a_log_stands_in_place_of_an_algorithm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[..., tuple[int, str, str]]
):
    monkeypatch.chdir(tmp_path)
    graph = generate("ladder", layers=5)
    log = Engine(graph, keeps_conditions=False).run()
    Path("my.jsonl").write_text("".join(f"{json.dumps(event)}\n" for event in log), encoding="utf-8")
    first = report_on(graph, log).first_false
    assert first is not None
    code, printed, _ = run("trace", "game:ladder?layers=5", "--algorithm", "my.jsonl")
    assert (code, len(printed.splitlines())) == (0, len(log))
    code, printed, noted = run("replay", "game:ladder?layers=5", "my.jsonl")
    assert code == 1
    assert first.sentences[0] in printed
    assert f"--step {first.step}" in noted
    code, printed, _ = run("replay", "game:ladder?layers=5", "my.jsonl", "--json", "--judge", "5")
    assert code == 1
    assert json.loads(printed)["first_false"] == first.to_json()
    assert run("replay", "game:ladder?layers=5", "none.jsonl")[0] == 2
    assert run("replay", "-", "-")[0] == 2
    assert compare(graph, [algorithms.own.load("my.jsonl")]).rows[0].value == log[-1]["value"]
