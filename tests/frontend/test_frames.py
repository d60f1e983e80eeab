"""Whichever way a player goes through a trace, every step is what replaying all steps from the first one makes it.

So it is whichever chunks of the trace are there at first, and in whichever order the others come.
"""

from __future__ import annotations

from typing import Any

from frontend.conftest import Run
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.sent import EDGES, closed, packed

from explorer.drawing.trace_data import number_text

NODES = ["a", "b", "c", "d"]
VALUES = [{"text": str(number), "fill": f"#00000{number}", "ink": "#ffffff"} for number in range(5)]
ROLES = ["unknown", "tentative", "conditional", "lower", "upper", "final"]
ACTIVITIES = ["changed", "compared"]
SIGNS = [{"text": "", "is_score": True}, {"text": "≥", "is_score": True}, {"text": "h", "is_score": False}]
CELLS = [[0, -1], [4, 0], [2, 1]]
RANKS = [4, 3, 2, 1, 0]  # of the values among the worths of endless play

SEEN = """([trace, worth, walk]) => {
  const later = trace.later ?? [], all = [...trace.chunks, ...later];
  const frames = new $frames.Frames(trace), ids = [...trace.nodes, 'far'];
  frames.worth = worth;
  const described = Object.entries(Object.getOwnPropertyDescriptors($frames.Frames.prototype));
  const lookedAt = described.filter(([, { get }]) => get);
  return walk.map(step => {
    while (!frames.seek(step)) {
      if (!later.length) later.push(...all.filter(({ number }) => !frames.chunks.has(number)));  // which made room
      if (!later.length) throw new Error(`step ${step} never comes`);
      frames.receive(later.shift());
    }
    for (const [name] of lookedAt) frames[name];  // which changes nothing
    const hangs = frames.chunkAt(frames.length - 1) ? frames.hangsInTheEnd : null;
    for (const id of ids) frames.changesOf(id);
    return JSON.parse(JSON.stringify([hangs, [...frames.activities].sort(), ids.map(id => ({
      value: frames.value(id)?.text ?? null, scored: frames.isScored(id),
      bounds: frames.bounds(id) ?? null, window: frames.window(id) ?? null,
      pruned: frames.isPruned(id), role: frames.role(id), note: frames.note(id) ?? null,
      activity: frames.activityOf(id) ?? null, there: frames.isThere(id), expanded: frames.isExpanded(id),
      memo: frames.memo.map(([state, entry]) => [state >> 1, state & 1, ...entry]).filter(([node]) => ids[node] === id),
      hangs: frames.hangs(id), focus: frames.focus === id, onPath: frames.path.filter(each => each === id).length,
    }))]));
  });
}"""

nodes, values = st.integers(0, 3), st.integers(0, 4)


def flat(*parts: st.SearchStrategy[int]) -> st.SearchStrategy[list[int]]:
    """Up to two changes, one after the other."""
    rows = st.lists(st.tuples(*parts), max_size=2)
    return rows.map(lambda found: [number for row in found for number in row])


steps = st.fixed_dictionaries(
    {
        "c": st.just("A step."),
        "l": st.just(1),
        "s": flat(nodes, st.integers(-1, 4)),
        "e": st.lists(st.integers(0, 2), min_size=2, max_size=2),  # one each, if there are as many scores
        "r": flat(nodes, st.integers(0, 5)),
        "a": flat(nodes, st.integers(0, 1)),
        "b": flat(nodes, values, values),
        "w": flat(nodes, values, values),
        "g": flat(nodes, st.integers(0, 1)),
        "f": st.integers(-1, 4),
        "m": st.none(),
        "p": st.integers(-1, 2),
        "k": st.just([]),
        "y": st.lists(
            st.tuples(nodes, st.integers(0, 1), values, st.integers(0, 2), st.integers(0, 1), st.lists(nodes)),
            max_size=1,
        ),
        "o": st.lists(st.tuples(nodes, st.sampled_from(["", "x", "y"])), max_size=2),
    }
)
walks = st.lists(st.integers(0, 10**6), min_size=1, max_size=12)


def trace_of(listed: list[dict[str, Any]], found: list[int], *, bounded: bool) -> dict[str, Any]:
    """A trace of some steps, over and over so that it is longer than what lies between two keyframes."""
    return {
        "nodes": NODES,
        "values": VALUES,
        "bounded": bounded,
        "signs": SIGNS,
        "roles": ROLES,
        "activities": ACTIVITIES,
        "counters": [],
        "pseudocode": [],
        "length": len(listed) * 12,
        "steps": [step if bounded else {key: step[key] for key in step if key != "b"} for step in listed] * 12,
        "cells": CELLS,
        "left_out": "",
        "discovery": found,
        "expanded": [step + 1 for step in found],
        **(
            {"endless": {"worths": VALUES, "ranks": RANKS, "notches": [0], "exact": [0, 1, 2, 3, 4]}} if bounded else {}
        ),
    }


