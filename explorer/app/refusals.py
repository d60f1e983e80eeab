"""Algorithms that cannot run on the open graph, with the reason and the remedies."""

from __future__ import annotations

from explorer import algorithms
from explorer.algorithms import Algorithm
from explorer.app.session.open_graph import OpenGraph, Origin
from explorer.app.session.opener import GraphOpener
from explorer.app.session.requests import OPENING, Requests
from explorer.app.session.run import CurrentRun
from explorer.drawing.limits import LARGEST_DRAWN
from explorer.drawing.messages.to_browser import RefusalData, Remedy
from explorer.drawing.tree_picture import tree_game
from explorer.intake import Assembled
from explorer.model.check import Problem, unfinished_in
from explorer.model.errors import ExplorerError, GraphError, brief, sentence
from explorer.stage import Stage
from explorer.unwinding import TreeView, build

_UNWIND, _OPEN = "unwind", "open"
_ABSENT: RefusalData = {
    "title": "The graph of this address is not here",
    "message": "The address only names it, since it is too large for an address or was not sent with it. See "
    "Documents, if you drew it in this browser; else ask for its file, or for a link made by Share.",
    "node": None,
    "cycle": [],
    "remedies": [{"name": _OPEN, "title": "Open"}],
}


def unusable_algorithms(open_graph: OpenGraph) -> dict[str, str]:
    """Return the algorithms that cannot run on the open graph, with their needs; none while it has errors."""
    if open_graph.playable.root is None or open_graph.errors:
        return {}
    return open_graph.compute_once("refused", lambda: _needs_of_unusable(open_graph))


def _needs_of_unusable(open_graph: OpenGraph) -> dict[str, str]:
    """Return, by algorithm that cannot run on the open graph, what it needs."""
    entries = ((name, algorithms.find(name)) for name in algorithms.for_explore())
    return {name: entry.needs for name, entry in entries if entry.obstacle(open_graph.playable_by(name)) is not None}


def refusal(open_graph: OpenGraph, run: CurrentRun) -> RefusalData | None:
    """Return the message of the canvas if the chosen algorithm cannot run, or the graph is not here."""
    if open_graph.is_absent:
        return _ABSENT
    obstacle = run.obstacle
    if obstacle is None:
        return None
    entry = algorithms.find(run.algorithm)
    return {
        "title": f"{entry.title} cannot run on this graph",
        "message": sentence(GraphError(_refusal_reason(open_graph, obstacle))),
        "node": obstacle.node,
        "cycle": list(obstacle.cycle),
        "remedies": list(_remedies(open_graph, entry)),
    }


def _refusal_reason(open_graph: OpenGraph, obstacle: Problem) -> str:
    """Return the reason why the algorithm cannot run; of an unfinished node, what it lacks."""
    if obstacle.node is None or obstacle.node not in unfinished_in(open_graph.graph):
        return obstacle.message
    return f"{brief(open_graph.graph.node(obstacle.node).name)} is unfinished; add a move from it, or give it a score"


def _remedies(open_graph: OpenGraph, entry: Algorithm) -> list[Remedy]:
    """Return the remedies for an algorithm that cannot run: unwinding the graph, or another algorithm."""
    unwound: list[Remedy] = [{"name": _UNWIND, "title": "Unwind it"}] if entry.takes_trees else []
    if not entry.instead or entry.instead in unusable_algorithms(open_graph):
        return unwound
    return [*unwound, {"name": entry.instead, "title": f"Choose {algorithms.find(entry.instead).title}"}]


def follow(open_graph: OpenGraph, run: CurrentRun, stage: Stage, requests: Requests, opener: GraphOpener) -> None:
    """Carry out the remedy that the user chose for an algorithm that cannot run."""
    chosen = stage.remedy()
    if chosen == _OPEN:
        requests.dialog = OPENING
    if chosen is None or run.obstacle is None:
        return
    if chosen == _UNWIND:
        _open_tree_of_plays(open_graph, stage, opener)
    elif chosen in algorithms.for_explore():
        run.choose(chosen)


def _open_tree_of_plays(open_graph: OpenGraph, stage: Stage, opener: GraphOpener) -> None:
    """Open the tree of plays from the root, in which a back link is a leaf (Kars, Theorem 6.6)."""
    graph = open_graph.playable
    try:
        tree = tree_game(build(graph, TreeView.BACK_LINKS, budget=LARGEST_DRAWN))
    except ExplorerError as error:
        stage.order(text=sentence(error))
        return
    name = f"{graph.name or open_graph.origin.title}, unwound"
    opener.open(Assembled.of(tree.replace(name=name)), Origin(name))
