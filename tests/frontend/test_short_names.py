"""Long names are cut alike by the canvas and by pictures, and those of different nodes look different."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from frontend.conftest import Run

from explorer import formats
from explorer.drawing.picture.lettering import printable
from explorer.drawing.picture.names import name_texts
from explorer.drawing.theme import LIGHT
from explorer.model.words import short_name

CASES = Path(__file__).parents[1] / "formats" / "cases"
SHORT = "pairs => pairs.map(([name, most]) => $node_shape.shortName(name, most))"


@pytest.mark.parametrize("name", ["v4-fens.csv", "v4-tlc.dot"])
def test_names_of_different_nodes_are_cut_to_different_ones_on_canvas_and_in_pictures(run: Run, name: str):
    nodes = formats.load(CASES / name).graph.nodes
    names = [printable(node.name) for node in nodes]
    assert max(map(len, names)) > 18
    shown = [short_name(name, 18) for name in names]
    assert len(set(shown)) == len(nodes)
    assert run(SHORT, [[name, 18] for name in names]) == shown
    near = np.zeros((0, 2))
    drawn = [
        " ".join(row.text for row in name_texts(node, LIGHT, near, 0.0, is_root=False, is_card=False)) for node in nodes
    ]
    assert len(set(drawn)) == len(nodes)
    assert all(len(text) <= 63 for text in drawn)
