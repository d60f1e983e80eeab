from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from time import sleep

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import figure_1, game, game_graphs, long_path, thorough
from support.stepped import growing

from explorer.algorithms import registered, trace
from explorer.games import generate
from explorer.games.samples import load_sample
from explorer.model.errors import LimitError
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score, score_to_json
from explorer.trace import NO_PATH, Activity, Finality, Path, Result, Step, Steps, Trace, dump_json, plain
from explorer.trace.by_node import Coded
from explorer.trace.recording import Limits, record

PAIR = game("a", a="max b", b=1)


def counting(steps: int, *, result: Result | None = None) -> Steps:
    """A generator of so many steps; step n gives node a the score n."""
    for number in range(steps):
        yield Step(f"step {number}", 1, scores={"a": number}, finality={"a": Finality.TENTATIVE})
    return result or {"made": steps}


# ---- random access


@pytest.mark.parametrize("algorithm", ["score-iteration", "depth-first", "memoised", "memoised-naive"])
@thorough
@given(graph=game_graphs(max_open=1, max_inner=4))
def test_any_step_is_what_replaying_up_to_it_gives(algorithm: str, graph: GameGraph):
    run = trace(graph, algorithm)
    scores: dict[str, Score] = {}
    roles = {node.id: Finality.UNKNOWN for node in graph.nodes}
    for number, step in enumerate(run):
        scores = {id: score for id, score in {**scores, **step.scores}.items() if score is not None}
        roles |= step.finality
        assert run.scores_at(number) == scores
        assert run.finality_at(number) == roles
    assert run.scores_at(-1) == scores


def test_a_run_of_a_thousand_steps_is_kept_whole():
    run = record(counting(1_000), PAIR, algorithm="counting")
    assert len(run) == 1_000
    assert [run.scores_at(n)["a"] for n in (0, 63, 64, 65, 999)] == [0, 63, 64, 65, 999]


def test_a_run_is_one_line_whatever_its_size():
    assert repr(trace(PAIR, "depth-first")) == f"<Trace of depth-first on {PAIR!r}: 5 steps>"


# ---- limits


def test_past_the_recorded_steps_only_the_result_is_kept():
    run = record(counting(10), PAIR, algorithm="counting", limits=Limits(steps=4))
    assert [step.caption for step in run] == ["step 0", "step 1", "step 2", "step 3"]
    assert run.result == {"made": 10}
    assert run.left_out == "Showing the first 4 of 10 steps. The result is of the whole run."


def test_a_single_step_too_many_is_told():
    run = record(counting(10), PAIR, algorithm="counting", limits=Limits(steps=9))
    assert run.left_out == "Showing the first 9 of 10 steps. The result is of the whole run."


def test_the_limit_of_changes_counts_nodes_and_a_first_step_is_always_kept():
    # Every step changes score and finality of one node.
    for changes, kept in [(12, 6), (11, 6), (13, 7), (1, 1), (0, 1)]:
        assert len(record(counting(10), PAIR, algorithm="counting", limits=Limits(changes=changes))) == kept
    assert len(record(counting(10), PAIR, algorithm="counting", limits=Limits(changes=12, steps=3))) == 3


def test_a_run_that_is_too_long_is_stopped_and_says_so():
    run = record(counting(2_000), PAIR, algorithm="counting", limits=Limits(run=1_500))
    assert len(run) == 1_500
    assert run.result == {}
    assert run.left_out == "Stopped after 1,500 steps, the limit; there is no result."


def test_both_limits_are_told():
    run = record(counting(2_000), PAIR, algorithm="counting", limits=Limits(steps=3, run=1_500))
    assert run.left_out == (
        "Showing the first 3 of 1,500 steps. Stopped after 1,500 steps, the limit; there is no result."
    )


def test_a_run_of_exactly_the_limit_is_not_cut():
    run = record(counting(7), PAIR, algorithm="counting", limits=Limits(steps=7, run=7))
    assert (len(run), run.left_out, run.result) == (7, "", {"made": 7})


def test_a_stopped_run_is_closed():
    closed: list[bool] = []

    def endless() -> Steps:
        try:
            while True:
                yield Step("again", 1)
        finally:
            closed.append(True)

    record(endless(), PAIR, algorithm="endless", limits=Limits(run=5))
    assert closed == [True]


def test_an_algorithm_without_steps_is_refused():
    with pytest.raises(LimitError, match="counting made no step"):
        record(counting(0), PAIR, algorithm="counting")


