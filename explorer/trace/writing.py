"""A trace as tables and files: the state at each step, or the changes of each step."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple
from typing import TYPE_CHECKING, Any

import numpy as np

from explorer.model.columns import OPEN
from explorer.model.graph import Kind
from explorer.model.scores import Score, score_to_json
from explorer.trace.history import History
from explorer.trace.run import Run
from explorer.trace.step import Bounds, Path, Relation, Step

if TYPE_CHECKING:
    import pandas as pd

MOST_CELLS = 2_000_000  # steps × nodes up to which a file has the whole state at each step
FORMAT, VERSION = "game-trace", 2  # of the JSON; in version 1 finality had other names

TableValue = Score | str | None  # of a table


# ---- tables


def table(trace: History, nodes: Sequence[str] | None = None) -> pd.DataFrame:
    """Return the scores or bounds as a frame, see `Trace.table`."""
    import pandas as pd

    ids = trace.steps.nodes.ids if nodes is None else [trace.graph.node(id).id for id in nodes]
    cells = np.empty((len(trace), len(ids)), object)
    for line, row in enumerate(_rows(trace, ids)):
        cells[line] = row
    steps = pd.RangeIndex(trace.first, trace.first + len(trace), name="step")
    return pd.DataFrame(cells, columns=ids, index=steps, dtype=object)


def _rows(trace: History, ids: Sequence[str]) -> Iterator[list[TableValue]]:
    """Yield the row of the table for each step: that of the step before, changed."""
    return _bound_rows(trace, ids) if trace.has_bounds else _score_rows(trace, ids)


def _score_rows(trace: History, ids: Sequence[str]) -> Iterator[list[TableValue]]:
    row: dict[str, TableValue] = dict.fromkeys(ids)
    for step in trace:
        for id in row.keys() & step.scores.keys():
            row[id] = _score_cell(step.scores[id], step.relations.get(id, Relation.EXACT))
        yield list(row.values())


def _score_cell(score: Score | None, relation: Relation) -> TableValue:
    return score if score is None or not relation.sign else f"{relation.sign} {score_to_json(score)}"


def _bound_rows(trace: History, ids: Sequence[str]) -> Iterator[list[TableValue]]:
    row: dict[str, TableValue] = dict.fromkeys(ids)
    bounds: dict[str, Bounds] = {}
    grown: dict[int, set[str]] = {0: set(ids)}
    for id in ids:
        for begins in (trace.discovery, trace.expanded):
            grown.setdefault(int(begins[trace.graph.index[id]]), set()).add(id)
    for number, step in enumerate(trace):
        bounds |= step.bounds
        for id in row.keys() & (step.bounds.keys() | grown.get(number, set())):
            row[id] = _bounds_cell(trace, number, id, bounds.get(id))
        yield list(row.values())


def _bounds_cell(trace: History, step: int, id: str, bounds: Bounds | None) -> TableValue:
    index = trace.graph.index[id]
    if trace.discovery[index] > step:
        return None
    if trace.expanded[index] > step or trace.graph.nodes[index].kind is Kind.OPEN:
        return "?"
    if bounds is None or bounds[0] == bounds[1]:
        return bounds and bounds[0]
    return ", ".join(str(score_to_json(bound)) for bound in bounds)


# ---- JSON


def json_head(trace: History, *, changes: bool = False) -> dict[str, Any]:
    """Return the trace as JSON without its steps: `open` counts open nodes, `cut` says what was left out."""
    opens = int((trace.graph.columns.kinds == OPEN).sum())
    return _json_start(trace, "changes" if changes else "states") | _json_end(trace, opens)


def _json_start(run: History | Run, holds: str) -> dict[str, Any]:
    head = {"format": FORMAT, "version": VERSION, "holds": holds}
    return head | {"algorithm": run.algorithm, "options": plain(run.options)}


def _json_end(run: History | Run, opens: int) -> dict[str, Any]:
    rest = {"open": opens, "cut": run.left_out}
    return {"result": plain(run.result)} | {name: value for name, value in rest.items() if value}


def json_text(trace: History, *, changes: bool) -> Iterator[str]:
    """Yield the trace as JSON text in pieces, a step a line."""
    steps = json_changes(trace, trace.first) if changes else json_states(trace)
    yield from _json_pieces(json_head(trace, changes=changes), steps)


def streamed_json(run: Run) -> Iterator[str]:
    """Yield the changes of a run as JSON text, a step a line as it is made, then the result."""
    steps = json_changes(run, run.first)
    yield from _json_pieces(_json_start(run, "changes"), steps, lambda: _json_end(run, len(run.opens)))


def _json_pieces(
    head: Mapping[str, Any], steps: Iterable[Mapping[str, Any]], tail: Callable[[], Mapping[str, Any]] = dict
) -> Iterator[str]:
    yield dump_json(head).removesuffix("}") + ', "steps": ['
    for number, step in enumerate(steps):
        yield (",\n" if number else "\n") + dump_json(step)
    rest = dump_json(tail()).removeprefix("{")
    yield f"\n]{rest if rest == '}' else f', {rest}'}\n"


def json_states(trace: History) -> Iterator[dict[str, Any]]:
    """Yield the steps as JSON objects, each with the whole state."""
    for number, step in enumerate(trace):
        yield {
            **_step_head(trace.first + number, step),
            **_whole_state(trace, number),
            **_momentary_fields(step),
            "path": list(step.path),
            "counters": dict(step.counters),
        }


def json_changes(steps: Iterable[Step], first: int) -> Iterator[dict[str, Any]]:
    """Yield steps as JSON objects, each with its changes; `first` is the number of the first."""
    before: Step | None = None
    for number, step in enumerate(steps, first):
        changes = _changes(step, before)
        yield _step_head(number, step) | {key: part for key, part in changes.items() if part}
        before = step


def _step_head(number: int, step: Step) -> dict[str, Any]:
    return {"n": number, "caption": step.caption, "line": step.line}


def _whole_state(trace: History, step: int) -> dict[str, Any]:
    """Return the JSON fields of the whole state at a step."""
    state: dict[str, Any] = {"scores": {id: score_to_json(score) for id, score in trace.scores_at(step).items()}}
    if trace.has_relations:
        state["relations"] = {id: str(relation) for id, relation in trace.relations_at(step).items()}
    if trace.has_bounds:
        state["bounds"] = _bounds_as_json(trace.bounds_at(step))
    state["finality"] = {id: role.words for id, role in trace.finality_at(step).items()}
    if trace.has_windows:
        state["windows"] = _bounds_as_json(trace.windows_at(step))
        state["pruned"] = [*trace.pruned_at(step)]
    return state


def _momentary_fields(step: Step) -> dict[str, Any]:
    """Return the JSON fields of a step that hold in this step alone."""
    return {
        "focus": step.focus,
        "move": list(step.move) if step.move else None,
        "activity": {id: str(role) for id, role in step.activity.items()},
        "notes": dict(step.notes),
        **({"marks": [[*move, str(mark)] for move, mark in step.marks.items()]} if step.marks else {}),
        **({"transits": [[*move, *astuple(each)] for move, each in step.transits.items()]} if step.transits else {}),
    }


def _changes(step: Step, before: Step | None) -> dict[str, Any]:
    """Return the JSON fields of a step's changes."""
    counters = {} if before is None else before.counters
    counted = {name: step.counters.get(name) for name in {**step.counters, **counters}}
    keep, then = _path_change(step.trail, None if before is None else before.trail)
    stays = not then and keep == (0 if before is None or before.trail is None else before.trail.length)
    return {
        "scores": {id: None if score is None else score_to_json(score) for id, score in step.scores.items()},
        "relations": {id: str(relation) for id, relation in step.relations.items()},
        "bounds": _bounds_as_json(step.bounds),
        "finality": {id: role.words for id, role in step.finality.items()},
        "windows": _bounds_as_json(step.windows),
        "pruned": dict(step.pruned),
        **_momentary_fields(step),
        "path": None if stays else {"keep": keep, "then": then},
        "counters": {name: count for name, count in counted.items() if count != counters.get(name)},
    }


