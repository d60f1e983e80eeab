"""A large graph is shown in part: the nodes nearest to one."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game_graphs, long_path, thorough

from explorer.drawing.excerpt import excerpt_around
from explorer.drawing.limits import FIRST_SHOWN, LARGEST_DRAWN, PREDECESSORS
from explorer.drawing.neighbourhood import drawn_part, neighbourhood
from explorer.model.errors import GraphError
from explorer.model.graph import GameGraph


@thorough
@given(game_graphs(), st.integers(1, 12), st.data())
def test_no_node_left_out_is_nearer_than_one_that_is_shown(graph: GameGraph, most: int, data: st.DataObject):
    centre = data.draw(st.sampled_from([node.id for node in graph.nodes]))
    part = neighbourhood(graph, centre, most)
    distance = nx.single_source_shortest_path_length(graph.to_networkx().to_undirected(), centre)
    shown = {node.id for node in part.nodes}
    assert len(shown) == min(most, len(distance))
    assert max(distance[id] for id in shown) <= min((distance[id] for id in distance if id not in shown), default=99)
    assert part.moves == tuple(move for move in graph.moves if set(move) <= shown)
    assert part.root == (graph.root if graph.root in shown else None)


@pytest.mark.large
def test_a_path_of_100_000_nodes_is_cut_around_its_middle():
    graph = long_path(100_000)
    middle = graph.nodes[50_000].id
    part = neighbourhood(graph, middle, 101)
    assert len(part.nodes) == 101
    assert part.nodes[50].id == middle


def test_what_is_too_large_to_be_drawn_is_shown_so_far_that_it_can_be_read():
    whole, larger = (long_path(nodes - 1) for nodes in (LARGEST_DRAWN, LARGEST_DRAWN + 1))
    assert drawn_part(whole, whole.ids[1_000]) is whole
    part = drawn_part(larger, larger.ids[1_000])
    assert part == excerpt_around(larger, larger.ids[1_000]).graph
    assert larger.ids[1_000] in part.ids
    assert len(part.nodes) <= FIRST_SHOWN + PREDECESSORS


def test_an_unknown_centre_is_named():
    with pytest.raises(GraphError, match="nowhere"):
        neighbourhood(long_path(3), "nowhere", 2)
