"""A play on the stage: marks in the part of the graph around the present position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from explorer.drawing.network import edge_id
from explorer.drawing.node_colours import ColourScale
from explorer.drawing.trace_data import still_data
from explorer.model.graph import GameGraph, Move
from explorer.model.scores import Score

MoveMark = Literal["played", "lasso", "leave", "best"]  # keys of `theme.MARKS`


@dataclass(frozen=True)
class PlayPicture:
    """Picture of a play at one moment.

    Attributes
    ----------
    here : id of the present position.
    scores : by id; None where none is shown.
    marks : the marks of moves.
    opacities : the opacities of moves, from 0 to 1; others are opaque.
    notes : a few words on nodes.
    """

    here: str
    scores: Mapping[str, Score | None]
    marks: Mapping[Move, MoveMark] = field(default_factory=dict)
    opacities: Mapping[Move, float] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)


def play_data(graph: GameGraph, picture: PlayPicture, scale: ColourScale) -> dict[str, Any]:
    """Return the picture of a play for the browser: a trace of one step, in the colours of a scale."""
    data = still_data(
        {node.id: picture.scores.get(node.id) for node in graph.nodes},
        scale,
        notes=picture.notes,
        focus=picture.here,
        marks=picture.marks,
    )
    faded = {edge_id(*move): share for move, share in picture.opacities.items() if share < 1}
    return data | {"focusMark": "here"} | ({"opacities": faded} if faded else {})
