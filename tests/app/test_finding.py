"""Nodes are found by id, by label, and by a part of either."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.graphs import game

from explorer.app.session.visible_part import matching_nodes
from explorer.model.graph import GameGraph


def labelled(**labels: str) -> GameGraph:
    graph = game("n1", n1="max n2 n3 n4 n12", n2=1, n3=2, n4=3, n12=4)
    return graph.replace(nodes=tuple(replace(node, label=labels.get(node.id)) for node in graph.nodes))


@pytest.mark.parametrize(
    ("text", "found", "is_one"),
    [
        ("n1", ["n1"], True),
        ("N1 ", ["n1", "n12"], True),
        ("2", ["n2", "n12"], False),
        ("start", ["n1"], True),
        ("END", ["n2", "n3"], False),
        ("nothing", [], False),
        ("  ", [], False),
    ],
)
def test_what_fits_best_comes_first(text: str, found: list[str], is_one: bool):
    graph = labelled(n1="Start", n2="end", n3="end", n4="in the middle")
    nodes, only = matching_nodes(graph, text, most=9)
    assert ([node.id for node in nodes], only) == (found, is_one)
