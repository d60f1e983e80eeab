"""Text that is pasted as a graph: the examples, and how long it is kept."""

from __future__ import annotations

import pytest

from explorer.app.sources import EXAMPLES, PastedText
from explorer.formats import load_text
from explorer.games.samples import load_sample
from explorer.model.errors import FormatError
from explorer.solver import solve


@pytest.mark.parametrize("title", EXAMPLES)
def test_every_example_is_figure_1_without_a_word_of_complaint(title: str):
    loaded, wanted = load_text(EXAMPLES[title]), load_sample("figure-1")
    assert not loaded.problems
    assert {*loaded.graph.moves} == {*wanted.moves}
    assert (loaded.graph.root, dict(solve(loaded.graph).scores)) == ("a", dict(solve(wanted).scores))


def test_a_text_is_read_anew_when_it_changes_and_gone_once_it_is_used():
    pasting = PastedText("a max: b\nb = 1")
    first = pasting.load()
    assert pasting.load() is first
    pasting.text += "\nc = 2"
    assert len(pasting.load().graph.nodes) == 3
    pasting.text = "{"
    with pytest.raises(FormatError, match="line 1"):
        pasting.load()
    pasting.use()
    assert (pasting.text, pasting.number) == ("", 1)
