from __future__ import annotations

import csv
import io
import json
import math
from fractions import Fraction

import pytest
from hypothesis import given
from support.graphs import game, game_graphs, thorough

from explorer.algorithms import trace
from explorer.games import generate
from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import score_to_json
from explorer.trace import Activity, Finality, Path, Result, Step, Steps, dump_json
from explorer.trace.recording import Limits, record

PAIR = game("a", a="max b", b=1)


def counting(steps: int, *, result: Result | None = None) -> Steps:
    """A generator of so many steps; step n gives node a the score n."""
    for number in range(steps):
        yield Step(f"step {number}", 1, scores={"a": number}, finality={"a": Finality.TENTATIVE})
    return result or {"made": steps}


# ---- limits


def test_past_the_recorded_steps_only_the_result_is_kept():
    run = record(counting(10), PAIR, algorithm="counting", limits=Limits(steps=4))
    assert [step.caption for step in run] == ["step 0", "step 1", "step 2", "step 3"]
    assert run.result == {"made": 10}
    assert run.left_out == "Showing the first 4 of 10 steps. The result is of the whole run."


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


def test_progress_is_told_every_5000_steps_and_may_cancel():
    told: list[int] = []
    record(counting(12_000), PAIR, algorithm="counting", limits=Limits(steps=10), progress=told.append)
    assert set(told) >= {5_000, 10_000}
    assert told == sorted(set(told))

    def cancel(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        record(counting(12_000), PAIR, algorithm="counting", progress=cancel)


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


def test_the_table_has_a_row_a_step_and_none_for_no_score():
    table = record(fractional(), PAIR, algorithm="fractional").table()
    assert list(table.columns) == ["a", "b"]
    assert table.index.name == "step"
    assert table["a"].tolist() == [-math.inf, Fraction(16, 3), Fraction(16, 3)]
    assert table["b"].tolist() == [None, 0.5, None]


def test_csv_has_the_captions_and_reads_back():
    text = record(fractional(), PAIR, algorithm="fractional").to_csv()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["a"] for row in rows] == ["-inf", "16/3", "16/3"]
    assert [row["b"] for row in rows] == ["", "0.5", ""]
    assert [row["caption"] for row in rows] == ["start", "then, a comma", "back"]
    assert [row["step"] for row in rows] == ["0", "1", "2"]


# ---- bounds and growth


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


def test_no_more_nodes_are_recorded_than_the_limit():
    whole = trace(generate("number-game"), "expansion")
    part = trace(generate("number-game"), "expansion", limits=Limits(nodes=10))
    assert len(part.graph.nodes) <= 10 < len(whole.graph.nodes)
    assert part.result == whole.result
    assert part.left_out.startswith(f"Showing the first {len(part)} of {len(whole)} steps")
