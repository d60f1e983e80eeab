"""What is shown of a large graph hangs together, tells exactly what it leaves out, and does not move when it grows."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game, game_graphs, long_path, thorough

from explorer.drawing.excerpt import Excerpt, drawn_part, excerpt_around, neighbourhood_of
from explorer.drawing.limits import (
    END_OF_WAY,
    FIRST_CELLS,
    FIRST_SHOWN,
    LARGEST_DRAWN,
    LARGEST_PART,
    LONGEST_WAY,
    MORE_AT_ONCE,
    OPENED_AT_ONCE,
    PREDECESSORS,
    SHOWN_OF_ONE,
)
from explorer.games import generate
from explorer.model.errors import GraphError, LimitError
from explorer.model.graph import GameGraph, Kind, Node

APART = 60.0  # two radii and a little more


def star(leaves: int) -> GameGraph:
    """A Max node with so many leaves."""
    ids = [f"b{i}" for i in range(leaves)]
    return game("a", a=" ".join(["max", *ids]), **dict.fromkeys(ids, 1))


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
            excerpt = excerpt.opened(draw(st.sampled_from(sorted(excerpt.hidden))))
        elif deed == "fold" and excerpt.foldable:
            excerpt = excerpt.folded(draw(st.sampled_from(sorted(excerpt.foldable))))
        elif deed == "deeper":
            excerpt = excerpt.deeper()
        elif deed == "reveal":
            excerpt = excerpt.revealed(draw(anywhere))
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
    after = excerpt.opened(id)
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
    folded = excerpt.opened(id).folded(id)
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
    after = excerpt.revealed(id)
    assert id in shown(after)
    if excerpt.centre == after.centre:
        assert_grown(excerpt, after)


def test_a_node_is_revealed_along_the_path_that_leads_to_it():
    graph = generate("tree", branching=3, depth=7)
    path = ["r", *(".".join("3" * k) for k in range(1, 8))]
    assert all(move in graph.moves for move in pairwise(path))
    start = excerpt_around(graph, "r")
    after = start.revealed(path[-1], path)
    assert_grown(start, after)
    assert shown(after) - shown(start) == set(path) - shown(start)
    assert start.revealed(path[4], path).parents.keys() < after.parents.keys()


def test_the_rest_of_a_path_before_what_is_shown_is_revealed_too():
    graph = long_path(40)
    path = [f"v{i}" for i in range(10)]
    middle = excerpt_around(graph, "v9", ["v7", "v8", "v9"])
    assert "v6" not in shown(middle)
    after = middle.revealed("v9", path)
    assert_grown(middle, after)
    assert set(path) <= shown(after)


def test_far_away_another_part_begins_with_the_end_of_the_way():
    graph = long_path(200)
    start = excerpt_around(graph, "v0")
    last = int(max(shown(start), key=lambda id: int(id[1:]))[1:])
    near = start.revealed(f"v{last + LONGEST_WAY}")
    assert near.centre == "v0"
    assert_grown(start, near)
    far = start.revealed(f"v{last + LONGEST_WAY + 1}")
    assert far.centre == f"v{last + LONGEST_WAY + 1}"
    before = [f"v{last + LONGEST_WAY + 1 - k}" for k in range(END_OF_WAY + 1)]
    assert set(before) <= shown(far)
    assert f"v{last + LONGEST_WAY - END_OF_WAY}" not in shown(far)
    ys = [far.points[id][1] for id in before]
    assert ys == sorted(ys, reverse=True)


def test_what_play_does_not_reach_is_shown_on_its_own():
    graph = game("a", a="max b", b=1, x="max y", y=2)
    after = excerpt_around(graph, "a").revealed("x")
    assert (after.centre, shown(after)) == ("x", {"x", "y"})
    assert after.graph.root is None


def test_a_node_with_many_successors_does_not_take_all_the_room():
    graph = game(
        "a", a=" ".join(["max", *(f"b{i}" for i in range(60)), "c"]), **{f"b{i}": 1 for i in range(60)}, c="max b1"
    )
    first = excerpt_around(graph, "a")
    assert len(shown(first)) == FIRST_SHOWN
    assert first.hidden == {"a": 61 - (FIRST_SHOWN - 1)}
    assert first.opened("a").hidden == {"a": 61 - (FIRST_SHOWN - 1) - OPENED_AT_ONCE}
    wide = generate("tree", branching=8, depth=3)
    assert excerpt_around(wide, "r").hidden["r"] == 8 - SHOWN_OF_ONE


def test_around_a_leaf_are_some_nodes_before_it():
    graph = generate("random", nodes=400, leaves="8%", degree=3, seed=28)
    leaf = max(
        (node.id for node in graph.nodes if not graph.successors_of(node.id)),
        key=lambda id: len(graph.predecessors[graph.index[id]]),
    )
    around = excerpt_around(graph, leaf)
    assert len(shown(around)) == 1 + PREDECESSORS
    assert {source for source, target in around.graph.moves if target == leaf} == shown(around) - {leaf}


@pytest.mark.large
def test_a_part_does_not_grow_beyond_what_can_be_read():
    excerpt = excerpt_around(star(LARGEST_PART + 20), "a")
    while len(shown(excerpt)) < LARGEST_PART:
        excerpt = excerpt.opened("a") if len(shown(excerpt)) % 2 else excerpt.deeper()
    assert excerpt.hidden == {"a": 21}
    for change in (excerpt.deeper, lambda: excerpt.opened("a")):
        with pytest.raises(LimitError, match=f"at most {LARGEST_PART} nodes are shown"):
            change()
    assert excerpt.revealed(f"b{LARGEST_PART + 19}").centre == f"b{LARGEST_PART + 19}"


def test_an_unknown_node_is_named():
    excerpt = excerpt_around(star(3), "a")
    for change in (excerpt.opened, excerpt.folded, excerpt.revealed, lambda id: excerpt_around(star(3), id)):
        with pytest.raises(GraphError, match="nowhere"):
            change("nowhere")


@given(large_graphs(), st.data())
def test_the_successor_that_is_to_come_first_is_shown_wherever_one_is(graph: GameGraph, data: st.DataObject):
    inner = [node.id for node in graph.nodes if graph.successors_of(node.id)]
    first = {id: data.draw(st.sampled_from([node.id for node in graph.successors_of(id)])) for id in inner}
    excerpt = excerpt_around(graph, "n0", first=first)
    leading = {graph.ids[parent] for parent in excerpt.parents.values() if parent is not None}
    assert {first[id] for id in leading} <= set(excerpt.points)


def test_pieces_of_large_boards_are_shown_on_fewer_nodes():
    small = generate("tic-tac-toe")
    assert len(excerpt_around(small, small.root or "").parents) == FIRST_SHOWN
    tiling = generate("tiling", rows=8, columns=8, positions=20)
    assert len(excerpt_around(tiling, tiling.root or "").parents) == FIRST_CELLS // 64


def test_what_is_too_large_to_be_drawn_is_shown_so_far_that_it_can_be_read():
    whole, larger = (long_path(nodes - 1) for nodes in (LARGEST_DRAWN, LARGEST_DRAWN + 1))
    assert drawn_part(whole, whole.ids[1_000]) is whole
    part = drawn_part(larger, larger.ids[1_000])
    assert part == excerpt_around(larger, larger.ids[1_000]).graph
    assert larger.ids[1_000] in part.ids
    assert len(part.nodes) <= FIRST_SHOWN + PREDECESSORS


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


def test_a_part_that_cannot_be_drawn_is_refused():
    with pytest.raises(LimitError, match=r"more than 3,000 nodes.* lie within 1 move of a; ask for fewer moves"):
        neighbourhood_of(star(LARGEST_DRAWN + 1), "a", 1)
