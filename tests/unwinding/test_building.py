"""The trees of a graph: their shape, the value of every copy, and what a budget leaves of them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.graphs import figure_1, game, game_graphs, worths
from support.oracle import scores_of

from explorer.model.graph import GameGraph, Kind
from explorer.model.scores import Score
from explorer.unwinding import CopyRole, TreeView, Unwinding, build, count

GRAPHS = game_graphs(max_open=1, max_degree=3)
VIEWS = st.sampled_from(TreeView)


def tree_of(graph: GameGraph, view: TreeView, *, depth: int = 4, endless: Score = 0, budget: int = 10**6) -> Unwinding:
    """The tree; graphs with cycles are not asked to be unravelled, and huge trees are left alone."""
    assume(view is not TreeView.UNRAVELLED or not _has_cycle(graph))
    assume(count(graph, view, depth=depth, endless=endless).total < 3_000)
    return build(graph, view, depth=depth, endless=endless, budget=budget)


def _has_cycle(graph: GameGraph) -> bool:
    size = len(graph.nodes)
    return len(count(graph, "depth", depth=size).levels) > size


def s_n(graph: GameGraph, n: int, endless: Score) -> Score:
    """s_n of the root, by Definition 4.1 as it is written, with endless play worth `endless` to the player there."""
    values: list[Score] = []
    for moves in range(n + 1):
        worth = endless if (n - moves) % 2 == 0 else graph.sign * endless
        values = [_stepped(graph, place, values, worth) if moves else worth for place in range(len(graph.nodes))]
    return values[graph.root_index]


def _stepped(graph: GameGraph, place: int, values: list[Score], worth: Score) -> Score:
    score = graph.nodes[place].score
    if score is not None:
        return score
    seen = [graph.sign * values[other] for other in graph.successors[place]]
    best = max if graph.orientation[place] > 0 else min
    return best(seen, default=worth)


@given(GRAPHS, st.integers(0, 9), worths)
def test_the_depth_n_tree_is_worth_s_n(graph: GameGraph, depth: int, endless: Score) -> None:
    tree = tree_of(graph, TreeView.DEPTH, depth=depth, endless=endless)
    assert tree.root_value == s_n(graph, depth, endless)


@given(GRAPHS, worths)
def test_the_cut_tree_is_worth_the_score(graph: GameGraph, endless: Score) -> None:
    """Theorem 6.6."""
    tree = tree_of(graph, TreeView.BACK_LINKS, endless=endless)
    assert tree.root_value == scores_of(graph, endless)[graph.nodes[graph.root_index].id]


@pytest.mark.parametrize(("endless", "nodes"), [(0, ["p", "p", "x"]), (1, ["p", "p", "x", "p", "x"])])
def test_a_negamax_cut_waits_for_the_same_player_where_endless_play_is_no_draw(endless: int, nodes: list[str]) -> None:
    """p moves to itself, which passes the turn, or ends the game with −1/2 for the mover: 1/2 for the next."""
    graph = game("p", "negamax", p="mover p x", x=0.5)
    tree = build(graph, "back-links", endless=endless)
    assert [copy.node for copy in tree.copies] == nodes
    assert tree.root_value == scores_of(graph, endless)["p"]


@given(game_graphs(max_open=1, acyclic=True), worths)
def test_every_copy_in_the_unravelled_tree_is_worth_its_node(graph: GameGraph, endless: Score) -> None:
    tree = tree_of(graph, TreeView.UNRAVELLED, endless=endless)
    scores = [scores_of(graph, worth) for worth in (endless, graph.sign * endless)]
    for copy in tree.copies:
        assert copy.value == scores[copy.depth % 2][copy.node]


@given(GRAPHS, VIEWS, worths, st.integers(0, 5))
def test_values_are_backed_up_by_the_minimax_rule(graph: GameGraph, view: TreeView, endless: Score, depth: int) -> None:
    tree = tree_of(graph, view, depth=depth, endless=endless)
    seen: dict[int, list[Score]] = {}
    for copy in tree.copies[1:]:
        assert copy.parent is not None
        assert copy.value is not None
        seen.setdefault(copy.parent, []).append(graph.sign * copy.value)
    for index, copy in enumerate(tree.copies):
        if copy.role is CopyRole.INNER:
            assert copy.value == _best(graph, copy.node, seen[index])
        elif copy.role is CopyRole.LEAF:
            assert copy.value == graph.node(copy.node).score
        else:
            assert copy.value == (graph.sign * endless if copy.depth % 2 else endless)


def _best(graph: GameGraph, node: str, seen: list[Score]) -> Score:
    return max(seen) if graph.orientation[graph.index[node]] > 0 else min(seen)


@given(GRAPHS, VIEWS, st.integers(0, 5), worths)
def test_the_tree_has_the_size_that_was_counted(graph: GameGraph, view: TreeView, depth: int, endless: Score) -> None:
    tree = tree_of(graph, view, depth=depth, endless=endless)
    assert tree.is_whole
    assert tree.size == count(graph, view, depth=depth, endless=endless)
    depths = [copy.depth for copy in tree.copies]
    assert tree.size.levels == tuple(depths.count(level) for level in range(tree.shown_levels))
    assert CopyRole.HIDDEN not in {copy.role for copy in tree.copies}


@given(GRAPHS, VIEWS, st.integers(0, 5))
def test_copies_come_level_by_level_with_children_in_move_order(graph: GameGraph, view: TreeView, depth: int) -> None:
    tree = tree_of(graph, view, depth=depth)
    assert tree.copies[0].parent is None
    assert all(before.depth <= after.depth for before, after in pairwise(tree.copies))
    assert list(tree.parents[1:]) == sorted(parent for parent in tree.parents if parent is not None)
    for index, copy in enumerate(tree.copies):
        below = [other.node for other in tree.copies if other.parent == index]
        moves = [node.id for node in graph.successors_of(copy.node)] if copy.role is CopyRole.INNER else []
        assert below == moves
        assert index in tree.copies_of(copy.node)


def path_to(tree: Unwinding, index: int) -> list[str]:
    """The nodes of the graph from the root to a copy, both included."""
    copy = tree.copies[index]
    return [*(() if copy.parent is None else path_to(tree, copy.parent)), copy.node]


@given(GRAPHS)
def test_a_position_is_cut_exactly_where_it_recurs(graph: GameGraph) -> None:
    tree = tree_of(graph, TreeView.BACK_LINKS)
    for index, copy in enumerate(tree.copies):
        *before, here = path_to(tree, index)
        assert (copy.role is CopyRole.BACK_LINK) == (here in before)


@given(GRAPHS, st.integers(0, 5))
def test_copies_at_depth_n_are_fresh_and_no_others(graph: GameGraph, depth: int) -> None:
    tree = tree_of(graph, TreeView.DEPTH, depth=depth)
    for copy in tree.copies:
        assert (copy.role in (CopyRole.FRESH, CopyRole.UNREAD)) == (copy.depth == depth)
        if copy.depth == depth:
            assert (copy.role is CopyRole.UNREAD) == (graph.node(copy.node).kind is Kind.LEAF)


@given(GRAPHS, VIEWS, st.integers(0, 6), worths, st.integers(1, 30))
def test_a_budget_hides_copies_but_changes_no_value(
    graph: GameGraph, view: TreeView, depth: int, endless: Score, budget: int
) -> None:
    whole = tree_of(graph, view, depth=depth, endless=endless)
    part = tree_of(graph, view, depth=depth, endless=endless, budget=budget)
    assert part.size.total == whole.size.total
    assert len(part.copies) <= budget
    if not part.is_whole:
        assert sum(whole.size.levels[: part.shown_levels + 1]) > budget
    for index, (full, shown) in enumerate(zip(whole.copies, part.copies, strict=False)):
        assert (shown.node, shown.parent, shown.depth, shown.value) == (full.node, full.parent, full.depth, full.value)
        hidden = full.role is CopyRole.INNER and full.depth == part.shown_levels - 1
        assert part.copies[index].role is (CopyRole.HIDDEN if hidden else full.role)


def test_the_users_sentence_counts_what_is_shown() -> None:
    graph = game("a", a="max b c", b="min d e", c="min f g", d="max a", e=1, f="max h", g=2, h=3)
    assert build(graph, "back-links").summary == "The tree has 9 nodes, all of them drawn."
    assert build(graph, "back-links", budget=7).summary == (
        "The tree has 9 nodes; the first 3 levels (7 nodes) are shown. Allow more nodes to see more."
    )
    assert build(graph, "back-links", budget=2).summary == (
        "The tree has 9 nodes; the first level (1 node) is shown. Allow more nodes to see more."
    )
    assert build(game("a", a="max b", b=1), "depth", depth=0).summary == "The tree has 1 node."


def test_figure_4_the_approximations_of_a_cycle() -> None:
    graph = figure_1()
    nodes = [[copy.node for copy in build(graph, "depth", depth=depth).copies] for depth in range(4)]
    assert nodes == [["a"], list("abc"), list("abcda"), list("abcdabc")]
    roles = [copy.role for copy in build(graph, "depth", depth=3).copies]
    fresh, unread, leaf, inner = CopyRole.FRESH, CopyRole.UNREAD, CopyRole.LEAF, CopyRole.INNER
    assert roles == [inner, leaf, inner, leaf, inner, unread, fresh]
