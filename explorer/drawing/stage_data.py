"""Data of a stage in the browser, for the app and for standalone pages."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from explorer.comparison.align import AlignedBy, Alignment
from explorer.drawing.arrange import LAYOUTS
from explorer.drawing.layout import with_positions
from explorer.drawing.messages.to_browser import ControlData, StripData, TriedData, Way
from explorer.drawing.network import network_data
from explorer.drawing.node_colours import ColourScale
from explorer.drawing.theme import as_data
from explorer.model.graph import GameGraph
from explorer.model.scores import Score

_WAYS = {AlignedBy.STEP: "By step", AlignedBy.VISIT: "By visit"}


def graph_parts(graph: GameGraph, hint: str = "") -> dict[str, Any]:
    """Return the parts of the data that come with a graph, every node with a position."""
    shown = with_positions(graph)
    return {
        "document": shown.to_json(),
        "network": network_data(shown),
        "theme": as_data(),
        "hint": hint,
        "layouts": LAYOUTS,
    }


def tried_data(graph: GameGraph, tried: Mapping[str, tuple[Score, bool | None]]) -> dict[str, TriedData]:
    """Return the looks of nodes while values are on trial: these, and whether the rule holds with them; leaves have
    their own scores.

    Values at nodes that the graph has not are left out.
    """
    there = {id: value for id, value in tried.items() if id in graph.index}
    leaves = {node.id: (node.score, None) for node in graph.nodes if node.score is not None} if there else {}
    shown = leaves | there
    scale = ColourScale.of(graph)
    looks = {id: scale.look(value) for id, (value, _) in shown.items()}
    return {
        id: {"text": look.text, "fill": look.fill, "ink": look.ink, "holds": shown[id][1]} for id, look in looks.items()
    }


def strict_json(value: Any) -> str:
    """Return strict JSON text: NaN, infinities and unknown types raise here instead of failing in the browser."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def control_data(
    id: str,
    leads: tuple[str, str],
    alignments: Sequence[Alignment],
    *,
    seq: int,
    at: int,
    strip: StripData | None = None,
) -> ControlData:
    """Return the data of a control that steps two stages side by side.

    Parameters
    ----------
    leads : the ids of the stages.
    alignments : in which ways their runs stand side by side, the first one to begin with.
    seq : the number of the alignments, which others have not.
    at : the moment to begin with.
    strip : the number that each moment has.
    """
    return {"id": id, "leads": leads, "seq": seq, "at": at, "ways": list(map(_way_data, alignments)), "strip": strip}


def _way_data(alignment: Alignment) -> Way:
    """Return a way to step two runs, as the control takes it."""
    return {
        "name": str(alignment.by),
        "title": _WAYS[alignment.by],
        "steps": [alignment.left, alignment.right],
        "differences": alignment.differences,
        "limit": alignment.limit,
    }
