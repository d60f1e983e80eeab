"""A trace that came to the browser in chunks, read here a second time: step by step what changes, as letters.

A step has `c` caption, `l` line, `s` node and score by turns, `e` what stands before each of these scores, `r` node and
finality, `a` node and activity, `b` node, lower and upper bound, `w` node, alpha and beta, `g` node and 1 if it is cut
off, `f` focus, `m` move or None, `p` the end of the path as a cell, `k` counters, `o` nodes with their notes, `n` where
a name begins and ends in the caption and the node, `q` marked moves, `t` messages on moves and `y` entries of the
memo, with node and player.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable
from typing import Any

import numpy as np

_KINDS = {"1": "<i1", "2": "<i2", "4": "<i4", "8": "<f8"}
EDGES = sorted(sign * 2**bits + by for bits in (7, 8, 15, 16, 31, 32) for sign in (-1, 1) for by in (-1, 0, 1))
"""The numbers around which more bytes are needed to hold one, with or without a sign."""

_FLAT = {"s": "scores", "r": "roles", "b": "bounds", "w": "windows", "g": "pruned", "a": "activity"}


def merged(data: dict[str, Any]) -> dict[str, Any]:
    """The trace with `steps`, `cells` and `others` in place of its chunks, which must be all."""
    nodes = len(data["nodes"])
    others: dict[str, list[str]] = {}
    cells: list[tuple[int, int]] = []
    steps: list[dict[str, Any]] = []
    for chunk in (opened(chunk, data) for chunk in data["chunks"]):
        listed = chunk.get("others", [])
        for id, name in listed:
            others.setdefault(id, [id, name])
        places = [*range(nodes), *(nodes + list(others).index(id) for id, _ in listed)]
        shift = len(cells)
        for step in chunk["steps"]:
            end, focus = step["p"], step["f"]
            names = [places[each] if at % 3 == 2 else each for at, each in enumerate(step.get("n", []))]
            found = {"p": end + shift if end >= 0 else -1, "f": places[focus] if focus >= 0 else -1}
            steps.append(step | found | ({"n": names} if names else {}))
        cells += [(places[node], before + shift if before >= 0 else -1) for node, before in chunk["cells"]]
    assert len(steps) == data["length"]
    rest = {key: value for key, value in data.items() if key != "chunks"}
    return rest | {"steps": steps, "cells": cells} | ({"others": list(others.values())} if others else {})


def opened(chunk: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
    """A chunk of a trace with `steps`, and with `start`, which is how things stand before them, as if by one step."""
    lines, focus, ends = (unpacked(chunk[name]) for name in ("lines", "focus", "ends"))
    moves, cells = (batched(unpacked(chunk[name]), 2) for name in ("moves", "cells"))
    columns = {name: rows_of(column) for name, column in chunk["columns"].items()}
    counts = [0] * len(data["counters"])
    steps = []
    for place in range(-1, len(chunk["captions"])):
        rows = {name: [row for step, *row in found if step == place] for name, found in columns.items()}
        for counter, count in rows.get("counts", []):
            counts[counter] = count
        step = _changes(rows, chunk, data)
        if place >= 0:
            step |= {
                "c": chunk["captions"][place],
                "l": lines[place],
                "f": focus[place],
                "m": None if moves[place][0] < 0 else moves[place],
                "p": ends[place],
                "k": list(counts),
            }
        steps.append(step)
    start, *steps = steps
    return {**chunk, "cells": [tuple(cell) for cell in cells], "start": start, "steps": steps}


def _changes(rows: dict[str, list[list[int]]], chunk: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
    """What changes in a step, or stood before the first one."""
    found: dict[str, Any] = {letter: _flat(rows.get(name, [])) for letter, name in _FLAT.items()}
    found["o"] = [[node, chunk["texts"][text]] for node, text in rows.get("notes", [])]
    if rows.get("names"):
        found["n"] = _flat([start, end, node] for node, start, end in rows["names"])
    if rows.get("marks"):
        found["q"] = [[one, other, data["marks"][mark]] for one, other, mark in rows["marks"]]
    if rows.get("transits"):
        found["t"] = [[one, other, chunk["texts"][text], count] for one, other, text, count in rows["transits"]]
    if rows.get("memo"):
        found["y"] = [(state >> 1, state & 1, *chunk["entries"][entry]) for state, entry in rows["memo"]]
    if "signs" in data:
        signs = {row[0]: row[1] for row in rows.get("signs", [])}
        assert signs.keys() <= {node for node, _ in rows.get("scores", [])}
        found["e"] = [signs.get(node, 0) for node, _ in rows.get("scores", [])]
    is_told = {"b": data["bounded"]}
    assert not any(found[letter] for letter, told in is_told.items() if not told)
    return {letter: value for letter, value in found.items() if is_told.get(letter, True)}


def closed(number: int, start: dict[str, Any], steps: list[dict[str, Any]], **rest: Any) -> dict[str, Any]:
    """A chunk as it comes to the browser, of steps and a start like those of `opened`."""
    texts: list[str] = []
    entries: list[Any] = []
    columns: dict[str, list[list[int]]] = {}
    for place, step in enumerate((start, *steps), -1):
        found = {name: batched(step.get(letter, []), _width(letter)) for letter, name in _FLAT.items()}
        found["signs"] = [[row[0], sign] for row, sign in zip(found["scores"], step.get("e", []), strict=False)]
        found["notes"] = [[node, len(texts) + at] for at, (node, _) in enumerate(step.get("o", []))]
        found["counts"] = [[counter, count] for counter, count in enumerate(step.get("k", []))]
        found["memo"] = [[2 * entry[0] + entry[1], len(entries) + at] for at, entry in enumerate(step.get("y", []))]
        texts += [note for _, note in step.get("o", [])]
        entries += [entry[2:] for entry in step.get("y", [])]
        for name, rows in found.items():
            columns.setdefault(name, []).extend([place, *row] for row in rows)
    return {
        "number": number,
        "captions": [step["c"] for step in steps],
        "lines": packed(step["l"] for step in steps),
        "focus": packed(step["f"] for step in steps),
        "moves": packed(end for step in steps for end in step["m"] or (-1, -1)),
        "ends": packed(step["p"] for step in steps),
        "columns": {
            name: [
                packed(row[0] for row in rows),
                packed(row[1] for row in rows),
                packed(_flat(row[2:] for row in rows)),
            ]
            for name, rows in columns.items()
            if rows
        },
        "texts": texts,
        "entries": entries,
        **rest,
    }


def _width(letter: str) -> int:
    return 3 if letter in "bw" else 2


def rows_of(column: list[str]) -> list[list[int]]:
    """The changes of a column: step, key and values of each."""
    steps, keys, values = map(unpacked, column)
    width = len(values) // len(keys)
    return [list(row) for row in zip(steps, keys, *(values[at::width] for at in range(width)), strict=True)]


def unpacked(text: str) -> list[int]:
    return [int(number) for number in np.frombuffer(b64decode(text[1:]), _KINDS[text[0]])]


def packed(numbers: Iterable[int]) -> str:
    return f"4{b64encode(np.array([*numbers], '<i4').tobytes()).decode()}"


def batched(flat: list[int], size: int) -> list[list[int]]:
    return [flat[at : at + size] for at in range(0, len(flat), size)]


def _flat(rows: Iterable[Iterable[int]]) -> list[int]:
    return [number for row in rows for number in row]
