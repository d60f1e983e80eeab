"""A tree of copies as a picture: each copy knows its node and the copy above it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs import game_graphs, worths

from explorer.algorithms.captions import s
from explorer.drawing.layout import complete_positions
from explorer.drawing.tree_picture import copy_notes, tree_game, tree_graph
from explorer.games.samples import load_sample
from explorer.model.errors import LimitError
from explorer.model.graph import GameGraph
from explorer.model.scores import Score, format_score
from explorer.solver import solve
from explorer.solver.operator import approximation
from explorer.unwinding import TreeView, build


@given(game_graphs(max_open=1), st.sampled_from([TreeView.DEPTH, TreeView.BACK_LINKS]), st.integers(1, 60))
def test_the_picture_has_the_copies_of_the_tree(graph: GameGraph, view: TreeView, budget: int):
    tree = build(graph, view, depth=4, budget=budget)
    picture = tree_graph(tree)
    assert len(picture.nodes) == len(tree.copies)
    for index, (node, copy) in enumerate(zip(picture.nodes, tree.copies, strict=True)):
        original = graph.node(copy.node)
        assert node.id == str(index)
        assert (node.kind, node.score, node.name) == (original.kind, original.score, original.name)
        assert node.extra["of"] == copy.node
        assert node.extra["copy"] == copy.role
        assert node.extra.get("above") == (None if copy.parent is None else str(copy.parent))
    assert picture.root == "0"
    assert picture.convention is graph.convention


@given(game_graphs(), st.integers(0, 4))
def test_the_moves_are_those_from_a_copy_to_its_children(graph: GameGraph, depth: int):
    tree = build(graph, TreeView.DEPTH, depth=depth, budget=200)
    picture = tree_graph(tree)
    assert picture.moves == tuple(
        (str(copy.parent), str(index)) for index, copy in enumerate(tree.copies) if copy.parent is not None
    )


@given(game_graphs(), st.integers(0, 4))
def test_children_stand_below_their_parent_and_no_two_copies_in_one_place(graph: GameGraph, depth: int):
    picture = tree_graph(build(graph, TreeView.DEPTH, depth=depth, budget=200))
    assert all(node.has_position for node in picture.nodes)
    places = {node.id: (node.x, node.y) for node in picture.nodes}
    assert len(set(places.values())) == len(places)
    for above, below in picture.moves:
        assert places[above][1] < places[below][1]
    assert complete_positions(picture) == places


@given(game_graphs(max_open=1), st.integers(0, 4), worths, st.integers(1, 60))
def test_the_note_of_a_copy_names_the_approximation_that_it_shows(
    graph: GameGraph, depth: int, endless: Score, budget: int
):
    tree = build(graph, TreeView.DEPTH, depth=depth, endless=endless, budget=budget)
    for copy, note in zip(tree.copies, copy_notes(tree), strict=True):
        below = depth - copy.depth
        worth = endless if copy.depth % 2 == 0 else graph.sign * endless
        value = format_score(approximation(graph, below, worth)[graph.index[copy.node]])
        said, _, of_whom = note.partition(", with endless play worth ")
        assert said == f"{s(below)}({graph.node(copy.node).name}) = {value}"
        assert of_whom == ("" if worth == endless else f"{format_score(worth)} to the player to move")


def test_a_value_on_a_path_is_not_called_a_score():
    tree = build(load_sample("figure-3-cycle"), TreeView.BACK_LINKS)
    noted = {copy.node: note for copy, note in zip(tree.copies, copy_notes(tree), strict=True) if note}
    assert noted == {"b": "value 2 on this path", "c": "value 3 on this path", "d": "value 0 on this path"}


@given(game_graphs(), st.sampled_from([TreeView.DEPTH, TreeView.BACK_LINKS]))
def test_a_tree_as_a_game_has_its_value_and_no_copies(graph: GameGraph, view: TreeView):
    tree = build(graph, view, depth=3, budget=3_000)
    if not tree.is_whole:
        with pytest.raises(LimitError, match="too many to be opened"):
            tree_game(tree)
        return
    game = tree_game(tree)
    assert not any(node.extra.keys() & {"of", "copy", "above"} for node in game.nodes)
    assert solve(game).score == tree.root_value
    assert all(len(row) <= 1 for row in game.predecessors)
