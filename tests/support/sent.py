"""A trace that came to the browser in chunks, put together: all steps in one list, with one list of cells."""

from __future__ import annotations

from typing import Any


def merged(data: dict[str, Any]) -> dict[str, Any]:
    """The trace with `steps`, `cells` and `others` in place of its chunks, which must be all."""
    nodes = len(data["nodes"])
    others: dict[str, list[str]] = {}
    cells: list[tuple[int, int]] = []
    steps: list[dict[str, Any]] = []
    for chunk in data["chunks"]:
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