def test_progress_is_told_every_5000_steps_and_may_cancel():
    told: list[int] = []
    record(counting(12_000), PAIR, algorithm="counting", limits=Limits(steps=10), progress=told.append)
    assert set(told) >= {5_000, 10_000}
    assert told == sorted(set(told))

    def cancel(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        record(counting(12_000), PAIR, algorithm="counting", progress=cancel)


def test_progress_of_long_steps_is_told_after_each():
    told: list[int] = []

    def slow() -> Steps:
        for number in range(3):
            sleep(0.25)
            yield Step(f"step {number}", 1)
        return {}

    record(slow(), PAIR, algorithm="slow", progress=told.append)
    assert told == [1, 2, 3]


@given(graph=game_graphs(), data=st.data())
def test_changes_in_columns_are_recorded_as_those_in_a_dict_are(graph: GameGraph, data: st.DataObject):
    scores: list[Score | None] = [None, 0, -1, Fraction(1, 2), -1]

    def columns() -> Coded[Score | None]:
        codes = data.draw(st.dictionaries(st.integers(0, len(graph.nodes) - 1), st.integers(0, len(scores) - 1)))
        rows = np.array(sorted(codes), np.intp)
        return Coded(graph, rows, np.array([codes[row] for row in rows.tolist()], np.int8), scores.__getitem__)

    def run(taken: list[Mapping[str, Score | None]]) -> Trace:
        return record((step for step in [Step("one", 1, scores=each) for each in taken]), graph, algorithm="columns")

    taken = [columns() for _ in range(3)]
    one, other = run([*taken]), run([dict(each.items()) for each in taken])
    for number in range(3):
        assert one[number].scores == other[number].scores == taken[number]
        assert one.scores_at(number) == other.scores_at(number)
        assert one.relations_at(number) == other.relations_at(number)


@pytest.mark.large
def test_s_n_on_a_long_path_is_capped_politely():
    run = trace(long_path(3_000), "score-iteration", limits=Limits(changes=9_500))
    assert run.result["scores"]["v0"] == 1
    assert run.left_out == f"Showing the first {len(run):,} of 3,003 steps. The result is of the whole run."
    assert 1 < len(run) < 3_003


# ---- the path


def test_a_path_is_shared_and_read_from_the_root():
    root = Path("a")
    assert root.then("b").then("c").ids() == ("a", "b", "c")
    assert root.then("x").before is root
    assert root.then("b").length == 2
    assert repr(root.then("b")) == "Path(a → b)"
    assert Step("no path", 1).path == NO_PATH


@pytest.mark.large
def test_a_path_of_200_000_nodes_is_built_and_dropped():
    path = Path("0")
    for number in range(1, 200_000):
        path = path.then(str(number))
    assert path.ids()[-1] == "199999"
    del path


# ---- writing


def fractional() -> Steps:
    yield Step("start", 1, scores={"a": -math.inf}, finality={"a": Finality.LOWER}, trail=Path("a"), focus="a")
    yield Step(
        "then, a comma",
        2,
        scores={"a": Fraction(16, 3), "b": 0.5},
        activity={"b": Activity.EVALUATED},
        move=("a", "b"),
        notes={"b": "kept"},
        counters={"visits": 2},
    )
    yield Step("back", 1, scores={"b": None}, finality={"b": Finality.UNKNOWN})
    return {"value": Fraction(16, 3), "bounds": [math.inf, -math.inf], "right": True, "first": None, "name": "x"}


def test_json_is_strict_and_exact():
    run = record(fractional(), PAIR, algorithm="fractional", options={"endless": math.inf})
    data = json.loads(dump_json(run.to_json()))
    assert data["algorithm"] == "fractional"
    assert data["options"] == {"endless": "inf"}
    assert data["result"] == {"value": "16/3", "bounds": ["inf", "-inf"], "right": True, "first": None, "name": "x"}
    assert "cut" not in data
    assert [step["scores"] for step in data["steps"]] == [{"a": "-inf"}, {"a": "16/3", "b": 0.5}, {"a": "16/3"}]
    assert data["steps"][0]["finality"] == {"a": "lower bound final", "b": "unknown"}
    assert data["steps"][0]["path"] == ["a"]
    assert data["steps"][1] == {
        "n": 1,
        "caption": "then, a comma",
        "line": 2,
        "scores": {"a": "16/3", "b": 0.5},
        "finality": {"a": "lower bound final", "b": "unknown"},
        "focus": None,
        "move": ["a", "b"],
        "path": [],
        "activity": {"b": "evaluated"},
        "notes": {"b": "kept"},
        "counters": {"visits": 2},
    }


def test_json_tells_of_a_cut():
    run = record(counting(3), PAIR, algorithm="counting", limits=Limits(steps=1))
    assert run.to_json()["cut"] == run.left_out


@pytest.mark.parametrize("algorithm", [name for name, e in registered().items() if e.obstacle(figure_1()) is None])
def test_every_trace_of_figure_1_is_strict_json(algorithm: str):
    run = trace(figure_1(Fraction(1, 2), 2.5), algorithm)
    data = json.loads(dump_json(run.to_json()))
    assert [step["n"] for step in data["steps"]] == list(range(len(run)))
    assert data["result"] == plain(run.result)


def test_the_table_has_a_row_a_step_and_none_for_no_score():
    table = record(fractional(), PAIR, algorithm="fractional").table()
    assert list(table.columns) == ["a", "b"]
    assert table.index.name == "step"
    assert table["a"].tolist() == [-math.inf, Fraction(16, 3), Fraction(16, 3)]
    assert table["b"].tolist() == [None, 0.5, None]


def test_the_table_takes_chosen_nodes_in_the_order_asked_for():
    table = trace(figure_1(), "score-iteration").table(["d", "a"])
    assert list(table.columns) == ["d", "a"]
    assert table["d"].tolist() == [0, 2, 2]


def test_csv_has_the_captions_and_reads_back():
    text = record(fractional(), PAIR, algorithm="fractional").to_csv()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["a"] for row in rows] == ["-inf", "16/3", "16/3"]
    assert [row["b"] for row in rows] == ["", "0.5", ""]
    assert [row["caption"] for row in rows] == ["start", "then, a comma", "back"]
    assert [row["step"] for row in rows] == ["0", "1", "2"]


