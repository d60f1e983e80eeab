"""What the control of a lock-step sends to the browser."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.graphs import example_7_1

from explorer.algorithms import trace
from explorer.comparison.align import AlignedBy, align
from explorer.stage import Lockstep
from explorer.stage import lockstep as module


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = []
    monkeypatch.setattr(module, "mount", lambda data, *, key, height: messages.append(json.loads(data)))
    return messages


def test_every_way_has_the_steps_of_both_stages_and_the_differences(heard):
    naive, memo = (trace(example_7_1(1, 2), name) for name in ("memoised-naive", "memoised"))
    alignments = [align(naive, memo, by) for by in AlignedBy]
    control = Lockstep("compare", ("left", "right"))
    control.set_ways(alignments)
    control.show()
    (message,) = heard
    assert (message["id"], message["leads"]) == ("compare", ["left", "right"])
    assert [way["title"] for way in message["ways"]] == ["By step", "By visit"]
    for way, alignment in zip(message["ways"], alignments, strict=True):
        assert way["steps"] == [list(alignment.left), list(alignment.right)]
        assert way["differences"] == list(alignment.differences)


def test_other_ways_have_another_number_so_that_the_browser_begins_anew(heard):
    control = Lockstep("compare", ("left", "right"))
    for _ in range(2):
        control.show()
    control.set_ways([])
    control.show()
    first, second, third = heard
    assert first == second
    assert third["seq"] != first["seq"]
    assert third["ways"] == []
