"""What is shown of a large graph hangs together, tells exactly what it leaves out, and does not move when it grows."""

from __future__ import annotations

from random import Random

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game_graphs, thorough

from explorer.drawing.excerpt import Excerpt, excerpt_around, neighbourhood_of
from explorer.drawing.limits import (
    FIRST_SHOWN,
    MORE_AT_ONCE,
    OPENED_AT_ONCE,
)
from explorer.model.graph import GameGraph, Kind, Node

APART = 60.0  # two radii and a little more


@st.composite
def large_graphs(draw: st.DrawFn) -> GameGraph:
    """Any moves, self-loops and nodes out of reach included."""
    nodes, most, rng = draw(st.integers(1, 160)), draw(st.integers(0, 9)), Random(draw(st.integers(0, 10**6)))
    rows = [rng.sample(range(nodes), min(nodes, rng.randint(0, most))) for _ in range(nodes)]
    made = [Node(f"n{k}", Kind.MAX if row else Kind.LEAF, None if row else k) for k, row in enumerate(rows)]
    return GameGraph(
        tuple(made), tuple((f"n{k}", f"n{other}") for k, row in enumerate(rows) for other in row), root="n0"
    )


@st.composite
def excerpts(draw: st.DrawFn) -> Excerpt:
    """Around any node, after anything that can be done to an excerpt."""
    graph = draw(large_graphs())
    anywhere = st.sampled_from([node.id for node in graph.nodes])
    excerpt = excerpt_around(graph, draw(st.one_of(st.just(graph.root or ""), anywhere)))
    for deed in draw(st.lists(st.sampled_from(["open", "fold", "deeper", "reveal"]), max_size=6)):
        if deed == "open" and excerpt.hidden:
            excerpt = excerpt.with_successors(draw(st.sampled_from(sorted(excerpt.hidden))))
        elif deed == "fold" and excerpt.foldable:
            excerpt = excerpt.without_branch(draw(st.sampled_from(sorted(excerpt.foldable))))
        elif deed == "deeper":
            excerpt = excerpt.deeper()
        elif deed == "reveal":
            excerpt = excerpt.with_node(draw(anywhere))
    return excerpt


def shown(excerpt: Excerpt) -> set[str]:
    return {node.id for node in excerpt.graph.nodes}


def positions(excerpt: Excerpt) -> dict[str, tuple[float | None, float | None]]:
    return {node.id: (node.x, node.y) for node in excerpt.graph.nodes}


def assert_grown(before: Excerpt, after: Excerpt) -> None:
    """Nothing went away and nothing moved."""
    assert positions(before).items() <= positions(after).items()


@thorough
@given(excerpts())
def test_the_part_hangs_together_has_all_moves_and_counts_what_is_hidden(excerpt: Excerpt):
    whole, part, ids = excerpt.whole, excerpt.graph, shown(excerpt)
    assert excerpt.centre in ids
    assert nx.is_weakly_connected(part.to_networkx())
    assert set(part.moves) == {move for move in whole.moves if set(move) <= ids}
    for node in part.nodes:
        left_out = [other.id for other in whole.successors_of(node.id) if other.id not in ids]
        assert excerpt.hidden.get(node.id, 0) == len(left_out)
        order = [other.id for other in whole.successors_of(node.id) if other.id in ids]
        assert [other.id for other in part.successors_of(node.id)] == order
    assert [node.id for node in part.nodes] == [node.id for node in whole.nodes if node.id in ids]


@thorough
@given(excerpts())
def test_every_node_has_a_place_of_its_own(excerpt: Excerpt):
    points = [(node.x, node.y) for node in excerpt.graph.nodes]
    assert all(x is not None and y is not None for x, y in points)
    crowded = [
        (one, other)
        for k, one in enumerate(points)
        for other in points[:k]
        if abs(one[0] - other[0]) < APART and abs(one[1] - other[1]) < APART
    ]
    assert not crowded