# ---- bounds and growth


def test_the_table_of_a_trace_with_bounds_has_a_number_an_interval_or_a_question_mark():
    run = trace(load_sample("negamax-half-final"), "bounds")
    table = run.table(["A", "-1", "C", "q"])
    assert table["A"].tolist() == ["-inf, inf", "1, inf", "1, 2", "1, 2"]
    assert table["-1"].tolist() == [-1] * 4
    assert table["C"].tolist() == ["-inf, inf", "-2, inf", "-2, inf", "-2, inf"]
    assert table["q"].tolist() == ["?"] * 4


@thorough
@given(graph=game_graphs(max_open=2))
def test_every_cell_of_the_table_is_what_is_known_of_its_node_then(graph: GameGraph):
    run = trace(graph, "bounds")
    table = run.table()
    for number in range(len(run)):
        for id, (lower, upper) in run.bounds_at(number).items():
            cell = table[id].iloc[number]
            both = f"{score_to_json(lower)}, {score_to_json(upper)}"
            is_open = graph.node(id).kind is Kind.OPEN
            assert cell == ("?" if is_open else lower if lower == upper else both)


def test_a_node_is_nothing_before_it_is_found_and_open_before_it_is_expanded():
    run = growing()
    table = run.table(["13", "15", "3"])
    assert table["13"].tolist()[:3] == ["?", "-inf, inf", "-inf, inf"]
    assert table["15"].tolist()[:4] == [None, "?", "-inf, inf", "3, inf"]
    assert table["3"].tolist()[:4] == [None, None, "?", -3]
    kinds = [run.kinds_at(number).get("3") for number in range(4)]
    assert kinds == [None, None, Kind.OPEN, Kind.LEAF]


def test_csv_holds_the_bounds_and_leaves_what_is_not_there_empty():
    rows = list(csv.DictReader(io.StringIO(growing().to_csv())))
    assert [row["15"] for row in rows][:4] == ["", "?", "-inf, inf", "3, inf"]
    assert [row["3"] for row in rows][:4] == ["", "", "?", "-3"]


def test_bounds_are_exact_in_the_table_and_the_csv():
    def fractions() -> Steps:
        yield Step("start", 1, bounds={"a": (Fraction(1, 3), math.inf), "b": (Fraction(16, 3), Fraction(16, 3))})
        return {}

    run = record(fractions(), PAIR, algorithm="fractions")
    assert run.table().iloc[0].tolist() == ["1/3, inf", Fraction(16, 3)]
    assert run.to_csv().splitlines()[1] == '0,"1/3, inf",16/3,start'


def test_nothing_is_known_before_the_first_bounds():
    def late() -> Steps:
        yield Step("wait", 1)
        yield Step("now", 1, bounds={"a": (0, 1)})
        return {}

    table = record(late(), PAIR, algorithm="late").table()
    assert table["a"].tolist() == [None, "0, 1"]
    assert table["b"].tolist() == [None, None]


def test_iteration_and_indexing_give_the_same_steps():
    run = trace(figure_1(), "depth-first")
    steps: Iterator[Step] = iter(run)
    assert list(steps) == [run[number] for number in range(len(run))]


def test_no_more_nodes_are_recorded_than_the_limit():
    whole = trace(generate("number-game"), "expansion")
    part = trace(generate("number-game"), "expansion", limits=Limits(nodes=10))
    assert len(part.graph.nodes) <= 10 < len(whole.graph.nodes)
    assert part.result == whole.result
    assert part.left_out.startswith(f"Showing the first {len(part)} of {len(whole)} steps")
