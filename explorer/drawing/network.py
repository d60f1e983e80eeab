"""The pyvis network of a game graph, or of a step of a trace: coloured by score and finality.

The stage starts from the network of a graph and paints the nodes itself: it adds rings with two halves, badges, and
names that keep clear of moves.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer import algorithms
from explorer.drawing import bundle
from explorer.drawing.graph_view import GraphView
from explorer.drawing.layout import complete_positions
from explorer.drawing.limits import LARGEST_DRAWN
from explorer.drawing.messages.sheet import LookData, LooksData
from explorer.drawing.messages.to_browser import NetworkParts
from explorer.drawing.node_colours import ColourScale
from explorer.drawing.picture.sheets import looks_at, named_moves
from explorer.drawing.theme import (
    DARK,
    DASHED,
    EDGE,
    EDGE_HOVERED,
    EDGE_SELECTED,
    FINALITY,
    LIGHT,
    MARKS,
    PYVIS_SHAPES,
    SHAPES,
    Background,
)
from explorer.model.errors import LimitError, OptionError
from explorer.model.graph import GameGraph, Kind, Move, Node
from explorer.model.libraries import needed_for
from explorer.model.scores import format_score
from explorer.trace import Finality, Trace

if TYPE_CHECKING:
    from pyvis.network import Network

_INTERACTION: dict[str, Any] = {
    "hover": True,
    "multiselect": True,
    "selectConnectedEdges": False,
    "hoverConnectedEdges": False,
    "keyboard": False,
}
_OPTIONS: dict[str, Any] = {
    "physics": {"enabled": False},
    "layout": {"improvedLayout": False},
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
_HERE, _TEMPLATE = Path(__file__).parent, "network.html"
_BENT = {"enabled": True, "type": "curvedCW", "roundness": 0.22}  # the two moves of a 2-cycle
_SIZE = 24  # from the middle of a node to its rim
OPEN_DASHES = [1, 4]  # of the border of an open node
_MANY = 1_500  # nodes from which edges are hidden while the view moves


def to_pyvis(what: GameGraph | Trace, step: int = -1, *, dark: bool = False) -> Network:
    """Return the pyvis network of a graph, or of a trace at a step, with shapes, colours and borders.

    `network.write_html("figure.html")` writes it as one file that needs no other; `network.show("figure.html")` shows
    it in a notebook, too.  Options can be changed as pyvis' documentation has it; nodes have their positions, so
    physics is off until `network.toggle_physics(True)`.

    Parameters
    ----------
    what : a graph, whose leaves have their scores, or a trace.
    step : of the trace, from 0; negative ones count from the end.
    dark : light on dark.

    Raises
    ------
    OptionError
        If the trace has no such step.
    LimitError
        If the graph has more nodes than can be drawn.
    FormatError
        If it is a trace, and nothing that draws is installed.

    Examples
    --------
    >>> from explorer import algorithms
    >>> from explorer.games.samples import load_sample
    >>> network = to_pyvis(algorithms.trace(load_sample("figure-1"), "score-iteration"))
    >>> network.get_node("a")["label"], network.get_node("a")["title"]
    ('a\\n1', 'a · Max to move · score 1 · final: cannot change')
    """
    if isinstance(what, GameGraph):
        return network_of(GraphView(what), dark=dark)
    if not -len(what) <= step < len(what):
        raise OptionError(f"the trace has the steps 0 to {len(what) - 1}; got {step}")
    return network_of(GraphView(what.graph, what, algorithms.find(what.algorithm), step % len(what)), dark=dark)


def network_of(view: GraphView, *, dark: bool = False) -> Network:
    """Return the pyvis network of a graph, or of a trace at its step.

    Raises
    ------
    LimitError
        If the graph has more nodes than can be drawn.
    """
    graph, trace = view.graph, view.trace
    if len(graph.ids) > LARGEST_DRAWN:
        size = f"{len(graph.ids):,}"
        raise LimitError(f"a picture can have {LARGEST_DRAWN:,} nodes and the graph has {size}; choose a part of it")
    looks = _plain_looks(graph) if trace is None else looks_at(view, view.step)
    network = _build_network(graph, looks, DARK if dark else LIGHT, "" if trace is None else trace[view.step].caption)
    network.options = _options_object(network.options)
    _label_edges(network, graph, named_moves(view))
    return network


def _plain_looks(graph: GameGraph) -> LooksData:
    """Return the looks of the nodes of a graph without a run: leaves show their scores."""
    scale = ColourScale.of(graph)
    nodes = (_plain_look(node, scale) for node in graph.nodes)
    return {"nodes": list(nodes), "moves": list(graph.moves), "bands": []}


def _plain_look(node: Node, scale: ColourScale) -> LookData:
    """Return the look of a node of a graph without a run: coloured by its score, if it has one."""
    look, text = scale.look(node.score), None if node.score is None else format_score(node.score)
    title = [node.name, SHAPES[node.kind][1], *([f"score {text}"] if text else [])]
    return {
        "id": node.id,
        "kind": str(node.kind),
        "role": "unknown",
        "fill": look.fill,
        "text": text,
        "title": " · ".join(title),
    }


def _build_network(graph: GameGraph, looks: LooksData, page: Background, caption: str = "") -> Network:
    """Return the pyvis network of a graph, physics off, with every node of the looks at its position."""
    with needed_for("networks"):
        import pyvis
        from pyvis.network import Network

    network = Network(
        directed=True,
        height="640px",
        bgcolor=page.paper,
        heading=caption,
        cdn_resources="in_line",
    )
    network.set_template_dir([_HERE, Path(pyvis.__file__).parent / "templates"], _TEMPLATE)
    network.templateEnv.globals |= {
        "title": graph.name or "Game graph",
        "ink": page.ink,
        "vis_network": _ascii_script(),
    }
    network.prep_notebook()
    positions = complete_positions(graph)
    for look in looks["nodes"]:
        x, y = positions[look["id"]]
        network.add_node(look["id"], x=x, y=y, **_node_options(graph.node(look["id"]), look, page))
    marks, moves = {(band["from"], band["to"]): band["kind"] for band in looks["bands"]}, set(graph.moves)
    for source, target in looks["moves"]:
        bend = {"smooth": _BENT} if source != target and (target, source) in moves else {}
        network.add_edge(
            source, target, id=edge_id(source, target), **bend, **_edge_options(marks.get((source, target)))
        )
    network.set_options(json.dumps(_network_options(page, many=len(graph.nodes) > _MANY)))
    return network


def _label_edges(network: Network, graph: GameGraph, view: set[Move]) -> None:
    """Have edges tell the names of their moves under the pointer, and show those that have room."""
    for edge in network.edges:
        move = (edge["from"], edge["to"])
        if name := graph.move_names.get(move):
            edge["title"] = name
            if move in view:
                edge["label"] = name


def _node_options(node: Node, look: LookData, page: Background) -> dict[str, Any]:
    """Return the options of a node in pyvis: the background is its score, the border its finality."""
    ring, kind = FINALITY[Finality[look["role"].upper()]].border, Kind(look["kind"])
    colours = {"background": look["fill"], "border": page.ring(ring)}
    text = look.get("text")
    return {
        "label": f"{node.name}\n{text}" if text else node.name,
        "title": look["title"],
        "shape": PYVIS_SHAPES[SHAPES[kind][0]],
        "size": _SIZE,
        "color": {**colours, "highlight": colours, "hover": colours},
        "borderWidth": ring.width,
        "borderWidthSelected": ring.width + 1.5,
        "shapeProperties": {"borderDashes": OPEN_DASHES if kind is Kind.OPEN else list(ring.dash) or False},
    }


def _edge_options(kind: str | None) -> dict[str, Any]:
    """Return the options of a move in pyvis: those that a step is about are broad, in the colour of their mark."""
    if kind is None:
        return {}
    return {"width": 4, "color": MARKS[kind][0], "dashes": kind in DASHED}


@cache
def _ascii_script() -> str:
    """Return the script of vis-network in ASCII, since pyvis writes files in the encoding of the system."""
    return bundle.vis_network().encode("ascii", "backslashreplace").decode("ascii")


def _network_options(page: Background, *, many: bool) -> dict[str, Any]:
    """Return the options of a network on a page, of a small graph or of one with many nodes."""
    font = {"color": page.ink, "strokeWidth": 4, "strokeColor": page.paper}
    interaction = {**_INTERACTION, "hideEdgesOnDrag": many, "hideEdgesOnZoom": many}
    edges = {**_OPTIONS["edges"], "font": {**font, "size": 12}}
    return _OPTIONS | {"edges": edges, "interaction": interaction, "nodes": {"chosen": False, "font": font}}


def _options_object(options: dict[str, Any]) -> Any:
    """Return options as the object of pyvis that the methods of a network change."""
    from pyvis.options import EdgeOptions, Options

    made, edges = Options(), EdgeOptions()
    vars(made.physics).update(options["physics"])
    vars(made.interaction).update(options["interaction"])
    vars(edges.color).update(options["edges"]["color"])
    edges.smooth.enabled = options["edges"]["smooth"]
    vars(edges).update({name: part for name, part in options["edges"].items() if name not in ("color", "smooth")})
    made.edges = edges
    vars(made).update({name: part for name, part in options.items() if name in ("layout", "nodes")})
    return made


def network_data(graph: GameGraph) -> NetworkParts:
    """Return the nodes, edges and options of the pyvis network, for a canvas that draws them itself."""
    network = _build_network(graph, _plain_looks(graph), LIGHT)
    options = json.loads(network.get_network_data()[-1])
    options["interaction"]["tooltipDelay"] = 10**9  # the stage shows its own
    return {"nodes": network.nodes, "edges": network.edges, "options": options}


def edge_id(source: str, target: str) -> str:
    """Return the id of a move in the network: its two ends as a JSON list, which no two moves share."""
    return json.dumps([source, target], ensure_ascii=False, separators=(",", ":"))