@thorough
@given(large_graphs())
def test_it_begins_with_the_root_and_as_many_nodes_as_can_be_read(graph: GameGraph):
    excerpt = excerpt_around(graph, graph.root or "")
    assert excerpt.graph.root == graph.root
    assert len(shown(excerpt)) == min(FIRST_SHOWN, len(graph.reachable))


@thorough
@given(excerpts(), st.data())
def test_opening_shows_the_next_successors_and_moves_nothing(excerpt: Excerpt, data: st.DataObject):
    if not excerpt.hidden:
        return
    id = data.draw(st.sampled_from(sorted(excerpt.hidden)))
    after = excerpt.with_successors(id)
    assert_grown(excerpt, after)
    hidden = [node.id for node in excerpt.whole.successors_of(id) if node.id not in shown(excerpt)]
    assert shown(after) - shown(excerpt) == set(hidden[:OPENED_AT_ONCE])


@thorough
@given(excerpts(), st.data())
def test_folding_takes_back_what_opening_showed_and_nothing_else(excerpt: Excerpt, data: st.DataObject):
    if not excerpt.hidden:
        return
    id = data.draw(st.sampled_from(sorted(excerpt.hidden)))
    had_none = id not in excerpt.foldable
    folded = excerpt.with_successors(id).without_branch(id)
    assert positions(folded).items() <= positions(excerpt).items()
    assert id in shown(folded)
    if had_none:
        assert positions(folded) == positions(excerpt)
    assert excerpt.centre in shown(folded)


@thorough
@given(excerpts())
def test_more_levels_are_more_nodes_until_all_that_play_reaches_is_shown(excerpt: Excerpt):
    after = excerpt.deeper()
    assert_grown(excerpt, after)
    more = len(shown(after)) - len(shown(excerpt))
    assert more <= MORE_AT_ONCE
    assert more == MORE_AT_ONCE or not after.hidden


@thorough
@given(excerpts(), st.data())
def test_any_node_can_be_revealed(excerpt: Excerpt, data: st.DataObject):
    id = data.draw(st.sampled_from([node.id for node in excerpt.whole.nodes]))
    after = excerpt.with_node(id)
    assert id in shown(after)
    if excerpt.centre == after.centre:
        assert_grown(excerpt, after)


@given(large_graphs(), st.data())
def test_the_successor_that_is_to_come_first_is_shown_wherever_one_is(graph: GameGraph, data: st.DataObject):
    inner = [node.id for node in graph.nodes if graph.successors_of(node.id)]
    first = {id: data.draw(st.sampled_from([node.id for node in graph.successors_of(id)])) for id in inner}
    excerpt = excerpt_around(graph, "n0", first=first)
    leading = {graph.ids[parent] for parent in excerpt.parents.values() if parent is not None}
    assert {first[id] for id in leading} <= set(excerpt.points)


@thorough
@given(game_graphs(max_inner=6), st.integers(0, 3))
def test_around_a_node_is_what_so_many_moves_in_either_direction_reach(graph: GameGraph, radius: int):
    network = graph.to_networkx().to_undirected(as_view=True)
    for centre in graph.ids:
        part = neighbourhood_of(graph, centre, radius)
        near = nx.single_source_shortest_path_length(network, centre, cutoff=radius)
        assert [*part.ids] == [id for id in graph.ids if id in near]
        assert [*part.moves] == [move for move in sorted_moves(graph) if {*move} <= near.keys()]
        ends = {source for source, target in graph.moves if source in near and target not in near}
        assert {node.id for node in part.nodes if node.extra.get("copy") == "hidden"} == ends
        size = f"{len(near)} of {len(graph)} nodes"
        assert (size in part.name) == (len(near) < len(graph))


def sorted_moves(graph: GameGraph) -> list[tuple[str, str]]:
    return [(id, after) for id in graph.ids for after in graph.ids_after(id)]
