"""A tree of copies as a graph to draw: laid out tidily, every copy knowing its node and the copy above it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from explorer.algorithms.algorithm import Algorithm
from explorer.algorithms.captions import s
from explorer.drawing.footprint import footprint_of, stretch
from explorer.drawing.graph_view import GraphView
from explorer.drawing.score_table import distinct
from explorer.drawing.tree_layout import LEAF_GAP, tidy_tree
from explorer.model.board import Point
from explorer.model.board_json import BOARD, board_of
from explorer.model.errors import LimitError
from explorer.model.graph import GameGraph, Kind, Move, Node
from explorer.model.scores import format_score
from explorer.trace import Step, Steps
from explorer.trace.recording import record
from explorer.unwinding import Copy, CopyRole, TreeView, Unwinding

_OF_COPIES = ("of", "copy", "above")  # keys of a copy that are told to the canvas alone
_BETWEEN = 12.0  # between the cards of neighbours, at least


def tree_graph(tree: Unwinding) -> GameGraph:
    """Return the tree as a graph with positions, for drawing alone: its fresh leaves are inner nodes without moves.

    The id of a copy is its index; its extra keys are `of` (the id of the node that it copies), `copy` (its role) and
    `above` (the id of its parent, if it has one), and what lies on the board at its node.
    """
    return _graph_of_copies(tree, [str(index) for index in range(len(tree.copies))])


def _graph_of_copies(tree: Unwinding, ids: Sequence[str]) -> GameGraph:
    """Return the tree as a graph with positions, whose nodes are its copies with these ids."""
    nodes = []
    for id, copy, (x, y) in zip(ids, tree.copies, _copy_positions(tree), strict=True):
        original = tree.graph.node(copy.node)
        above = {} if copy.parent is None else {"above": ids[copy.parent]}
        known = {"of": copy.node, "copy": str(copy.role), **above, **_board_field(original.extra)}
        nodes.append(Node(id, original.kind, original.score, original.name, x, y, known))
    above_below = zip((copy.parent for copy in tree.copies), ids, strict=True)
    moves = tuple((ids[parent], id) for parent, id in above_below if parent is not None)
    extra = {"tree": True, **_board_field(tree.graph.extra)}
    return GameGraph(
        tuple(nodes),
        moves,
        root=ids[0],
        convention=tree.graph.convention,
        extra=extra,
        move_names=_move_names(tree, ids),
    )


def _move_names(tree: Unwinding, ids: Sequence[str]) -> dict[Move, str]:
    """Return the names of the moves between copies, as in the graph."""
    names = tree.graph.move_names
    found: dict[Move, str] = {}
    for id, copy in zip(ids, tree.copies, strict=True) if names else ():
        if copy.parent is not None and (name := names.get((tree.copies[copy.parent].node, copy.node))):
            found[ids[copy.parent], id] = name
    return found


def copy_notes(tree: Unwinding) -> list[str]:
    """Return the value of each copy, as "s₁(c) = 0"; "" where it is the score of its node."""
    return [_copy_note(tree, copy) for copy in tree.copies]


def _copy_note(tree: Unwinding, copy: Copy) -> str:
    """Return the value of a copy with its name, "" where it is the score of its node."""
    if tree.view is not TreeView.DEPTH:
        on_path = (
            tree.view is TreeView.BACK_LINKS
            and copy.parent is not None
            and copy.role in (CopyRole.INNER, CopyRole.HIDDEN)
        )
        return f"value {format_score(copy.value)} on this path" if on_path else ""
    name = tree.graph.node(copy.node).name
    value = f"{s(tree.depth - copy.depth)}({name}) = {format_score(copy.value)}"
    worth = tree.endless_at(copy.depth)
    if worth == tree.endless:
        return value
    return f"{value}, with endless play worth {format_score(worth)} to the player to move"


def view_of_tree(tree: Unwinding) -> GraphView:
    """Return the tree for an export, with the value of every copy, as a run of one step.

    The id of a copy is the name of its node, with a number if it is not the first with this name.
    """
    ids = distinct(tree.graph.node(copy.node).name for copy in tree.copies)
    graph = _graph_of_copies(tree, ids).replace(name=f"{tree.graph.name}: tree" if tree.graph.name else "Tree")
    trace = record(_one_step_run(tree, ids), graph, algorithm=TREE.name)
    return GraphView(trace.graph, trace, replace(TREE, title=tree.title))


def _one_step_run(tree: Unwinding, ids: Sequence[str]) -> Steps:
    """Yield the one step of a run that gives every copy its value."""
    values = {id: copy.value for id, copy in zip(ids, tree.copies, strict=True)}
    said = f"The value of the tree is {format_score(tree.root_value)}. {tree.summary}"
    yield Step(said, 1, values, notes=dict(zip(ids, copy_notes(tree), strict=True)))
    return {"value": tree.root_value}


TREE = Algorithm(
    name="tree",
    title="The tree of a graph",
    source="Kars, From game trees to game graphs, section 4",
    summary="Every path of the graph has its own copies of the nodes on it.",
    pseudocode=("the value of a copy is that of its best move; of a leaf, its score",),
    run=_one_step_run,
)


def tree_game(tree: Unwinding) -> GameGraph:
    """Return the tree as a game graph of its own; copies where it ends are leaves with their values.

    Raises
    ------
    LimitError
        If copies are left out of the tree.
    """
    if not tree.is_whole:
        shown = f"{len(tree.copies):,} of its nodes are shown on the page Unwind"
        raise LimitError(f"the tree has {tree.size}, too many to be opened as a graph; {shown}")
    picture = tree_graph(tree)
    nodes = (_game_node(node, copy) for node, copy in zip(picture.nodes, tree.copies, strict=True))
    return picture.replace(nodes=tuple(nodes))


def _game_node(node: Node, copy: Copy) -> Node:
    """Return a copy as a node of a game graph; a copy where the tree ends is a leaf with its value."""
    extra = {key: value for key, value in node.extra.items() if key not in _OF_COPIES}
    if copy.role in (CopyRole.FRESH, CopyRole.BACK_LINK):
        return replace(node, kind=Kind.LEAF, score=copy.value, extra=extra)
    return replace(node, extra=extra)


def _copy_positions(tree: Unwinding) -> Iterator[Point]:
    """Return the positions of the copies, far enough apart for their boards."""
    card, (_, down) = footprint_of(board_of(tree.graph)), stretch(tree.graph)
    across = max(LEAF_GAP, card.width + _BETWEEN) / LEAF_GAP
    return ((x * across, y * down) for x, y in tidy_tree(tree.parents))


def _board_field(extra: Mapping[str, Any]) -> dict[str, Any]:
    """Return the field of the board, empty if there is none."""
    return {BOARD: extra[BOARD]} if BOARD in extra else {}