def _path_change(path: Path | None, before: Path | None) -> tuple[int, list[str]]:
    """Return how many nodes a path has in common with the previous path, and its nodes after them."""
    then: list[str] = []
    while path is not before and path is not None:
        if before is not None and before.length >= path.length:
            before = before.before
        else:
            then.append(path.node)
            path = path.before
    return (0 if path is None else path.length), then[::-1]


def _bounds_as_json(pairs: Mapping[str, Bounds | None]) -> dict[str, Any]:
    return {id: pair and [score_to_json(bound) for bound in pair] for id, pair in pairs.items()}


# ---- CSV


def csv_text(trace: History, *, changes: bool) -> Iterator[str]:
    """Yield the trace as CSV text, line by line."""
    return _csv_lines(_changed_lines(trace, trace.first, trace.has_bounds) if changes else _state_lines(trace))


def streamed_csv(run: Run, *, has_bounds: bool) -> Iterator[str]:
    """Yield the changes of a run as CSV text, line by line as it is made."""
    return _csv_lines(_changed_lines(run, run.first, has_bounds))


def _csv_lines(lines: Iterable[Sequence[str]]) -> Iterator[str]:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for cells in lines:
        writer.writerow(cells)
        yield text.getvalue()
        text.seek(0)
        text.truncate()


def _state_lines(trace: History) -> Iterator[list[str]]:
    """Yield the lines of the CSV text: one for each step, with a cell for each node."""
    ids = trace.steps.nodes.ids
    yield ["step", *ids, "caption"]
    for number, (row, step) in enumerate(zip(_rows(trace, ids), trace, strict=True), trace.first):
        yield [str(number), *map(_csv_cell, row), step.caption]


def _changed_lines(steps: Iterable[Step], first: int, has_bounds: bool) -> Iterator[list[str]]:
    """Yield the lines of the CSV text of changes: one for each node that a step changes."""
    yield ["step", "node", *(("lower", "upper") if has_bounds else ("score",)), "finality", "caption"]
    for number, step in enumerate(steps, first):
        caption = step.caption
        for id in dict.fromkeys((*step.scores, *step.bounds, *step.finality)) or ("",):
            known: Iterable[TableValue] = step.bounds.get(id, ("", "")) if has_bounds else (_changed_cell(step, id),)
            role = step.finality[id].words if id in step.finality else ""
            yield [str(number), id, *map(_csv_cell, known), role, caption]
            caption = ""


def _changed_cell(step: Step, id: str) -> TableValue:
    return _score_cell(step.scores[id], step.relations.get(id, Relation.EXACT)) if id in step.scores else ""


def _csv_cell(cell: TableValue) -> str:
    return "" if cell is None else cell if isinstance(cell, str) else str(score_to_json(cell))


def plain(value: Any) -> Any:
    """Return a value in which exact scores are written as JSON holds them."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, bool | str) or value is None:
        return value
    return score_to_json(value)


def dump_json(value: Any) -> str:
    """Return a value as strict JSON text, in which infinities are strings already."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
