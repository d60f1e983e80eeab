"""The pyvis network of a game graph: its nodes, edges and options as vis-network draws them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pyvis.network import Network

from explorer.drawing.theme import EDGE, EDGE_HOVERED, EDGE_SELECTED, SHAPES
from explorer.model.graph import GameGraph

Positions = Mapping[str, tuple[float, float]]

_INTERACTION: dict[str, Any] = {
    "hover": True,
    "multiselect": True,
    "selectConnectedEdges": False,
    "hoverConnectedEdges": False,
    "tooltipDelay": 10**9,  # the stage shows its own
    "keyboard": False,
}
_OPTIONS: dict[str, Any] = {
    "physics": {"enabled": False},
    "layout": {"improvedLayout": False},
    "nodes": {"shape": "custom", "chosen": False},
    "edges": {
        "smooth": False,
        "width": 1.4,
        "color": {"inherit": False, "color": EDGE, "highlight": EDGE_SELECTED, "hover": EDGE_HOVERED},
        "arrows": {"to": {"enabled": True, "scaleFactor": 0.7}},
        "selfReference": {"size": 22, "angle": -0.785, "renderBehindTheNode": False},
        "selectionWidth": 1.2,
        "hoverWidth": 0.6,
    },
}
_MANY = 1_500  # nodes from which edges are hidden while the view moves


@dataclass(frozen=True)
class NetworkData:
    """What vis-network is given: lists of nodes and edges as JSON objects, and options."""

    nodes: list[dict[str, Any]]
    edges: list[dict[str, Any]]
    options: dict[str, Any]


def network_of(graph: GameGraph, positions: Positions) -> Network:
    """The pyvis network of a graph, physics off, every node at its position."""
    network = Network(directed=True, cdn_resources="local")
    for node in graph.nodes:
        x, y = positions[node.id]
        network.add_node(node.id, label=node.name, x=x, y=y, shape="custom", title=SHAPES[node.kind][1])
    for source, target in graph.moves:
        network.add_edge(source, target, id=edge_id(source, target))
    many = len(graph.nodes) > _MANY
    interaction = {**_INTERACTION, "hideEdgesOnDrag": many, "hideEdgesOnZoom": many}
    network.set_options(json.dumps(_OPTIONS | {"interaction": interaction}))
    return network


def network_data(graph: GameGraph, positions: Positions) -> NetworkData:
    """The nodes, edges and options of the pyvis network, for a canvas that draws them itself."""
    nodes, edges, _heading, _height, _width, options = network_of(graph, positions).get_network_data()
    return NetworkData(nodes, edges, json.loads(options))


def edge_id(source: str, target: str) -> str:
    """The id of a move in the network: its two ends as a JSON list, which no two moves share."""
    return json.dumps([source, target], ensure_ascii=False, separators=(",", ":"))
