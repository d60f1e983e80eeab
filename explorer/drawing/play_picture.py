"""A play as a stage shows it: the part of the graph around the present position, and what is marked there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Literal

from explorer.drawing.layout import complete_positions
from explorer.drawing.network import edge_id
from explorer.drawing.node_colours import Scale
from explorer.drawing.trace_data import still_data
from explorer.model.graph import GameGraph, Move
from explorer.model.scores import Score

WHOLE_UP_TO = 60  # nodes: a graph that has no more is shown whole
_MOST_SUCCESSORS = 30
_AROUND = 22  # nodes
_DEPTH = 3  # moves

MoveMark = Literal["played", "lasso", "leave", "best"]  # keys of `theme.MARKS`


@dataclass(frozen=True)
class PlayPicture:
    """What is shown of a play at one moment.

    Attributes
    ----------
    here : id of the present position.
    scores : by id; None where none is shown.
    marks : what moves are.
    opacities : how opaque moves are drawn, from 0 to 1, where not fully.
    notes : a few words on nodes.
    """

    here: str
    scores: Mapping[str, Score | None]
    marks: Mapping[Move, MoveMark] = field(default_factory=dict)
    opacities: Mapping[Move, float] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)


def play_data(graph: GameGraph, picture: PlayPicture, scale: Scale) -> dict[str, Any]:
    """The picture as a trace of one step, of the nodes of a graph alone, with the colours of a scale."""
    data = still_data(
        {node.id: picture.scores.get(node.id) for node in graph.nodes},
        scale,
        notes=picture.notes,
        focus=picture.here,
        marks=picture.marks,
    )
    faded = {edge_id(*move): share for move, share in picture.opacities.items() if share < 1}
    return data | {"focusMark": "here"} | ({"opacities": faded} if faded else {})


def surroundings(graph: GameGraph, here: str, came_by: Sequence[str] = ()) -> GameGraph:
    """The part of a graph that is shown while play is at a node; a small graph whole.

    It has the successors of the node, others that play can reach soon, and those that play `came_by`, with the moves
    between them.  Nodes lie in layers by their distance from the first that play came by, or else from the node.
    """
    if len(graph.nodes) <= WHOLE_UP_TO:
        return graph
    shown = {*_near(graph, here), *came_by}
    indices = sorted(graph.index[id] for id in shown)
    nodes = tuple(replace(graph.nodes[index], x=None, y=None) for index in indices)
    moves = ((node.id, other.id) for node in nodes for other in graph.successors_of(node.id) if other.id in shown)
    part = graph.replace(nodes=nodes, moves=tuple(moves), root=next(iter(came_by), here))
    positions = complete_positions(part)
    drawn = tuple(replace(node, x=positions[node.id][0], y=positions[node.id][1]) for node in nodes)
    return part.replace(nodes=drawn, root=graph.root if graph.root in shown else None)


def _near(graph: GameGraph, here: str) -> list[str]:
    """A node, its first successors, and those that can be reached from them within a few moves, nearest first."""
    found = dict.fromkeys([here, *(node.id for node in graph.successors_of(here)[:_MOST_SUCCESSORS])])
    layer = list(found)
    for _ in range(_DEPTH - 1):
        layer = [node.id for id in layer for node in graph.successors_of(id) if node.id not in found]
        found |= dict.fromkeys(islice(layer, max(0, _AROUND - len(found))))
    return list(found)