def in_chunks(trace: dict[str, Any], length: int, order: list[int]) -> dict[str, Any]:
    """The trace in chunks of that many steps: some that are there at first, others that come later, in this order."""
    chunks = []
    for first in range(0, trace["length"], length):
        before, start = trace["steps"][:first], {}
        for part, width in (("s", 2), ("r", 2), ("b", 3), ("w", 3), ("g", 2)):
            known = {row[0]: row for step in before for row in rows(step.get(part, []), width)}
            start[part] = [number for row in known.values() for number in row]
        start["e"] = [last_sign(before, node) for node, _ in rows(start["s"], 2)]
        start["o"] = [
            [node, note] for node, note in dict(pair for step in before for pair in step["o"]).items() if note
        ]
        stored = {entry[:2]: entry for step in before for entry in step.get("y", [])}
        start["y"] = list(stored.values())
        steps = trace["steps"][first : first + length]
        others = [["far", "Far away"]]
        cells = packed(number for cell in CELLS for number in cell)
        chunks.append(closed(first // length, start, steps, cells=cells, others=others))
    ranked = sorted(chunks, key=lambda chunk: order[chunk["number"] % len(order)])
    there = order[0] % (len(ranked) + 1)
    rest = {key: value for key, value in trace.items() if key not in ("steps", "cells")}
    return rest | {"chunkLength": length, "chunks": ranked[:there], "later": ranked[there:]}


def last_sign(steps: list[dict[str, Any]], node: int) -> int:
    """What stands before the score of a node after some steps."""
    signs = [
        sign for step in steps for (each, _), sign in zip(rows(step["s"], 2), step["e"], strict=False) if each == node
    ]
    return signs[-1] if signs else 0


def rows(listed: list[int], width: int) -> list[list[int]]:
    return [listed[at : at + width] for at in range(0, len(listed), width)]


def expected(trace: dict[str, Any], worth: int, at: int) -> list[dict[str, Any]]:
    """What is to be seen of every node at a step: all steps up to it, one after the other."""
    score, role, bounds, window = dict.fromkeys(range(4), -1), dict.fromkeys(range(4), 0), {}, {}
    pruned, notes, memo = set(), {}, {}
    signs = {node: last_sign(trace["steps"][: at + 1], node) for node in range(4)}
    for step in trace["steps"][: at + 1]:
        score |= dict(rows(step["s"], 2))
        role |= dict(rows(step["r"], 2))
        bounds |= {node: (RANKS[low], RANKS[high]) for node, low, high in rows(step.get("b", []), 3)}
        window |= {node: (low, high) for node, low, high in rows(step["w"], 3)}
        for node, is_pruned in rows(step["g"], 2):
            (pruned.add if is_pruned else pruned.discard)(node)
        notes |= dict(step["o"])
        memo |= {entry[:2]: list(entry) for entry in step["y"]}
    step = trace["steps"][at]
    path, cell = [], step["p"]
    while cell >= 0:
        node, cell = trace["cells"][cell]
        path.append(node)
    activity = dict(rows(step["a"], 2))
    return [
        {
            "value": _value(node, score, bounds, worth, signs.get(node, 0)),
            "scored": SIGNS[signs.get(node, 0)]["is_score"],
            "bounds": [VALUES[end]["text"] for end in bounds[node]] if node in bounds else None,
            "window": [VALUES[end]["text"] for end in window[node]] if node in window else None,
            "pruned": node in pruned,
            "role": ROLES[role.get(node, 0)],
            "note": notes.get(node) or None,
            "activity": ACTIVITIES[activity[node]] if node in activity else None,
            "there": node > 3 or trace["discovery"][node] <= at,
            "expanded": node > 3 or trace["expanded"][node] <= at,
            "memo": [entry for entry in memo.values() if entry[0] == node],
            "hangs": node in bounds and bounds[node][0] < bounds[node][1],
            "focus": step["f"] == node,
            "onPath": path.count(node),
        }
        for node in range(5)
    ]


def _value(node: int, score: dict[int, int], bounds: dict[int, tuple[int, int]], worth: int, sign: int) -> str | None:
    if node in bounds:
        low, high = bounds[node]
        return str(VALUES[max(low, min(worth, high))]["text"])
    if score.get(node, -1) < 0:
        return None
    return f"{SIGNS[sign]['text']} {VALUES[score[node]]['text']}".strip()


traces = st.builds(
    trace_of,
    st.lists(steps, min_size=1, max_size=6),
    st.lists(st.integers(0, 40), min_size=4, max_size=4),
    bounded=st.booleans(),
)


orders = st.lists(st.integers(0, 9), min_size=1, max_size=9)


chunkings = st.tuples(st.sampled_from([1, 5, 40, 100]), orders)


@examples(50)
@given(traces, values, walks, chunkings)
def test_every_step_is_what_all_steps_up_to_it_make_it(run: Run, trace, worth, walk, chunking):
    there = [step % len(trace["steps"]) for step in walk]
    sent = in_chunks(trace, *chunking)
    found = run(SEEN, [sent, worth, there])
    assert [seen for _, _, seen in found] == [expected(trace, worth, step) for step in there]
    done = [{ACTIVITIES[activity] for _, activity in rows(trace["steps"][step]["a"], 2)} for step in there]
    assert [activities for _, activities, _ in found] == list(map(sorted, done))
    hangs = any(node["hangs"] for node in expected(trace, worth, trace["length"] - 1))
    assert {depends for depends, _, _ in found} <= {hangs, None}


CROWDED = """([trace, visits]) => {
  const frames = new $frames.Frames({ ...trace, chunks: [] }), { chunks } = trace;
  return visits.map(([step, count]) => {
    for (let place = 0; place <= count; place++) {
      const chunk = chunks[(step + place) % chunks.length];
      if (!frames.chunks.has(chunk.number)) frames.receive(chunk);
      if (!place) frames.seek(step);
    }
    return [frames.caption, frames.seek(step), frames.isWhole, [...frames.chunks.keys()]];
  });
}"""


@examples(20)
@given(st.lists(st.tuples(st.integers(0, 69), st.integers(0, 69)), min_size=1, max_size=8))
def test_a_chunk_gives_way_to_others_unless_its_step_is_shown(run: Run, visits):
    steps = [{"c": f"Step {step}", "l": 1, "f": -1, "m": None, "p": -1} for step in range(70)]
    trace = trace_of([], [], bounded=False) | {"length": 70, "chunkLength": 1}
    trace["chunks"] = [closed(step, {}, [there]) for step, there in enumerate(steps)]
    here: dict[int, None] = {}  # in the order in which they came
    found, at = run(CROWDED, [trace, visits]), -1
    for (step, count), seen in zip(visits, found, strict=True):
        for number in ((step + place) % 70 for place in range(count + 1)):
            if number not in here:
                if len(here) >= 60:
                    del here[next(old for old in here if old != at)]
                here[number] = None
            at = step
        assert seen == [f"Step {step}", True, False, list(here)]


@examples(60)
@given(st.lists(st.sampled_from(EDGES), max_size=6))
def test_numbers_are_those_that_were_packed(run: Run, numbers: list[int]):
    assert run("text => [...$columns.unpacked(text)]", number_text(numbers)) == numbers


FOUND = """([trace, counter]) => {
  const frames = new $frames.Frames(trace);
  return [frames.isWhole, trace.nodes.map(id => frames.changesOf(id)), frames.risesOf(counter)];
}"""


@examples(40)
@given(traces, st.lists(st.integers(0, 3), min_size=1, max_size=12), st.sampled_from([5, 100]))
def test_a_jump_leads_to_real_changes_and_to_rises(run: Run, trace, counts, length):
    for number, step in enumerate(trace["steps"]):
        trace["steps"][number] = step | {"k": [7, counts[number % len(counts)]]}
    trace["counters"] = ["always", "counted"]
    sent = in_chunks(trace, length, [0])
    sent["chunks"], sent["later"] = [*sent["chunks"], *sent["later"]], []
    is_whole, changes, rises = run(FOUND, [sent, "counted"])
    assert is_whole
    state: dict[int, list[object]] = {node: [[-1, 0], [0], [-1, -1]] for node in range(4)}
    wanted: list[list[int]] = [[], [], [], []]
    for number, step in enumerate(trace["steps"]):
        before = {node: list(known) for node, known in state.items()}
        for (node, score), sign in zip(rows(step["s"], 2), step["e"], strict=False):
            state[node][0] = [score, sign if score >= 0 else 0]  # what stands before it; nothing before none
        for place, (part, width) in enumerate((("r", 2), ("b", 3)), 1):
            for row in rows(step.get(part, []), width):
                state[row[0]][place] = row[1:]
        for node, known in state.items():
            if known != before[node]:
                wanted[node].append(number)
    assert changes == wanted
    counted = [step["k"][1] for step in trace["steps"]]
    assert rises == [number for number, count in enumerate(counted) if count > [0, *counted][number]]
