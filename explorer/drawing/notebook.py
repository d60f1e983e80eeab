"""What a notebook shows for a graph."""

from __future__ import annotations

from explorer.drawing.exports.svg import svg_text
from explorer.drawing.neighbourhood import neighbourhood
from explorer.drawing.picture import picture_of
from explorer.drawing.shown import Shown, Style
from explorer.model.graph import GameGraph

MOST_NODES = 300


def graph_svg(graph: GameGraph) -> str:
    """The graph with title and legend as an SVG element; of a large one the nodes nearest to its root.

    Examples
    --------
    >>> from explorer.games.samples import load_sample
    >>> graph_svg(load_sample("figure-1"))[:4]
    '<svg'
    """
    return svg_text(picture_of(Shown(_small(graph)), Style()))


def _small(graph: GameGraph) -> GameGraph:
    """The graph, or the part of it around its root, named as such."""
    if len(graph.nodes) <= MOST_NODES:
        return graph
    part = neighbourhood(graph, graph.root or graph.ids[0], MOST_NODES)
    centre = graph.node(graph.root or graph.ids[0]).name
    name = f"{graph.name} (" if graph.name else "("
    return part.replace(name=f"{name}the {MOST_NODES} of {len(graph.nodes):,} nodes nearest to {centre})")
