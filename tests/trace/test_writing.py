"""What files hold of a trace: whoever goes through the changes knows at each step what the whole states say."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from support.samples import sample_for
from support.stepped import growing

from explorer.algorithms import for_explore, registered, run, trace
from explorer.games import generate
from explorer.games.samples import load_sample
from explorer.trace import Trace
from explorer.trace.reading import parse_trace
from explorer.trace.recording import Limits, record
from explorer.trace.writing import streamed_csv, streamed_json

MAPPINGS = ("scores", "relations", "bounds", "finality", "windows", "counters")
PASSING = {"focus": None, "move": None, "activity": {}, "notes": {}, "marks": None, "line": 0, "caption": ""}


def read(run: Trace, *, changes: bool) -> dict[str, Any]:
    data: dict[str, Any] = json.loads("".join(run.json_text(changes=changes)))
    return data


def replayed(steps: list[dict[str, Any]], nodes: list[str]) -> list[dict[str, Any]]:
    """How things stand at each step of a file of changes."""
    known: dict[str, dict[str, Any]] = {part: {} for part in MAPPINGS}
    pruned, path, listed = set[str](), list[str](), []
    for step in steps:
        for part in MAPPINGS:
            before = {
                id: value
                for id, value in known[part].items()
                if part != "relations" or id not in step.get("scores", {})
            }
            state = before | step.get(part, {})
            known[part] = {id: value for id, value in state.items() if value is not None}
        for id, is_pruned in step.get("pruned", {}).items():
            (pruned.add if is_pruned else pruned.discard)(id)
        if "path" in step:
            path = [*path[: step["path"]["keep"]], *step["path"]["then"]]
        passing = {key: step.get(key, blank) for key, blank in PASSING.items()}
        listed.append({**known, "pruned": set(pruned), "path": list(path), **passing, "n": step["n"]})
    return listed


@pytest.mark.parametrize("name", [*registered(), "growing"])
def test_the_changes_lead_to_every_state(name: str):
    run = growing() if name == "growing" else trace(load_sample(sample_for(name)), name)
    whole, changes = read(run, changes=False), read(run, changes=True)
    assert whole == run.to_json()
    assert (whole["holds"], changes["holds"], changes["format"], changes["version"]) == (
        "states",
        "changes",
        "game-trace",
        2,
    )
    for state, known in zip(whole["steps"], replayed(changes["steps"], list(run.graph.index)), strict=True):
        unknown = {id: "unknown" for id, role in state["finality"].items() if role == "unknown"}
        assert unknown | known["finality"] == state["finality"]
        assert set(state.get("pruned", [])) == known["pruned"]
        for part in ("scores", "bounds", "windows", "counters", "path", "n", *PASSING):
            assert state.get(part, PASSING.get(part) if part in PASSING else {}) == known[part], part


def test_a_large_trace_is_written_as_changes_unless_it_is_asked_for_whole():
    graph = generate("random", nodes="3000", seed="1")
    run = trace(graph, "depth-first", limits=Limits(steps=700, run=700))
    assert run.is_large
    first = next(run.json_text())
    assert '"holds": "changes"' in first
    assert run.left_out in first
    assert '"holds": "states"' in next(run.json_text(changes=False))
    assert next(run.csv_text()) == "step,node,score,finality,caption\n"
    text = "".join(run.json_text())
    assert len(text) < 1_500 * len(run)  # a state has 3,000 nodes
    assert run.to_json() == json.loads(text)
    assert run.to_csv() == "".join(run.csv_text())
    small = trace(load_sample("figure-1"), "memoised")
    assert not small.is_large
    assert json.loads("".join(small.json_text()))["holds"] == "states"


@pytest.mark.parametrize("name", ["memoised-naive", "bounds"])
def test_the_csv_of_changes_has_a_line_for_every_node_that_changes(name: str):
    run = trace(load_sample("example-7-1"), name)
    rows = list(csv.DictReader(io.StringIO("".join(run.csv_text(changes=True)))))
    whole = list(csv.DictReader(io.StringIO(run.to_csv())))
    columns = ("lower", "upper") if run.has_bounds else ("score",)
    state: dict[str, str] = {}
    for number, step in enumerate(run):
        lines = [row for row in rows if row["step"] == str(number)]
        assert [row["caption"] for row in lines] == [step.caption, *[""] * (len(lines) - 1)]
        assert {row["node"] for row in lines if row["node"]} == {*step.scores, *step.bounds, *step.finality}
        changed = {row["node"]: ", ".join(dict.fromkeys(row[column] for column in columns)) for row in lines}
        state |= {id: text for id, text in changed.items() if id and id in {**step.scores, **step.bounds}}
        assert {id: whole[number][id] for id in state} == state


@pytest.mark.parametrize("name", registered())
def test_what_is_written_as_the_steps_are_made_is_what_is_written_of_a_trace(name: str):
    graph = load_sample(sample_for(name))
    for first in (0, 1):
        kept = trace(graph, name, from_step=first)
        streamed = json.loads("".join(streamed_json(run(graph, name, from_step=first))))
        assert streamed == read(kept, changes=True)
        lines = streamed_csv(run(graph, name, from_step=first), has_bounds=kept.has_bounds)
        assert "".join(lines) == "".join(kept.csv_text(changes=True))


@pytest.mark.parametrize("name", for_explore())
def test_a_file_that_is_read_gives_the_same_steps(name: str):
    given = trace(load_sample(sample_for(name)), name)
    for changes in (False, True):
        text = "".join(given.json_text(changes=changes))
        saved = parse_trace(text)
        again = record(saved.run(given.graph), given.graph, algorithm=name, options=given.options)
        assert "".join(again.json_text(changes=changes)) == text
