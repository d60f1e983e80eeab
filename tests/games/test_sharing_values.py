"""The chain of values in the number of colours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.sharing_oracle import exact, shared

from explorer.games.sharing_setting import EDGES, FACES, VERTICES, setting
from explorer.games.sharing_values import Shares, SharingValues, chain
from explorer.games.undirected import undirected_graph


@given(shared(), st.data())
def test_the_chain_never_falls_and_ends_with_everything(shares, data):
    shares = Shares(shares.elements, shares.sets, shares.weights)
    found = chain(shares)
    assert list(found.values) == sorted(found.values)
    assert found.values[0] == 0
    assert found.values[-1] == found.everything
    assert found.least == len(found.values)
    if all(len(hangs_on) > 1 for hangs_on in shares.sets):
        assert found.everything == sum(exact(shares.weights))
    colours = data.draw(st.integers(1, len(found.values)))
    assert found.values[colours - 1] == SharingValues(shares, colours).value()


@pytest.mark.parametrize(
    ("pair", "values"),
    [((VERTICES, EDGES), (0, 4, 5, 8, 8, 8, 9)), ((FACES, EDGES), (0, 6, 6, 9))],
)
def test_the_chain_of_the_friendship_graph_ends_with_all_of_it(pair, values):
    assert chain(setting(undirected_graph("friendship-3"), *pair).shares()).values == values
