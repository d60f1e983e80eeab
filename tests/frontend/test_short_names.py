"""Long names are cut alike by the scripts and by Python, and those of different nodes look different."""

from __future__ import annotations

from pathlib import Path

import pytest
from frontend.conftest import Run

from explorer import formats
from explorer.drawing.picture.lettering import printable
from explorer.model.words import short_name

CASES = Path(__file__).parents[1] / "formats" / "cases"
SHORT = "pairs => pairs.map(([name, most]) => $lettering.shortName(name, most))"


@pytest.mark.parametrize("name", ["v4-fens.csv", "v4-tlc.dot"])
def test_names_of_different_nodes_are_cut_to_different_ones_by_scripts_and_python(run: Run, name: str):
    nodes = formats.load(CASES / name).graph.nodes
    names = [printable(node.name) for node in nodes]
    assert max(map(len, names)) > 18
    shown = [short_name(name, 18) for name in names]
    assert len(set(shown)) == len(nodes)
    assert run(SHORT, [[name, 18] for name in names]) == shown
