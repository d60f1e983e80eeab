"""The scripts of the pages as they were built."""

from __future__ import annotations

import re

import pytest

from explorer.drawing.bundle import BUILT, built, vis_network

MOST_BYTES = 320_000  # a third of an exported page; Preact is 10,600 of it, shapes are 14,000, names of moves 6,400
NAMES = sorted(path.stem for path in BUILT.glob("*.js"))


def test_the_stage_weighs_little_beside_vis_network():
    assert len(built("stage").encode()) < MOST_BYTES
    assert "vis-network" in vis_network()


@pytest.mark.parametrize("name", NAMES)
def test_a_built_script_stands_alone_and_can_stand_in_a_page(name: str):
    text = built(name)
    assert not re.search("</script|<!--", text, re.IGNORECASE)
    assert not re.search(r"""^(import|export)\b.*from|\bimport\(""", text, re.MULTILINE)
    assert text.count("\n") > 1  # what is one line Streamlit takes for the name of a file
