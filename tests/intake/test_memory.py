"""What cannot fit into the memory is refused before it is read."""

from __future__ import annotations

import pytest

from explorer import formats
from explorer.intake import Intake, intake, memory
from explorer.model.errors import FormatError


def test_a_file_whose_graph_cannot_fit_is_not_read(tmp_path, monkeypatch):
    path = tmp_path / "x.game.json"
    path.write_bytes(b" " * 2**21)
    monkeypatch.setattr(memory, "most_memory", lambda: 10**6)
    with pytest.raises(FormatError, match=r"x\.game\.json: its graph needs about 0\.0 GB of memory, and there are"):
        formats.read(path)


def test_records_are_counted_before_they_fill_the_memory(monkeypatch):
    monkeypatch.setattr(intake, "_BETWEEN_LOOKS", 10)
    monkeypatch.setattr(memory, "most_memory", lambda: 25 * 700)
    taken = Intake()
    for number in range(20):
        taken.node({"id": str(number)})
    with pytest.raises(FormatError, match="a graph with more than 21 nodes needs about"):
        taken.node({"id": "20"})
    assert memory.most_memory() == 25 * 700
