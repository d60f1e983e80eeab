"""Strongly connected components against networkx, and the order in which they are numbered."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from support.arrays import random_arrays

from explorer.solver.components import components
from explorer.solver.kernels import always_compiled


def partition(labels: list[int]) -> set[frozenset[int]]:
    return {frozenset(node for node, other in enumerate(labels) if other == label) for label in labels}


@pytest.mark.parametrize("seed", range(3))
def test_components_are_those_of_networkx(seed: int):
    rng = np.random.default_rng(seed)
    for _ in range(300):
        arrays = random_arrays(rng, int(rng.integers(1, 15)), leaves=0.2, most=2)
        sources = np.repeat(np.arange(len(arrays.orientation)), np.diff(arrays.indptr))
        digraph = nx.DiGraph(zip(sources.tolist(), arrays.indices.tolist(), strict=True))
        digraph.add_nodes_from(range(len(arrays.orientation)))
        labels = components(arrays.indptr, arrays.indices)
        assert partition(labels.tolist()) == set(map(frozenset, nx.strongly_connected_components(digraph)))
        assert sorted(set(labels.tolist())) == list(range(labels.max() + 1))
        assert (labels[arrays.indices] <= labels[sources]).all()


def test_compiled_and_as_it_stands_agree_and_long_cycles_need_no_recursion():
    nodes = 50_000
    ring, rng = np.roll(np.arange(nodes), -1), np.random.default_rng(7)
    arrays = random_arrays(rng, nodes, leaves=0.3, most=3)
    for indptr, indices in ((np.arange(nodes + 1), ring), (arrays.indptr, arrays.indices)):
        plain = components(indptr, indices)
        with always_compiled():
            assert np.array_equal(components(indptr, indices), plain)
    assert not components(np.arange(nodes + 1), ring).any()
